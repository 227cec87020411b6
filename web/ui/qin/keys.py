"""What the keys of Qin do: pure functions of the key, the model and the square that the keyboard is on."""

from ui.keys import Pressed
from ui.qin.model import Model, neighbour

ACTIONS = {
    "r": ("turn", ""),
    "1": ("tile", "0"),
    "2": ("tile", "1"),
    "3": ("tile", "2"),
}
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}


def on_board(key: str, model: Model, square: str, typed: str) -> Pressed | None:
    """Obey a key pressed on a square; None if it means there what it means on the whole page."""
    board = model.position.board
    column, row = square[0], square[1:]
    if key in ARROWS:
        other = neighbour(square, ARROWS[key])
        return Pressed(square=other if other and board.square(other) is not None else square)
    if key in ("Home", "End"):
        return Pressed(square=("a" if key == "Home" else chr(ord("a") + board.width - 1)) + row)
    if key in ("PageUp", "PageDown"):
        return Pressed(square=column + str(board.height if key == "PageUp" else 1))
    if typed and key.isascii() and key.isdigit():
        name = typed + key
        if not name[1:].startswith("0") and len(name) <= 3 and board.square(name) is not None:
            return Pressed(square=name, typed=name)
    if len(key) == 1 and "a" <= key < chr(ord("a") + board.width) and key not in ACTIONS:
        return Pressed(typed=key)
    return None
