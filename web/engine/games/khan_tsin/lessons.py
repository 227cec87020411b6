"""The goals that only lessons of Khan Tsin have, and the pictures."""

from typing import TYPE_CHECKING

from qin_core.khan_tsin import PASS, Event, Move, Position, puzzles, svg

if TYPE_CHECKING:
    from engine.lessons.conditions import Terms, Try

PUZZLE_TEXT = "khan-puzzle-text"
"""The catalogue's key for what the puzzles are."""


def _makes_height(tried: "Try", least: str) -> bool:
    """Tell whether the stack that is made is at least so high."""
    return any(isinstance(event, Event) and event.height >= int(least) for event in tried.events)


def _prevents_emperor(tried: "Try", turns: str) -> bool:
    """Tell whether the opponent can't take the Emperor in reply, nor force it within so many moves."""
    before, after = tried.before, tried.after
    goal = f"prevents-emperor {turns}".strip()
    return isinstance(before, Position) and isinstance(after, Position) and puzzles.reaches(before, after, goal)


TERMS: "Terms" = {
    "height": (r" ([2-9])", _makes_height),
    "prevents-emperor": (r"(?: ([12]))?", _prevents_emperor),
}


def picture(start: Position, move: str) -> str:
    """Draw where a lesson begins, or a first move and what it does; what isn't allowed has its places marked."""
    reason = start.why_not(move) if move else None
    return svg.board_svg(
        start,
        origins=() if move else start.nearest(),
        ghost=None if reason or move in ("", str(PASS)) else Move.parse(move),
        marks=reason.spaces[:2] if reason else (),
        hits=False,
    )


def pieces(_: Position) -> tuple[str, ...]:
    """Name nothing: everything that can be moved stands on the dragon."""
    return ()
