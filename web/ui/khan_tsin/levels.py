"""The computer's levels as the page knows them; a level's name is its key in the catalogue."""

from qin_core.khan_tsin import player

LEVELS = tuple(level.name for level in player.LEVELS)
FIRST_LEVEL = LEVELS[1]
"""Whom a newcomer meets."""
