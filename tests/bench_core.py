"""Benchmark the core against python-chess in the same process, the reference implementation, and itself in Pyodide."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from qin_core.qin import Position
from qin_core.qin.players import choose
from qin_core.qin.players.valuation import Valuation
from tests.timing import ROUNDS, best_times, chess_benchmarks, game_benchmarks, random_positions


def deal(seed: int) -> Position:
    """Deal a game on Bird for two players."""
    return Position.deal("bird", 2, seed=seed)


def reference_share() -> float:
    """How many times faster than the slow reference a position's moves are listed."""
    sys.path.insert(0, str(Path(__file__).parent))
    from tests.reference import Reference

    positions = random_positions(deal)[::97]
    references = [Reference(str(position)) for position in positions]
    began = time.perf_counter()
    for slow in references:
        slow.moves()
    slow_time = time.perf_counter() - began
    fast_time = best_times({"moves": lambda: sum(1 for position in positions if position.moves())})
    return slow_time / len(positions) / fast_time["moves"]


def valuation_ratio() -> float:
    """Compare the time to evaluate all placements of mid-game positions with the time to list them.

    Positions are parsed each time, as in the page's worker, so that no cache is filled.
    """
    lines = []
    for seed in range(24):
        position = Position.deal(("bird", "lion")[seed % 2], 2 + seed % 3, seed=seed)
        for turn in range(12 + seed // 2):
            position = position.play(choose(position.view(position.player_to_move), 5, turn))
        if position.winners() is None:
            lines.append(str(position.view(position.player_to_move)))
    benchmarks: dict[str, Callable[[Position], object]] = {
        "list": lambda position: list(position.moves()),
        "value": lambda position: Valuation(position).best(),
    }
    took = dict.fromkeys(benchmarks, 0.0)
    for line in lines:
        best = dict.fromkeys(benchmarks, 1.0)
        for _ in range(4 * ROUNDS):
            for name, work in benchmarks.items():
                position = Position.parse(line)
                began = time.perf_counter()
                work(position)
                best[name] = min(best[name], time.perf_counter() - began)
        took = {name: took[name] + best[name] for name in benchmarks}
    return took["value"] / took["list"]


def pyodide_shares(native: dict[str, float]) -> dict[str, float]:
    """Run the same benchmarks in Pyodide under Node; return their speed as a share of the native speed."""
    from web.build.testing import pyodide_command

    command = [*pyodide_command(), "tests.bench_core", "--figures"]
    answer = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout
    inside: dict[str, float] = json.loads(answer.strip().splitlines()[-1])
    return {name: native[name] / inside[name] for name in inside}


def main() -> None:
    """Print the tables."""
    took = best_times(game_benchmarks(deal) | chess_benchmarks())
    rows = (
        ("legal moves listed per second", took["chess list"] / took["list"], "at least 6", 1 / took["list"]),
        ("random-play plies per second", took["chess ply"] / took["ply"], "at least 0.8", 1 / took["ply"]),
        ("time of one play", took["play"] / took["chess play"], "at most 2", took["play"] * 1e6),
    )
    print("Core against python-chess, one process, best of", ROUNDS, "rounds")
    for what, ratio, bound, figure in rows:
        unit = "us" if "time" in what else "/s"
        print(f"  {what:32} {ratio:8.2f} x   {bound:13} ({figure:,.1f} {unit})")
    print(f"  {'moves against the slow reference':32} {reference_share():8.0f} x   at least 100")
    print(f"  {'valuing all moves, not listing':32} {valuation_ratio():8.1f} x   at most 12")
    shares = pyodide_shares(took)
    print("Inside Pyodide, as a share of the native speed")
    for name, what in (("list", "legal moves listed"), ("ply", "random-play plies"), ("play", "one play")):
        print(f"  {what:32} {shares[name]:8.2f}")


if __name__ == "__main__":
    if "--figures" in sys.argv:
        print(json.dumps(best_times(game_benchmarks(deal))))
    else:
        main()
