"""Find puzzles: positions from games of computer players in which one move alone wins, at once or with the next.

`python -m qin_core.lab.khan_tsin.puzzles --into DIR` plays games and writes what it finds as lesson files. The search
proposes them; that nothing else wins, and that no reply helps, is checked move by move.
"""

import argparse
import random
from collections.abc import Iterator
from typing import NamedTuple

from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.players.flights import WIN
from qin_core.khan_tsin.players.levels import choose
from qin_core.khan_tsin.players.search import Search
from qin_core.khan_tsin.position import Position
from qin_core.lab.puzzles import Found, find_puzzles

PLAYING = 2
"""The level that plays the games: it allows no win that it could prevent, so wins are forced by the move before."""
IN_TWO = 3
"""A win in two moves takes so many plies."""
MANY_MOVES = 80
"""A win in two among more moves than these is hard to find."""


class Puzzle(NamedTuple):
    """A position, a winning line, and how hard it is to find."""

    position: Position
    line: tuple[Move, ...]
    grade: int


def find(seed: int) -> Iterator[Puzzle]:
    """Play a game and give the puzzles in its last moves."""
    position, rng, earlier = Position.deal(seed=seed), random.Random(seed), []
    while position.winners() is None:
        earlier.append(position)
        position = position.play(choose(position, PLAYING, rng.getrandbits(32)))
    for puzzle in (win_in_one(earlier[-1]), win_in_two(earlier[-IN_TWO])):
        if puzzle:
            yield puzzle


def win_in_one(position: Position) -> Puzzle | None:
    """Find the only move that takes the Emperor."""
    winning = wins(position)
    return Puzzle(position, (winning[0],), 1) if len(winning) == 1 else None


def win_in_two(position: Position) -> Puzzle | None:
    """Find the only move after which every reply loses at once."""
    if wins(position) or not _may_win(position):
        return None
    winning = [move for move in position.moves() if _forces(position.play(move))]
    if len(winning) != 1:
        return None
    after = position.play(winning[0])
    # The reply that leaves the fewest ways to win holds out best.
    reply = min(after.moves(), key=lambda move: (len(wins(after.play(move))), str(move)))
    last = wins(after.play(reply))[0]
    grade = 3 if len(position.moves()) > MANY_MOVES else 2
    return Puzzle(position, (winning[0], reply, last), grade)


def wins(position: Position) -> list[Move]:
    """List the moves that take the Emperor (K9)."""
    return [move for move in position.moves() if any(event.kind == "emperor" for event in position.events(move))]


def _may_win(position: Position) -> bool:
    """Ask the search whether there is a win in two."""
    found = None
    for found in Search(position).deepen(IN_TWO):  # noqa: B007
        pass
    return found is not None and bool(found.ranked) and found.ranked[0][1] >= WIN - IN_TWO


def _forces(after: Position) -> bool:
    """Tell whether whoever moves now loses at once, whatever they do."""
    return not wins(after) and all(wins(after.play(move)) for move in after.moves())


def lesson_text(puzzle: Puzzle) -> str:
    """Write a puzzle as a lesson file."""
    line = " ".join(map(str, puzzle.line))
    return (
        f"game: khan-tsin\nkind: puzzle\nposition: {puzzle.position}\ngoal: event emperor\nsolution: {line}\n"
        f"grade: {puzzle.grade}\n"
    )


def _found(_: argparse.Namespace, seed: int) -> Found:
    for number, puzzle in enumerate(find(seed), start=1):
        yield f"grade-{puzzle.grade}-{seed}-{number}", lesson_text(puzzle)


def main() -> None:
    """Find puzzles."""
    find_puzzles(argparse.ArgumentParser(), 20, _found)


if __name__ == "__main__":
    main()
