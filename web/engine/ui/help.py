"""The help: the rules in short with pictures, the computer's levels, the keys, and what this is."""

from engine.html import NOTHING, Markup, button, text, window, words
from engine.session import links
from engine.session.page import Page
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


def help_pages(page: Page) -> Markup:
    """Give the rules in short, how strong the computer is, the keys, and who made what."""
    keys = "".join(
        f'<tr><th scope="row"><kbd>{_sign(page, keys)}</kbd></th><td>{words(page, key)}</td></tr>'
        for keys, key in (*page.ui.shortcuts, *SHORTCUTS)
    )
    body = Markup(
        f'{_learn(page)}<p class="row">{today(page)}{button(page, "open", "record", value="record")}</p>'
        f"{page.ui.rules(page.session)}"
        f"<h3>{words(page, 'help-far')}</h3><p>{words(page, 'help-far-text')}</p>{_strength(page)}"
        f"<h3>{words(page, 'coach')}</h3><p>{words(page, 'coach-text')}</p>"
        f'<h3>{words(page, "shortcuts")}</h3><table class="keys"><tbody>{keys}</tbody></table>'
        f"<h3>{words(page, 'about')}</h3><p>{words(page, 'about-text')}</p>"
        f'<p class="quiet small">{words(page, "licences", version=__version__)}</p>'
    )
    return window(page, "help", body, "broad")


def _sign(page: Page, keys: str) -> Markup:
    """Name keys as they are labelled where the reader's language is spoken."""
    return Markup(words(page, keys) if keys.startswith("sign-") else keys)


def _learn(page: Page) -> Markup:
    """Lead to the lessons, where there are other pages than this one."""
    if not page.site:
        return NOTHING
    address = text(page.site + links.learn(page.ui, page.language))
    return Markup(f'<p><a class="button primary" href="{address}">{words(page, "learn-link")}</a></p>')


def _strength(page: Page) -> Markup:
    """Give the table of the levels: what the arena measured."""
    levels = page.ui.strengths()
    if not levels:
        return NOTHING
    rows = "".join(
        f'<tr><th scope="row">{words(page, f"level-{name}")}</th>'
        f"<td>{rating:.0f}{f' ± {error:.0f}' if level.below else ''}</td>"
        f"<td>{words(page, 'percent', n=round(level.below.share)) if level.below else '–'}</td>"
        f"<td>{words(page, 'percent', n=round(level.greedy[page.ui.help_setting].share))}</td></tr>"
        for name, level, (rating, error) in zip(page.ui.levels, levels, ratings(levels), strict=True)
    )
    return Markup(
        f"<h3>{words(page, 'strength')}</h3><p>{words(page, 'strength-text')}</p>"
        f'<table class="levels small"><thead><tr><td></td><th scope="col">Elo</th>'
        f'<th scope="col">{words(page, "strength-below")}</th>'
        f'<th scope="col">{words(page, "strength-simple")}</th></tr></thead><tbody>{rows}</tbody></table>'
    )
