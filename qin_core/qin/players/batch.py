"""The same values with numpy: all placements in one batch.

The sets of squares of all plans become one matrix of bits; times the changes it gives every space on every square.
Weights are whole multiples of a small grain, so the sums are exact and equal to those in plain Python.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from qin_core.qin.board import Board
from qin_core.qin.move import Move, move_tables
from qin_core.qin.players.places import ends_of
from qin_core.qin.players.valuation import Valuation, Valued, colours
from qin_core.qin.tiles import TILE_COLOURS

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]


@lru_cache(maxsize=64)
def _end_arrays(board: Board) -> tuple[Numbers, Numbers]:
    lows, highs = ends_of(board)
    return np.array(lows), np.array(highs)


class Batch(Valuation):
    """All placements of the player on turn with their values, worked out by numpy."""

    def rows(self) -> Iterator[tuple[int, int, Numbers, Floats]]:
        """Give for each kind of tile (and way to turn it) the places where it can lie, and their values."""
        position, evaluator = self.position, self.evaluator
        board = position.board
        groups = [] if position.has_winner() else [g for g in position.places(position.mover) if g[2]]
        if not groups:
            return
        masks = list({mask: None for _, _, mask in groups})
        places_in = {mask: row for row, mask in enumerate(masks)}
        plans: dict[int, int] = {}  # the rows of their values; plans of double tiles are numbered from 3
        starts: list[int] = []
        changes: list[float] = []
        for kind, _, _ in groups:
            first, second = TILE_COLOURS[kind]
            for plan in (first + 3,) if first == second else (first, second):
                if plan not in plans:
                    plans[plan] = len(plans)
                    starts.append(len(changes))
                    layer = evaluator.layers[plan % 3]
                    for mask, change in (layer.doubles() if plan > 2 else layer.singles()).parts:
                        masks.append(mask)
                        changes.append(change)
        size = (2 * board.bits + 7) // 8
        data = b"".join([mask.to_bytes(size, "little") for mask in masks])
        bits = np.unpackbits(np.frombuffer(data, np.uint8).reshape(-1, size), axis=1, bitorder="little")
        share = np.zeros((len(plans), len(changes)))
        for row, (start, end) in enumerate(zip(starts, [*starts[1:], len(changes)], strict=True)):
            share[row, start:end] = changes[start:end]
        values = share @ bits[len(places_in) :].astype(np.float64)
        places = [(found, *_ends(board, found)) for found in map(np.flatnonzero, bits[: len(places_in)])]
        for kind, turned, mask in groups:
            first, second = colours(kind, turned)
            where, low, high = places[places_in[mask]]
            if first == second:
                found = values[plans[first + 3]].take(where)
            else:
                found = values[plans[first]].take(low) + values[plans[second]].take(high)
            found += evaluator.kind_value(kind)
            for place, change in self.corrections(first, second, mask):
                found[(mask & (1 << place) - 1).bit_count()] += change
            yield kind, turned, where, found

    def groups(self) -> Iterator[tuple[int, list[Move], list[float]]]:
        """Give for each kind of tile (and way to turn it) the moves and their values."""
        for kind, turned, places, values in self.rows():
            table = move_tables(self.position.board, kind)[turned]
            yield kind, [table[place] for place in places.tolist()], values.tolist()

    def best_by_kind(self) -> dict[int, Valued]:
        """Find the best placement of each kind of tile."""
        best: dict[int, Valued] = {}
        for kind, turned, places, values in self.rows():
            at = int(values.argmax())
            value, move = float(values[at]), move_tables(self.position.board, kind)[turned][places[at]]
            if move is not None and (kind not in best or value > best[kind][0]):
                best[kind] = value, move
        return best


def _ends(board: Board, places: Numbers) -> tuple[Numbers, Numbers]:
    """Find the lower and the higher squares of places."""
    lows, highs = _end_arrays(board)
    return lows.take(places), highs.take(places)
