"""Position lines: seven fields, read strictly and written back to the letter.

A line is accepted only as `write` would write it, so every position has one text.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from qin_core.errors import Fault, FaultyText, MapError, NotationError, PositionError, check_text, quote
from qin_core.qin.board import LARGEST, Board, Squares, each
from qin_core.qin.tiles import COLOURS, COPIES, HAND_SIZE, HIDDEN, KINDS, TILES, Hand, pack, unpack

if TYPE_CHECKING:
    from qin_core.qin.position import Position

FIELDS = ("board", "cells", "provinces", "villages", "mover", "hands", "piles")
NOTHING = "-"
MOST_PILES = 4
MOST_ITEMS = LARGEST * LARGEST
"""No list of a line has more items than a board has squares; a longer one isn't read."""
DECK = COPIES * len(TILES)
_PLAYERS = range(2, 5)

_PART = re.compile(r"[ryb]|[1-9][0-9]?(?![0-9])")
_PROVINCE = re.compile(r"([a-z][1-9][0-9]?)=([0-9])")
_VILLAGE = re.compile(r"([a-z])=([0-9])")
_TILE = re.compile(r"rr|ry|rb|yy|yb|bb")
_HIDDEN = re.compile(r"\?([1-9][0-9]?)")


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
    if len(fields) != len(FIELDS):
        raise NotationError(Fault("line", "bad-field-count", str(len(fields))))
    reader = _Reader(dict(zip(FIELDS, fields, strict=True)))
    parts = reader.read()
    if reader.form:
        raise NotationError(*reader.form, *reader.meaning)
    if reader.meaning or parts is None:
        raise PositionError(*reader.meaning)
    return parts


class _Reader:
    """Reads the fields one after the other and collects the faults of form and of meaning."""

    def __init__(self, fields: dict[str, str]) -> None:
        self.fields = fields
        self.form: list[Fault] = []
        self.meaning: list[Fault] = []

    def read(self) -> Parts | None:
        hands = self.hands()
        piles = self.piles()
        self.check_tiles(hands, piles)
        mover = self.player("mover", self.fields["mover"], len(hands))
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
            return Board.named(self.fields["board"])
        except FaultyText as error:
            wrong = self.meaning if isinstance(error, MapError) else self.form
            wrong += [fault._replace(field="board") for fault in error.faults]
            return None

    def spaces(self, board: Board) -> tuple[Squares, ...] | None:
        """Read the coloured squares: they lie on grassland, and every start space is among them (Q1, Q9)."""
        rows = self.fields["cells"].split("/")
        if len(rows) != board.height:
            self.form.append(Fault("cells", "bad-row-count", str(len(rows))))
            return None
        spaces = [0, 0, 0]
        bad_rows: list[Fault] = []
        for up, row in enumerate(reversed(rows)):
            bits = self.row(row, board.width)
            if bits is None:
                bad_rows.append(Fault("cells", "bad-row", quote(row)))
                continue
            for colour in range(3):
                spaces[colour] |= bits[colour] << up * board.stride
        if bad_rows:
            self.form += reversed(bad_rows)
            return None
        for colour, start in enumerate(board.starts):
            astray = spaces[colour] & ~board.grass & ~start
            self.meaning += [Fault("cells", "not-grassland", name) for name in board.names(astray)]
            missing = start & ~spaces[colour]
            self.meaning += [Fault("cells", "start-space-missing", name) for name in board.names(missing)]
        return tuple(spaces)

    def row(self, row: str, width: int) -> list[int] | None:
        """Read one row of squares; None if it isn't as wide as the board or has an odd sign."""
        parts = _PART.findall(row) if len(row) <= width else []  # no sign stands for less than a square
        if "".join(parts) != row:
            return None
        bits, column = [0, 0, 0], 0
        for part in parts:
            if part in COLOURS:
                bits[COLOURS.index(part)] |= 1 << column
                column += 1
            else:
                column += int(part)
        return bits if column == width else None

    def owners(self, board: Board, spaces: tuple[Squares, ...], players: int) -> dict[Squares, int]:
        """Read whose each province is: all areas of two or more spaces, and nothing else (Q13)."""
        areas = {board.first_name(area): area for area in _areas(board, spaces)}
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
        if self.fields[field] == NOTHING:
            return
        items = self.fields[field].split(",")
        if len(items) > MOST_ITEMS:
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
        texts = self.fields["hands"].split("|")
        if len(texts) not in _PLAYERS:
            self.form.append(Fault("hands", "bad-count", str(len(texts))))
            return []
        hands = []
        for text in texts:
            hand = []
            for item in [] if text == NOTHING else text.split(",", MOST_ITEMS)[:MOST_ITEMS]:
                kinds = self.tiles(item) if len(item) == 2 else None
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
        texts = self.fields["piles"].split("|")
        if len(texts) > MOST_PILES:
            self.form.append(Fault("piles", "bad-count", str(len(texts))))
            return []
        piles = []
        for text in texts:
            kinds = [] if text == NOTHING else self.tiles(text)
            if kinds is None:
                self.form.append(Fault("piles", "malformed", quote(text)))
            piles.append(kinds or [])
        return piles

    def tiles(self, text: str) -> list[int] | None:
        """Read tiles written together, or a number of hidden ones; None if the text is neither."""
        hidden = _HIDDEN.fullmatch(text)
        if hidden:
            return [HIDDEN] * int(hidden[1])
        names = _TILE.findall(text[: 2 * DECK + 2])
        return [KINDS[name] for name in names] if text and "".join(names) == text else None

    def check_tiles(self, hands: list[list[int]], piles: list[list[int]]) -> None:
        """Check that there are no more tiles than in the box (Q3)."""
        tiles = [kind for group in (*hands, *piles) for kind in group]
        for kind, name in enumerate(TILES):
            if tiles.count(kind) > COPIES:
                self.meaning.append(Fault("piles", "too-many-of-a-kind", name))
        if len(tiles) > DECK:
            self.meaning.append(Fault("piles", "too-many-tiles", str(len(tiles))))


def _areas(board: Board, spaces: tuple[Squares, ...]) -> list[Squares]:
    """Find the areas of two or more spaces of one colour in the order of their first cells (Q13)."""
    areas = []
    for colour in spaces:
        left = colour
        while left:
            area = left & -left
            edge = area
            while edge:
                grown = 0
                for square in each(edge):
                    grown |= board.near[square]
                edge = grown & left & ~area
                area |= edge
            left &= ~area
            if area & area - 1:
                areas.append(area)
    return sorted(areas, key=lambda area: area & -area)


def write(position: "Position") -> str:
    """Write a position's line."""
    board = position.board
    provinces = sorted(
        (squares & -squares, owner) for layer in position.layers for squares, owner, *_ in layer.provinces
    )
    fields = (
        board.name,
        _write_cells(position),
        ",".join(f"{board.first_name(first)}={owner}" for first, owner in provinces) or NOTHING,
        ",".join(f"{letter}={holder}" for letter, holder in position.villages().items() if holder) or NOTHING,
        str(position.mover),
        "|".join(map(_write_hand, position.packed_hands)),
        "|".join(map(_write_pile, position.packed_piles)),
    )
    return " ".join(fields)


def _write_cells(position: "Position") -> str:
    board = position.board
    marks = ["."] * board.bits
    for colour, spaces in zip(COLOURS, position.spaces, strict=True):
        for square in each(spaces):
            marks[square] = colour
    rows = ("".join(marks[start : start + board.width]) for start in range(0, board.bits, board.stride))
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in reversed(list(rows)))


def _write_hand(hand: Hand) -> str:
    kinds = unpack(hand)
    known = [TILES[kind] for kind in kinds if kind != HIDDEN]
    hidden = len(kinds) - len(known)
    return ",".join(known + ([f"?{hidden}"] if hidden else [])) or NOTHING


def _write_pile(pile: bytes) -> str:
    if HIDDEN in pile:
        return f"?{len(pile)}"
    return "".join(TILES[kind] for kind in pile) or NOTHING
