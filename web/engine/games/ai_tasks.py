"""The base of the computer's jobs in any game: how thoughts are told, and what is remembered."""

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TypeVar

from engine.games.base import AnyMove
from qin_core.common.levels import SearchInfo

Job = Iterator[object]
"""Work that is done in pieces; what it yields is told, the last one is its result."""
Best = tuple[str, float]
"""The best move, as text, and its win chance."""
Search = Generator[None, None, Best]

Reason = tuple[str, str]
"""What speaks for a move, and the place or the number that belongs to it."""

HINTS = 3
M = TypeVar("M")


def report_search(thoughts: Iterable[SearchInfo[AnyMove]]) -> Job:
    """Tell how far the computer has thought, and the best few moves with their win chances."""
    for thought in thoughts:
        yield {
            "progress": thought.progress,
            "ranked": [[str(move), round(chance, 4)] for move, chance in thought.ranked[:HINTS]],
        }


def monotone(ranked: Iterable[tuple[M, float]]) -> list[tuple[M, float]]:
    """State no chance that is higher than the one of a better move: not all of them are searched equally deep."""
    told: list[tuple[M, float]] = []
    for move, chance in ranked:
        told.append((move, min([chance, *(least for _, least in told[-1:])])))
    return told


def find_best(thoughts: Iterable[SearchInfo[AnyMove]], otherwise: float) -> Search:
    """Think to the end; where there is no move, there is still a win chance."""
    found = "", otherwise
    for thought in thoughts:
        found = str(thought.ranked[0][0]), thought.ranked[0][1]
        yield
    return found


_searches: dict[str, tuple[Search, list[Best]]] = {}


def recall_best(line: str, search: Callable[[], Search], level: str = "") -> Search:
    """Find the best move of a position, or recall it: people try several moves in one.

    A search that was stopped continues where it was, as long as no other position is asked about.
    """
    if not any(key.startswith(f"{line}\n") for key in _searches):
        _searches.clear()
    running, found = _searches.setdefault(f"{line}\n{level}", (search(), []))
    while not found:
        try:
            next(running)
        except StopIteration as end:
            found.append(end.value)
        else:
            yield
    return found[0]


def review_turn(chances: Iterable[float], best: str, most: float, chance: float) -> dict[str, object]:
    """Judge a turn: everybody's chances after it, the best move if it was another one, what the turn cost and kept."""
    return {
        "chances": [round(value, 4) for value in chances],
        "best": best if chance < most else "",
        "cost": round(max(0.0, most - chance), 4),
        "kept": round(min(1.0, chance / most), 4) if most else 1.0,
    }
