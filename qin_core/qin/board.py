"""Boards (Q1, Q2): maps of squares, and the geometry that the rules need.

A set of squares is an integer with one bit for each square in cell order (a1, b1, ..., a2, ...). Every row has one
spare bit at its end. It is never set, so a shift by one square can't run into the next row.
"""

import re
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import NamedTuple

from qin_core.common.bits import iter_bits
from qin_core.common.errors import NotationError, ParseError, Problem
from qin_core.common.text import abbreviate, check_text
from qin_core.qin.tiles import COLOURS

Square = int
"""A square, by the number of its bit."""
Squares = int
"""A set of squares."""

GRASS, WATER = ".", "~"
MIN_SIDE, MAX_SIDE = 4, 26
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
VILLAGE_SQUARES = 2
_SQUARE = re.compile(r"[a-z][1-9][0-9]?")
LANE_BITS = 16
"""The width of a village's lane. Sets of villages (`village_bits`) use its lowest bit, pagoda counts all of them."""


class MapError(ParseError):
    """The text is not a valid map."""


class Village(NamedTuple):
    """One village: its letter and its squares."""

    letter: str
    squares: Squares


class Board:
    """A map: its squares, villages and start spaces. All positions on the same map share one `Board`."""

    def __init__(self, rows: tuple[str, ...], name: str) -> None:
        self.name = name
        self.rows = rows
        self.height = len(rows)
        self.width = len(rows[0])
        self.stride = self.width + 1
        self.bits = self.stride * self.height
        marks: dict[str, Squares] = {}
        for row, text in enumerate(reversed(rows)):
            for column, mark in enumerate(text):
                marks[mark] = marks.get(mark, 0) | 1 << row * self.stride + column
        self.grass = marks.get(GRASS, 0)
        self.water = marks.get(WATER, 0)
        self.starts = tuple(marks.get(colour.upper(), 0) for colour in COLOURS)
        self.villages = tuple(Village(letter, marks[letter]) for letter in COLUMNS if letter in marks)
        self.village_numbers = {village.letter: number for number, village in enumerate(self.villages)}

    def __repr__(self) -> str:
        return f"Board({self.name!r})"

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Read a board file (Q1, Q2); raise `MapError` with every problem of the map."""
        rows = tuple(check_text(text, "map").replace("\r\n", "\n").rstrip("\n").split("\n"))
        name = "map:" + "/".join(rows)
        problems = tuple(map_problems(rows))
        if problems:
            raise MapError(*problems)
        return _cached_board(rows, name)

    @classmethod
    def named(cls, name: str) -> "Board":
        """Return the board for the first field of a position line: `bird`, `lion`, or `map:` and its rows."""
        check_text(name, "board")
        if name in BOARDS:
            return BOARDS[name]
        if not name.startswith("map:"):
            raise NotationError(Problem("board", "unknown-board", abbreviate(name)))
        if "\n" in name or "\r" in name or name.endswith("/"):  # allowed in a file, but a name has one spelling
            raise NotationError(Problem("board", "malformed", abbreviate(name)))
        return cls.parse(name.removeprefix("map:").replace("/", "\n"))

    @property
    def text(self) -> str:
        """The board file."""
        return "\n".join(self.rows) + "\n"

    def square(self, name: str) -> Square | None:
        """Return the square with a name; None if the board has no such square.

        >>> BOARDS["bird"].square("b1"), BOARDS["bird"].square("z1")
        (1, None)
        """
        if not _SQUARE.fullmatch(name):
            return None
        column, row = split_name(name)
        return row * self.stride + column if column < self.width and row < self.height else None

    def square_name(self, square: Square) -> str:
        """Return the name of a square.

        >>> BOARDS["bird"].square_name(0)
        'a1'
        """
        row, column = divmod(square, self.stride)
        return f"{COLUMNS[column]}{row + 1}"

    def names(self, squares: Squares) -> tuple[str, ...]:
        """Return the names of a set of squares, in cell order."""
        return tuple(self.square_name(square) for square in iter_bits(squares))

    def first_name(self, squares: Squares) -> str:
        """Return the name of the first square of a set."""
        return self.square_name((squares & -squares).bit_length() - 1)

    @cached_property
    def neighbours(self) -> tuple[Squares, ...]:
        """The squares that share an edge with a square, by square."""
        all_squares = sum(1 << self.stride * row + column for row in range(self.height) for column in range(self.width))
        return tuple(
            (square >> 1 | square << 1 | square >> self.stride | square << self.stride) & all_squares
            for square in (1 << number for number in range(self.bits))
        )

    @cached_property
    def adjacent_villages(self) -> tuple[int, ...]:
        """The villages that share an edge with a square, by square; each is the lowest bit of its lane."""
        return tuple(
            sum(
                1 << LANE_BITS * number
                for number, village in enumerate(self.villages)
                if village.squares & neighbours and not village.squares >> square & 1
            )
            for square, neighbours in enumerate(self.neighbours)
        )


def surroundings(board: Board, squares: Squares) -> tuple[Squares, int]:
    """Return the squares and the villages (bits) that share an edge with a set of squares."""
    neighbours = village_bits = 0
    for square in iter_bits(squares):
        neighbours |= board.neighbours[square]
        village_bits |= board.adjacent_villages[square]
    return neighbours, village_bits


def split_name(name: str) -> tuple[int, int]:
    """Split the name of a square into column and row, both counted from 0."""
    return COLUMNS.index(name[0]), int(name[1:]) - 1


def map_problems(rows: tuple[str, ...]) -> list[Problem]:
    """List every problem of a map's rows (Q1)."""
    width = len(rows[0])
    if not MIN_SIDE <= len(rows) <= MAX_SIDE or not MIN_SIDE <= width <= MAX_SIDE:
        return [Problem("map", "bad-size", f"{width}x{len(rows)}")]
    problems = []
    squares: dict[str, list[tuple[int, int]]] = {}
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            problems.append(Problem("map", "uneven-row", str(number)))
        for column, mark in enumerate(row[:MAX_SIDE]):
            squares.setdefault(mark, []).append((column, number))
    letters = set(COLUMNS)
    valid_marks = {GRASS, WATER, *COLOURS.upper()} | letters
    problems += [Problem("map", "unknown-mark", abbreviate(mark)) for mark in squares if mark not in valid_marks]
    if not any(colour in squares for colour in COLOURS.upper()):
        problems.append(Problem("map", "no-start-space"))
    for mark in COLOURS.upper():
        starts = set(squares.get(mark, ()))
        if any((column + 1, row) in starts or (column, row + 1) in starts for column, row in starts):
            problems.append(Problem("map", "start-spaces-touch", mark))
    for mark in sorted(letters & squares.keys()):
        if len(squares[mark]) > VILLAGE_SQUARES:
            problems.append(Problem("map", "village-too-large", mark))
        elif len(squares[mark]) == VILLAGE_SQUARES and not _adjacent(*squares[mark]):
            problems.append(Problem("map", "village-in-pieces", mark))
    return problems


def _adjacent(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1


@lru_cache(maxsize=64)
def _cached_board(rows: tuple[str, ...], name: str) -> Board:
    """Return a board. Cached, so that positions on the same map share its geometry and its table of moves."""
    return Board(rows, name)


BOARDS = {
    name: _cached_board(tuple((files(__package__) / "boards" / f"{name}.txt").read_text("utf-8").split()), name)
    for name in ("bird", "lion")
}
"""The two sides of the board (Q2): bird (no water, for the first game) and lion."""
