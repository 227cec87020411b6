"""Four levels by effort, not by clock: a level plays the same on a phone, and the same seed gives the same move.

From the second level on the computer never overlooks a win in one move, nor allows one that it could prevent.
"""

import random
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from math import exp
from typing import NamedTuple

from qin_core.khan_tsin.move import PASS, Move
from qin_core.khan_tsin.players.flights import WIN
from qin_core.khan_tsin.players.search import Found, Search
from qin_core.khan_tsin.position import Position
from qin_core.strength import Strength, read_strengths

_LOGIT = 1000
_DECIDED = WIN // 2


class Level(NamedTuple):
    """How a level plays: how far it looks, how much it errs (in logits), and how often it doesn't see a danger."""

    name: str
    plies: int
    effort: int = 1_000_000
    noise: float = 0.0
    blindness: float = 0.0


LEVELS = (
    Level("novice", 1, noise=0.5, blindness=0.01),
    Level("apprentice", 1, noise=0.1),
    Level("adept", 99, effort=1_500),
    Level("emperor", 99, effort=100_000),
)
"""The levels, weakest first; a level's number is its place here, from 1."""


@cache
def strengths() -> list[Strength]:
    """Give what the arena measured of the levels."""
    return read_strengths((files(__package__) / "strength.json").read_text("utf-8"))


class Thought(NamedTuple):
    """How far the thinking has got, the moves with their win chances, best first, and the plies seen through."""

    progress: float
    ranked: tuple[tuple[Move, float], ...]
    depth: int = 0


def think(view: Position, level: int | Level, seed: int = 0) -> Iterator[Thought]:
    """Think about a move; stop whenever you like, the last thought has the best so far.

    Nothing is yielded where there is nothing to choose from: the game is over.
    """
    moves = view.moves()
    if not moves:
        return
    if moves[0] == PASS:
        yield Thought(1.0, ((PASS, 0.5),))
        return
    ways = LEVELS[level - 1] if isinstance(level, int) else level
    search = Search(view, ways.effort, most=len(moves) if ways.noise else 8)
    found = None
    for found in search.deepen(ways.plies):
        if not ways.noise:
            yield _thought(found, min(0.99, found.nodes / ways.effort if ways.plies > 9 else found.depth / ways.plies))
    assert found is not None
    if ways.noise:
        found = found._replace(ranked=_blur(found.ranked, ways, random.Random(f"{seed} {view}")))
    yield _thought(found, 1.0)


def choose(view: Position, level: int | Level, seed: int = 0) -> Move:
    """Choose a move at a level; the same view, level and seed give the same move."""
    ranked = rank(view, level, seed, 1)
    if not ranked:
        raise ValueError("the game is over")
    return ranked[0][0]


def rank(view: Position, level: int | Level = 4, seed: int = 0, most: int = 3) -> tuple[tuple[Move, float], ...]:
    """Give the best few moves with their win chances, best first: a hint."""
    thought = None
    for thought in think(view, level, seed):  # noqa: B007
        pass
    return thought.ranked[:most] if thought else ()


def _thought(found: Found, progress: float) -> Thought:
    return Thought(progress, tuple((move, _chance(score)) for move, score in found.ranked), found.depth)


def _chance(score: int) -> float:
    """Turn a value into a win chance."""
    if abs(score) > _DECIDED:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + exp(-score / _LOGIT))


def _blur(ranked: tuple[tuple[Move, int], ...], ways: Level, chance: random.Random) -> tuple[tuple[Move, int], ...]:
    """Misjudge moves: a win is always seen, the opponent's win that a move allows only by a level that isn't blind."""

    def misjudged(scored: tuple[Move, int]) -> float:
        _, score = scored
        if score < -_DECIDED and chance.random() < ways.blindness:
            score = 0
        return score + chance.gauss(0, ways.noise * _LOGIT)

    return tuple(sorted(ranked, key=misjudged, reverse=True))
