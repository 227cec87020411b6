"""Measure the players of Qin: `python -m qin_core.ai.arena` prints the table of the README.

Players are levels (1-6), `greedy`, `random`, `one-ply`, `noisy:NOISE`, `search:WIDTH,WIDTH...`, or `mc:SECONDS` (flat
Monte Carlo). The numbers that the README and the help show are kept in `strength.json`; `--save` writes it anew.
"""

import random
import time
from collections.abc import Callable, Iterator

from qin_core.ai.evaluator import Valuation
from qin_core.ai.greedy import choose_greedily
from qin_core.ai.levels import LEVELS, Level, choose, strengths
from qin_core.ai.monte_carlo import choose_by_playouts
from qin_core.matches import Match, Outcome, match_table, options, run, wins_of
from qin_core.qin.move import Move
from qin_core.qin.position import Position
from qin_core.strength import Strength, level_table, write_strengths

Player = Callable[[Position, int], Move]

SETTINGS = ("2 players", "3 players", "4 players")
"""The tables' columns of wins against greedy players."""


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
    spent, moves = [0.0, 0.0], [0, 0]
    turn = 0
    while (winners := position.winners()) is None:
        side = int(position.mover != seat + 1)
        view = position.view(position.mover)
        began = time.process_time()
        move = sides[side](view, seed * 1000 + game * 200 + turn)
        spent[side] += time.process_time() - began
        moves[side] += 1
        position = position.play(move)
        turn += 1
    return (1 / len(winners) if seat + 1 in winners else 0.0), spent, moves


def measure(games: int, seed: int, jobs: int) -> Iterator[Strength]:
    """Measure every level against the one below and against greedy players."""
    for number in range(1, len(LEVELS) + 1):
        against = [Match(str(number), "greedy", "both", players, games // players * players) for players in (2, 3, 4)]
        steps = [Match(str(number), str(number - 1), "both", 2, games)] if number > 1 else []
        found = list(run(against + steps, play_game, seed, jobs))
        yield Strength(
            wins_of(found[3]) if steps else None,
            {setting: wins_of(result) for setting, result in zip(SETTINGS, found, strict=False)},
            round(found[0].times[0], 1),
        )


def table(levels: list[Strength] | None = None) -> str:
    """Write the table of the README: of levels as they were just measured, or as they are kept."""
    levels = levels or strengths()
    return level_table([level.name for level in LEVELS], SETTINGS, levels)


def main() -> None:
    """Measure all levels, or play one match of your choice."""
    chosen = options(main.__doc__, "player others board players, for example: 6 greedy bird 2").parse_args()
    if chosen.match:
        player, others, board, players = chosen.match
        match = Match(player, others, board, int(players), chosen.games)
        print(match_table(run([match], play_game, chosen.seed, chosen.jobs)))
        return
    levels = list(measure(chosen.games, chosen.seed, chosen.jobs))
    if chosen.save:
        chosen.save.write_text(write_strengths(levels), "utf-8")
    print(table(levels))


if __name__ == "__main__":
    main()
