"""The worth of spaces of one colour, square by square: sums of changes, each for a whole set of places at once.

A place is a square for a single space, and a bit of a `dominoes` mask for a double tile.
"""

from itertools import compress

from qin_core.bits import each
from qin_core.qin.pagodas import LANE_MASK
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT

Touch = tuple[int, int, int]
"""What an effect does: villages beside which pagodas change (lanes), by how many, and those on the board."""
NO_TOUCH: Touch = (0, 0, 0)
BITS = bytes.maketrans(b"01", b"\0\1")
_MANY = 16
_INDEX = tuple(range(2 * 27 * 26))


class Plan:
    """Changes of value and what they do to villages and pagodas, for sets of places."""

    __slots__ = ("_gained", "_known", "by_villages", "length", "parts", "rings", "touched")

    def __init__(self, length: int) -> None:
        self.length = length
        self.parts: list[tuple[int, float]] = []  # sets of places and what to add to their values
        self.touched: list[tuple[int, Touch]] = []  # no two of these sets have a place in common
        self.rings: list[tuple[int, Touch]] = []  # these come on top
        self.by_villages = 0  # where something changes for a village
        self._known: list[float] | None = None
        self._gained: list[int] | None = None

    def touch(self, mask: int, touch: Touch) -> None:
        """Say what a space on some places does."""
        self.touched.append((mask, touch))
        if touch[0]:
            self.by_villages |= mask

    def ring(self, mask: int, touch: Touch) -> None:
        """Say what a space on some places does beyond that."""
        self.rings.append((mask, touch))
        self.by_villages |= mask

    def touch_at(self, place: int) -> Touch:
        """Find what a space on one place does."""
        bit = 1 << place
        lanes, beside, gain = NO_TOUCH
        for mask, touch in self.touched:
            if mask & bit:
                lanes, beside, gain = touch
                break
        for mask, (lane, more_beside, more) in self.rings:
            if mask & bit:
                lanes, beside, gain = lanes | lane, beside + more_beside, gain + more
        return lanes, beside, gain

    def values(self) -> list[float]:
        """Add the changes up, place by place."""
        if self._known is None:
            values = self._known = [0.0] * self.length
            for mask, change in self.parts:
                for place in places_of(mask):
                    values[place] += change
        return self._known

    def most_gained(self, on_board: int, players: range) -> list[int]:
        """Say how many pagodas each player gains on one of the places; rather too many than too few."""
        if self._gained is None:
            after = {on_board, *(on_board + touch[2] for _, touch in self.touched)}
            self._gained = [
                max([count >> shift & LANE_MASK for count in after])
                - (on_board >> shift & LANE_MASK)
                + min(3, len(self.rings))
                for shift in map(SHIFT.__getitem__, players)
            ]
        return self._gained


def places_of(mask: int) -> list[int]:
    """List the places of a set; C code picks them out where they are many."""
    if mask.bit_count() < _MANY:
        return each(mask)
    return list(compress(_INDEX, bin(mask)[:1:-1].encode().translate(BITS)))
