"""The composition root: it lists the games, and exchanges JSON messages with the client of a page or of its boards.

Every message gets exactly one reply. Results of AI tasks are sent as additional replies. A reply holds the parts that
changed, the appearance, animations and effects. If there are more parts to draw, the client requests them in later
frames, so that the most important ones appear at once.
"""

import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import inf, isfinite
from time import perf_counter, time
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.apps import App
from engine.apps.game_page import GameApp
from engine.games.ai_tasks import AiWorker
from engine.games.base import AnyGameUi, Games
from engine.games.khan_tsin import KhanTsinUi
from engine.games.qin import QinUi
from engine.lessons import Lessons
from engine.protocol import (
    AiEffect,
    AiResult,
    AnswerCall,
    Appearance,
    ClientEffect,
    Close,
    DrawAll,
    DrawMore,
    Effects,
    Envelope,
    Inspect,
    Message,
    OpenBoard,
    OpenPage,
    OpenRequest,
    ProtocolError,
    Reply,
    RunAiTask,
    StopAiTask,
)
from engine.session.storage import MAX_TIME
from engine.wire import read, recipient, write
from engine.words import add_words

if TYPE_CHECKING:
    from engine.ai_client import Port, Report

PROGRESS_PARTS = ("thinking",)
"""The parts that show the progress of an AI task."""
GAMES = Games((QinUi(), KhanTsinUi()))
"""The games of the site, in the order of the menu."""
LESSONS = Lessons(GAMES)
"""The lessons of the site, for its build."""
WORKER = AiWorker(GAMES)


def install(game: AnyGameUi) -> None:
    """Add a game to the site, for every app that is opened from now on."""
    global GAMES
    add_words(game.words)
    GAMES = WORKER.games = Games((*GAMES, game))


def open_app(request: OpenRequest, time: float) -> App:
    """Open an app. The others are imported on demand: only the game page is in the memory snapshot."""
    if isinstance(request, OpenBoard):
        from engine.apps.board_app import BoardApp

        return BoardApp.open(request, time, GAMES)
    if request.app == "editor":
        from engine.apps.editor import EditorApp

        return EditorApp.open(request, time, GAMES)
    return GameApp.open(request, time, GAMES)


def now() -> float:
    """Return the time in milliseconds since 1970."""
    return 1000 * time()


def ticks() -> float:
    """Return the milliseconds of a monotonic clock."""
    return 1000 * perf_counter()


class TaskRunner(Protocol):
    """Runs AI tasks, one at a time."""

    def start(self, name: str, arguments: list[object], report: "Report") -> None:
        """Start a task; `report` receives every result, and whether it is the last one."""

    def stop(self) -> None:
        """Stop the running task."""

    def warm_up_worker(self) -> None:
        """Start a worker in the background, once."""

    def inspect(self) -> dict[str, object]:
        """Return where tasks run, for tests."""


class Engine:
    """The apps of one page: the page's own app, or its embedded boards."""

    def __init__(
        self,
        send: Callable[[str], None],
        runner: TaskRunner,
        clock: Callable[[], float] = now,
        ticks: Callable[[], float] = ticks,
    ) -> None:
        """Start without apps; `send` sends the replies that don't answer a message."""
        self._send = send
        self._runner = runner
        self._clock = clock
        self._ticks = ticks
        self._latest_time, self._latest_ticks = -inf, 0.0
        """The time and the ticks at the latest message."""
        self._running: dict[str, RunningApp] = {}
        self._queue: list[QueuedTask] = []
        """The running task, then the waiting ones."""

    def receive(self, text: str) -> str:
        """Pass a message to its app and return the reply."""
        try:
            return write(replace(self._receive(read(text)), answers_message=True))
        except ProtocolError as error:
            return write(Reply(recipient(text), answers_message=True, error=f"ProtocolError: {error}"))

    def _receive(self, envelope: Envelope) -> Reply:
        name, message = envelope.to, envelope.message
        if isinstance(message, Inspect):
            # `Inspect` has no number.
            return Reply(name, effects=(AnswerCall(0, self._runner.inspect()),))
        if isinstance(message, Close):
            self._running.pop(name, None)
            self._stop(name)
            return Reply(name)
        running = self._running.setdefault(name, RunningApp(name))
        if isinstance(message, DrawMore):
            return self._guard(name, running.draw_more)
        if isinstance(message, DrawAll):
            return self._guard(name, running.draw_all)
        if isinstance(message, OpenPage | OpenBoard):
            self._stop(name)
            return self._update(name, lambda: running.open(message, self._time()))
        if envelope.generation not in (None, running.generation):
            # The user acted on an outdated page.
            return running.reply()
        return self._update(name, partial(running.receive, message, self._time(), envelope.later))

    def _time(self) -> float:
        """Return the time of the clock, limited to dates that can be stored.

        The clock may be wrong, broken or set back. The result never decreases, or pauses of computers would get longer.
        """
        try:
            time = self._clock()
        except (OSError, OverflowError, ValueError):
            time = 0.0
        ticks = self._ticks()
        earliest = self._latest_time + ticks - self._latest_ticks
        time = max(time if isfinite(time) else 0.0, 0.0, earliest)
        self._latest_time, self._latest_ticks = min(time, float(MAX_TIME)), ticks
        return self._latest_time

    def _guard(self, name: str, draw: Callable[[], Reply]) -> Reply:
        """Draw; after an exception, close what may have caused it, redraw the rest, and report the exception."""
        try:
            return draw()
        except Exception:
            error = _traceback()
        try:
            update = self._running[name].recover()
            return replace(update.reply, effects=self._run(name, update.effects), error=error)
        except Exception:
            return replace(self._running[name].reply(), error=error)

    def _update(self, name: str, handle: Callable[[], "AppUpdate"]) -> Reply:
        """Update an app and run its AI effects; after an exception, redraw its previous state."""
        try:
            update = handle()
        except Exception:
            error = _traceback()
            return replace(self._guard(name, self._running[name].draw_all), error=error)
        return replace(update.reply, effects=self._run(name, update.effects))

    def _run(self, name: str, effects: Effects) -> tuple[ClientEffect, ...]:
        """Run the AI effects; return the others, for the client."""
        client_effects: list[ClientEffect] = []
        for effect in effects:
            if isinstance(effect, AiEffect):
                self._run_ai(name, effect)
            else:
                client_effects.append(effect)
        return tuple(client_effects)

    def _run_ai(self, name: str, effect: AiEffect) -> None:
        if isinstance(effect, StopAiTask):
            self._stop(name)
        elif isinstance(effect, RunAiTask):
            self._queue.append(QueuedTask(name, effect))
            if len(self._queue) == 1:
                self._start(self._queue[0])
        else:
            self._runner.warm_up_worker()

    def _start(self, queued: "QueuedTask") -> None:
        name, task = queued

        def report(result: object, done: bool) -> None:
            if queued not in self._queue or name not in self._running:
                return
            if done:
                self._stop(name)
            message = AiResult(task.number, result, done)
            self._send(write(self._update(name, lambda: self._running[name].receive(message, self._time()))))

        self._runner.start(task.task, list(task.arguments), report)

    def _stop(self, name: str) -> None:
        """Remove an app's tasks, and start the next waiting one."""
        was_running = bool(self._queue) and self._queue[0].app == name
        self._queue = [queued for queued in self._queue if queued.app != name]
        if was_running:
            self._runner.stop()
            if self._queue:
                self._start(self._queue[0])


class QueuedTask(NamedTuple):
    """An AI task, and the name of its app."""

    app: str
    task: RunAiTask


class AppUpdate(NamedTuple):
    """What follows from a message to an app."""

    reply: Reply
    effects: Effects = ()


class RunningApp:
    """An app, and what the client currently shows of it."""

    def __init__(self, name: str) -> None:
        self.generation = 0
        """See `Reply.generation`."""
        self._name = name
        self._app: App | None = None
        self._shown: dict[str, str] = {}
        self._appearance: Appearance | None = None
        self._first_group_due = False
        """Whether the first group of parts has yet to be drawn."""
        self._due_groups: list[tuple[str, ...]] = []
        """The other groups that have yet to be drawn, the longest waiting one first."""
        self._has_failed = False
        """Whether drawing has failed since the last message."""

    def reply(self) -> Reply:
        return Reply(self._name, self.generation)

    def open(self, request: OpenRequest, time: float) -> AppUpdate:
        """Open or reopen the app."""
        self._has_failed = False
        return self._update(open_app(request, time), opened=True)

    def receive(self, message: Message | AiResult, time: float, later: bool = False) -> AppUpdate:
        """Pass a message to the app; return the first changes and the effects."""
        self._has_failed = False
        if self._app is None:
            return AppUpdate(self.reply())
        return self._update(self._app.receive(message, time), later=later)

    def _update(self, app: App, later: bool = False, opened: bool = False) -> AppUpdate:
        """Replace the app and draw the first group of parts, or nothing if that can wait for the next frame."""
        before, generation = self._app, self.generation
        self._app = replace(app, effects=(), animations=())
        if opened or before is None or app.scope != before.scope:  # the scope is the game on the page
            self.generation, self._shown, self._appearance = generation + 1, {}, None
        try:
            if before is not None and self.generation == generation and app.only_progress(before):
                return AppUpdate(replace(self.reply(), parts=self._changed_parts(PROGRESS_PARTS)), app.effects)
            # A new match replaces everything of the finished one at once, such as its result and its log.
            whole = any(animation.sweeps for animation in app.animations)
            # Animated elements are drawn at once: the client has to know where they were.
            reply = self._draw(later and not app.animations and self.generation == generation, whole=whole)
        except Exception:
            self._app, self.generation = before, generation
            raise
        return AppUpdate(replace(reply, animations=app.animations), app.effects)

    def recover(self) -> AppUpdate:
        """Close what can't be drawn and redraw the rest; after a second failure, give up."""
        if self._app is None or self._has_failed:
            self._due_groups = []
            return AppUpdate(self.reply())
        self._has_failed = True
        app = self._app.recover()
        self._app = replace(app, effects=(), animations=())
        return AppUpdate(self.draw_all(), app.effects)

    def draw_all(self) -> Reply:
        """Redraw everything, even what hasn't changed."""
        self._shown, self._appearance = {}, None
        return self._draw()

    def _draw(self, later: bool = False, whole: bool = False) -> Reply:
        """Draw the first group of parts, or all if `whole`; leave the first one for `draw_more` if `later`."""
        if self._app is None:
            return self.reply()
        first, *others = self._app.groups
        if whole:
            first, others = tuple(name for group in self._app.groups for name in group), []
        self._first_group_due = later
        self._due_groups += [group for group in others if group not in self._due_groups]
        appearance = self._app.appearance()
        changed = appearance if appearance != self._appearance else None
        self._appearance = appearance
        parts = {} if later else self._changed_parts(first)
        # After `whole`, nothing may be left: then the reply to `DrawMore` is empty.
        return replace(self.reply(), parts=parts, appearance=changed, more=True)

    def draw_more(self) -> Reply:
        """Draw the longest waiting group of parts, and the first group if it is due."""
        if self._app is None:
            return self.reply()
        first = self._app.groups[0] if self._first_group_due else ()
        names = first + (self._due_groups.pop(0) if self._due_groups else ())
        self._first_group_due = False
        return replace(self.reply(), parts=self._changed_parts(names) if names else {}, more=bool(self._due_groups))

    def _changed_parts(self, group: tuple[str, ...]) -> Mapping[str, str]:
        """Draw a group and return the parts that differ from what the client shows."""
        assert self._app is not None
        parts = self._app.draw(group)
        changed = {name: text for name, text in parts.items() if self._shown.get(name) != text}
        self._shown |= changed
        return changed


def _traceback() -> str:
    """Format the current exception.

    Formatting may import modules. Soon after the start, the files of the standard library can still be missing (see
    `addFiles` in runtime.js); then return the exception's `repr`.
    """
    try:
        return traceback.format_exc()
    except Exception:
        return repr(sys.exc_info()[1])


def start_task(name: str, arguments: str) -> None:
    """Start an AI task in this interpreter, which may be a worker's."""
    WORKER.start(name, arguments)


def continue_task(milliseconds: float) -> str:
    """Continue the AI task of this interpreter."""
    return WORKER.resume(milliseconds)


def connect(port: "Port") -> object:
    """Connect the client: it calls the returned function with messages, and `port.send` sends additional replies."""
    from pyodide.ffi import create_proxy

    from engine.ai_client import AiClient

    return create_proxy(Engine(port.send, AiClient(port, start_task, continue_task)).receive)
