"""The computer's levels as the page knows them; a level's name is its key in the catalogue."""

from collections.abc import Iterator

from qin_core import ai
from qin_core.qin import Move, Position

LEVELS = tuple(level.name for level in ai.LEVELS)
FIRST_LEVEL = LEVELS[1]
"""Whom a newcomer meets."""


def think(view: Position, level: str, seed: int) -> Iterator[tuple[float, Move]]:
    """Think about a move and say from time to time how far that is, with the best move so far.

    `view` is what the mover can see: the rest isn't there.
    """
    for thought in ai.think(view, LEVELS.index(level) + 1, seed):
        yield thought.progress, thought.ranked[0][0]
