"""Measure the players of Qin: `python -m qin_core.lab.qin.arena` prints the table of the README.

Players are levels (1-8), `greedy`, `random`, `one-ply`, `noisy:NOISE`, `search:WIDTH,WIDTH...`, or `mc:SECONDS` (flat
Monte Carlo). The numbers that the README and the help show are kept in `strength.json`; `--save` writes it anew.
"""

import random
from collections.abc import Callable

from qin_core.lab.matches import Arena, Match, Outcome, play_out
from qin_core.lab.qin.monte_carlo import choose_by_playouts
from qin_core.qin.move import Move
from qin_core.qin.players.greedy import choose_greedily
from qin_core.qin.players.levels import LEVELS, Level, choose, strengths
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.position import Position

Player = Callable[[Position, int], Move]


def player_of(name: str) -> Player:
    """Find a player by name."""
    if name == "greedy":
        return lambda view, seed: choose_greedily(view, random.Random(seed))
    if name == "random":
        return lambda view, seed: random.Random(seed).choice(view.moves())
    if name == "one-ply":
        return lambda view, _: Valuation(view).best()
    if name.startswith("mc:"):
        seconds = float(name.removeprefix("mc:"))
        return lambda view, seed: choose_by_playouts(view, seconds, random.Random(seed))
    if name.startswith("noisy:"):
        return _playing(Level(name, float(name.removeprefix("noisy:"))))
    if name.startswith("search:"):
        return _playing(Level(name, 0.0, tuple(map(int, name.removeprefix("search:").split(",")))))
    return _playing(LEVELS[int(name) - 1])


def _playing(level: Level) -> Player:
    return lambda view, seed: choose(view, level, seed)


def play_game(match: Match, seed: int, game: int) -> Outcome:
    """Play one game of a match; on `both` boards in turn, or on the one that the setting names."""
    deal, seat = divmod(game, match.players)
    board = ("bird", "lion")[deal % 2] if match.setting == "both" else match.setting
    position = Position.deal(board, match.players, seed=seed + deal, first=1)
    sides = player_of(match.player), player_of(match.others)
    return play_out(position, sides, seat, seed * 1000 + game * 200)


def _against_greedy(level: str, games: int) -> list[Match]:
    return [Match(level, "greedy", "both", players, games // players * players) for players in (2, 3, 4)]


def _read_match(words: list[str], games: int) -> Match:
    player, others, board, players = words
    return Match(player, others, board, int(players), games)


ARENA = Arena(
    levels=tuple(level.name for level in LEVELS),
    settings=("2 players", "3 players", "4 players"),
    strengths=strengths,
    play_game=play_game,
    against_greedy=_against_greedy,
    against_level=lambda level, other, games: Match(level, other, "both", 2, games),
    read_match=_read_match,
    example="player others board players, for example: 8 greedy bird 2",
)

if __name__ == "__main__":
    ARENA.command()
