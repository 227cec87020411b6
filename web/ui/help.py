"""The help: the rules in short with pictures, the keys, and what this is."""

from html import escape

from qin_core import __version__
from ui import links, rooms
from ui.html import window, words
from ui.model import Model

SHORTCUTS = (
    ("Esc", "key-back"),
    ("Z", "key-undo"),
    ("Y", "key-redo"),
    (", .", "key-replay"),
    ("W", "key-recap"),
)
"""The keys that every game has."""


def help_pages(model: Model) -> str:
    """Give the rules in short, then the keys, then who made what."""
    own = rooms.of(model).help
    keys = "".join(
        f'<tr><th scope="row"><kbd>{keys}</kbd></th><td>{words(model, key)}</td></tr>'
        for keys, key in (*own.SHORTCUTS, *SHORTCUTS)
    )
    body = (
        f"{_learn(model)}{own.rules(model)}"
        f'<h3>{words(model, "shortcuts")}</h3><table class="keys"><tbody>{keys}</tbody></table>'
        f"<h3>{words(model, 'about')}</h3><p>{words(model, 'about-text')}</p>"
        f'<p class="quiet small">{words(model, "licences", version=__version__)}</p>'
    )
    return window(model, "help", body, "broad")


def _learn(model: Model) -> str:
    """Lead to the lessons, where there are other pages than this one."""
    if not model.site:
        return ""
    address = escape(model.site + links.learn(model.game.room, model.language))
    return f'<p><a class="button primary" href="{address}">{words(model, "learn-link")}</a></p>'
