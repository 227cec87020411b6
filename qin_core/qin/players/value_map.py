"""The value of laying one colour on each place of the board, as a sum of changes over sets of places.

A place is a square for a single space, and a bit of a `domino_mask` for a double tile.
"""

from itertools import compress

from qin_core.common.bits import iter_bits
from qin_core.qin.pagodas import LANE_MASK
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT

Delta = tuple[int, int, int]
"""The effect of a space: the lanes of villages whose counts change, by how much, and the pagodas gained."""
NO_DELTA: Delta = (0, 0, 0)
BITS = bytes.maketrans(b"01", b"\0\1")
_MANY = 16
_INDEX = tuple(range(2 * 27 * 26))


class ValueMap:
    """Changes of value, of village counts and of pagodas, for sets of places."""

    __slots__ = ("_gained", "_known", "by_villages", "deltas", "length", "parts", "village_deltas")

    def __init__(self, length: int) -> None:
        self.length = length
        self.parts: list[tuple[int, float]] = []  # sets of places and what to add to their values
        self.deltas: list[tuple[int, Delta]] = []  # no two of these sets have a place in common
        self.village_deltas: list[tuple[int, Delta]] = []  # these come on top
        self.by_villages = 0  # where something changes for a village
        self._known: list[float] | None = None
        self._gained: list[int] | None = None

    def add_delta(self, mask: int, delta: Delta) -> None:
        """Add the effect of a space on some places."""
        self.deltas.append((mask, delta))
        if delta[0]:
            self.by_villages |= mask

    def add_village_delta(self, mask: int, delta: Delta) -> None:
        """Add a further effect on a village of a space on some places."""
        self.village_deltas.append((mask, delta))
        self.by_villages |= mask

    def delta_at(self, place: int) -> Delta:
        """Return the effect of a space on one place."""
        bit = 1 << place
        lanes, beside, gain = NO_DELTA
        for mask, delta in self.deltas:
            if mask & bit:
                lanes, beside, gain = delta
                break
        for mask, (lane, more_beside, more) in self.village_deltas:
            if mask & bit:
                lanes, beside, gain = lanes | lane, beside + more_beside, gain + more
        return lanes, beside, gain

    def values(self) -> list[float]:
        """Return the value of each place: the sum of its changes."""
        if self._known is None:
            values = self._known = [0.0] * self.length
            for mask, change in self.parts:
                for place in places_of(mask):
                    values[place] += change
        return self._known

    def most_gained(self, on_board: int, players: range) -> list[int]:
        """Return an upper bound on the pagodas that each player can gain on one place."""
        if self._gained is None:
            after = {on_board, *(on_board + delta[2] for _, delta in self.deltas)}
            self._gained = [
                max([count >> shift & LANE_MASK for count in after])
                - (on_board >> shift & LANE_MASK)
                + min(3, len(self.village_deltas))
                for shift in map(SHIFT.__getitem__, players)
            ]
        return self._gained


def places_of(mask: int) -> list[int]:
    """List the places of a set, in C where there are many."""
    if mask.bit_count() < _MANY:
        return iter_bits(mask)
    return list(compress(_INDEX, bin(mask)[:1:-1].encode().translate(BITS)))
