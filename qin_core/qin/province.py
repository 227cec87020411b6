"""Provinces and their joins (Q13-Q22): who would own what, and which joins are forbidden.

A province is a plain tuple, because `Position.play` makes one or two for every placement and a tuple is the
cheapest thing to make (a named tuple took three times as long).
"""

from collections.abc import Sequence

from qin_core.bits import each
from qin_core.qin.board import Board, Squares

Province = tuple[Squares, int, int, int, Squares]
"""Squares, owner, pagodas (1, or 2 for a major province), villages beside it (lanes), squares beside it."""

MAJOR_SIZE = 5
"""From this size on a province is major and carries a double pagoda (Q16)."""


def find_area(board: Board, colour: Squares, square: Squares) -> Squares:
    """Find the spaces of a colour that hang together with one of them."""
    area = edge = square
    while edge:
        near = 0
        for reached in each(edge):
            near |= board.near[reached]
        edge = near & colour & ~area
        area |= edge
    return area


def find_areas(board: Board, spaces: Sequence[Squares]) -> list[Squares]:
    """Find the areas of two or more spaces of one colour in the order of their first cells (Q13)."""
    areas = []
    for colour in spaces:
        left = colour
        while left:
            area = find_area(board, left, left & -left)
            left &= ~area
            if area & area - 1:
                areas.append(area)
    return sorted(areas, key=lambda area: area & -area)


def size(province: Province) -> int:
    """Count a province's spaces."""
    return province[0].bit_count()


def shares(joined: Sequence[Province]) -> dict[int, int]:
    """Add up each player's spaces in the provinces that a tile would join (Q19)."""
    spaces: dict[int, int] = {}
    for squares, owner, *_ in joined:
        spaces[owner] = spaces.get(owner, 0) + squares.bit_count()
    return spaces


def new_owner(joined: Sequence[Province]) -> int:
    """Name the player who has the most spaces in joined provinces, 0 if two or more tie (Q19, Q20)."""
    spaces = shares(joined)
    most = max(spaces.values())
    leaders = [player for player, count in spaces.items() if count == most]
    return leaders[0] if len(leaders) == 1 else 0


def forbidden_join(joined: Sequence[Province]) -> str | None:
    """Say why two or more provinces may not be joined, None if they may.

    Q21 comes first (two majors never join), then Q22 (a major stays with its owner), then Q20 (somebody must lead).
    """
    majors = [province for province in joined if province[2] == 2]
    if len(majors) > 1:
        return "joins-majors"
    owner = new_owner(joined)
    if majors and majors[0][1] != owner:
        return "takes-major"
    return None if owner else "tied-merge"


Bans = tuple[int, int, int]
"""Forbidden places in `dominoes` masks: this colour on the lower square, on the higher one, on both."""
NO_BANS: Bans = (0, 0, 0)


class Layer:
    """The provinces of one colour, and where tiles of that colour would make a forbidden join.

    Positions share a layer for as long as its provinces stay as they are, so the second part is worked out at most
    once for each change.
    """

    __slots__ = ("_bans", "_free", "provinces")

    def __init__(self, provinces: tuple[Province, ...]) -> None:
        self.provinces = provinces
        self._free = 0
        self._bans = NO_BANS

    def bans(self, board: Board, free: Squares) -> Bans:
        """Mark the forbidden places among the free squares; what is marked elsewhere means nothing."""
        if free & ~self._free:  # never asked yet, or only for fewer squares
            self._free = free
            self._bans = self._find_bans(board, free)
        return self._bans

    def _find_bans(self, board: Board, free: Squares) -> Bans:
        open_provinces = [province for province in self.provinces if province[4] & free]
        if len(open_provinces) < 2:
            return NO_BANS
        bits, stride = board.bits, board.stride
        near = [province[4] & free for province in open_provinces]
        single = _forbidden(open_provinces, near)
        both = _forbidden(open_provinces, [n | n >> 1 | (n | n >> stride) << bits for n in near])
        return single | single << bits, single >> 1 | single >> stride << bits, both


def _forbidden(provinces: Sequence[Province], touching: list[int]) -> int:
    """Mark the places where a tile would make a forbidden join, given for each province the places touching it.

    Two provinces at a time settle nearly all places; only where three or more meet is each place looked at.
    """
    once = twice = thrice = 0
    for places in touching:
        thrice |= twice & places
        twice |= once & places
        once |= places
    forbidden = 0
    if twice:
        for number, (squares, owner, pagodas, _, _) in enumerate(provinces):
            meeting = touching[number] & twice
            if not meeting:
                continue
            for other in range(number):
                places = meeting & touching[other]
                if places and (
                    provinces[other][2] == pagodas == 2
                    or (provinces[other][1] != owner and provinces[other][0].bit_count() == squares.bit_count())
                ):
                    forbidden |= places
    if thrice:
        forbidden &= ~thrice
        for place in each(thrice):
            if forbidden_join([p for p, places in zip(provinces, touching, strict=True) if places >> place & 1]):
                forbidden |= 1 << place
    return forbidden
