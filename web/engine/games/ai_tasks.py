"""AI tasks: what those of every game share, and the worker that runs them in small slices.

A task is a generator of JSON values, each better than the one before, or None while there is nothing new. It yields
every few milliseconds. The same code runs in the web worker and, where there is none, in the page.
"""

import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TypeVar

from engine.games.base import AnyMove, Games
from qin_core.common.levels import SearchInfo

Job = Iterator[object]
"""A task in slices; every value that it yields is reported, the last one is its result."""
Best = tuple[str, float]
"""The best move, as text, and its win chance."""
Search = Generator[None, None, Best]

Reason = tuple[str, str]
"""A reason for a move, and the place or the number that belongs to it."""

HINTS = 3
M = TypeVar("M")


def report_search(thoughts: Iterable[SearchInfo[AnyMove]]) -> Job:
    """Return the progress of a search, and the best few moves with their win chances."""
    for thought in thoughts:
        yield {
            "progress": thought.progress,
            "ranked": [[str(move), round(chance, 4)] for move, chance in thought.ranked[:HINTS]],
        }


def monotone(ranked: Iterable[tuple[M, float]]) -> list[tuple[M, float]]:
    """Limit each chance to that of the next better move: not all are searched equally deep."""
    told: list[tuple[M, float]] = []
    for move, chance in ranked:
        told.append((move, min([chance, *(least for _, least in told[-1:])])))
    return told


def find_best(thoughts: Iterable[SearchInfo[AnyMove]], otherwise: float) -> Search:
    """Search to the end; without a legal move there is still a win chance."""
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


COSTLY = 0.05
"""The loss of win chance from which a review gives reasons."""


def review_turn(
    chances: Iterable[float],
    best: str,
    most: float,
    chance: float,
    allows: Reason | None = None,
    reasons: Iterable[Reason] = (),
) -> dict[str, object]:
    """Review a turn: every player's chance after it, the best move if it was another, the cost and the accuracy.

    For costly turns, `allows` is what others could take after it, and `reasons` are those for the best move.
    """
    return {
        "chances": [round(value, 4) for value in chances],
        "best": best if chance < most else "",
        "cost": round(max(0.0, most - chance), 4),
        "accuracy": round(min(1.0, chance / most), 4) if most else 1.0,
        "allows": allows,
        "reasons": list(reasons),
    }


# Running tasks


TASKS = ("think", "hint", "evaluate_move", "analyse")
"""The methods of `GameUi` that are tasks."""


class AiWorker:
    """Runs one task at a time."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._task: Iterator[object] = iter(())

    def start(self, name: str, arguments: str) -> None:
        """Start a task and drop the one before; the arguments are a JSON list that starts with the game's name."""
        game, *rest = json.loads(arguments)
        ui = self.games.by_name(game)
        if ui is None or name not in TASKS:
            raise ValueError(f"unknown task: {name} of {game}")
        self._task = getattr(ui, name)(*rest)

    def go_on(self, milliseconds: float) -> str:
        """Run for about that long; return the latest result (or None) and whether it is the last, as JSON."""
        until = time.perf_counter() + milliseconds / 1000
        latest, done = None, True
        for latest in self._task:  # noqa: B007  # the last one counts
            if time.perf_counter() >= until:
                done = False
                break
        return json.dumps([latest, done])
