"""What the keys do: pure functions of the key, the model and the square that the keyboard is on."""

from typing import NamedTuple

from ui.model import Model, neighbour

ACTIONS = {
    "r": ("turn", ""),
    "Enter": ("place", ""),
    "Escape": ("back", ""),
    "z": ("undo", ""),
    "y": ("redo", ""),
    ",": ("step", "-1"),
    ".": ("step", "1"),
    "w": ("recap", ""),
    "1": ("tile", "0"),
    "2": ("tile", "1"),
    "3": ("tile", "2"),
}
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}


class Pressed(NamedTuple):
    """What a key does: an action, or a walk to another square, or the beginning of a square's name."""

    action: str = ""
    value: str = ""
    square: str = ""
    typed: str = ""


def on_page(key: str) -> Pressed:
    """Obey a key pressed anywhere on the page."""
    key = key.lower() if len(key) == 1 else key
    return Pressed(*ACTIONS[key]) if key in ACTIONS else Pressed()


def on_board(key: str, model: Model, square: str, typed: str) -> Pressed:
    """Obey a key pressed on a square of the board; `typed` is what was typed of a square's name so far."""
    board = model.position.board
    column, row = square[0], square[1:]
    if key in ARROWS:
        other = neighbour(square, ARROWS[key])
        return Pressed(square=other if other and board.square(other) is not None else square)
    if key in ("Home", "End"):
        return Pressed(square=("a" if key == "Home" else chr(ord("a") + board.width - 1)) + row)
    if key in ("PageUp", "PageDown"):
        return Pressed(square=column + str(board.height if key == "PageUp" else 1))
    if key in ("Enter", " "):
        return Pressed("enter", square)
    if typed and key.isascii() and key.isdigit():
        name = typed + key
        if not name[1:].startswith("0") and len(name) <= 3 and board.square(name) is not None:
            return Pressed(square=name, typed=name)
    if len(key) == 1 and "a" <= key < chr(ord("a") + board.width) and key not in ACTIONS:
        return Pressed(typed=key)
    return on_page(key)
