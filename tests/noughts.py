"""Noughts and crosses: a whole third game for the page, in one file and without a change anywhere else."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from engine import session
from engine.actions import Action, Pressed, plain
from engine.games.base import GameUi
from engine.games.form import Form as BaseForm
from engine.games.form import Seat
from engine.html import Markup, button, svg_html, text, words
from engine.protocol import TurnAnimation
from engine.session import Preview, match, narrator
from engine.session.update import play
from engine.ui.widgets import going_back, grid_of, seat_fields
from qin_core.common.base import BaseMove, Outcome, Played
from qin_core.common.errors import BaseRefusal, IllegalMove, NotationError, Problem
from qin_core.common.record import GameRecord

SQUARES = tuple(f"{column}{row}" for row in (3, 2, 1) for column in "abc")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SIGNS = ".XO"


class Why(StrEnum):
    TAKEN = "taken"
    OVER = "over"
    NO_PASS = "no-pass"


class Move(BaseMove):
    """A mark on a square."""

    def __init__(self, square: str) -> None:
        self.text = square

    @classmethod
    def parse(cls, written: str) -> "Move":
        if written not in (*SQUARES, "pass"):
            raise NotationError(Problem("move", "malformed", written))
        return cls(written)


@dataclass(frozen=True)
class Position:
    """Nine squares and the player to move: `X...O.... 1`."""

    marks: str = "." * 9
    player_to_move: int = 1
    players: ClassVar[range] = range(1, 3)

    @classmethod
    def parse(cls, line: str) -> "Position":
        marks, _, mover = line.partition(" ")
        if len(marks) != 9 or not set(marks) <= set(SIGNS) or mover not in ("1", "2"):
            raise NotationError(Problem("line", "malformed", line))
        return cls(marks, int(mover))

    def __str__(self) -> str:
        return f"{self.marks} {self.player_to_move}"

    def moves(self) -> tuple[Move, ...]:
        free = (square for square, mark in zip(SQUARES, self.marks, strict=True) if mark == ".")
        return () if self.winners() is not None else tuple(map(Move, free))

    def why_not(self, move: Move | str) -> BaseRefusal | None:
        if str(move) in map(str, self.moves()):
            return None
        over = self.winners() is not None
        reason = Why.OVER if over else Why.NO_PASS if str(move) == "pass" else Why.TAKEN
        return BaseRefusal(reason, (str(move),))

    def is_legal(self, move: Move | str) -> bool:
        return self.why_not(move) is None

    def apply(self, move: Move | str) -> Played["Position", Any]:
        refusal = self.why_not(move)
        if refusal:
            raise IllegalMove(str(move), refusal)
        at = SQUARES.index(str(move))
        marks = self.marks[:at] + SIGNS[self.player_to_move] + self.marks[at + 1 :]
        return Played(Position(marks, 3 - self.player_to_move), ())

    def play(self, move: Move | str) -> "Position":
        return self.apply(move).position

    def events(self, move: Move | str) -> tuple[Any, ...]:
        return self.apply(move).events

    def winners(self) -> tuple[int, ...] | None:
        for line in LINES:
            signs = {self.marks[at] for at in line}
            if len(signs) == 1 and signs != {"."}:
                return (SIGNS.index(signs.pop()),)
        return None if "." in self.marks else (1, 2)

    def outcome(self) -> Outcome[Any] | None:
        won = self.winners()
        return None if won is None else Outcome(won, Why.OVER)

    def view(self, _: int) -> "Position":
        return self


class Record(GameRecord[Position, Move]):
    """A match of noughts and crosses."""

    game: ClassVar[str] = "Noughts and crosses"
    position_type: ClassVar[type[Position]] = Position
    move_type: ClassVar[type[Move]] = Move
    repeated_header: ClassVar[str] = "Size"

    def _repeated_value(self) -> str:
        return "3"


@dataclass(frozen=True)
class Match(match.Match):
    record: Record
    positions: tuple[Position, ...]
    name_keys = ("noughts-x", "noughts-o")


@dataclass(frozen=True)
class Form(BaseForm):
    seats: tuple[Seat, ...] = (Seat(), Seat(kind="novice"))
    levels: ClassVar[tuple[str, ...]] = ("novice",)


class Narrator(narrator.Narrator[Position, Move, Any, BaseRefusal]):
    def turn(self, before: Position, after: Position, move: Move, events: Any) -> list[str]:  # noqa: ARG002
        return [self.say("noughts-did", player=self.name(before.player_to_move), square=str(move))]

    def move_name(self, move: Move) -> str:
        return str(move)

    def events(self, after: Position, events: Any) -> list[str]:  # noqa: ARG002
        return []

    def refusal(self, before: Position, move: Move, reason: BaseRefusal) -> str:  # noqa: ARG002
        return self.say("noughts-taken")


@dataclass(frozen=True)
class Session(session.Session):
    """A session in which a click chooses a square and another one plays there."""

    match: Match

    @property
    def position(self) -> Position:
        return self.match.positions[self.ply]

    def has_square(self, name: str) -> bool:
        return name in SQUARES

    @property
    def legal_squares(self) -> frozenset[str]:
        return frozenset(map(str, self.position.moves())) if self.can_act else frozenset()

    @property
    def preview(self) -> session.AnyPreview | None:
        move = self.better or (Move(self.square) if self.square and self.can_act else None)
        return None if move is None else Preview.of(self.position, move)

    @property
    def narrator(self) -> Narrator:
        return Narrator(self.language, self.names)


def choose(shown: Session, square: str) -> Session:
    if not shown.has_square(square):
        return shown
    chosen = replace(shown, square=square, hover=square)
    return place(chosen) if shown.square == square or not shown.settings.confirm else chosen


def place(shown: Session) -> Session:
    return shown if shown.ghost is None or not shown.can_act else play(shown, shown.ghost)


def board(shown: Session) -> Markup:
    marks = "".join(
        f'<text x="{30 * (at % 3) + 15}" y="{30 * (at // 3) + 22}" text-anchor="middle">{mark}</text>'
        for at, mark in enumerate(shown.position.marks)
        if mark != "."
    )
    ghost = f'<g class="ghost" data-move="{shown.ghost}"></g>' if shown.ghost else ""
    return svg_html(f'<svg class="qin-svg" viewBox="0 0 90 90">{marks}{ghost}</svg>')


def squares(_: Session) -> Markup:
    hits = "".join(
        f'<rect class="hit" data-action="square" data-value="{name}" data-square="{name}"'
        f' x="{30 * (at % 3)}" y="{30 * (at // 3)}" width="30" height="30" fill="transparent"/>'
        for at, name in enumerate(SQUARES)
    )
    return svg_html(f'<svg class="qin-hits" viewBox="0 0 90 90">{hits}</svg>')


class NoughtsUi(GameUi[Position, Match, Session, Narrator, Form]):
    """Noughts and crosses on the page."""

    name = "noughts"
    records: ClassVar[type[Record]] = Record
    suffix = ".ttt"
    link_number = 7
    line_fields = 2
    line_pattern = "[.XO]{9}"
    levels = Form.levels
    actions: ClassVar[Mapping[str, Action[Any]]] = {
        "square": Action(str, choose),
        "enter": Action(str, choose),
        "place": plain(place),
        "back": plain(Session.put_down),
        "try": Action(Move.parse, lambda shown, move: choose(shown, str(move))),
        "visit": Action(str, lambda shown, _: shown),
    }
    words: ClassVar[Mapping[str, Any]] = {
        "en": {
            "boot-about-noughts": "Three in a row wins.",
            "welcome-first-noughts": "Press a square.",
            "tagline-noughts": "Three in a row",
            "noughts-x": "Crosses",
            "noughts-o": "Noughts",
            "noughts-did": "{player}: {square}.",
            "noughts-taken": "This square is taken.",
            "noughts-pick": "Choose a square.",
        }
    }
    board = staticmethod(board)
    squares = staticmethod(squares)

    def new_form(self) -> Form:
        return Form()

    def form_of(self, played: Match, /) -> Form:
        return Form(played.seats)

    def deal(self, form: Form, seed: int, date: str, /) -> Match:  # noqa: ARG002
        start = Position()
        return Match(self, Record(start), (start,), form.seats).with_own_headers(date)

    def match_at(self, start: Position, seats: Iterable[Seat], /) -> Match:
        return Match(self, Record(start), (start,), tuple(seats)).with_own_headers()

    def match_of(self, record: GameRecord[Any, Any], key: str = "", /) -> Match:
        return Match.from_record(self, record, key)

    def new_session(self, played: Match, /) -> Session:
        return Session(played)

    def narrator(self, language: str, names: tuple[str, ...], /) -> Narrator:
        return Narrator(language, names)

    def take_setup(self, _: Any, seats: tuple[Seat, ...], seed: int, date: str, /) -> Match:
        return self.deal(Form(seats), seed, date)

    def grid(self, shown: Session, /) -> Markup:
        rows = (
            [(name, shown.position.marks[SQUARES.index(name)]) for name in SQUARES[at : at + 3]] for at in (0, 3, 6)
        )
        return grid_of(self.title, rows)

    def tools(self, shown: Session, assisted: bool = True, /) -> Markup:
        ready = button(shown, "place", "place", kind="primary", enabled=shown.ghost is not None)
        return Markup(going_back(shown, assisted) + ready)

    def player_mark(self, player: int, /) -> Markup:
        return text(SIGNS[player])

    def score_html(self, shown: Session, player: int, /) -> Markup:
        return text(str(shown.position.marks.count(SIGNS[player])))

    def status(self, shown: Session, /) -> str:
        if shown.refused:
            return shown.narrator.refusal(shown.position, *shown.refused)
        return shown.narrator.say("noughts-pick") if shown.at_turn else ""

    def move_label(self, _: Session, move: Move, /) -> Markup:
        return text(str(move))

    def picture(self, shown: Session, /) -> str:
        return str(board(shown))

    def picture_box(self, _: Position, /) -> Any:
        return (0, 0, 90, 90)

    def thumbnail(self, position: Position, _: int, /) -> Markup:
        return text(position.marks)

    def animation(self, played: Match, turn: int, /) -> TurnAnimation:
        return TurnAnimation(played.positions[turn - 1].player_to_move)

    def on_board_key(self, key: str, shown: Session, square: str, typed: str, /) -> Pressed | None:  # noqa: ARG002
        steps = {"ArrowLeft": -1, "ArrowRight": 1, "ArrowUp": -3, "ArrowDown": 3}
        return Pressed(square=SQUARES[(SQUARES.index(square) + steps[key]) % 9]) if key in steps else None

    def form_fields(self, page: Any, form: Form, /) -> Markup:
        return seat_fields(page, form, 1, "noughts-x", text("X"))

    def ending_reason(self, shown: Session, /) -> Markup:
        return words(shown, "boot-about-noughts")

    def think(self, line: str, level: str, seed: int, /) -> Iterator[object]:  # noqa: ARG002
        moves = Position.parse(line).moves()
        yield {"progress": 1.0, "ranked": [[str(move), 0.5] for move in moves[:3]]}
