"""The game's page: what is done becomes a new model, is kept and drawn, and the computer is asked for its moves."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from engine import links, rooms, view
from engine.game import Game
from engine.model import Model, Note
from engine.page import browser, preferences, saves, services
from engine.page.gestures import Gestures
from engine.page.screen import Pace, Screen
from engine.thinking import Report, Thinking
from engine.update import DIALOGS, new_game, show_saved, take_over, update
from engine.words import choose_language

PAUSE, LONG_PAUSE = 250, 500
"""How long a computer's turn takes at least, in milliseconds: people want to see whose move it was.

The long one is for a computer that moves after another one.
"""
REPLAY = 900
MOVING = 2.0
"""How long what just changed may move, in seconds."""
REST = 3000
"""How long the page is left alone before the worker of a computer starts that plays along, in milliseconds."""


class App:
    """One game on one page."""

    def __init__(self, window: Any, model: Model) -> None:
        """Take over the page that the build has drawn."""
        from pyodide.ffi import create_proxy

        self.proxy = create_proxy
        self.window = window
        self.document = window.document
        self.storage = browser.Storage(window)
        self.sound = browser.Sound(window)
        self.screen = Screen(self.document, patched=("status", "hand", "tools", "replay"))
        self.model = model
        self.root: dict[str, str] = {}
        self.drawn_at = ("", -1)
        self.moving_until = 0.0
        self.following = False
        self.closing = False
        """Whether a window was closed, and the address has yet to follow."""
        self.thinking = Thinking(window)
        self.prepared = False
        self.thinking_about: Game | None = None
        self.best = ""
        self.hurried = False
        self.since = 0.0
        parts = (partial(self.show, *names) for names in view.LATER)
        self.pace = Pace(window, self.draw, (self.show_window, *parts))
        self._tick = create_proxy(lambda: self.act("tick"))
        self.ticking: Any = None
        self.warned_of = ""
        self.forgotten: list[Game] = []
        self.gestures = Gestures(self)
        window.addEventListener("popstate", create_proxy(self.went_back))
        window.addEventListener("hashchange", create_proxy(self.went_back))
        window.addEventListener("storage", create_proxy(self.changed_elsewhere))

    def begin(self) -> None:
        """Come back to the game that was being played, or to the one that the address holds."""
        restored = saves.restore(self.storage, self.model.game.room)
        if restored.game:
            self.model = take_over(self.model, restored.game)
        if restored.damaged:
            self.model = replace(self.model, note=Note("damaged-found", link="show-games"))
        fragment = str(self.window.location.hash)
        if not self.open_address() and fragment.removeprefix("#") in DIALOGS:
            # The window goes on top of an address without it, so that closing it never leaves the page.
            self.window.history.replaceState(None, "", self.model.address)
            self.become(update(self.model, "open", fragment.removeprefix("#")))
        self.pace.redraw()
        self.go_on()

    def act(self, action: str, value: str = "") -> None:
        """Do an action, keep what has to be kept, and redraw."""
        if action in services.EFFECTS:
            services.EFFECTS[action](self, value)
        elif action == "point":
            self.model = update(self.model, action, value)
            self.pace.redraw_soon()
        else:
            self.become(update(self.model, action, value))

    def become(self, model: Model) -> None:
        """Show another model and do what follows from the change."""
        before, self.model = self.model, model
        if model.game is not before.game:
            self.keep_game(before)
        if model.game.room != self.room_of_address():
            # From a window, its own entry leads on; from the page itself, the way back leads to the other game again.
            keep = self.window.history.replaceState if before.dialog else self.window.history.pushState
            keep(None, "", model.address + str(self.window.location.hash))
        if model.settings != before.settings or model.language != before.language:
            preferences.write(self.storage, preferences.Preferences(model.language, model.settings))
        if model.dialog != before.dialog:
            self.turn_page(before.dialog)
        if model.at != before.at:
            self.screen.reveal()
        if (model.playing, model.shown) != (before.playing, before.shown):
            self.window.clearTimeout(self.ticking)
            self.ticking = self.window.setTimeout(self._tick, REPLAY) if model.playing else None
        self.pace.redraw()
        self.go_on()

    def keep_game(self, before: Model) -> None:
        """Save the game after every change; give a new one its key."""
        game = self.model.game
        if not game.key:
            game = replace(game, key=f"{int(time.time() * 1000):013d}-{random.randrange(10**6):06d}")
            self.model = replace(self.model, game=game)
        turns = len(game.record.turns)
        if turns != len(before.game.record.turns) and self.model.settings.sound:
            self.sound.knock(330 if turns % 2 else 440)
        if not saves.save(self.storage, game) and self.warned_of != game.key:
            self.warned_of = game.key
            self.model = replace(self.model, note=Note("not-kept", link="save-record"))

    # The computer

    def prepare(self) -> None:
        """Start the computer's worker, once."""
        if not self.prepared:
            self.prepared = True
            self.thinking.prepare()

    def foresee(self) -> None:
        """Start the worker before it is asked for, where a computer plays along."""
        if not all(seat.person for seat in self.model.game.seats):
            self.prepare()

    def think(self, job: str, arguments: list[object], report: Report) -> None:
        """Let the computer work on something; `report` gets every result, and whether it is the last one."""
        self.prepare()
        self.thinking.start(job, arguments, report)

    def go_on(self) -> None:
        """Let the computer think when it is its turn, and forget thoughts about a game that went another way."""
        game = self.model.game
        wanted = self.model.winners is None and not game.seat.person and not self.following and self.model.live
        if self.thinking_about is not None and (not wanted or self.thinking_about is not game):
            self.thinking.stop()
            self.thinking_about = None
        if wanted and self.thinking_about is None:
            self.thinking_about = game
            self.best, self.hurried = "", False
            self.since = time.monotonic()
            seen = str(game.now.view(game.now.mover))
            self.think("think", [game.room, seen, game.seat.kind, random.getrandbits(32)], self.thought)

    def thought(self, result: Any, done: bool) -> None:
        """Take in a thought of the computer; with the last one it makes its move."""
        if result:
            self.best = result["ranked"][0][0]
        if self.hurried:
            self.play_now()
        elif not done:
            self.become(update(self.model, "think", f"{result['progress']:.2f}"))
        else:
            game = self.thinking_about
            follows = game is not None and len(game.positions) > 1 and not game.seat_of(game.positions[-2]).person
            rest = (LONG_PAUSE if follows else PAUSE) - 1000 * (time.monotonic() - self.since)
            self.later(lambda: self.play_now() if self.thinking_about is game else None, max(0, rest))

    def play_now(self) -> None:
        """Make the best move that was found so far, or the first one that is found."""
        self.hurried = True
        if self.thinking_about is self.model.game and self.best:
            self.thinking.stop()
            self.thinking_about = None
            self.become(update(self.model, "play", self.best))

    def later(self, work: Callable[[], None], milliseconds: float) -> None:
        """Do something after a while."""
        from pyodide.ffi import create_once_callable

        self.window.setTimeout(create_once_callable(work), milliseconds)

    # Drawing

    def draw(self) -> None:
        """Bring what people look at up to date; the rest follows at the screen's pace."""
        model = self.model
        key, number = self.drawn_at
        self.drawn_at = (model.game.key, model.shown)
        if self.drawn_at != (key, number):
            one_on = key in ("", model.game.key) and model.shown == number + 1
            self.moving_until = time.monotonic() + MOVING if one_on else 0.0
        self.show(*view.NOW, fresh=time.monotonic() < self.moving_until)
        root = {f"data-p{player}": str(colour) for player, colour in enumerate(model.game.colours, start=1)}
        root |= {"lang": model.language, "data-theme": model.settings.theme, "data-game": model.game.room}
        self.document.title = rooms.of(model).title
        for name, value in root.items():
            if self.root.get(name) != value:
                self.document.documentElement.setAttribute(name, value)
        self.root = root

    def show(self, *names: str, fresh: bool = False) -> None:
        """Bring some parts of the page up to date; `fresh` lets what just changed move."""
        self.screen.show(view.page(self.model, fresh, names), self.model.dialog)

    def show_window(self) -> Callable[[], None]:
        """Fill the window; it opens in a frame of its own, because the whole page is laid out anew for it."""
        self.show("dialog", "note")
        return self.screen.open

    # Windows and the address

    def turn_page(self, before: str) -> None:
        """Let the browser's way back close a window; read the saved games when theirs opens."""
        dialog = self.model.dialog
        if dialog == "games":
            self.show_games()
        if dialog and self.window.location.hash != f"#{dialog}":
            keep = self.window.history.replaceState if before else self.window.history.pushState
            keep(None, "", f"#{dialog}")
        elif not dialog and self.window.location.hash == f"#{before}":
            self.closing = True
            self.window.history.back()

    def show_games(self) -> None:
        """List the saved games."""
        found = tuple(saves.games(self.storage))
        self.model = show_saved(self.model, found, tuple(saves.damaged(self.storage)))

    def went_back(self, _: Any) -> None:
        """Follow the address: to the other game, to a window that it names, or to a game that it holds."""
        room, closing, self.closing = self.room_of_address(), self.closing, False
        if room != self.model.game.room and closing:
            # The way back from a window from which somebody went to the other game.
            self.window.history.replaceState(None, "", self.model.address + str(self.window.location.hash))
        elif room != self.model.game.room:
            self.act("room", room)
        wanted = str(self.window.location.hash).removeprefix("#")
        if not self.open_address() and (wanted if wanted in DIALOGS else "") != self.model.dialog:
            self.become(update(self.model, "open", wanted))

    def room_of_address(self) -> str:
        """Tell which game the address asks for."""
        return rooms.asked_for(str(self.window.location.search))

    def open_address(self) -> bool:
        """Take over a game that the address holds; the address itself is clean afterwards."""
        fragment = str(self.window.location.hash)
        if not links.holds(fragment):
            return False
        self.window.history.replaceState(None, "", self.model.address)
        self.act("import", fragment)
        return True

    def changed_elsewhere(self, event: Any) -> None:
        """Follow a game that goes on in another tab."""
        key = self.model.game.key
        if event.key == saves.GAMES + key and event.newValue:
            game = saves.load(self.storage, key).game
            if game and game.record != self.model.game.record:
                self.following = True
                self.model = replace(take_over(self.model, game), dialog=self.model.dialog)
                self.go_on()
                self.pace.redraw()

    def read_file(self, action: str, text: str) -> None:
        """Use a file that somebody chose: a map or a game."""
        if action == "map-file":
            self.act("form", f"own_map={text}")
        else:
            self.act("import", text)


def start() -> App:
    """Begin: the game of the last visit, or a new one in the language of the browser."""
    import js

    spoken = choose_language([str(tag) for tag in js.navigator.languages or []])
    language, settings = preferences.read(browser.Storage(js.window), spoken)
    address = str(js.location.href).partition("#")[0]
    date = str(js.Date.new().toISOString())[:10]
    model = new_game(language, random.getrandbits(48), date, rooms.asked_for(str(js.location.search)))
    app = App(js.window, replace(model, address=address, site=browser.site(js.window), settings=settings))
    app.begin()
    js.window.dispatchEvent(js.Event.new("qin:ready"))
    app.later(app.foresee, REST)
    return app
