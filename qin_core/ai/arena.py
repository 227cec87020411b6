"""Measure the players: `python -m qin_core.ai.arena` prints the tables of the README as Markdown.

Deals are paired: every deal is played as often as there are seats, and the player that is measured sits on each of
them once. Players are levels (1-6), `greedy`, `random`, `one-ply`, `noisy:NOISE`, `search:WIDTH,WIDTH...`, or
`mc:SECONDS` (flat Monte Carlo).
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import log10, sqrt
from typing import NamedTuple

from qin_core.ai.evaluator import Valuation
from qin_core.ai.greedy import choose_greedily
from qin_core.ai.levels import LEVELS, Level, choose
from qin_core.ai.monte_carlo import choose_by_playouts
from qin_core.qin.move import Move
from qin_core.qin.position import Position

Player = Callable[[Position, int], Move]


class Match(NamedTuple):
    """One player against others of one kind."""

    player: str
    others: str
    board: str
    players: int
    games: int


class Result(NamedTuple):
    """A match's share of wins (shared ones in part), its standard error, and milliseconds a move of both sides."""

    match: Match
    share: float
    error: float
    times: tuple[float, float]


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


Outcome = tuple[float, list[float], list[int]]


def play_game(match: Match, game: int, seed: int) -> Outcome:
    """Play one game of a match: the player's share, the computing times of both sides, their moves."""
    deal, seat = divmod(game, match.players)
    board = ("bird", "lion")[deal % 2] if match.board == "both" else match.board
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


def play_match(match: Match, seed: int, outcomes: Iterable[Outcome]) -> Result:
    """Add a match's games up; the error is that of the deals, whose games aren't independent of each other."""
    shares = []
    spent, moves = [0.0, 0.0], [0, 0]
    for number, (share, times, counts) in enumerate(outcomes, 1):
        shares.append(share)
        spent = [a + b for a, b in zip(spent, times, strict=True)]
        moves = [a + b for a, b in zip(moves, counts, strict=True)]
        done = 30 * number // match.games
        sys.stderr.write(f"\r[{'#' * done:<30}] {match.player} - {match.others} {match.board} {match.players}p ")
        sys.stderr.write(f"{number}/{match.games} {sum(shares) / number:.1%} (seed {seed}) ")
    sys.stderr.write("\n")
    mean = sum(shares) / len(shares)
    size = match.players
    deals = [sum(shares[i : i + size]) / size for i in range(0, len(shares) - size + 1, size)]
    spread = sum((deal - mean) ** 2 for deal in deals) / max(1, len(deals) - 1)
    per_move = [1000 * a / max(1, b) for a, b in zip(spent, moves, strict=True)]
    return Result(match, mean, sqrt(spread / max(1, len(deals))), (per_move[0], per_move[1]))


def run(matches: list[Match], seed: int, jobs: int) -> Iterator[Result]:
    """Play matches, several games at a time."""
    if jobs == 1:
        for match in matches:
            yield play_match(match, seed, (play_game(match, game, seed) for game in range(match.games)))
        return
    with ProcessPoolExecutor(jobs) as pool:
        for match in matches:
            count = match.games
            yield play_match(match, seed, pool.map(play_game, [match] * count, range(count), [seed] * count))


def elo(share: float) -> float:
    """Turn a share of wins into a difference in Elo."""
    share = min(0.999, max(0.001, share))
    return 400 * log10(share / (1 - share))


def level_table(results: list[Result]) -> str:
    """Write the levels with their Elo, level 1 at 1000: sums of steps from each level to the next."""
    lines = [
        "| level | Elo | ± | wins against the one below | ms a move |",
        "|---|---|---|---|---|",
        f"| 1 {LEVELS[0].name} | 1000 | | | {results[0].times[1]:.1f} |",
    ]
    rating, variance = 1000.0, 0.0
    for result in results:
        number = int(result.match.player)
        rating += elo(result.share)
        variance += (elo(result.share + result.error) - elo(result.share)) ** 2
        lines.append(
            f"| {number} {LEVELS[number - 1].name} | {rating:.0f} | {sqrt(variance):.0f} "
            f"| {result.share:.1%} ± {result.error:.1%} | {result.times[0]:.1f} |"
        )
    return "\n".join(lines)


def match_table(results: list[Result]) -> str:
    """Write matches one by one."""
    lines = [
        "| player | against | board | players | games | wins | ms a move | theirs |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {r.match.player} | {r.match.others} | {r.match.board} | {r.match.players} | {r.match.games} "
        f"| {r.share:.1%} ± {r.error:.1%} | {r.times[0]:.1f} | {r.times[1]:.1f} |"
        for r in results
    ]
    return "\n".join(lines)


def main() -> None:
    """Play the levels against each other, then against greedy players; or one match of your choice."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("match", nargs="*", help="player others board players, for example: 6 greedy bird 2")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.match:
        player, others, board, players = options.match
        found = run([Match(player, others, board, int(players), options.games)], options.seed, options.jobs)
        print(match_table(list(found)))
        return
    steps = [Match(str(n + 1), str(n), "both", 2, options.games) for n in range(1, len(LEVELS))]
    print(level_table(list(run(steps, options.seed, options.jobs))) + "\n")
    top = str(len(LEVELS))
    shares = [Match(top, "greedy", board, 2, options.games) for board in ("bird", "lion")]
    shares += [Match(top, "greedy", "both", players, options.games // players * players) for players in (3, 4)]
    print(match_table(list(run(shares, options.seed, options.jobs))))


if __name__ == "__main__":
    main()
