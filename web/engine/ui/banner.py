"""Over the board: the greeting of a first visit, and who has won."""

from engine import games as rooms
from engine.correspondence import view as sending
from engine.html import NOTHING, Html, button, join, text, words
from engine.lessons.guided import guide_of
from engine.session import links
from engine.session.session import Model
from engine.ui.coaching import ways_on
from engine.ui.progress import won_so_far


def welcome(model: Model) -> Html:
    """Say on a first visit what the game is about, with the way to learn it and the way to just play."""
    address = text(model.site + links.learn(model.game.room, model.language))
    learn = f'<a class="button primary" href="{address}">{words(model, "welcome-learn")}</a>' if model.site else ""
    play = button(model, "dismiss-welcome", "welcome-play")
    return Html(
        f'<div class="cover banner"><div role="group" aria-label="{words(model, "welcome")}">'
        f"<p>{words(model, f'boot-about-{model.game.room}')}</p>{learn}{play}</div></div>"
    )


def shared_position(model: Model) -> Html:
    """Say what a link has brought: a position, to try things in or to play on from."""
    told = model.story.about("to-move", model.game.now.mover)
    return _card(model, "linked-position", f"<p>{text(told)} {words(model, 'linked-position-what')}</p>")


def shared_game(model: Model) -> Html:
    """Say what a link has brought: a game, to go through turn by turn."""
    replay = button(model, "run", "replay", value="0", kind="primary")
    told = words(model, "n-turns", n=len(model.game.record.turns))
    return _card(model, "linked-game", f"<p>{told}. {words(model, 'linked-game-what')}</p>{replay}")


def _card(model: Model, title: str, body: str) -> Html:
    close = button(model, "dismiss-welcome", "close", kind="close", icon="close")
    return Html(
        f'<div class="cover banner"><div role="group" aria-label="{words(model, title)}">{close}'
        f"<h2>{words(model, title)}</h2>{body}</div></div>"
    )


WELCOMES = {"first": welcome, "position": shared_position, "game": shared_game}


def result(model: Model) -> Html:
    """Tell who won, by how much, and the moment that counted the most; the table is one press further."""
    if model.winners is None or not model.live:
        return NOTHING
    guided = guide_of(model.game)
    ways = (
        ways_on(model) if guided else sending.go_on_button(model),
        button(model, "analyse", "analyse-short"),
        NOTHING if guided else button(model, "open", "share-short", value="share"),
        button(model, "open", "details", value="end"),
    )
    return Html(
        f'<div class="cover banner ended"><div role="group" aria-label="{words(model, "result")}">'
        f"{button(model, 'close-banner', 'close', kind='close', icon='close')}"
        f"<h2>{text(model.story.result(model.winners))}</h2><p>{sending.how_it_ended(model, margin=True)}</p>"
        f"{_highlight(model)}{won_so_far(model)}{join(ways)}</div></div>"
    )


def _highlight(model: Model) -> Html:
    """Name the turn that counted the most, and lead there."""
    found = rooms.of(model).ending.highlight(model)
    if found is None:
        return NOTHING
    number, told = found
    return Html(
        f'<button type="button" class="highlight" data-action="look" data-value="{number}">'
        f"{words(model, 'highlight', n=number, text=told)}</button>"
    )
