"""Sketches of positions in the editor, which may be invalid.

A sketch consists of rows of marks, the top row first, as in a board file. A text that breaks the rules of the game is
read anyway, so that its problems can be fixed on the board; only a text that can't be drawn is rejected.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.games.editor import LocatedProblem
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

NO_OWNER = "0"
"""The mark in `Sketch.owners` of a square without an owner."""
UNDEALT = ""
"""The value of `piles` if they hold all undealt tiles, face down."""
PLAYER_DIGITS = "1234"
MAX_TILES = 12
"""How many tiles of a hand are read; more than three are a problem to fix in the editor."""
_UNDRAWABLE = ("bad-size", "uneven-row", "unknown-mark", "too-long")
"""The codes of the problems with which a map can't be drawn."""
_MAP_ROW = re.compile(rf"[{re.escape(GRASS + WATER + COLOURS.upper())}a-z]+")
_OWNED = re.compile(r"([a-z][0-9]*)=([0-9])")


def square_names(rows: Rows) -> Iterator[str]:
    """Yield the names of the squares in cell order."""
    for number in range(1, len(rows) + 1):
        for column in COLUMNS[: len(rows[0])]:
            yield f"{column}{number}"


def mark_at(rows: Rows, square: str) -> str:
    """Return the mark on a square."""
    column, row = split_name(square)
    return rows[len(rows) - 1 - row][column]


def set_mark(rows: Rows, square: str, mark: str) -> Rows:
    column, row = split_name(square)
    index = len(rows) - 1 - row
    return (*rows[:index], rows[index][:column] + mark + rows[index][column + 1 :], *rows[index + 1 :])


def neighbours(rows: Rows, square: str) -> list[str]:
    """List the squares that share an edge with a square."""
    column, row = split_name(square)
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [f"{COLUMNS[x]}{y + 1}" for x, y in around if 0 <= x < len(rows[0]) and 0 <= y < len(rows)]


def start_spaces(rows: Rows) -> Rows:
    """Return the coloured spaces of a map without provinces: only its start spaces."""
    return tuple("".join(mark.lower() if mark in COLOURS.upper() else NO_SPACE for mark in row) for row in rows)


def filled(rows: Rows, mark: str) -> Rows:
    """Return rows of the same size, filled with one mark."""
    return tuple(mark * len(row) for row in rows)


@dataclass(frozen=True)
class Sketch:
    """A map and a position on it."""

    terrain: Rows
    """The map, in the marks of a board file."""
    spaces: Rows
    """The colours of the spaces, including start spaces."""
    owners: Rows
    """The owner of every square of a province."""
    holders: tuple[tuple[str, int], ...] = ()
    """The owned villages by letter, with their owners."""
    player_to_move: int = 1
    hands: tuple[tuple[str, ...], ...] = ((HIDDEN_TILE,) * HAND_SIZE,) * 2
    piles: str = UNDEALT
    """The piles in the notation of a position line, or `UNDEALT`."""

    @classmethod
    def empty(cls, terrain: Rows) -> "Sketch":
        """Return a map without provinces."""
        return cls(terrain, start_spaces(terrain), filled(terrain, NO_OWNER))

    def with_terrain(self, terrain: Rows) -> "Sketch":
        """Change to another map without provinces; keep the players and their tiles."""
        spaces, owners = start_spaces(terrain), filled(terrain, NO_OWNER)
        return replace(self, terrain=terrain, spaces=spaces, owners=owners, holders=())

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def board_name(self) -> str:
        """The name of the published board, else the rows of the map."""
        known = next((name for name, board in BOARDS.items() if board.rows == self.terrain), None)
        return known or "map:" + "/".join(self.terrain)

    def holder(self, letter: str) -> int:
        return dict(self.holders).get(letter, 0)

    @property
    def board(self) -> Board:
        """The map as a board, without validation."""
        return _board(self.terrain)

    @cached_property
    def colours(self) -> tuple[Squares, ...]:
        """The squares of each colour."""
        bits = {square: 1 << (self.board.square(square) or 0) for square in square_names(self.terrain)}
        return tuple(
            sum(bits[square] for square in bits if mark_at(self.spaces, square) == colour) for colour in COLOURS
        )

    @cached_property
    def areas(self) -> tuple[tuple[str, ...], ...]:
        """The connected areas of two or more spaces of one colour: their squares in cell order, sorted by the first."""
        return tuple(self.board.names(area) for area in find_areas(self.board, self.colours))

    def area_at(self, square: str) -> tuple[str, ...]:
        """Return the connected squares of the same colour, in cell order; empty for a square without a colour."""
        bit = 1 << (self.board.square(square) or 0)
        coloured = next((colour for colour in self.colours if colour & bit), 0)
        return self.board.names(find_area(self.board, coloured, bit)) if coloured else ()

    def squares_with(self, mark: str) -> tuple[str, ...]:
        """List the squares of a village, or all start spaces of a colour, by their mark on the map."""
        return tuple(square for square in square_names(self.terrain) if mark_at(self.terrain, square) == mark)

    @property
    def undealt_piles(self) -> str:
        """The tiles that are neither in hands nor on the board, as four hidden piles in notation (Q3)."""
        covered = sum(len(row) - row.count(NO_SPACE) for row in self.spaces)
        starts = sum(mark in COLOURS.upper() for row in self.terrain for mark in row)
        placed = (covered - starts + 1) // 2
        left = max(0, DECK - placed - sum(map(len, self.hands)))
        return "|".join(write_pile([HIDDEN_TILE] * size) for size in pile_sizes(left))

    @cached_property
    def line(self) -> str:
        """The position line, which may be invalid."""
        owned = {area[0]: int(mark_at(self.owners, area[0])) for area in self.areas}
        line = Line(
            self.board_name,
            "/".join(map(write_row, self.spaces)),
            write_owners({square: owner for square, owner in owned.items() if owner}),
            write_owners(dict(sorted(self.holders))),
            str(self.player_to_move),
            "|".join(map(write_hand, self.hands)),
            self.piles or self.undealt_piles,
        )
        return str(line)

    def as_position(self) -> Position:
        """Return the position without validation, to draw and describe it; provinces may have no owner."""
        return _build_position(self)


def sort_hand(tiles: Iterable[str]) -> tuple[str, ...]:
    """Sort the tiles of a hand in notation order, hidden ones last."""
    order = [*KINDS, HIDDEN_TILE]
    return tuple(sorted(tiles, key=order.index))


@lru_cache(maxsize=8)
def _board(terrain: Rows) -> Board:
    """Build a board without validation; cached, because it is slow."""
    known = next((board for board in BOARDS.values() if board.rows == terrain), None)
    return known or Board(terrain, "map:" + "/".join(terrain))


@lru_cache(maxsize=4)
def _build_position(sketch: Sketch) -> Position:
    board = sketch.board
    owners = {
        area: int(mark_at(sketch.owners, board.first_name(area)))
        for area in find_areas(board, sketch.colours)
        if mark_at(sketch.owners, board.first_name(area)) in PLAYER_DIGITS
    }
    holders = {letter: holder for letter, holder in sketch.holders if str(holder) in PLAYER_DIGITS}
    hands = tuple(pack(KINDS.get(tile, HIDDEN) for tile in hand) for hand in sketch.hands)
    return Position.build(board, sketch.colours, owners, holders, sketch.player_to_move, hands, (b"",))


# Problems


@lru_cache(maxsize=8)
def locate_problems(sketch: Sketch) -> tuple[LocatedProblem, ...]:
    """List the problems of a sketch with the squares to mark."""
    return tuple(
        LocatedProblem(problem, _squares_of_problem(sketch, problem)) for problem in Position.problems(sketch.line)
    )


def _squares_of_problem(sketch: Sketch, problem: Problem) -> tuple[str, ...]:
    """Find the squares to mark for a problem."""
    match problem.field, problem.code:
        case _, "start-spaces-touch":
            starts = sketch.squares_with(problem.detail)
            return tuple(square for square in starts if set(neighbours(sketch.terrain, square)) & set(starts))
        case _, "village-in-pieces" | "village-too-large":
            return sketch.squares_with(problem.detail)
        case "cells", "not-grassland" | "start-space-missing":
            return (problem.detail,)
        case "provinces", "owner-missing":
            return sketch.area_at(problem.detail)
        case "provinces", "no-such-player":
            return tuple(
                square for square in square_names(sketch.owners) if mark_at(sketch.owners, square) == problem.detail
            )
        case "villages", "no-such-player":
            held = [letter for letter, holder in sketch.holders if str(holder) == problem.detail]
            return tuple(square for letter in held for square in sketch.squares_with(letter))
    return ()


# Reading


def is_board_file(text: str) -> bool:
    """Return whether a text looks like a board file."""
    return _MAP_ROW.fullmatch(text.partition("\n")[0].strip()) is not None


def parse_sketch(text: str) -> Sketch:
    """Read a record, a board file, a link or a position line; raise `ParseError` if it can't be drawn."""
    if text.startswith("["):
        return parse_line(str(Record.parse(text).end()))
    if is_board_file(text):
        return parse_map(text)
    links.check_line(text)
    return parse_line(text)


def parse_map(text: str) -> Sketch:
    """Read a board file, even with problems, as long as it can be drawn."""
    terrain = tuple(text.replace("\r\n", "\n").rstrip("\n").split("\n"))
    try:
        Board.parse(text)
    except ParseError as error:
        if any(problem.code in _UNDRAWABLE for problem in error.problems):
            raise
    return Sketch.empty(terrain)


def parse_line(line: str) -> Sketch:
    """Read a well-formed position line, even with problems, as long as its map can be drawn."""
    try:
        Position.parse(line)
    except PositionError as error:
        if any(problem.field == "board" and problem.code in _UNDRAWABLE for problem in error.problems):
            raise
    board, cells, provinces, villages, player_to_move, hands, piles = line.split(" ")
    terrain = BOARDS[board].rows if board in BOARDS else tuple(board.removeprefix("map:").split("/"))
    holders = {letter: int(holder) for letter, holder in _OWNED.findall(villages) if letter in "".join(terrain)}
    sketch = Sketch(
        terrain,
        _parse_cells(cells, terrain),
        filled(terrain, NO_OWNER),
        tuple(sorted(holders.items())),
        int(player_to_move),
        tuple(_parse_hand(hand) for hand in hands.split("|")),
        piles,
    )
    owners = dict(_OWNED.findall(provinces))
    for area in sketch.areas:
        for square in area:
            sketch = replace(sketch, owners=set_mark(sketch.owners, square, owners.get(area[0], NO_OWNER)))
    return replace(sketch, piles=UNDEALT) if piles == sketch.undealt_piles else sketch


def _parse_cells(cells: str, terrain: Rows) -> Rows:
    """Read the coloured spaces; the core skips this field if the map has problems."""
    rows = cells.split("/")
    if len(rows) != len(terrain):
        raise NotationError(Problem("cells", "bad-row-count", str(len(rows))))
    spaces = [read_row(row, len(terrain[0])) for row in rows]
    problems = [
        Problem("cells", "bad-row", abbreviate(row)) for row, read in zip(rows, spaces, strict=True) if read is None
    ]
    if problems:
        raise NotationError(*problems)
    return tuple(row or "" for row in spaces)


def _parse_hand(hand: str) -> tuple[str, ...]:
    tiles = [tile for item in hand.split(",") for tile in read_tiles(item) or ()]
    return sort_hand(tiles[:MAX_TILES])
