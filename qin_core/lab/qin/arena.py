"""Measure the players of Qin: `python -m qin_core.lab.qin.arena` prints the table of `docs/computer-players.md`.

Players are levels (1-8), `greedy`, `one-ply`, `noisy:NOISE`, `search:WIDTH,WIDTH...`, `baseline` (the strongest level
of an early version, with its weights), and in Python only `random` and `mc:SECONDS` (flat Monte Carlo). Matches are
played in C (`native`), which chooses the same moves as the package. Players that C doesn't have, and the two games that
time a level, are played in Python. `strength.json` has the numbers that the documentation and the help show; `--save`
writes that file.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from qin_core.lab.matches import Arena, Match, Outcome, play_out
from qin_core.lab.qin.baseline import WIDTHS, baseline_weights
from qin_core.lab.qin.monte_carlo import choose_by_playouts
from qin_core.qin.board import Board
from qin_core.qin.move import Move
from qin_core.qin.players.greedy import choose_greedily
from qin_core.qin.players.levels import LEVELS, Level, choose, strengths
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.position import Position

if TYPE_CHECKING:
    from qin_core.lab.qin.native import Native
    from qin_core.lab.qin.native import Player as Seat

Player = Callable[[Position, int], Move]
"""Chooses a move, given the player's view and a seed."""
BOARDS = ("bird", "lion")


def player_of(name: str) -> Player:
    """Return the player with a name."""
    if name == "greedy":
        return lambda view, seed: choose_greedily(view, random.Random(seed))
    if name == "random":
        return lambda view, seed: random.Random(seed).choice(view.moves())
    if name == "one-ply":
        return lambda view, _: Valuation(view).best()
    if name.startswith("mc:"):
        seconds = float(name.removeprefix("mc:"))
        return lambda view, seed: choose_by_playouts(view, seconds, random.Random(seed))
    level = level_of(name)
    return lambda view, seed: choose(view, level, seed)


def level_of(name: str) -> Level:
    """Return the level with a name or number."""
    if name.startswith("noisy:"):
        return Level(name, float(name.removeprefix("noisy:")))
    if name.startswith("search:"):
        return Level(name, 0.0, tuple(map(int, name.removeprefix("search:").split(","))))
    return LEVELS[int(name) - 1]


def play_game(match: Match, seed: int, game: int) -> Outcome:
    """Play one game of a match; on `both` boards in turn, or on the one that the setting names."""
    deal, seat = divmod(game, match.players)
    board = BOARDS[deal % 2] if match.setting == "both" else match.setting
    position = Position.deal(board, match.players, seed=seed + deal, first=1)
    sides = player_of(match.player), player_of(match.others)
    return play_out(position, sides, seat, seed * 1000 + game * 200)


@cache
def _native(setting: str, players: int) -> "Native":
    from qin_core.lab.qin.native import Native

    return Native(players, [Board.named(name) for name in (BOARDS if setting == "both" else (setting,))])


@cache
def _player_in_c(name: str, native: "Native") -> "Seat":
    if name == "greedy":
        return native.greedy()
    if name == "baseline":
        return native.player_without_net(Level(name, 0.0, WIDTHS), baseline_weights(native.players))
    return native.player(Level(name, 0.0) if name == "one-ply" else level_of(name))


def play_in_c(match: Match, seed: int, game: int) -> Outcome:
    """Play one game of a match in C if it has both players; without times."""
    if any(name == "random" or name.startswith("mc:") for name in (match.player, match.others)):
        return play_game(match, seed, game)
    native = _native(match.setting, match.players)
    player, others = _player_in_c(match.player, native), _player_in_c(match.others, native)
    return native.play(player, others, seed, *divmod(game, match.players)), [0.0, 0.0], [0, 0]


def _against_greedy(level: str, games: int) -> list[Match]:
    return [Match(level, "greedy", "both", players, games // players * players) for players in (2, 3, 4)]


def _read_match(words: list[str], games: int) -> Match:
    player, others, board, players = words
    return Match(player, others, board, int(players), games)


ARENA = Arena(
    levels=tuple(level.name for level in LEVELS),
    settings=("2 players", "3 players", "4 players"),
    strengths=strengths,
    play_game=play_in_c,
    play_timed=play_game,
    against_greedy=_against_greedy,
    against_level=lambda level, other, games: Match(level, other, "both", 2, games),
    read_match=_read_match,
    example="player others board players, for example: 8 greedy bird 2",
)

if __name__ == "__main__":
    ARENA.command()
