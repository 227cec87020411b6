"""A baseline: flat Monte Carlo with greedy playouts.

Hidden tiles are chosen at random, and the rest of the game is played greedily. Only the greediest few placements are
candidates, because more would get too few playouts each. UCB1 gives promising ones more playouts, and the placement
with the most playouts is played; wins break a tie.
"""

import random
import time
from math import log, sqrt
from operator import itemgetter

from qin_core.qin.move import PASS, Move
from qin_core.qin.players.greedy import choose_greedily, net_gains
from qin_core.qin.players.hidden_tiles import sample_hidden_tiles
from qin_core.qin.position import Position

_CANDIDATES = 12


def choose_by_playouts(view: Position, seconds: float, rng: random.Random) -> Move:
    """Choose the placement with the most playouts after some seconds of computing time."""
    deadline = time.process_time() + seconds
    player = view.player_to_move
    ranking = net_gains(view).all()  # (gain, move) pairs
    rng.shuffle(ranking)
    ranking.sort(key=itemgetter(0), reverse=True)
    moves = [move for _, move in ranking[:_CANDIDATES]] or [PASS]
    wins, visits = [0.0] * len(moves), [0] * len(moves)
    for playout in range(10**9):
        if time.process_time() >= deadline or len(moves) == 1:
            break
        if playout < len(moves):
            index = playout
        else:
            bound = 2 * log(playout)
            index = max(range(len(moves)), key=lambda n: wins[n] / visits[n] + sqrt(bound / visits[n]) / 2)
        wins[index] += playout_share(sample_hidden_tiles(view, rng).play(moves[index]), player, rng)
        visits[index] += 1
    return moves[max(range(len(moves)), key=lambda index: (visits[index], wins[index]))]


def playout_share(position: Position, player: int, rng: random.Random) -> float:
    """Play a game to its end greedily; return a player's share of the victory."""
    while (winners := position.winners()) is None:
        position = position.play(choose_greedily(position, rng))
    return 1 / len(winners) if player in winners else 0.0
