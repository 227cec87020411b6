"""Shared parts of both games' benchmarks, and the same benchmarks for python-chess."""

import random
import time
from collections.abc import Callable
from typing import Any

ROUNDS = 9
GAMES = 12

Benchmark = Callable[[], int]
"""Runs some operations and returns their number."""
Deal = Callable[[int], Any]
"""Deals a game from a seed, as a position with `moves` and `play`."""


def best_times(benchmarks: dict[str, Benchmark]) -> dict[str, float]:
    """Run the benchmarks in alternation; return the shortest time per operation of each, in seconds."""
    times: dict[str, list[float]] = {name: [] for name in benchmarks}
    for _ in range(ROUNDS):
        for name, benchmark in benchmarks.items():
            start = time.perf_counter()
            count = benchmark()
            times[name].append((time.perf_counter() - start) / count)
    return {name: min(durations) for name, durations in times.items()}


def random_positions(deal: Deal) -> list[Any]:
    """Collect the positions of random games."""
    positions = []
    for seed in range(GAMES):
        rng = random.Random(seed)
        position = deal(seed)
        while moves := position.moves():
            positions.append(position)
            position = position.play(rng.choice(moves))
    return positions


def game_benchmarks(deal: Deal) -> dict[str, Benchmark]:
    """Return benchmarks that list moves, play random games and make single moves."""
    positions = random_positions(deal)
    rng = random.Random(1)
    samples = [(position, rng.choice(position.moves())) for position in positions]

    def list_moves() -> int:
        return sum(len(list(position.moves())) for position in positions)

    def play_out() -> int:
        return len(random_positions(deal))

    def play() -> int:
        for position, move in samples:
            position.play(move)
        return len(samples)

    return {"list": list_moves, "ply": play_out, "play": play}


def chess_benchmarks() -> dict[str, Benchmark]:
    """Return the same benchmarks for python-chess, a well-known library in pure Python."""
    import chess

    def games(visit: Callable[[chess.Board], None] | None = None) -> int:
        plies = 0
        for seed in range(GAMES):
            rng = random.Random(seed)
            board = chess.Board()
            while moves := list(board.legal_moves):
                if board.is_insufficient_material() or board.halfmove_clock > 100:
                    break
                if visit:
                    visit(board)
                board.push(rng.choice(moves))
                plies += 1
        return plies

    boards: list[chess.Board] = []
    games(lambda board: boards.append(board.copy(stack=False)))
    rng = random.Random(1)
    samples = [(board, rng.choice(list(board.legal_moves))) for board in boards]

    def list_moves() -> int:
        return sum(len(list(board.legal_moves)) for board in boards)

    def play() -> int:
        for board, move in samples:
            board.copy(stack=False).push(move)
        return len(samples)

    return {"chess list": list_moves, "chess ply": games, "chess play": play}
