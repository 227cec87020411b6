"""Games by links on the page: opening a link, sitting down to its game, sending one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from engine import games as rooms
from engine.correspondence import codec as turn_links
from engine.correspondence import game as by_links
from engine.correspondence.view import link
from engine.page import storage as saves
from engine.protocol import Copy, DrawQr, Share, StoreFound, StoreQuery
from engine.session.link_play import shared_key
from engine.session.session import Model, Note
from engine.session.update import run, take_over
from engine.words import say
from qin_core.common.errors import ParseError

if TYPE_CHECKING:
    from engine.apps.game_page import GameApp
    from engine.session.match import Game

A = TypeVar("A", bound="GameApp")
MAX_BRANCHES = 20
"""How many ways that one game went are looked at."""
ARRIVED = "arrived"
"""The window that asks who sits down; only a link leads to it."""


def window(model: Model) -> str:
    """Name the window that is open for the address: one that asks who sits down, by the link that leads there again."""
    if model.dialog != ARRIVED or model.arrived is None:
        return model.dialog
    return turn_links.write(model.arrived).removeprefix("#")


def open_link(app: A, text: str) -> A:
    """Read a link, and look up what is known of its game."""
    try:
        return look_up(app, turn_links.find(text))
    except ParseError as error:
        return _refuse(app, error)


def look_up(app: A, game: Game) -> A:
    """Look up what is known of a game that has arrived; the answer comes to `found`."""
    return replace(app, arriving=game).do(StoreQuery(saves.GAMES + shared_key(game.key), MAX_BRANCHES))


def _refuse(app: A, error: ParseError) -> A:
    note = Note("import-failed", faults=error.problems)
    return replace(app, arriving=None).become(replace(app.model, note=note))


def found(app: A, message: StoreFound) -> A | None:
    """Go on with a game that has arrived, once what is known of it was found; None if something else was looked up."""
    linked, prefix = app.arriving, message.prefix
    if linked is None or linked.far is None:
        return None
    texts = message.texts
    keys = sorted({key.removeprefix(saves.GAMES) for key in texts} | {app.model.game.key})
    known = [_known(app, texts, key) for key in keys if saves.GAMES + shared_key(key) == prefix]
    games = [game for game in known if game and game.far]
    origin = linked.far.origin
    if prefix == saves.GAMES + shared_key(linked.key):
        met = by_links.meet(linked, games, app.time)
        if met or not origin or linked.far.here:
            return _show(app, met or by_links.Met(linked))
        return app.do(StoreQuery(saves.GAMES + origin.key, MAX_BRANCHES))
    if origin is None or prefix != saves.GAMES + origin.key:
        return None
    if not games:
        return _show(app, by_links.Met(linked))
    try:
        return _show(app, by_links.Met(by_links.follow(linked, games[0], app.draw_number(), app.time), new_from=0))
    except ParseError as error:
        return _refuse(app, error)


def _known(app: A, texts: Mapping[str, str], key: str) -> Game | None:
    return app.model.game if key == app.model.game.key else saves.load(texts, key).game


def _show(app: A, met: by_links.Met) -> A:
    """Show a game, and what happened since it was last seen here; to one without a seat somebody has to sit down."""
    app, game = replace(app, arriving=None).take_over_from_other_tab(), met.game
    if game.far and not game.far.here and any(seat.away for seat in game.seats) and not met.note:
        return app.become(replace(app.model, arrived=game, dialog=ARRIVED, note=None))
    model = take_over(app.model, game)
    if met.new_from is not None:
        model = run(model, met.new_from)
    return app.become(replace(model, note=Note(met.note, n=met.turn) if met.note else None))


def sit(app: A, value: str) -> A:
    """Sit down to the game that has arrived, as one of its players."""
    game = app.model.arrived
    if game is None or value not in [str(player) for player, seat in enumerate(game.seats, start=1) if seat.away]:
        return app
    seated = by_links.sit(game, int(value), app.draw_number(), app.time)
    return app.become(run(take_over(replace(app.model, arrived=None), seated), 0))


def send(app: A, way: str) -> A:
    """Give the link away; from now on the turn stands."""
    model = app.model
    if not model.game.far:
        return app
    if model.game.unsent:
        game = model.game.stand()
        game = replace(game, far=game.far and replace(game.far, since=int(app.time)))
        model = replace(model, game=game)
    text = link(model)
    if way == "qr":
        return app.become(model).do(DrawQr(text))
    if way == "share":
        said = say(model.language, "far-message", game=rooms.of(model).title)
        return app.become(model).do(Share(said, text) if model.site else Share(f"{said} {text}", ""))
    return app.become(model).do(Copy(text))
