"""The goals that only lessons of Qin have, and the pictures."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from qin_core.qin import PASS, Move, Position, puzzles, svg

if TYPE_CHECKING:
    from engine.lessons.conditions import Terms, Try

PUZZLE_TEXT = "puzzle-text"
"""The catalogue's key for what the puzzles are."""


def _reaches(term: str) -> "Callable[..., bool]":
    """Make the check of a puzzle's goal with one opponent."""

    def reached(tried: "Try", number: str = "") -> bool:
        before, after = tried.before, tried.after
        if not isinstance(before, Position) or not isinstance(after, Position):
            return False
        return puzzles.reaches(before, after, f"{term} {number}".strip())

    return reached


TERMS: "Terms" = {
    "pagodas": (r" ([1-9])", _reaches("pagodas")),
    "race": (r" ([1-9])", _reaches("race")),
    "keeps": (r" ([0-9])", _reaches("keeps")),
    "prevents-win": ("", _reaches("prevents-win")),
}


def picture(start: Position, move: str) -> str:
    """Draw where a lesson begins, or a first move and what it does; what isn't allowed has its places marked."""
    position = start.view(start.mover)
    reason = position.why_not(move) if move else None
    ghost = Move.parse(move) if move not in ("", str(PASS)) else None
    return svg.board_svg(position, ghost=ghost, changes=True, marks=reason.squares if reason else (), hits=False)


def pieces(start: Position) -> tuple[str, ...]:
    """Name the tiles to choose from."""
    return start.hand(start.mover)
