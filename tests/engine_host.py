"""A page around the engine, with fake AI tasks and a fake clock."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from engine import wire
from engine.apps.app import AppMessage
from engine.main import Engine
from engine.protocol import AiResult, DrawMore, Message, OpenBoard, OpenPage, Request
from engine.session import Session

SITE = "https://example.org/qin/"
GAME = OpenPage("game", "", "", SITE, SITE, ["en"], 7, {})


def as_object(message: Message | Request) -> dict[str, object]:
    """Write a message as the client does."""
    return {"type": type(message).__name__, **message._asdict()}


def delivered(message: AppMessage) -> AppMessage:
    """Send a message through the wire; results of AI tasks don't cross it."""
    if isinstance(message, AiResult):
        return message
    read = wire.read(json.dumps({"to": "page", "message": as_object(message)})).message
    assert type(read) is type(message)
    return message


class Page:
    """A page with apps."""

    def __init__(self) -> None:
        self.runner, self.clock, self.ticks = FakeRunner(), FakeClock(), FakeClock()
        self.replies: list[dict[str, Any]] = []
        self.timers: list[tuple[float, str, dict[str, Any]]] = []
        self.shown: dict[str, dict[str, str]] = {}
        self.engine = Engine(lambda text: self.show(json.loads(text)), self.runner, self.clock, self.ticks)

    def show(self, answer: dict[str, Any]) -> None:
        """Show the changed parts, and remember timers, like the client."""
        self.replies.append(answer)
        if "to" in answer:
            self.shown.setdefault(answer["to"], {}).update(answer.get("parts", {}))
        for name, *values in answer.get("effects", []):
            if name == "SetTimer":
                self.timers.append((self.clock.time + values[0], answer["to"], values[1]))

    def tell(self, message: Message | Request, to: str = "b", **envelope: object) -> dict[str, Any]:
        """Send a message and return the reply."""
        return self.send(as_object(message), to, **envelope)

    def send(self, message: object, to: str = "b", **envelope: object) -> dict[str, Any]:
        """Send anything in the place of a message and return the reply."""
        sent = json.dumps({"to": to, "message": message, **envelope})
        answer: dict[str, Any] = {"parts": {}, "more": False, **json.loads(self.engine.receive(sent))}
        assert answer["answers_message"]
        assert answer["to"] == to
        self.show(answer)
        return answer

    def open(self, to: str = "b", **attributes: str) -> dict[str, Any]:
        return self.tell(OpenBoard(attributes, 3), to)

    def wait(self, milliseconds: float) -> int:
        """Let time pass; return the number of timers that went off."""
        self.clock.time += milliseconds
        self.ticks.time += milliseconds
        due = [timer for timer in self.timers if timer[0] <= self.clock.time]
        self.timers = [timer for timer in self.timers if timer[0] > self.clock.time]
        for _, to, message in due:
            self.send(message, to)
        return len(due)

    def draw_rest(self, to: str = "b") -> int:
        """Request all waiting parts; return the number of requests."""
        count = 1
        while self.tell(DrawMore(), to)["more"]:
            count += 1
        return count

    def app(self, to: str = "b") -> Any:
        return self.engine._running[to]._app

    def session(self, to: str = "b") -> Session:
        app: Any = self.app(to)
        session: Session = getattr(app, "board", app).session
        return session

    def report(self, result: Any = None, done: bool = True) -> None:
        assert self.runner.running
        self.runner.running.report(result, done)

    def move(self, to: str = "b") -> str:
        """Return a legal move."""
        return str(self.session(to).match.now.moves()[0])


Report = Callable[[Any, bool], None]


class StartedTask(NamedTuple):
    """A started AI task."""

    name: str
    arguments: list[Any]
    report: Report


class FakeRunner:
    """Takes tasks and runs none; the test reports results."""

    def __init__(self) -> None:
        self.tasks: list[StartedTask] = []
        self.running: StartedTask | None = None
        self.warmed_up = 0

    def start(self, name: str, arguments: list[object], report: Report) -> None:
        assert self.running is None, "one job at a time"
        self.running = StartedTask(name, arguments, report)
        self.tasks.append(self.running)

    def stop(self) -> None:
        self.running = None

    def warm_up_worker(self) -> None:
        self.warmed_up += 1

    def inspect(self) -> dict[str, object]:
        return {"worker": False, "slices": 0}


class FakeClock:
    """A clock set by the test."""

    def __init__(self, time: float = 1_700_000_000_000.0) -> None:
        self.time = time

    def __call__(self) -> float:
        return self.time


def ranked(move: object, progress: float = 1.0) -> dict[str, Any]:
    """Return the result of a search that has found one move."""
    return {"progress": progress, "ranked": [[str(move), 0.5]]}
