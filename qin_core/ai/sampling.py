"""Another way to look ahead: hidden tiles drawn by lot, some turns played out by one-ply choice, the end valued.

Every drawn deal is tried with each placement, so that luck is the same for all; half of them are dropped each round.
"""

import random
from collections.abc import Iterator, Sequence

from qin_core.ai.evaluator import Valued, valuation, win_chances
from qin_core.ai.search import Thought
from qin_core.ai.unseen import sampled
from qin_core.qin.move import Move
from qin_core.qin.position import Position


def search_by_lot(
    position: Position, ranking: Sequence[Valued], width: int, deals: int, plies: int, chance: random.Random
) -> Iterator[Thought]:
    """Look at the best placements in `deals` deals, at the better half in twice as many, and so on."""
    player = position._mover
    moves = [move for _, move in ranking[:width]]
    totals = dict.fromkeys(moves, 0.0)
    tried = dict.fromkeys(moves, 0)
    done, rounds = 0, max(1, (len(moves) - 1).bit_length())
    while True:
        for _ in range(deals):
            full = sampled(position, chance)
            for move in moves:
                totals[move] += _played_out(full.play(move), player, plies)
                tried[move] += 1
            yield Thought(min(1.0, (done + 1) / (rounds * deals)), _ranked(totals, tried, moves))
            done += 1
        if len(moves) <= 2:
            return
        moves = [move for move, _ in _ranked(totals, tried, moves)[: (len(moves) + 1) // 2]]
        deals *= 2


def _ranked(totals: dict[Move, float], tried: dict[Move, int], moves: list[Move]) -> tuple[tuple[Move, float], ...]:
    still = set(moves)
    return tuple(
        sorted(
            ((move, total / max(1, tried[move])) for move, total in totals.items()),
            key=lambda ranked: (ranked[0] in still, ranked[1]),
            reverse=True,
        )
    )


def _played_out(position: Position, player: int, plies: int) -> float:
    """Play some turns by one-ply choice and value what is there then."""
    for _ in range(plies):
        if position._has_winner() or position.winners() is not None:
            break
        position = position.play(valuation(position).best())
    return win_chances(position)[player - 1]
