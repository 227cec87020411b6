"""Over the board: the greeting of a first visit, and who has won."""

from engine.html import NOTHING, Markup, button, join, text, words
from engine.lessons.guided import guide_of
from engine.session import links
from engine.session.page import Page
from engine.ui import correspondence as remote_view
from engine.ui.coaching import ways_on
from engine.ui.progress import won_so_far


def welcome(page: Page) -> Markup:
    """Say on a first visit what the game is about, with the way to learn it and the way to just play."""
    address = text(page.site + links.learn(page.ui, page.language))
    learn = f'<a class="button primary" href="{address}">{words(page, "welcome-learn")}</a>' if page.site else ""
    play = button(page, "dismiss-welcome", "welcome-play")
    return Markup(
        f'<div class="cover banner"><div role="group" aria-label="{words(page, "welcome")}">'
        f"<p>{words(page, f'boot-about-{page.ui.name}')}</p>{learn}{play}</div></div>"
    )


def shared_position(page: Page) -> Markup:
    """Say what a link has brought: a position, to try things in or to play on from."""
    told = page.session.narrator.say_of("to-move", page.match.now.mover)
    return _card(page, "linked-position", f"<p>{text(told)} {words(page, 'linked-position-what')}</p>")


def shared_game(page: Page) -> Markup:
    """Say what a link has brought: a game, to go through turn by turn."""
    replay = button(page, "run", "replay", value="0", kind="primary")
    told = words(page, "n-turns", n=len(page.match.record.turns))
    return _card(page, "linked-game", f"<p>{told}. {words(page, 'linked-game-what')}</p>{replay}")


def _card(page: Page, title: str, body: str) -> Markup:
    close = button(page, "dismiss-welcome", "close", kind="close", icon="close")
    return Markup(
        f'<div class="cover banner"><div role="group" aria-label="{words(page, title)}">{close}'
        f"<h2>{words(page, title)}</h2>{body}</div></div>"
    )


WELCOMES = {"first": welcome, "position": shared_position, "game": shared_game}


def result(page: Page) -> Markup:
    """Tell who won, by how much, and the moment that counted the most; the table is one press further."""
    if page.session.winners is None or not page.session.at_end:
        return NOTHING
    guided = guide_of(page.match)
    ways = (
        ways_on(page) if guided else remote_view.go_on_button(page.session),
        button(page, "analyse", "analyse-short"),
        NOTHING if guided else button(page, "open", "share-short", value="share"),
        button(page, "open", "details", value="end"),
    )
    return Markup(
        f'<div class="cover banner ended"><div role="group" aria-label="{words(page, "result")}">'
        f"{button(page, 'close-banner', 'close', kind='close', icon='close')}"
        f"<h2>{text(page.session.narrator.result(page.session.winners))}</h2>"
        f"<p>{remote_view.how_it_ended(page.session, margin=True)}</p>"
        f"{_highlight(page)}{won_so_far(page)}{join(ways)}</div></div>"
    )


def _highlight(page: Page) -> Markup:
    """Name the turn that counted the most, and lead there."""
    found = page.ui.highlight(page.session)
    if found is None:
        return NOTHING
    number, told = found
    return Markup(
        f'<button type="button" class="highlight" data-action="look" data-value="{number}">'
        f"{words(page, 'highlight', n=number, text=told)}</button>"
    )
