"""Helpers for tests of what goes on by itself: somebody who thinks, and a clock, both in the hands of the test."""

from collections.abc import Callable
from typing import Any, NamedTuple

Report = Callable[[Any, bool], None]


class Job(NamedTuple):
    """Something to think about."""

    name: str
    arguments: list[Any]
    report: Report


class FakeThinking:
    """Takes jobs and thinks of nothing; the test reports what it wants."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.under_way: Job | None = None
        self.warmed_up = 0

    def start(self, name: str, arguments: list[object], report: Report) -> None:
        assert self.under_way is None, "one job at a time"
        self.under_way = Job(name, arguments, report)
        self.jobs.append(self.under_way)

    def stop(self) -> None:
        self.under_way = None

    def warm_up_worker(self) -> None:
        self.warmed_up += 1

    def inspect(self) -> dict[str, object]:
        return {"worker": False, "slices": 0}


class FakeClock:
    """Shows the time that the test wants."""

    def __init__(self, time: float = 1_700_000_000_000.0) -> None:
        self.time = time

    def __call__(self) -> float:
        return self.time


def ranked(move: object, progress: float = 1.0) -> dict[str, Any]:
    """Write what the computer reports when it has found one move."""
    return {"progress": progress, "ranked": [[str(move), 0.5]]}
