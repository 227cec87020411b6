"""Errors in texts and moves: codes with parameters, not sentences, so that they can be translated."""

from enum import StrEnum
from typing import NamedTuple, Self


class Problem(NamedTuple):
    """One problem in a text."""

    field: str
    """The part of the text: a field of a position line, `turn 3` of a record."""
    code: str
    detail: str = ""
    """The offending part of the text, or a number."""

    def __str__(self) -> str:
        return f"{self.field}: {self.code}" + (f" ({self.detail})" if self.detail else "")


class ParseError(ValueError):
    """A text was rejected; `problems` lists everything wrong with it."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


class NotationError(ParseError):
    """The syntax is wrong."""


class PositionError(ParseError):
    """The syntax is right, but the rules allow no such position."""


class RecordError(ParseError):
    """The text is not a game record, or its moves can't be replayed."""


class BaseRefusal(str):
    """Why a move is illegal. As a string, it equals its reason. Each game adds its own parameters."""

    reason: StrEnum
    squares: tuple[str, ...]
    """The names of the squares or spaces involved."""
    players: tuple[int, ...]
    """The players involved."""
    counts: tuple[int, ...]
    """One count for each of `players`, or counts that the reason defines."""

    def __new__(
        cls,
        reason: StrEnum,
        squares: tuple[str, ...] = (),
        players: tuple[int, ...] = (),
        counts: tuple[int, ...] = (),
    ) -> Self:
        """Make a refusal from its reason and parameters."""
        refusal = super().__new__(cls, reason)
        refusal.reason = reason
        refusal.squares = squares
        refusal.players = players
        refusal.counts = counts
        return refusal

    @property
    def places(self) -> tuple[str, ...]:
        """The names of everything involved: `squares`, and any other named parts of the board."""
        return self.squares


class IllegalMove(ValueError):
    """The rules forbid the move; `reason` is the refusal that explains why."""

    def __init__(self, move: str, refusal: BaseRefusal) -> None:
        super().__init__(f"{move}: {refusal}")
        self.move = move
        self.reason = refusal
