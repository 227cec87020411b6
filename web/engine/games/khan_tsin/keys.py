"""The keys of Khan Tsin: pure functions of the key, the model and the space that the keyboard is on."""

from engine.games.khan_tsin.session import Model
from engine.session.keys import Pressed
from qin_core.khan_tsin.artwork import COLUMNS
from qin_core.khan_tsin.board import LENGTH

ACTIONS = {"r": "turn", "f": "flip", "+": "more 1", "-": "more -1"} | {rank: f"near {rank}" for rank in "1234"}
STEPS = {"ArrowLeft": -1, "ArrowRight": 1, "PageUp": COLUMNS, "PageDown": -COLUMNS}


def on_board(key: str, _: Model, square: str, typed: str) -> Pressed | None:
    """Obey a key pressed on a space; None if it means there what it means on the whole page."""
    space = int(square)
    if key in STEPS:
        return _walk(space + STEPS[key], space)
    if key in ("ArrowUp", "ArrowDown"):
        return _walk(_across(space, 1 if key == "ArrowUp" else -1), space)
    if key in ("Home", "End"):
        return Pressed(square=str(1 if key == "Home" else LENGTH))
    if key.isascii() and key.isdigit():
        for name in (typed + key, key):
            if not name.startswith("0") and int(name) <= LENGTH:
                return Pressed(square=name, typed=name)
        return Pressed()
    return None


def _walk(wanted: int, space: int) -> Pressed:
    return Pressed(square=str(wanted if 1 <= wanted <= LENGTH else space))


def _across(space: int, rows: int) -> int:
    """Find the space above or below in the picture: the dragon winds, so that rows run to and fro."""
    row, along = divmod(space - 1, COLUMNS)
    return (row + rows) * COLUMNS + COLUMNS - along
