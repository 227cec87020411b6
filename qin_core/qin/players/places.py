"""Places for a tile: bits of `domino_mask` masks, their two squares, and what is beside villages."""

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_

from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.move import move_tables
from qin_core.qin.players.features import village_rings
from qin_core.qin.position import Position
from qin_core.qin.tiles import TILES


def prepare(position: Position) -> Iterator[None]:
    """Compute the tables of a board in slices: the first search on a new board needs all of them."""
    for kind in range(len(TILES)):
        move_tables(position.board, kind)
        yield


def ends(board: Board, place: int) -> tuple[int, int]:
    """Find the lower and the higher square of a place in `domino_mask` masks."""
    return (place, place + 1) if place < board.bits else (place - board.bits, place - board.bits + board.stride)


@lru_cache(maxsize=64)
def ends_of(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the lower and the higher square of every place."""
    pairs = [ends(board, place) for place in range(2 * board.bits)]
    return tuple(low for low, _ in pairs), tuple(min(high, board.bits - 1) for _, high in pairs)


Rings = tuple[tuple[int, int], ...]
"""By village: the lowest bit of its lane, and what lies beside it."""


@lru_cache(maxsize=64)
def village_places(board: Board) -> tuple[tuple[Rings, Rings], tuple[int, int]]:
    """Collect squares and places beside each village, and beside any."""
    squares = village_rings(board)
    places = tuple(ending_in(board, ring) for ring in squares)
    lanes = [1 << LANE_BITS * number for number in range(len(squares))]
    rings = tuple(zip(lanes, squares, strict=True)), tuple(zip(lanes, places, strict=True))
    return rings, (reduce(or_, squares, 0), reduce(or_, places, 0))


def ending_in(board: Board, squares: Squares) -> int:
    """Mark the places with at least one end in a set of squares."""
    return squares | squares >> 1 | (squares | squares >> board.stride) << board.bits
