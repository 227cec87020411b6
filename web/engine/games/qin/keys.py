"""The keys of Qin: pure functions of the key, the model and the square that the keyboard is on."""

from engine.games.qin.placing import neighbour
from engine.games.qin.session import Model
from engine.session.keys import Pressed
from qin_core.qin import Board
from qin_core.qin.board import COLUMNS

ACTIONS = {"r": "turn"} | {number: f"choose {number}" for number in "1234"}
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}


def walk(key: str, board: Board, square: str) -> str | None:
    """Find the square that a key leads to: one step, or an end of the row or column; None if it leads nowhere."""
    column, row = square[0], square[1:]
    if key in ARROWS:
        other = neighbour(square, ARROWS[key])
        return other if other and board.square(other) is not None else square
    if key in ("Home", "End"):
        return COLUMNS[0 if key == "Home" else board.width - 1] + row
    if key in ("PageUp", "PageDown"):
        return column + str(board.height if key == "PageUp" else 1)
    return None


def on_board(key: str, model: Model, square: str, typed: str) -> Pressed | None:
    """Obey a key pressed on a square; None if it means there what it means on the whole page."""
    board = model.position.board
    key = key.lower() if len(key) == 1 else key
    if other := walk(key, board, square):
        return Pressed(square=other)
    if typed and key.isascii() and key.isdigit():
        name = typed + key
        if not name[1:].startswith("0") and len(name) <= 3 and board.square(name) is not None:
            return Pressed(square=name, typed=name)
    if len(key) == 1 and "a" <= key < chr(ord("a") + board.width) and key not in ACTIONS:
        return Pressed(typed=key)
    return None
