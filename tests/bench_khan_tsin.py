"""How fast the core of Khan Tsin is, as ratios against python-chess in the same process."""

import random
import time
from collections.abc import Callable

from qin_core.khan_tsin import Position

ROUNDS = 7
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


def positions(variants: str) -> list[Position]:
    """Collect the positions of random games."""
    found = []
    for seed in range(GAMES):
        chance = random.Random(seed)
        position = Position.deal(variants, seed=seed)
        while moves := position.moves():
            found.append(position)
            position = position.play(chance.choice(moves))
    return found


def khan_works(variants: str) -> dict[str, Work]:
    """List the moves of positions, play games at random, make single moves."""
    all_positions = positions(variants)
    chance = random.Random(1)
    chosen = [(position, chance.choice(position.moves())) for position in all_positions]

    def list_moves() -> int:
        return sum(len(list(position.moves())) for position in all_positions)

    def play_out() -> int:
        return len(positions(variants))

    def play() -> int:
        for position, move in chosen:
            position.play(move)
        return len(chosen)

    return {f"list {variants}": list_moves, f"ply {variants}": play_out, f"play {variants}": play}


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


def main() -> None:
    """Print the table."""
    works = chess_works()
    for variants in ("-", "r", "t", "rt"):
        works |= khan_works(variants)
    took = best_of_each(works)
    print("Khan Tsin against python-chess, one process, best of", ROUNDS, "rounds")
    for variants in ("-", "r", "t", "rt"):
        listed, ply, play = (took[f"{what} {variants}"] for what in ("list", "ply", "play"))
        print(
            f"  variants {variants:2}  legal moves listed {took['chess list'] / listed:6.2f} x (at least 2; {1 / listed:,.0f}/s)"
            f"   random plies {took['chess ply'] / ply:5.2f} x ({1 / ply:,.0f}/s)"
            f"   one play {play / took['chess play']:5.2f} x ({play * 1e6:.1f} us)"
        )


if __name__ == "__main__":
    main()
