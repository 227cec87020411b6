"""Estimates of the tiles that are hidden in hands and piles.

The board shows how many spaces of each colour were placed, but not by which tiles. So the kinds of the tiles already
played are estimated from the colours.
"""

import random
from functools import lru_cache

from qin_core.qin.position import Position
from qin_core.qin.tiles import COPIES, HAND_SIZE, HIDDEN, TILE_COLOURS, TILES

_ROUNDS = 6
_MIN_COUNT = 0.05


def hidden_shares(position: Position) -> tuple[float, ...]:
    """Estimate each kind's share of the tiles that are hidden in hands and piles."""
    known = [0] * HIDDEN
    for hand in position.packed_hands:
        for kind in range(HIDDEN):
            known[kind] += hand >> 4 * kind & 15
    for pile in position.packed_piles:
        for kind in pile:
            if kind != HIDDEN:
                known[kind] += 1
    spaces_by_colour = tuple(
        (spaces & ~start).bit_count() for spaces, start in zip(position.spaces, position.board.starts, strict=True)
    )
    return _shares(tuple(known), spaces_by_colour)


@lru_cache(maxsize=4096)
def _shares(known: tuple[int, ...], spaces_by_colour: tuple[int, ...]) -> tuple[float, ...]:
    """Fit the tiles already played to the colours on the board; return each kind's share of the others (Q3)."""
    remaining = [max(0.0, float(COPIES - number)) for number in known]
    played = list(remaining)
    for _ in range(_ROUNDS):
        expected = [0.0, 0.0, 0.0]
        for kind, (first, second) in enumerate(TILE_COLOURS):
            expected[first] += played[kind]
            expected[second] += played[kind]
        fit = [
            (number / expected_count) ** 0.5 if expected_count else 1.0
            for number, expected_count in zip(spaces_by_colour, expected, strict=True)
        ]
        played = [
            min(remaining[kind], played[kind] * fit[first] * fit[second])
            for kind, (first, second) in enumerate(TILE_COLOURS)
        ]
    hidden = [max(_MIN_COUNT, count - played_count) for count, played_count in zip(remaining, played, strict=True)]
    total = sum(hidden)
    return tuple(number / total for number in hidden)


def sample_hidden_tiles(position: Position, rng: random.Random) -> Position:
    """Replace all hidden tiles by random tiles, drawn by their estimated shares."""
    hidden = sum(map(len, position.packed_piles)) + HAND_SIZE * len(position.packed_hands)
    return position.reveal(rng.choices(TILES, hidden_shares(position), k=hidden), limited=False)
