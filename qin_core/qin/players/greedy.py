"""The greedy player takes the most net pagodas each turn.

Net pagodas are the player's gains minus the gains of all others, including villages and absorptions; ties are broken at
random.
"""

import random

from qin_core.qin.move import PASS, Move
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.players.weights import pagodas_only
from qin_core.qin.position import Position


def greedy_shares(player: int, players: int) -> tuple[float, ...]:
    """Return the weight of each player's pagodas: 1 for the player, -1 for the others."""
    return tuple(1.0 if seat == player else -1.0 for seat in range(1, players + 1))


def choose_greedily(position: Position, rng: random.Random) -> Move:
    """Choose a placement with the greatest net gain."""
    players = len(position.packed_hands)
    valuation = Valuation(position, pagodas_only(players), greedy_shares(position.player_to_move, players))
    best: list[Move] = []
    best_value = float("-inf")
    for _, moves, values in valuation.groups():
        group_best = max(values)
        if group_best > best_value:
            best, best_value = [], group_best
        if group_best == best_value:
            best += [move for move, value in zip(moves, values, strict=True) if value == group_best]
    return rng.choice(best) if best else PASS
