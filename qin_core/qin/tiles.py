"""Colours, tiles and hands (Q3).

A hand is one integer with four bits for each kind of tile, so adding a tile is an addition and playing one a
subtraction. `HIDDEN` is the kind of a tile that the viewer can't see.
"""

from collections.abc import Iterable
from functools import cache

Colour = int
Kind = int
Hand = int

COLOURS = "ryb"
TILES = ("rr", "ry", "rb", "yy", "yb", "bb")
COPIES = 12
"""Tiles of each kind (Q3)."""
HAND_SIZE = 3
PILES = 4
"""Piles in a new game (Q5), and the most that a position can have."""
KINDS: dict[str, Kind] = {name: kind for kind, name in enumerate(TILES)}
HIDDEN: Kind = len(TILES)
HIDDEN_TILE = "?"
TILE_COLOURS: tuple[tuple[Colour, Colour], ...] = tuple(
    (COLOURS.index(name[0]), COLOURS.index(name[1])) for name in TILES
)

ONE_TILE: tuple[Hand, ...] = tuple(1 << 4 * kind for kind in range(HIDDEN + 1))
"""A hand of one tile, by kind."""
KIND_MASK: tuple[Hand, ...] = tuple(15 << 4 * kind for kind in range(HIDDEN + 1))
"""The bits of a hand that count one kind of tile."""


def count_kind(hand: Hand, kind: Kind) -> int:
    """Count the tiles of one kind in a hand."""
    return hand >> 4 * kind & 15


def pack(kinds: Iterable[Kind]) -> Hand:
    """Make a hand of tiles."""
    return sum(ONE_TILE[kind] for kind in kinds)


@cache
def unpack(hand: Hand) -> tuple[Kind, ...]:
    """List the tiles of a hand in the order of `TILES`, hidden ones last."""
    return tuple(kind for kind in range(HIDDEN + 1) for _ in range(count_kind(hand, kind)))


@cache
def playable_kinds(hand: Hand) -> tuple[Kind, ...]:
    """List each kind of tile in a hand once; a hidden tile can be of any kind."""
    if hand & KIND_MASK[HIDDEN]:
        return tuple(range(HIDDEN))
    return tuple(dict.fromkeys(unpack(hand)))
