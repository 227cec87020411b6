"""Estimates of the tiles that are hidden in hands and piles.

The board shows how many spaces of each colour were laid, not by which tiles. So the tiles already played are estimated
from the colours: each kind is expected as often as its two colours make likely.
"""

import random
from functools import lru_cache

from qin_core.qin.position import Position
from qin_core.qin.tiles import COPIES, HAND_SIZE, HIDDEN, TILE_COLOURS, TILES

_ROUNDS = 6
_LEAST = 0.05


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
    laid = tuple(
        (spaces & ~start).bit_count() for spaces, start in zip(position.spaces, position.board.starts, strict=True)
    )
    return _shares(tuple(known), laid)


@lru_cache(maxsize=4096)
def _shares(known: tuple[int, ...], laid: tuple[int, ...]) -> tuple[float, ...]:
    """Fit the tiles already played to the colours on the board; return the shares of the rest of the box (Q3)."""
    left = [max(0.0, float(COPIES - count)) for count in known]
    played = list(left)
    for _ in range(_ROUNDS):
        shown = [0.0, 0.0, 0.0]
        for kind, (first, second) in enumerate(TILE_COLOURS):
            shown[first] += played[kind]
            shown[second] += played[kind]
        fit = [(count / total) ** 0.5 if total else 1.0 for count, total in zip(laid, shown, strict=True)]
        played = [
            min(left[kind], played[kind] * fit[first] * fit[second])
            for kind, (first, second) in enumerate(TILE_COLOURS)
        ]
    rest = [max(_LEAST, all_left - gone) for all_left, gone in zip(left, played, strict=True)]
    whole = sum(rest)
    return tuple(count / whole for count in rest)


def sampled(position: Position, rng: random.Random) -> Position:
    """Replace all hidden tiles by random ones, drawn by their estimated shares."""
    hidden = sum(map(len, position.packed_piles)) + HAND_SIZE * len(position.packed_hands)
    return position.reveal(rng.choices(TILES, hidden_shares(position), k=hidden), limited=False)
