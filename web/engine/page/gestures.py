"""How the game is played by hand: keys on the board, tiles that are dragged, the wheel."""

from typing import TYPE_CHECKING, Any

from engine.keys import Keyboard, Pressed
from engine.page.inputs import Inputs, has_own_keys, square_of
from engine.page.screen import asked

if TYPE_CHECKING:
    from engine.page.main import App


TILE = 'button[data-action="tile"]'
NOTCH = 60
"""How far a wheel or two fingers have to go for a quarter turn, in pixels; a wheel's notch goes further."""


class Gestures(Inputs):
    """What people do on the game's page."""

    def __init__(self, app: "App") -> None:
        """Listen to the page of a game."""
        super().__init__(app.window, app.screen, app.act, app.read_file)
        self.app = app
        self._keyboard = Keyboard()
        self._dragging = False
        self._dragged = ""
        self._wheeled = 0.0
        for event, handler in (("down", self.took), ("up", self.dropped), ("cancel", self.let_go)):
            self.document.addEventListener(f"pointer{event}", self.proxy(handler))
        self.document.getElementById("squares").addEventListener("wheel", self.proxy(self.wheeled), passive=False)

    def clicked(self, event: Any) -> None:
        """Take the game over from another tab with the first click."""
        self.app.following = False
        super().clicked(event)

    def pressed(self, event: Any) -> None:
        """Obey the keys, unless they belong to the element that has the focus."""
        if event.ctrlKey or event.metaKey or event.altKey or self.app.model.dialog:
            return
        self.app.following = False
        cell = str(event.target.getAttribute("data-cell") or "")
        if not cell and (has_own_keys(event) or not self.app.model.settings.shortcuts):
            return
        done = self._keyboard.press(str(event.key), self.app.model, cell)
        if done.square:
            self.screen.walk(done.square)
        if done.action:
            self.act(done.action, done.value)
        if done != Pressed():
            event.preventDefault()

    def pointed(self, event: Any) -> None:
        """Let the ghost follow the pointer, and a finger that drags a tile; the tile is picked when it is left."""
        if event.pointerType == "touch" and not self._dragging:
            return
        if self._dragging and not event.target.closest(TILE):
            self.act("drag", self._dragged)
        self.point(square_of(event.target))

    def point(self, square: str) -> None:
        """Point at a square, if that is something new."""
        if square != (self.app.model.hover or ""):
            super().point(square)

    def took(self, event: Any) -> None:
        """Begin to drag a tile."""
        tile = event.target.closest(TILE)
        if tile and not tile.disabled:
            self._dragging = True
            self._dragged = asked(tile)[1]
            if event.target.hasPointerCapture(event.pointerId):
                event.target.releasePointerCapture(event.pointerId)

    def dropped(self, event: Any) -> None:
        """Lay the tile down where it was dragged to."""
        if not self._dragging:
            return
        self._dragging = False
        under = self.document.elementFromPoint(event.clientX, event.clientY)
        square = square_of(under) if under else ""
        if square:
            self.act("drag", self._dragged)
            self.act("square", square)

    def let_go(self, _: Any) -> None:
        """Forget a drag that the browser has broken off."""
        self._dragging = False

    def wheeled(self, event: Any) -> None:
        """Turn the tile with the wheel; with Ctrl it makes the page larger or smaller."""
        if event.ctrlKey or not event.deltaY or not self.app.model.turnable:
            return
        event.preventDefault()
        # A wheel may count in lines or pages: then every notch is a turn.
        self._wheeled += event.deltaY if event.deltaMode == 0 else NOTCH * (1 if event.deltaY > 0 else -1)
        if abs(self._wheeled) >= NOTCH:
            self.act("turn", "" if self._wheeled > 0 else "back")
            self._wheeled = 0
