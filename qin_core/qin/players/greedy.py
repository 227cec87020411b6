"""The yardstick: a player who takes the most net pagodas each turn.

Net means one's own gained less those that all others gained, villages and absorptions counted; equals at random.
"""

import random

from qin_core.qin.move import PASS, Move
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.players.weights import pagodas_only
from qin_core.qin.position import Position


def greedy_shares(player: int, players: int) -> tuple[float, ...]:
    """Weigh everybody else's pagodas as much as one's own."""
    return tuple(1.0 if other == player else -1.0 for other in range(1, players + 1))


def choose_greedily(position: Position, chance: random.Random) -> Move:
    """Choose a placement that gains most."""
    players = len(position.packed_hands)
    valuation = Valuation(position, pagodas_only(players), greedy_shares(position.mover, players))
    best: list[Move] = []
    most = float("-inf")
    for _, moves, values in valuation.groups():
        top = max(values)
        if top > most:
            best, most = [], top
        if top == most:
            best += [move for move, value in zip(moves, values, strict=True) if value == top]
    return chance.choice(best) if best else PASS
