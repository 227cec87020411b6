"""The computer's levels as the page knows them; a level's name is its key in the catalogue."""

from qin_core.khan_tsin import player
from qin_core.khan_tsin.player import strengths
from ui.html import Speaker, words

__all__ = ["FIRST_LEVEL", "LEVELS", "settings", "strengths"]

LEVELS = tuple(level.name for level in player.LEVELS)
FIRST_LEVEL = LEVELS[1]
"""Whom a newcomer meets."""


def settings(model: Speaker) -> list[str]:
    """Name the games in which the levels were measured against greedy players."""
    names = ("khan-no-variant", "khan-variant-turning", "khan-variant-two-speeds", "khan-both-variants")
    return [words(model, name) for name in names]
