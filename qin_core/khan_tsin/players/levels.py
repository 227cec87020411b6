"""Six levels, defined by effort instead of time, so that a level plays the same on a phone.

The same seed gives the same move. From the second level on, the computer never overlooks a win in one move and never
allows one that it could prevent.
"""

import random
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import exp

from qin_core.common import levels
from qin_core.common.levels import Comparison, Ranked, SearchInfo, Strength, compare, find_level, read_strengths
from qin_core.khan_tsin import setup
from qin_core.khan_tsin.board import SOUTH
from qin_core.khan_tsin.move import PASS, Move, move_tables
from qin_core.khan_tsin.players.flights import WIN
from qin_core.khan_tsin.players.layout import layout_value
from qin_core.khan_tsin.players.search import Search, SearchResult
from qin_core.khan_tsin.position import Position

_LOGIT = 1000
"""The value that corresponds to one logit."""
_DECIDED = WIN // 2
"""A greater value is a sure win, a smaller one than the negative a sure loss."""
UNLIMITED = 99
"""More plies than any search completes: its effort limits it."""


@dataclass(frozen=True)
class Level(levels.Level):
    """The settings of a level."""

    plies: int
    """The depth of its search."""
    effort: int = 1_000_000
    """The number of positions that it evaluates."""
    noise: float = 0.0
    """The size of its random errors, in logits."""
    blindness: float = 0.0
    """How often it misses that a move loses."""
    layouts: int = 64
    """The number of random layouts that it compares when setting up (K3)."""


LEVELS = (
    Level("novice", 1, noise=0.5, blindness=0.01, layouts=1),
    Level("apprentice", 1, noise=0.16, layouts=2),
    Level("journeyman", UNLIMITED, effort=350, layouts=8),
    Level("adept", UNLIMITED, effort=1_500, layouts=32),
    Level("master", UNLIMITED, effort=12_000),
    Level("emperor", UNLIMITED, effort=200_000),
)
"""The levels, weakest first; a level's number is its index plus one."""
EVALUATION_LEVEL = LEVELS[3]
"""The level that evaluates positions: quick, and stable from one turn to the next."""

QUICK = Level("quick", UNLIMITED, effort=3_000)
"""A search for comments on a move while a person plays."""


@cache
def strengths() -> list[Strength]:
    """Return the measured strength of the levels."""
    return read_strengths((files(__package__) / "strength.json").read_text("utf-8"))


def analyse(view: Position, level: int | Level, seed: int = 0) -> Iterator[SearchInfo[Move]]:
    """Search for the best move. The search can be stopped at any time: every result has the best moves so far.

    Yields nothing if the game is over.
    """
    moves = view.moves()
    if not moves:
        return
    if moves[0] == PASS:
        yield SearchInfo(1.0, ((PASS, 0.5),))
        return
    settings = find_level(LEVELS, level)
    search = Search(view, settings.effort, max_moves=len(moves) if settings.noise else 8)
    result = None
    for result in search.deepen(settings.plies):
        if not settings.noise:
            by_effort, by_depth = result.nodes / settings.effort, result.depth / settings.plies
            yield _info(result, min(0.99, max(by_effort, by_depth)))
    assert result is not None
    if settings.noise:
        result = result._replace(ranked=_add_errors(result.ranked, settings, random.Random(f"{seed} {view}")))
    yield _info(result, 1.0)


def choose(view: Position, level: int | Level, seed: int = 0) -> Move:
    """Choose a move at a level; the same view, level and seed give the same move."""
    return levels.choose_by(analyse(view, level, seed))


def rank(view: Position, level: int | Level = LEVELS[-1], seed: int = 0, most: int = 3) -> Ranked[Move]:
    """Return the best few moves with their win chances, best first."""
    return levels.rank_by(analyse(view, level, seed), most)


def evaluate_move(
    position: Position, move: Move, level: int | Level = LEVELS[-1]
) -> Generator[None, None, tuple[float, Move | None]]:
    """Evaluate one move by a search of the position after it: return its win chance and the best reply, if any."""
    after = position.play(move)
    info = None
    for info in analyse(after, level):  # noqa: B007  # the last one counts
        yield
    if info is None:
        return win_chances(after)[position.player_to_move - 1], None
    reply, chance = info.ranked[0]
    return 1 - chance, reply


def compare_move(
    view: Position, move: Move, level: int | Level = QUICK, most: int = 3
) -> Generator[None, None, Comparison[Move]]:
    """Compare a move with the best ones: each is evaluated by a search of the position after it.

    A generator that yields about every millisecond and returns the comparison; `run_to_end` runs it without pausing.
    """
    info = SearchInfo[Move](0.0, ())
    for info in analyse(view, level):  # noqa: B007  # the last one counts
        yield
    chances = {}
    for candidate in dict.fromkeys((move, *(best for best, _ in info.ranked[:most]))):
        chances[candidate], _ = yield from evaluate_move(view, candidate, level)
    return compare(move, chances, most)


def win_chances(position: Position) -> tuple[float, ...]:
    """Return every player's win chance; in a finished game, their share of the victory."""
    winners = position.winners()
    if winners is not None:
        return tuple(1 / len(winners) if player in winners else 0.0 for player in position.players)
    _, probability = _best_move(position)
    return (probability, 1 - probability) if position.player_to_move == SOUTH else (1 - probability, probability)


@lru_cache(maxsize=4)
def _best_move(position: Position) -> tuple[Move, float]:
    """Return the best move and its win chance, by a quick search.

    Cached, because a game evaluates every position twice: after one turn and before the next.
    """
    return rank(position, EVALUATION_LEVEL, most=1)[0]


def set_up(layout: str, level: int | Level = LEVELS[-1], seed: int | str = 0) -> str:
    """Place all remaining barons of the next player (K3), as in the best of some random layouts."""
    rng = random.Random(seed)
    baron = setup.next_baron(layout)
    if baron is None:
        return layout
    player = baron.player
    layouts = [setup.fill(layout, player=player, seed=rng.random()) for _ in range(find_level(LEVELS, level).layouts)]
    return max(layouts, key=layout_value) if player == SOUTH else min(layouts, key=layout_value)


def prepare(position: Position) -> Iterator[None]:
    """Compute the tables of moves that the first search needs, step by step."""
    for bit, count, _ in position.landings(position.player_to_move):
        move_tables(bit, count, position.turning)
        yield


def _info(result: SearchResult, progress: float) -> SearchInfo[Move]:
    return SearchInfo(progress, tuple((move, _probability(score)) for move, score in result.ranked), result.depth)


def _probability(score: int) -> float:
    """Convert a value to a win chance."""
    if abs(score) > _DECIDED:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + exp(-score / _LOGIT))


def _add_errors(
    ranked: tuple[tuple[Move, int], ...], settings: Level, rng: random.Random
) -> tuple[tuple[Move, int], ...]:
    """Add random errors to the values. Wins are never missed, threats only as often as `blindness` says."""

    def with_error(scored: tuple[Move, int]) -> float:
        _, score = scored
        if score < -_DECIDED and rng.random() < settings.blindness:
            score = 0
        return score + rng.gauss(0, settings.noise * _LOGIT)

    return tuple(sorted(ranked, key=with_error, reverse=True))
