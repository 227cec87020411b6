"""Actions by name: their values arrive as text and are parsed here, so that the functions take typed arguments."""

import re
from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, TypeVar, cast

from engine.protocol import ProtocolError

State = TypeVar("State")
WholeState = TypeVar("WholeState")
T = TypeVar("T")
U = TypeVar("U")
MAX_DIGITS = 6
IGNORES_DOUBLE_CLICK = frozenset(
    {
        "rematch",
        "easier",
        "harder",
        "next",
        "start-game",
        "switch-game",
        "load",
        "forget",
        "forget-damaged",
        "forget-picked",
        "guide",
        "resign",
        "daily",
        "play-on",
        "import",
        "join",
        "back-to-analysis",
        "reload",
    }
)
"""The actions that start, leave or delete a match. The client ignores the second click of a double click on their
buttons if the first one was on another button."""
_NUMBER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")


class Action(Generic[State]):
    """A function that returns the next state for a state and a value, with the parser of the value."""

    def __init__(self, parse: Callable[[str], T], run: Callable[[State, T], State]) -> None:
        self.parse: Callable[[str], object] = parse
        self.run = cast("Callable[[State, object], State]", run)


def dispatch(actions: Mapping[str, Action[State]], state: State, name: str, text: str = "") -> State:
    """Run an action by its name; an invalid value changes nothing. Raise `ProtocolError` for an unknown action."""
    if name not in actions:
        raise ProtocolError(f"unknown action: {name[:40]!r}")
    action = actions[name]
    try:
        value = action.parse(text)
    except ValueError:
        return state
    return action.run(state, value)


def lift(
    actions: Mapping[str, Action[State]],
    get: Callable[[WholeState], State],
    put: Callable[[WholeState, State], WholeState],
) -> dict[str, Action[WholeState]]:
    """Turn actions on a part of a state into actions on the whole; `get` returns the part, `put` replaces it."""

    def on_whole(action: Action[State]) -> Action[WholeState]:
        return Action(action.parse, lambda whole, value: put(whole, action.run(get(whole), value)))

    return {name: on_whole(action) for name, action in actions.items()}


def plain(run: Callable[[State], State]) -> Action[State]:
    """Return an action that ignores its value."""
    return Action(str, lambda state, _: run(state))


def number(text: str) -> int:
    """Parse a whole number of at most `MAX_DIGITS` digits; raise `ValueError`."""
    if not _NUMBER.fullmatch(text):
        raise ValueError("not a number")
    return int(text)


def optional(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    """Return a parser for a value that may be missing."""
    return lambda text: parse(text) if text else None


def pair(first: Callable[[str], T], second: Callable[[str], U]) -> Callable[[str], tuple[T, U]]:
    """Return a parser for two values around the first space."""

    def parse(text: str) -> tuple[T, U]:
        left, _, right = text.partition(" ")
        return first(left), second(right)

    return parse


class FieldChange(NamedTuple):
    """The new value of a form's field."""

    field: str
    value: str

    @classmethod
    def parse(cls, text: str) -> "FieldChange":
        """Parse `field=value`."""
        field, _, value = text.partition("=")
        return cls(field, value)


class Deal(NamedTuple):
    """What every new match is dealt with: a seed, and today's date for its record."""

    seed: int
    date: str

    @classmethod
    def parse(cls, text: str) -> "Deal":
        """Parse a seed and a date around a space."""
        seed, _, date = text.partition(" ")
        return cls(int(seed), date)


class Pressed(NamedTuple):
    """The result of a key: an action, a move of the focus to a square, or the start of a square's name."""

    action: str = ""
    value: str = ""
    square: str = ""
    typed: str = ""
