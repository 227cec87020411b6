"""The editor's keys: pure functions of the key, the model and the square that the keyboard is on."""

from engine.actions import Pressed
from engine.apps.editor.model import BRUSHES, MAP, MODES, Editor
from engine.apps.editor.painting import ERASER
from engine.apps.editor.swatches import KEYS
from engine.games.qin.update import walk
from qin_core.qin.board import GRASS

ACTIONS = {"z": "undo", "u": "redo"}
ERASING = ("Delete", "Backspace")


def on_page(key: str, editor: Editor) -> Pressed:
    """Obey a key pressed anywhere on the page."""
    key = key.lower() if len(key) == 1 else key
    if key in ACTIONS:
        return Pressed(ACTIONS[key])
    if key == "m":
        return Pressed("mode", next(mode for mode in MODES if mode != editor.mode))
    if key in ("1", "2", "3", "4"):
        return Pressed("player", key)
    brush = _brush(key, editor)
    return Pressed("brush", brush) if brush else Pressed()


def with_control(key: str, shift: bool) -> Pressed:
    """Obey the keys that take back and redo everywhere else."""
    asked = {"z": "redo" if shift else "undo", "y": "redo"}.get(key.lower(), "")
    return Pressed(asked)


def on_board(key: str, shift: bool, editor: Editor, square: str) -> Pressed:
    """Obey a key pressed on a square: walk, paint, or paint while walking."""
    if other := walk(key, editor.sketch.drawn().board, square):
        return Pressed("lay", other, other) if shift and other != square else Pressed(square=other)
    if key in ("Enter", " "):
        return Pressed("dab", square)
    if key in ("1", "2", "3", "4"):
        return Pressed("give", f"{key} {square}")
    brush = (GRASS if editor.mode == MAP else ERASER) if key in ERASING else _brush(key.lower(), editor)
    return Pressed("use", f"{brush} {square}") if brush else on_page(key, editor)


def _brush(key: str, editor: Editor) -> str:
    """Find the brush of a key among those in use."""
    return next((brush for brush in BRUSHES[editor.mode] if KEYS[brush] == key), "")
