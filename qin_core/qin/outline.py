"""Geometry of the pictures: where squares are, the outlines of areas, and where pagodas stand."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from qin_core.bits import each
from qin_core.qin.board import Board, Square, Squares
from qin_core.qin.province import Province

if TYPE_CHECKING:
    from qin_core.qin.position import Position

Places = Mapping[Squares, Square]
"""Where pagodas stand: a square for each province, by its squares."""

SIZE = 100
"""How wide a square is."""
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # right, down, left, up


def corner(board: Board, square: Square) -> tuple[int, int]:
    """Find the upper left corner of a square."""
    row, column = divmod(square, board.stride)
    return SIZE * column, SIZE * (board.height - 1 - row)


def first_square(province: Province) -> Squares:
    """Give a province's place in cell order, so that equal positions are drawn in the same order."""
    return province[0] & -province[0]


def named(board: Board, names: Iterable[str]) -> Squares:
    """Collect named squares; those that the board doesn't have can't be shown and are left out."""
    found = 0
    for name in names:
        square = board.square(name)
        found |= 0 if square is None else 1 << square
    return found


@lru_cache(maxsize=16)
def _bends(radius: int) -> dict[tuple[int, int], str]:
    """Write the rounded corners from each direction to each other one."""
    found = {}
    for side, (right, down) in enumerate(_STEPS):
        for turn in ((side + 1) % 4, (side + 3) % 4):
            over, under = _STEPS[turn]
            ends = (right, down, right + over, down + under)
            found[side, turn] = "q" + " ".join(str(radius * end) for end in ends).replace(" -", "-")
    return found


@lru_cache(maxsize=8192)
def area_path(board: Board, squares: Squares, inset: int, radius: int) -> str:
    """Trace the outline of an area, drawn in by `inset` and with rounded corners.

    Each side of a square is walked along with the area at its right hand; where two squares meet by a corner only,
    the walk turns right, which keeps them apart.
    """
    cells = set(each(squares))
    shift = (1, -board.stride, -1, board.stride)
    todo = {(cell, side) for cell in cells for side in range(4) if cell + shift[side - 1] not in cells}
    bends = _bends(radius)
    path = []
    for start in sorted(todo):
        if start not in todo:
            continue
        cell, side = start
        begun = False
        while (cell, side) in todo:
            todo.remove((cell, side))
            (right, down), ahead = _STEPS[side], cell + shift[side]
            x, y = corner(board, cell)
            x += SIZE * (side < 2) - inset * down
            y += SIZE * (side in (1, 2)) + inset * right
            if ahead not in cells:
                turn, x, y = (cell, (side + 1) % 4), x - inset * right, y - inset * down
            elif ahead + shift[side - 1] in cells:
                turn, x, y = (ahead + shift[side - 1], (side + 3) % 4), x + inset * right, y + inset * down
            else:
                cell = ahead
                continue
            x, y = x - radius * right, y - radius * down
            path.append((f"H{x}" if right else f"V{y}") if begun else f"M{x} {y}")
            path.append(bends[side, turn[1]])
            cell, side = turn
            begun = True
        path.append("z")
    return "".join(path)


@lru_cache(maxsize=8192)
def centre(board: Board, squares: Squares) -> Square:
    """Find the square of an area that is nearest to its middle: there the pagoda of a new province stands."""
    cells = each(squares)
    points = [divmod(cell, board.stride) for cell in cells]
    count, rows, columns = len(cells), sum(row for row, _ in points), sum(column for _, column in points)
    return min(
        (
            ((count * row - rows) ** 2 + (count * column - columns) ** 2, cell)
            for cell, (row, column) in zip(cells, points, strict=True)
        )
    )[1]


@lru_cache(maxsize=1024)
def village_corner(board: Board, squares: Squares) -> tuple[int, int]:
    """Find where a village's pagoda stands: in the middle, also of two squares."""
    corners = [corner(board, square) for square in each(squares)]
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)


def pagoda_places(positions: Iterable["Position"]) -> Places:
    """Follow a game from its start, and let each pagoda stay where it stands while its province grows.

    Where provinces join, the pagoda of the one whose owner keeps them stays. `board_svg` takes the result; a province
    that isn't in it has its pagoda in the middle.
    """
    places: dict[Squares, Square] = {}
    before: dict[int, tuple[Province, ...]] = {}
    for position in positions:
        for colour, layer in enumerate(position.layers):
            old = before.get(colour, ())
            if old is layer.provinces:
                continue
            before[colour] = layer.provinces
            for squares, owner, *_ in layer.provinces:
                if squares not in places:
                    parts = [(part[1] != owner, -part[2], part[0]) for part in old if part[0] & squares]
                    places[squares] = places[min(parts)[2]] if parts else centre(position.board, squares)
    return places
