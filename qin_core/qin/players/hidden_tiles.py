"""Estimates of the tiles that are hidden in hands and piles.

The board shows how many spaces of each colour were placed, but not by which tiles. So the kinds of the tiles already
played are estimated from the colours.
"""

import random
from functools import lru_cache

from qin_core.qin.position import Position
from qin_core.qin.tiles import COLOURS, COPIES, HAND_SIZE, HIDDEN, TILE_COLOURS, TILES, count_kind

_ROUNDS = 6
"""Rounds of fitting: more of them hardly change the shares."""
_MIN_COUNT = 0.05
"""An estimate is never 0, because it is only an estimate."""


def hidden_shares(position: Position) -> tuple[float, ...]:
    """Estimate each kind's share of the tiles that are hidden in hands and piles."""
    known_counts = [0] * HIDDEN
    for hand in position.packed_hands:
        for kind in range(HIDDEN):
            known_counts[kind] += count_kind(hand, kind)
    for pile in position.packed_piles:
        for kind in pile:
            if kind != HIDDEN:
                known_counts[kind] += 1
    spaces_by_colour = tuple(
        (spaces & ~start).bit_count() for spaces, start in zip(position.spaces, position.board.starts, strict=True)
    )
    return _shares(tuple(known_counts), spaces_by_colour)


@lru_cache(maxsize=4096)
def _shares(known_counts: tuple[int, ...], spaces_by_colour: tuple[int, ...]) -> tuple[float, ...]:
    """Fit the tiles already played to the colours on the board; return each kind's share of the others (Q3).

    Each round compares the spaces of the tiles estimated so far with those on the board, and corrects every tile by the
    ratios of its two colours.
    """
    unknown = [max(0.0, float(COPIES - count)) for count in known_counts]
    played = list(unknown)
    for _ in range(_ROUNDS):
        expected_spaces = [0.0] * len(COLOURS)
        for count, (first, second) in zip(played, TILE_COLOURS, strict=True):
            expected_spaces[first] += count
            expected_spaces[second] += count
        ratios = [
            (spaces / expected) ** 0.5 if expected else 1.0  # a tile has two spaces, so each counts by its square root
            for spaces, expected in zip(spaces_by_colour, expected_spaces, strict=True)
        ]
        played = [
            min(unknown[kind], played[kind] * ratios[first] * ratios[second])
            for kind, (first, second) in enumerate(TILE_COLOURS)
        ]
    hidden = [max(_MIN_COUNT, count - played_count) for count, played_count in zip(unknown, played, strict=True)]
    total = sum(hidden)
    return tuple(count / total for count in hidden)


def sample_hidden_tiles(position: Position, rng: random.Random) -> Position:
    """Replace all hidden tiles by random tiles, drawn by their estimated shares."""
    hidden = sum(map(len, position.packed_piles)) + HAND_SIZE * len(position.packed_hands)
    return position.reveal(rng.choices(TILES, hidden_shares(position), k=hidden), limited=False)
