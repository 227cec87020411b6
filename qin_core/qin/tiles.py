"""Colours, tiles and hands (Q3): the smallest words of the game.

A hand is one integer with four bits for each kind of tile, so that taking a tile out and putting another one in
are an addition and a subtraction; `HIDDEN` is the kind of a tile that can't be seen.
"""

from collections.abc import Iterable
from functools import cache

Colour = int
Kind = int
Hand = int

COLOURS = "ryb"
COPIES = 12
TILES = ("rr", "ry", "rb", "yy", "yb", "bb")
KINDS: dict[str, Kind] = {name: kind for kind, name in enumerate(TILES)}
HIDDEN: Kind = len(TILES)
TILE_COLOURS: tuple[tuple[Colour, Colour], ...] = tuple(
    (COLOURS.index(name[0]), COLOURS.index(name[1])) for name in TILES
)
HAND_SIZE = 3

ONE: tuple[Hand, ...] = tuple(1 << 4 * kind for kind in range(HIDDEN + 1))
"""What one tile of each kind adds to a hand."""
LANE: tuple[Hand, ...] = tuple(15 << 4 * kind for kind in range(HIDDEN + 1))


def pack(kinds: Iterable[Kind]) -> Hand:
    """Put tiles into a hand."""
    return sum(ONE[kind] for kind in kinds)


@cache
def unpack(hand: Hand) -> tuple[Kind, ...]:
    """List a hand's tiles in the order of `TILES`, hidden ones last."""
    return tuple(kind for kind in range(HIDDEN + 1) for _ in range(hand >> 4 * kind & 15))


@cache
def playable_kinds(hand: Hand) -> tuple[Kind, ...]:
    """List the kinds of tile that a hand holds, or may hold where tiles are hidden, each once."""
    if hand & LANE[HIDDEN]:
        return tuple(range(HIDDEN))
    return tuple(dict.fromkeys(unpack(hand)))
