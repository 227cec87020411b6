"""The value of placing one colour anywhere on the board, as a sum of changes over sets of bits.

A bit is a square for a single space, and a bit of a `domino_mask` for a double tile.
"""

from itertools import compress

from qin_core.common.bits import SELECTORS, iter_bits
from qin_core.qin.pagodas import LANE_MASK
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT

Delta = tuple[int, int, int]
"""The effect of a space or a double tile: the villages whose counts change, the changes, the pagodas gained."""
NO_DELTA: Delta = (0, 0, 0)
_MIN_FOR_COMPRESS = 16
"""The number of bits from which `compress` is faster than `iter_bits`."""
_ALL_BITS = tuple(range(2 * 27 * 26))


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

    def add_delta(self, mask: int, delta: Delta) -> None:
        """Set the effect on some bits."""
        self.deltas.append((mask, delta))
        if delta[0]:
            self.by_villages |= mask

    def add_village_delta(self, mask: int, delta: Delta) -> None:
        """Add a further effect, on a village, to some bits."""
        self.village_deltas.append((mask, delta))
        self.by_villages |= mask

    def delta_at(self, number: int) -> Delta:
        """Return the effect on one bit."""
        bit = 1 << number
        villages, counts, gain = NO_DELTA
        for mask, delta in self.deltas:
            if mask & bit:
                villages, counts, gain = delta
                break
        for mask, (village, more_counts, more_gain) in self.village_deltas:
            if mask & bit:
                villages, counts, gain = villages | village, counts + more_counts, gain + more_gain
        return villages, counts, gain

    def values(self) -> list[float]:
        """Return the value of each bit: the sum of its changes."""
        if self._values is None:
            values = self._values = [0.0] * self.length
            for mask, change in self.changes:
                for bit in list_bits(mask):
                    values[bit] += change
        return self._values

    def max_gains(self, pagoda_counts: int, players: range) -> list[int]:
        """Return an upper bound on the pagodas that each player can gain on one bit."""
        if self._max_gains is None:
            after = {pagoda_counts, *(pagoda_counts + delta[2] for _, delta in self.deltas)}
            self._max_gains = [
                max([count >> shift & LANE_MASK for count in after])
                - (pagoda_counts >> shift & LANE_MASK)
                + min(3, len(self.village_deltas))
                for shift in map(SHIFT.__getitem__, players)
            ]
        return self._max_gains


def list_bits(mask: int) -> list[int]:
    """List the bits of a set like `iter_bits`; faster for large sets."""
    if mask.bit_count() < _MIN_FOR_COMPRESS:
        return iter_bits(mask)
    return list(compress(_ALL_BITS, bin(mask)[:1:-1].encode().translate(SELECTORS)))
