"""Computer players, for every game: a level, a thought, and what follows from thinking.

Each game's `players` has `LEVELS` (weakest first; a level's number is its place, from 1), `think(view, level, seed)` as
a generator that can be stopped, `choose` and `rank` on top of it, `win_chances(position)` for every player, and
`prepare(position)`, which does piece by piece what the first thought would have to wait for.
"""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

Move = TypeVar("Move")
Known = TypeVar("Known")
Found = TypeVar("Found")
Ranked = tuple[tuple[Move, float], ...]
"""Moves with their win chances, best first."""


@dataclass(frozen=True)
class Level:
    """How a computer plays; a game's own levels add what they vary in."""

    name: str


AnyLevel = TypeVar("AnyLevel", bound=Level)


class Thought(NamedTuple, Generic[Move]):
    """How far the thinking has got, the moves with their win chances, best first, and the plies seen through."""

    progress: float
    ranked: Ranked[Move]
    depth: int = 0


def find_level(levels: Sequence[AnyLevel], level: int | AnyLevel) -> AnyLevel:
    """Find a level by its number; one that is no number is itself."""
    if not isinstance(level, int):
        return level
    if not 1 <= level <= len(levels):
        raise ValueError(f"no level {level}")
    return levels[level - 1]


def choose_by(thoughts: Iterable[Thought[Move]]) -> Move:
    """Think to the end and give the best move; raises `ValueError` where there is none."""
    ranked = rank_by(thoughts, 1)
    if not ranked:
        raise ValueError("the game is over")
    return ranked[0][0]


def meanwhile(known: Known, working: Generator[None, None, Found]) -> Generator[Known, None, Found]:
    """Yield what is known for as long as something is being worked out, then give that."""
    while True:
        try:
            next(working)
        except StopIteration as end:
            found: Found = end.value
            return found
        yield known


def rank_by(thoughts: Iterable[Thought[Move]], most: int) -> Ranked[Move]:
    """Think to the end and give the best few moves with their win chances, best first."""
    thought = None
    for thought in thoughts:  # noqa: B007
        pass
    return thought.ranked[:most] if thought else ()
