"""Noughts and crosses: a complete third game for the page in one file, without changes elsewhere."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from engine import session
from engine.actions import Action, Pressed, plain
from engine.games.base import GameUi
from engine.games.form import Form as BaseForm
from engine.games.form import Seat
from engine.html import Markup, button, svg_html, text, translate
from engine.protocol import TurnAnimation
from engine.session import Preview, match, narrator
from engine.session.update import play
from engine.ui.widgets import assistance, grid_of, seat_fields
from qin_core.common.base import BaseMove, Outcome, Played
from qin_core.common.errors import BaseRefusal, IllegalMove, NotationError, Problem
from qin_core.common.record import GameRecord

SQUARES = tuple(f"{column}{row}" for row in (3, 2, 1) for column in "abc")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS = ".XO"
"""By player; 0 stands for a free square."""


class Reason(StrEnum):
    TAKEN = "taken"
    OVER = "over"
    NO_PASS = "no-pass"


class Move(BaseMove):
    """A mark on a square."""

    def __init__(self, square: str) -> None:
        self.text = square

    @classmethod
    def parse(cls, text: str) -> "Move":
        if text not in (*SQUARES, "pass"):
            raise NotationError(Problem("move", "malformed", text))
        return cls(text)


@dataclass(frozen=True)
class Position:
    """Nine squares and the player to move, such as `X...O.... 1`."""

    marks: str = "." * 9
    player_to_move: int = 1
    players: ClassVar[range] = range(1, 3)

    @classmethod
    def parse(cls, line: str) -> "Position":
        marks, _, player = line.partition(" ")
        if len(marks) != 9 or not set(marks) <= set(MARKS) or player not in ("1", "2"):
            raise NotationError(Problem("line", "malformed", line))
        return cls(marks, int(player))

    def __str__(self) -> str:
        return f"{self.marks} {self.player_to_move}"

    def moves(self) -> tuple[Move, ...]:
        free = (square for square, mark in zip(SQUARES, self.marks, strict=True) if mark == ".")
        return () if self.winners() is not None else tuple(map(Move, free))

    def why_not(self, move: Move | str) -> BaseRefusal | None:
        if str(move) in map(str, self.moves()):
            return None
        over = self.winners() is not None
        reason = Reason.OVER if over else Reason.NO_PASS if str(move) == "pass" else Reason.TAKEN
        return BaseRefusal(reason, (str(move),))

    def is_legal(self, move: Move | str) -> bool:
        return self.why_not(move) is None

    def apply(self, move: Move | str) -> Played["Position", Any]:
        refusal = self.why_not(move)
        if refusal:
            raise IllegalMove(str(move), refusal)
        index = SQUARES.index(str(move))
        marks = self.marks[:index] + MARKS[self.player_to_move] + self.marks[index + 1 :]
        return Played(Position(marks, 3 - self.player_to_move), ())

    def play(self, move: Move | str) -> "Position":
        return self.apply(move).position

    def events(self, move: Move | str) -> tuple[Any, ...]:
        return self.apply(move).events

    def winners(self) -> tuple[int, ...] | None:
        for line in LINES:
            marks_in_line = {self.marks[index] for index in line}
            if len(marks_in_line) == 1 and marks_in_line != {"."}:
                return (MARKS.index(marks_in_line.pop()),)
        return None if "." in self.marks else (1, 2)

    def outcome(self) -> Outcome[Any] | None:
        winners = self.winners()
        return None if winners is None else Outcome(winners, Reason.OVER)

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
    """A session in which a click selects a square and a second click plays there."""

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
        move = self.better_move or (Move(self.square) if self.square and self.can_act else None)
        return None if move is None else Preview.of(self.position, move)

    @property
    def narrator(self) -> Narrator:
        return Narrator(self.language, self.names)


def choose(session: Session, square: str) -> Session:
    if not session.has_square(square):
        return session
    changed = replace(session, square=square, hover=square)
    return place(changed) if session.square == square or not session.settings.confirm else changed


def place(session: Session) -> Session:
    return session if session.ghost is None or not session.can_act else play(session, session.ghost)


def board(session: Session) -> Markup:
    marks = "".join(
        f'<text x="{30 * (index % 3) + 15}" y="{30 * (index // 3) + 22}" text-anchor="middle">{mark}</text>'
        for index, mark in enumerate(session.position.marks)
        if mark != "."
    )
    ghost = f'<g class="ghost" data-move="{session.ghost}"></g>' if session.ghost else ""
    return svg_html(f'<svg class="qin-svg" viewBox="0 0 90 90">{marks}{ghost}</svg>')


def hits(_: Session) -> Markup:
    areas = "".join(
        f'<rect class="hit" data-action="square" data-value="{name}" data-square="{name}"'
        f' x="{30 * (index % 3)}" y="{30 * (index // 3)}" width="30" height="30" fill="transparent"/>'
        for index, name in enumerate(SQUARES)
    )
    return svg_html(f'<svg class="qin-hits" viewBox="0 0 90 90">{areas}</svg>')


class NoughtsUi(GameUi[Position, Match, Session, Narrator, Form]):
    """Noughts and crosses on the page."""

    name = "noughts"
    record_type: ClassVar[type[Record]] = Record
    match_type = Match
    new_session = Session
    narrator = Narrator
    new_form = Form
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
        "try": Action(Move.parse, lambda session, move: choose(session, str(move))),
        "visit": Action(str, lambda session, _: session),
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
    hits = staticmethod(hits)

    def form_from_match(self, match: Match, /) -> Form:
        return Form(match.seats)

    def deal(self, form: Form, seed: int, date: str, /) -> Match:  # noqa: ARG002
        return Match.start(self, Position(), form.seats, date)

    def read_setup(self, _: Any, seats: tuple[Seat, ...], seed: int, date: str, /) -> Match:
        return self.deal(Form(seats), seed, date)

    def grid(self, session: Session, /) -> Markup:
        return grid_of(self.title, dict(zip(SQUARES, session.position.marks, strict=True)), 3)

    def tools(self, session: Session, assisted: bool = True, /) -> Markup:
        place_button = button(session, "place", "place", kind="primary", enabled=session.ghost is not None)
        return Markup(assistance(session, assisted) + place_button)

    def player_mark(self, player: int, /) -> Markup:
        return text(MARKS[player])

    def score_html(self, session: Session, player: int, /) -> Markup:
        return text(str(session.position.marks.count(MARKS[player])))

    def status(self, session: Session, /) -> str:
        preview = session.preview
        if preview and preview.refusal:
            return session.narrator.refusal(session.position, preview.move, preview.refusal)
        return session.narrator.say("noughts-pick") if session.person_to_move else ""

    def move_label(self, _: Session, move: Move, /) -> Markup:
        return text(str(move))

    def picture(self, session: Session, /) -> str:
        return str(board(session))

    def picture_box(self, _: Position, /) -> Any:
        return (0, 0, 90, 90)

    def thumbnail(self, position: Position, _: int, /) -> Markup:
        return text(position.marks)

    def animation(self, match: Match, turn: int, /) -> TurnAnimation:
        return TurnAnimation(match.positions[turn - 1].player_to_move)

    def on_board_key(self, key: str, session: Session, square: str, typed: str, /) -> Pressed | None:  # noqa: ARG002
        offsets = {"ArrowLeft": -1, "ArrowRight": 1, "ArrowUp": -3, "ArrowDown": 3}
        return Pressed(square=SQUARES[(SQUARES.index(square) + offsets[key]) % 9]) if key in offsets else None

    def form_fields(self, page: Any, form: Form, /) -> Markup:
        return seat_fields(page, form, 1, "noughts-x", text("X"))

    def ending_reason(self, session: Session, /) -> Markup:
        return translate(session, "boot-about-noughts")

    def think(self, line: str, level: str, seed: int, /) -> Iterator[object]:  # noqa: ARG002
        moves = Position.parse(line).moves()
        yield {"progress": 1.0, "ranked": [[str(move), 0.5] for move in moves[:3]]}
