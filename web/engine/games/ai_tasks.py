"""AI tasks: helpers for all games, and the worker that runs tasks in short slices.

A task is a generator of JSON values. Each value replaces the previous one; None means no news. A task yields every few
milliseconds, so that it can be interrupted. It runs in a web worker or, without one, in the page.
"""

import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import NamedTuple, TypeVar

from engine.games.base import AnyMove, Capture, Games, Reason
from qin_core.common.levels import SearchInfo

AiTask = Iterator[object]
"""A running task: every value that it yields is reported, and the last one is its result."""


class BestMove(NamedTuple):
    """The best move as text, empty if there is none, and its win chance."""

    move: str
    chance: float


Search = Generator[None, None, BestMove]
"""A search that yields regularly, and returns the best move."""

MAX_HINTS = 3
MoveT = TypeVar("MoveT")


def report_search(search: Iterable[SearchInfo[AnyMove]]) -> AiTask:
    """Yield the progress of a search, and the best few moves with their win chances."""
    for info in search:
        yield {
            "progress": info.progress,
            "ranked": [[str(move), round(chance, 4)] for move, chance in info.ranked[:MAX_HINTS]],
        }


def monotone(ranked: Iterable[tuple[MoveT, float]]) -> list[tuple[MoveT, float]]:
    """Limit each win chance to that of the better moves: it may be too high, because it is searched less deeply."""
    limited: list[tuple[MoveT, float]] = []
    limit = 1.0
    for move, chance in ranked:
        limit = min(limit, chance)
        limited.append((move, limit))
    return limited


def find_best(search: Iterable[SearchInfo[AnyMove]], chance_without_moves: float) -> Search:
    """Run a search to the end and return its best move."""
    best = BestMove("", chance_without_moves)
    for info in search:
        move, chance = info.ranked[0]
        best = BestMove(str(move), chance)
        yield
    return best


_searches: dict[str, tuple[Search, list[BestMove]]] = {}
"""The searches of one position by line and level, each with its result once it has one."""


def recall_best(line: str, search: Callable[[], Search], level: str = "") -> Search:
    """Find the best move of a position, with a cache: the coach evaluates several moves of one position.

    An interrupted search is resumed. A search of another position empties the cache.
    """
    if not any(key.startswith(f"{line}\n") for key in _searches):
        _searches.clear()
    running, result = _searches.setdefault(f"{line}\n{level}", (search(), []))
    while not result:
        try:
            next(running)
        except StopIteration as end:
            result.append(end.value)
        else:
            yield
    return result[0]


COSTLY_LOSS = 0.05
"""The loss of win chance from which a turn is marked, and its review gives reasons."""


def review_turn(
    chances: Iterable[float],
    best: str,
    best_chance: float,
    chance: float,
    allows: Capture | None = None,
    reasons: Iterable[Reason] = (),
) -> dict[str, object]:
    """Review a turn by its loss of win chance against the best move, and its share of the best win chance.

    `chances` are the win chances of all players after the turn. For costly turns, `allows` is what the opponents can
    capture after it, and `reasons` are the reasons for the best move.
    """
    return {
        "chances": [round(value, 4) for value in chances],
        "best": best if chance < best_chance else "",
        "cost": round(max(0.0, best_chance - chance), 4),
        "accuracy": round(min(1.0, chance / best_chance), 4) if best_chance else 1.0,
        "allows": allows,
        "reasons": list(reasons),
    }


# Running tasks


TASKS = ("think", "hint", "evaluate_move", "analyse")
"""The methods of `GameUi` that return tasks."""


class AiWorker:
    """Runs one task at a time."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._task: Iterator[object] = iter(())

    def start(self, name: str, arguments: str) -> None:
        """Start a task in place of the current one; the arguments are a JSON list that starts with the game's name."""
        game, *rest = json.loads(arguments)
        ui = self.games.by_name(game)
        if ui is None or name not in TASKS:
            raise ValueError(f"unknown task: {name} of {game}")
        self._task = getattr(ui, name)(*rest)

    def resume(self, milliseconds: float) -> str:
        """Run for about this time; return the latest result (or None) and whether it is the last one, as JSON."""
        deadline = time.perf_counter() + milliseconds / 1000
        latest, done = None, True
        for latest in self._task:  # noqa: B007  # only the latest result is reported
            if time.perf_counter() >= deadline:
                done = False
                break
        return json.dumps([latest, done])
