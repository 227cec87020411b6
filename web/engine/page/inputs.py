"""What people do to a page: clicks, choices, keys and pointing, handed on as actions."""

from collections.abc import Callable
from typing import Any

from engine.page.screen import Screen, asked

Act = Callable[[str, str], None]


class Inputs:
    """Listens to a whole page and finds out what was meant; a page with more to say extends it."""

    enters = "enter"
    """What the Enter key does on a square of the keyboard board."""

    def __init__(self, window: Any, screen: Screen, act: Act, read_file: Callable[[str, str], None]) -> None:
        """Listen; `read_file` gets the action of a file field and the text of the file that was chosen."""
        from pyodide.ffi import create_proxy

        self.proxy = create_proxy
        self.window = window
        self.document = window.document
        self.screen = screen
        self.act = act
        self._read_file = read_file
        handlers: dict[str, Callable[[Any], None]] = {
            "click": self.clicked,
            "change": self.changed,
            "input": self.typed_in,
            "keydown": self.pressed,
            "focusin": self.focused,
            "pointerover": self.pointed,
            "submit": lambda event: event.preventDefault(),
        }
        for event, handler in handlers.items():
            self.document.addEventListener(event, create_proxy(handler))
        self.document.getElementById("dialog").addEventListener("cancel", create_proxy(self.cancelled))

    def clicked(self, event: Any) -> None:
        """Find out what was clicked: a button or a square."""
        button = event.target.closest("button[data-action], .hit[data-action]")
        if button:
            self.act(*asked(button)[:2])
            return
        cell = event.target.closest("[data-cell]")
        if cell:
            # Screen readers press a square of the keyboard board in this way.
            self.act(self.enters, str(cell.getAttribute("data-cell")))
            return
        square = square_of(event.target)
        if square:
            self.screen.cell = square
            self.act("square", square)

    def changed(self, event: Any) -> None:
        """Take a choice from a list, a check box, a field or a file."""
        action, _, field = asked(event.target)
        if not action:
            return
        if event.target.type == "file":
            files = event.target.files
            if files.length:
                self._read(action, files.item(0))
            # The same file can be chosen once more, after it was mended.
            event.target.value = ""
            return
        value = str(event.target.checked).lower() if event.target.type == "checkbox" else str(event.target.value)
        self.act(action, f"{field}={value}" if field else value)

    def _read(self, action: str, file: Any) -> None:
        """Read a file that was chosen; one that can't be read is as good as an empty one."""
        from pyodide.ffi import create_once_callable

        file.text().then(
            create_once_callable(lambda text: self._read_file(action, str(text))),
            create_once_callable(lambda _: self._read_file(action, "")),
        )

    def typed_in(self, event: Any) -> None:
        """Follow the slider while it moves, and what is written while it is being written."""
        if event.target.type == "range":
            self.act(asked(event.target)[0], str(event.target.value))
        elif event.target.type in ("text", "textarea") and event.target.hasAttribute("data-field"):
            self.changed(event)

    def pressed(self, event: Any) -> None:
        """Obey the keys."""

    def focused(self, event: Any) -> None:
        """Let the pointing follow the keyboard, and end where it leaves the board."""
        cell = str(event.target.getAttribute("data-cell") or "")
        left = self.screen.frame(cell) and not cell
        if cell:
            self.screen.cell = cell
        if cell or left:
            self.point(cell)

    def pointed(self, event: Any) -> None:
        """Follow the pointer."""
        if event.pointerType != "touch":
            self.point(square_of(event.target))

    def point(self, square: str) -> None:
        """Point at a square, or at none."""
        self.act("point", square)

    def cancelled(self, event: Any) -> None:
        """Close a window by the Escape key."""
        event.preventDefault()
        self.act("open", "")


def square_of(element: Any) -> str:
    """Name the square that an element stands for."""
    hit = element.closest("[data-square], [data-space]")
    return str(hit.getAttribute("data-square") or hit.getAttribute("data-space")) if hit else ""


def has_own_keys(event: Any) -> bool:
    """Tell whether a key belongs to the element that has the focus: a field, or a button that it presses."""
    if event.target.closest("input, select, textarea"):
        return bool(event.key != "Escape")
    return event.key in ("Enter", " ") and bool(event.target.closest("button"))
