"""Random maps, so that the evaluator doesn't learn two boards by heart."""

import random
from itertools import count

from qin_core.qin.board import COLUMNS, Board


def random_map(rng: random.Random) -> Board:
    """Make a map with sides of 10 to 14 squares, villages, often water, and a start space of each colour."""
    width, height = rng.randint(10, 14), rng.randint(10, 14)
    rows = [["."] * width for _ in range(height)]
    for _ in range(rng.choice((0, 0, 1, 2, 4, 6))):  # ponds
        column, row = rng.randrange(width), rng.randrange(height)
        for _ in range(rng.randint(1, 4)):  # a random walk
            rows[row][column] = "~"
            column = max(0, min(width - 1, column + rng.choice((-1, 0, 1))))
            row = max(0, min(height - 1, row + rng.choice((-1, 0, 1))))
    for colour in "RYB":
        column, row = _free_square(rows, rng, margin=4)
        rows[row][column] = colour
    for letter in COLUMNS[: rng.randint(5, 13)]:
        column, row = _free_square(rows, rng, margin=0)
        rows[row][column] = letter
        if rng.random() < 0.5 and column + 1 < width and rows[row][column + 1] == ".":
            rows[row][column + 1] = letter
    return Board.parse("\n".join("".join(row) for row in rows))


def _free_square(rows: list[list[str]], rng: random.Random, margin: int) -> tuple[int, int]:
    """Find a grassland square without villages and start spaces around it."""
    height, width = len(rows), len(rows[0])
    for tries in count(1):
        column, row = rng.randrange(margin, width - margin), rng.randrange(margin, height - margin)
        if tries % 16 == 0:  # the middle is crowded: allow squares closer to the edge
            margin = max(0, margin - 1)
        around = [
            rows[r][c] for r in range(row - 1, row + 2) for c in range(column - 1, column + 2) if _is_on_map(rows, c, r)
        ]
        if rows[row][column] == "." and all(mark in ".~" for mark in around):
            return column, row
    raise AssertionError


def _is_on_map(rows: list[list[str]], column: int, row: int) -> bool:
    return 0 <= row < len(rows) and 0 <= column < len(rows[0])
