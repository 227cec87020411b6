"""The value of placing one colour anywhere on the board, as a sum of changes over sets of bits.

For a single space, bit n is square n. For a double tile, bit n is the placement with bit n of a `domino_mask`.
"""

from functools import lru_cache
from typing import NamedTuple

from qin_core.common.bits import iter_bits, select
from qin_core.qin.pagodas import LANE_MASK, PLAYER_SHIFT

_MIN_TO_SELECT = 16
"""The number of bits from which `select` is faster than `iter_bits`."""
_ALL_BITS = tuple(range(2 * 27 * 26))
"""Enough for both directions on the largest board: 26 rows with a stride of 27."""
_MAX_VILLAGES_TAKEN = 3
"""One space or double tile hardly ever takes more villages."""


class Delta(NamedTuple):
    """The effect of a space or a double tile on pagodas."""

    villages: int
    """The villages (bits) whose counts change."""
    counts: int
    """The change of the counts beside villages, as in `Position.village_counts`."""
    pagodas: int
    """The change of the pagodas on the board, as in `Position.pagoda_counts`."""


NO_DELTA = Delta(0, 0, 0)


class ValueMap:
    """Changes of value, of village counts and of pagodas, for sets of bits."""

    __slots__ = ("_max_gains", "_values", "by_villages", "changes", "deltas", "length", "village_deltas")

    def __init__(self, length: int) -> None:
        self.length = length
        self.changes: list[tuple[int, float]] = []  # sets of bits and what to add to their values
        self.deltas: list[tuple[int, Delta]] = []  # these sets are disjoint
        self.village_deltas: list[tuple[int, Delta]] = []  # added to `deltas`
        self.by_villages = 0  # the bits at which a village's count changes
        self._values: list[float] | None = None
        self._max_gains: list[int] | None = None

    def add_value(self, bits: int, change: float) -> None:
        """Change the value of some bits."""
        self.changes.append((bits, change))

    def add_delta(self, bits: int, delta: Delta) -> None:
        """Set the effect on pagodas of some bits."""
        self.deltas.append((bits, delta))
        if delta.villages:
            self.by_villages |= bits

    def add_village_delta(self, bits: int, delta: Delta) -> None:
        """Add a further effect, on a village, to some bits."""
        self.village_deltas.append((bits, delta))
        self.by_villages |= bits

    def delta_at(self, number: int) -> tuple[int, int, int]:
        """Return the effect of one bit on pagodas: the fields of a `Delta`."""
        bit = 1 << number
        villages, counts, pagodas = NO_DELTA
        for bits, delta in self.deltas:
            if bits & bit:
                villages, counts, pagodas = delta
                break
        for bits, (village, more_counts, more_pagodas) in self.village_deltas:
            if bits & bit:
                villages, counts, pagodas = villages | village, counts + more_counts, pagodas + more_pagodas
        return villages, counts, pagodas

    def values(self) -> list[float]:
        """Return the value of each bit: the sum of its changes."""
        if self._values is None:
            values = self._values = [0.0] * self.length
            for bits, change in self.changes:
                for bit in _list_bits(bits):
                    values[bit] += change
        return self._values

    def max_gains(self, pagoda_counts: int, players: range) -> list[int]:
        """Return an upper bound on the pagodas that each player can gain on one bit."""
        if self._max_gains is None:
            after = {pagoda_counts, *(pagoda_counts + delta.pagodas for _, delta in self.deltas)}
            self._max_gains = [
                max([counts >> shift & LANE_MASK for counts in after])
                - (pagoda_counts >> shift & LANE_MASK)
                + min(_MAX_VILLAGES_TAKEN, len(self.village_deltas))
                for shift in map(PLAYER_SHIFT.__getitem__, players)
            ]
        return self._max_gains


@lru_cache(maxsize=8192)
def _list_bits(bits: int) -> tuple[int, ...]:
    """List the bits of a set. Cached, because the positions of a search share most sets."""
    if bits.bit_count() < _MIN_TO_SELECT:
        return tuple(iter_bits(bits))
    return tuple(select(_ALL_BITS, bits))
