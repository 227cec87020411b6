"""How the editor is used by hand: strokes over the board, keys on it."""

from typing import TYPE_CHECKING, Any

from engine.editor import keys
from engine.keys import Pressed
from engine.page.inputs import Inputs, has_own_keys, square_of

if TYPE_CHECKING:
    from engine.editor.main import App


class Gestures(Inputs):
    """What people do on the editor's page."""

    enters = "dab"

    def __init__(self, app: "App") -> None:
        """Listen to the page of the editor."""
        super().__init__(app.window, app.screen, app.act, app.read_file)
        self.app = app
        self.document.getElementById("squares").addEventListener("pointerdown", self.proxy(self.put_down))
        for event in ("pointerup", "pointercancel"):
            self.document.addEventListener(event, self.proxy(self.lifted))

    def clicked(self, event: Any) -> None:
        """Find out which button or which space of the dragon was clicked; squares are painted by strokes."""
        square = square_of(event.target)
        if not square:
            super().clicked(event)
        elif self.app.model.dialog:
            self.act("space", square)

    def put_down(self, event: Any) -> None:
        """Begin a stroke."""
        square = square_of(event.target)
        if not square or event.button != 0 or not event.isPrimary:
            return
        # A finger keeps to where it was put down, unless it is let go: the stroke has to see the squares it comes to.
        if event.target.hasPointerCapture(event.pointerId):
            event.target.releasePointerCapture(event.pointerId)
        self.screen.cell = square
        self.act("stroke", square)

    def pointed(self, event: Any) -> None:
        """Draw the stroke on, or point at a square."""
        square = square_of(event.target)
        if self.app.model.dialog:
            return
        if self.app.model.stroke is None:
            super().pointed(event)
        elif event.buttons == 0:
            self.act("lift", "")
        elif square and event.isPrimary:
            self.act("over", square)

    def point(self, square: str) -> None:
        """Point at a square, if that is something new."""
        if square != (self.app.model.hover or ""):
            super().point(square)

    def lifted(self, _: Any) -> None:
        """End a stroke."""
        if self.app.model.stroke is not None:
            self.act("lift", "")

    def pressed(self, event: Any) -> None:
        """Obey the keys, unless they belong to the element that has the focus."""
        key = str(event.key)
        if self.app.model.dialog or event.altKey:
            return
        cell = event.target.getAttribute("data-cell")
        if not cell and has_own_keys(event):
            return
        if event.ctrlKey or event.metaKey:
            done = keys.with_control(key, bool(event.shiftKey))
        elif cell:
            done = keys.on_board(key, bool(event.shiftKey), self.app.model, str(cell))
        else:
            done = keys.on_page(key, self.app.model)
        if done.square:
            self.screen.walk(done.square)
        if done.action:
            self.act(done.action, done.value)
        if done != Pressed():
            event.preventDefault()
