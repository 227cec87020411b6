"""Eight levels by effort, not by clock: a level plays the same on a phone.

All levels see only `position.view(player)`, and the same seed gives the same move.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log

from qin_core import levels
from qin_core.levels import Ranked, Thought, find_level
from qin_core.qin.move import PASS, Move
from qin_core.qin.players.net import judged, win_chances
from qin_core.qin.players.search import judge, search
from qin_core.qin.players.valuation import WIN, Valued, valuation
from qin_core.qin.position import Position
from qin_core.strength import Strength, read_strengths


@dataclass(frozen=True)
class Level(levels.Level):
    """How a level plays: how much it errs in judging placements, how many it looks at, ply by ply, how many it sees."""

    noise: float
    widths: tuple[int, ...] = ()
    sees: int = 0
    """A beginner doesn't see all that is possible: only so many placements, and those that win at once; 0: all."""


LEVELS = (
    Level("farmer", 0.0, sees=9),
    Level("pupil", 0.0, sees=15),
    Level("novice", 0.122),
    Level("apprentice", 0.092),
    Level("journeyman", 0.063),
    Level("adept", 0.0),
    Level("master", 0.0, (3,)),
    Level("emperor", 0.0, (32, 16, 8, 4)),
)
"""The levels, weakest first; a level's number is its place here, from 1."""

JUDGED = 32
"""So many of the best placements are judged by the net before a level looks ahead."""


@cache
def strengths() -> list[Strength]:
    """Give what the arena measured of the levels."""
    return read_strengths((files(__package__) / "strength.json").read_text("utf-8"))


def think(view: Position, level: int | Level, seed: int = 0) -> Iterator[Thought[Move]]:
    """Think about a move; stop whenever you like, the last thought has the best so far.

    Nothing is yielded where there is nothing to choose from: the game is over.
    """
    view = view.view(view.mover)
    ways = find_level(LEVELS, level)
    ranking = valuation(view).all()
    if not ranking:
        if view.winners() is None:
            yield Thought(1.0, ((PASS, win_chances(view)[view.mover - 1]),))
        return
    rng = random.Random(f"{seed} {view}")
    if ways.sees:
        ranking = sample(ranking, ways.sees, rng)
    if ways.noise:
        ranking = add_noise(ranking, ways.noise, rng)
    if not ways.widths:
        yield Thought(1.0, tuple((move, judged(view.play(move), view.mover)) for _, move in ranking[:3]))
        return
    thought = Thought(0.0, judge(view, ranking[:JUDGED]))
    yield thought
    yield from search(view, ways.widths, thought)


def choose(view: Position, level: int | Level, seed: int = 0) -> Move:
    """Choose a move at a level; the same view, level and seed give the same move."""
    return levels.choose_by(think(view, level, seed))


def rank(view: Position, level: int | Level = LEVELS[-1], seed: int = 0, most: int = 3) -> Ranked[Move]:
    """Give the best few moves with their win chances, best first: a hint."""
    return levels.rank_by(think(view, level, seed), most)


def sample(ranking: list[Valued], sees: int, rng: random.Random) -> list[Valued]:
    """See some placements by lot, best first, and those that win at once."""
    wins = sum(value > WIN / 2 for value, _ in ranking)
    seen = rng.sample(range(wins, len(ranking)), min(sees, len(ranking) - wins))
    return ranking[:wins] + [ranking[place] for place in sorted(seen)]


def add_noise(ranking: list[Valued], noise: float, rng: random.Random) -> list[Valued]:
    """Judge placements with an error, as a person does who can't see everything."""
    noisy = [(value - noise * log(-log(rng.random() or 0.5)), move) for value, move in ranking]
    noisy.sort(key=lambda valued: valued[0], reverse=True)
    return noisy
