"""The page's address: opening it, opening links of correspondence matches, and keeping it in sync with the page."""

from dataclasses import replace
from typing import TypeVar

from engine import correspondence
from engine.actions import FieldChange
from engine.apps import sync_dialog
from engine.apps.page_app import DIALOGS, SEND, PageApp, dismiss_welcome, open_dialog, replay_from, take_over, update
from engine.apps.page_app import import_text as import_into_page
from engine.games.form import clean_name
from engine.html import Note
from engine.lessons.attempt import guided_lesson
from engine.lessons.attempt import start_guide as new_guided_game
from engine.protocol import (
    GAME_PREFIX,
    Copied,
    Copy,
    DrawQr,
    Navigated,
    SendLink,
    SetAddress,
    Share,
    StoreFound,
    StoreQuery,
)
from engine.session import links, storage
from engine.session.link_play import link_match_key
from engine.session.match import Match
from engine.session.page import Page
from engine.session.statistics import deal_of_the_day, read_date
from engine.ui.correspondence import link
from engine.words import say
from qin_core.common.errors import ParseError
from qin_core.common.puzzles import FIRST_DAY

A = TypeVar("A", bound=PageApp)
MAX_BRANCHES = 20
"""How many branches of one match are searched."""
ARRIVED = "arrived"
"""The dialog that asks which player joins; only a link opens it."""


def dialog_fragment(page: Page) -> str:
    """Return the fragment for the open dialog; for an arrived match, this is its link."""
    if page.dialog != ARRIVED or page.arrived is None:
        return page.dialog
    return correspondence.write_link(page.arrived).removeprefix("#")


def open_link(app: A, text: str) -> A:
    """Read a link, and search the store for its match."""
    try:
        return look_up(app, correspondence.read_link(text, app.page.games))
    except ParseError as error:
        return _refuse(app, error)


def look_up(app: A, match: Match) -> A:
    """Search the store for an arrived match; `found` handles the answer."""
    return replace(app, arriving=match).with_effects(StoreQuery(GAME_PREFIX + link_match_key(match.key), MAX_BRANCHES))


def _refuse(app: A, error: ParseError) -> A:
    note = Note("import-failed", problems=error.problems)
    return replace(app, arriving=None).with_page(replace(app.page, note=note))


def found(app: A, message: StoreFound) -> A | None:
    """Show an arrived match after the search for it; None if the search was for something else.

    A new match of a series needs a second search, for the previous match.
    """
    linked, prefix = app.arriving, message.prefix
    if linked is None or linked.remote is None:
        return None
    matches, origin = _known_matches(app, message), linked.remote.origin
    if prefix == GAME_PREFIX + link_match_key(linked.key):
        reconciled = correspondence.reconcile(linked, matches, app.time)
        if reconciled or not origin or linked.remote.local_players:
            return _show(app, reconciled or correspondence.Reconciled(linked))
        return app.with_effects(StoreQuery(GAME_PREFIX + origin.key, MAX_BRANCHES))
    if origin is None or prefix != GAME_PREFIX + origin.key:
        return None
    if not matches:
        return _show(app, correspondence.Reconciled(linked))
    try:
        joined = correspondence.join_next_match(linked, matches[0], app.random_number(), app.time)
        return _show(app, correspondence.Reconciled(joined, new_from=0))
    except ParseError as error:
        return _refuse(app, error)


def _known_matches(app: A, message: StoreFound) -> list[Match]:
    """List the matches by links that the store has found, including the one on the page."""
    keys = sorted({key.removeprefix(GAME_PREFIX) for key in message.texts} | {app.match.key})
    matches = (
        app.match if key == app.match.key else storage.load(message.texts, key, app.page.games).match
        for key in keys
        if GAME_PREFIX + link_match_key(key) == message.prefix
    )
    return [match for match in matches if match and match.remote]


def _show(app: A, reconciled: correspondence.Reconciled) -> A:
    """Show a match and its new turns; without a seat here, ask which player joins."""
    app, match = replace(app, arriving=None).take_over_from_other_tab(), reconciled.match
    unjoined = match.remote is not None and not match.remote.local_players
    if unjoined and any(seat.remote for seat in match.seats) and not reconciled.note:
        newcomer = storage.current_key(match.ui) not in app.texts
        return app.with_page(replace(app.page, arrived=match, dialog=ARRIVED, note=None, newcomer=newcomer))
    page = take_over(app.page, match)
    if reconciled.new_from is not None:
        page = _replay_arrived(page, reconciled.new_from)
    note = Note(reconciled.note, n=reconciled.turn) if reconciled.note else None
    return app.with_page(replace(page, note=note))


def join(app: A, value: str) -> A:
    """Join the arrived match as one of its players."""
    match = app.page.arrived
    if match is None or value not in [str(player) for player, seat in enumerate(match.seats, start=1) if seat.remote]:
        return app
    joined = correspondence.join_as(match, int(value), app.random_number(), app.time)
    if app.page.joining_name:
        joined = _with_name(joined, int(value), app.page.joining_name)
    return app.with_page(_replay_arrived(take_over(replace(app.page, arrived=None), joined), 0))


def _replay_arrived(page: Page, start: int) -> Page:
    """Replay the new turns, and the end of the match."""
    page = replay_from(page, start)
    return page.with_session(replace(page.session, unseen_end=page.match.winners is not None))


def write_message(app: A, change: FieldChange) -> A:
    """Write the message that is sent with the next link."""
    match = app.match
    if not match.remote:
        return app
    return app.with_match(replace(match, remote=match.remote.with_message(change.value)))


def write_name(app: A, change: FieldChange) -> A:
    """Name the player at this screen, in the match on the page or in the one that has arrived."""
    page, match, name = app.page, app.match, clean_name(change.value)
    if page.arrived:
        return app.with_page(replace(page, joining_name=name))
    if not match.remote or not match.people:
        return app
    return app.with_match(_with_name(match, match.people[0], name))


def _with_name(match: Match, player: int, name: str) -> Match:
    seats = (replace(seat, name=name) if number == player else seat for number, seat in enumerate(match.seats, start=1))
    return replace(match, seats=tuple(seats))


def on_copied(app: A, message: Copied) -> A:
    """Show a note that a text was copied; if the link to send couldn't be copied, show it."""
    if message.shared:
        return app if app.copying else app.with_note("remote-shared")
    if app.copying and message.ok:
        return app.with_page(replace(app.page, note=Note("copied", copied_text=app.copying)))
    if not app.match.remote or app.page.dialog not in ("", SEND):
        return app.with_note("copied" if message.ok else "not-copied")
    if message.ok:
        return app.with_note("remote-copied" if app.page.site else "remote-copied-text")
    return app.with_page(open_dialog(app.page, SEND)).with_note("not-copied")


def send(app: A, method: str) -> A:
    """Send the link by a method: `qr`, `share`, `now` or `copy`; from now on, the turn is final."""
    if not app.match.remote:
        return app
    if app.match.unsent:
        match = app.match.commit()
        app = app.with_match(replace(match, remote=match.remote and replace(match.remote, updated_at=int(app.time))))
    page, remote = app.page, app.match.remote
    text = link(page)
    if method == "qr":
        return app.with_effects(DrawQr(text))
    message = f"{remote.own_message if remote else ''} {_request(page)}".strip()
    # On the single-file page, the link is a text without an address.
    text_and_address = (message, text) if page.site else (f"{message} {text}", "")
    if method == "share":
        return app.with_effects(Share(*text_and_address))
    if method == "now":
        return app.with_effects(SendLink(*text_and_address, text))
    return app.with_effects(Copy(text))


def _request(page: Page) -> str:
    """Return the sentence that invites to open the link."""
    key = "remote-message"
    if page.match.winners is not None:
        key = "remote-message-end"
    elif correspondence.is_invitation(page.match):
        key = "remote-message-invite"
    return say(page.language, key, game=page.ui.title)


# Addresses


def open_address(app: A) -> A:
    """Open what the page's first address leads to."""
    if opened := _open_match_of_address(app):
        return opened
    if app.fragment[1:] in DIALOGS:
        # Add a history entry without the dialog below it, so that closing the dialog never leaves the page.
        opened = app.with_effects(SetAddress(app.page.address)).with_page(open_dialog(app.page, app.fragment[1:]))
        return replace(opened, fragment="")
    return app


def follow(app: A, message: Navigated) -> A:
    """Follow the address: to another game, to a dialog, or to a match."""
    closing = app.closing
    app = replace(app, search=message.search, fragment=message.fragment, closing=False)
    ui, page = app.page.games.for_query(app.search), app.page
    if ui is not page.ui and closing:
        # The history led back from a dialog that had opened another game.
        app = set_address(app, page.address + app.fragment)
    elif ui is not page.ui:
        app = app.enter(ui.name)
    if opened := _open_match_of_address(app):
        return opened
    dialog = app.fragment[1:] if app.fragment[1:] in DIALOGS else ""
    return app if dialog == app.page.dialog else app.with_page(open_dialog(app.page, dialog))


def import_text(app: A, text: str) -> A:
    """Show a pasted, loaded or linked text; a map opens the form of the game that has maps."""
    if correspondence.holds_link(text):
        return open_link(app, text)
    game_with_maps = next((ui for ui in app.page.games if ui.has_maps), None) if links.is_map_link(text) else None
    app = app.enter(game_with_maps.name) if game_with_maps else app
    return app.with_page(import_into_page(app.page, text))


def _open_match_of_address(app: A) -> A | None:
    """Show the match that the address contains or names; None if there is none."""
    if links.is_link(app.fragment) or correspondence.holds_link(app.fragment):
        return _open_linked(app)
    if app.fragment == links.GUIDE:
        return start_guide(app)
    return start_daily(set_address(app, app.page.address), "") if app.fragment == links.DEAL else None


def _open_linked(app: A) -> A:
    """Show the match in the address, and clear the address.

    Close an open dialog: it would hide the link's problems.
    """
    if app.page.dialog:
        app = app.with_page(open_dialog(app.page, ""))
    opened = import_text(set_address(app, app.page.address), app.fragment)
    kind = app.fragment[1:].partition("=")[0]
    if opened.match is app.match or kind not in (links.GAME, links.POSITION):
        return opened
    # In a linked position, no tiles have to be hidden.
    reveal = kind == links.POSITION and "reveal-hand" in opened.page.ui.actions
    page = update(opened.page, "reveal-hand") if reveal else opened.page
    return opened.with_page(replace(page, welcome=kind, from_editor=app.fragment.endswith(links.FROM_EDITOR)))


def start_guide(app: A) -> A:
    """Start the guided game, or continue it; clear the address."""
    match = app.match
    unfinished = guided_lesson(match) and match.winners is None
    page = take_over(dismiss_welcome(app.page), match if unfinished else new_guided_game(match.ui))
    return set_address(app, app.page.address).with_page(page)


def start_daily(app: A, date: str) -> A:
    """Start or continue the deal of the day, or that of an earlier day."""
    match, today = app.match, storage.date_of(app.time)
    date = date if FIRST_DAY.isoformat() <= date <= today and read_date(date).isoformat() == date else today
    unfinished = match.day == date and match.winners is None
    return app.with_page(take_over(dismiss_welcome(app.page), match if unfinished else deal_of_the_day(match.ui, date)))


def set_address(app: A, address: str, push: bool = False) -> A:
    """Change the address."""
    path, hash_sign, fragment = address.partition("#")
    search = path[path.index("?") :] if "?" in path else "" if path else app.search
    return replace(app, search=search, fragment=hash_sign + fragment).with_effects(SetAddress(address, push))


def sync_address(app: A, before: Page) -> A:
    """Write the game and the dialog to the address, so that going back leaves either."""
    page = app.page
    if page.ui is not app.page.games.for_query(app.search):
        # A dialog's history entry is replaced; without a dialog, a new entry leads back to the other game.
        app = set_address(app, page.address + app.fragment, push=not before.dialog)
    effect = sync_dialog(app.fragment, dialog_fragment(before), dialog_fragment(page))
    if isinstance(effect, SetAddress):
        return set_address(app, *effect)
    return app if effect is None else replace(app, closing=True).with_effects(effect)
