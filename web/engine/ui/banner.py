"""Over the board: the greeting of a first visit, and who has won."""

from engine.html import NOTHING, Markup, button, join, text, words
from engine.lessons.guided import guide_of
from engine.session import links
from engine.session.page import Page
from engine.ui import correspondence as remote_view
from engine.ui.coaching import ways_on
from engine.ui.progress import earned_now, what_next, won_so_far


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
    """Tell who won, by how much and how it came about, and lead on; tables are one press further."""
    winners = page.session.winners
    if winners is None or not page.session.at_end:
        return NOTHING
    guided = guide_of(page.match)
    ways = (
        ways_on(page) if guided else remote_view.go_on_button(page.session),
        button(page, "analyse", "analyse-short"),
        NOTHING if guided else button(page, "open", "share-short", value="share"),
        button(page, "open", "details", value="end"),
    )
    marks = "".join(f'<span class="mark p{player}">{page.ui.player_mark(player)}</span>' for player in winners)
    return Markup(
        f'<div class="cover banner ended"><div role="group" aria-label="{words(page, "result")}">'
        f"{button(page, 'close-banner', 'close', kind='close', icon='close')}"
        f'<div class="marks" aria-hidden="true">{marks}</div>'
        f"<h2>{text(page.session.narrator.result(winners))}</h2>"
        f"<p>{remote_view.how_it_ended(page.session, margin=True)}</p>"
        f"{_story(page)}{earned_now(page)}{won_so_far(page)}{what_next(page)}"
        f'<div class="row">{join(ways)}</div></div></div>'
    )


def _story(page: Page) -> Markup:
    """Show the turns that decided the match as small pictures, each of which leads there."""
    moments = "".join(
        f'<li><button type="button" data-action="look" data-value="{turn}">'
        f'<span class="moment" aria-hidden="true">{page.ui.moment_picture(page.match, turn)}</span>'
        f"<strong>{words(page, key)}</strong>"
        f"<small>{words(page, 'story-turn', n=turn)}{text(f' · {told}' if told else '')}</small></button></li>"
        for turn, key, told in page.ui.story(page.session)
    )
    return Markup(f'<ol class="story" aria-label="{words(page, "story")}">{moments}</ol>') if moments else NOTHING
