"""Sketches of positions: what the editor paints, valid or not.

Everything is in rows of signs, the top row first, as in a board file. `line` writes a sketch as a position line, and
`check` lists its problems. A text of the right form is read with all problems of its meaning, so that they can be fixed
on the board; only what can't be drawn is refused.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.games.editor import Found
from engine.session import links
from qin_core.common.errors import NotationError, ParseError, PositionError, Problem
from qin_core.common.text import abbreviate
from qin_core.qin import BOARDS, Board, Position, Record
from qin_core.qin.board import COLUMNS, GRASS, WATER, Squares, split_name
from qin_core.qin.notation import (
    DECK,
    NO_SPACE,
    Line,
    read_row,
    read_tiles,
    write_hand,
    write_owners,
    write_pile,
    write_row,
)
from qin_core.qin.province import find_area, find_areas
from qin_core.qin.setup import pile_sizes
from qin_core.qin.tiles import COLOURS, HAND_SIZE, HIDDEN, HIDDEN_TILE, KINDS, pack

Rows = tuple[str, ...]

FREE = NO_SPACE
NOBODY = "0"
REST = ""
"""The piles are what the box still holds, face down."""
PLAYER_DIGITS = "1234"
MAX_TILES = 12
"""The maximal number of tiles that are read of a hand; more than three are a problem to fix on the page."""
_UNDRAWABLE = ("bad-size", "uneven-row", "unknown-mark", "too-long")
_MAP_ROW = re.compile(rf"[{re.escape(GRASS + WATER + COLOURS.upper())}a-z]+")
_OWNED = re.compile(r"([a-z][0-9]*)=([0-9])")


def square_names(rows: Rows) -> Iterator[str]:
    """Name the squares in cell order."""
    for number in range(1, len(rows) + 1):
        for column in COLUMNS[: len(rows[0])]:
            yield f"{column}{number}"


def sign_at(rows: Rows, square: str) -> str:
    """Read the sign on a square."""
    column, up = split_name(square)
    return rows[len(rows) - 1 - up][column]


def put_sign(rows: Rows, square: str, sign: str) -> Rows:
    """Write a sign on a square."""
    column, up = split_name(square)
    at = len(rows) - 1 - up
    return (*rows[:at], rows[at][:column] + sign + rows[at][column + 1 :], *rows[at + 1 :])


def neighbours(rows: Rows, square: str) -> list[str]:
    """Name the squares that share an edge with a square."""
    column, up = split_name(square)
    around = ((column - 1, up), (column + 1, up), (column, up - 1), (column, up + 1))
    return [f"{COLUMNS[x]}{y + 1}" for x, y in around if 0 <= x < len(rows[0]) and 0 <= y < len(rows)]


def starts_of(rows: Rows) -> Rows:
    """Return the coloured spaces of an empty map: its start spaces."""
    return tuple("".join(sign.lower() if sign in COLOURS.upper() else FREE for sign in row) for row in rows)


def blank(rows: Rows, sign: str) -> Rows:
    """Return rows of the same size filled with one sign."""
    return tuple(sign * len(row) for row in rows)


@dataclass(frozen=True)
class Sketch:
    """A map and what lies on it."""

    marks: Rows
    """The map's signs."""
    spaces: Rows
    """The coloured spaces, those on start spaces too."""
    owners: Rows
    """The owner of every square of a province."""
    holders: tuple[tuple[str, int], ...] = ()
    """The holders of villages."""
    player_to_move: int = 1
    hands: tuple[tuple[str, ...], ...] = ((HIDDEN_TILE,) * HAND_SIZE,) * 2
    piles: str = REST
    """As a position line has them, or `REST`."""

    @classmethod
    def on(cls, marks: Rows) -> "Sketch":
        """Begin on a map."""
        return cls(marks, starts_of(marks), blank(marks, NOBODY))

    def moved_to(self, marks: Rows) -> "Sketch":
        """Begin on another map with the same players and tiles."""
        return replace(self, marks=marks, spaces=starts_of(marks), owners=blank(marks, NOBODY), holders=())

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def board_name(self) -> str:
        """The map's name: that of a board with the same signs, else the signs themselves."""
        known = next((name for name, board in BOARDS.items() if board.rows == self.marks), None)
        return known or "map:" + "/".join(self.marks)

    def holder(self, letter: str) -> int:
        """Return the holder of a village, or 0."""
        return dict(self.holders).get(letter, 0)

    @property
    def board(self) -> Board:
        """The map as a board, whatever is wrong with it."""
        return _board(self.marks)

    @cached_property
    def colours(self) -> tuple[Squares, ...]:
        """By colour, the squares that have it."""
        bits = {square: 1 << (self.board.square(square) or 0) for square in square_names(self.marks)}
        return tuple(
            sum(bits[square] for square in bits if sign_at(self.spaces, square) == colour) for colour in COLOURS
        )

    @cached_property
    def areas(self) -> tuple[tuple[str, ...], ...]:
        """Find the areas of two or more spaces of one colour, each in cell order, by their first squares."""
        return tuple(self.board.names(area) for area in find_areas(self.board, self.colours))

    def area_at(self, square: str) -> tuple[str, ...]:
        """Find the area of a coloured square, in cell order; empty without a colour."""
        bit = 1 << (self.board.square(square) or 0)
        coloured = next((colour for colour in self.colours if colour & bit), 0)
        return self.board.names(find_area(self.board, coloured, bit)) if coloured else ()

    def squares_with(self, mark: str) -> tuple[str, ...]:
        """Name the squares of the map with a sign: those of a village, or all start spaces of a colour."""
        return tuple(square for square in square_names(self.marks) if sign_at(self.marks, square) == mark)

    @property
    def rest(self) -> str:
        """Write what the box still holds, without hands and board, as four hidden piles (Q3)."""
        covered = sum(len(row) - row.count(FREE) for row in self.spaces)
        starts = sum(sign in COLOURS.upper() for row in self.marks for sign in row)
        placed = (covered - starts + 1) // 2
        left = max(0, DECK - placed - sum(map(len, self.hands)))
        return "|".join(write_pile([HIDDEN_TILE] * size) for size in pile_sizes(left))

    @cached_property
    def line(self) -> str:
        """Write the position line, whatever is wrong with it."""
        owned = {area[0]: int(sign_at(self.owners, area[0])) for area in self.areas}
        line = Line(
            self.board_name,
            "/".join(map(write_row, self.spaces)),
            write_owners({square: owner for square, owner in owned.items() if owner}),
            write_owners(dict(sorted(self.holders))),
            str(self.player_to_move),
            "|".join(map(write_hand, self.hands)),
            self.piles or self.rest,
        )
        return str(line)

    def drawn(self) -> Position:
        """Return an unchecked position to draw and describe; a province without an owner has no pagoda."""
        return _drawn(self)


def sort_hand(tiles: Iterable[str]) -> tuple[str, ...]:
    """Put a hand's tiles in their order, hidden ones last."""
    order = [*KINDS, HIDDEN_TILE]
    return tuple(sorted(tiles, key=order.index))


@lru_cache(maxsize=8)
def _board(marks: Rows) -> Board:
    """Make a board without any check, once for each map."""
    known = next((board for board in BOARDS.values() if board.rows == marks), None)
    return known or Board(marks, "map:" + "/".join(marks))


@lru_cache(maxsize=4)
def _drawn(sketch: Sketch) -> Position:
    board = sketch.board
    owners = {
        area: int(sign_at(sketch.owners, board.first_name(area)))
        for area in find_areas(board, sketch.colours)
        if sign_at(sketch.owners, board.first_name(area)) in PLAYER_DIGITS
    }
    holders = {letter: holder for letter, holder in sketch.holders if str(holder) in PLAYER_DIGITS}
    hands = tuple(pack(KINDS.get(tile, HIDDEN) for tile in hand) for hand in sketch.hands)
    return Position.build(board, sketch.colours, owners, holders, sketch.player_to_move, hands, (b"",))


# Problems


@lru_cache(maxsize=8)
def check(sketch: Sketch) -> tuple[Found, ...]:
    """List every fault of a sketch, each once; none if it is a position."""
    return tuple(Found(fault, _squares(sketch, fault)) for fault in Position.problems(sketch.line))


def _squares(sketch: Sketch, fault: Problem) -> tuple[str, ...]:
    """Find the squares that a fault is about."""
    match fault.field, fault.code:
        case _, "start-spaces-touch":
            starts = sketch.squares_with(fault.detail)
            return tuple(square for square in starts if set(neighbours(sketch.marks, square)) & set(starts))
        case _, "village-in-pieces" | "village-too-large":
            return sketch.squares_with(fault.detail)
        case "cells", "not-grassland" | "start-space-missing":
            return (fault.detail,)
        case "provinces", "owner-missing":
            return sketch.area_at(fault.detail)
        case "provinces", "no-such-player":
            return tuple(
                square for square in square_names(sketch.owners) if sign_at(sketch.owners, square) == fault.detail
            )
        case "villages", "no-such-player":
            held = [letter for letter, holder in sketch.holders if str(holder) == fault.detail]
            return tuple(square for letter in held for square in sketch.squares_with(letter))
    return ()


# Reading


def is_map(text: str) -> bool:
    """Tell whether a text looks like a board file."""
    return _MAP_ROW.fullmatch(text.partition("\n")[0].strip()) is not None


def parse_sketch(text: str) -> Sketch:
    """Read a text of any kind; raises `ParseError` with every fault of one that can't be drawn."""
    if text.startswith("["):
        return parse_line(str(Record.parse(text).end()))
    if is_map(text):
        return parse_map(text)
    links.check_line(text)
    return parse_line(text)


def parse_map(text: str) -> Sketch:
    marks = tuple(text.replace("\r\n", "\n").rstrip("\n").split("\n"))
    try:
        Board.parse(text)
    except ParseError as error:
        if any(fault.code in _UNDRAWABLE for fault in error.problems):
            raise
    return Sketch.on(marks)


def parse_line(line: str) -> Sketch:
    """Read a position line of the right form, even with problems."""
    try:
        Position.parse(line)
    except PositionError as error:
        if any(fault.field == "board" and fault.code in _UNDRAWABLE for fault in error.problems):
            raise
    board, cells, provinces, villages, mover, hands, piles = line.split(" ")
    marks = BOARDS[board].rows if board in BOARDS else tuple(board.removeprefix("map:").split("/"))
    holders = {letter: int(holder) for letter, holder in _OWNED.findall(villages) if letter in "".join(marks)}
    sketch = Sketch(
        marks,
        _parse_cells(cells, marks),
        blank(marks, NOBODY),
        tuple(sorted(holders.items())),
        int(mover),
        tuple(_parse_hand(hand) for hand in hands.split("|")),
        piles,
    )
    owners = dict(_OWNED.findall(provinces))
    for area in sketch.areas:
        for square in area:
            sketch = replace(sketch, owners=put_sign(sketch.owners, square, owners.get(area[0], NOBODY)))
    return replace(sketch, piles=REST) if piles == sketch.rest else sketch


def _parse_cells(cells: str, marks: Rows) -> Rows:
    """Read the coloured squares, which the core doesn't check where the map has problems."""
    rows = cells.split("/")
    if len(rows) != len(marks):
        raise NotationError(Problem("cells", "bad-row-count", str(len(rows))))
    spaces = [read_row(row, len(marks[0])) for row in rows]
    faults = [
        Problem("cells", "bad-row", abbreviate(row)) for row, read in zip(rows, spaces, strict=True) if read is None
    ]
    if faults:
        raise NotationError(*faults)
    return tuple(row or "" for row in spaces)


def _parse_hand(hand: str) -> tuple[str, ...]:
    tiles = [tile for item in hand.split(",") for tile in read_tiles(item) or ()]
    return sort_hand(tiles[:MAX_TILES])
