"""The computer's levels as the page knows them; a level's name is its key in the catalogue."""

from qin_core.khan_tsin.players import levels as player
from qin_core.khan_tsin.players.levels import strengths

__all__ = ["DAILY", "FIRST_LEVEL", "LEVELS", "NEWCOMERS", "USUAL", "strengths"]

LEVELS = tuple(level.name for level in player.LEVELS)
FIRST_LEVEL = LEVELS[0]
"""Whom a newcomer meets."""
DAILY = "apprentice"
"""Who plays the deal of the day."""
NEWCOMERS = LEVELS[:1]
"""Against whom people are still learning, so that the coach helps them unasked."""
USUAL = "plain"
"""The games that the help tells of, among those in which the levels were measured against greedy players."""
