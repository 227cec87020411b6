"""The goals that only lessons of Khan Tsin have, and the words of its puzzles."""

from typing import TYPE_CHECKING

from qin_core.khan_tsin import Event

if TYPE_CHECKING:
    from engine.lessons.goals import Terms, Try

PUZZLE_WORDS = ("khan-puzzle-text", "khan-puzzle-task", "khan-puzzle-done")


def _makes_height(tried: "Try", least: str) -> bool:
    """Tell whether the stack that is made is at least so high."""
    return any(isinstance(event, Event) and event.height >= int(least) for event in tried.events)


TERMS: "Terms" = {"height": (r" ([2-9])", _makes_height)}
