"""Values of all placements at once, without playing them.

A tile changes the provinces of its two colours and the villages beside them. The effects of its two spaces add up,
unless both touch one village. So each space is valued once for each square, each double tile once for each place, and
the value of a placement is a sum of two numbers. Most effects are computed for whole sets of squares (a `ValueMap`):
those where a province grows, those where it comes close to another, those beside a village. For speed, effects on the
free squares beside villages and provinces are left to the search.
"""

from qin_core.qin.board import LANE_BITS, Board
from qin_core.qin.move import domino_mask
from qin_core.qin.pagodas import LANE_MASK
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.players.features import DOUBLE, IS_DOUBLE, settled, village_rooms
from qin_core.qin.players.layer import ValuedLayer
from qin_core.qin.players.places import village_places
from qin_core.qin.players.weights import Scale
from qin_core.qin.position import Position


class Evaluator:
    """The value of each space on each square to the player on turn."""

    def __init__(self, position: Position, scale: Scale) -> None:
        self.position = position
        self.scale = scale
        self.board: Board = position.board
        self.rooms = village_rooms(position)
        self.places = domino_mask(self.board, position.free, position.frontier)
        self.layers = [ValuedLayer(self, colour) for colour in range(3)]
        self._villages: dict[tuple[int, int], tuple[float, int]] = {}
        self.rings, self.by_villages = village_places(self.board)

    def villages(self, changed: int, beside: int) -> tuple[float, int]:
        """Return the change of value and of pagodas when the counts beside some villages change."""
        known = self._villages.get((changed, beside))
        if known:
            return known
        key = changed, beside
        position, scale = self.position, self.scale
        value, gain = 0.0, 0
        after = position.village_counts + beside
        while changed:
            lowest = changed & -changed
            changed ^= lowest
            number = lowest.bit_length() // LANE_BITS
            shift = number * LANE_BITS
            old = position.village_counts >> shift & LANE_MASK
            new = after >> shift & LANE_MASK
            holder = position.holders[number]
            if new != old:
                owner = settled(new, holder)
                room = self.rooms[number]
                value += scale.village(new, owner, room) - scale.village(old, holder, room)
                if owner != holder:
                    gain += (1 << SHIFT[owner]) - (1 << SHIFT[holder] if holder else 0)
        self._villages[key] = value, gain
        return value, gain

    def kind_value(self, kind: int) -> float:
        """Return the value of giving away a tile of this kind."""
        row = self.scale.rows[self.position.player_to_move]
        return -row[DOUBLE] * (0.5 if IS_DOUBLE[kind] else -0.5)
