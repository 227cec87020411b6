"""The computer's levels as the page knows them; a level's name is its key in the catalogue."""

from qin_core.khan_tsin.players import levels as player
from qin_core.khan_tsin.players.levels import strengths

__all__ = ["FIRST_LEVEL", "LEVELS", "USUAL", "strengths"]

LEVELS = tuple(level.name for level in player.LEVELS)
FIRST_LEVEL = LEVELS[0]
"""Whom a newcomer meets."""
USUAL = "plain"
"""The games that the help tells of, among those in which the levels were measured against greedy players."""
