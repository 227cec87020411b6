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


def speed_over_reference() -> float:
    """Return how many times as fast as the reference implementation the core lists moves."""
    sys.path.insert(0, str(Path(__file__).parent))
    from tests.reference import Reference

    # A few positions: the reference is slow.
    positions = random_positions(deal)[::97]
    references = [Reference(str(position)) for position in positions]
    start = time.perf_counter()
    for slow in references:
        slow.moves()
    slow_time = time.perf_counter() - start
    fast_time = best_times({"moves": lambda: sum(1 for position in positions if position.moves())})
    return slow_time / len(positions) / fast_time["moves"]


def valuation_ratio() -> float:
    """Divide the time to evaluate all placements of mid-game positions by the time to list them.

    Positions are parsed each time, as in the page's worker, so that caches are empty.
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
    totals = dict.fromkeys(benchmarks, 0.0)
    for line in lines:
        best = dict.fromkeys(benchmarks, 1.0)  # seconds
        for _ in range(4 * ROUNDS):
            for name, benchmark in benchmarks.items():
                position = Position.parse(line)
                start = time.perf_counter()
                benchmark(position)
                best[name] = min(best[name], time.perf_counter() - start)
        totals = {name: totals[name] + best[name] for name in benchmarks}
    return totals["value"] / totals["list"]


def pyodide_shares(native: dict[str, float]) -> dict[str, float]:
    """Run the benchmarks in Pyodide under Node; return their speed as a share of the native speed."""
    from web.build.testing import pyodide_command

    command = [*pyodide_command(), "tests.bench_core", "--figures"]
    output = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout
    pyodide: dict[str, float] = json.loads(output.strip().splitlines()[-1])
    return {name: native[name] / pyodide[name] for name in pyodide}


def main() -> None:
    """Print the tables."""
    times = best_times(game_benchmarks(deal) | chess_benchmarks())
    rows = (
        ("legal moves listed per second", times["chess list"] / times["list"], "at least 6", 1 / times["list"]),
        ("random-play plies per second", times["chess ply"] / times["ply"], "at least 0.8", 1 / times["ply"]),
        ("time of one play", times["play"] / times["chess play"], "at most 2", times["play"] * 1e6),
    )
    print("Core against python-chess, one process, best of", ROUNDS, "rounds")
    for label, ratio, bound, value in rows:
        unit = "us" if "time" in label else "/s"
        print(f"  {label:32} {ratio:8.2f} x   {bound:13} ({value:,.1f} {unit})")
    print(f"  {'moves against the slow reference':32} {speed_over_reference():8.0f} x   at least 100")
    print(f"  {'evaluating moves, vs listing them':32} {valuation_ratio():8.1f} x   at most 12")
    shares = pyodide_shares(times)
    print("In Pyodide, as a share of the native speed")
    for name, label in (("list", "legal moves listed"), ("ply", "random-play plies"), ("play", "one play")):
        print(f"  {label:32} {shares[name]:8.2f}")


if __name__ == "__main__":
    if "--figures" in sys.argv:
        print(json.dumps(best_times(game_benchmarks(deal))))
    else:
        main()
