"""Position lines: seven fields, read strictly and written back to the letter.

A line is accepted only as `write` would write it, so every position has one text.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from qin_core.bits import each
from qin_core.errors import Fault, FaultyText, MapError, NotationError, PositionError, check_text, quote
from qin_core.qin.board import MAX_SIDE, Board, Squares
from qin_core.qin.fields import (
    DECK,
    NOTHING,
    OTHER,
    Line,
    read_row,
    read_tiles,
    write_hand,
    write_owners,
    write_pile,
    write_row,
)
from qin_core.qin.province import find_areas
from qin_core.qin.tiles import COLOURS, COPIES, HAND_SIZE, HIDDEN, KINDS, TILES, Hand, pack

if TYPE_CHECKING:
    from qin_core.qin.position import Position

MAX_PILES = 4
MAX_ITEMS = MAX_SIDE * MAX_SIDE
"""No list of a line has more items than a board has squares; a longer one isn't read."""
_PLAYERS = range(2, 5)

_PROVINCE = re.compile(r"([a-z][1-9][0-9]?)=([0-9])")
_VILLAGE = re.compile(r"([a-z])=([0-9])")


class Parts(NamedTuple):
    """What a line says, as `Position.build` takes it."""

    board: Board
    spaces: tuple[Squares, ...]
    owners: dict[Squares, int]
    holders: dict[str, int]
    mover: int
    hands: tuple[Hand, ...]
    piles: tuple[bytes, ...]


def read(text: str) -> Parts:
    """Take a line apart; raises `NotationError` (form) or `PositionError` (meaning) with every fault of both kinds."""
    fields = check_text(text, "line").split(" ")
    if len(fields) != len(Line._fields):
        raise NotationError(Fault("line", "bad-field-count", str(len(fields))))
    reader = _Reader(Line(*fields))
    parts = reader.read()
    if reader.form:
        raise NotationError(*reader.form, *reader.meaning)
    if reader.meaning or parts is None:
        raise PositionError(*reader.meaning)
    return parts


class _Reader:
    """Reads the fields one after the other and collects the faults of form and of meaning."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.form: list[Fault] = []
        self.meaning: list[Fault] = []

    def read(self) -> Parts | None:
        hands = self.hands()
        piles = self.piles()
        self.check_tiles(hands, piles)
        mover = self.player("mover", self.line.mover, len(hands))
        board = self.board()
        if board is None:
            return None
        holders = self.holders(board, len(hands))
        spaces = self.spaces(board)
        if spaces is None:  # whose the provinces are can't be told without them
            return None
        owners = self.owners(board, spaces, len(hands))
        packed = tuple(map(pack, hands))
        return Parts(board, spaces, owners, holders, mover, packed, tuple(map(bytes, piles)))

    def board(self) -> Board | None:
        try:
            return Board.named(self.line.board)
        except FaultyText as error:
            wrong = self.meaning if isinstance(error, MapError) else self.form
            wrong += [fault._replace(field="board") for fault in error.faults]
            return None

    def spaces(self, board: Board) -> tuple[Squares, ...] | None:
        """Read the coloured squares: they lie on grassland, and every start space is among them (Q1, Q9)."""
        rows = self.line.cells.split("/")
        if len(rows) != board.height:
            self.form.append(Fault("cells", "bad-row-count", str(len(rows))))
            return None
        spaces = [0, 0, 0]
        bad_rows: list[Fault] = []
        for up, row in enumerate(reversed(rows)):
            signs = read_row(row, board.width)
            if signs is None:
                bad_rows.append(Fault("cells", "bad-row", quote(row)))
                continue
            for column, sign in enumerate(signs):
                if sign != OTHER:
                    spaces[COLOURS.index(sign)] |= 1 << up * board.stride + column
        if bad_rows:
            self.form += reversed(bad_rows)
            return None
        for colour, start in enumerate(board.starts):
            astray = spaces[colour] & ~board.grass & ~start
            self.meaning += [Fault("cells", "not-grassland", name) for name in board.names(astray)]
            missing = start & ~spaces[colour]
            self.meaning += [Fault("cells", "start-space-missing", name) for name in board.names(missing)]
        return tuple(spaces)

    def owners(self, board: Board, spaces: tuple[Squares, ...], players: int) -> dict[Squares, int]:
        """Read whose each province is: all areas of two or more spaces, and nothing else (Q13)."""
        areas = {board.first_name(area): area for area in find_areas(board, spaces)}
        owners: dict[Squares, int] = {}
        named = []
        for cell, digit in self.pairs("provinces", _PROVINCE):
            owner = self.player("provinces", digit, players)
            if board.square(cell) is None:
                self.meaning.append(Fault("provinces", "off-board", cell))
            elif cell in named:
                self.meaning.append(Fault("provinces", "named-twice", cell))
            elif cell not in areas:
                self.meaning.append(Fault("provinces", "no-province", cell))
            else:
                named.append(cell)
                owners[areas[cell]] = owner
        order = list(areas)
        self.meaning += [Fault("provinces", "owner-missing", cell) for cell in order if cell not in named]
        if named != [cell for cell in order if cell in named]:
            self.form.append(Fault("provinces", "wrong-order"))
        return owners

    def holders(self, board: Board, players: int) -> dict[str, int]:
        """Read which villages are held, and by whom."""
        holders: dict[str, int] = {}
        for letter, digit in self.pairs("villages", _VILLAGE):
            holder = self.player("villages", digit, players)
            if letter not in board.village_numbers:
                self.meaning.append(Fault("villages", "no-such-village", letter))
            elif letter in holders:
                self.meaning.append(Fault("villages", "named-twice", letter))
            else:
                holders[letter] = holder
        if list(holders) != sorted(holders):
            self.form.append(Fault("villages", "wrong-order"))
        return holders

    def pairs(self, field: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
        """Read a list of KEY=PLAYER."""
        text = getattr(self.line, field)
        if text == NOTHING:
            return
        items = text.split(",")
        if len(items) > MAX_ITEMS:
            self.form.append(Fault(field, "bad-count", str(len(items))))
            return
        for item in items:
            match = pattern.fullmatch(item)
            if match:
                yield match[1], match[2]
            else:
                self.form.append(Fault(field, "malformed", quote(item)))

    def player(self, field: str, digit: str, players: int) -> int:
        """Read a player's number; a player who isn't in the game is a fault (Q4), unless nobody knows who is."""
        if not re.fullmatch("[0-9]", digit):
            self.form.append(Fault(field, "malformed", quote(digit)))
        elif players and not 1 <= int(digit) <= players:
            self.meaning.append(Fault(field, "no-such-player", digit))
        else:
            return int(digit)
        return 1

    def hands(self) -> list[list[int]]:
        """Read the hands, two to four of them, three tiles each at the most (Q5)."""
        texts = self.line.hands.split("|")
        if len(texts) not in _PLAYERS:
            self.form.append(Fault("hands", "bad-count", str(len(texts))))
            return []
        hands = []
        for text in texts:
            hand = []
            for item in [] if text == NOTHING else text.split(",", MAX_ITEMS)[:MAX_ITEMS]:
                kinds = _read_kinds(item) if len(item) == 2 else None
                if kinds is None:
                    self.form.append(Fault("hands", "malformed", quote(item)))
                else:
                    hand += kinds
            if hand != sorted(hand) or text.count("?") > 1:
                self.form.append(Fault("hands", "wrong-order", quote(text)))
            if len(hand) > HAND_SIZE:
                self.meaning.append(Fault("hands", "too-many-tiles", quote(text)))
            hands.append(hand)
        return hands

    def piles(self) -> list[list[int]]:
        """Read the piles, one to four of them, known from the top or hidden (Q5)."""
        texts = self.line.piles.split("|")
        if len(texts) > MAX_PILES:
            self.form.append(Fault("piles", "bad-count", str(len(texts))))
            return []
        piles = []
        for text in texts:
            kinds = [] if text == NOTHING else _read_kinds(text)
            if kinds is None:
                self.form.append(Fault("piles", "malformed", quote(text)))
            piles.append(kinds or [])
        return piles

    def check_tiles(self, hands: list[list[int]], piles: list[list[int]]) -> None:
        """Check that there are no more tiles than in the box (Q3)."""
        tiles = [kind for group in (*hands, *piles) for kind in group]
        for kind, name in enumerate(TILES):
            if tiles.count(kind) > COPIES:
                self.meaning.append(Fault("piles", "too-many-of-a-kind", name))
        if len(tiles) > DECK:
            self.meaning.append(Fault("piles", "too-many-tiles", str(len(tiles))))


def _read_kinds(text: str) -> list[int] | None:
    """Read tiles written together, or a number of hidden ones, as kinds; None if the text is neither."""
    names = read_tiles(text)
    return None if names is None else [KINDS.get(name, HIDDEN) for name in names]


def write(position: "Position") -> str:
    """Write a position's line."""
    board = position.board
    provinces = {area.squares[0]: area.owner for area in position.provinces()}
    held = {letter: holder for letter, holder in position.villages().items() if holder}
    line = Line(
        board.name,
        "/".join(map(write_row, _rows(position))),
        write_owners(provinces),
        write_owners(held),
        str(position.mover),
        "|".join(write_hand(position.hand(player)) for player in position.players),
        "|".join(map(write_pile, position.piles)),
    )
    return str(line)


def _rows(position: "Position") -> list[str]:
    """Give the rows of squares, the top one first."""
    board = position.board
    signs = [OTHER] * board.bits
    for colour, spaces in zip(COLOURS, position.spaces, strict=True):
        for square in each(spaces):
            signs[square] = colour
    rows = ["".join(signs[start : start + board.width]) for start in range(0, board.bits, board.stride)]
    return rows[::-1]
