"""The same values with numpy: all placements in one batch.

The sets of places of all plans become one matrix of bits; times the changes it gives every space on every square.
Weights are whole multiples of a small grain, so the sums are exact and equal to those in plain Python.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from qin_core.ai.evaluator import Valuation, Valued
from qin_core.ai.places import ends_of
from qin_core.qin.board import Board
from qin_core.qin.move import Move, move_tables
from qin_core.qin.tiles import TILE_COLOURS

Floats = NDArray[np.float64]
_NEVER = -1e300


@lru_cache(maxsize=64)
def _end_arrays(board: Board) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    lows, highs = ends_of(board)
    return np.array(lows), np.array(highs)


class Batch(Valuation):
    """All placements of the player on turn with their values, worked out by numpy."""

    def rows(self) -> tuple[list[tuple[int, int]], Floats]:
        """Give for each kind of tile (and way to turn it) a row of values by place; very low where it can't lie."""
        position, outlook = self.position, self.outlook
        board = position._board
        groups = [] if position._has_winner() else [g for g in position._placements(position._mover) if g[2]]
        if not groups:
            return [], np.zeros((0, 2 * board.bits))
        wide = (2 * board.bits + 7) // 8
        order: dict[int, int] = {}  # plans by colour, those of double tiles 3 higher
        pairs = []
        for kind, turned, _ in groups:
            first, second = TILE_COLOURS[kind]
            if first == second:
                pairs.append((first + 3, first + 3))
            else:
                pairs.append((second, first) if turned else (first, second))
            for plan in pairs[-1]:
                order.setdefault(plan, len(order))
        masks: list[int] = [mask for _, _, mask in groups]
        changes: list[float] = []
        starts: list[int] = []
        for plan in order:
            front = outlook.fronts[plan % 3]
            its = front.doubles if plan > 2 else front.singles
            starts.append(len(changes))
            masks += [mask for mask, _ in its.parts]
            changes += [change for _, change in its.parts]
        data = b"".join([mask.to_bytes(wide, "little") for mask in masks])
        bits = np.unpackbits(np.frombuffer(data, np.uint8).reshape(-1, wide), axis=1, bitorder="little")
        share = np.zeros((len(order), len(changes)))
        for row, start in enumerate(starts):
            end = starts[row + 1] if row + 1 < len(starts) else len(changes)
            share[row, start:end] = changes[start:end]
        values = share @ bits[len(groups) :].astype(np.float64)
        lows, highs = _end_arrays(board)
        found = np.empty((len(groups), 2 * board.bits))
        for row, ((first, second), (kind, _, mask)) in enumerate(zip(pairs, groups, strict=True)):
            if first > 2:
                found[row] = values[order[first], : 2 * board.bits]
            else:
                found[row] = values[order[first]][lows] + values[order[second]][highs]
            found[row] += outlook.kind_value(kind)
            for place, change in self.corrections(first % 3, second % 3, mask):
                found[row, place] += change
        found[bits[: len(groups), : 2 * board.bits] == 0] = _NEVER
        return [(kind, turned) for kind, turned, _ in groups], found

    def groups(self) -> Iterator[tuple[int, list[Move], list[float]]]:
        """Give for each kind of tile (and way to turn it) the moves and their values."""
        names, found = self.rows()
        for (kind, turned), row in zip(names, found, strict=True):
            places = np.flatnonzero(row > _NEVER)
            table = move_tables(self.position._board, kind)[turned]
            yield kind, [table[place] for place in places.tolist()], row[places].tolist()  # type: ignore[misc]

    def best_by_kind(self) -> dict[int, Valued]:
        """Find the best placement of each kind of tile."""
        names, found = self.rows()
        best: dict[int, Valued] = {}
        if names:
            places = found.argmax(axis=1).tolist()
            for (kind, turned), row, place in zip(names, found, places, strict=True):
                value, move = float(row[place]), move_tables(self.position._board, kind)[turned][place]
                if move is not None and (kind not in best or value > best[kind][0]):
                    best[kind] = value, move
        return best
