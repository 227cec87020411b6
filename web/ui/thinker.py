"""Long thoughts in small pieces: the same functions serve the worker and, where none can be had, the page itself.

A job is a generator of results that can be sent as JSON, each better than the one before. `begin` starts one and
forgets the one before; `go_on` works on it for a while.
"""

import json
import time
from collections.abc import Callable, Iterator

from qin_core import ai
from qin_core.qin import Position, Record
from ui.levels import LEVELS

Job = Iterator[object]

HINTS = 3
JUDGE = "adept"
"""The level that judges the turns of a finished game: quick, and steady from one turn to the next."""

_job: Job = iter(())


def begin(name: str, arguments: str) -> None:
    """Start a job by its name; the arguments are a JSON list."""
    global _job
    _job = JOBS[name](*json.loads(arguments))


def go_on(milliseconds: float) -> str:
    """Work for about that long; give the latest result (or nothing yet) and whether that was all, as JSON."""
    until = time.perf_counter() + milliseconds / 1000
    latest, done = None, True
    for latest in _job:  # noqa: B007  # the last one counts
        if time.perf_counter() >= until:
            done = False
            break
    return json.dumps([latest, done])


def think(line: str, level: str, seed: int) -> Job:
    """Look for the best moves in what a player sees: how far that is, and the best few with their win chances."""
    for thought in ai.think(Position.parse(line), LEVELS.index(level) + 1, seed):
        yield {
            "progress": thought.progress,
            "ranked": [[str(move), round(chance, 4)] for move, chance in thought.ranked[:HINTS]],
        }


def analyse(text: str) -> Job:
    """Go through a game: everybody's win chance after each turn, what was best there, what the turn cost its player."""
    record = Record.parse(text)
    positions = record.positions()
    judged: list[dict[str, object]] = []
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        chances = [round(chance, 4) for chance in ai.win_chances(after)]
        best, cost = "", 0.0
        if turn.move.spaces:
            ranked = ai.rank(before.view(before.mover), LEVELS.index(JUDGE) + 1, most=1)
            made = ai.win_chances(before.view(before.mover).play(turn.move))[before.mover - 1]
            if ranked and str(ranked[0][0]) != str(turn.move):
                best, cost = str(ranked[0][0]), round(max(0.0, ranked[0][1] - made), 4)
        judged.append({"chances": chances, "best": best, "cost": cost})
        yield {"progress": len(judged) / len(record.turns), "turns": judged}


JOBS: dict[str, Callable[..., Job]] = {"think": think, "analyse": analyse}
