"""One embedded board while it is shown: messages in, what goes on by itself, what is told to the page that holds it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from engine.app import App, AppMessage
from engine.apps.board import SHOWN, Board
from engine.apps.board_options import language_of
from engine.html import Html
from engine.problems import explain_all
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
    ReplayTick,
    SetOptions,
)
from engine.session import ai_scheduler as driver
from engine.session.ai_scheduler import Driven, Driver
from engine.session.animation import animate
from engine.session.keys import NOTHING_TYPED, Typed, press
from engine.words import say
from qin_core.common.errors import ParseError


@dataclass(frozen=True)
class BoardApp(App):
    """One board while it is shown: with whatever goes on there by itself, or with what is wrong with its attributes."""

    board: Board | None = None
    faults: tuple[str, ...] = ()
    """What is wrong with the attributes, a title first."""
    driver: Driver = field(default_factory=Driver)
    typed: Typed = NOTHING_TYPED

    groups: ClassVar[tuple[tuple[str, ...], ...]] = (tuple(name for name in SHOWN if name != "grid"), ("grid",))

    @classmethod
    def open(cls, opening: OpenBoard, time: float) -> Self:
        """Set up a board from its attributes, or show what is wrong with them."""
        try:
            board = Board.open(opening.attributes, opening.seed)
        except ParseError as error:
            return cls._faulty(language_of(opening.attributes), error)
        app = cls(board, driver=Driver(opening.seed % 2**32), time=time)
        return app.do(DispatchEvent("qin-ready", {"position": str(board.model.game.now)})).settle(app)

    @classmethod
    def _faulty(cls, language: str, error: ParseError) -> Self:
        """Show nothing but what is wrong with the attributes."""
        title, told = say(language, "embed-faults"), explain_all(language, error.problems)
        detail = {"reason": "attributes", "words": " ".join([title, *told]), "faults": told}
        return cls(faults=(title, *told)).do(DispatchEvent("qin-error", detail))

    def handle(self, message: AppMessage) -> Self:
        """Handle a message; a board that can't be shown only answers calls, with what is wrong."""
        if self.board is None:
            if not isinstance(message, Call):
                return self
            return self.do(AnswerCall(message.number, error=" ".join(self.faults)))
        match message:
            case Act():
                return self.act(message)
            case Key():
                return self._press(message)
            case Call():
                return self._call(message)
            case SetOptions():
                return self._set_options(message)
            case AiResult():
                return self.drive(driver.hear(self.driver, self.board.model, message, self.time))
            case AiPauseOver():
                return self.drive(driver.fall_due(self.driver, self.board.model, message.task))
            case ReplayTick():
                return self.drive(driver.tick(self.driver, self.board.model, message.ply))
        return super().handle(message)

    def step(self, board: Board) -> Self:
        return replace(self, board=board).do(*board.reports)

    def act(self, message: Act) -> Self:
        assert self.board is not None
        if message.action == "play-now":
            return self.drive(driver.play_now(self.driver, self.board.model))
        return self.step(self.board.act(message.action, message.value))

    def _press(self, message: Key) -> Self:
        """Obey a key on a square of the board, or on the rest of it."""
        assert self.board is not None
        pressed, typed = press(message.key, self.board.model, message.cell, self.typed, self.time)
        return replace(self, typed=typed).obey(pressed)

    def _set_options(self, message: SetOptions) -> Self:
        """Apply attributes that leave the game alone."""
        assert self.board is not None
        try:
            return replace(self, board=self.board.dress(message.attributes))
        except ParseError as error:
            return self._faulty(language_of(message.attributes), error)

    def _call(self, message: Call) -> Self:
        """Serve a script of the embedding page."""
        assert self.board is not None
        app = replace(self, board=replace(self.board, reports=()))
        if message.method == "play":
            app = self.step(self.board.play(message.value))
        elif message.method == "undo":
            app = self.step(self.board.act("undo"))
        assert app.board is not None
        return app.do(AnswerCall(message.number, app.board.state()))

    def drive(self, driven: Driven) -> Self:
        """Take over what the driver has made of the model; a computer's move in a lesson is commented on."""
        assert self.board is not None
        before = self.board.model
        app = replace(self, driver=driven.driver).do(*driven.effects)
        if driven.model is before:
            return app
        return app.step(self.board.become(driven.model).judge(before))

    def settle(self, before: Self) -> Self:
        """Let the computer, the replay and what moves follow."""
        if self.board is None:
            return self
        model = self.board.model
        driven = driver.drive(self.driver, model, self.time, may_think=self.board.may_think)
        animations = animate(before.board.model, model) if before.board else ()
        return replace(self, driver=driven.driver, animations=animations).do(*driven.effects)

    def draw(self, names: Collection[str]) -> Mapping[str, Html]:
        """Draw some parts of the board."""
        return self.board.parts(names) if self.board else {}

    def appearance(self) -> Appearance:
        """Return the appearance with the position; or what is wrong with the attributes."""
        if self.board is None:
            return Appearance(problems=self.faults)
        model = self.board.model
        return replace(model.appearance(), position=str(model.game.now))
