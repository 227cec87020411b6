"""How fast the core of Khan Tsin is, as ratios against python-chess in the same process."""

import random
import time
from collections.abc import Callable

from qin_core.khan_tsin import Position
from qin_core.khan_tsin.player import think
from qin_core.khan_tsin.search import Search

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


def middle_games(variants: str, games: int = 10) -> list[Position]:
    """Play games by one-ply search from random beginnings up to their twelfth to sixteenth ply, still undecided."""
    found = []
    for seed in range(10 * games):
        chance = random.Random(seed)
        position = Position.deal(variants, seed=seed)
        for ply in range(12 + seed % 5):
            moves = position.moves()
            if not moves:
                break
            thought = next(iter(think(position, 3)), None)
            position = position.play(chance.choice(moves) if ply < 4 or not thought else thought.ranked[0][0])
        else:
            *_, shallow = Search(position).deepen(3)
            if position.winners() is None and shallow.depth == 3 and abs(shallow.ranked[0][1]) < 100_000:
                found.append(position)
        if len(found) == games:
            break
    return found


def search_depths(variants: str, seconds: float = 0.7) -> list[int]:
    """Say how many plies the search sees through in undecided mid-games, in so much time of one processor."""
    depths = []
    for position in middle_games(variants):
        began = time.process_time()
        depth = 1
        for found in Search(position, effort=10**9).deepen():
            if time.process_time() - began > seconds:
                break
            depth = found.depth
        depths.append(depth)
    return sorted(depths)


def main() -> None:
    """Print the table."""
    works = chess_works()
    for variants in ("-", "r", "t", "rt"):
        works |= khan_works(variants)
    took = best_of_each(works)
    print("Khan Tsin against python-chess, one process, best of", ROUNDS, "rounds")
    for variants in ("-", "r", "t", "rt"):
        listed, ply, play = (took[f"{what} {variants}"] for what in ("list", "ply", "play"))
        listing = f"legal moves listed {took['chess list'] / listed:6.2f} x (at least 2; {1 / listed:,.0f}/s)"
        plies = f"random plies {took['chess ply'] / ply:5.2f} x ({1 / ply:,.0f}/s)"
        print(f"  variants {variants:2}  {listing}   {plies}   one play {play * 1e6:.1f} us")
    print("Plies that the search sees through in undecided mid-games in 0.7 s (at least 4)")
    for variants in ("-", "r", "t", "rt"):
        print(f"  variants {variants:2}  {search_depths(variants)}")


if __name__ == "__main__":
    main()
