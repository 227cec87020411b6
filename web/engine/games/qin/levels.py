"""The computer's levels as the page knows them; a level's name is its key in the catalogue."""

from qin_core.qin import players as ai
from qin_core.qin.players.levels import strengths

__all__ = ["DAILY", "FIRST_LEVEL", "LEVELS", "NEWCOMERS", "USUAL", "strengths"]

LEVELS = tuple(level.name for level in ai.LEVELS)
FIRST_LEVEL = LEVELS[0]
"""Whom a newcomer meets."""
DAILY = "apprentice"
"""Who plays the deal of the day."""
NEWCOMERS = LEVELS[:3]
"""Against whom people are still learning, so that the coach helps them unasked."""
USUAL = "2 players"
"""The games that the help tells of, among those in which the levels were measured against greedy players."""
