"""The goals that only lessons of Qin have, and the words of its puzzles."""

from typing import TYPE_CHECKING

from qin_core.qin import Position

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
