"""Matches between computer players of either game.

Games are paired: every deal is played as often as there are seats, and the player that is measured sits on each of
them once.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from qin_core.strength import Wins


class Match(NamedTuple):
    """One player against others of one kind; `setting` names the board or the variants."""

    player: str
    others: str
    setting: str
    players: int
    games: int


class Result(NamedTuple):
    """A match's share of wins (shared ones in part), its standard error, and milliseconds a move of both sides."""

    match: Match
    share: float
    error: float
    times: tuple[float, float]


Outcome = tuple[float, list[float], list[int]]
"""One game: the measured player's share in the victory, the computing times of both sides, their moves."""
PlayGame = Callable[[Match, int, int], Outcome]
"""Plays a game of a match by the match's seed and the game's number."""


def run(matches: Iterable[Match], play_game: PlayGame, seed: int, jobs: int) -> Iterator[Result]:
    """Play matches, several games at a time."""
    if jobs == 1:
        for match in matches:
            yield add_up(match, seed, map(partial(play_game, match, seed), range(match.games)))
        return
    with ProcessPoolExecutor(jobs) as pool:
        for match in matches:
            yield add_up(match, seed, pool.map(partial(play_game, match, seed), range(match.games)))


def add_up(match: Match, seed: int, outcomes: Iterable[Outcome]) -> Result:
    """Add a match's games up; the error is that of the deals, whose games aren't independent of each other."""
    shares = []
    spent, moves = [0.0, 0.0], [0, 0]
    for number, (share, times, counts) in enumerate(outcomes, 1):
        shares.append(share)
        spent = [a + b for a, b in zip(spent, times, strict=True)]
        moves = [a + b for a, b in zip(moves, counts, strict=True)]
        done = 30 * number // match.games
        sys.stderr.write(f"\r[{'#' * done:<30}] {match.player} - {match.others} {match.setting} {match.players}p ")
        sys.stderr.write(f"{number}/{match.games} {sum(shares) / number:.1%} (seed {seed}) ")
    sys.stderr.write("\n")
    mean = sum(shares) / len(shares)
    size = match.players
    deals = [sum(shares[i : i + size]) / size for i in range(0, len(shares) - size + 1, size)]
    spread = sum((deal - mean) ** 2 for deal in deals) / max(1, len(deals) - 1)
    per_move = [1000 * a / max(1, b) for a, b in zip(spent, moves, strict=True)]
    return Result(match, mean, sqrt(spread / max(1, len(deals))), (per_move[0], per_move[1]))


def match_table(results: Iterable[Result]) -> str:
    """Write matches one by one, as Markdown."""
    lines = [
        "| player | against | setting | players | games | wins | ms a move | theirs |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {r.match.player} | {r.match.others} | {r.match.setting} | {r.match.players} | {r.match.games} "
        f"| {r.share:.1%} ± {r.error:.1%} | {r.times[0]:.1f} | {r.times[1]:.1f} |"
        for r in results
    ]
    return "\n".join(lines)


def wins_of(result: Result) -> Wins:
    """Keep what tables show of a match."""
    return Wins(round(100 * result.share, 1), round(100 * result.error, 1), result.match.games)


def options(description: str | None, match: str) -> argparse.ArgumentParser:
    """Make the parser that both arenas share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("match", nargs="*", help=match)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save", type=Path, help="keep what was measured of the levels in this file")
    return parser
