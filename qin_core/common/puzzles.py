"""What the puzzles of all games share: a position with one solution, its compact text, and the puzzle of the day."""

from collections.abc import Sequence
from datetime import date
from typing import Generic, NamedTuple, TypeVar

from qin_core.common.mixed_radix import DigitReader, DigitWriter, from_text, to_text
from qin_core.common.protocols import GamePosition

Position = TypeVar("Position", bound=GamePosition)

FIRST_DAY = date(2026, 11, 1)
"""The day of the first puzzle in a pool. Append new puzzles to its end, so that those of past days stay the same."""
MAX_MOVES = 5
"""The most moves of a solution."""


class Puzzle(NamedTuple, Generic[Position]):
    """A position, its goal, and the moves of the solution: the player's, the opponent's best reply, and so on."""

    start: Position
    goal: str
    """In the terms of lesson files, joined by ` and `."""
    solution: tuple[str, ...]


def pick_for_day(pool: Sequence[str], day: date) -> str:
    """Pick the text of a day's puzzle; after the last one, the pool starts over.

    >>> [pick_for_day("abc", date(2026, 11, number)) for number in (1, 2, 3, 4)]
    ['a', 'b', 'c', 'a']
    >>> pick_for_day("abc", date(2026, 10, 31))
    'c'
    """
    return pool[(day - FIRST_DAY).days % len(pool)]


class PuzzleWriter(DigitWriter):
    """Packs a puzzle into one text."""

    def put_moves(self, start: GamePosition, moves: Sequence[str]) -> None:
        """Add moves, each as its index among the legal moves, sorted as text."""
        self.put(len(moves), MAX_MOVES + 1)
        for move in moves:
            legal = sorted(map(str, start.moves()))
            self.put(legal.index(move), len(legal))
            start = start.play(move)

    def text(self) -> str:
        """Return the packed text."""
        return to_text(self.content())


class PuzzleReader(DigitReader):
    """Unpacks the text of a `PuzzleWriter`."""

    def __init__(self, text: str) -> None:
        super().__init__(from_text(text))

    def take_moves(self, start: GamePosition) -> tuple[str, ...]:
        """Return the next moves, which are played from a position."""
        moves = []
        for _ in range(self.take(MAX_MOVES + 1)):
            legal = sorted(map(str, start.moves()))
            moves.append(legal[self.take(len(legal))])
            start = start.play(moves[-1])
        return tuple(moves)
