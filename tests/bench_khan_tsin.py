"""Benchmark the core of Khan Tsin against python-chess in the same process."""

import random
import time

from qin_core.khan_tsin import Position
from qin_core.khan_tsin.players.levels import analyse
from qin_core.khan_tsin.players.search import Search
from tests.timing import ROUNDS, Benchmark, best_times, chess_benchmarks, game_benchmarks

SECONDS = 0.74
"""The equivalent of two seconds in Pyodide, which is 2.7 times slower."""


def khan_benchmarks(variants: str) -> dict[str, Benchmark]:
    """Return the benchmarks of games with these variants."""
    benchmarks = game_benchmarks(lambda seed: Position.deal(variants, seed=seed))
    return {f"{name} {variants}": work for name, work in benchmarks.items()}


def middle_games(variants: str, games: int = 20) -> list[Position]:
    """Play 12 to 16 plies by one-ply search from random openings; return the undecided positions."""
    positions = []
    for seed in range(10 * games):
        rng = random.Random(seed)
        position = Position.deal(variants, seed=seed)
        for ply in range(12 + seed % 5):
            moves = position.moves()
            if not moves:
                break
            info = next(iter(analyse(position, 4)), None)
            position = position.play(rng.choice(moves) if ply < 4 or not info else info.ranked[0][0])
        else:
            *_, shallow = Search(position).deepen(3)
            # Undecided: neither side has a forced win.
            if position.winners() is None and shallow.depth == 3 and abs(shallow.ranked[0][1]) < 100_000:
                positions.append(position)
        if len(positions) == games:
            break
    return positions


def search_depths(variants: str) -> list[int]:
    """Return the depths that the search completes in undecided positions in the time of two browser seconds."""
    depths = []
    for position in middle_games(variants):
        start = time.process_time()
        depth = 1
        for info in Search(position, effort=10**9).deepen():
            if time.process_time() - start > SECONDS:
                break
            depth = info.depth
        depths.append(depth)
    return sorted(depths)


def main() -> None:
    """Print the table."""
    benchmarks = chess_benchmarks()
    for variants in ("-", "r", "t", "rt"):
        benchmarks |= khan_benchmarks(variants)
    times = best_times(benchmarks)
    print("Khan Tsin against python-chess, one process, best of", ROUNDS, "rounds")
    for variants in ("-", "r", "t", "rt"):
        listed, ply, play = (times[f"{operation} {variants}"] for operation in ("list", "ply", "play"))
        listing = f"legal moves listed {times['chess list'] / listed:6.2f} x (at least 2; {1 / listed:,.0f}/s)"
        plies = f"random plies {times['chess ply'] / ply:5.2f} x ({1 / ply:,.0f}/s)"
        print(f"  variants {variants:2}  {listing}   {plies}   one play {play * 1e6:.1f} us")
    print(f"Search depths in undecided middle games after {SECONDS} s (at least 4)")
    for variants in ("-", "r", "t", "rt"):
        print(f"  variants {variants:2}  {search_depths(variants)}")


if __name__ == "__main__":
    main()
