"""The greedy player takes the most net pagodas each turn.

Net pagodas are the player's gains minus the gains of all others, including villages and absorptions; ties are broken at
random.
"""

import random

from qin_core.qin.move import PASS, Move
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.players.weights import pagodas_only
from qin_core.qin.position import Position


def net_gains(position: Position) -> Valuation:
    """Value placements by net pagodas for the player to move."""
    players, mover = position.players, position.player_to_move
    factors = tuple(1.0 if player == mover else -1.0 for player in players)
    return Valuation(position, pagodas_only(len(players)), factors)


def choose_greedily(position: Position, rng: random.Random) -> Move:
    """Choose a placement with the greatest net gain."""
    best: list[Move] = []
    best_value = float("-inf")
    for _, moves, values in net_gains(position).groups():
        group_best = max(values)
        if group_best > best_value:
            best, best_value = [], group_best
        if group_best == best_value:
            best += [move for move, value in zip(moves, values, strict=True) if value == group_best]
    return rng.choice(best) if best else PASS
