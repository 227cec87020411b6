"""Games by links: the windows in which a turn is sent and a game that has arrived is opened, and who waits for whom."""

from collections.abc import Iterable
from time import gmtime, strftime

from engine import games as rooms
from engine.correspondence import codec as turn_links
from engine.html import NOTHING, Html, button, copy_field, text, window, words
from engine.session.link_play import shared_key
from engine.session.match import Game
from engine.session.narrator import AnyStory
from engine.session.session import Model, names
from engine.ui.log import tell_turn
from engine.ui.widgets import undo_button
from engine.words import say_date


def link(model: Model) -> str:
    """Write the link that brings the game to the next player; from a page that is a file, only what comes after `#`."""
    fragment = turn_links.write(model.game)
    return rooms.address(model.address, model.game.room) + fragment if model.site else fragment


def tools(model: Model) -> Html:
    """Give the buttons of somebody whose turn is to be sent, or was."""
    over = model.winners is not None
    return Html((button(model, "open", "result", value="end") if over else undo_button(model)) + button_to_send(model))


def button_to_send(model: Model) -> Html:
    """Give the way to the window in which a turn is sent, or sent again."""
    key, kind = ("far-send", "primary") if model.game.unsent else ("far-remind", "")
    return button(model, "open", key, value="send", kind=kind)


def go_on_button(model: Model) -> Html:
    """Give the way on from a finished game: others have to get to know its end before there is another one."""
    more = "next" if model.game.more else "rematch"
    return button_to_send(model) if model.game.unsent else button(model, more, more, kind="primary")


def how_it_ended(model: Model, margin: bool = False) -> Html:
    """Say why a game is over, and by how much if `margin` is wanted; or who has resigned."""
    if model.game.resigned:
        return text(model.story.about("far-resigned", model.game.resigned))
    own = rooms.of(model).ending
    return own.in_full(model) if margin else own.why(model)


def send(model: Model) -> Html:
    """Give the link away, in every way there is."""
    story, game = model.story, model.game
    if model.winners is not None:
        said = story.say("far-send-result", result=story.result(model.winners))
    elif model.awaiting:
        said = story.say("far-send-to" if model.site else "far-send-text", player=story.name(game.now.mover))
    else:
        said = f"{story.about('to-move', game.now.mover)} {story.say('far-here')}"
    copying = button(model, "send", "copy", value="copy", kind="primary")
    body = (
        f"<p>{text(said)}</p>"
        + copy_field(model, "far-link" if model.site else "far-text", link(model), copying)
        + f'<p class="row">{button(model, "send", "far-share", value="share", kind="primary share-sheet")}'
        + (button(model, "send", "far-qr", value="qr") if model.site and not model.qr else "")
        + "</p>"
        + _qr(model)
        + f'<p class="quiet small">{words(model, "far-honest")}</p>'
        + (_resigning(model) if model.winners is None and game.people else "")
    )
    return window(model, "far-title", Html(body))


def _qr(model: Model) -> Html:
    """Draw the QR code; its quiet rim belongs to it."""
    if not model.qr:
        return NOTHING
    outline, _, size = model.qr.partition(" ")
    label = words(model, "far-qr")
    return Html(
        f'<svg class="qr" role="img" aria-label="{label}" viewBox="0 0 {text(size)} {text(size)}">'
        f'<path d="{text(outline)}"/></svg>'
    )


def _resigning(model: Model) -> Html:
    return Html(
        f"<details><summary>{words(model, 'far-resign')}</summary><p>{words(model, 'far-resign-why')}</p>"
        f"{button(model, 'resign', 'far-resign-really')}</details>"
    )


def arrived(model: Model) -> Html:
    """Ask who sits down to a game that has arrived: whoever is on turn, or somebody else at another screen."""
    game = model.arrived
    if game is None:
        return window(model, "far-arrived", NOTHING)
    room, players = rooms.room(game.room), names(game, model.language)
    story, mover = room.story(model.language, players), game.now.mover
    first = game.positions[0].mover
    begun = story.say(
        "far-begun" if game.record.turns else "far-invited", player=story.name(first), n=len(game.record.turns)
    )
    state = story.about("to-move", mover) if game.winners is None else story.result(game.winners)
    away = [player for player, seat in enumerate(game.seats, start=1) if seat.away]
    turn = [mover] if mover in away else []
    seats = "".join(
        f'<button type="button"{" autofocus class=primary" if player in turn else ""} data-action="sit"'
        f' data-value="{player}">'
        f"{words(model, 'far-sit', player=players[player - 1])}</button>"
        for player in (*turn, *(player for player in away if player not in turn))
    )
    # Nobody has sat down elsewhere to a game that they are only invited to.
    again = f" {words(model, 'far-other-device')}" if game.record.turns else ""
    body = Html(
        f'<div class="arrived"><span class="thumb" aria-hidden="true">{room.view.thumb(game.now, 0)}</span>'
        f"<div><p><strong>{text(room.title)}</strong> · {text(' – '.join(players))}</p>"
        f"<p>{text(begun)} {text(state)}</p></div></div>"
        f'<p class="quiet small">{words(model, "far-honest")}{again}</p>'
        f'<p class="row actions">{seats}</p>'
    )
    return window(model, "far-arrived", body)


def waiting(game: Game, story: AnyStory) -> str:
    """Say of a game by links whom it waits for, where that is somebody far away; else nothing."""
    if not game.secret or not game.seat.away:
        return ""
    return story.say("far-unsent" if game.unsent else "far-waiting", player=story.name(game.now.mover))


def since(game: Game, story: AnyStory) -> str:
    """Say since when a game by links has been waiting; of any other when it was begun."""
    if not game.secret or not game.far or not game.far.since:
        return say_date(story.language, game.record.headers.get("Date", ""))
    date = strftime("%Y-%m-%d", gmtime(game.far.since / 1000))
    return story.say("far-since", date=say_date(story.language, date))


def branch(game: Game, saved: Iterable[Game], story: AnyStory) -> str:
    """Tell a game by links that went several ways apart from itself, by the turn that it ends with."""
    shared = shared_key(game.key)
    if not shared or not game.record.turns or sum(shared_key(other.key) == shared for other in saved) < 2:
        return ""
    return story.say("far-branch", turn=tell_turn(story, game, len(game.record.turns)))
