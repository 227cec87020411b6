"""One embedded board while it is shown: messages in, what goes on by itself, what is told to the page that holds it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from engine import driver
from engine.app import App, Message, Messages
from engine.driver import Driven, Driver
from engine.effects import Answer, Emit
from engine.embedding.board import SHOWN, Board
from engine.embedding.options import language_of
from engine.faults import explain_all
from engine.keys import NOTHING_TYPED, Typed, press
from engine.look import Look
from engine.scenes import between
from engine.view.html import Html
from engine.words import say
from qin_core.errors import FaultyText


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
    def open(cls, message: Message, time: float) -> Self:
        """Set a board up from its attributes; what is wrong with them is told instead."""
        attributes, seed = _attributes(message["open"]), int(message["seed"])
        try:
            board = Board.open(attributes, seed)
        except FaultyText as error:
            return cls._faulty(language_of(attributes), error)
        app = cls(board, driver=Driver(seed % 2**32), time=time)
        return app.do(Emit("qin-ready", {"position": str(board.model.game.now)})).settle(app)

    @classmethod
    def _faulty(cls, language: str, error: FaultyText) -> Self:
        """Show nothing but what is wrong with the attributes."""
        title, told = say(language, "embed-faults"), explain_all(language, error.faults)
        detail = {"reason": "attributes", "words": " ".join([title, *told]), "faults": told}
        return cls(faults=(title, *told)).do(Emit("qin-error", detail))

    def receive(self, message: Message, time: float) -> Self:
        """Do what a message asks for; what makes no sense changes nothing."""
        if self.board is None:
            answer = Answer(message.get("number", 0), error=" ".join(self.faults))
            return replace(self, effects=(answer,) if "call" in message else ())
        return super().receive(message, time)

    def step(self, board: Board) -> Self:
        return replace(self, board=board).do(*board.reports)

    def act(self, message: Message) -> Self:
        assert self.board is not None
        action, value = str(message["act"]), str(message.get("value", ""))
        if action == "play-now":
            return self.drive(driver.play_now(self.driver, self.board.model))
        return self.step(self.board.act(action, value))

    def _press(self, message: Message) -> Self:
        """Obey a key on a square of the board, or on the rest of it."""
        assert self.board is not None
        cell = str(message.get("cell", ""))
        pressed, typed = press(str(message["key"]), self.board.model, cell, self.typed, self.time)
        return replace(self, typed=typed).obey(pressed)

    def _dress(self, message: Message) -> Self:
        """Take over attributes that leave the game alone."""
        assert self.board is not None
        attributes = _attributes(message["dress"])
        try:
            return replace(self, board=self.board.dress(attributes))
        except FaultyText as error:
            return self._faulty(language_of(attributes), error)

    def _call(self, message: Message) -> Self:
        """Serve the page's own script."""
        assert self.board is not None
        name, value = str(message["call"]), str(message.get("value", ""))
        app = replace(self, board=replace(self.board, reports=()))
        if name == "play":
            app = self.step(self.board.play(value))
        elif name == "undo":
            app = self.step(self.board.act("undo"))
        assert app.board is not None
        return app.do(Answer(int(message["number"]), app.board.state()))

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
        scenes = between(before.board.model, model) if before.board else ()
        return replace(self, driver=driven.driver, scenes=scenes).do(*driven.effects)

    def draw(self, names: Collection[str]) -> Mapping[str, Html]:
        """Draw some parts of the board."""
        return self.board.parts(names) if self.board else {}

    def look(self) -> Look:
        """Tell what the whole board looks like, and how it stands; or what is wrong with its attributes."""
        if self.board is None:
            return {"faults": list(self.faults)}
        model = self.board.model
        return {**model.look(), "line": str(model.game.now)}

    messages: ClassVar[Messages] = {
        "act": act,
        "key": _press,
        "call": _call,
        "dress": _dress,
        "thought": lambda app, message: app.drive(
            driver.hear(app.driver, app.board.model, message["thought"], app.time)
        ),
        "due": lambda app, message: app.drive(driver.fall_due(app.driver, app.board.model, message["due"])),
        "tick": lambda app, message: app.drive(driver.tick(app.driver, app.board.model, message["tick"])),
    }


def _attributes(given: Mapping[str, object]) -> dict[str, str]:
    return {str(name): str(value) for name, value in given.items()}
