"""A fake client for the engine, with fake AI tasks and a fake clock."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from engine import wire
from engine.apps import AppMessage
from engine.main import Engine
from engine.protocol import AiResult, DrawMore, Message, OpenBoard, OpenPage, Request
from engine.session import Session

SITE = "https://example.org/qin/"
OPEN_GAME = OpenPage("game", "", "", SITE, SITE, ["en"], seed=7, texts={})


def as_object(message: Message | Request) -> dict[str, object]:
    """Write a message as the client does."""
    return {"type": type(message).__name__, **message._asdict()}


def via_protocol(message: AppMessage) -> AppMessage:
    """Encode a message as JSON and read it back; results of AI tasks stay in Python."""
    if isinstance(message, AiResult):
        return message
    received = wire.read(json.dumps({"to": "page", "message": as_object(message)})).message
    assert type(received) is type(message)
    return message


class FakePage:
    """A client that shows the engine's apps."""

    def __init__(self) -> None:
        self.runner, self.clock, self.ticks = FakeRunner(), FakeClock(), FakeClock()
        self.replies: list[dict[str, Any]] = []
        self.timers: list[tuple[float, str, dict[str, Any]]] = []
        self.parts: dict[str, dict[str, str]] = {}
        self.engine = Engine(lambda text: self.show(json.loads(text)), self.runner, self.clock, self.ticks)

    def show(self, reply: dict[str, Any]) -> None:
        """Store the changed parts and the timers."""
        self.replies.append(reply)
        if "to" in reply:
            self.parts.setdefault(reply["to"], {}).update(reply.get("parts", {}))
        for name, *values in reply.get("effects", []):
            if name == "SetTimer":
                self.timers.append((self.clock.time + values[0], reply["to"], values[1]))

    def send(self, message: Message | Request, to: str = "b", **envelope: object) -> dict[str, Any]:
        """Send a message and return the reply."""
        return self.send_raw(as_object(message), to, **envelope)

    def send_raw(self, message: object, to: str = "b", **envelope: object) -> dict[str, Any]:
        """Send any JSON value as a message and return the reply."""
        envelope_text = json.dumps({"to": to, "message": message, **envelope})
        reply: dict[str, Any] = {"parts": {}, "more": False, **json.loads(self.engine.receive(envelope_text))}
        assert reply["answers_message"]
        assert reply["to"] == to
        self.show(reply)
        return reply

    def open(self, to: str = "b", **attributes: str) -> dict[str, Any]:
        return self.send(OpenBoard(attributes, seed=3), to)

    def advance(self, milliseconds: float) -> int:
        """Advance the clocks; return the number of timers that fired."""
        self.clock.time += milliseconds
        self.ticks.time += milliseconds
        due = [timer for timer in self.timers if timer[0] <= self.clock.time]
        self.timers = [timer for timer in self.timers if timer[0] > self.clock.time]
        for _, to, message in due:
            self.send_raw(message, to)
        return len(due)

    def draw_all(self, to: str = "b") -> int:
        """Request parts until all are drawn; return the number of requests."""
        count = 1
        while self.send(DrawMore(), to)["more"]:
            count += 1
        return count

    def app(self, to: str = "b") -> Any:
        return self.engine._running[to]._app

    def session(self, to: str = "b") -> Session:
        app: Any = self.app(to)
        session: Session = getattr(app, "board", app).session
        return session

    def report_result(self, result: Any = None, done: bool = True) -> None:
        assert self.runner.running
        self.runner.running.report(result, done)

    def move(self, to: str = "b") -> str:
        """Return a legal move."""
        return str(self.session(to).match.latest.moves()[0])


Report = Callable[[Any, bool], None]
"""Takes the result of a task, and whether the task is done."""


class StartedTask(NamedTuple):
    """A started AI task."""

    name: str
    arguments: list[Any]
    report: Report


class FakeRunner:
    """Accepts tasks without running them; tests report the results."""

    def __init__(self) -> None:
        self.tasks: list[StartedTask] = []
        self.running: StartedTask | None = None
        self.warm_ups = 0

    def start(self, name: str, arguments: list[object], report: Report) -> None:
        assert self.running is None, "one task at a time"
        self.running = StartedTask(name, arguments, report)
        self.tasks.append(self.running)

    def stop(self) -> None:
        self.running = None

    def warm_up_worker(self) -> None:
        self.warm_ups += 1

    def inspect(self) -> dict[str, object]:
        return {"worker": False, "slices": 0}


class FakeClock:
    """A clock set by the test."""

    def __init__(self, time: float = 1_700_000_000_000.0) -> None:
        self.time = time

    def __call__(self) -> float:
        return self.time


def search_result(move: object, progress: float = 1.0) -> dict[str, Any]:
    """Return a search result with one move."""
    return {"progress": progress, "ranked": [[str(move), 0.5]]}
