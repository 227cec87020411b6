"""Moves: their text, and for each board the table of all that could ever be made on it."""

import re
from functools import lru_cache
from typing import NamedTuple

from qin_core.bits import each
from qin_core.errors import Fault, NotationError, check_text, quote
from qin_core.qin.board import MAX_SIDE, Board, Square, Squares, split_name
from qin_core.qin.tiles import COLOURS, KINDS, TILE_COLOURS, TILES, Colour, Kind
from qin_core.values import WrittenMove

_TEXT = re.compile(r"([ryb])([a-z])([1-9][0-9]?)([ryb])([a-z])([1-9][0-9]?)(?:/([1-4]))?")


class Space(NamedTuple):
    """What a tile adds to the areas of one colour: on a double tile both of its spaces at once."""

    colour: Colour
    squares: Squares
    near: Squares
    lanes: int


class Site(NamedTuple):
    """A tile laid on two squares of one board: all that the rules need to know of it, worked out once."""

    board: Board
    kind: Kind
    squares: Squares
    near: Squares
    spaces: tuple[Space, ...]


class Move(WrittenMove):
    """A placement, with the pile to draw from where one was chosen; or a pass."""

    __slots__ = ("pile", "site", "spaces", "tile")

    def __init__(
        self,
        spaces: tuple[tuple[str, str], ...],
        pile: int | None = None,
        site: Site | None = None,
    ) -> None:
        """Put together a move of ((colour, square), (colour, square)), in the order in which it is written."""
        self.spaces = spaces
        self.pile = pile
        self.site = site
        if spaces:
            (colour1, square1), (colour2, square2) = spaces
            self.tile = colour1 + colour2
            self.text = colour1 + square1 + colour2 + square2 + ("" if pile is None else f"/{pile}")
        else:
            self.tile, self.text = "", "pass"

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move.

        >>> Move.parse("re5bf5/2").spaces, Move.parse("pass") == PASS
        ((('r', 'e5'), ('b', 'f5')), True)
        """
        if check_text(text, "move") == "pass":
            return PASS
        match = _TEXT.fullmatch(text)
        if not match:
            raise NotationError(Fault("move", "malformed", quote(text)))
        colour1, column1, row1, colour2, column2, row2, pile = match.groups()
        if int(row1) > MAX_SIDE or int(row2) > MAX_SIDE:
            raise NotationError(Fault("move", "no-such-square", quote(text)))
        one, two = (colour1, column1 + row1), (colour2, column2 + row2)
        if _order(one) > _order(two):
            raise NotationError(Fault("move", "wrong-order", quote(text)))
        return cls((one, two), int(pile) if pile else None)

    def drawing_from(self, pile: int) -> "Move":
        """Make the same placement, but draw from that pile (Q8)."""
        return Move(self.spaces, pile, self.site)

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the two squares, in the order in which the move is written."""
        return tuple(square for _, square in self.spaces)


PASS = Move(())


def _order(space: tuple[str, str]) -> tuple[int, int, int]:
    """Give the order in which a tile's spaces are written: by colour, then by cell."""
    colour, square = space
    column, row = split_name(square)
    return COLOURS.index(colour), row, column


def find_site(board: Board, move: Move) -> Site | None:
    """Work out a placement's geometry; None if it isn't a tile on two adjacent squares of this board."""
    if move.site and move.site.board is board:
        return move.site
    squares = [board.square(name) for name in move.squares]
    if None in squares or move.tile not in KINDS:
        return None
    first, second = (square for square in squares if square is not None)
    return make_site(board, KINDS[move.tile], first, second) if board.near[first] >> second & 1 else None


def make_site(board: Board, kind: Kind, first: Square, second: Square) -> Site:
    """Lay a tile's first colour on one square and its second colour on the other."""
    colour1, colour2 = TILE_COLOURS[kind]
    one, two = _single_spaces(board, colour1)[first], _single_spaces(board, colour2)[second]
    squares, near = one.squares | two.squares, one.near | two.near
    spaces = (Space(colour1, squares, near, one.lanes | two.lanes),) if colour1 == colour2 else (one, two)
    return Site(board, kind, squares, near, spaces)


@lru_cache(maxsize=3 * 64)
def _single_spaces(board: Board, colour: Colour) -> tuple[Space, ...]:
    """List the spaces of one colour on every square: all tiles share them."""
    squares = zip(board.near, board.village_lanes, strict=True)
    return tuple(Space(colour, 1 << square, near, lanes) for square, (near, lanes) in enumerate(squares))


Table = tuple[Move | None, ...]


@lru_cache(maxsize=6 * 64)
def move_tables(board: Board, kind: Kind) -> tuple[Table, ...]:
    """List all placements of a tile on a board, by the bit of a `dominoes` mask that stands for them.

    The first table has the tile's first colour on the lower square, the second table (none for a double tile) has
    it on the higher one. Bits up to `board.bits` are tiles lying along a row, the others stand upright.
    """
    names = [(square, board.square_name(square)) for square in each(board.grass)]
    one, two = ({square: (colour, name) for square, name in names} for colour in TILES[kind])
    everywhere = dominoes(board, board.grass, board.grass)
    places = [(low, low + step) for step in (1, board.stride) for low in range(board.bits)]
    upward = [place if everywhere >> bit & 1 else None for bit, place in enumerate(places)]
    turns = [upward] if len(set(TILES[kind])) == 1 else [upward, [place and place[::-1] for place in upward]]
    return tuple(
        tuple(place and Move((one[place[0]], two[place[1]]), site=make_site(board, kind, *place)) for place in turn)
        for turn in turns
    )


def dominoes(board: Board, free: Squares, reach: Squares) -> int:
    """Mark where a tile can lie: on two free squares, one of them within reach (Q9, Q10)."""
    stride = board.stride
    along = free & free >> 1 & (reach | reach >> 1)
    upright = free & free >> stride & (reach | reach >> stride)
    return along | upright << board.bits
