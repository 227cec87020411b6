"""The engine's edge: JSON messages in, what changed out, for the page's own client and for boards in other pages alike.

Every message is answered by exactly one; what goes on by itself (a computer's move) is sent without being asked for.
An answer holds the parts that changed, what the whole looks like, the effects to be carried out, and whether more is
to be drawn: that is sent for frame by frame, so that no frame has to wait for what nobody looks at.
"""

import json
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from time import time
from typing import TYPE_CHECKING, Any, Protocol

from engine.app import App
from engine.effects import Effects, StopThinking, Think, WarmUpWorker
from engine.look import Look
from engine.page.app import GameApp

if TYPE_CHECKING:
    from engine.editor.app import EditorApp
    from engine.embedding.app import BoardApp

Report = Callable[[Any, bool], None]


def app_named(name: str) -> "type[GameApp] | type[EditorApp] | type[BoardApp]":
    """Find an app; only the game's is in the snapshot of the memory that every page starts from."""
    if name == "editor":
        from engine.editor.app import EditorApp

        return EditorApp
    if name == "board":
        from engine.embedding.app import BoardApp

        return BoardApp
    return GameApp


def now() -> float:
    """Tell the time in milliseconds since 1970."""
    return 1000 * time()


class Thinking(Protocol):
    """Whoever lets the computer think: one job at a time."""

    def start(self, name: str, arguments: list[object], report: Report) -> None:
        """Begin a job; `report` gets every result, and whether it is the last one."""

    def stop(self) -> None:
        """Forget the job that is under way."""

    def warm_up_worker(self) -> None:
        """Start a worker in the background, once."""


class Engine:
    """All apps of one page: the page's own, or the boards that somebody's page holds."""

    def __init__(self, send: Callable[[str], None], thinking: Thinking, clock: Callable[[], float] = now) -> None:
        """Have no apps yet; `send` brings what wasn't asked for to the client."""
        self._send = send
        self._thinking = thinking
        self._clock = clock
        self._running: dict[str, Running] = {}
        self._queue: list[tuple[str, Think]] = []
        """Who thinks, and who waits for it: one computer thinks at a time."""

    def receive(self, text: str) -> str:
        """Take a message to an app and give the answer."""
        message = whole_signs(json.loads(text)) if "\\ud" in text.lower() else json.loads(text)
        name = str(message["to"])
        if "close" in message:
            self._running.pop(name, None)
            self._stop(name)
            return "{}"
        running = self._running.setdefault(name, Running())
        if "draw" in message or "redraw" in message:
            draw = running.draw_more if "draw" in message else running.draw_all
            return json.dumps({"to": name, "reply": True, **self._guard(name, draw)})
        return json.dumps({"to": name, "reply": True, **self._step(name, message)})

    def _guard(self, name: str, draw: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Draw; what can't be drawn is put away, everything else is drawn anew, and what went wrong is told."""
        try:
            return draw()
        except Exception:
            error = _traceback()
        try:
            answer = self._running[name].recover()
            return {**answer, "effects": self._carry_out(name, answer["effects"]), "error": error}
        except Exception:
            return {"parts": {}, "more": False, "error": error}

    def _step(self, name: str, message: dict[str, Any]) -> dict[str, Any]:
        running = self._running[name]
        if "open" in message:
            self._stop(name)
        try:
            answer = running.receive(message, self._clock())
        except Exception:
            # The app stays as it was before the message, and is drawn anew.
            error = _traceback()
            return {**self._guard(name, running.draw_all), "error": error}
        return {**answer, "effects": self._carry_out(name, answer["effects"])}

    def _carry_out(self, name: str, effects: Effects) -> list[list[Any]]:
        """Let the computer think or stop; give the effects that are the client's."""
        rest: list[list[Any]] = []
        for effect in effects:
            if isinstance(effect, Think):
                self._think(name, effect)
            elif isinstance(effect, StopThinking):
                self._stop(name)
            elif isinstance(effect, WarmUpWorker):
                self._thinking.warm_up_worker()
            else:
                rest.append([type(effect).__name__, *effect])
        return rest

    def _think(self, name: str, job: Think) -> None:
        self._queue.append((name, job))
        if len(self._queue) == 1:
            self._start(name, job)

    def _start(self, name: str, job: Think) -> None:
        def report(result: Any, done: bool) -> None:
            if (name, job) not in self._queue or name not in self._running:
                return
            if done:
                self._stop(name)
            message = {"thought": {"job": job.number, "result": result, "done": done}}
            self._send(json.dumps({"to": name, **self._step(name, message)}))

        self._thinking.start(job.job, job.arguments, report)

    def _stop(self, name: str) -> None:
        """Forget what an app thinks about, and let the next one think."""
        first = bool(self._queue) and self._queue[0][0] == name
        self._queue = [waiting for waiting in self._queue if waiting[0] != name]
        if first:
            self._thinking.stop()
            if self._queue:
                self._start(*self._queue[0])


class Running:
    """An app, and what the client shows of it."""

    def __init__(self) -> None:
        self._app: App | None = None
        self._shown: dict[str, str] = {}
        self._look: Look = {}
        self._behind = False
        """Whether the first group of parts has yet to be drawn."""
        self._due: list[tuple[str, ...]] = []
        """The other groups that have yet to be drawn, the one first that has waited longest."""
        self._broken = False
        """Whether something could not be drawn since the last message."""

    def receive(self, message: dict[str, Any], at: float) -> dict[str, Any]:
        """Take a message; give what changed at once, and the effects."""
        opening = "open" in message
        self._broken = False
        if opening:
            app: App | None = app_named(str(message["app"])).open(message, at)
        else:
            app = self._app.receive(message, at) if self._app else None
        if app is None:
            return {"effects": ()}
        before, self._app = self._app, replace(app, effects=(), scenes=())
        scenes = {"scenes": [scene._asdict() for scene in app.scenes]} if app.scenes else {}
        try:
            # What moves is drawn at once: the client takes it from where it was.
            drawn = self.draw_all() if opening else self._draw(bool(message.get("later")) and not scenes)
        except Exception:
            self._app = before
            raise
        return {**drawn, **scenes, "effects": app.effects}

    def recover(self) -> dict[str, Any]:
        """Put away what can't be drawn, and draw everything else anew; where that has failed already, draw no more."""
        if self._app is None or self._broken:
            self._due = []
            return {"parts": {}, "more": False, "effects": ()}
        self._broken = True
        app = self._app.recover()
        self._app = replace(app, effects=(), scenes=())
        return {**self.draw_all(), "effects": app.effects}

    def draw_all(self) -> dict[str, Any]:
        """Draw everything anew, whatever the client shows."""
        self._shown, self._look = {}, {}
        return {**self._draw(), "whole": True}

    def _draw(self, later: bool = False) -> dict[str, Any]:
        """Draw the first group of parts at once, or `later` as one of those that wait."""
        if self._app is None:
            return {}
        first, *others = self._app.groups
        self._behind = later
        self._due += [group for group in others if group not in self._due]
        look = self._app.look()
        changed = {"look": look} if look != self._look else {}
        self._look = look
        return {**({"parts": {}} if later else self._changed(first)), **changed, "more": True}

    def draw_more(self) -> dict[str, Any]:
        """Draw the next group of parts that has waited, and with it the first one if that is behind."""
        if self._app is None:
            return {"parts": {}}
        names = (self._app.groups[0] if self._behind else ()) + (self._due.pop(0) if self._due else ())
        self._behind = False
        drawn = self._changed(names) if names else {"parts": {}}
        return {**drawn, "more": bool(self._due)}

    def _changed(self, group: tuple[str, ...]) -> dict[str, Any]:
        assert self._app is not None
        parts = self._app.draw(group)
        changed = {name: text for name, text in parts.items() if self._shown.get(name) != text}
        self._shown |= changed
        return {"parts": changed}


def whole_signs(value: Any) -> Any:
    """Replace half emoji, which no file and no link can hold, wherever they are in a message."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [whole_signs(each) for each in value]
    if isinstance(value, dict):
        return {whole_signs(key): whole_signs(each) for key, each in value.items()}
    return value


def _traceback() -> str:
    """Tell what went wrong; where the standard library's own sources have not come yet, at least its name."""
    try:
        return traceback.format_exc()
    except Exception:
        return repr(sys.exc_info()[1])


def connect(port: Any) -> Any:
    """Begin: wait for messages; `port.send` takes what wasn't asked for, what is given takes messages."""
    from pyodide.ffi import create_proxy

    from engine.thinking import PageThinking

    return create_proxy(Engine(port.send, PageThinking(port)).receive)
