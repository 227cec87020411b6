"""The thin layer to the browser: events in, strings out, one redraw a frame. Nothing else knows the DOM."""

import json
import random
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from ui import browser, keys, links, saves, services, view
from ui.game import Game
from ui.model import Model, Note, Settings
from ui.thinking import Thinking
from ui.update import DIALOGS, change_setting, new_game, show_saved, take_over, update
from ui.words import LANGUAGES, choose_language

PREFERENCES = "qin.preferences"
PAUSE = 250
"""How long a computer's turn takes at least, in milliseconds: people want to see whose move it was."""
REPLAY = 900
TYPING = 1.2
"""How long the letters of a square's name belong together, in seconds."""


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
        self.model = model
        self.shown: dict[str, str] = {}
        self.drawn_at: tuple[str, int] | None = None
        self.waiting = False
        self.cell = ""
        self.typed: tuple[str, float] = ("", 0.0)
        self.dragging = False
        self.dragged = ""
        self.following = False
        self.thinking = Thinking(window)
        self.thinking_about: Game | None = None
        self.best = ""
        self.hurried = False
        self.since = 0.0
        self._frame = create_proxy(self.draw)
        self._tick = create_proxy(lambda: self.act("tick"))
        self.ticking: Any = None
        self.warned = False
        handlers: dict[str, Callable[[Any], None]] = {
            "click": self.clicked,
            "change": self.changed,
            "input": self.typed_in,
            "keydown": self.pressed,
            "focusin": self.focused,
            "pointerover": self.pointed,
            "pointerdown": self.took,
            "pointerup": self.dropped,
            "pointercancel": self.let_go,
            "submit": lambda event: event.preventDefault(),
        }
        for event, handler in handlers.items():
            self.document.addEventListener(event, create_proxy(handler))
        self.document.getElementById("squares").addEventListener("wheel", create_proxy(self.wheeled), passive=False)
        self.document.getElementById("dialog").addEventListener("cancel", create_proxy(self.cancelled))
        window.addEventListener("popstate", create_proxy(self.went_back))
        window.addEventListener("hashchange", create_proxy(self.went_back))
        window.addEventListener("storage", create_proxy(self.changed_elsewhere))

    def begin(self) -> None:
        """Come back to the game that was being played, or to the one that the address holds."""
        restored = saves.restore(self.storage)
        if restored.game:
            self.model = take_over(self.model, restored.game)
        if restored.damaged:
            self.model = replace(self.model, note=Note("damaged-found", link="show-games"))
        fragment = str(self.window.location.hash)
        if not self.open_address() and fragment.removeprefix("#") in DIALOGS:
            # The window goes on top of an address without it, so that closing it never leaves the page.
            self.window.history.replaceState(None, "", self.model.address)
            self.become(update(self.model, "open", fragment.removeprefix("#")))
        self.draw()
        self.go_on()

    def act(self, action: str, value: str = "") -> None:
        """Do an action, keep what has to be kept, and redraw with the next frame."""
        if action in services.EFFECTS:
            services.EFFECTS[action](self, value)
            return
        self.become(update(self.model, action, value))

    def become(self, model: Model) -> None:
        """Show another model and do what follows from the change."""
        before, self.model = self.model, model
        if model.game is not before.game:
            self.keep_game(before)
        if model.settings != before.settings or model.language != before.language:
            kept = asdict(model.settings) | {"language": model.language}
            self.storage.put(PREFERENCES, json.dumps(kept))
        if model.dialog != before.dialog:
            self.turn_page(before.dialog)
        if (model.playing, model.shown) != (before.playing, before.shown):
            self.window.clearTimeout(self.ticking)
            self.ticking = self.window.setTimeout(self._tick, REPLAY) if model.playing else None
        if not self.waiting:
            self.waiting = True
            self.window.requestAnimationFrame(self._frame)
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
        if not saves.save(self.storage, game) and not self.warned:
            self.warned = True
            self.model = replace(self.model, note=Note("not-kept", link="save-record"))

    # The computer

    def go_on(self) -> None:
        """Let the computer think when it is its turn, and forget thoughts about a game that went another way."""
        game = self.model.game
        wanted = self.model.over is None and not game.seat.person and not self.following and self.model.live
        if self.thinking_about is not None and (not wanted or self.thinking_about is not game):
            self.thinking.stop()
            self.thinking_about = None
        if wanted and self.thinking_about is None:
            self.thinking_about = game
            self.best, self.hurried = "", False
            self.since = time.monotonic()
            seen = str(game.now.view(game.now.mover))
            self.thinking.start("think", [seen, game.seat.kind, random.getrandbits(32)], self.thought)

    def thought(self, result: Any, done: bool) -> None:
        """Take in a thought of the computer; with the last one it makes its move."""
        if result:
            self.best = result["ranked"][0][0]
        if self.hurried:
            self.play_now()
        elif not done:
            self.become(update(self.model, "think", f"{result['progress']:.2f}"))
        else:
            rest = PAUSE - 1000 * (time.monotonic() - self.since)
            game = self.thinking_about
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

    def draw(self, _time: float = 0) -> None:
        """Bring every part of the page up to date that has changed."""
        self.waiting = False
        model = self.model
        focused = self.document.activeElement
        keep = _asked(focused) if focused else ("", "", "")
        in_grid = bool(focused and focused.getAttribute("data-cell"))
        now = (model.game.key, model.shown)
        fresh = self.drawn_at is not None and self.drawn_at[0] == now[0] and self.drawn_at[1] == now[1] - 1
        for name, text in view.page(model, fresh).items():
            if self.shown.get(name) != text:
                self.shown[name] = text
                self._fill(name, text)
        self.drawn_at = now
        root = self.document.documentElement
        root.lang = model.language
        for player, colour in enumerate(model.game.colours, start=1):
            root.setAttribute(f"data-p{player}", str(colour))
        root.setAttribute("data-theme", model.settings.theme)
        self._show_dialog(bool(model.dialog))
        self._rove(in_grid)
        if keep[0] and not focused.isConnected:
            self._refocus(*keep)

    def _fill(self, name: str, text: str) -> None:
        element = self.document.getElementById(name)
        if name == "dialog" and element.getAttribute("data-window") == self.model.dialog:
            browser.patch(element, text)
            return
        element.innerHTML = text
        if name == "dialog":
            element.setAttribute("data-window", self.model.dialog)

    def _show_dialog(self, wanted: bool) -> None:
        dialog = self.document.getElementById("dialog")
        if wanted and not dialog.open:
            dialog.showModal()
        elif not wanted and dialog.open:
            dialog.close()

    def _rove(self, in_grid: bool) -> None:
        """Make one square of the grid the tab stop; give it the focus back that a redraw has taken."""
        grid = self.document.getElementById("grid")
        cell = grid.querySelector(f'[data-cell="{self.cell}"]') if self.cell else None
        if cell is None:
            cell = grid.querySelector("[data-cell]")
            self.cell = cell.getAttribute("data-cell")
        for other in grid.querySelectorAll('[tabindex="0"]'):
            other.tabIndex = -1
        cell.tabIndex = 0
        if in_grid and self.document.activeElement is not cell:
            cell.focus()

    def _refocus(self, action: str, value: str, field: str) -> None:
        """Give the focus back to what a redraw has replaced."""
        which = f'[data-action="{action}"]' + (f'[data-value="{value}"]' if value else "")
        which += f'[data-field="{field}"]' if field else ""
        again = self.document.querySelector(which)
        if again:
            again.focus()

    # What people do

    def clicked(self, event: Any) -> None:
        """Find out what was clicked: a button or a square."""
        self.following = False
        button = event.target.closest("button[data-action]")
        if button:
            self.act(*_asked(button)[:2])
            return
        square = _square(event.target)
        if square:
            self.cell = square
            self.act("square", square)

    def changed(self, event: Any) -> None:
        """Take a choice from a list, a check box, a field or a file."""
        action, _, field = _asked(event.target)
        if not action:
            return
        if event.target.type == "file":
            self.read_file(action, event.target.files)
            return
        value = str(event.target.checked).lower() if event.target.type == "checkbox" else str(event.target.value)
        self.act(action, f"{field}={value}" if field else value)

    def typed_in(self, event: Any) -> None:
        """Follow the slider while it moves, and what is written while it is being written."""
        if event.target.type == "range":
            self.act("look", str(event.target.value))
        elif event.target.type in ("text", "textarea") and event.target.hasAttribute("data-field"):
            self.changed(event)

    def pressed(self, event: Any) -> None:
        """Obey the keys, unless they belong to the element that has the focus."""
        if event.ctrlKey or event.metaKey or event.altKey or self.model.dialog:
            return
        self.following = False
        cell = event.target.getAttribute("data-cell")
        if cell:
            typed, when = self.typed
            fresh = typed if time.monotonic() - when < TYPING else ""
            done = keys.on_board(str(event.key), self.model, str(cell), fresh)
            self.typed = (done.typed, time.monotonic())
        elif event.target.closest("input, select, textarea") or (
            event.key in ("Enter", " ") and event.target.closest("button")
        ):
            return
        else:
            done = keys.on_page(str(event.key))
        if done.square:
            self._walk(done.square)
        if done.action:
            self.act(done.action, done.value)
        if done != keys.Pressed():
            event.preventDefault()

    def _walk(self, square: str) -> None:
        self.cell = square
        self.document.querySelector(f'[data-cell="{square}"]').focus()

    def focused(self, event: Any) -> None:
        """Let the ghost follow the keyboard."""
        cell = event.target.getAttribute("data-cell")
        if cell:
            self.cell = str(cell)
            if self.model.hover != self.cell:
                self.act("point", self.cell)

    def pointed(self, event: Any) -> None:
        """Let the ghost follow the pointer."""
        if event.pointerType == "touch" and not self.dragging:
            return
        square = _square(event.target)
        if square and self.dragging:
            self.act("drag", self.dragged)
        if square != (self.model.hover or "") and (square or self.model.hover):
            self.act("point", square)

    def took(self, event: Any) -> None:
        """Begin to drag a tile."""
        tile = event.target.closest('button[data-action="tile"]')
        if tile and not tile.disabled:
            self.dragging = True
            self.dragged = _asked(tile)[1]
            if event.target.hasPointerCapture(event.pointerId):
                event.target.releasePointerCapture(event.pointerId)

    def dropped(self, event: Any) -> None:
        """Lay the tile down where it was dragged to."""
        if not self.dragging:
            return
        self.dragging = False
        under = self.document.elementFromPoint(event.clientX, event.clientY)
        square = _square(under) if under else ""
        if square:
            self.act("drag", self.dragged)
            self.act("square", square)

    def let_go(self, _: Any) -> None:
        """Forget a drag that the browser has broken off."""
        self.dragging = False

    def wheeled(self, event: Any) -> None:
        """Turn the tile with the wheel."""
        if self.model.tile is not None and self.model.can_act:
            event.preventDefault()
            self.act("turn")

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
            self.window.history.back()

    def show_games(self) -> None:
        """List the saved games."""
        found = tuple(saves.games(self.storage))
        self.model = show_saved(self.model, found, tuple(saves.damaged(self.storage)))

    def cancelled(self, event: Any) -> None:
        """Close a window by the Escape key."""
        event.preventDefault()
        self.act("open", "")

    def went_back(self, _: Any) -> None:
        """Follow the address: a window that it names, or a game that it holds."""
        wanted = str(self.window.location.hash).removeprefix("#")
        if not self.open_address() and (wanted if wanted in DIALOGS else "") != self.model.dialog:
            self.become(update(self.model, "open", wanted))

    def open_address(self) -> bool:
        """Take over a game that the address holds; the address itself is clean afterwards."""
        fragment = str(self.window.location.hash)
        if not fragment.startswith((f"#{links.GAME}=", f"#{links.POSITION}=")):
            return False
        self.window.history.replaceState(None, "", self.model.address)
        self.become(update(self.model, "import", fragment))
        return True

    def changed_elsewhere(self, event: Any) -> None:
        """Follow a game that goes on in another tab."""
        key = self.model.game.key
        if event.key == saves.GAMES + key and event.newValue:
            game = saves.load(self.storage, key).game
            if game and game.record != self.model.game.record:
                self.following = True
                self.model = take_over(self.model, game)
                self.go_on()
                self.draw()

    # Files

    def read_file(self, action: str, files: Any) -> None:
        """Read a file that somebody chose: a map or a game."""
        if not files.length:
            return

        def use(text: Any) -> None:
            if action == "map-file":
                self.act("form", f"own_map={text}")
            else:
                self.act("import", str(text))

        files.item(0).text().then(self.proxy(use))


def _asked(element: Any) -> tuple[str, str, str]:
    """Read what an element stands for: action, value, field."""
    read = element.getAttribute
    return read("data-action") or "", read("data-value") or "", read("data-field") or ""


def _square(element: Any) -> str:
    """Name the square that an element stands for."""
    hit = element.closest("[data-square]")
    return str(hit.getAttribute("data-square")) if hit else ""


def _preferences(storage: browser.Storage, model: Model) -> Model:
    """Take over the language and the settings of the last visit, as far as they make sense."""
    try:
        kept = json.loads(storage.get(PREFERENCES) or "{}")
    except ValueError:
        return model
    if not isinstance(kept, dict):
        return model
    for name, value in kept.items():
        if name == "language" and value in LANGUAGES:
            model = replace(model, language=value)
        elif isinstance(value, bool | str) and isinstance(getattr(Settings(), str(name), None), type(value)):
            model = change_setting(model, f"{name}={str(value).lower() if isinstance(value, bool) else value}")
    return model


def start() -> App:
    """Begin: the game of the last visit, or a new one in the language of the browser."""
    import js

    language = choose_language([str(tag) for tag in js.navigator.languages or []])
    address = str(js.location.href).partition("#")[0]
    date = str(js.Date.new().toISOString())[:10]
    model = replace(new_game(language, random.getrandbits(48), date), address=address)
    app = App(js.window, _preferences(browser.Storage(js.window), model))
    app.begin()
    js.window.dispatchEvent(js.Event.new("qin:ready"))
    app.thinking.prepare()
    return app
