"""Matches by links: the dialogs that send a turn and join an arriving match, messages, whose turn it is."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from time import gmtime, strftime

from engine import correspondence
from engine.html import (
    NOTHING,
    Markup,
    button,
    copy_field,
    dialog_body,
    double_click_guard,
    icon_button,
    join,
    text,
    translate,
)
from engine.session import Session, links, player_names
from engine.session.link_play import MAX_MESSAGE, link_match_key
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from engine.session.page import Page
from engine.ui.log import describe_turn
from engine.ui.widgets import name_field, undo_button
from engine.words import say, say_date


def link(page: Page) -> str:
    """Return the link to send to the next player; on the single-file page, only its fragment."""
    fragment = correspondence.write_link(page.match)
    return page.ui.address(page.address) + fragment if page.site else fragment


def tools(session: Session) -> Markup:
    """Draw the buttons while a turn has to be sent, or a remote player is to move."""
    over = session.winners is not None
    first = button(session, "open", "result", value="end") if over else undo_button(session)
    more = icon_button(session, "open", "remote-ways", "link", value="send") if session.match.unsent else NOTHING
    return Markup(first + more + send_button(session))


def send_button(session: Session) -> Markup:
    """Make the button that sends a turn, or opens the dialog that sends it again."""
    if session.match.unsent:
        return button(session, "send", "remote-send", value="now", kind="primary")
    return button(session, "open", "remote-remind", value="send")


def message_area(page: Page) -> Markup:
    """Show the received message, or a field for a message while a turn has to be sent."""
    if not page.match.unsent:
        return _received_message(page.session, page.match)
    return NOTHING if page.dialog else _message_field(page)


def _received_message(session: Session, match: Match) -> Markup:
    remote = match.remote
    if remote is None or not remote.received_message:
        return NOTHING
    name = text(player_names(match, session.language)[remote.message_from - 1])
    return Markup(f'<p class="letter"><strong>{name}</strong> <q>{text(remote.received_message)}</q></p>')


def _message_field(page: Page) -> Markup:
    remote = page.match.remote
    assert remote is not None
    label = translate(page, "remote-line")
    return Markup(
        f'<label class="letter"><span>{label}</span><input type="text" data-action="write" data-field="line"'
        f' maxlength="{MAX_MESSAGE}" value="{text(remote.own_message)}" autocomplete="off"></label>'
    )


def next_match_button(session: Session) -> Markup:
    """Make the button that starts the next match, or sends the last turn first."""
    action = "next" if session.match.has_next_game else "rematch"
    return send_button(session) if session.match.unsent else button(session, action, action, kind="primary")


def how_it_ended(session: Session, margin: bool = False) -> Markup:
    """Say why a match is over; with `margin`, also by how much it was won."""
    if session.match.resigned:
        return text(session.narrator.say_of("remote-resigned", session.match.resigned))
    return session.ui.ending_in_full(session) if margin else session.ui.ending_reason(session)


def send(page: Page) -> Markup:
    """Draw the dialog that sends the link: copy, share, QR code."""
    narrator, match = page.session.narrator, page.match
    winners = page.session.winners
    ongoing = winners is None
    label = "remote-link" if page.site else "remote-text"
    if winners is not None:
        status = narrator.say("remote-send-result", result=narrator.result(winners))
    elif correspondence.is_invitation(match) and page.site:
        status = f"{narrator.say_of('to-move', match.latest.player_to_move)} {narrator.say('remote-invite')}"
        label = "remote-invitation"
    elif page.session.awaiting_remote:
        player = narrator.name(match.latest.player_to_move)
        status = narrator.say("remote-send-to" if page.site else "remote-send-text", player=player)
    else:
        status = f"{narrator.say_of('to-move', match.latest.player_to_move)} {narrator.say('remote-here')}"
        label = "remote-own-turn"
    copy_link_button = button(page, "send", "copy", value="copy", kind="primary")
    body = Markup(
        f"<p>{text(status)}</p>"
        + (name_field(page, "name", "name", _own_name(match)) if ongoing and match.people else NOTHING)
        + _message_field(page)
        + copy_field(page, label, link(page), copy_link_button)
        + f'<p class="row">{button(page, "send", "remote-share", value="share", kind="primary share-sheet")}'
        + (button(page, "send", "remote-qr", value="qr") if page.site and not page.qr else "")
        + "</p>"
        + _qr(page)
        + f'<p class="quiet small">{_privacy(page, match)}</p>'
        + (_resigning(page) if ongoing and match.people else "")
    )
    return dialog_body(page, "remote-title", Markup(body))


def _privacy(page: Page, match: Match) -> Markup:
    """Say what the link reveals."""
    return translate(page, "remote-honest" if match.ui.has_hidden_pieces else "remote-open")


def _qr(page: Page) -> Markup:
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
    """Draw the dialog that asks which player of an arriving match is at this screen."""
    match = page.arrived
    if match is None:
        return dialog_body(page, "remote-arrived", NOTHING)
    ui, players = match.ui, player_names(match, page.language)
    narrator: AnyNarrator = ui.narrator(page.language, players)
    player_to_move = match.latest.player_to_move
    history = narrator.say(
        "remote-begun" if match.record.turns else "remote-invited",
        player=narrator.name(match.positions[0].player_to_move),
        n=len(match.record.turns),
    )
    state = narrator.say_of("to-move", player_to_move) if match.winners is None else narrator.result(match.winners)
    free = correspondence.free_seats(match)
    remote = [player for player, seat in enumerate(match.seats, start=1) if seat.remote]
    # The free seats come first, and among them the player to move.
    remote.sort(key=lambda player: (player not in free, player != player_to_move))
    seats = join(
        Markup(
            f'<button type="button"{NOTHING if number else " autofocus class=primary"} data-action="join"'
            f'{double_click_guard("join")} data-value="{player}">'
            f"{translate(page, _seat_label(player, free), player=players[player - 1])}</button>"
        )
        for number, player in enumerate(remote)
    )
    introduction = _introduction(page, match) if page.newcomer else NOTHING
    hints = NOTHING
    if match.remote is not None and match.remote.hints:
        hints = Markup(f" {translate(page, 'remote-hints-agreed')}")
    # Only the sender of an invitation has joined it, and has a button of their own.
    other_device = Markup(f" {translate(page, 'remote-other-device')}") if match.record.turns else NOTHING
    thumbnail: Markup = ui.thumbnail(match.latest, 0)
    body = Markup(
        f'<div class="arrived"><span class="thumbnail" aria-hidden="true">{thumbnail}</span>'
        f"<div><p><strong>{text(ui.title)}</strong> · {text(' – '.join(players))}</p>"
        f"<p>{join(map(text, ui.form_summary(page, ui.form_from_match(match))), ' · ')}</p>"
        f"<p>{text(history)} {text(state)}</p>{_received_message(page.session, match)}</div></div>{introduction}"
        f'<p class="quiet small">{_privacy(page, match)}{hints}{other_device}</p>'
        f'{name_field(page, "name", "name", page.joining_name)}<p class="row actions">{seats}</p>'
    )
    return dialog_body(page, "remote-arrived", body)


def _seat_label(player: int, free: Collection[int]) -> str:
    """Return the text key of a seat's button; a taken seat is only for another device of its player."""
    return "remote-return" if free and player not in free else "remote-sit"


def _own_name(match: Match) -> str:
    """Return the name of the first player at this screen; empty without one."""
    name: str = match.seats[match.people[0] - 1].name
    return name


def _introduction(page: Page, match: Match) -> Markup:
    """Introduce a new player to the game: a link to the lessons, or the rules on the single-file page."""
    description = Markup(f"<p>{translate(page, f'boot-about-{match.ui.name}')}</p>")
    if page.site:
        address = text(page.site + links.lessons_path(match.ui, page.language))
        link = Markup(f'<a class="button" target="_blank" href="{address}">{translate(page, "remote-show-me")}</a>')
        return Markup(f'<div class="newcomer">{description}<p>{link}</p></div>')
    rules: Markup = match.ui.rules(replace(match.ui.new_session(match), language=page.language))
    return Markup(f"{description}<details><summary>{translate(page, 'remote-show-me')}</summary>{rules}</details>")


def waiting(match: Match, narrator: AnyNarrator) -> str:
    """Say whose turn it is in a match by links; empty for other matches."""
    if not match.ongoing_remote:
        return ""
    if not match.seat.remote:
        return narrator.say("you-to-move")
    player = narrator.name(match.latest.player_to_move)
    return narrator.say("remote-unsent" if match.unsent else "remote-waiting", player=player)


def age(match: Match, narrator: AnyNarrator, now: float) -> str:
    """Say how long ago the latest turn of a match by links was sent or received; for other matches, return the date."""
    if not match.remote or not match.remote.updated_at:
        return say_date(narrator.language, match.record.headers.get("Date", ""))
    return narrator.say("remote-since", when=_ago(narrator.language, match.remote.updated_at, now))


_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000
_MANY_DAYS = 14
"""The number of days from which a date is shown instead."""


def _ago(language: str, time: float, now: float) -> str:
    """Say how long ago a time in milliseconds since 1970 is, independently of time zones."""
    elapsed = max(0, int(now - time))
    if elapsed >= _MANY_DAYS * _DAY:
        return say_date(language, strftime("%Y-%m-%d", gmtime(time / 1000)))
    units = ((_DAY, "ago-days"), (_HOUR, "ago-hours"), (_MINUTE, "ago-minutes"))
    return next(
        (say(language, key, n=elapsed // unit) for unit, key in units if elapsed >= unit), say(language, "ago-now")
    )


def branch(match: Match, saved: Iterable[Match], narrator: AnyNarrator) -> str:
    """Describe the last turn, if several branches of a match by links are saved; else return an empty text."""
    key = link_match_key(match.key)
    branches = [other for other in saved if key and link_match_key(other.key) == key]
    if len(branches) < 2 or not match.record.turns:
        return ""
    return narrator.say("remote-branch", turn=describe_turn(narrator, match, len(match.record.turns)))
