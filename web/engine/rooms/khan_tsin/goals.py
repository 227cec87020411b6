"""The goals that only lessons of Khan Tsin have, the words of its puzzles and the pictures."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from qin_core.khan_tsin import PASS, Event, Move, Position, svg

if TYPE_CHECKING:
    from engine.lessons.goals import Terms, Try

PUZZLE_WORDS = ("khan-puzzle-text", "khan-puzzle-task", "khan-puzzle-done")


def _makes_height(tried: "Try", least: str) -> bool:
    """Tell whether the stack that is made is at least so high."""
    return any(isinstance(event, Event) and event.height >= int(least) for event in tried.events)


TERMS: "Terms" = {"height": (r" ([2-9])", _makes_height)}


def task(_: Position, solution: Sequence[str], __: Callable[[str], bool]) -> tuple[str, int]:
    """Say in how many moves a puzzle is to be won, by a text's key and that number."""
    return PUZZLE_WORDS[1], (len(solution) + 1) // 2


def picture(start: Position, move: str) -> str:
    """Draw where a lesson begins, or a first move and what it does; what isn't allowed has its places marked."""
    reason = start.why_not(move) if move else None
    return svg.board_svg(
        start,
        origins=() if move else start.near(),
        ghost=None if reason or move in ("", str(PASS)) else Move.parse(move),
        marks=reason.spaces[:2] if reason else (),
        hits=False,
    )


def pieces(_: Position) -> tuple[str, ...]:
    """Name nothing: everything that can be moved stands on the dragon."""
    return ()
