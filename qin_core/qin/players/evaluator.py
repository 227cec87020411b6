"""Values of all placements at once, without playing them.

A tile changes the provinces of its two colours and the villages beside them. The effects of its two spaces add up,
unless both touch one village. So each space is valued once for each square, each double tile once for each placement,
and the value of a tile with two colours is a sum of two numbers. Most effects are computed for whole sets of squares (a
`ValueMap`): where a province grows, where it comes close to another one, where a village is adjacent. For speed,
effects on the free squares beside villages and provinces are left to the search.
"""

from qin_core.qin.board import LANE_BITS, Board
from qin_core.qin.move import domino_mask
from qin_core.qin.pagodas import LANE_MASK, PLAYER_SHIFT
from qin_core.qin.players.colour_values import ColourValues
from qin_core.qin.players.features import HAND, IS_DOUBLE, open_villages, settled_holder
from qin_core.qin.players.placements import beside_villages
from qin_core.qin.players.weights import PlayerWeights
from qin_core.qin.position import Position
from qin_core.qin.tiles import COLOURS


class Evaluator:
    """The value of each space on each square to the player to move."""

    def __init__(self, position: Position, weights: PlayerWeights) -> None:
        self.position = position
        self.weights = weights
        self.board: Board = position.board
        self.placements = domino_mask(self.board, position.free, position.frontier)
        self.beside_villages = beside_villages(self.board)
        self.colours = [ColourValues(self, colour) for colour in range(len(COLOURS))]
        self._open_villages = open_villages(position)
        self._village_changes: dict[tuple[int, int], tuple[float, int]] = {}

    def change_villages(self, villages: int, count_change: int) -> tuple[float, int]:
        """Return the changes of value and of pagodas when the pagoda counts beside some villages (bits) change."""
        key = villages, count_change
        cached = self._village_changes.get(key)
        if cached:
            return cached
        position, weights = self.position, self.weights
        value, pagoda_change = 0.0, 0
        counts_after = position.village_counts + count_change
        while villages:
            lowest = villages & -villages
            villages ^= lowest
            number = lowest.bit_length() // LANE_BITS
            shift = number * LANE_BITS
            old_counts = position.village_counts >> shift & LANE_MASK
            new_counts = counts_after >> shift & LANE_MASK
            if new_counts == old_counts:
                continue
            old_holder, is_open = position.holders[number], self._open_villages[number]
            new_holder = settled_holder(new_counts, old_holder)
            value += weights.village(new_counts, new_holder, is_open) - weights.village(old_counts, old_holder, is_open)
            if new_holder != old_holder:
                pagoda_change += 1 << PLAYER_SHIFT[new_holder]
                if old_holder:
                    pagoda_change -= 1 << PLAYER_SHIFT[old_holder]
        self._village_changes[key] = value, pagoda_change
        return value, pagoda_change

    def value_of_spending(self, kind: int) -> float:
        """Return how playing a tile of this kind changes the value of the hand."""
        hand_weight = self.weights.rows[self.position.player_to_move][HAND]
        return -hand_weight * (0.5 if IS_DOUBLE[kind] else -0.5)
