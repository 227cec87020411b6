"""Placing a tile: the changes of its colours' areas and of the villages (Q13-Q19)."""

from qin_core.bits import each
from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.move import Space
from qin_core.qin.pagodas import LANE_MASK, LEADERS, PLAYER_SHIFT
from qin_core.qin.province import MAJOR_SIZE, Province, new_owner

RawEvent = tuple[str, int, int, int | None]
"""Kind, a province's squares (or with a loser, 0 for nobody, a village's number), player, loser."""
Change = tuple[str, list[Province], list[Province]]
"""What happened, the provinces that are gone, the provinces of the colour now: the new one stands last."""


def grow(board: Board, mover: int, space: Space, present: Squares, provinces: tuple[Province, ...]) -> Change | None:
    """Found, expand or absorb (Q14-Q16, Q19); None for a single space, which belongs to nobody (Q13).

    `present` are the spaces of the colour before. Whether an absorption is allowed is not asked here; where nobody
    leads the owner is 0.
    """
    _, squares, near, lanes = space
    touched = present & near
    if not touched and not squares & squares - 1:
        return None
    squares |= touched
    joined: list[Province] = []
    others: list[Province] = []
    for province in provinces:
        if province[0] & touched:
            joined.append(province)
            squares |= province[0]
            lanes |= province[3]
            near |= province[4]
            touched &= ~province[0]
        else:
            others.append(province)
    if touched:  # what is left are single spaces that lay around
        loose_near, loose_lanes = surroundings(board, touched)
        near |= loose_near
        lanes |= loose_lanes
    if not joined:
        happened, owner = "found", mover
    elif len(joined) == 1:
        happened, owner = "expand", joined[0][1]
    else:
        happened, owner = "absorb", new_owner(joined)
    others.append((squares, owner, 2 if squares.bit_count() >= MAJOR_SIZE else 1, lanes, near))
    return happened, joined, others


def settle(
    unsettled: int, holders: tuple[int, ...], beside: int, on_board: int, events: list[RawEvent]
) -> tuple[tuple[int, ...], int]:
    """Give each village to the player with strictly the most pagodas beside it (Q17, Q18)."""
    changed = list(holders)
    while unsettled:
        lowest = unsettled & -unsettled
        unsettled ^= lowest
        number = lowest.bit_length() // LANE_BITS
        leader = LEADERS[beside >> number * LANE_BITS & LANE_MASK]
        holder = changed[number]
        if leader and leader != holder:
            changed[number] = leader
            on_board += 1 << PLAYER_SHIFT[leader]
            if holder:
                on_board -= 1 << PLAYER_SHIFT[holder]
            events.append(("conquer" if holder else "connect", number, leader, holder))
    return tuple(changed), on_board


def surroundings(board: Board, squares: Squares) -> tuple[Squares, int]:
    """Collect what lies beside a set of squares: other squares, and villages as lanes."""
    near = lanes = 0
    for square in each(squares):
        near |= board.near[square]
        lanes |= board.village_lanes[square]
    return near, lanes
