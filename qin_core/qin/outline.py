"""Geometry of the pictures: the corners of squares, the outlines of areas, the squares of pagodas."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from qin_core.common.bits import iter_bits
from qin_core.qin.board import Board, Square, Squares
from qin_core.qin.province import ProvinceRow

if TYPE_CHECKING:
    from qin_core.qin.position import Position

PagodaSquares = Mapping[Squares, Square]
"""The square on which each province's pagoda stands, by the province's squares."""

SIZE = 100
"""The width of a square."""
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # right, down, left, up


def corner(board: Board, square: Square) -> tuple[int, int]:
    """Return the upper left corner of a square."""
    row, column = divmod(square, board.stride)
    return SIZE * column, SIZE * (board.height - 1 - row)


def first_square(province: ProvinceRow) -> Squares:
    """Return the first square of a province: a sort key, so that equal positions are drawn alike."""
    return province[0] & -province[0]


def squares_named(board: Board, names: Iterable[str]) -> Squares:
    """Return the set of squares with some names, ignoring names that the board doesn't have."""
    squares = 0
    for name in names:
        square = board.square(name)
        squares |= 0 if square is None else 1 << square
    return squares


@lru_cache(maxsize=16)
def _bends(radius: int) -> dict[tuple[int, int], str]:
    """Write the path of a rounded corner for each pair of directions."""
    paths = {}
    for side, (dx, dy) in enumerate(_STEPS):
        for turn in ((side + 1) % 4, (side + 3) % 4):
            turn_dx, turn_dy = _STEPS[turn]
            ends = (dx, dy, dx + turn_dx, dy + turn_dy)
            paths[side, turn] = "q" + " ".join(str(radius * end) for end in ends).replace(" -", "-")
    return paths


@lru_cache(maxsize=8192)
def area_path(board: Board, squares: Squares, inset: int, radius: int) -> str:
    """Trace the outline of an area with rounded corners, `inset` units inside its edge.

    The path follows the edge clockwise, with the area on its right. Where two squares share only a corner, it turns
    right, which keeps them apart.
    """
    inside = set(iter_bits(squares))
    steps = (1, -board.stride, -1, board.stride)  # to the square on the right, below, on the left, above
    # An edge is a square and the side of it that the path follows: 0 its upper side, to the right, and so on clockwise.
    edges = {(square, side) for square in inside for side in range(4) if square + steps[side - 1] not in inside}
    bends = _bends(radius)
    path = []
    for start in sorted(edges):
        if start not in edges:
            continue
        square, side = start
        started = False
        while (square, side) in edges:
            edges.remove((square, side))
            (dx, dy), ahead = _STEPS[side], square + steps[side]
            x, y = corner(board, square)
            x += SIZE * (side < 2) - inset * dy
            y += SIZE * (side in (1, 2)) + inset * dx
            beyond = ahead + steps[side - 1]  # the square diagonally ahead, outside the edge
            if ahead not in inside:  # turn right, around the square
                next_edge, x, y = (square, (side + 1) % 4), x - inset * dx, y - inset * dy
            elif beyond in inside:  # turn left
                next_edge, x, y = (beyond, (side + 3) % 4), x + inset * dx, y + inset * dy
            else:  # go straight on
                square = ahead
                continue
            x, y = x - radius * dx, y - radius * dy
            path.append((f"H{x}" if dx else f"V{y}") if started else f"M{x} {y}")
            path.append(bends[side, next_edge[1]])
            square, side = next_edge
            started = True
        path.append("z")
    return "".join(path)


@lru_cache(maxsize=8192)
def centre(board: Board, squares: Squares) -> Square:
    """Return the square of an area that is nearest to its centre: the pagoda of a new province stands there."""
    inside = iter_bits(squares)
    points = {square: divmod(square, board.stride) for square in inside}
    rows, columns = map(sum, zip(*points.values(), strict=True))
    count = len(inside)

    def distance(square: Square) -> int:
        """Return the squared distance to the centre, times the square of `count`: a whole number."""
        row, column = points[square]
        return (count * row - rows) ** 2 + (count * column - columns) ** 2

    return min(inside, key=distance)


@lru_cache(maxsize=1024)
def village_corner(board: Board, squares: Squares) -> tuple[int, int]:
    """Return the upper left corner of a village's pagoda, which stands in the middle of one or two squares."""
    corners = [corner(board, square) for square in iter_bits(squares)]
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)


def pagoda_squares(positions: Iterable["Position"]) -> PagodaSquares:
    """Find the squares of all pagodas during a game. A pagoda stays on its square while its province grows.

    When provinces join, a pagoda of the new owner stays. Pass the result to `board_svg`.
    """
    pagoda_square: dict[Squares, Square] = {}
    previous: dict[int, tuple[ProvinceRow, ...]] = {}
    for position in positions:
        for colour, state in enumerate(position.colour_states):
            old_provinces = previous.get(colour, ())
            if old_provinces is state.provinces:
                continue
            previous[colour] = state.provinces
            for squares, owner, *_ in state.provinces:
                if squares not in pagoda_square:
                    # In the order of preference: the new owner's provinces first, those with most pagodas first.
                    parts = [
                        (old_owner != owner, -old_pagodas, old_squares)
                        for old_squares, old_owner, old_pagodas, *_ in old_provinces
                        if old_squares & squares
                    ]
                    pagoda_square[squares] = pagoda_square[min(parts)[2]] if parts else centre(position.board, squares)
    return pagoda_square
