"""A board in somebody's page: filled from attributes, acted on by its reader or by the page's own script."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from engine import driver, rooms, view
from engine.app import App, Message
from engine.driver import Driven, Driver
from engine.effects import Answer, Effect, Effects, Emit, Focus
from engine.embedding.options import NOBODY, Options, dress_of, language_of
from engine.faults import explain, explain_all
from engine.keys import NOTHING_TYPED, Typed, press
from engine.lessons.trial import Trial
from engine.model import Model
from engine.scenes import between
from engine.update import play, update
from engine.view.html import NOTHING, Html, button, words
from engine.words import say
from qin_core.errors import FaultyText

LOOKING = frozenset({"point", "look", "step", "recap", "run", "tick"})
"""What may be done on a board on which nobody moves."""
TAKING_BACK = frozenset({"undo", "redo", "play-on"})
POINTING = frozenset({"square", "enter", "turn"})
"""The actions by which somebody means a square, not only passes over it."""
NOT_BY_READERS = frozenset({"next"})
WATCHED = ("board", "squares", "grid", "status", "live")
REPLAYED = (*WATCHED, "players", "replay")
SHOWN = (*REPLAYED, "task", "thinking", "hand", "tools", "hints")


@dataclass(frozen=True)
class Board:
    """What one board shows, who may move on it, and the lesson it is about."""

    model: Model
    who: str
    start: Model
    """What the board began with, to begin again."""
    trial: Trial | None = None
    reports: Effects = field(default=(), compare=False)
    """What the last step has to tell the page that holds the board."""

    @classmethod
    def open(cls, attributes: Mapping[str, str], seed: int = 0) -> Self:
        """Set a board up; raises `FaultyText` with everything that is wrong with the attributes."""
        options = Options.read(attributes, seed)
        return cls(options.model, options.who, options.model, options.trial)

    # What is done

    def act(self, action: str, value: str = "") -> Self:
        """Do what a button, a square or a key asks for; what this board has no use for changes nothing."""
        if action == "again":
            return replace(self.become(self.start), trial=self.trial and self.trial.again())
        if action == "solution" and self.trial:
            trial, model = self.trial.show(self.start)
            return replace(self.become(model), trial=trial)
        if action not in self._allowed():
            return replace(self, reports=())
        board = self if action in LOOKING or not self.trial else replace(self, trial=self.trial.dismiss())
        after = board.become(update(self.model, action, value))
        refused = after.model.refused if action in POINTING else None
        if refused:
            return after._forbid(self.model, *refused)
        return after.judge(self.model)

    def _allowed(self) -> frozenset[str]:
        if self.who == NOBODY or (self.trial and self.trial.closed):
            return LOOKING
        own = rooms.of(self.model).update.ACTIONS.keys() - NOT_BY_READERS
        return LOOKING.union(TAKING_BACK, own, () if self.trial else ("hint",))

    def play(self, text: str) -> Self:
        """Make a move for the page's own script; one that the rules forbid is reported."""
        try:
            move = self.model.game.parse_move(text)
            reason = self.model.game.now.why_not(move)
        except FaultyText as error:
            return self._refuse(text, "malformed", explain(self.model.language, error.faults[0]), [])
        if reason is not None:
            told = self.model.story.refusal(self.model.game.now, move, reason)
            return self._refuse(text, str(reason), told, _places(reason) or _places(move))
        return self.become(play(self.model, move)).judge(self.model)

    def dress(self, attributes: Mapping[str, str]) -> Self:
        """Change the language and whether there are coordinates; the game stays. Raises `FaultyText`."""
        language, coordinates = dress_of(attributes)

        def dressed(model: Model) -> Model:
            return replace(model, language=language, settings=replace(model.settings, coordinates=coordinates))

        return replace(self, model=dressed(self.model), start=dressed(self.start))

    @property
    def may_think(self) -> bool:
        """Whether computers play on this board."""
        return self.who != NOBODY

    def become(self, model: Model) -> Self:
        """Show another model, and report the moves that led to it."""
        # What only the page of the game has is left out: its windows, and moves that stand.
        plain = replace(model, dialog="", note=None, game=model.game.never_standing())
        return replace(self, model=plain, reports=tuple(_moves(self.model, plain)))

    def judge(self, before: Model) -> Self:
        """Answer the move that was just made on the board of a lesson."""
        turns = self.model.game.record.turns
        if self.trial is None or self.trial.closed or len(turns) != len(before.game.record.turns) + 1:
            return self
        move = str(turns[-1].move)
        if not before.game.seat.person:
            return self._with_trial(self.trial.comment(before, self.model, move), move)
        trial, model = self.trial.answer(before, self.model, move)
        after = self if model is self.model else self.become(model)
        told = self.reports if after is self else (*self.reports, *after.reports)
        return replace(after, reports=told)._with_trial(trial, move)

    def _forbid(self, before: Model, move: Any, reason: Any) -> Self:
        """Report a move that a reader tried and the rules forbid; in a lesson it is answered."""
        told = rooms.of(self.model).view.status(self.model)
        detail = {"move": str(move), "reason": str(reason), "squares": _places(reason), "words": told}
        board = replace(self, reports=(*self.reports, Emit("qin-refused", detail)))
        if self.trial is None:
            return board
        return board._with_trial(self.trial.answer(before, self.model, str(move))[0], str(move))

    def _refuse(self, text: str, reason: str, told: str, places: list[str]) -> Self:
        detail = {"move": text, "reason": reason, "squares": places, "words": told}
        return replace(self, reports=(Emit("qin-refused", detail),))

    def _with_trial(self, trial: Trial, move: str) -> Self:
        goal = (Emit("qin-goal", trial.report(move)),) if trial.reached else ()
        return replace(self, trial=trial, reports=(*self.reports, *goal))

    # What is shown

    def parts(self, only: Collection[str] = SHOWN) -> dict[str, Html]:
        """Draw the board: what belongs into the element of each name."""
        watched = self.who == NOBODY
        wanted = WATCHED if watched and not self.model.game.record.turns else REPLAYED if watched else SHOWN
        shown = view.page(self.model, [name for name in wanted if name in only] or ("",))
        if watched and "status" in shown:
            shown["status"] = self._standing(shown)
        elif self.model.winners is not None and self.model.live and "tools" in shown:
            shown["tools"] = button(self.model, "again", "again", kind="primary")
        if self.trial and "tools" in shown:
            shown |= self.trial.parts(self.model)
        return {name: shown.get(name, NOTHING) for name in SHOWN if name in only}

    def _standing(self, drawn: Mapping[str, Html]) -> Html:
        """Tell of the square that is pointed at, of the latest move, or whose turn it is."""
        model = self.model
        if model.target or (model.live and model.winners is not None):
            return drawn["status"]
        return drawn["live"] or words(model, "to-move", player=model.names[model.position.mover - 1])

    def state(self) -> dict[str, Any]:
        """Tell how the board stands, in plain data."""
        game = self.model.game
        emitted = (report for report in self.reports if isinstance(report, Emit))
        return {
            "game": game.room,
            "position": str(game.now),
            "record": str(game.record),
            "mover": game.now.mover,
            "moves": [str(move) for move in game.now.moves()],
            "turns": [str(turn.move) for turn in game.record.turns],
            "winners": None if self.model.winners is None else list(self.model.winners),
            "refused": next((report.detail for report in emitted if report.name == "qin-refused"), None),
        }


@dataclass(frozen=True)
class BoardApp(App):
    """One board while it is shown: with whatever goes on there by itself, or with what is wrong with its attributes."""

    board: Board | None = None
    faults: tuple[str, ...] = ()
    """What is wrong with the attributes, a title first."""
    driver: Driver = field(default_factory=Driver)
    typed: Typed = NOTHING_TYPED
    time: float = 0.0

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
        return app._do(Emit("qin-ready", {"position": str(board.model.game.now)}))._settle()

    @classmethod
    def _faulty(cls, language: str, error: FaultyText) -> Self:
        """Show nothing but what is wrong with the attributes."""
        title, told = say(language, "embed-faults"), explain_all(language, error.faults)
        detail = {"reason": "attributes", "words": " ".join([title, *told]), "faults": told}
        return cls(faults=(title, *told))._do(Emit("qin-error", detail))

    def receive(self, message: Message, time: float) -> Self:
        """Do what a message asks for; what makes no sense changes nothing."""
        app = replace(self, effects=(), time=time)
        if self.board is None:
            answer = Answer(message.get("number", 0), error=" ".join(self.faults))
            return app._do(answer) if "call" in message else app
        kind = next((kind for kind in _MESSAGES if kind in message), None)
        if kind is None:
            return app
        done: Self = _MESSAGES[kind](replace(app, board=replace(self.board, reports=())), message)._settle(self.board)
        return done

    def _do(self, *effects: Effect) -> Self:
        return replace(self, effects=(*self.effects, *effects))

    def _step(self, board: Board) -> Self:
        return replace(self, board=board)._do(*board.reports)

    def _act(self, message: Message) -> Self:
        assert self.board is not None
        action, value = str(message["act"]), str(message.get("value", ""))
        if action == "play-now":
            return self._drive(driver.play_now(self.driver, self.board.model))
        return self._step(self.board.act(action, value))

    def _press(self, message: Message) -> Self:
        """Obey a key on a square of the board, or on the rest of it."""
        assert self.board is not None
        cell = str(message.get("cell", ""))
        pressed, typed = press(str(message["key"]), self.board.model, cell, self.typed, self.time)
        app = replace(self, typed=typed)._do(*([Focus(pressed.square)] if pressed.square else []))
        return app._act({"act": pressed.action, "value": pressed.value}) if pressed.action else app

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
        app = self
        if name == "play":
            app = self._step(self.board.play(value))
        elif name == "undo":
            app = self._step(self.board.act("undo"))
        assert app.board is not None
        return app._do(Answer(int(message["number"]), app.board.state()))

    def _drive(self, driven: Driven) -> Self:
        """Take over what the driver has made of the model; a computer's move in a lesson is commented on."""
        assert self.board is not None
        before = self.board.model
        app = replace(self, driver=driven.driver)._do(*driven.effects)
        if driven.model is before:
            return app
        return app._step(self.board.become(driven.model).judge(before))

    def _settle(self, before: Board | None = None) -> Self:
        """Let the computer, the replay and what moves follow."""
        if self.board is None:
            return self
        model = self.board.model
        driven = driver.drive(self.driver, model, self.time, may_think=self.board.may_think)
        scenes = between(before.model, model) if before else ()
        return replace(self, driver=driven.driver, scenes=scenes)._do(*driven.effects)

    def draw(self, names: Collection[str]) -> Mapping[str, Html]:
        """Draw some parts of the board."""
        return self.board.parts(names) if self.board else {}

    def look(self) -> dict[str, Any]:
        """Tell what the whole board looks like, and how it stands; or what is wrong with its attributes."""
        if self.board is None:
            return {"faults": list(self.faults)}
        model = self.board.model
        colours = {f"p{player}": str(colour) for player, colour in enumerate(model.game.colours, start=1)}
        return {
            "language": model.language,
            "data": {**colours, "game": model.game.room},
            "line": str(model.game.now),
            "hover": model.hover or "",
            "turnable": model.turnable,
            "speed": model.settings.speed,
            "volume": model.settings.volume,
        }


_MESSAGES: Mapping[str, Callable[[Any, Message], Any]] = {
    "act": BoardApp._act,
    "key": BoardApp._press,
    "call": BoardApp._call,
    "dress": BoardApp._dress,
    "thought": lambda app, message: app._drive(driver.hear(app.driver, app.board.model, message["thought"], app.time)),
    "due": lambda app, message: app._drive(driver.fall_due(app.driver, app.board.model, message["due"])),
    "tick": lambda app, message: app._drive(driver.tick(app.driver, app.board.model, message["tick"])),
}


def _attributes(given: Mapping[str, Any]) -> dict[str, str]:
    return {str(name): str(value) for name, value in given.items()}


def _places(about: Any) -> list[str]:
    """Name the places that a refusal or a move is about."""
    return list(map(str, getattr(about, "squares", ()) or getattr(about, "spaces", ())))


def _moves(before: Model, after: Model) -> list[Emit]:
    """Report the moves by which a game has grown, and its end."""
    made, turns = len(before.game.record.turns), after.game.record.turns
    if len(turns) <= made or after.game.record.start != before.game.record.start:
        return []
    reports = []
    for number in range(made, len(turns)):
        position, move = after.game.positions[number], turns[number].move
        events = list(map(str, turns[number].events))
        then = str(after.game.positions[number + 1])
        told = {"move": str(move), "player": position.mover, "events": events, "position": then}
        reports.append(Emit("qin-move", told))
    if after.winners is not None:
        reports.append(Emit("qin-end", {"winners": list(after.winners)}))
    return reports
