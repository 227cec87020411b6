"""The computer's levels as the page knows them; a level's name is its key in the catalogue."""

from qin_core import ai

LEVELS = tuple(level.name for level in ai.LEVELS)
FIRST_LEVEL = LEVELS[1]
"""Whom a newcomer meets."""
