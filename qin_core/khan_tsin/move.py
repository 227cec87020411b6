"""Moves of Khan Tsin: their text, and tables of all moves, from which legal moves are selected by bit masks."""

import re
from functools import cache

from qin_core.common.base import BaseMove
from qin_core.common.errors import NotationError, Problem
from qin_core.common.text import abbreviate, check_text
from qin_core.khan_tsin.board import LENGTH, Space

_MOVE = re.compile(r"([1-9][0-9]?)x([1-9])(~?)>([1-9][0-9]?)(~?)")


class Move(BaseMove):
    """Barons flying from one stack onto another (K4-K6), turned or not (K12); or a pass."""

    __slots__ = ("count", "flipped", "source", "target", "turned")

    def __init__(self, source: Space, count: int, target: Space, turned: bool = False, flipped: bool = False) -> None:
        """Move the top `count` barons; `turned` turns them over first, `flipped` turns the new stack over (K12)."""
        self.source = source
        self.count = count
        self.target = target
        self.turned = turned
        self.flipped = flipped
        self.text = f"{source}x{count}{'~' * turned}>{target}{'~' * flipped}" if count else "pass"

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move; raise `NotationError` if the text is not one.

        >>> move = Move.parse("5x3~>12")
        >>> move.source, move.count, move.target, move.turned, move.flipped
        (5, 3, 12, True, False)
        """
        if check_text(text, "move") == "pass":
            return PASS
        match = _MOVE.fullmatch(text)
        if not match:
            raise NotationError(Problem("move", "malformed", abbreviate(text)))
        source, count, target = int(match[1]), int(match[2]), int(match[4])
        if source > LENGTH or target > LENGTH:
            raise NotationError(Problem("move", "no-such-space", abbreviate(text)))
        if match[3] and count == 1:
            raise NotationError(Problem("move", "turns-one", abbreviate(text)))
        return cls(source, count, target, match[3] != "", match[5] != "")


PASS = Move(0, 0, 0)
"""The move that K10 forces on a player who has no other move."""

Table = tuple[Move, ...]
"""Moves by the bit of their target."""


@cache
def move_tables(source: int, count: int, turning: bool) -> tuple[Table, ...]:
    """List the moves of `count` barons from a space, indexed by the bit of their target.

    There is one table for plain moves. With turning (K12) there is one for each combination of `turned` (two or more
    barons only) and `flipped`.
    """
    turned_options = (False, True) if turning and count > 1 else (False,)
    flipped_options = (False, True) if turning else (False,)
    return tuple(
        tuple(Move(source + 1, count, target, turned, flipped) for target in range(1, LENGTH + 1))
        for flipped in flipped_options
        for turned in turned_options
    )
