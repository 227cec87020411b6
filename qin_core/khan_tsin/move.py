"""Moves: their text, and the table of all that could ever be made."""

import re
from functools import cache

from qin_core.errors import Fault, NotationError, check_text, quote
from qin_core.khan_tsin.board import LENGTH, Space
from qin_core.values import WrittenMove

_TEXT = re.compile(r"([1-9][0-9]?)x([1-9])(~?)>([1-9][0-9]?)(~?)")


class Move(WrittenMove):
    """Barons flying from one stack onto another (K4-K6), turned or not (K12); or a pass."""

    __slots__ = ("count", "flipped", "source", "target", "turned")

    def __init__(self, source: Space, count: int, target: Space, turned: bool = False, flipped: bool = False) -> None:
        """Move the top `count` barons of one space to another; turn them (`turned`), then the new stack (`flipped`)."""
        self.source = source
        self.count = count
        self.target = target
        self.turned = turned
        self.flipped = flipped
        self.text = f"{source}x{count}{'~' * turned}>{target}{'~' * flipped}" if count else "pass"

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move.

        >>> move = Move.parse("5x3~>12")
        >>> move.source, move.count, move.target, move.turned, move.flipped
        (5, 3, 12, True, False)
        """
        if check_text(text, "move") == "pass":
            return PASS
        match = _TEXT.fullmatch(text)
        if not match:
            raise NotationError(Fault("move", "malformed", quote(text)))
        source, count, target = int(match[1]), int(match[2]), int(match[4])
        if source > LENGTH or target > LENGTH:
            raise NotationError(Fault("move", "no-such-space", quote(text)))
        if match[3] and count == 1:
            raise NotationError(Fault("move", "turns-one", quote(text)))
        return cls(source, count, target, match[3] != "", match[5] != "")


PASS = Move(0, 0, 0)

Table = tuple[Move, ...]


@cache
def move_tables(source: int, count: int, turning: bool) -> tuple[Table, ...]:
    """List the moves of so many barons from a space (a bit) by the bit of their target.

    One table for plain moves; with turning (K12) a second one with the part turned, where it has two or more barons,
    and each of them again with the new stack turned over.
    """
    ways = [(False, False)]
    if turning:
        ways = [(turned, flipped) for flipped in (False, True) for turned in (False, True)[: 1 + (count > 1)]]
    return tuple(
        tuple(Move(source + 1, count, target, turned, flipped) for target in range(1, LENGTH + 1))
        for turned, flipped in ways
    )
