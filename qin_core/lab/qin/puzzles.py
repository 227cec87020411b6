"""Find puzzles: positions from games of computer players in which one placement is clearly best.

`python -m qin_core.lab.qin.puzzles --into DIR` plays games and writes what it finds as lesson files. A position is
taken where the top level sees a wide gap between the best placement and every other one, and where playouts, which
judge quite differently, find the same gap. The solver sees what a player would see.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qin_core.lab.puzzles import Found, find_puzzles
from qin_core.qin.move import Move
from qin_core.qin.players.greedy import choose_greedily
from qin_core.qin.players.levels import LEVELS, Level, choose, rank
from qin_core.qin.players.unseen import sampled
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.position import Position

TOP = len(LEVELS)
_NUMBERS = {level.name: number for number, level in enumerate(LEVELS, 1)}
PLAYING = _NUMBERS["journeyman"]
"""The level that plays the games: even ones, in which something is left to find."""
REPLYING = _NUMBERS["master"]
"""The level that answers a tempting placement."""
NOVICE, ONE_PLY = _NUMBERS["novice"], _NUMBERS["adept"]
"""The levels that tell easy puzzles from tricky ones, and those from hard ones."""
NOVICES, MOST_NOVICES = 20, 17
GLANCE = Level("glance", 0.0, (6,))
"""A quick look that sorts out positions without a gap."""
GAP = 0.1
"""How much likelier than any other placement the best one must win in playouts."""
SEEN = 0.08
"""The same in the top level's eyes."""
OPEN = (0.2, 0.96)
"""A game is still open while the best placement's win chance lies between these."""
SAME = 0.02
"""Placements that do the same and whose chances are as close as this solve a puzzle alike."""
MOST_SAME = 3
PLAYOUTS = (30, 90)
"""How many playouts are made at first, and how many more if they speak for the best placement."""
_FIRST_TURN = 5
_CHECKED = 4


class Puzzle(NamedTuple):
    """A position as its mover sees it, what solves it, how hard it is, and what tempts people."""

    view: Position
    solutions: tuple[Move, ...]
    grade: int
    tempting: Move
    reply: Move
    gap: float
    """How much likelier the solution won in playouts than the next best placement."""


def find(board: str, players: int, seed: int) -> Iterator[Puzzle]:
    """Play a game and give the puzzles in it."""
    position = Position.deal(board, players, seed=seed)
    turn = 0
    while position.winners() is None:
        view = position.view(position.mover)
        if turn >= _FIRST_TURN and (puzzle := puzzle_in(view, seed)):
            yield puzzle
        position = position.play(choose(view, PLAYING, seed))
        turn += 1


def puzzle_in(view: Position, seed: int) -> Puzzle | None:
    """Tell whether a position is a puzzle."""
    if not solutions_of(view, GLANCE, SEEN / 2) or not (solutions := solutions_of(view, LEVELS[-1], SEEN)):
        return None
    best = solutions[0]
    greedy = choose_greedily(view, random.Random(seed))
    one_ply = choose(view, ONE_PLY, seed)
    others = (move for move, _ in rank(view, TOP, seed, most=_CHECKED + MOST_SAME))
    wrong = list(dict.fromkeys(move for move in (greedy, one_ply, *others) if move not in solutions))[:_CHECKED]
    if playout_gap(view, best, wrong, range(PLAYOUTS[0])) < GAP / 2:
        return None
    gap = playout_gap(view, best, wrong, range(sum(PLAYOUTS)))
    if gap < GAP:
        return None
    tempting = wrong[0]
    after = view.play(tempting)
    if after.winners() is not None:
        return None
    return Puzzle(view, solutions, grade_of(view, solutions), tempting, choose(after, REPLYING, seed), gap)


def grade_of(view: Position, solutions: Sequence[Move]) -> int:
    """Grade a puzzle: 1 if most novices find the solution, 3 if even a player without noise needs to look ahead."""
    if choose(view, ONE_PLY) not in solutions:
        return 3
    found = sum(choose(view, NOVICE, seed) in solutions for seed in range(NOVICES))
    return 1 if found >= MOST_NOVICES else 2


def solutions_of(view: Position, level: Level, gap: float) -> tuple[Move, ...]:
    """Give the best placement, and those that do just the same; nothing if others come close or the game is decided."""
    ranked = rank(view, level, most=max(level.widths))
    if not ranked:
        return ()
    best, chance = ranked[0]
    does = view.events(best)
    alike = tuple(move for move, value in ranked if value > chance - SAME and view.events(move) == does)
    next_best = max((value for move, value in ranked if move not in alike), default=chance)
    clear = OPEN[0] < chance < OPEN[1] and chance - next_best >= gap
    return alike if does and clear and len(alike) <= MOST_SAME else ()


def playout_gap(view: Position, best: Move, others: Sequence[Move], deals: range) -> float:
    """Say how much likelier one placement wins than others: playouts of one-ply players with the same hidden tiles."""
    won = dict.fromkeys((best, *others), 0.0)
    for deal in deals:
        dealt = sampled(view, random.Random(deal))
        for move in won:
            position = dealt.play(move)
            while (winners := position.winners()) is None:
                position = position.play(Valuation(position.view(position.mover)).best())
            won[move] += 1 / len(winners) if view.mover in winners else 0.0
    return (won[best] - max(won[move] for move in others)) / len(deals)


def lesson_text(puzzle: Puzzle) -> str:
    """Write a puzzle as a lesson file."""
    moves = " ".join(map(str, puzzle.solutions))
    return (
        f"game: qin\nkind: puzzle\nposition: {puzzle.view}\ngoal: move {moves}\nsolution: {puzzle.solutions[0]}\n"
        f"grade: {puzzle.grade}\ntempting: {puzzle.tempting} {puzzle.reply}\n"
    )


def _found(options: argparse.Namespace, seed: int) -> Found:
    board, players = ("bird", "lion")[seed % 2], options.players
    for number, puzzle in enumerate(find(board, players, seed), start=1):
        yield f"grade-{puzzle.grade}-{board}-{players}-{seed}-{number}-{puzzle.gap:.0%}", lesson_text(puzzle)


def main() -> None:
    """Find puzzles."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=2)
    find_puzzles(parser, 10, _found)


if __name__ == "__main__":
    main()
