"""Correspondence: the dialogs that send a turn and open an arrived match, and who waits for whom."""

from collections.abc import Iterable
from dataclasses import replace
from time import gmtime, strftime

from engine import correspondence
from engine.html import NOTHING, Markup, button, copy_field, dialog_body, guard, icon_button, join, text, translate
from engine.session import Session, links, player_names
from engine.session.link_play import MAX_MESSAGE, shared_key
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from engine.session.page import Page
from engine.ui.log import describe_turn
from engine.ui.widgets import undo_button
from engine.words import say, say_date


def link(page: Page) -> str:
    """Return the link to send to the next player; on the single-file page, only its fragment."""
    fragment = correspondence.write_link(page.match)
    return page.ui.address(page.address) + fragment if page.site else fragment


def tools(session: Session) -> Markup:
    """Draw the buttons of a player whose turn has been or has to be sent."""
    over = session.winners is not None
    more = icon_button(session, "open", "remote-ways", "link", value="send") if session.match.unsent else NOTHING
    return Markup(
        (button(session, "open", "result", value="end") if over else undo_button(session))
        + more
        + button_to_send(session)
    )


def button_to_send(session: Session) -> Markup:
    """Give the button that sends a turn at once; once it was sent, the way to the window in which it is sent again."""
    if session.match.unsent:
        return button(session, "send", "remote-send", value="now", kind="primary")
    return button(session, "open", "remote-remind", value="send")


def lines(page: Page) -> Markup:
    """Show the line that came with the others' turn, and ask for one while a turn is to be sent."""
    if not page.match.unsent:
        return _others_line(page.session, page.match)
    return NOTHING if page.dialog else _own_line(page)


def _others_line(session: Session, game: Match) -> Markup:
    """Quote the line that another player has sent with a turn."""
    remote = game.remote
    if remote is None or not remote.received_message:
        return NOTHING
    name = text(player_names(game, session.language)[remote.message_from - 1])
    return Markup(f'<p class="letter"><strong>{name}</strong> <q>{text(remote.received_message)}</q></p>')


def _own_line(page: Page) -> Markup:
    """Ask for a line to the others."""
    remote = page.match.remote
    assert remote is not None
    label = translate(page, "remote-line")
    return Markup(
        f'<label class="letter"><span>{label}</span><input type="text" data-action="write" data-field="line"'
        f' maxlength="{MAX_MESSAGE}" value="{text(remote.own_message)}" autocomplete="off"></label>'
    )


def go_on_button(session: Session) -> Markup:
    """Draw the buttons after a finished match: the result has to be sent before the next one."""
    more = "next" if session.match.has_next_game else "rematch"
    return button_to_send(session) if session.match.unsent else button(session, more, more, kind="primary")


def how_it_ended(session: Session, margin: bool = False) -> Markup:
    """Say why a match is over, or who resigned; with `margin`, also by how much it was won."""
    if session.match.resigned:
        return text(session.narrator.say_of("remote-resigned", session.match.resigned))
    return session.ui.ending_in_full(session) if margin else session.ui.ending_reason(session)


def send(page: Page) -> Markup:
    """Draw the dialog that sends the link: copy, share, QR code."""
    narrator, game = page.session.narrator, page.match
    if page.session.winners is not None:
        said = narrator.say("remote-send-result", result=narrator.result(page.session.winners))
    elif page.session.awaiting_remote:
        said = narrator.say(
            "remote-send-to" if page.site else "remote-send-text", player=narrator.name(game.latest.player_to_move)
        )
    else:
        said = f"{narrator.say_of('to-move', game.latest.player_to_move)} {narrator.say('remote-here')}"
    copying = button(page, "send", "copy", value="copy", kind="primary")
    body = Markup(
        f"<p>{text(said)}</p>"
        + _own_line(page)
        + copy_field(page, "remote-link" if page.site else "remote-text", link(page), copying)
        + f'<p class="row">{button(page, "send", "remote-share", value="share", kind="primary share-sheet")}'
        + (button(page, "send", "remote-qr", value="qr") if page.site and not page.qr else "")
        + "</p>"
        + _qr(page)
        + f'<p class="quiet small">{_honest(page, game)}</p>'
        + (_resigning(page) if page.session.winners is None and game.people else "")
    )
    return dialog_body(page, "remote-title", Markup(body))


def _honest(page: Page, game: Match) -> Markup:
    """Say what people who have a link could find out."""
    return translate(page, "remote-honest" if game.ui.has_hidden_pieces else "remote-open")


def _qr(page: Page) -> Markup:
    """Draw the QR code, with its quiet zone."""
    if not page.qr:
        return NOTHING
    outline, _, size = page.qr.partition(" ")
    label = translate(page, "remote-qr")
    return Markup(
        f'<svg class="qr" role="img" aria-label="{label}" viewBox="0 0 {text(size)} {text(size)}">'
        f'<path d="{text(outline)}"/></svg>'
    )


def _resigning(page: Page) -> Markup:
    return Markup(
        f"<details><summary>{translate(page, 'remote-resign')}</summary><p>{translate(page, 'remote-resign-why')}</p>"
        f"{button(page, 'resign', 'remote-resign-really')}</details>"
    )


def arrived(page: Page) -> Markup:
    """Ask which player of an arrived match is at this screen: the one to move, or another."""
    game = page.arrived
    if game is None:
        return dialog_body(page, "remote-arrived", NOTHING)
    ui, players = game.ui, player_names(game, page.language)
    narrator: AnyNarrator = ui.narrator(page.language, players)
    mover = game.latest.player_to_move
    first = game.positions[0].player_to_move
    begun = narrator.say(
        "remote-begun" if game.record.turns else "remote-invited", player=narrator.name(first), n=len(game.record.turns)
    )
    state = narrator.say_of("to-move", mover) if game.winners is None else narrator.result(game.winners)
    remote = [player for player, seat in enumerate(game.seats, start=1) if seat.remote]
    turn = [mover] if mover in remote else []
    seats = join(
        Markup(
            f'<button type="button"{" autofocus class=primary" if player in turn else ""} data-action="join"'
            f'{guard("join")} data-value="{player}">'
            f"{translate(page, 'remote-sit', player=players[player - 1])}</button>"
        )
        for player in (*turn, *(player for player in remote if player not in turn))
    )
    shown = _show_me(page, game) if page.newcomer else NOTHING
    agreed = game.remote is not None and game.remote.hints
    hints = Markup(f" {translate(page, 'remote-hints-agreed')}") if agreed else NOTHING
    # An invitation can't have been joined on another device.
    thumbnail: Markup = ui.thumbnail(game.latest, 0)
    again = Markup(f" {translate(page, 'remote-other-device')}") if game.record.turns else NOTHING
    body = Markup(
        f'<div class="arrived"><span class="thumb" aria-hidden="true">{thumbnail}</span>'
        f"<div><p><strong>{text(ui.title)}</strong> · {text(' – '.join(players))}</p>"
        f"<p>{text(begun)} {text(state)}</p>{_others_line(page.session, game)}</div></div>{shown}"
        f'<p class="quiet small">{_honest(page, game)}{hints}{again}</p>'
        f'<p class="row actions">{seats}</p>'
    )
    return dialog_body(page, "remote-arrived", body)


def _show_me(page: Page, game: Match) -> Markup:
    """Link to the lessons for a player who is new to the game; in the single file, show the rules."""
    about = Markup(f"<p>{translate(page, f'boot-about-{game.ui.name}')}</p>")
    if page.site:
        address = text(page.site + links.learn(game.ui, page.language))
        way = Markup(f'<a class="button" target="_blank" href="{address}">{translate(page, "remote-show-me")}</a>')
        return Markup(f'<div class="newcomer">{about}<p>{way}</p></div>')
    rules: Markup = game.ui.rules(replace(game.ui.new_session(game), language=page.language))
    return Markup(f"{about}<details><summary>{translate(page, 'remote-show-me')}</summary>{rules}</details>")


def waiting(game: Match, narrator: AnyNarrator) -> str:
    """Say for whom a match by links waits; nothing for other matches."""
    if not game.ongoing_remote:
        return ""
    if not game.seat.remote:
        return narrator.say("you-to-move")
    return narrator.say(
        "remote-unsent" if game.unsent else "remote-waiting", player=narrator.name(game.latest.player_to_move)
    )


def since(game: Match, narrator: AnyNarrator, now: float) -> str:
    """Say how long ago the last move of a match by links was made or arrived, or when any other was started."""
    if not game.remote or not game.remote.updated_at:
        return say_date(narrator.language, game.record.headers.get("Date", ""))
    return narrator.say("remote-since", when=_ago(narrator.language, game.remote.updated_at, now))


_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000
_MANY_DAYS = 14
"""From so many days on, the date says more."""


def _ago(language: str, time: float, now: float) -> str:
    """Say how long ago a time is, in milliseconds since 1970; in words that hold in every time zone."""
    passed = max(0, int(now - time))
    if passed >= _MANY_DAYS * _DAY:
        return say_date(language, strftime("%Y-%m-%d", gmtime(time / 1000)))
    units = ((_DAY, "ago-days"), (_HOUR, "ago-hours"), (_MINUTE, "ago-minutes"))
    return next(
        (say(language, key, n=passed // unit) for unit, key in units if passed >= unit), say(language, "ago-now")
    )


def branch(game: Match, saved: Iterable[Match], narrator: AnyNarrator) -> str:
    """Tell branches of a match by links apart by their last turn."""
    shared = shared_key(game.key)
    if not shared or not game.record.turns or sum(shared_key(other.key) == shared for other in saved) < 2:
        return ""
    return narrator.say("remote-branch", turn=describe_turn(narrator, game, len(game.record.turns)))
