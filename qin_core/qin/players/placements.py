"""Placements as bits of `domino_mask` masks: their squares, and which of them are beside villages."""

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.move import move_tables
from qin_core.qin.players.features import village_rings
from qin_core.qin.position import Position
from qin_core.qin.tiles import TILES


def prepare(position: Position) -> Iterator[None]:
    """Compute the tables of a board step by step: the first search on a new board needs all of them."""
    for kind in range(len(TILES)):
        move_tables(position.board, kind)
        yield


def squares_of(board: Board, bit: int) -> tuple[int, int]:
    """Return the lower and the higher square of a placement, given by its bit."""
    return (bit, bit + 1) if bit < board.bits else (bit - board.bits, bit - board.bits + board.stride)


@lru_cache(maxsize=64)
def placement_squares(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the lower squares and the higher squares of all placements, by bit."""
    pairs = [squares_of(board, bit) for bit in range(2 * board.bits)]
    return tuple(low for low, _ in pairs), tuple(min(high, board.bits - 1) for _, high in pairs)


def placements_on(board: Board, squares: Squares) -> int:
    """Mark the placements with at least one half in a set of squares."""
    return squares | squares >> 1 | (squares | squares >> board.stride) << board.bits


class BesideVillages(NamedTuple):
    """Squares or placements beside villages."""

    by_village: tuple[tuple[int, int], ...]
    """By village: the lowest bit of its lane, and the squares or placements beside it."""
    all: int
    """The squares or placements beside any village."""


@lru_cache(maxsize=64)
def beside_villages(board: Board) -> tuple[BesideVillages, BesideVillages]:
    """Return the squares beside villages, and the placements beside villages."""
    rings = village_rings(board)
    lanes = [1 << LANE_BITS * number for number in range(len(rings))]
    squares, placements = (
        BesideVillages(tuple(zip(lanes, areas, strict=True)), reduce(or_, areas, 0))
        for areas in (rings, [placements_on(board, ring) for ring in rings])
    )
    return squares, placements
