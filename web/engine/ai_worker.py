"""AI tasks in small slices: the same code runs in the worker and, where there is none, in the page itself.

A task is a generator of JSON values, each better than the one before, or None while there is nothing new. It yields
every few milliseconds.
"""

import json
import time
from collections.abc import Iterator

from engine.games.base import Games

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
        ui = self.games.named(game)
        if ui is None or name not in TASKS:
            raise ValueError(f"unknown task: {name} of {game}")
        self._task = getattr(ui, name)(*rest)

    def go_on(self, milliseconds: float) -> str:
        """Work for about that long; return the latest result (or None) and whether it is the last, as JSON."""
        until = time.perf_counter() + milliseconds / 1000
        latest, done = None, True
        for latest in self._task:  # noqa: B007  # the last one counts
            if time.perf_counter() >= until:
                done = False
                break
        return json.dumps([latest, done])
