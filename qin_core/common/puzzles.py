"""What the puzzles of all games share: a position with one solution, its compact text, and the puzzle of the day."""

import base64
from collections.abc import Sequence
from datetime import date
from typing import Generic, NamedTuple, TypeVar

from qin_core.common.protocols import GamePosition

Position = TypeVar("Position", bound=GamePosition)

FIRST_DAY = date(2026, 11, 1)
"""The day of the first puzzle in a pool. Append new puzzles to its end, so that those of past days stay the same."""
MAX_MOVES = 5


class Puzzle(NamedTuple, Generic[Position]):
    """A position, its goal, and the moves of the solution: yours, the opponent's best reply, yours, …"""

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


class Packer:
    """Packs numbers, each with its own base, into one text."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, value: int, base: int) -> None:
        """Add a number from 0 to `base` - 1."""
        if not 0 <= value < base:
            raise ValueError(f"{value} is not below {base}")
        self._digits.append((value, base))

    def put_moves(self, start: GamePosition, moves: Sequence[str]) -> None:
        """Add moves, each as its index among the legal moves, sorted as text."""
        self.put(len(moves), MAX_MOVES + 1)
        for move in moves:
            legal = sorted(map(str, start.moves()))
            self.put(legal.index(move), len(legal))
            start = start.play(move)

    def text(self) -> str:
        """Return the packed text."""
        number = 0
        for value, base in reversed(self._digits):
            number = number * base + value
        packed = number.to_bytes((number.bit_length() + 7) // 8, "little")
        return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


class Unpacker:
    """Unpacks the numbers of a `Packer` in the same order.

    >>> packer = Packer()
    >>> packer.put(5, 7), packer.put(2, 3), packer.text()
    (None, None, 'Ew')
    >>> unpacker = Unpacker("Ew")
    >>> unpacker.take(7), unpacker.take(3)
    (5, 2)
    """

    def __init__(self, text: str) -> None:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        self._number = int.from_bytes(packed, "little")

    def take(self, base: int) -> int:
        """Return the next number, which is below `base`."""
        self._number, value = divmod(self._number, base)
        return value

    def take_moves(self, start: GamePosition) -> tuple[str, ...]:
        """Return the next moves, which are played from a position."""
        moves = []
        for _ in range(self.take(MAX_MOVES + 1)):
            legal = sorted(map(str, start.moves()))
            moves.append(legal[self.take(len(legal))])
            start = start.play(moves[-1])
        return tuple(moves)
