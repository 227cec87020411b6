"""Correspondence on the page: opening a link, joining its match, sending a turn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from engine.apps.page_actions import replay_from, take_over
from engine.apps.page_app import PageApp
from engine.correspondence import codec
from engine.correspondence import game as correspondence
from engine.html import Note
from engine.protocol import GAME_PREFIX, Copy, DrawQr, Share, StoreFound, StoreQuery
from engine.session import storage
from engine.session.link_play import shared_key
from engine.session.match import Match
from engine.session.page import Page
from engine.ui.correspondence import link
from engine.words import say
from qin_core.common.errors import ParseError

A = TypeVar("A", bound=PageApp)
MAX_BRANCHES = 20
"""How many branches of one match are searched."""
ARRIVED = "arrived"
"""The dialog that asks which player joins; only a link opens it."""


def dialog_fragment(page: Page) -> str:
    """Name the open dialog for the address; the one of an arrived match is named by its link."""
    if page.dialog != ARRIVED or page.arrived is None:
        return page.dialog
    return codec.write(page.arrived).removeprefix("#")


def open_link(app: A, text: str) -> A:
    """Read a link, and search the store for its match."""
    try:
        return look_up(app, codec.find(text, app.page.games))
    except ParseError as error:
        return _refuse(app, error)


def look_up(app: A, match: Match) -> A:
    """Search the store for an arrived match; `found` handles the answer."""
    return replace(app, arriving=match).with_effects(StoreQuery(GAME_PREFIX + shared_key(match.key), MAX_BRANCHES))


def _refuse(app: A, error: ParseError) -> A:
    note = Note("import-failed", problems=error.problems)
    return replace(app, arriving=None).with_page(replace(app.page, note=note))


def found(app: A, message: StoreFound) -> A | None:
    """Show an arrived match after the search; None if the search was for something else."""
    linked, prefix = app.arriving, message.prefix
    if linked is None or linked.remote is None:
        return None
    texts = message.texts
    keys = sorted({key.removeprefix(GAME_PREFIX) for key in texts} | {app.match.key})
    known = [_known(app, texts, key) for key in keys if GAME_PREFIX + shared_key(key) == prefix]
    matches = [match for match in known if match and match.remote]
    origin = linked.remote.origin
    if prefix == GAME_PREFIX + shared_key(linked.key):
        reconciled = correspondence.reconcile(linked, matches, app.time)
        if reconciled or not origin or linked.remote.here:
            return _show(app, reconciled or correspondence.Reconciled(linked))
        return app.with_effects(StoreQuery(GAME_PREFIX + origin.key, MAX_BRANCHES))
    if origin is None or prefix != GAME_PREFIX + origin.key:
        return None
    if not matches:
        return _show(app, correspondence.Reconciled(linked))
    try:
        following = correspondence.follow(linked, matches[0], app.draw_number(), app.time)
        return _show(app, correspondence.Reconciled(following, new_from=0))
    except ParseError as error:
        return _refuse(app, error)


def _known(app: A, texts: Mapping[str, str], key: str) -> Match | None:
    return app.match if key == app.match.key else storage.load(texts, key, app.page.games).match


def _show(app: A, reconciled: correspondence.Reconciled) -> A:
    """Show a match and its new turns; without a seat here, ask which player joins."""
    app, match = replace(app, arriving=None).take_over_from_other_tab(), reconciled.match
    if match.remote and not match.remote.here and any(seat.remote for seat in match.seats) and not reconciled.note:
        return app.with_page(replace(app.page, arrived=match, dialog=ARRIVED, note=None))
    page = take_over(app.page, match)
    if reconciled.new_from is not None:
        page = replay_from(page, reconciled.new_from)
    note = Note(reconciled.note, n=reconciled.turn) if reconciled.note else None
    return app.with_page(replace(page, note=note))


def join(app: A, value: str) -> A:
    """Join the arrived match as one of its players."""
    match = app.page.arrived
    if match is None or value not in [str(player) for player, seat in enumerate(match.seats, start=1) if seat.remote]:
        return app
    joined = correspondence.join_as(match, int(value), app.draw_number(), app.time)
    return app.with_page(replay_from(take_over(replace(app.page, arrived=None), joined), 0))


def send(app: A, way: str) -> A:
    """Send the link; from now on the turn is final."""
    page, match = app.page, app.match
    if not match.remote:
        return app
    if match.unsent:
        match = match.commit()
        match = replace(match, remote=match.remote and replace(match.remote, since=int(app.time)))
        page = replace(page, session=replace(page.session, match=match))
    text = link(page)
    if way == "qr":
        return app.with_page(page).with_effects(DrawQr(text))
    if way == "share":
        said = say(page.language, "far-message", game=page.ui.title)
        return app.with_page(page).with_effects(Share(said, text) if page.site else Share(f"{said} {text}", ""))
    return app.with_page(page).with_effects(Copy(text))
