"""How fast the core is: against python-chess in the same process, the slow reference, and itself inside Pyodide."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from qin_core.qin import Position

ROUNDS = 9
GAMES = 12


Work = Callable[[], int]


def best_of_each(works: dict[str, Work]) -> dict[str, float]:
    """Time several works in turn, round by round; give each one's best seconds for a thing it says it did."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            began = time.perf_counter()
            done = work()
            times[name].append((time.perf_counter() - began) / done)
    return {name: min(found) for name, found in times.items()}


def qin_positions() -> list[Position]:
    """Collect the positions of random games on Bird for two players."""
    found = []
    for seed in range(GAMES):
        chance = random.Random(seed)
        position = Position.deal("bird", 2, seed=seed)
        while moves := position.moves():
            found.append(position)
            position = position.play(chance.choice(moves))
    return found


def qin_works() -> dict[str, Work]:
    """List the moves of positions, play games at random, make single moves."""
    positions = qin_positions()
    chance = random.Random(1)
    chosen = [(position, chance.choice(position.moves())) for position in positions]

    def list_moves() -> int:
        return sum(len(list(position.moves())) for position in positions)

    def play_out() -> int:
        return len(qin_positions())

    def play() -> int:
        for position, move in chosen:
            position.play(move)
        return len(chosen)

    return {"list": list_moves, "ply": play_out, "play": play}


def chess_works() -> dict[str, Work]:
    """The same for python-chess: the speed that people know from a pure-Python core."""
    import chess

    def games(visit: Callable[[chess.Board], None] | None = None) -> int:
        plies = 0
        for seed in range(GAMES):
            chance = random.Random(seed)
            board = chess.Board()
            while moves := list(board.legal_moves):
                if board.is_insufficient_material() or board.halfmove_clock > 100:
                    break
                if visit:
                    visit(board)
                board.push(chance.choice(moves))
                plies += 1
        return plies

    boards: list[chess.Board] = []
    games(lambda board: boards.append(board.copy(stack=False)))
    chance = random.Random(1)
    chosen = [(board, chance.choice(list(board.legal_moves))) for board in boards]

    def list_moves() -> int:
        return sum(len(list(board.legal_moves)) for board in boards)

    def play() -> int:
        for board, move in chosen:
            board.copy(stack=False).push(move)
        return len(chosen)

    return {"chess list": list_moves, "chess ply": games, "chess play": play}


def reference_share() -> float:
    """How many times faster than the slow reference a position's moves are listed."""
    sys.path.insert(0, str(Path(__file__).parent))
    from reference import Reference

    positions = qin_positions()[::97]
    references = [Reference(str(position)) for position in positions]
    began = time.perf_counter()
    for slow in references:
        slow.moves()
    slow_time = time.perf_counter() - began
    fast_time = best_of_each({"moves": lambda: sum(1 for position in positions if position.moves())})
    return slow_time / len(positions) / fast_time["moves"]


def pyodide_shares(native: dict[str, float]) -> dict[str, float]:
    """Run the same works inside Pyodide under Node; give their speed as a share of the native one."""
    from web.build.testing import pyodide_command

    command = [*pyodide_command(), "tests.bench_core", "--figures"]
    answer = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout
    inside: dict[str, float] = json.loads(answer.strip().splitlines()[-1])
    return {name: native[name] / inside[name] for name in inside}


def main() -> None:
    """Print the tables."""
    took = best_of_each(qin_works() | chess_works())
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
    shares = pyodide_shares(took)
    print("Inside Pyodide, as a share of the native speed")
    for name, what in (("list", "legal moves listed"), ("ply", "random-play plies"), ("play", "one play")):
        print(f"  {what:32} {shares[name]:8.2f}")


if __name__ == "__main__":
    if "--figures" in sys.argv:
        print(json.dumps(best_of_each(qin_works())))
    else:
        main()
