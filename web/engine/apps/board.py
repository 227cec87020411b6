"""A board in somebody's page: filled from attributes, acted on by its reader or by the page's own script."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from engine import games as rooms
from engine import ui as view
from engine.apps.board_options import NOBODY, Options, dress_of
from engine.apps.variations import variations, written_comment
from engine.html import NOTHING, Html, button, drawing, text, words
from engine.lessons.attempt import Trial
from engine.problems import explain
from engine.protocol import DispatchEvent, Effects
from engine.session import links
from engine.session.session import Model
from engine.session.update import play, update
from qin_core.common.errors import BaseRefusal, ParseError

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
    main_line: Model | None = None
    """The game that was left for a variation."""
    reports: Effects = field(default=(), compare=False)
    """What the last step has to tell the page that holds the board."""

    @classmethod
    def open(cls, attributes: Mapping[str, str], seed: int = 0) -> Self:
        """Set a board up; raises `ParseError` with everything that is wrong with the attributes."""
        options = Options.read(attributes, seed)
        return cls(options.model, options.who, options.model, options.trial)

    # What is done

    def act(self, action: str, value: str = "") -> Self:
        """Do what a button, a square or a key asks for; what this board has no use for changes nothing."""
        if action == "again":
            return replace(self.become(self.start), trial=self.trial and self.trial.again(), main_line=None)
        if action == "variation":
            return self._vary(value)
        if action == "main-line":
            return replace(self, model=self.main_line or self.model, main_line=None, reports=())
        if action == "solution" and self.trial:
            trial, model = self.trial.show(self.start)
            return replace(self.become(model), trial=trial)
        if action not in self._allowed():
            return replace(self, reports=())
        board = self if action in LOOKING or not self.trial else replace(self, trial=self.trial.dismiss())
        after = board.become(update(self.model, action, value))
        refused = after.model.refused if action in POINTING else None
        if refused:
            return after.forbid(self.model, *refused)
        return after.judge(self.model)

    def _vary(self, number: str) -> Self:
        """Let a variation of the turn that is shown be seen, from the position before it."""
        model, shown = self.model, self.model.shown
        found = list(variations(model.game, shown)) if shown else []
        game = found[int(number)].game if number.isdecimal() and int(number) < len(found) else None
        if game is None:
            return replace(self, reports=())
        other = update(model.with_game(game), "run", str(shown - 1))
        return replace(self, model=other, main_line=self.main_line or model, reports=())

    def _allowed(self) -> frozenset[str]:
        if self.who == NOBODY or (self.trial and self.trial.closed):
            return LOOKING
        own = rooms.of(self.model).update.ACTIONS.keys() - NOT_BY_READERS
        return LOOKING.union(TAKING_BACK, own, () if self.trial else ("hint",))

    def play(self, written: str) -> Self:
        """Make a move for the page's own script; one that the rules forbid is reported."""
        try:
            move = self.model.game.parse_move(written)
            reason = self.model.game.now.why_not(move)
        except ParseError as error:
            return self._refuse(written, "malformed", explain(self.model.language, error.problems[0]), [])
        if reason is not None:
            told, squares = self.model.story.refusal(self.model.game.now, move, reason), _places(move)
            # Nobody has pointed there: the words have to say where.
            if not any(square in told for square in squares):
                told = ": ".join(filter(None, (", ".join(squares), told)))
            return self._refuse(written, str(reason), told, _places(reason) or squares)
        return self.become(play(self.model, move)).judge(self.model)

    def dress(self, attributes: Mapping[str, str]) -> Self:
        """Change the language and whether there are coordinates; the game stays. Raises `ParseError`."""
        language, coordinates = dress_of(attributes)

        def dressed(model: Model) -> Model:
            return replace(model, language=language, settings=replace(model.settings, coordinates=coordinates))

        main_line = self.main_line and dressed(self.main_line)
        return replace(self, model=dressed(self.model), start=dressed(self.start), main_line=main_line)

    @property
    def may_think(self) -> bool:
        """Whether computers play on this board."""
        return self.who != NOBODY

    def become(self, model: Model) -> Self:
        """Show another model, and report the moves that led to it."""
        # What only the page of the game has is left out: its windows, and moves that stand.
        plain = replace(model, dialog="", note=None, game=model.game.with_free_undo())
        return replace(self, model=plain, reports=tuple(_moves(self.model, plain)))

    def judge(self, before: Model) -> Self:
        """Answer the move that was just made on the board of a lesson."""
        turns = self.model.game.record.turns
        if self.trial is None or self.trial.closed or len(turns) != len(before.game.record.turns) + 1:
            return self
        move = str(turns[-1].move)
        if not before.game.seat.person:
            return self.with_trial(self.trial.comment(before, self.model, move), move)
        trial, model = self.trial.answer(before, self.model, move)
        after = self if model is self.model else self.become(model)
        told = self.reports if after is self else (*self.reports, *after.reports)
        return replace(after, reports=told).with_trial(trial, move)

    def forbid(self, before: Model, move: object, reason: BaseRefusal) -> Self:
        """Report a move that a reader tried and the rules forbid; in a lesson it is answered."""
        told = rooms.of(self.model).view.status(self.model)
        detail = {"move": str(move), "reason": str(reason), "squares": _places(reason), "words": told}
        board = replace(self, reports=(*self.reports, DispatchEvent("qin-refused", detail)))
        if self.trial is None:
            return board
        return board.with_trial(self.trial.answer(before, self.model, str(move))[0], str(move))

    def _refuse(self, move: str, reason: str, told: str, places: list[str]) -> Self:
        detail = {"move": move, "reason": reason, "squares": places, "words": told}
        return replace(self, reports=(DispatchEvent("qin-refused", detail),))

    def with_trial(self, trial: Trial, move: str) -> Self:
        goal = (DispatchEvent("qin-goal", trial.report(move)),) if trial.reached else ()
        return replace(self, trial=trial, reports=(*self.reports, *goal))

    # What is shown

    def parts(self, only: Collection[str] = SHOWN) -> dict[str, Html]:
        """Draw the board: what belongs into the element of each name."""
        watched, turns = self.who == NOBODY, self.model.game.record.turns
        fitting = SHOWN if not watched else REPLAYED if turns else WATCHED
        # A reader's own game can be gone through once it has begun.
        wanted = [name for name in fitting if name in only and (turns or name != "replay")]
        shown = view.page(self.model, wanted or ("",))
        if watched and "status" in shown:
            shown["status"] = self._standing(shown)
        elif self.model.winners is not None and self.model.live and "tools" in shown:
            shown["tools"] = button(self.model, "again", "again", kind="primary")
        elif not self.model.live and "tools" in shown:
            # Who reads a record goes on turn by turn.
            on = button(self.model, "step", "learn-on", value="1", kind="primary")
            shown["tools"] = Html(button(self.model, "play-on", "play-on") + on)
        if watched and shown.get("replay"):
            shown["replay"] = Html(shown["replay"] + self._way_back())
        if "status" in shown and not self.trial:
            shown["status"] = Html(shown["status"] + self._comment())
        if self.trial and self.trial.closed and "players" in shown:
            # Nobody goes on from here: the turn stays with whoever has the task.
            shown["players"] = view.players(self.model, self.start.position.mover)
        if self.trial and "tools" in shown:
            shown |= self.trial.parts(self.model)
        return {name: shown.get(name, NOTHING) for name in SHOWN if name in only}

    def _comment(self) -> Html:
        """Show what the record's author says of the move that is looked at, or before the first one."""
        record, shown = self.model.game.record, self.model.shown
        # The longest one keeps its place, so that nothing moves from turn to turn.
        longest = max(
            (record.comment, *map(written_comment, (self.main_line or self.model).game.record.turns)), key=len
        )
        kept = f'<span class="longest" aria-hidden="true">{text(longest)}</span>'
        if self.main_line:
            back = button(self.model, "main-line", "embed-main-line", kind="primary")
            return Html(f'<span class="comment">{kept}<span>{words(self.model, "embed-varied")} {back}</span></span>')
        said = written_comment(record.turns[shown - 1]) if shown else record.comment if record.turns else ""
        told, at = "", 0
        for number, (start, end, game) in enumerate(variations(self.model.game, shown) if shown else ()):
            moves = said[start:end]
            label = words(self.model, "embed-variation" if game else "embed-no-variation", moves=moves)
            told += text(said[at:start]) + (
                f'<button type="button" class="variation" data-action="variation"'
                f' data-value="{number}" aria-label="{label}" title="{label}">{text(moves)}</button>'
                if game
                else f'<del title="{label}">{text(moves)}</del>'
            )
            at = end
        return Html(f'<span class="comment">{kept}<span>{told}{text(said[at:])}</span></span>') if longest else NOTHING

    def _way_back(self) -> Html:
        """Lead to the page of the game, with the same record."""
        if not self.model.site:
            return NOTHING
        game, told = self.model.game, words(self.model, "embed-open")
        address = rooms.address(self.model.site, game.room) + links.write(links.GAME, str(game.record))
        return Html(
            f'<a class="button" href="{text(address)}" target="_blank" rel="noopener" aria-label="{told}"'
            f' title="{told}">{drawing("share")}</a>'
        )

    def _standing(self, drawn: Mapping[str, Html]) -> Html:
        """Tell of the square that is pointed at, of the latest move, or whose turn it is."""
        model = self.model
        if model.target or (model.live and model.winners is not None):
            return drawn["status"]
        return drawn["live"] or words(model, "to-move", player=model.names[model.position.mover - 1])

    def state(self) -> dict[str, Any]:
        """Tell how the board stands, in plain data."""
        game = self.model.game
        emitted = (report for report in self.reports if isinstance(report, DispatchEvent))
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


def _places(about: object) -> list[str]:
    """Name the places that a refusal or a move is about."""
    return list(map(str, getattr(about, "squares", ()) or getattr(about, "spaces", ())))


def _moves(before: Model, after: Model) -> list[DispatchEvent]:
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
        reports.append(DispatchEvent("qin-move", told))
    if after.winners is not None:
        reports.append(DispatchEvent("qin-end", {"winners": list(after.winners)}))
    return reports
