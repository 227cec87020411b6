"""Setting up a game (Q3, Q5-Q7): shuffling, hands and piles."""

from random import Random

from qin_core.common.errors import PositionError, Problem
from qin_core.qin.pagodas import PAGODAS
from qin_core.qin.tiles import COPIES, HAND_SIZE, PILES, TILE_COLOURS, TILES, Hand, Kind, pack


def shuffle(
    players: int, fair: bool, first: int | None, rng: Random
) -> tuple[int, tuple[Hand, ...], tuple[bytes, ...]]:
    """Deal three tiles to each player and the rest to four piles (Q5-Q7); return first player, hands and piles."""
    if players not in PAGODAS:
        raise PositionError(Problem("players", "bad-count", str(players)))
    if first is not None and first not in range(1, players + 1):
        raise PositionError(Problem("first", "no-such-player", str(first)))
    deck = [kind for kind in range(len(TILES)) for _ in range(COPIES)]
    while True:
        rng.shuffle(deck)
        hands = [deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(players)]
        if not fair or all(any(map(_is_double, hand)) for hand in hands):
            break
    remaining = deck[HAND_SIZE * players :]
    piles = tuple(bytes(remaining[number::PILES]) for number in range(PILES))
    return first or rng.randint(1, players), tuple(map(pack, hands)), piles


def pile_sizes(tiles: int) -> list[int]:
    """Split a number of tiles into four piles of about equal height, the first ones higher (Q5).

    >>> pile_sizes(66)
    [17, 17, 16, 16]
    """
    return [len(range(number, tiles, PILES)) for number in range(PILES)]


def _is_double(kind: Kind) -> bool:
    """Tell whether both halves of a tile have the same colour (Q7)."""
    first, second = TILE_COLOURS[kind]
    return first == second
