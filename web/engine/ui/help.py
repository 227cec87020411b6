"""The help: the rules in short with pictures, the computer's levels, the keys, and what this is."""

from engine import games as rooms
from engine.html import NOTHING, Html, button, text, window, words
from engine.session import links
from engine.session.session import Model
from engine.ui.progress import today
from qin_core import __version__
from qin_core.common.levels import ratings

SHORTCUTS = (
    ("sign-escape", "key-back"),
    ("Z", "key-undo"),
    ("Y", "key-redo"),
    (", .", "key-replay"),
    ("W", "key-recap"),
)
"""The keys that every game has."""


def help_pages(model: Model) -> Html:
    """Give the rules in short, how strong the computer is, the keys, and who made what."""
    own = rooms.of(model).help
    keys = "".join(
        f'<tr><th scope="row"><kbd>{_sign(model, keys)}</kbd></th><td>{words(model, key)}</td></tr>'
        for keys, key in (*own.SHORTCUTS, *SHORTCUTS)
    )
    body = Html(
        f'{_learn(model)}<p class="row">{today(model)}{button(model, "open", "record", value="record")}</p>'
        f"{own.rules(model)}"
        f"<h3>{words(model, 'help-far')}</h3><p>{words(model, 'help-far-text')}</p>{_strength(model)}"
        f"<h3>{words(model, 'coach')}</h3><p>{words(model, 'coach-text')}</p>"
        f'<h3>{words(model, "shortcuts")}</h3><table class="keys"><tbody>{keys}</tbody></table>'
        f"<h3>{words(model, 'about')}</h3><p>{words(model, 'about-text')}</p>"
        f'<p class="quiet small">{words(model, "licences", version=__version__)}</p>'
    )
    return window(model, "help", body, "broad")


def _sign(model: Model, keys: str) -> Html:
    """Name keys as they are labelled where the reader's language is spoken."""
    return Html(words(model, keys) if keys.startswith("sign-") else keys)


def _learn(model: Model) -> Html:
    """Lead to the lessons, where there are other pages than this one."""
    if not model.site:
        return NOTHING
    address = text(model.site + links.learn(model.game.room, model.language))
    return Html(f'<p><a class="button primary" href="{address}">{words(model, "learn-link")}</a></p>')


def _strength(model: Model) -> Html:
    """Give the table of the levels: what the arena measured."""
    computer = rooms.of(model).levels
    levels = computer.strengths()
    rows = "".join(
        f'<tr><th scope="row">{words(model, f"level-{name}")}</th>'
        f"<td>{rating:.0f}{f' ± {error:.0f}' if level.below else ''}</td>"
        f"<td>{words(model, 'percent', n=round(level.below.share)) if level.below else '–'}</td>"
        f"<td>{words(model, 'percent', n=round(level.greedy[computer.USUAL].share))}</td></tr>"
        for name, level, (rating, error) in zip(computer.LEVELS, levels, ratings(levels), strict=True)
    )
    return Html(
        f"<h3>{words(model, 'strength')}</h3><p>{words(model, 'strength-text')}</p>"
        f'<table class="levels small"><thead><tr><td></td><th scope="col">Elo</th>'
        f'<th scope="col">{words(model, "strength-below")}</th>'
        f'<th scope="col">{words(model, "strength-simple")}</th></tr></thead><tbody>{rows}</tbody></table>'
    )
