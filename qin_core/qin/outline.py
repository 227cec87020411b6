"""Geometry of the pictures: where squares are, the outlines of areas, and where pagodas stand."""

from collections.abc import Iterable
from functools import lru_cache

from qin_core.bits import each
from qin_core.qin.board import Board, Square, Squares
from qin_core.qin.province import Province

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


@lru_cache(maxsize=8192)
def area_path(board: Board, squares: Squares, inset: int, radius: int) -> str:
    """Trace the outline of an area, drawn in by `inset` and with rounded corners.

    Each side of a square is walked along with the area at its right hand; where two squares meet by a corner only,
    the walk turns right, which keeps them apart.
    """
    cells = set(each(squares))
    shift = (1, -board.stride, -1, board.stride)
    todo = {(cell, side) for cell in cells for side in range(4) if cell + shift[side - 1] not in cells}
    path = []
    for start in sorted(todo):
        if start not in todo:
            continue
        cell, side = start
        command = "M"
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
            cell, side = turn
            over, under = _STEPS[side]
            path.append(
                f"{command}{x - radius * right} {y - radius * down}Q{x} {y} {x + radius * over} {y + radius * under}"
            )
            command = "L"
        path.append("z")
    return "".join(path)


@lru_cache(maxsize=8192)
def centre(board: Board, squares: Squares) -> Square:
    """Find the square of an area that is nearest to its middle: there its pagoda stands."""
    cells = each(squares)
    points = [divmod(cell, board.stride) for cell in cells]
    count, rows, columns = len(cells), sum(row for row, _ in points), sum(column for _, column in points)
    return min(
        (
            ((count * row - rows) ** 2 + (count * column - columns) ** 2, cell)
            for cell, (row, column) in zip(cells, points, strict=True)
        )
    )[1]


def village_corner(board: Board, squares: Squares) -> tuple[int, int]:
    """Find where a village's pagoda stands: in the middle, also of two squares."""
    corners = [corner(board, square) for square in each(squares)]
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)
