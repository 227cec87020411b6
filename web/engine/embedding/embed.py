"""The engine of all boards in somebody's page: messages from the boards in, what changed out.

It runs in a hidden frame of its own; `engine.mjs` brings the messages as JSON. Every message is answered by exactly
one; what a board does by itself (a computer's move, a replay that runs) is sent without being asked for.
"""

import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.embedding.embedded import Embedded, Report, complaint
from engine.embedding.options import language_of
from engine.keys import Keyboard
from engine.thinking import Thinking
from qin_core.errors import FaultyText

PAUSE = 250
"""How long a computer's turn takes at least, in milliseconds."""
REPLAY = 900
SETTLING = 150
"""After how many milliseconds a board that was opened gets its words for keyboards: all boards are drawn first."""
Message = dict[str, Any]


class Engine:
    """All boards of one page."""

    def __init__(self, window: Any) -> None:
        """Have no boards yet; the computer players' worker waits for the first who needs one."""
        from pyodide.ffi import create_once_callable, create_proxy

        self._window = window
        self._once = create_once_callable
        self._boards: dict[str, Live] = {}
        self.thinking = Thinking(window)
        self._prepared = False
        self._queue: list[Live] = []
        window.qinEngine.listen(create_proxy(self.receive))

    def receive(self, text: str) -> None:
        """Take a message to a board; what makes no sense is answered by nothing."""
        message = json.loads(text)
        name = str(message.get("board", ""))
        if message.get("close"):
            live = self._boards.pop(name, None)
            if live:
                live.close()
            return
        live = self._boards.setdefault(name, Live(self, name))
        live.receive(message)

    def send(self, message: Message) -> None:
        """Send a message to the page."""
        self._window.qinEngine.send(json.dumps(message))

    def later(self, work: Callable[[], None], milliseconds: float) -> None:
        """Do something after a while."""
        self._window.setTimeout(self._once(work), milliseconds)

    # One computer thinks at a time, for one board after the other.

    def think(self, live: "Live") -> None:
        """Let a board's computer think when its turn comes."""
        if not self._prepared:
            self._prepared = True
            prepare = self._once(lambda allowed: self.thinking.prepare() if allowed else None)
            self._window.qinEngine.loadWorkers().then(prepare)
        if live not in self._queue:
            self._queue.append(live)
            if self._queue == [live]:
                live.think()

    def rest(self, live: "Live") -> None:
        """Let the next board's computer think."""
        if live not in self._queue:
            return
        first = self._queue[0] is live
        self._queue.remove(live)
        if first:
            self.thinking.stop()
            if self._queue:
                self._queue[0].think()


class Live:
    """One board while it is shown."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._name = name
        self._board: Embedded | None = None
        self._shown: dict[str, str] = {}
        self._drawn: tuple[object, int] | None = None
        self._keyboard = Keyboard()
        self._opened = False
        self._whole = False
        self._hurried = False
        self._hinting = False
        self._ticking_at: int | None = None
        self._faults: list[str] = []

    def close(self) -> None:
        """Stop."""
        self._board = None
        self._engine.rest(self)

    # Messages

    def receive(self, message: Message) -> None:
        """Do what a message asks for, and answer it; one that makes no sense changes nothing."""
        before, answer = self._board, {}
        try:
            answer = self._obey(message)
        except Exception:
            self._board = before
            raise
        finally:
            self._send({"reply": True, **answer})
        self._go_on()

    def _obey(self, message: Message) -> Message:
        if "open" in message:
            return self._open({str(name): str(value) for name, value in dict(message["open"]).items()})
        if self._board is not None and "act" in message:
            return self._step(self._act(str(message["act"]), str(message.get("value", ""))))
        if self._board is not None and "key" in message:
            return self._press(self._board, str(message["key"]), str(message.get("cell", "")))
        if "call" in message:
            return self._call(str(message["call"]), str(message.get("value", "")), message.get("number"))
        return {}

    def _send(self, message: Message) -> None:
        self._engine.send({"board": self._name, **message})

    def _open(self, attributes: dict[str, str]) -> Message:
        self._engine.rest(self)
        self._shown, self._drawn = {}, None
        try:
            board = Embedded.open(attributes, random.getrandbits(48))
        except FaultyText as error:
            self._board, self._faults = None, complaint(language_of(attributes), error)
            return {"faults": self._faults}
        opened, self._opened, self._whole = self._opened, True, False
        self._engine.later(self._settle, SETTLING)
        answer = self._step(board)
        ready = [] if opened else [Report("qin-ready", {"position": answer["line"]})]
        return {**answer, "reports": [*ready, *answer["reports"]]}

    def _act(self, action: str, value: str) -> Embedded:
        assert self._board is not None
        if action == "play-now":
            self._hurried = True
        if action == "hint":
            self._hinting = True
            self._engine.think(self)
        return self._board.act(action, value)

    def _press(self, board: Embedded, key: str, cell: str) -> Message:
        """Obey a key on a square of the board, or on the rest of it."""
        pressed = self._keyboard.press(key, board.model, cell)
        answer = self._step(board.act(pressed.action, pressed.value)) if pressed.action else {}
        return {**answer, "focus": pressed.square}

    def _call(self, name: str, value: str, number: object) -> Message:
        """Serve the page's own script."""
        if self._board is None:
            return {"answer": {"number": number, "error": " ".join(self._faults)}}
        steps: dict[str, Callable[[Embedded], Embedded]] = {
            "play": lambda board: board.play(value),
            "undo": lambda board: board.act("undo"),
        }
        answer = self._step(steps[name](self._board)) if name in steps else {}
        return {**answer, "answer": {"number": number, "value": self._board.state()}}

    # Drawing

    def _step(self, board: Embedded) -> Message:
        """Take over the next state of the board, and give what changed."""
        before, self._board = self._board, board
        if before and before.model.game is not board.model.game:
            self._hinting = False
            self._engine.rest(self)
        if not board.waits_for_computer and not self._hinting:
            self._engine.rest(self)
        model = board.model
        now = (model.game.record.start, model.shown)
        fresh = self._drawn is not None and self._drawn == (now[0], now[1] - 1)
        parts = board.parts(fresh, () if self._whole else ("grid",))
        changed = {name: text for name, text in parts.items() if self._shown.get(name, "") != text}
        self._shown, self._drawn = parts, now
        return {
            "parts": changed,
            "game": model.game.room,
            "language": model.language,
            "colours": list(model.game.colours),
            "line": str(model.game.now),
            "reports": [list(report) for report in board.reports],
        }

    def _settle(self) -> None:
        """Draw what wasn't needed at once."""
        if self._board is not None and not self._whole:
            self._whole = True
            self._tell(replace(self._board, reports=()))

    def _tell(self, board: Embedded) -> None:
        """Show what happened without being asked."""
        self._send(self._step(board))
        self._go_on()

    # What goes on by itself

    def _go_on(self) -> None:
        """Let the replay run, and the computer think when it is its turn."""
        board = self._board
        if board is None:
            return
        shown = board.model.shown
        if board.model.playing and self._ticking_at != shown:
            self._ticking_at = shown
            self._engine.later(lambda: self._tick(shown), REPLAY)
        if board.waits_for_computer:
            self._engine.think(self)

    def _tick(self, shown: int) -> None:
        """Go on with the replay, unless somebody has gone elsewhere in the meantime."""
        if self._ticking_at == shown:
            self._ticking_at = None
        if self._board is not None and self._board.model.playing and self._board.model.shown == shown:
            self._tell(self._board.act("tick"))

    def think(self) -> None:
        """Think about the next move, or about a hint; a result counts only if the game still stands there."""
        board = self._board
        if board is None or not (board.waits_for_computer or self._hinting):
            self._engine.rest(self)
            return
        game, since, hinting = board.model.game, time.monotonic(), self._hinting
        self._hurried = False

        ranked: list[list[Any]] = []

        def report(result: Any, done: bool) -> None:
            if self._board is None or self._board.model.game is not game:
                return
            if result:
                ranked[:] = result["ranked"]
            if not done and not self._hurried:
                self._tell(self._board.think(result["progress"]))
            elif hinting:
                self._hinting = False
                self._engine.rest(self)
                self._tell(self._board.hint(ranked))
            elif ranked:
                self._engine.thinking.stop()
                rest = 0 if self._hurried else max(0, PAUSE - 1000 * (time.monotonic() - since))
                self._engine.later(lambda: self._play(game, ranked[0][0]), rest)

        seen = str(game.now.view(game.now.mover))
        level = game.levels[-1] if hinting else game.seat.kind
        self._engine.thinking.start("think", [game.room, seen, level, random.getrandbits(32)], report)

    def _play(self, game: object, move: str) -> None:
        if self._board is not None and self._board.model.game is game and self._board.waits_for_computer:
            self._tell(self._board.play(move))


def start() -> Engine:
    """Begin: wait for the boards of the page."""
    import js

    engine = Engine(js.window)
    js.window.dispatchEvent(js.Event.new("qin:ready"))
    return engine
