"""The parsing of texts to begin from: position lines, board files, records and links that hold one of them.

A text that has the right form is taken over with whatever is wrong with its meaning, so that it can be put right on the
board; only what can't be drawn at all is refused.
"""

import re
from dataclasses import replace

from engine.apps.editor import dragon
from engine.apps.editor.sketch import NOBODY, REST, Rows, Sketch, blank, put_sign, sort_hand
from engine.session import links
from qin_core import khan_tsin
from qin_core.common.errors import NotationError, ParseError, PositionError, Problem
from qin_core.common.text import abbreviate, check_text
from qin_core.qin import BOARDS, Board, Position, Record
from qin_core.qin.board import GRASS, WATER
from qin_core.qin.notation import read_row, read_tiles
from qin_core.qin.tiles import COLOURS

MAX_TILES = 12
"""A hand of more tiles than these is cut; three are allowed, the others can be seen and taken away."""
_UNDRAWABLE = ("bad-size", "uneven-row", "unknown-mark", "too-long")
_MAP_ROW = re.compile(rf"[{re.escape(GRASS + WATER + COLOURS.upper())}a-z]+")
_OWNED = re.compile(r"([a-z][0-9]*)=([0-9])")


def parse_sketch(text: str) -> Sketch:
    """Read a text of any kind; raises `ParseError` with every fault of one that can't be drawn."""
    _, text = links.unwrap(check_text(text, "line"))
    if text.startswith("["):
        return parse_line(str(Record.parse(text).end()))
    if _MAP_ROW.fullmatch(text.partition("\n")[0].strip()):
        return parse_map(text)
    links.check_line(text)
    return parse_line(text)


def parse_dragon(text: str) -> str:
    """Find the position line of Khan Tsin that a text holds, right or wrong; nothing if it is about Qin."""
    _, text = links.unwrap(check_text(text, "line"))
    if text.startswith(f'[Game "{khan_tsin.Record.game}"]'):
        return str(khan_tsin.Record.parse(text).end())
    return text if dragon.is_line(text) else ""


def parse_map(text: str) -> Sketch:
    marks = tuple(text.replace("\r\n", "\n").rstrip("\n").split("\n"))
    try:
        Board.parse(text)
    except ParseError as error:
        if any(fault.code in _UNDRAWABLE for fault in error.problems):
            raise
    return Sketch.on(marks)


def parse_line(line: str) -> Sketch:
    """Read a position line; what only its meaning forbids is taken over."""
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
    """Read the coloured squares; the core hasn't looked at them where the map has faults."""
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
