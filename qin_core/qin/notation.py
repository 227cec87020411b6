"""Position lines: seven fields, read strictly.

A line is accepted only in the spelling that `write` produces, so every position has exactly one text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from qin_core.common.bits import iter_bits
from qin_core.common.errors import NotationError, ParseError, PositionError, Problem
from qin_core.common.text import abbreviate, check_text
from qin_core.qin.board import MAX_SIDE, Board, MapError, Squares
from qin_core.qin.province import find_areas
from qin_core.qin.tiles import COLOURS, COPIES, HAND_SIZE, HIDDEN, HIDDEN_TILE, KINDS, PILES, TILES, Hand, pack

if TYPE_CHECKING:
    from qin_core.qin.position import Position

NOTHING = "-"
NO_SPACE = "."
DECK = COPIES * len(TILES)
"""The number of tiles in the box (Q3)."""

_ROW_ITEM = re.compile(r"[ryb]|[1-9][0-9]?(?![0-9])")
_TILE = re.compile(r"rr|ry|rb|yy|yb|bb")
_HIDDEN = re.compile(r"\?([1-9][0-9]?)")

MAX_ITEMS = MAX_SIDE * MAX_SIDE
"""The maximum number of items in a list of a line: the number of squares of the largest board."""
_PLAYERS = range(2, 5)

_PROVINCE = re.compile(r"([a-z][1-9][0-9]?)=([0-9])")
_VILLAGE = re.compile(r"([a-z])=([0-9])")


class Line(NamedTuple):
    """The fields of a position line as text, unchecked."""

    board: str
    cells: str
    provinces: str
    villages: str
    mover: str
    hands: str
    piles: str

    def __str__(self) -> str:
        return " ".join(self)


def read_row(text: str, width: int) -> str | None:
    """Expand one row of the field `cells`; None if it is malformed or not as wide as the board.

    >>> read_row("2r1", 4), read_row("9999999999r", 11), read_row("111", 3)
    ('..r.', None, None)
    """
    parts = _ROW_ITEM.findall(text) if len(text) <= width else []  # every character stands for at least one square
    row = "".join(part if part in COLOURS else NO_SPACE * int(part) for part in parts)
    return row if "".join(parts) == text and len(row) == width else None


def write_row(row: str) -> str:
    """Write one row of the field `cells`.

    >>> write_row("..r.")
    '2r1'
    """
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def read_tiles(text: str) -> list[str] | None:
    """Read tiles written without separators, or a number of hidden ones; None if the text is neither.

    >>> read_tiles("rrby"), read_tiles("rryb"), read_tiles("?2")
    (None, ['rr', 'yb'], ['?', '?'])
    """
    hidden = _HIDDEN.fullmatch(text)
    if hidden:
        return [HIDDEN_TILE] * int(hidden[1])
    names = _TILE.findall(text[: 2 * DECK + 2])  # a longer text can't be valid: don't read all of it
    return names if text and "".join(names) == text else None


def write_hand(tiles: Iterable[str]) -> str:
    """Write the tiles of a hand, given in the order of `TILES` with hidden ones last.

    >>> write_hand(("rr", "yb", "?")), write_hand(())
    ('rr,yb,?1', '-')
    """
    all_tiles = list(tiles)
    known = [tile for tile in all_tiles if tile != HIDDEN_TILE]
    hidden = len(all_tiles) - len(known)
    return ",".join(known + ([f"?{hidden}"] if hidden else [])) or NOTHING


def write_pile(tiles: Iterable[str]) -> str:
    """Write the tiles of a pile from the top; if one is hidden, all are."""
    all_tiles = list(tiles)
    return f"?{len(all_tiles)}" if HIDDEN_TILE in all_tiles else "".join(all_tiles) or NOTHING


def write_owners(owners: Mapping[str, int]) -> str:
    """Write the owners of provinces or the holders of villages, in the given order."""
    return ",".join(f"{place}={owner}" for place, owner in owners.items()) or NOTHING


class Parts(NamedTuple):
    """The contents of a line: the arguments of `Position.build`."""

    board: Board
    spaces: tuple[Squares, ...]
    """The squares of each colour."""
    owners: dict[Squares, int]
    """The owner of each province, by its squares."""
    holders: dict[str, int]
    """The holder of each village that has one, by its letter."""
    player_to_move: int
    hands: tuple[Hand, ...]
    piles: tuple[bytes, ...]


def read(text: str) -> Parts:
    """Read a line; raise `NotationError` (syntax) or `PositionError` (meaning) with every problem."""
    fields = check_text(text, "line").split(" ")
    if len(fields) != len(Line._fields):
        raise NotationError(Problem("line", "bad-field-count", str(len(fields))))
    reader = _Reader(Line(*fields))
    parts = reader.read()
    if reader.syntax:
        raise NotationError(*reader.syntax, *reader.semantics)
    if reader.semantics or parts is None:
        raise PositionError(*reader.semantics)
    return parts


class _Reader:
    """Reads the fields one by one; `syntax` and `semantics` collect their problems."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.syntax: list[Problem] = []
        self.semantics: list[Problem] = []

    def read(self) -> Parts | None:
        """Read all fields; None if the board or its spaces can't be read."""
        hands = self.hands()
        piles = self.piles()
        self.check_tiles(hands, piles)
        player_to_move = self.player("mover", self.line.mover, len(hands))
        board = self.board()
        if board is None:
            return None
        holders = self.holders(board, len(hands))
        spaces = self.spaces(board)
        if spaces is None:  # without them, the provinces are unknown
            return None
        owners = self.owners(board, spaces, len(hands))
        packed = tuple(map(pack, hands))
        return Parts(board, spaces, owners, holders, player_to_move, packed, tuple(map(bytes, piles)))

    def board(self) -> Board | None:
        try:
            return Board.named(self.line.board)
        except ParseError as error:
            problems = self.semantics if isinstance(error, MapError) else self.syntax
            problems += [problem._replace(field="board") for problem in error.problems]
            return None

    def spaces(self, board: Board) -> tuple[Squares, ...] | None:
        """Read the coloured squares. They must be grassland or start spaces, and include all start spaces (Q1, Q9)."""
        rows = self.line.cells.split("/")
        if len(rows) != board.height:
            self.syntax.append(Problem("cells", "bad-row-count", str(len(rows))))
            return None
        spaces = [0, 0, 0]
        bad_rows: list[Problem] = []
        for row, text in enumerate(reversed(rows)):
            marks = read_row(text, board.width)
            if marks is None:
                bad_rows.append(Problem("cells", "bad-row", abbreviate(text)))
                continue
            for column, mark in enumerate(marks):
                if mark != NO_SPACE:
                    spaces[COLOURS.index(mark)] |= 1 << row * board.stride + column
        if bad_rows:
            self.syntax += reversed(bad_rows)
            return None
        for colour, start in enumerate(board.starts):
            misplaced = spaces[colour] & ~board.grass & ~start
            self.semantics += [Problem("cells", "not-grassland", name) for name in board.names(misplaced)]
            missing = start & ~spaces[colour]
            self.semantics += [Problem("cells", "start-space-missing", name) for name in board.names(missing)]
        return tuple(spaces)

    def owners(self, board: Board, spaces: tuple[Squares, ...], players: int) -> dict[Squares, int]:
        """Read the owner of every province: every area of two or more spaces needs one (Q13)."""
        areas = {board.first_name(area): area for area in find_areas(board, spaces)}
        owners: dict[Squares, int] = {}
        named_cells = []
        for cell, digit in self.pairs("provinces", _PROVINCE):
            owner = self.player("provinces", digit, players)
            if board.square(cell) is None:
                self.semantics.append(Problem("provinces", "off-board", cell))
            elif cell in named_cells:
                self.semantics.append(Problem("provinces", "named-twice", cell))
            elif cell not in areas:
                self.semantics.append(Problem("provinces", "no-province", cell))
            else:
                named_cells.append(cell)
                owners[areas[cell]] = owner
        cells = list(areas)
        self.semantics += [Problem("provinces", "owner-missing", cell) for cell in cells if cell not in named_cells]
        if named_cells != [cell for cell in cells if cell in named_cells]:
            self.syntax.append(Problem("provinces", "wrong-order"))
        return owners

    def holders(self, board: Board, players: int) -> dict[str, int]:
        """Read the holders of villages."""
        holders: dict[str, int] = {}
        for letter, digit in self.pairs("villages", _VILLAGE):
            holder = self.player("villages", digit, players)
            if letter not in board.village_numbers:
                self.semantics.append(Problem("villages", "no-such-village", letter))
            elif letter in holders:
                self.semantics.append(Problem("villages", "named-twice", letter))
            else:
                holders[letter] = holder
        if list(holders) != sorted(holders):
            self.syntax.append(Problem("villages", "wrong-order"))
        return holders

    def pairs(self, field: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
        """Read a list of `KEY=PLAYER`."""
        text = getattr(self.line, field)
        if text == NOTHING:
            return
        items = text.split(",")
        if len(items) > MAX_ITEMS:
            self.syntax.append(Problem(field, "bad-count", str(len(items))))
            return
        for item in items:
            match = pattern.fullmatch(item)
            if match:
                yield match[1], match[2]
            else:
                self.syntax.append(Problem(field, "malformed", abbreviate(item)))

    def player(self, field: str, digit: str, players: int) -> int:
        """Read a player's number (Q4); if the number of players is unknown, accept any digit."""
        if not re.fullmatch("[0-9]", digit):
            self.syntax.append(Problem(field, "malformed", abbreviate(digit)))
        elif players and not 1 <= int(digit) <= players:
            self.semantics.append(Problem(field, "no-such-player", digit))
        else:
            return int(digit)
        return 1

    def hands(self) -> list[list[int]]:
        """Read two to four hands of at most three tiles (Q5)."""
        texts = self.line.hands.split("|")
        if len(texts) not in _PLAYERS:
            self.syntax.append(Problem("hands", "bad-count", str(len(texts))))
            return []
        hands = []
        for text in texts:
            hand = []
            for item in [] if text == NOTHING else text.split(",", MAX_ITEMS)[:MAX_ITEMS]:
                kinds = _read_kinds(item) if len(item) == 2 else None  # one tile, or a number of hidden ones
                if kinds is None:
                    self.syntax.append(Problem("hands", "malformed", abbreviate(item)))
                else:
                    hand += kinds
            if hand != sorted(hand) or text.count("?") > 1:
                self.syntax.append(Problem("hands", "wrong-order", abbreviate(text)))
            if len(hand) > HAND_SIZE:
                self.semantics.append(Problem("hands", "too-many-tiles", abbreviate(text)))
            hands.append(hand)
        return hands

    def piles(self) -> list[list[int]]:
        """Read one to four piles, face up from the top or hidden (Q5)."""
        texts = self.line.piles.split("|")
        if len(texts) > PILES:
            self.syntax.append(Problem("piles", "bad-count", str(len(texts))))
            return []
        piles = []
        for text in texts:
            kinds = [] if text == NOTHING else _read_kinds(text)
            if kinds is None:
                self.syntax.append(Problem("piles", "malformed", abbreviate(text)))
            piles.append(kinds or [])
        return piles

    def check_tiles(self, hands: list[list[int]], piles: list[list[int]]) -> None:
        """Check that there are not more tiles than in the box (Q3)."""
        tiles = [kind for group in (*hands, *piles) for kind in group]
        for kind, name in enumerate(TILES):
            if tiles.count(kind) > COPIES:
                self.semantics.append(Problem("piles", "too-many-of-a-kind", name))
        if len(tiles) > DECK:
            self.semantics.append(Problem("piles", "too-many-tiles", str(len(tiles))))


def _read_kinds(text: str) -> list[int] | None:
    """Read tiles like `read_tiles`, but return their kinds."""
    names = read_tiles(text)
    return None if names is None else [KINDS.get(name, HIDDEN) for name in names]


def write(position: "Position") -> str:
    """Write a position line."""
    board = position.board
    provinces = {province.squares[0]: province.owner for province in position.provinces()}
    holders = {letter: holder for letter, holder in position.villages().items() if holder}
    line = Line(
        board.name,
        "/".join(map(write_row, _rows(position))),
        write_owners(provinces),
        write_owners(holders),
        str(position.player_to_move),
        "|".join(write_hand(position.hand(player)) for player in position.players),
        "|".join(map(write_pile, position.piles)),
    )
    return str(line)


def _rows(position: "Position") -> list[str]:
    """List the rows of squares, top row first."""
    board = position.board
    marks = [NO_SPACE] * board.bits
    for colour, spaces in zip(COLOURS, position.spaces, strict=True):
        for square in iter_bits(spaces):
            marks[square] = colour
    rows = ["".join(marks[start : start + board.width]) for start in range(0, board.bits, board.stride)]
    return rows[::-1]
