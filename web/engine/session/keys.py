"""The keys of the page: what is asked for, by the key, the model and the place on the board that the keyboard is on."""

from typing import NamedTuple

from engine import games as rooms
from engine.session.session import Model

ACTIONS = {
    "Enter": "place",
    "Escape": "back",
    "z": "undo",
    "y": "redo",
    ",": "step -1",
    ".": "step 1",
    "w": "recap",
}


class Pressed(NamedTuple):
    """What a key does: an action, or a walk to another place, or the beginning of a place's name."""

    action: str = ""
    value: str = ""
    square: str = ""
    typed: str = ""


def on_page(key: str, model: Model) -> Pressed:
    """Obey a key pressed anywhere on the page."""
    if key == "Escape" and model.note:
        return Pressed("dismiss-note")
    actions = ACTIONS | rooms.of(model).keys.ACTIONS
    key = key.lower() if len(key) == 1 else key
    return Pressed(*actions[key].split()) if key in actions else Pressed()


def on_board(key: str, model: Model, square: str, typed: str) -> Pressed:
    """Obey a key pressed on a place of the board; `typed` is what was typed of a place's name so far."""
    if key in ("Enter", " "):
        return Pressed("enter", square)
    return rooms.of(model).keys.on_board(key, model, square, typed) or on_page(key, model)


class Typed(NamedTuple):
    """What was typed of a place's name so far, and until when it counts, in milliseconds."""

    text: str
    until: float


NOTHING_TYPED = Typed("", 0.0)
BEGUN, ENOUGH = 10_000, 1200
"""How long the beginning of a name waits for its end, and a name that may be whole for more, in milliseconds."""


def press(key: str, model: Model, square: str, typed: Typed, time: float) -> tuple[Pressed, Typed]:
    """Obey a key pressed on a place of the board, or anywhere else on the page; give what has been typed by now."""
    if not square:
        return on_page(key, model), NOTHING_TYPED
    pressed = on_board(key, model, square, typed.text if time < typed.until else "")
    return pressed, Typed(pressed.typed, time + (ENOUGH if pressed.square else BEGUN))
