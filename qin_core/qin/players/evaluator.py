"""Values of all placements at once, without playing them.

A tile changes the provinces of its two colours and the villages beside them; what one space does and what the other
does simply add up, unless both touch one village. So each space is valued once for each square, each double tile
once for each place, and a placement is a sum of two numbers. Most of it is worked out for whole sets of squares (a
`Plan`): those where one province grows, those where that brings it near to another, those beside a village.
Left out for speed, and seen by the search only: what a tile does to the room beside villages and provinces.
"""

from qin_core.qin.board import LANE_BITS, Board
from qin_core.qin.move import dominoes
from qin_core.qin.pagodas import LANE_MASK
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.players.features import DOUBLE, IS_DOUBLE, settled, village_rooms
from qin_core.qin.players.layer import ValuedLayer
from qin_core.qin.players.places import village_places
from qin_core.qin.players.weights import Scale
from qin_core.qin.position import Position


class Evaluator:
    """What each space, laid on each square, would be worth to the player on turn."""

    def __init__(self, position: Position, scale: Scale) -> None:
        self.position = position
        self.scale = scale
        self.board: Board = position.board
        self.rooms = village_rooms(position)
        self.places = dominoes(self.board, position.free, position.reach)
        self.layers = [ValuedLayer(self, colour) for colour in range(3)]
        self._villages: dict[tuple[int, int], tuple[float, int]] = {}
        self.rings, self.by_villages = village_places(self.board)

    def villages(self, changed: int, beside: int) -> tuple[float, int]:
        """Value villages beside which pagodas come and go: the change of value, the change of pagodas on the board."""
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
        """Value giving a tile of this kind out of one's hand."""
        row = self.scale.rows[self.position.mover]
        return -row[DOUBLE] * (0.5 if IS_DOUBLE[kind] else -0.5)
