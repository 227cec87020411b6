"""The page's address: where it leads, and how it follows what is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from engine import games as rooms
from engine.app import follow_window
from engine.correspondence import codec as turn_links
from engine.correspondence import page as corresponding
from engine.lessons.guided import begin, guide_of
from engine.page import storage as saves
from engine.protocol import Navigated, SetAddress
from engine.session import links
from engine.session import statistics as results
from engine.session.session import Model
from engine.session.update import DIALOGS, dismiss_welcome, open_dialog, take_over, update

if TYPE_CHECKING:
    from engine.apps.game_page import GameApp

A = TypeVar("A", bound="GameApp")


def arrive(app: A) -> A:
    """Do what the address asks for that the page was opened with."""
    if led := _lead_to_game(app):
        return led
    if app.fragment[1:] in DIALOGS:
        # The window goes on top of an address without it, so that closing it never leaves the page.
        opened = app.do(SetAddress(app.model.address)).become(open_dialog(app.model, app.fragment[1:]))
        return replace(opened, fragment="")
    return app


def follow(app: A, message: Navigated) -> A:
    """Follow the address: to the other game, to a window that it names, or to a game that it holds."""
    closing = app.closing
    app = replace(app, search=message.search, fragment=message.fragment, closing=False)
    room, model = rooms.asked_for(app.search), app.model
    if room != model.game.room and closing:
        # The way back from a window from which somebody went to the other game.
        app = go(app, model.address + app.fragment)
    elif room != model.game.room:
        app = app.enter(room)
    if led := _lead_to_game(app):
        return led
    wanted = app.fragment[1:] if app.fragment[1:] in DIALOGS else ""
    return app if wanted == app.model.dialog else app.become(open_dialog(app.model, wanted))


def _lead_to_game(app: A) -> A | None:
    """Go to a game that the address holds or names, if it does."""
    if links.holds(app.fragment) or turn_links.holds(app.fragment):
        return _open_linked(app)
    if app.fragment == links.GUIDE:
        return _begin_guide(app)
    return begin_daily(go(app, app.model.address)) if app.fragment == links.DEAL else None


def _open_linked(app: A) -> A:
    """Take over a game that the address holds and say what it is; the address itself is clean afterwards.

    An open window is closed: the address no longer names it, and it would hide what is wrong with the link.
    """
    if app.model.dialog:
        app = app.become(open_dialog(app.model, ""))
    opened = go(app, app.model.address).import_text(app.fragment)
    kind = app.fragment[1:].partition("=")[0]
    if opened.model.game is app.model.game or kind not in (links.GAME, links.POSITION):
        return opened
    # A position that somebody shows lies open on the table.
    model = update(opened.model, "uncover") if kind == links.POSITION else opened.model
    return opened.become(replace(model, welcome=kind))


def _begin_guide(app: A) -> A:
    """Begin the guided game of this room, or go on with it; the address itself is clean afterwards."""
    game = app.model.game
    unfinished = guide_of(game) and game.winners is None
    model = take_over(dismiss_welcome(app.model), game if unfinished else begin(game.room))
    return go(app, app.model.address).become(model)


def begin_daily(app: A) -> A:
    """Deal the game of the day, or go on with it."""
    game, date = app.model.game, saves.date_of(app.time)
    unfinished = game.day == date and game.winners is None
    model = take_over(dismiss_welcome(app.model), game if unfinished else results.daily(game.room, date))
    return app.become(model)


def go(app: A, address: str, push: bool = False) -> A:
    """Change the address, and know what it is from now on."""
    path, hash_sign, fragment = address.partition("#")
    search = path[path.index("?") :] if "?" in path else "" if path else app.search
    return replace(app, search=search, fragment=hash_sign + fragment).do(SetAddress(address, push))


def keep_up(app: A, before: Model) -> A:
    """Let the address name the game and the window, so that the browser's way back leads out of both."""
    model = app.model
    if model.game.room != rooms.asked_for(app.search):
        # From a window, its own entry leads on; from the page itself, the way back leads to the other game again.
        app = go(app, model.address + app.fragment, push=not before.dialog)
    step = follow_window(app.fragment, corresponding.window(before), corresponding.window(model))
    if isinstance(step, SetAddress):
        return go(app, *step)
    return app if step is None else replace(app, closing=True).do(step)
