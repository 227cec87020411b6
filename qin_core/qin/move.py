"""Moves of Qin: their text, and for each board a table of all placements.

The table makes listing moves fast: legal moves are computed as a bit mask (see `domino_mask`), and each bit selects a
move that already exists.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from qin_core.common.base import BaseMove
from qin_core.common.bits import iter_bits
from qin_core.common.errors import NotationError, Problem
from qin_core.common.text import abbreviate, check_text
from qin_core.qin.board import MAX_SIDE, Board, Square, Squares, split_name
from qin_core.qin.tiles import COLOURS, KINDS, TILE_COLOURS, TILES, Colour, Kind

_MOVE = re.compile(r"([ryb])([a-z])([1-9][0-9]?)([ryb])([a-z])([1-9][0-9]?)(?:/([1-4]))?")


class ColourMask(NamedTuple):
    """The squares that a placement adds to one colour, both of them for a double tile, and their neighbours."""

    colour: Colour
    squares: Squares
    neighbours: Squares
    village_bits: int


class PlacementMask(NamedTuple):
    """The geometry of a tile on two squares of a board, as bit masks."""

    board: Board
    kind: Kind
    squares: Squares
    neighbours: Squares
    colours: tuple[ColourMask, ...]


class Move(BaseMove):
    """A placement, with the pile to draw from if one was chosen; or a pass."""

    __slots__ = ("halves", "mask", "pile", "tile")

    def __init__(
        self,
        halves: tuple[tuple[str, str], ...],
        pile: int | None = None,
        mask: PlacementMask | None = None,
    ) -> None:
        """Make a move from ((colour, square), (colour, square)) in the order of the notation; () is a pass."""
        self.halves = halves
        self.pile = pile
        self.mask = mask
        if halves:
            (colour1, square1), (colour2, square2) = halves
            self.tile = colour1 + colour2
            self.text = colour1 + square1 + colour2 + square2 + ("" if pile is None else f"/{pile}")
        else:
            self.tile, self.text = "", "pass"

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move; raise `NotationError` if the text is not one.

        >>> Move.parse("re5bf5/2").halves, Move.parse("pass") == PASS
        ((('r', 'e5'), ('b', 'f5')), True)
        """
        if check_text(text, "move") == "pass":
            return PASS
        match = _MOVE.fullmatch(text)
        if not match:
            raise NotationError(Problem("move", "malformed", abbreviate(text)))
        colour1, column1, row1, colour2, column2, row2, pile = match.groups()
        if int(row1) > MAX_SIDE or int(row2) > MAX_SIDE:
            raise NotationError(Problem("move", "no-such-square", abbreviate(text)))
        half1, half2 = (colour1, column1 + row1), (colour2, column2 + row2)
        if _sort_key(half1) > _sort_key(half2):
            raise NotationError(Problem("move", "wrong-order", abbreviate(text)))
        return cls((half1, half2), int(pile) if pile else None)

    def drawing_from(self, pile: int | None) -> "Move":
        """Return the same placement that draws from a pile (Q8); None is the first pile that isn't empty."""
        return Move(self.halves, pile, self.mask) if self.halves else self

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the two squares, in the order of the notation."""
        return tuple(square for _, square in self.halves)


PASS = Move(())
"""The move that Q24 forces on a player who can't place any tile while another player can."""


def _sort_key(half: tuple[str, str]) -> tuple[int, int, int]:
    """Return the sort key by which the notation orders the halves of a tile: colour, then cell order."""
    colour, square = half
    column, row = split_name(square)
    return COLOURS.index(colour), row, column


def placement_mask(board: Board, move: Move) -> PlacementMask | None:
    """Return a placement's geometry; None if it isn't a tile on two adjacent squares of this board."""
    if move.mask and move.mask.board is board:
        return move.mask
    squares = [board.square(name) for name in move.squares]
    if None in squares or move.tile not in KINDS:
        return None
    first, second = (square for square in squares if square is not None)
    return _make_mask(board, KINDS[move.tile], first, second) if board.neighbours[first] >> second & 1 else None


def _make_mask(board: Board, kind: Kind, first: Square, second: Square) -> PlacementMask:
    """Place a tile with its first colour on the first square and its second colour on the second one."""
    colour1, colour2 = TILE_COLOURS[kind]
    mask1, mask2 = _single_squares(board, colour1)[first], _single_squares(board, colour2)[second]
    squares, neighbours = mask1.squares | mask2.squares, mask1.neighbours | mask2.neighbours
    if colour1 != colour2:
        return PlacementMask(board, kind, squares, neighbours, (mask1, mask2))
    double = ColourMask(colour1, squares, neighbours, mask1.village_bits | mask2.village_bits)
    return PlacementMask(board, kind, squares, neighbours, (double,))


@lru_cache(maxsize=3 * 64)
def _single_squares(board: Board, colour: Colour) -> tuple[ColourMask, ...]:
    """List the mask of each single square in one colour; all tiles share them."""
    geometry = zip(board.neighbours, board.adjacent_villages, strict=True)
    return tuple(
        ColourMask(colour, 1 << square, neighbours, villages) for square, (neighbours, villages) in enumerate(geometry)
    )


Table = tuple[Move | None, ...]
"""Moves by their bit in a `domino_mask`; None where no tile fits."""


@lru_cache(maxsize=6 * 64)
def move_tables(board: Board, kind: Kind) -> tuple[Table, ...]:
    """List all placements of a tile on a board, indexed by their bit in a `domino_mask`.

    The first table has the tile's first colour on the lower square, the second table on the higher one. A double tile
    has only the first table.
    """
    names = [(square, board.square_name(square)) for square in iter_bits(board.grass)]
    first_halves, second_halves = ({square: (colour, name) for square, name in names} for colour in TILES[kind])
    all_placements = domino_mask(board, board.grass, board.grass)
    pairs = [(low, low + step) for step in (1, board.stride) for low in range(board.bits)]
    upward = [pair if all_placements >> bit & 1 else None for bit, pair in enumerate(pairs)]
    orientations = [upward] if len(set(TILES[kind])) == 1 else [upward, [pair and pair[::-1] for pair in upward]]
    return tuple(
        tuple(
            pair and Move((first_halves[pair[0]], second_halves[pair[1]]), mask=_make_mask(board, kind, *pair))
            for pair in orientation
        )
        for orientation in orientations
    )


def domino_mask(board: Board, free: Squares, frontier: Squares) -> int:
    """Mark the placements on two free squares, at least one of them on the frontier (Q9, Q10).

    Bit n is the horizontal placement whose left square is n. Bit `board.bits` + n is the vertical placement whose lower
    square is n.
    """
    stride = board.stride
    horizontal = free & free >> 1 & (frontier | frontier >> 1)
    vertical = free & free >> stride & (frontier | frontier >> stride)
    return horizontal | vertical << board.bits
