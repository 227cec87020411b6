"""The computer's levels as the page knows them; a level's name is its key in the catalogue."""

from qin_core import ai
from qin_core.ai.levels import strengths
from ui.html import Speaker, words

__all__ = ["FIRST_LEVEL", "LEVELS", "settings", "strengths"]

LEVELS = tuple(level.name for level in ai.LEVELS)
FIRST_LEVEL = LEVELS[1]
"""Whom a newcomer meets."""


def settings(model: Speaker) -> list[str]:
    """Name the games in which the levels were measured against greedy players."""
    return [words(model, "n-players", n=count) for count in (2, 3, 4)]
