"""Random maps, so that the evaluator doesn't learn two boards by heart."""

import random
from itertools import count

from qin_core.qin.board import COLUMNS, Board


def random_map(chance: random.Random) -> Board:
    """Make a map of 10 to 14 squares a side, with villages, often with water, and a start space of each colour."""
    width, height = chance.randint(10, 14), chance.randint(10, 14)
    rows = [["."] * width for _ in range(height)]
    for _ in range(chance.choice((0, 0, 1, 2, 4, 6))):
        column, row = chance.randrange(width), chance.randrange(height)
        for _ in range(chance.randint(1, 4)):
            rows[row][column] = "~"
            column = max(0, min(width - 1, column + chance.choice((-1, 0, 1))))
            row = max(0, min(height - 1, row + chance.choice((-1, 0, 1))))
    for colour in "RYB":
        column, row = _spot(rows, chance, margin=4)
        rows[row][column] = colour
    for letter in COLUMNS[: chance.randint(5, 13)]:
        column, row = _spot(rows, chance, margin=0)
        rows[row][column] = letter
        if chance.random() < 0.5 and column + 1 < width and rows[row][column + 1] == ".":
            rows[row][column + 1] = letter
    return Board.parse("\n".join("".join(row) for row in rows))


def _spot(rows: list[list[str]], chance: random.Random, margin: int) -> tuple[int, int]:
    """Find grassland with no village and no start space around it."""
    height, width = len(rows), len(rows[0])
    for tries in count():
        column, row = chance.randrange(margin, width - margin), chance.randrange(margin, height - margin)
        margin = max(0, margin - (tries % 16 == 15))  # a crowded middle: look further out
        around = [rows[r][c] for r in range(row - 1, row + 2) for c in range(column - 1, column + 2) if _on(rows, c, r)]
        if rows[row][column] == "." and all(mark in ".~" for mark in around):
            return column, row
    raise AssertionError


def _on(rows: list[list[str]], column: int, row: int) -> bool:
    return 0 <= row < len(rows) and 0 <= column < len(rows[0])
