"""Measure the players of Khan Tsin: `python -m qin_core.khan_tsin.arena` prints the table of the README.

Players are levels (1-4), `greedy`, `plies:PLIES,NOISE,BLINDNESS` (a search of so many plies that errs), or
`effort:POSITIONS` (a search that values so many positions). The numbers that the README and the help show are kept in
`strength.json`; `--save` writes it anew.
"""

import random
import time
from collections.abc import Callable, Iterator

from qin_core.khan_tsin.greedy import choose_greedily
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.player import LEVELS, Level, choose, strengths
from qin_core.khan_tsin.position import Position
from qin_core.matches import Match, Outcome, match_table, options, run, wins_of
from qin_core.strength import Strength, level_table, write_strengths

Player = Callable[[Position, int], Move]

SETTINGS = ("plain", "turning", "two speeds", "both variants")
"""The tables' columns of wins against greedy players."""
VARIANTS = dict(zip(("-", "r", "t", "rt"), SETTINGS, strict=True))


def player_of(name: str) -> Player:
    """Find a player by name."""
    if name == "greedy":
        return lambda position, seed: choose_greedily(position, random.Random(seed))
    if name.startswith("plies:"):
        plies, *errors = map(float, name.removeprefix("plies:").split(","))
        return _playing(Level(name, int(plies), 1_000_000, *errors))
    if name.startswith("effort:"):
        return _playing(Level(name, 99, effort=int(name.removeprefix("effort:"))))
    return _playing(LEVELS[int(name) - 1])


def _playing(level: Level) -> Player:
    return lambda position, seed: choose(position, level, seed)


def play_game(match: Match, seed: int, game: int) -> Outcome:
    """Play one game of a match, with the variants that the setting names."""
    deal, seat = divmod(game, 2)
    position = Position.deal(match.setting, seed=seed + deal)
    sides = player_of(match.player), player_of(match.others)
    spent, moves = [0.0, 0.0], [0, 0]
    turn = 0
    while (winners := position.winners()) is None:
        side = int(position.mover != seat + 1)
        began = time.process_time()
        move = sides[side](position, seed * 1000 + game * 200 + turn)
        spent[side] += time.process_time() - began
        moves[side] += 1
        position = position.play(move)
        turn += 1
    return (1 / len(winners) if seat + 1 in winners else 0.0), spent, moves


def measure(games: int, seed: int, jobs: int) -> Iterator[Strength]:
    """Measure every level against the one below, without variants, and against greedy players."""
    for number in range(1, len(LEVELS) + 1):
        against = [Match(str(number), "greedy", variants, 2, games) for variants in VARIANTS]
        steps = [Match(str(number), str(number - 1), "-", 2, games)] if number > 1 else []
        found = list(run(against + steps, play_game, seed, jobs))
        yield Strength(
            wins_of(found[-1]) if steps else None,
            {setting: wins_of(result) for setting, result in zip(SETTINGS, found, strict=False)},
            round(found[0].times[0], 1),
        )


def table(levels: list[Strength] | None = None) -> str:
    """Write the table of the README: of levels as they were just measured, or as they are kept."""
    levels = levels or strengths()
    return level_table([level.name for level in LEVELS], SETTINGS, levels)


def main() -> None:
    """Measure all levels, or play one match of your choice."""
    chosen = options(main.__doc__, "player others variants, for example: 4 greedy rt").parse_args()
    if chosen.match:
        player, others, variants = chosen.match
        match = Match(player, others, variants, 2, chosen.games)
        print(match_table(run([match], play_game, chosen.seed, chosen.jobs)))
        return
    levels = list(measure(chosen.games, chosen.seed, chosen.jobs))
    if chosen.save:
        chosen.save.write_text(write_strengths(levels), "utf-8")
    print(table(levels))


if __name__ == "__main__":
    main()
