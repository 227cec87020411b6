"""Matches between computer players of either game, and the tables made of them.

Games are paired: every deal is played as often as there are seats, and the player that is measured sits on each of
them once.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log10, sqrt
from pathlib import Path
from typing import NamedTuple


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


class Wins(NamedTuple):
    """What is kept of a match: share and error in percent, and the number of games."""

    share: float
    error: float
    games: int

    def __str__(self) -> str:
        """Write the share with its error."""
        return f"{self.share:.0f} ± {self.error:.0f} %"

    @property
    def elo(self) -> float:
        """The difference in Elo that the share stands for."""
        share = min(0.999, max(0.001, self.share / 100))
        return 400 * log10(share / (1 - share))

    @property
    def elo_error(self) -> float:
        """The error of that."""
        return self._replace(share=self.share + self.error).elo - self.elo


class Strength(NamedTuple):
    """What was measured of a level: wins against the level below and, by setting, against greedy players; time."""

    below: Wins | None
    greedy: dict[str, Wins]
    milliseconds: float


def wins_of(result: Result) -> Wins:
    """Keep what tables show of a match."""
    return Wins(round(100 * result.share, 1), round(100 * result.error, 1), result.match.games)


def read_strengths(text: str) -> list[Strength]:
    """Read the file that `write_strengths` wrote."""
    return [
        Strength(
            Wins(*level["below"]) if level["below"] else None,
            {setting: Wins(*wins) for setting, wins in level["greedy"].items()},
            level["milliseconds"],
        )
        for level in json.loads(text)
    ]


def write_strengths(levels: Sequence[Strength]) -> str:
    """Write what was measured of all levels, the weakest first: a line each."""
    return "[\n" + ",\n".join(json.dumps(level._asdict()) for level in levels) + "\n]\n"


def ratings(levels: Sequence[Strength]) -> list[tuple[float, float]]:
    """Give each level's Elo and its error: the first has 1000, the others the sum of the steps up to them."""
    found, rating, variance = [], 1000.0, 0.0
    for level in levels:
        if level.below:
            rating += level.below.elo
            variance += level.below.elo_error**2
        found.append((rating, sqrt(variance)))
    return found


def level_table(names: Sequence[str], settings: Sequence[str], levels: Sequence[Strength]) -> str:
    """Write the table of the levels as Markdown; the settings head the columns of wins against greedy players."""
    heads = ["level", "wins against the one below", "Elo", *settings, "ms a move"]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for number, (name, level, (rating, error)) in enumerate(zip(names, levels, ratings(levels), strict=True), 1):
        below = f"{level.below} ({level.below.games} games)" if level.below else ""
        elo = f"{rating:.0f} ± {error:.0f}" if level.below else f"{rating:.0f}"
        shares = [str(wins) for wins in level.greedy.values()]
        lines.append(f"| {number} {' | '.join([name.title(), below, elo, *shares, f'{level.milliseconds:.3g}'])} |")
    return "\n".join(lines)


def options(description: str | None, match: str) -> argparse.ArgumentParser:
    """Make the parser that both arenas share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("match", nargs="*", help=match)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save", type=Path, help="keep what was measured of the levels in this file")
    return parser
