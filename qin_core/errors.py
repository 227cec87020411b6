"""Errors of texts and moves: codes and parameters, never sentences."""

from typing import NamedTuple

MAX_TEXT = 100_000
"""No position, map or record is longer; what is gets refused before it is read."""


class Fault(NamedTuple):
    """One thing that is wrong: in which field, what kind of fault, and the piece of text it is about."""

    field: str
    code: str
    about: str = ""

    def __str__(self) -> str:
        return f"{self.field}: {self.code}" + (f" ({self.about})" if self.about else "")


class FaultyText(ValueError):
    """A text was refused; `faults` lists everything that was found wrong with it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


class NotationError(FaultyText):
    """The text doesn't have the form it should have."""


class PositionError(FaultyText):
    """The text can be read, but no such position can be on the table."""


class MapError(FaultyText):
    """The text isn't the map of a board."""


class RecordError(FaultyText):
    """The text isn't the record of a game that can be replayed."""


class Refusal(str):
    """Why a move isn't allowed: the reason's code, with what a person needs to see to understand it."""

    squares: tuple[str, ...]
    villages: tuple[str, ...]
    players: tuple[int, ...]
    counts: tuple[int, ...]

    def __new__(
        cls,
        code: str,
        squares: tuple[str, ...] = (),
        villages: tuple[str, ...] = (),
        players: tuple[int, ...] = (),
        counts: tuple[int, ...] = (),
    ) -> "Refusal":
        """Keep the places concerned; `counts` belong to `players`, one each, or stand alone where there are none."""
        refusal = super().__new__(cls, code)
        refusal.squares = squares
        refusal.villages = villages
        refusal.players = players
        refusal.counts = counts
        return refusal


class IllegalMove(ValueError):
    """The rules forbid the move; `reason` says why."""

    def __init__(self, move: str, reason: Refusal) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason


def quote(text: str, most: int = 24) -> str:
    """Shorten and escape a piece of foreign text so that a message can show it safely.

    >>> quote("re5\\n<b>")
    're5\\\\n<b>'
    """
    safe = text[: most + 1].encode("unicode_escape").decode("ascii")
    return safe if len(safe) <= most else safe[:most] + "..."


def check_text(text: object, field: str) -> str:
    """Return the text if it is one and not too long; else raise `NotationError`."""
    if not isinstance(text, str):
        raise NotationError(Fault(field, "not-text", type(text).__name__))
    if len(text) > MAX_TEXT:
        raise NotationError(Fault(field, "too-long", str(len(text))))
    return text
