"""The goals that only lessons of Qin have, the words of its puzzles and the pictures."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from qin_core.qin import PASS, Move, Position, svg

if TYPE_CHECKING:
    from engine.lessons.goals import Terms, Try

PUZZLE_WORDS = ("puzzle-text", "puzzle-task", "puzzle-done")


def _gains_pagodas(tried: "Try", least: str) -> bool:
    """Tell whether the mover has at least so many pagodas more on the board."""
    before, after = tried.before, tried.after
    if not isinstance(before, Position) or not isinstance(after, Position):
        return False
    return after.on_board(before.mover) - before.on_board(before.mover) >= int(least)


TERMS: "Terms" = {"pagodas": (r" ([1-9])", _gains_pagodas)}


def task(start: Position, solution: Sequence[str], solves: Callable[[str], bool]) -> tuple[str, int]:
    """Say what a puzzle's solution does that nothing else does, if that can be counted, by a text's key and a number.

    Either no other placement brings as many pagodas, or none gains as many on the only opponent.
    """
    own, race = {}, {}
    for move in map(str, start.moves()):
        after = start.play(move)
        gained = {player: after.on_board(player) - start.on_board(player) for player in start.players}
        own[move], race[move] = gained[start.mover], 2 * gained[start.mover] - sum(gained.values())
    ways = [("puzzle-task-pagodas", own), ("puzzle-task-race", race)]
    for key, counted in ways if len(start.players) == 2 else ways[:1]:
        wanted = counted.get(solution[0], 0)
        if wanted > 1 and all(solves(move) for move, number in counted.items() if number >= wanted):
            return key, wanted
    return PUZZLE_WORDS[1], 0


def picture(start: Position, move: str) -> str:
    """Draw where a lesson begins, or a first move and what it does; what isn't allowed has its places marked."""
    position = start.view(start.mover)
    reason = position.why_not(move) if move else None
    ghost = Move.parse(move) if move not in ("", str(PASS)) else None
    return svg.board_svg(position, ghost=ghost, changes=True, marks=reason.squares if reason else (), hits=False)


def pieces(start: Position) -> tuple[str, ...]:
    """Name the tiles to choose from."""
    return start.hand(start.mover)
