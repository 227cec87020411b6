"""Games by links: the windows in which a turn is sent and a game that has arrived is opened, and who waits for whom."""

from collections.abc import Iterable
from time import gmtime, strftime

from engine.correspondence import codec
from engine.html import NOTHING, Markup, button, copy_field, guard, text, window, words
from engine.session.link_play import shared_key
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from engine.session.page import Page
from engine.session.session import Session, player_names
from engine.ui.log import tell_turn
from engine.ui.widgets import undo_button
from engine.words import say_date


def link(page: Page) -> str:
    """Write the link that brings the game to the next player; from a page that is a file, only what comes after `#`."""
    fragment = codec.write(page.match)
    return page.ui.address(page.address) + fragment if page.site else fragment


def tools(session: Session) -> Markup:
    """Give the buttons of somebody whose turn is to be sent, or was."""
    over = session.winners is not None
    return Markup(
        (button(session, "open", "result", value="end") if over else undo_button(session)) + button_to_send(session)
    )


def button_to_send(session: Session) -> Markup:
    """Give the way to the window in which a turn is sent, or sent again."""
    key, kind = ("far-send", "primary") if session.match.unsent else ("far-remind", "")
    return button(session, "open", key, value="send", kind=kind)


def go_on_button(session: Session) -> Markup:
    """Give the way on from a finished game: others have to get to know its end before there is another one."""
    more = "next" if session.match.has_next_game else "rematch"
    return button_to_send(session) if session.match.unsent else button(session, more, more, kind="primary")


def how_it_ended(session: Session, margin: bool = False) -> Markup:
    """Say why a game is over, and by how much if `margin` is wanted; or who has resigned."""
    if session.match.resigned:
        return text(session.narrator.say_of("far-resigned", session.match.resigned))
    return session.ui.ending_in_full(session) if margin else session.ui.ending_reason(session)


def send(page: Page) -> Markup:
    """Give the link away, in every way there is."""
    narrator, game = page.session.narrator, page.match
    if page.session.winners is not None:
        said = narrator.say("far-send-result", result=narrator.result(page.session.winners))
    elif page.session.awaiting_remote:
        said = narrator.say("far-send-to" if page.site else "far-send-text", player=narrator.name(game.now.mover))
    else:
        said = f"{narrator.say_of('to-move', game.now.mover)} {narrator.say('far-here')}"
    copying = button(page, "send", "copy", value="copy", kind="primary")
    body = (
        f"<p>{text(said)}</p>"
        + copy_field(page, "far-link" if page.site else "far-text", link(page), copying)
        + f'<p class="row">{button(page, "send", "far-share", value="share", kind="primary share-sheet")}'
        + (button(page, "send", "far-qr", value="qr") if page.site and not page.qr else "")
        + "</p>"
        + _qr(page)
        + f'<p class="quiet small">{words(page, "far-honest")}</p>'
        + (_resigning(page) if page.session.winners is None and game.people else "")
    )
    return window(page, "far-title", Markup(body))


def _qr(page: Page) -> Markup:
    """Draw the QR code; its quiet rim belongs to it."""
    if not page.qr:
        return NOTHING
    outline, _, size = page.qr.partition(" ")
    label = words(page, "far-qr")
    return Markup(
        f'<svg class="qr" role="img" aria-label="{label}" viewBox="0 0 {text(size)} {text(size)}">'
        f'<path d="{text(outline)}"/></svg>'
    )


def _resigning(page: Page) -> Markup:
    return Markup(
        f"<details><summary>{words(page, 'far-resign')}</summary><p>{words(page, 'far-resign-why')}</p>"
        f"{button(page, 'resign', 'far-resign-really')}</details>"
    )


def arrived(page: Page) -> Markup:
    """Ask who sits down to a game that has arrived: whoever is on turn, or somebody else at another screen."""
    game = page.arrived
    if game is None:
        return window(page, "far-arrived", NOTHING)
    ui, players = game.ui, player_names(game, page.language)
    narrator: AnyNarrator = ui.narrator(page.language, players)
    mover = game.now.player_to_move
    first = game.positions[0].mover
    begun = narrator.say(
        "far-begun" if game.record.turns else "far-invited", player=narrator.name(first), n=len(game.record.turns)
    )
    state = narrator.say_of("to-move", mover) if game.winners is None else narrator.result(game.winners)
    remote = [player for player, seat in enumerate(game.seats, start=1) if seat.remote]
    turn = [mover] if mover in remote else []
    seats = "".join(
        f'<button type="button"{" autofocus class=primary" if player in turn else ""} data-action="sit"{guard("sit")}'
        f' data-value="{player}">'
        f"{words(page, 'far-sit', player=players[player - 1])}</button>"
        for player in (*turn, *(player for player in remote if player not in turn))
    )
    # Nobody has sat down elsewhere to a game that they are only invited to.
    again = f" {words(page, 'far-other-device')}" if game.record.turns else ""
    body = Markup(
        f'<div class="arrived"><span class="thumb" aria-hidden="true">{ui.thumbnail(game.now, 0)}</span>'
        f"<div><p><strong>{text(ui.title)}</strong> · {text(' – '.join(players))}</p>"
        f"<p>{text(begun)} {text(state)}</p></div></div>"
        f'<p class="quiet small">{words(page, "far-honest")}{again}</p>'
        f'<p class="row actions">{seats}</p>'
    )
    return window(page, "far-arrived", body)


def waiting(game: Match, narrator: AnyNarrator) -> str:
    """Say of a game by links whom it waits for, where that is somebody far away; else nothing."""
    if not game.secret or not game.seat.remote:
        return ""
    return narrator.say("far-unsent" if game.unsent else "far-waiting", player=narrator.name(game.now.mover))


def since(game: Match, narrator: AnyNarrator) -> str:
    """Say since when a game by links has been waiting; of any other when it was begun."""
    if not game.secret or not game.remote or not game.remote.since:
        return say_date(narrator.language, game.record.headers.get("Date", ""))
    date = strftime("%Y-%m-%d", gmtime(game.remote.since / 1000))
    return narrator.say("far-since", date=say_date(narrator.language, date))


def branch(game: Match, saved: Iterable[Match], narrator: AnyNarrator) -> str:
    """Tell a game by links that went several ways apart from itself, by the turn that it ends with."""
    shared = shared_key(game.key)
    if not shared or not game.record.turns or sum(shared_key(other.key) == shared for other in saved) < 2:
        return ""
    return narrator.say("far-branch", turn=tell_turn(narrator, game, len(game.record.turns)))
