"""A page around the engine, for tests: it hears every answer, and time passes when the test wants it."""

import json
from typing import Any

from engine import protocol
from engine.apps.app import AppMessage
from engine.main import Engine
from engine.protocol import AiResult, DrawMore, Message, OpenBoard, OpenPage, Request
from engine.session.session import Session
from tests.engine_thinking import FakeClock, FakeThinking

SITE = "https://example.org/qin/"
GAME = OpenPage("game", "", "", SITE, SITE, ["en"], 7, {})


def wire(message: Message | Request) -> dict[str, object]:
    """Write a message as the client does."""
    return {"type": type(message).__name__, **message._asdict()}


def delivered(message: AppMessage) -> AppMessage:
    """Send a message through the wire; results of AI tasks don't cross it."""
    if isinstance(message, AiResult):
        return message
    read = protocol.read(json.dumps({"to": "page", "message": wire(message)})).message
    assert type(read) is type(message)
    return message


class Page:
    """A page around boards."""

    def __init__(self) -> None:
        self.thinking, self.clock, self.ticks = FakeThinking(), FakeClock(), FakeClock()
        self.heard: list[dict[str, Any]] = []
        self.timers: list[tuple[float, str, dict[str, Any]]] = []
        self.ply: dict[str, dict[str, str]] = {}
        self.engine = Engine(lambda text: self.hear(json.loads(text)), self.thinking, self.clock, self.ticks)

    def hear(self, answer: dict[str, Any]) -> None:
        """Show what changed, and remember what to do later, as the client does."""
        self.heard.append(answer)
        if "to" in answer:
            self.ply.setdefault(answer["to"], {}).update(answer.get("parts", {}))
        for name, *values in answer.get("effects", []):
            if name == "SetTimer":
                self.timers.append((self.clock.time + values[0], answer["to"], values[1]))

    def tell(self, message: Message | Request, to: str = "b", **envelope: object) -> dict[str, Any]:
        """Send a message and return the reply."""
        return self.send(wire(message), to, **envelope)

    def send(self, message: object, to: str = "b", **envelope: object) -> dict[str, Any]:
        """Send anything in the place of a message and return the reply."""
        sent = json.dumps({"to": to, "message": message, **envelope})
        answer: dict[str, Any] = {"parts": {}, "more": False, **json.loads(self.engine.receive(sent))}
        assert answer["reply"]
        assert answer["to"] == to
        self.hear(answer)
        return answer

    def open(self, to: str = "b", **attributes: str) -> dict[str, Any]:
        return self.tell(OpenBoard(attributes, 3), to)

    def wait(self, milliseconds: float) -> int:
        """Let time pass and the timers go off; count them."""
        self.clock.time += milliseconds
        self.ticks.time += milliseconds
        due = [timer for timer in self.timers if timer[0] <= self.clock.time]
        self.timers = [timer for timer in self.timers if timer[0] > self.clock.time]
        for _, to, message in due:
            self.send(message, to)
        return len(due)

    def draw_rest(self, to: str = "b") -> int:
        """Send for everything that waits; count how often."""
        count = 1
        while self.tell(DrawMore(), to)["more"]:
            count += 1
        return count

    def app(self, to: str = "b") -> Any:
        return self.engine._running[to]._app

    def session(self, to: str = "b") -> Session:
        session: Session = self.app(to).board.session
        return session

    def report(self, result: Any = None, done: bool = True) -> None:
        assert self.thinking.under_way
        self.thinking.under_way.report(result, done)

    def move(self, to: str = "b") -> str:
        """Give a move that can be made now."""
        return str(self.session(to).match.now.moves()[0])
