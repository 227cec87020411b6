"""Eight levels, defined by effort instead of time, so that a level plays the same on a phone.

All levels see only `position.view(player)`, and the same seed gives the same move.
"""

import random
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log
from operator import itemgetter

from qin_core.common import levels
from qin_core.common.levels import Comparison, Ranked, SearchInfo, Strength, compare, find_level, read_strengths
from qin_core.qin.move import PASS, Move
from qin_core.qin.players.net import evaluate, win_chances
from qin_core.qin.players.search import rank_by_net, search, search_move
from qin_core.qin.players.valuation import WIN, Valuation, Valued
from qin_core.qin.position import Position


@dataclass(frozen=True)
class Level(levels.Level):
    """The settings of a level. A level without widths does not search."""

    noise: float
    """The size of the random errors in its values of placements."""
    widths: tuple[int, ...] = ()
    """The number of placements to search one ply deep, two plies deep, and so on."""
    replies: int = 1
    """With two players: the number of placements of each kind of tile that the net compares as first replies."""
    sample_size: int = 0
    """The number of random placements that the level considers, besides those that win at once; 0 for all."""


LEVELS = (
    Level("farmer", 0.0, sample_size=9),
    Level("pupil", 0.0, sample_size=15),
    Level("novice", 0.122),
    Level("apprentice", 0.092),
    Level("journeyman", 0.063),
    Level("adept", 0.0),
    Level("master", 0.0, (3,)),
    Level("emperor", 0.0, (32, 16, 8, 4), replies=4),
)
"""The levels, weakest first; a level's number is its index plus one."""

QUICK = Level("quick", 0.0, (8, 4), replies=4)
"""A search for comments on a move while a person plays: a sixth of the top level's effort."""

CANDIDATES = 32
"""The number of placements that the net evaluates before a search: those with the greatest values."""


@cache
def strengths() -> list[Strength]:
    """Return the measured strength of the levels."""
    return read_strengths((files(__package__) / "strength.json").read_text("utf-8"))


def analyse(view: Position, level: int | Level, seed: int = 0) -> Iterator[SearchInfo[Move]]:
    """Search for the best move. The search can be stopped at any time: every result has the best moves so far.

    Yields nothing if the game is over.
    """
    view = view.view(view.player_to_move)
    settings = find_level(LEVELS, level)
    ranking = Valuation(view).all()
    if not ranking:
        if view.winners() is None:
            yield SearchInfo(1.0, ((PASS, win_chances(view)[view.player_to_move - 1]),))
        return
    rng = random.Random(f"{seed} {view}")
    if settings.sample_size:
        ranking = sample_placements(ranking, settings.sample_size, rng)
    if settings.noise:
        ranking = add_noise(ranking, settings.noise, rng)
    if not settings.widths:
        yield SearchInfo(1.0, tuple((move, evaluate(view.play(move), view.player_to_move)) for _, move in ranking[:3]))
        return
    info = SearchInfo(0.0, rank_by_net(view, ranking[:CANDIDATES]))
    yield info
    yield from search(view, settings.widths, info, settings.replies)


def evaluate_move(
    view: Position, move: Move, level: int | Level = LEVELS[-1]
) -> Generator[None, None, tuple[float, list[Move]]]:
    """Evaluate one placement as the search of a level does: return its win chance and the likely replies."""
    settings = find_level(LEVELS, level)
    return search_move(view, move, len(settings.widths), settings.replies)


def compare_move(
    view: Position, move: Move, level: int | Level = QUICK, most: int = 3
) -> Generator[None, None, Comparison[Move]]:
    """Compare a placement with the best ones, all searched to the same depth by a level that searches.

    A generator that yields about every millisecond and returns the comparison; `run_to_end` runs it without pausing.
    """
    view, settings = view.view(view.player_to_move), find_level(LEVELS, level)
    info = SearchInfo[Move](0.0, ())
    for info in analyse(view, settings):  # noqa: B007  # the last one counts
        yield
    chances = dict(info.ranked[: max(1, min(most, settings.widths[-1]))])
    if move not in chances:
        chances[move], _ = yield from evaluate_move(view, move, settings)
    return compare(move, chances, most)


def choose(view: Position, level: int | Level, seed: int = 0) -> Move:
    """Choose a move at a level; the same view, level and seed give the same move."""
    return levels.choose_by(analyse(view, level, seed))


def rank(view: Position, level: int | Level = LEVELS[-1], seed: int = 0, most: int = 3) -> Ranked[Move]:
    """Return the best few moves with their win chances, best first."""
    return levels.rank_by(analyse(view, level, seed), most)


def sample_placements(ranking: list[Valued], size: int, rng: random.Random) -> list[Valued]:
    """Return the placements that win at once and `size` random ones, best first."""
    wins = sum(value > WIN / 2 for value, _ in ranking)
    indices = rng.sample(range(wins, len(ranking)), min(size, len(ranking) - wins))
    return ranking[:wins] + [ranking[index] for index in sorted(indices)]


def add_noise(ranking: list[Valued], noise: float, rng: random.Random) -> list[Valued]:
    """Add random errors to the values, and sort by them.

    The errors have a Gumbel distribution, so the first placement is a sample of the softmax of value / noise.
    """
    noisy = [(value - noise * log(-log(rng.random() or 0.5)), move) for value, move in ranking]
    noisy.sort(key=itemgetter(0), reverse=True)
    return noisy
