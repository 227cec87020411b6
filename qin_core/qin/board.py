"""Boards (Q1, Q2): maps of squares, and the geometry that the rules ask for again and again.

A set of squares is an integer with one bit for each square in cell order (a1, b1, ..., a2, ...). Every row has one
more bit than squares; it is never set, so that a shift by one can't run into the next row.
"""

import re
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import NamedTuple

from qin_core.bits import each
from qin_core.errors import Fault, MapError, NotationError, check_text, quote
from qin_core.qin.tiles import COLOURS

Square = int
"""The number of a square's bit."""
Squares = int
"""A set of squares."""

GRASS, WATER = ".", "~"
MIN_SIDE, MAX_SIDE = 4, 26
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
VILLAGE_SQUARES = 2
_SQUARE = re.compile(r"[a-z][1-9][0-9]?")
LANE_BITS = 16
"""Sets and counts that concern villages keep this many bits for each of them."""


class Village(NamedTuple):
    """One village: its letter and its squares."""

    letter: str
    squares: Squares


class Board:
    """A map with its squares, villages and start spaces; shared by all positions on it."""

    def __init__(self, rows: tuple[str, ...], name: str) -> None:
        self.name = name
        self.rows = rows
        self.height = len(rows)
        self.width = len(rows[0])
        self.stride = self.width + 1
        self.bits = self.stride * self.height
        marks: dict[str, Squares] = {}
        for up, row in enumerate(reversed(rows)):
            for column, mark in enumerate(row):
                marks[mark] = marks.get(mark, 0) | 1 << up * self.stride + column
        self.grass = marks.get(GRASS, 0)
        self.water = marks.get(WATER, 0)
        self.starts = tuple(marks.get(colour.upper(), 0) for colour in COLOURS)
        self.villages = tuple(Village(letter, marks[letter]) for letter in COLUMNS if letter in marks)
        self.village_numbers = {village.letter: number for number, village in enumerate(self.villages)}

    def __repr__(self) -> str:
        return f"Board({self.name!r})"

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Read a board file (Q1, Q2); raises `MapError` with every fault of the map."""
        rows = tuple(check_text(text, "map").replace("\r\n", "\n").rstrip("\n").split("\n"))
        name = "map:" + "/".join(rows)
        faults = tuple(map_faults(rows))
        if faults:
            raise MapError(*faults)
        return _board(rows, name)

    @classmethod
    def named(cls, name: str) -> "Board":
        """Find a board by the first field of a position line: `bird`, `lion` or `map:` and its rows."""
        check_text(name, "board")
        if name in BOARDS:
            return BOARDS[name]
        if not name.startswith("map:"):
            raise NotationError(Fault("board", "unknown-board", quote(name)))
        if "\n" in name or "\r" in name or name.endswith("/"):  # a file may have these, a name has one spelling
            raise NotationError(Fault("board", "malformed", quote(name)))
        return cls.parse(name.removeprefix("map:").replace("/", "\n"))

    @property
    def text(self) -> str:
        """The board file."""
        return "\n".join(self.rows) + "\n"

    def square(self, name: str) -> Square | None:
        """Find a square by its name; None where the board has no such square.

        >>> BOARDS["bird"].square("b1"), BOARDS["bird"].square("z1")
        (1, None)
        """
        if not _SQUARE.fullmatch(name):
            return None
        column, row = split_name(name)
        return row * self.stride + column if column < self.width and row < self.height else None

    def square_name(self, square: Square) -> str:
        """Name a square.

        >>> BOARDS["bird"].square_name(0)
        'a1'
        """
        row, column = divmod(square, self.stride)
        return f"{COLUMNS[column]}{row + 1}"

    def names(self, squares: Squares) -> tuple[str, ...]:
        """Name the squares of a set, in cell order."""
        return tuple(self.square_name(square) for square in each(squares))

    def first_name(self, squares: Squares) -> str:
        """Name the first square of a set."""
        return self.square_name((squares & -squares).bit_length() - 1)

    @cached_property
    def near(self) -> tuple[Squares, ...]:
        """The squares that share an edge with each square."""
        everything = sum(1 << self.stride * row + column for row in range(self.height) for column in range(self.width))
        return tuple(
            (square >> 1 | square << 1 | square >> self.stride | square << self.stride) & everything
            for square in (1 << number for number in range(self.bits))
        )

    @cached_property
    def village_lanes(self) -> tuple[int, ...]:
        """For each square the villages that share an edge with it: the lowest bit of each village's lane."""
        return tuple(
            sum(
                1 << LANE_BITS * number
                for number, village in enumerate(self.villages)
                if village.squares & near and not village.squares >> square & 1
            )
            for square, near in enumerate(self.near)
        )


def split_name(name: str) -> tuple[int, int]:
    """Turn a square's name into column and row, both from 0."""
    return COLUMNS.index(name[0]), int(name[1:]) - 1


def map_faults(rows: tuple[str, ...]) -> list[Fault]:
    """List everything that keeps rows of text from being a board (Q1)."""
    width = len(rows[0])
    if not MIN_SIDE <= len(rows) <= MAX_SIDE or not MIN_SIDE <= width <= MAX_SIDE:
        return [Fault("map", "bad-size", f"{width}x{len(rows)}")]
    faults = []
    squares: dict[str, list[tuple[int, int]]] = {}
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            faults.append(Fault("map", "uneven-row", str(number)))
        for column, mark in enumerate(row[:MAX_SIDE]):
            squares.setdefault(mark, []).append((column, number))
    letters = set(COLUMNS)
    known = {GRASS, WATER, *COLOURS.upper()} | letters
    faults += [Fault("map", "unknown-mark", quote(mark)) for mark in squares if mark not in known]
    if not any(colour in squares for colour in COLOURS.upper()):
        faults.append(Fault("map", "no-start-space"))
    for mark in COLOURS.upper():
        starts = set(squares.get(mark, ()))
        if any((column + 1, row) in starts or (column, row + 1) in starts for column, row in starts):
            faults.append(Fault("map", "start-spaces-touch", mark))
    for mark in sorted(letters & squares.keys()):
        if len(squares[mark]) > VILLAGE_SQUARES:
            faults.append(Fault("map", "village-too-large", mark))
        elif len(squares[mark]) == VILLAGE_SQUARES and not _adjacent(*squares[mark]):
            faults.append(Fault("map", "village-in-pieces", mark))
    return faults


def _adjacent(one: tuple[int, int], two: tuple[int, int]) -> bool:
    return abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1


@lru_cache(maxsize=64)
def _board(rows: tuple[str, ...], name: str) -> Board:
    """Make a board once, so that positions on the same map share its geometry and its moves."""
    return Board(rows, name)


BOARDS = {
    name: _board(tuple((files(__package__) / "boards" / f"{name}.txt").read_text("utf-8").split()), name)
    for name in ("bird", "lion")
}
"""The two sides of the board, read once: bird (no water, the one to start with) and lion (Q2)."""
