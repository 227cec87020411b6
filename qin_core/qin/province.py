"""Provinces and joins (Q13-Q22): who owns the result of a join, and which joins are forbidden.

A province is a plain tuple here, because `Position.play` makes one or two for every placement and a tuple is the
cheapest object to make (a named tuple took three times as long). `Position.provinces` returns them with names.
"""

from collections.abc import Sequence

from qin_core.common.bits import iter_bits
from qin_core.qin.board import Board, Squares, surroundings
from qin_core.qin.events import ABSORB, EXPAND, FOUND, EventKind, RefusalReason
from qin_core.qin.move import ColourMask

ProvinceRow = tuple[Squares, int, int, int, Squares]
"""Squares, owner, pagodas (1, or 2 for a major province), adjacent villages (bits), adjacent squares.

A set of villages has the lowest bit of each village's lane in `State.village_counts`.
"""

MAJOR_SIZE = 5
"""The size from which a province is major (Q16)."""


def find_area(board: Board, spaces: Squares, start: Squares) -> Squares:
    """Return all spaces of a colour that are connected with `start`, a set of one square."""
    area = edge = start
    while edge:
        neighbours = 0
        for square in iter_bits(edge):
            neighbours |= board.neighbours[square]
        edge = neighbours & spaces & ~area
        area |= edge
    return area


def find_areas(board: Board, spaces: Sequence[Squares]) -> list[Squares]:
    """Find the areas of two or more spaces of one colour (Q13), sorted by first square."""
    areas = []
    for colour in spaces:
        remaining = colour
        while remaining:
            area = find_area(board, remaining, remaining & -remaining)
            remaining &= ~area
            if area.bit_count() > 1:
                areas.append(area)
    return sorted(areas, key=lambda area: area & -area)


def count_shares(joined: Sequence[ProvinceRow]) -> dict[int, int]:
    """Add up each player's spaces in provinces about to be joined (Q19)."""
    spaces: dict[int, int] = {}
    for squares, owner, *_ in joined:
        spaces[owner] = spaces.get(owner, 0) + squares.bit_count()
    return spaces


def new_owner(joined: Sequence[ProvinceRow]) -> int:
    """Return the player with the most spaces in provinces about to be joined (Q19); 0 for a tie (Q20)."""
    spaces = count_shares(joined)
    highest = max(spaces.values())
    leaders = [player for player, count in spaces.items() if count == highest]
    return leaders[0] if len(leaders) == 1 else 0


def forbidden_join(joined: Sequence[ProvinceRow]) -> RefusalReason | None:
    """Return why two or more provinces may not be joined; None if they may. Q21 comes first, then Q22, then Q20."""
    owners_of_majors = [owner for _, owner, pagodas, _, _ in joined if pagodas == 2]
    if len(owners_of_majors) > 1:
        return RefusalReason.JOINS_MAJORS
    owner = new_owner(joined)
    if owners_of_majors and owners_of_majors[0] != owner:
        return RefusalReason.TAKES_MAJOR
    return None if owner else RefusalReason.TIED_MERGE


Change = tuple[EventKind, list[ProvinceRow], list[ProvinceRow]]
"""The event, the provinces that it replaces, and all provinces of the colour afterwards, with the new one last."""


def grow(
    board: Board, player: int, added: ColourMask, spaces: Squares, provinces: tuple[ProvinceRow, ...]
) -> Change | None:
    """Found, expand or absorb (Q14-Q16, Q19); None for a single space, which belongs to nobody (Q13).

    `spaces` are the squares of the colour before the placement. This does not check whether a join is allowed; if
    players tie, the new owner is 0.
    """
    _, squares, neighbours, village_bits = added
    touched = spaces & neighbours
    if not touched and squares.bit_count() == 1:
        return None
    squares |= touched
    joined: list[ProvinceRow] = []
    others: list[ProvinceRow] = []
    for province in provinces:
        old_squares, _, _, old_village_bits, old_neighbours = province
        if old_squares & touched:
            joined.append(province)
            squares |= old_squares
            village_bits |= old_village_bits
            neighbours |= old_neighbours
            touched &= ~old_squares
        else:
            others.append(province)
    if touched:  # the rest are single spaces
        more_neighbours, more_villages = surroundings(board, touched)
        neighbours |= more_neighbours
        village_bits |= more_villages
    if not joined:
        kind, owner = FOUND, player
    elif len(joined) == 1:
        kind, owner = EXPAND, joined[0][1]
    else:
        kind, owner = ABSORB, new_owner(joined)
    others.append((squares, owner, 2 if squares.bit_count() >= MAJOR_SIZE else 1, village_bits, neighbours))
    return kind, joined, others


ForbiddenMasks = tuple[int, int, int]
"""Placements (bits of `domino_mask`) forbidden with a colour on the lower square, on the higher one, on both."""
NOTHING_FORBIDDEN: ForbiddenMasks = (0, 0, 0)


class ColourState:
    """The provinces of one colour, and the placements of that colour that would make a forbidden join.

    Positions share it until a province of the colour changes, so the masks are computed at most once per change.
    """

    __slots__ = ("_free", "_masks", "provinces")

    def __init__(self, provinces: tuple[ProvinceRow, ...]) -> None:
        self.provinces = provinces
        self._free = 0
        self._masks = NOTHING_FORBIDDEN

    def forbidden_masks(self, board: Board, free: Squares) -> ForbiddenMasks:
        """Mark the forbidden placements on free squares; bits of other placements are undefined."""
        if free & ~self._free:  # not computed yet, or for fewer squares
            self._free = free
            self._masks = self._find_forbidden(board, free)
        return self._masks

    def _find_forbidden(self, board: Board, free: Squares) -> ForbiddenMasks:
        """Mark the forbidden placements; only provinces with free squares beside them can be joined."""
        open_provinces = [province for province in self.provinces if province[4] & free]
        if len(open_provinces) < 2:
            return NOTHING_FORBIDDEN
        bits, stride = board.bits, board.stride
        touching_squares = [neighbours & free for *_, neighbours in open_provinces]
        # One half of this colour: find its forbidden squares, then the placements that have it there.
        squares = _mark_forbidden(open_provinces, touching_squares)
        on_lower = squares | squares << bits
        on_higher = squares >> 1 | squares >> stride << bits
        # Both halves: a placement touches a province if either half does.
        touching_placements = [
            squares | squares >> 1 | (squares | squares >> stride) << bits for squares in touching_squares
        ]
        return on_lower, on_higher, _mark_forbidden(open_provinces, touching_placements)


def _mark_forbidden(provinces: Sequence[ProvinceRow], touching: list[int]) -> int:
    """Mark the squares or placements that would make a forbidden join, given those that touch each province.

    Comparing provinces in pairs decides nearly all of them. Only those that touch three or more provinces are checked
    one by one.
    """
    once = twice = thrice = 0  # touched by at least one province, two, three
    for bits in touching:
        thrice |= twice & bits
        twice |= once & bits
        once |= bits
    forbidden = 0
    if twice:
        for number, (squares, owner, pagodas, _, _) in enumerate(provinces):
            shared = touching[number] & twice
            if not shared:
                continue
            for other_number in range(number):
                common = shared & touching[other_number]
                if not common:
                    continue
                other_squares, other_owner, other_pagodas, _, _ = provinces[other_number]
                both_major = pagodas == other_pagodas == 2
                tied = owner != other_owner and squares.bit_count() == other_squares.bit_count()
                if both_major or tied:
                    forbidden |= common
    if thrice:
        forbidden &= ~thrice
        for bit in iter_bits(thrice):
            joined = [province for province, bits in zip(provinces, touching, strict=True) if bits >> bit & 1]
            if forbidden_join(joined):
                forbidden |= 1 << bit
    return forbidden
