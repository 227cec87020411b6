"""The base of both games' benchmarks: timing in turn, and the same benchmarks for python-chess."""

import random
import time
from collections.abc import Callable
from typing import Any

ROUNDS = 9
GAMES = 12

Benchmark = Callable[[], int]
Deal = Callable[[int], Any]
"""Deals a game by its seed: a position with `moves` and `play`."""


def best_times(benchmarks: dict[str, Benchmark]) -> dict[str, float]:
    """Time benchmarks in turn, round by round; return the best seconds per operation of each."""
    times: dict[str, list[float]] = {name: [] for name in benchmarks}
    for _ in range(ROUNDS):
        for name, benchmark in benchmarks.items():
            began = time.perf_counter()
            done = benchmark()
            times[name].append((time.perf_counter() - began) / done)
    return {name: min(found) for name, found in times.items()}


def random_positions(deal: Deal) -> list[Any]:
    """Collect the positions of random games."""
    found = []
    for seed in range(GAMES):
        rng = random.Random(seed)
        position = deal(seed)
        while moves := position.moves():
            found.append(position)
            position = position.play(rng.choice(moves))
    return found


def game_benchmarks(deal: Deal) -> dict[str, Benchmark]:
    """List the moves of positions, play games at random, make single moves."""
    positions = random_positions(deal)
    rng = random.Random(1)
    chosen = [(position, rng.choice(position.moves())) for position in positions]

    def list_moves() -> int:
        return sum(len(list(position.moves())) for position in positions)

    def play_out() -> int:
        return len(random_positions(deal))

    def play() -> int:
        for position, move in chosen:
            position.play(move)
        return len(chosen)

    return {"list": list_moves, "ply": play_out, "play": play}


def chess_benchmarks() -> dict[str, Benchmark]:
    """Return the same benchmarks for python-chess, a well-known core in pure Python."""
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
    chosen = [(board, rng.choice(list(board.legal_moves))) for board in boards]

    def list_moves() -> int:
        return sum(len(list(board.legal_moves)) for board in boards)

    def play() -> int:
        for board, move in chosen:
            board.copy(stack=False).push(move)
        return len(chosen)

    return {"chess list": list_moves, "chess ply": games, "chess play": play}
