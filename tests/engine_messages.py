"""A page around the engine, for tests: it hears every answer, and time passes when the test wants it."""

import json
from typing import Any

from engine.main import Engine
from engine.model import Model
from tests.engine_thinking import FakeClock, FakeThinking

GAME = {
    "search": "",
    "fragment": "",
    "address": "https://example.org/qin/",
    "site": "https://example.org/qin/",
    "languages": ["en"],
    "texts": {},
    "seed": 7,
}


class Page:
    """A page around boards."""

    def __init__(self) -> None:
        self.thinking, self.clock = FakeThinking(), FakeClock()
        self.heard: list[dict[str, Any]] = []
        self.timers: list[tuple[float, str, dict[str, Any]]] = []
        self.shown: dict[str, dict[str, str]] = {}
        self.engine = Engine(lambda text: self.hear(json.loads(text)), self.thinking, self.clock)

    def hear(self, answer: dict[str, Any]) -> None:
        """Show what changed, and remember what to do later, as the client does."""
        self.heard.append(answer)
        if "to" in answer:
            self.shown.setdefault(answer["to"], {}).update(answer.get("parts", {}))
        for name, *values in answer.get("effects", []):
            if name == "After":
                self.timers.append((self.clock.time + values[0], answer["to"], values[1]))

    def tell(self, to: str = "b", **message: Any) -> dict[str, Any]:
        """Send a message and give the one answer to it."""
        answer: dict[str, Any] = json.loads(self.engine.receive(json.dumps({"to": to, **message})))
        assert answer.get("reply") or "close" in message
        self.hear(answer)
        return answer

    def open(self, to: str = "b", **attributes: str) -> dict[str, Any]:
        return self.tell(to, app="board", open=attributes, seed=3)

    def wait(self, milliseconds: float) -> int:
        """Let time pass and the timers go off; count them."""
        self.clock.time += milliseconds
        due = [timer for timer in self.timers if timer[0] <= self.clock.time]
        self.timers = [timer for timer in self.timers if timer[0] > self.clock.time]
        for _, to, message in due:
            self.tell(to, **message)
        return len(due)

    def draw_rest(self, to: str = "b") -> int:
        """Send for everything that waits; count how often."""
        count = 1
        while self.tell(to, draw=True)["more"]:
            count += 1
        return count

    def app(self, to: str = "b") -> Any:
        return self.engine._running[to]._app

    def model(self, to: str = "b") -> Model:
        model: Model = self.app(to).board.model
        return model

    def report(self, result: Any = None, done: bool = True) -> None:
        assert self.thinking.under_way
        self.thinking.under_way.report(result, done)

    def move(self, to: str = "b") -> str:
        """Give a move that can be made now."""
        return str(self.model(to).game.now.moves()[0])
