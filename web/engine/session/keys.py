"""Keys: the action of a key, by the session and the square that has the keyboard's focus."""

from typing import NamedTuple

from engine.actions import Pressed
from engine.session.session import Session
from engine.session.update import session_actions

ACTIONS = {
    "Enter": "place",
    "Escape": "back",
    "z": "undo",
    "y": "redo",
    ",": "step -1",
    ".": "step 1",
    "w": "recap",
}


def on_page(key: str, session: Session) -> Pressed:
    """Handle a key anywhere on the page."""
    actions = {**ACTIONS, **session.ui.key_actions}
    key = key.lower() if len(key) == 1 else key
    pressed = Pressed(*actions[key].split()) if key in actions else Pressed()
    return pressed if pressed.action in session_actions(session.ui) else Pressed()


def on_board(key: str, session: Session, square: str, typed: str) -> Pressed:
    """Handle a key on a square; `typed` is what was typed of a square's name so far."""
    if key in ("Enter", " "):
        return Pressed("enter", square)
    return session.ui.on_board_key(key, session, square, typed) or on_page(key, session)


class Typed(NamedTuple):
    """What was typed of a square's name so far, and until when it counts, in milliseconds."""

    text: str
    until: float


NOTHING_TYPED = Typed("", 0.0)
INCOMPLETE, COMPLETE = 10_000, 1200
"""How long the start of a name waits for the rest, and a complete name for more, in milliseconds."""


def press(key: str, session: Session, square: str, typed: Typed, time: float) -> tuple[Pressed, Typed]:
    """Handle a key on a square or elsewhere; return what was typed by now, too."""
    if not square:
        return on_page(key, session), NOTHING_TYPED
    pressed = on_board(key, session, square, typed.text if time < typed.until else "")
    return pressed, Typed(pressed.typed, time + (COMPLETE if pressed.square else INCOMPLETE))
