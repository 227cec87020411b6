"""A board in somebody's page: filled from attributes, acted on by its reader or by the page's own script.

Nothing here knows the browser. Every step gives the next board, with the reports for the page that holds it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

from engine import rooms, view
from engine.embedding.options import NOBODY, Options
from engine.faults import explain, explain_all
from engine.lessons.trial import Trial
from engine.model import Model
from engine.update import show_hints, update
from engine.view.html import Html, button, words
from engine.words import say
from qin_core.errors import Fault, FaultyText, quote

LOOKING = frozenset({"point", "look", "step", "recap", "run", "tick"})
"""What may be done on a board on which nobody moves."""
TAKING_BACK = frozenset({"undo", "redo", "play-on"})
POINTING = frozenset({"square", "enter"})
"""The actions by which somebody means a square, not only passes over it."""
WATCHED = ("board", "squares", "grid", "status", "live")
REPLAYED = (*WATCHED, "players", "replay")
SHOWN = (*REPLAYED, "task", "thinking", "hand", "tools", "hints")


class Report(NamedTuple):
    """Something the page that holds the board is told: the name of an event, and what it says."""

    name: str
    detail: dict[str, Any]


@dataclass(frozen=True)
class Embedded:
    """One board: what it shows and who may move on it."""

    model: Model
    who: str
    start: Model
    """What the board began with, to begin again."""
    trial: Trial | None = None
    """The lesson it is about."""
    reports: tuple[Report, ...] = field(default=(), compare=False)
    """What the last step has to tell."""

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
        return after._judge(self.model)

    def _allowed(self) -> frozenset[str]:
        if self.who == NOBODY or (self.trial and self.trial.closed):
            return LOOKING
        return LOOKING.union(TAKING_BACK, rooms.of(self.model).update.ACTIONS.keys() - {"next"})

    def play(self, text: str) -> Self:
        """Make a move for the computer or for the page's own script; one that the rules forbid is reported."""
        try:
            reason = self.model.game.now.why_not(text)
        except FaultyText as error:
            return self._refuse(text, "malformed", error.faults[0])
        if reason is not None:
            return self._refuse(text, str(reason), Fault("move", str(reason), quote(text)), _places(reason))
        return self.become(update(self.model, "play", text))._judge(self.model)

    def think(self, progress: float) -> Self:
        """Show how far the computer is with its thoughts."""
        return self.become(update(self.model, "think", f"{progress:.2f}"))

    def hint(self, ranked: list[list[Any]]) -> Self:
        """Show the best moves with their win chances."""
        found = show_hints(self.model, [(move, chance) for move, chance in ranked])
        return self.become(replace(found, thinking=None))

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer is on turn."""
        model = self.model
        return self.who != NOBODY and model.live and model.winners is None and not model.game.seat.person

    def become(self, model: Model) -> Self:
        """Show another model, and report the moves that led to it."""
        # What only the page of the game has is left out: its windows, and moves that stand.
        plain = replace(model, dialog="", note=None, game=model.game.never_standing())
        return replace(self, model=plain, reports=tuple(_moves(self.model, plain)))

    def _judge(self, before: Model) -> Self:
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
        board = replace(self, reports=(*self.reports, Report("qin-refused", detail)))
        if self.trial is None:
            return board
        return board._with_trial(self.trial.answer(before, self.model, str(move))[0], str(move))

    def _refuse(self, text: str, reason: str, fault: Fault, places: list[str] | None = None) -> Self:
        told = explain(self.model.language, fault)
        detail = {"move": text, "reason": reason, "squares": places or [], "words": told}
        return replace(self, reports=(Report("qin-refused", detail),))

    def _with_trial(self, trial: Trial, move: str) -> Self:
        goal = (Report("qin-goal", trial.report(move)),) if trial.reached else ()
        return replace(self, trial=trial, reports=(*self.reports, *goal))

    # What is shown

    def parts(self, fresh: bool = False, without: Collection[str] = ()) -> dict[str, str]:
        """Draw the board: what belongs into the element of each name; `fresh` lets what just changed move."""
        watched = self.who == NOBODY
        wanted = WATCHED if watched and not self.model.game.record.turns else REPLAYED if watched else SHOWN
        shown = view.page(self.model, fresh, [name for name in wanted if name not in without])
        if watched:
            shown["status"] = self._standing(shown)
        elif self.model.winners is not None and self.model.live:
            shown["tools"] = button(self.model, "again", "again", kind="primary")
        if self.trial:
            shown |= self.trial.parts(self.model)
        return {name: shown.get(name, "") for name in SHOWN}

    def _standing(self, drawn: Mapping[str, Html]) -> Html:
        """Tell of the square that is pointed at, of the latest move, or whose turn it is."""
        model = self.model
        if model.target or (model.live and model.winners is not None):
            return drawn["status"]
        return drawn["live"] or words(model, "to-move", player=model.names[model.position.mover - 1])

    def state(self) -> dict[str, Any]:
        """Tell how the board stands, in plain data."""
        game = self.model.game
        return {
            "game": game.room,
            "position": str(game.now),
            "record": str(game.record),
            "mover": game.now.mover,
            "moves": [str(move) for move in game.now.moves()],
            "turns": [str(turn.move) for turn in game.record.turns],
            "winners": None if self.model.winners is None else list(self.model.winners),
            "refused": next((report.detail for report in self.reports if report.name == "qin-refused"), None),
        }


def _places(reason: Any) -> list[str]:
    """Name the places that a refusal is about."""
    return list(map(str, reason.squares or getattr(reason, "spaces", ())))


def _moves(before: Model, after: Model) -> list[Report]:
    """Report the moves by which a game has grown, and its end."""
    made, turns = len(before.game.record.turns), after.game.record.turns
    if len(turns) <= made or after.game.record.start != before.game.record.start:
        return []
    reports = []
    for number in range(made, len(turns)):
        position, move = after.game.positions[number], turns[number].move
        events = [str(event) for event in position.events(move)]
        then = str(after.game.positions[number + 1])
        reports.append(
            Report("qin-move", {"move": str(move), "player": position.mover, "events": events, "position": then})
        )
    if after.winners is not None:
        reports.append(Report("qin-end", {"winners": list(after.winners)}))
    return reports


def complaint(language: str, error: FaultyText) -> list[str]:
    """Say what keeps a board from being shown: a title, then every fault."""
    return [say(language, "embed-faults"), *explain_all(language, error.faults)]
