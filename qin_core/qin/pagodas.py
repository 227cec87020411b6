"""Counting pagodas (Q4, Q17, Q18): lanes of one integer are quicker to add to and to compare than tuples.

Pagodas on the board have a lane of sixteen bits for each player; pagodas beside villages have a lane for each village
with four bits for each player (six squares lie beside a village, with two pagodas each at the most).
"""

from qin_core.qin.board import LANE_BITS

PAGODAS = {2: 24, 3: 19, 4: 15}
"""How many pagodas each player has (Q4), by the number of players."""
LANE_MASK = (1 << LANE_BITS) - 1
_LANE_TOP = 1 << LANE_BITS - 1
PLAYER_SHIFT = tuple(LANE_BITS * (player - 1) for player in range(5))
"""Where a player's lane begins, by the player's number."""
BESIDE_SHIFT = tuple(4 * (player - 1) for player in range(5))
"""Where a player's count begins in the lane of a village."""
FULL = {
    players: (
        sum(_LANE_TOP - most << PLAYER_SHIFT[player] for player in range(1, players + 1)),
        sum(_LANE_TOP << PLAYER_SHIFT[player] for player in range(1, players + 1)),
    )
    for players, most in PAGODAS.items()
}
"""By the number of players: what lifts the lane of a player with no pagoda left to its top bit, and those bits."""


class Leaders(dict[int, int]):
    """Who has strictly the most pagodas beside a village (Q17, Q18), by its lane of counts; 0 on a tie."""

    def __missing__(self, counts: int) -> int:
        by_player = [counts >> shift & 15 for shift in BESIDE_SHIFT[1:]]
        most = max(by_player)
        self[counts] = leader = by_player.index(most) + 1 if by_player.count(most) == 1 else 0
        return leader


LEADERS = Leaders()
