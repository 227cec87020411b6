"""Long thoughts in small pieces: the same functions serve the worker and, where none can be had, the page itself.

A job is a generator of results that can be sent as JSON, each better than the one before; None where there is nothing
to tell yet. It yields every few milliseconds. `begin` starts one and forgets the one before; `go_on` works on it for a
while.
"""

import json
import time
from collections.abc import Iterator

from engine import games as rooms

Job = Iterator[object]

_job: Job = iter(())


def begin(name: str, arguments: str) -> None:
    """Start a job by its name; the arguments are a JSON list that begins with the room of the game."""
    global _job
    room, *rest = json.loads(arguments)
    _job = getattr(rooms.room(room).thinker, name)(*rest)


def go_on(milliseconds: float) -> str:
    """Work for about that long; give the latest result (or nothing yet) and whether that was all, as JSON."""
    until = time.perf_counter() + milliseconds / 1000
    latest, done = None, True
    for latest in _job:  # noqa: B007  # the last one counts
        if time.perf_counter() >= until:
            done = False
            break
    return json.dumps([latest, done])
