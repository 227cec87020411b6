"""Matches between computer players of either game.

Every deal is played once for each seat, and the measured player takes each seat in turn.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from operator import add
from pathlib import Path
from typing import Any, NamedTuple

from qin_core.common.levels import Strength, Wins, level_table, write_strengths


class Match(NamedTuple):
    """One player against others of one kind; `setting` names the board or the variants."""

    player: str
    others: str
    setting: str
    players: int
    games: int


class Result(NamedTuple):
    """A match's share of wins (shared ones in part), its standard error, and milliseconds per move of both sides."""

    match: Match
    share: float
    error: float
    times: tuple[float, float]


Outcome = tuple[float, list[float], list[int]]
"""One game: the measured player's share of the victory, and both sides' computing times and numbers of moves."""
PlayGame = Callable[[Match, int, int], Outcome]
"""Plays one game of a match, given the match, its seed and the number of the game."""


def run(matches: Iterable[Match], play_game: PlayGame, seed: int, jobs: int) -> Iterator[Result]:
    """Play matches, with several games in parallel."""
    if jobs == 1:
        for match in matches:
            yield summarize(match, seed, map(partial(play_game, match, seed), range(match.games)))
        return
    with ProcessPoolExecutor(jobs) as pool:
        for match in matches:
            yield summarize(match, seed, pool.map(partial(play_game, match, seed), range(match.games)))


def summarize(match: Match, seed: int, outcomes: Iterable[Outcome]) -> Result:
    """Summarize a match. The error is computed over deals, because the games of a deal depend on each other."""
    shares = []
    seconds, moves = [0.0, 0.0], [0, 0]
    for number, (share, times, move_counts) in enumerate(outcomes, 1):
        shares.append(share)
        seconds = list(map(add, seconds, times))
        moves = list(map(add, moves, move_counts))
        bar = 30 * number // match.games
        sys.stderr.write(f"\r[{'#' * bar:<30}] {match.player} - {match.others} {match.setting} {match.players}p ")
        sys.stderr.write(f"{number}/{match.games} {sum(shares) / number:.1%} (seed {seed}) ")
    sys.stderr.write("\n")
    mean = sum(shares) / len(shares)
    seats = match.players
    deals = [sum(shares[start : start + seats]) / seats for start in range(0, len(shares) - seats + 1, seats)]
    variance = sum((deal - mean) ** 2 for deal in deals) / max(1, len(deals) - 1)
    per_move = [1000 * time / max(1, count) for time, count in zip(seconds, moves, strict=True)]
    return Result(match, mean, sqrt(variance / max(1, len(deals))), (per_move[0], per_move[1]))


def match_table(results: Iterable[Result]) -> str:
    """Format matches as a Markdown table."""
    lines = [
        "| player | against | setting | players | games | wins | ms a move | theirs |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {match.player} | {match.others} | {match.setting} | {match.players} | {match.games} "
        f"| {share:.1%} ± {error:.1%} | {times[0]:.1f} | {times[1]:.1f} |"
        for match, share, error, times in results
    ]
    return "\n".join(lines)


def wins_of(result: Result) -> Wins:
    """Round a match's result as tables show it."""
    return Wins(round(100 * result.share, 1), round(100 * result.error, 1), result.match.games)


def play_out(position: Any, sides: Sequence[Callable[[Any, int], Any]], seat: int, seed: int) -> Outcome:
    """Play a game to its end: the first side has one seat (from 0), the second side all others."""
    seconds, moves = [0.0, 0.0], [0, 0]
    while (winners := position.winners()) is None:
        side = int(position.player_to_move != seat + 1)
        view = position.view(position.player_to_move)
        start = time.process_time()
        move = sides[side](view, seed + sum(moves))
        seconds[side] += time.process_time() - start
        moves[side] += 1
        position = position.play(move)
    return (1 / len(winners) if seat + 1 in winners else 0.0), seconds, moves


class Arena(NamedTuple):
    """Measures the computer players of one game."""

    levels: tuple[str, ...]
    """The names of the levels, weakest first."""
    settings: tuple[str, ...]
    """The tables' columns of wins against greedy players."""
    strengths: Callable[[], list[Strength]]
    """Returns the stored measurements."""
    play_game: PlayGame
    play_timed: PlayGame
    """Plays a game in Python, to time a level; `play_game` may use the rules in C (lab/qin/native)."""
    against_greedy: Callable[[str, int], list[Match]]
    """Returns a level's matches against greedy players, one for each setting, with a number of games."""
    against_level: Callable[[str, str, int], Match]
    read_match: Callable[[list[str], int], Match]
    example: str

    def measure(self, games: int, seed: int, jobs: int, numbers: Sequence[int] = ()) -> Iterator[Strength]:
        """Measure all levels, or only some, against the level below and greedy players."""
        for number in range(1, len(self.levels) + 1):
            if numbers and number not in numbers:
                yield self.strengths()[number - 1]
                continue
            matches = self.against_greedy(str(number), games)
            if number > 1:
                matches.append(self.against_level(str(number), str(number - 1), games))
            results = list(run(matches, self.play_game, seed, jobs))
            (timed_result,) = run([self.against_level(str(number), str(number), 2)], self.play_timed, seed, 1)
            yield Strength(
                wins_of(results[-1]) if number > 1 else None,
                {setting: wins_of(result) for setting, result in zip(self.settings, results, strict=False)},
                round(timed_result.times[0], 1),
            )

    def table(self, levels: list[Strength] | None = None) -> str:
        """Format the table of `docs/computer-players.md` from the given measurements, or from the stored ones."""
        return level_table(self.levels, self.settings, levels or self.strengths())

    def command(self) -> None:
        """Measure all levels, or play one match of your choice."""
        parser = argparse.ArgumentParser(description=self.command.__doc__)
        parser.add_argument("match", nargs="*", help=self.example)
        parser.add_argument("--games", type=int, default=200)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--jobs", type=int, default=1)
        parser.add_argument("--levels", type=int, nargs="+", default=[], help="measure only these levels")
        parser.add_argument("--save", type=Path, help="write the measurements of the levels to this file")
        options = parser.parse_args()
        if options.match:
            match = self.read_match(options.match, options.games)
            print(match_table(run([match], self.play_game, options.seed, options.jobs)))
            return
        levels = list(self.measure(options.games, options.seed, options.jobs, options.levels))
        if options.save:
            options.save.write_text(write_strengths(levels), "utf-8")
        print(self.table(levels))
