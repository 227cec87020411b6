"""Values of all placements at once, without playing them.

A tile changes the provinces of its two colours and the villages beside them. The effects of its two spaces add up,
unless both touch one village. So each space is valued once for each square, each double tile once for each placement,
and the value of a tile with two colours is a sum of two numbers. Most effects are computed for whole sets of squares (a
`ValueMap`): where a province grows, where it comes close to another one, where a village is adjacent. For speed,
effects on the free squares beside villages and provinces are left to the search.
"""

from qin_core.qin.board import LANE_BITS, Board
from qin_core.qin.move import domino_mask
from qin_core.qin.pagodas import LANE_MASK
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.players.colour_values import ColourValues
from qin_core.qin.players.features import DOUBLE, IS_DOUBLE, settled_holder, villages_with_room
from qin_core.qin.players.placements import village_placements
from qin_core.qin.players.weights import Scale
from qin_core.qin.position import Position


class Evaluator:
    """The value of each space on each square to the player to move."""

    def __init__(self, position: Position, scale: Scale) -> None:
        self.position = position
        self.scale = scale
        self.board: Board = position.board
        self.has_room = villages_with_room(position)
        self.placements = domino_mask(self.board, position.free, position.frontier)
        self.colours = [ColourValues(self, colour) for colour in range(3)]
        self._villages: dict[tuple[int, int], tuple[float, int]] = {}
        self.village_rings, self.by_villages = village_placements(self.board)

    def villages(self, changed: int, count_change: int) -> tuple[float, int]:
        """Return how value and pagodas change when the pagoda counts beside some villages change."""
        cached = self._villages.get((changed, count_change))
        if cached:
            return cached
        key = changed, count_change
        position, scale = self.position, self.scale
        value, pagoda_change = 0.0, 0
        after = position.village_counts + count_change
        while changed:
            lowest = changed & -changed
            changed ^= lowest
            number = lowest.bit_length() // LANE_BITS
            shift = number * LANE_BITS
            old = position.village_counts >> shift & LANE_MASK
            new = after >> shift & LANE_MASK
            holder = position.holders[number]
            if new != old:
                owner = settled_holder(new, holder)
                has_room = self.has_room[number]
                value += scale.village(new, owner, has_room) - scale.village(old, holder, has_room)
                if owner != holder:
                    pagoda_change += (1 << SHIFT[owner]) - (1 << SHIFT[holder] if holder else 0)
        self._villages[key] = value, pagoda_change
        return value, pagoda_change

    def value_of_spending(self, kind: int) -> float:
        """Return how playing a tile of this kind changes the value of the hand."""
        row = self.scale.rows[self.position.player_to_move]
        return -row[DOUBLE] * (0.5 if IS_DOUBLE[kind] else -0.5)
