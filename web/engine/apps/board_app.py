"""The app of an embedded board: messages, AI tasks, timers, and events for the embedding page."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from engine.apps import App, AppMessage
from engine.apps.board import PARTS, Board
from engine.apps.board_options import language_of
from engine.games.base import Games
from engine.html import Markup
from engine.protocol import (
    Act,
    AiPauseOver,
    AiResult,
    AnswerCall,
    Appearance,
    Call,
    DispatchEvent,
    Key,
    OpenBoard,
    OptionsChanged,
    ReplayTick,
)
from engine.session import ai_scheduler
from engine.session.ai_scheduler import AiScheduler, Step
from engine.session.update import NOTHING_TYPED, Typed, animate, press
from engine.words import explain_all, say
from qin_core.common.errors import ParseError


@dataclass(frozen=True)
class BoardApp(App):
    """An embedded board with its AI tasks and timers, or the problems of its attributes."""

    board: Board | None = None
    problems: tuple[str, ...] = ()
    """A heading, then one sentence for each problem of the attributes."""
    scheduler: AiScheduler = field(default_factory=AiScheduler)
    typed: Typed = NOTHING_TYPED

    groups: ClassVar[tuple[tuple[str, ...], ...]] = (tuple(name for name in PARTS if name != "grid"), ("grid",))

    @classmethod
    def open(cls, opening: OpenBoard, time: float, games: Games) -> Self:
        """Set up a board from its attributes, or show their problems."""
        try:
            board = Board.open(opening.attributes, opening.seed, games)
        except ParseError as error:
            return cls._with_problems(language_of(opening.attributes), error)
        app = cls(board, scheduler=AiScheduler(opening.seed % 2**32), time=time)
        ready = DispatchEvent("qin-ready", {"position": str(board.session.match.latest)})
        # Nothing is animated: the board before the update is the same.
        return app.with_effects(ready).after_update(app)

    @classmethod
    def _with_problems(cls, language: str, error: ParseError) -> Self:
        """Make an app without a board, which only shows the problems of the attributes."""
        title, problems = say(language, "embed-faults"), explain_all(language, error.problems)
        detail = {"reason": "attributes", "words": " ".join([title, *problems]), "faults": problems}
        return cls(problems=(title, *problems)).with_effects(DispatchEvent("qin-error", detail))

    def handle(self, message: AppMessage) -> Self:
        """Handle a message; without a board, only answer calls, with the problems."""
        if self.board is None:
            if not isinstance(message, Call):
                return self
            return self.with_effects(AnswerCall(message.number, error=" ".join(self.problems)))
        match message:
            case Act():
                return self.act(message)
            case Key():
                return self._press(message)
            case Call():
                return self._call(message)
            case OptionsChanged():
                return self._set_options(message)
            case AiResult():
                return self.schedule(ai_scheduler.on_result(self.scheduler, self.board.session, message, self.time))
            case AiPauseOver():
                return self.schedule(ai_scheduler.on_pause_over(self.scheduler, self.board.session, message.task))
            case ReplayTick():
                return self.schedule(ai_scheduler.on_replay_tick(self.scheduler, self.board.session, message.ply))
        return super().handle(message)

    def with_board(self, board: Board) -> Self:
        """Replace the board, and dispatch its events."""
        return replace(self, board=board).with_effects(*board.reports)

    def act(self, message: Act) -> Self:
        assert self.board is not None
        if message.action == "play-now":
            return self.schedule(ai_scheduler.play_now(self.scheduler, self.board.session))
        return self.with_board(self.board.act(message.action, message.value))

    def _press(self, message: Key) -> Self:
        """Handle a key on a square or elsewhere on the board."""
        assert self.board is not None
        pressed, typed = press(message.key, self.board.session, message.square, self.typed, self.time)
        return replace(self, typed=typed).on_key(pressed)

    def _set_options(self, message: OptionsChanged) -> Self:
        """Apply attributes that don't affect the match."""
        assert self.board is not None
        try:
            return replace(self, board=self.board.set_options(message.attributes))
        except ParseError as error:
            return self._with_problems(language_of(message.attributes), error)

    def _call(self, message: Call) -> Self:
        """Answer a call of the embedding page's script."""
        assert self.board is not None
        # The reports of the last step have been dispatched already.
        app = replace(self, board=replace(self.board, reports=()))
        if message.method == "play":
            app = self.with_board(self.board.play(message.value))
        elif message.method == "undo":
            app = self.with_board(self.board.put_down().act("undo"))
        assert app.board is not None
        return app.with_effects(AnswerCall(message.number, app.board.state()))

    def schedule(self, step: Step) -> Self:
        """Apply a step of the scheduler; a guided game comments on the computer's move."""
        assert self.board is not None
        before = self.board.session
        app = replace(self, scheduler=step.scheduler).with_effects(*step.effects)
        if step.session is before:
            return app
        return app.with_board(self.board.with_session(step.session).answer_attempt(before))

    def after_update(self, before: Self) -> Self:
        """Schedule AI tasks and the replay, and animate turns."""
        if self.board is None:
            return self
        session = self.board.session
        step = ai_scheduler.schedule(self.scheduler, session, self.time, may_think=self.board.may_think)
        animations = animate(before.board.session, session) if before.board else ()
        return replace(self, scheduler=step.scheduler, animations=animations).with_effects(*step.effects)

    def only_progress(self, before: Self) -> bool:
        """Return whether the boards differ at most in the progress of the computer's search."""
        board, old = self.board, before.board
        if board is None or old is None or not board.session.only_progress(old.session):
            return False
        return board == replace(old, session=board.session)

    def draw(self, names: Collection[str]) -> Mapping[str, Markup]:
        return self.board.parts(names) if self.board else {}

    def appearance(self) -> Appearance:
        """Return the appearance with the position, or with the problems of the attributes."""
        if self.board is None:
            return Appearance(problems=self.problems)
        session = self.board.session
        return replace(session.appearance(), position=str(session.match.latest))
