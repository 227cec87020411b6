"""The greedy player: takes the most net pagodas each turn.

Net pagodas are one's own gains less the gains of all others, including villages and absorptions; ties are broken at
random.
"""

import random

from qin_core.qin.move import PASS, Move
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.players.weights import pagodas_only
from qin_core.qin.position import Position


def greedy_shares(player: int, players: int) -> tuple[float, ...]:
    """Return the weight of each player's pagodas: 1 for the player, -1 for the others."""
    return tuple(1.0 if other == player else -1.0 for other in range(1, players + 1))


def choose_greedily(position: Position, chance: random.Random) -> Move:
    """Choose a placement with the greatest net gain."""
    players = len(position.packed_hands)
    valuation = Valuation(position, pagodas_only(players), greedy_shares(position.player_to_move, players))
    best: list[Move] = []
    most = float("-inf")
    for _, moves, values in valuation.groups():
        top = max(values)
        if top > most:
            best, most = [], top
        if top == most:
            best += [move for move, value in zip(moves, values, strict=True) if value == top]
    return chance.choice(best) if best else PASS
