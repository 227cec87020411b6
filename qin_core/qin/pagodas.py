"""Counting pagodas (Q4, Q17, Q18) in integers that hold one count per lane: faster to add and compare than tuples.

Pagodas on the board: a lane of 16 bits for each player. Pagodas beside villages: a lane of 16 bits for each village,
with four bits for each player (at most six squares adjoin a village, with at most two pagodas each).
"""

from qin_core.qin.board import LANE_BITS
from qin_core.qin.events import CONNECT, CONQUER, RawEvent

PAGODAS = {2: 24, 3: 19, 4: 15}
"""Pagodas of each player (Q4), by the number of players."""
MAX_PAGODAS_PER_TURN = 10
"""An estimate: two major provinces with six villages beside them. Nobody with more pagodas left can win at once."""
LANE_MASK = (1 << LANE_BITS) - 1
_LANE_TOP = 1 << LANE_BITS - 1
PLAYER_SHIFT = tuple(LANE_BITS * (player - 1) for player in range(5))
"""The first bit of a player's lane, by the player's number."""
BESIDE_SHIFT = tuple(4 * (player - 1) for player in range(5))
"""The first bit of a player's count in a village's lane, by the player's number."""
ALL_PLACED = {
    players: (
        sum(_LANE_TOP - limit << PLAYER_SHIFT[player] for player in range(1, players + 1)),
        sum(_LANE_TOP << PLAYER_SHIFT[player] for player in range(1, players + 1)),
    )
    for players, limit in PAGODAS.items()
}
"""By the number of players: an addend that sets the top bit of each player without pagodas left, and their mask."""


class Leaders(dict[int, int]):
    """The player with strictly the most pagodas beside a village (Q17, Q18), by the village's counts; 0 for a tie."""

    def __missing__(self, counts: int) -> int:
        by_player = [counts >> shift & 15 for shift in BESIDE_SHIFT[1:]]
        highest = max(by_player)
        self[counts] = leader = by_player.index(highest) + 1 if by_player.count(highest) == 1 else 0
        return leader


LEADERS = Leaders()


def award_villages(
    unsettled: int, holders: tuple[int, ...], village_counts: int, pagoda_counts: int, events: list[RawEvent]
) -> tuple[tuple[int, ...], int]:
    """Give each unsettled village to the player with strictly the most pagodas beside it (Q17, Q18).

    Return the new holders and the new pagoda counts; append the events.
    """
    new_holders = list(holders)
    while unsettled:
        lowest = unsettled & -unsettled
        unsettled ^= lowest
        number = lowest.bit_length() // LANE_BITS
        leader = LEADERS[village_counts >> number * LANE_BITS & LANE_MASK]
        holder = new_holders[number]
        if leader and leader != holder:
            new_holders[number] = leader
            pagoda_counts += 1 << PLAYER_SHIFT[leader]
            if holder:
                pagoda_counts -= 1 << PLAYER_SHIFT[holder]
            events.append((CONQUER if holder else CONNECT, number, leader, holder))
    return tuple(new_holders), pagoda_counts
