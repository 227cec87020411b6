"""The fields of a position line, one by one: for lines, and for set-ups that aren't known to be valid yet.

A row of squares is a text of signs here: `r` `y` `b` for a space, `.` for any other square. Tiles are their names, `?`
for a hidden one.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from qin_core.qin.tiles import COLOURS, COPIES, TILES

NOTHING = "-"
OTHER = "."
HIDDEN_TILE = "?"
DECK = COPIES * len(TILES)

_PART = re.compile(r"[ryb]|[1-9][0-9]?(?![0-9])")
_TILE = re.compile(r"rr|ry|rb|yy|yb|bb")
_HIDDEN = re.compile(r"\?([1-9][0-9]?)")


class Line(NamedTuple):
    """A position line taken apart, whatever its fields say."""

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
    """Read one row of squares; None if it isn't as wide as the board or has an odd sign.

    >>> read_row("2r1", 4), read_row("9999999999r", 11), read_row("111", 3)
    ('..r.', None, None)
    """
    parts = _PART.findall(text) if len(text) <= width else []  # no sign stands for less than a square
    row = "".join(part if part in COLOURS else OTHER * int(part) for part in parts)
    return row if "".join(parts) == text and len(row) == width else None


def write_row(row: str) -> str:
    """Write one row of squares.

    >>> write_row("..r.")
    '2r1'
    """
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def read_tiles(text: str) -> list[str] | None:
    """Read tiles written together, or a number of hidden ones; None if the text is neither.

    >>> read_tiles("rrby"), read_tiles("rryb"), read_tiles("?2")
    (None, ['rr', 'yb'], ['?', '?'])
    """
    hidden = _HIDDEN.fullmatch(text)
    if hidden:
        return [HIDDEN_TILE] * int(hidden[1])
    names = _TILE.findall(text[: 2 * DECK + 2])
    return names if text and "".join(names) == text else None


def write_hand(tiles: Iterable[str]) -> str:
    """Write the tiles of a hand, which stand in their order, hidden ones last.

    >>> write_hand(("rr", "yb", "?")), write_hand(())
    ('rr,yb,?1', '-')
    """
    every = list(tiles)
    known = [tile for tile in every if tile != HIDDEN_TILE]
    hidden = len(every) - len(known)
    return ",".join(known + ([f"?{hidden}"] if hidden else [])) or NOTHING


def write_pile(tiles: Iterable[str]) -> str:
    """Write the tiles of a pile from the top; all are hidden where one is."""
    every = list(tiles)
    return f"?{len(every)}" if HIDDEN_TILE in every else "".join(every) or NOTHING


def write_owners(owners: Mapping[str, int]) -> str:
    """Write whose each province or village is, in the order given."""
    return ",".join(f"{place}={owner}" for place, owner in owners.items()) or NOTHING
