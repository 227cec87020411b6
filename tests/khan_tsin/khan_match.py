"""Matches between players of Khan Tsin, sides swapped: `python tests/khan_tsin/khan_match.py 4 greedy 200`."""

import random
import sys
import time
from collections.abc import Callable

from qin_core.khan_tsin import PASS, Move, Position
from qin_core.khan_tsin.dragon import each
from qin_core.khan_tsin.player import choose
from qin_core.khan_tsin.search import Search

Player = Callable[[Position, int], Move]


def can_win(position: Position) -> bool:
    """Tell whether the mover makes a stack of nine with one move (K9)."""
    return position.winners() is None and any(
        len(position.stacks[target]) + count == 9
        for _, count, targets in position._landings(position.mover)
        for target in each(targets)
    )


def greedy(position: Position, seed: int) -> Move:
    """Take a win, else avoid giving one, else make the highest stack; among equals by lot."""
    moves = list(position.moves())
    random.Random(f"{seed} {position}").shuffle(moves)
    moves.sort(key=lambda move: -len(position.stack(move.target)) - move.count if move.count else 0)
    if moves[0].count and len(position.stack(moves[0].target)) + moves[0].count == 9:
        return moves[0]
    return next((move for move in moves if not can_win(position.play(move))), moves[0])


GREEDY: Player = greedy


def player(level: int) -> Player:
    """Give the computer at a level."""
    return lambda position, seed: choose(position, level, seed)


def play_match(one: Player, two: Player, games: int, variants: str = "-", first: int = 0) -> tuple[int, int, int]:
    """Play games in pairs from the same layout with sides swapped; count those won by one, by two, drawn."""
    score = {one: 0, two: 0, None: 0}
    for game in range(first, first + games):
        position = Position.deal(variants, seed=game // 2)
        sides = (one, two) if game % 2 == 0 else (two, one)
        while (winners := position.winners()) is None:
            position = position.play(sides[position.mover - 1](position, game))
        score[sides[winners[0] - 1] if len(winners) == 1 else None] += 1
    return score[one], score[two], score[None]


def named(name: str) -> Player:
    """Find a player: `greedy`, a level's number, or `effort:8000` for a search that values so many positions."""
    if name == "greedy":
        return GREEDY
    if name.startswith("effort:"):
        return searcher(int(name.removeprefix("effort:")))
    return player(int(name))


def searcher(effort: int) -> Player:
    """Search with an effort of one's own."""

    def search(position: Position, _seed: int) -> Move:
        found = None
        for found in Search(position, effort).deepen():  # noqa: B007
            pass
        return found.ranked[0][0] if found else PASS

    return search


def main() -> None:
    """Play a match as the arguments say: player, opponent, games, variants, first game."""
    given = sys.argv[1:]
    one, two, games, variants, first = given + ["4", "greedy", "200", "-", "0"][len(given) :]
    began = time.process_time()
    won, lost, drawn = play_match(named(one), named(two), int(games), variants, int(first))
    took = time.process_time() - began
    print(f"{one} against {two}, variants {variants}: {won} won, {lost} lost, {drawn} drawn ({took:.0f} s)")


if __name__ == "__main__":
    main()
