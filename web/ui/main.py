"""The thin layer to the browser: events in, strings out, one redraw a frame. Nothing else knows the DOM."""

from typing import Any

from ui import view
from ui.model import Model
from ui.update import new_game, update
from ui.words import choose_language

KEYS = {"r": ("turn", ""), "Enter": ("place", ""), "Escape": ("back", "")} | {
    str(number + 1): ("tile", str(number)) for number in range(3)
}


class App:
    """One game on one page."""

    def __init__(self, window: Any, model: Model) -> None:
        """Take over the page that the build has drawn."""
        from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

        self.window = window
        self.document = window.document
        self.model = model
        self.shown: dict[str, str] = {}
        self.waiting = False
        self._frame = create_proxy(self.draw)
        for event, handler in (("click", self.clicked), ("change", self.changed), ("keydown", self.pressed)):
            self.document.addEventListener(event, create_proxy(handler))
        self.draw()

    def act(self, action: str, value: str = "") -> None:
        """Do an action and redraw with the next frame."""
        self.model = update(self.model, action, value)
        if not self.waiting:
            self.waiting = True
            self.window.requestAnimationFrame(self._frame)

    def draw(self, _time: float = 0) -> None:
        """Bring every part of the page up to date that has changed."""
        self.waiting = False
        focused = self.document.activeElement
        keep = _asked(focused) if focused else ("", "")
        for name, text in view.page(self.model).items():
            if self.shown.get(name) != text:
                self.shown[name] = text
                self.document.getElementById(name).innerHTML = text
        self.document.documentElement.lang = self.model.language
        if keep[0] and not focused.isConnected:
            self._refocus(*keep)

    def _refocus(self, action: str, value: str) -> None:
        """Give the focus back to what a redraw has replaced."""
        which = f'[data-action="{action}"]' + (f'[data-value="{value}"]' if value else "")
        again = self.document.querySelector(which)
        if again:
            again.focus()

    def clicked(self, event: Any) -> None:
        """Find out what was clicked: a button or a square."""
        button = event.target.closest("button[data-action]")
        if button:
            self.act(*_asked(button))
            return
        square = event.target.closest("[data-square]")
        if square and self.model.tile is not None:
            self.act("square", square.getAttribute("data-square"))

    def changed(self, event: Any) -> None:
        """Take a choice from a list."""
        action, _ = _asked(event.target)
        if action:
            self.act(action, event.target.value)

    def pressed(self, event: Any) -> None:
        """Obey the keys, unless they belong to the element that has the focus."""
        if event.ctrlKey or event.metaKey or event.altKey:
            return
        if event.key == "Enter" and event.target.closest("button, select"):
            return
        if event.key in KEYS:
            self.act(*KEYS[event.key])


def _asked(element: Any) -> tuple[str, str]:
    """Read what an element stands for."""
    return element.getAttribute("data-action") or "", element.getAttribute("data-value") or ""


def start() -> App:
    """Begin: a new game in the language of the browser."""
    import js  # type: ignore[import-not-found]

    language = choose_language([str(tag) for tag in js.navigator.languages or []])
    app = App(js.window, new_game(language))
    js.window.dispatchEvent(js.Event.new("qin:ready"))
    return app
