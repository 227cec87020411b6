"""A baseline: flat Monte Carlo with greedy playouts.

Hidden tiles are drawn at random, the rest of the game is played greedily, and the placement that won most is chosen.
Of all placements only the greediest few are tried, the promising ones more often (UCB1); with all of them, each would
be tried too seldom to tell them apart.
"""

import random
import time
from math import log, sqrt

from qin_core.qin.move import PASS, Move
from qin_core.qin.players.greedy import choose_greedily, greedy_shares
from qin_core.qin.players.hidden_tiles import sample_hidden_tiles
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.players.weights import pagodas_only
from qin_core.qin.position import Position

_TRIED = 12


def choose_by_playouts(view: Position, seconds: float, chance: random.Random) -> Move:
    """Choose the placement that wins most playouts within some seconds of computing time."""
    until = time.process_time() + seconds
    player, players = view.player_to_move, len(view.players)
    ranking = Valuation(view, pagodas_only(players), greedy_shares(player, players)).all()
    chance.shuffle(ranking)
    ranking.sort(key=lambda valued: valued[0], reverse=True)
    moves = [move for _, move in ranking[:_TRIED]] or [PASS]
    won, tried = [0.0] * len(moves), [0] * len(moves)
    for playout in range(10**9):
        if time.process_time() >= until or len(moves) == 1:
            break
        if playout < len(moves):
            number = playout
        else:
            bound = 2 * log(playout)
            number = max(range(len(moves)), key=lambda n: won[n] / tried[n] + sqrt(bound / tried[n]) / 2)
        won[number] += playout_share(sample_hidden_tiles(view, chance).play(moves[number]), player, chance)
        tried[number] += 1
    return moves[max(range(len(moves)), key=lambda number: (tried[number], won[number]))]


def playout_share(position: Position, player: int, chance: random.Random) -> float:
    """Play a game to its end greedily; give a player's share in the victory."""
    while (winners := position.winners()) is None:
        position = position.play(choose_greedily(position, chance))
    return 1 / len(winners) if player in winners else 0.0
