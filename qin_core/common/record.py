"""Records of whole games: header lines, an empty line, numbered moves, comments in braces, variations in parentheses.

`GameRecord` does the work for every game. Each game's own `Record` names its position and move types, the header that
repeats a part of the start position, and the items that players can draw.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from qin_core import RULES_VERSION
from qin_core.common.base import Played
from qin_core.common.errors import IllegalMove, NotationError, ParseError, Problem, RecordError
from qin_core.common.protocols import GamePosition
from qin_core.common.text import MAX_TEXT, abbreviate, check_text, repair_surrogates

UNFINISHED = "*"
MAX_TURNS = 5000
"""The maximum number of turns in a record, including variations."""
MAX_DEPTH = 16
"""The maximum depth of nested variations."""

_HEADER = re.compile(r'\[([A-Z][A-Za-z]{0,39}) "((?:[^"\\]|\\["\\])*)"\]')
_TOKEN = re.compile(r"\s*(?:\{([^{}]*)\}|([1-9][0-9]{0,3})\.|\+([^\s{}()+]*)|([^\s{}()+]+)|(\S))")

Move = TypeVar("Move")
Position = TypeVar("Position", bound=GamePosition)


@dataclass(frozen=True)
class Turn(Generic[Move]):
    """One move of a record."""

    move: Move
    drawn: str = ""
    """What the player drew after the move, in games with draws."""
    comment: str = ""
    events: tuple[Any, ...] = field(default=(), compare=False)
    """The events of the move; every turn that a record has read or added has them."""
    variations: tuple["Variation[Move]", ...] = ()
    """Alternatives to this turn, each starting from the position before it."""


@dataclass(frozen=True)
class Variation(Generic[Move]):
    """An alternative to the main line: its turns, and the comment before the first one."""

    turns: tuple[Turn[Move], ...]
    comment: str = ""


@dataclass(frozen=True)
class GameRecord(Generic[Position, Move]):
    """A game: its start position and its turns. Records are immutable: `add` returns a longer one.

    Iterating yields the turns of the main line, and `len` counts them.
    """

    start: Position
    turns: tuple[Turn[Move], ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    """The comment before the first move."""

    # Each game defines these.

    game: ClassVar[str]
    """The value of the header `Game`."""
    position_type: ClassVar[type[Any]]
    move_type: ClassVar[type[Any]]
    repeated_header: ClassVar[str]
    """The name of the header that repeats a part of the start position."""
    draws: ClassVar[frozenset[str]] = frozenset()
    """All items that a player can draw after a move."""
    bad_draw: ClassVar[str] = "malformed"
    """The problem code for any other item."""
    choices: ClassVar[int] = 1
    """In how many ways a listed move can be written, one for each optional choice; see `split_move`."""

    def _repeated_value(self) -> str:
        """Return the value of the header `repeated_header`."""
        raise NotImplementedError

    def _step(self, before: Position, move: Move, drawn: str) -> tuple[Played[Position, Any], str]:
        """Play a move; return the result and the item drawn. If the stock is hidden, `drawn` names the item."""
        if drawn:
            raise NotationError(Problem("drawn", self.bad_draw, abbreviate(drawn)))
        return before.apply(move), ""

    @classmethod
    def split_move(cls, move: Move) -> tuple[str, int]:
        """Split a move into its text as listed by `moves()` and the number of the choice, below `choices`."""
        return str(move), 0

    @classmethod
    def join_move(cls, text: str, choice: int) -> str:  # noqa: ARG003
        """Return the text of a listed move with a choice: the inverse of `split_move`."""
        return text

    # Reading and writing

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read and replay a record; raise `RecordError` that names the line or the turn and the reason."""
        try:
            check_text(text, "record")
        except NotationError as error:
            raise RecordError(*error.problems) from None
        head, _, body = repair_surrogates(text).replace("\r\n", "\n").strip("\n").partition("\n\n")
        headers = cls._read_headers(head)
        try:
            start = cls.position_type.parse(headers.pop("Start"))
        except ParseError as error:
            raise RecordError(
                *(problem._replace(field=f"Start {problem.field}") for problem in error.problems)
            ) from None
        record = cls(start, headers=headers)
        repeated_value = headers.pop(cls.repeated_header, record._repeated_value())
        if repeated_value != record._repeated_value():
            raise RecordError(Problem(cls.repeated_header, "not-the-start", abbreviate(repeated_value)))
        result = headers.pop("Result", UNFINISHED)
        reader = _LineReader(record, _Tokens(body), start)
        line = reader.read()
        record = record._with_positions(tuple(reader.positions), turns=line.turns, comment=line.comment)
        if result != record.result:
            raise RecordError(Problem("Result", "not-what-happened", abbreviate(result)))
        return record

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        """Read a record from a UTF-8 file; raise `RecordError` like `parse`, or `OSError`."""
        with Path(path).open("rb") as file:
            content = file.read(4 * MAX_TEXT + 4)  # no character takes more than four bytes
        try:
            return cls.parse(content.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise RecordError(Problem("file", "not-utf-8", f"byte {error.start}")) from None

    def write(self, path: str | PathLike[str]) -> None:
        """Write the record to a UTF-8 file."""
        Path(path).write_text(str(self), "utf-8", newline="\n")

    def __str__(self) -> str:
        headers = {
            "Game": self.game,
            "Version": str(RULES_VERSION),
            **self.headers,
            self.repeated_header: self._repeated_value(),
            "Start": str(self.start),
            "Result": self.result,
        }
        lines = [f'[{key} "{_escape(value)}"]' for key, value in headers.items()]
        lines.append("")
        if self.comment:
            lines.append(f"{{{self.comment}}}")
        lines += [_write_turn(number, turn) for number, turn in enumerate(self.turns, start=1)]
        return repair_surrogates("\n".join(lines) + "\n")

    # The turns

    def __len__(self) -> int:
        return len(self.turns)

    def __iter__(self) -> Iterator[Turn[Move]]:
        return iter(self.turns)

    def __bool__(self) -> bool:
        """Return True, even for a record without turns."""
        return True

    def add(self, move: Move | str, drawn: str = "", comment: str = "") -> Self:
        """Append a move; raise `IllegalMove` like `Position.play`. `drawn` is only needed if the stock is hidden."""
        parsed = self.move_type.parse(move) if isinstance(move, str) else move
        turn, after = self.play_turn(self.end(), parsed, drawn, comment)
        return self._with_positions((*self.positions(), after), turns=(*self.turns, turn))

    def cut(self, turns: int) -> Self:
        """Keep only the first turns."""
        return self._with_positions(self.positions()[: turns + 1], turns=self.turns[:turns])

    def with_headers(self, headers: dict[str, str]) -> Self:
        """Return the same game with other headers, without replaying it."""
        return self._with_positions(self.positions(), headers=headers)

    def add_variation(self, line: Self, comment: str = "") -> Self:
        """Add a record with the same start position as a variation, at the turn where it leaves the main line.

        Raise `ValueError` if it starts from another position or never leaves the main line.
        """
        pairs = list(zip(self.turns, line.turns, strict=False))
        number = next(
            (n for n, (main, branch) in enumerate(pairs) if (main.move, main.drawn) != (branch.move, branch.drawn)), -1
        )
        if line.start != self.start or number < 0:
            raise ValueError("the line does not branch off the record")
        variation = Variation(line.turns[number:], _check_comment(comment))
        turn = replace(self.turns[number], variations=(*self.turns[number].variations, variation))
        return self._with_positions(self.positions(), turns=(*self.turns[:number], turn, *self.turns[number + 1 :]))

    def variation(self, turn: int, number: int = 1) -> Self:
        """Return the game with one variation as its main line; `turn` and `number` count from 1."""
        line = self.turns[turn - 1].variations[number - 1]
        return replace(self.cut(turn - 1), turns=(*self.turns[: turn - 1], *line.turns))

    def positions(self) -> tuple[Position, ...]:
        """Return the start position and the position after each turn."""
        return self._positions

    @cached_property
    def _positions(self) -> tuple[Position, ...]:
        positions = [self.start]
        for turn in self.turns:
            played, _ = self._step(positions[-1], turn.move, turn.drawn)
            positions.append(played.position)
        return tuple(positions)

    def end(self) -> Position:
        """Return the position after the last turn."""
        return self.positions()[-1]

    @property
    def result(self) -> str:
        """The winners' numbers, or `*` while the game runs."""
        return ",".join(map(str, self.end().winners() or ())) or UNFINISHED

    def _with_positions(self, positions: tuple[Position, ...], **changes: Any) -> Self:
        """Return a changed copy that keeps known positions, so that the game is not replayed."""
        changed = replace(self, **changes)
        changed.__dict__["_positions"] = positions
        return changed

    def play_turn(
        self,
        before: Position,
        move: Move,
        drawn: str,
        comment: str = "",
    ) -> tuple[Turn[Move], Position]:
        """Play a move from a position; return the turn and the position after it."""
        played, drawn_item = self._step(before, move, drawn)
        return Turn(move, drawn_item, _check_comment(comment), played.events), played.position

    @classmethod
    def _read_headers(cls, head: str) -> dict[str, str]:
        """Read the header lines; `Game` and `Start` are required, and unknown headers are kept."""
        headers: dict[str, str] = {}
        for number, line in enumerate(head.split("\n"), start=1):
            match = _HEADER.fullmatch(line)
            if not match:
                raise RecordError(Problem(f"line {number}", "bad-header", abbreviate(line)))
            if match[1] in headers:
                raise RecordError(Problem(match[1], "named-twice"))
            headers[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        game = headers.pop("Game", "")
        if game != cls.game:
            raise RecordError(Problem("Game", f"not-{cls.game.lower().replace(' ', '-')}", abbreviate(game)))
        version = headers.pop("Version", str(RULES_VERSION))
        if version != str(RULES_VERSION):
            raise RecordError(Problem("Version", "unknown-version", abbreviate(version)))
        if "Start" not in headers:
            raise RecordError(Problem("Start", "missing"))
        return headers


class _Token(NamedTuple):
    """A part of the moves' text; exactly one field is not None."""

    comment: str | None
    number: str | None
    drawn: str | None
    move: str | None
    character: str | None
    """A parenthesis, or a character that doesn't belong there."""


class _Tokens:
    """Splits the moves of a record into tokens, and counts the moves."""

    def __init__(self, body: str) -> None:
        self._body = body.strip()
        self._offset = 0
        self.turns = 0

    def __iter__(self) -> Iterator[_Token]:
        while self._offset < len(self._body):
            match = _TOKEN.match(self._body, self._offset)
            assert match is not None
            self._offset = match.end()
            yield _Token(*match.groups())


class _LineReader(Generic[Position, Move]):
    """Reads and replays the main line of a record or a variation.

    A turn is complete when the next move or the end of the line is read. It is played earlier if a variation follows.
    """

    def __init__(
        self,
        record: GameRecord[Position, Move],
        tokens: _Tokens,
        start: Position,
        first: int = 1,
        path: tuple[str, ...] = (),
    ) -> None:
        """Start before the turn with the number `first`; `path` locates this variation in error messages."""
        self.record = record
        self.tokens = tokens
        self.positions = [start]
        self.first = first
        self.path = path
        self.turns: list[Turn[Move]] = []
        self.comment = ""
        # The current turn:
        self.move = ""
        self.drawn = ""
        self.is_played = False
        self.comments: list[str] = []
        self.variations: list[Variation[Move]] = []

    @property
    def number(self) -> int:
        """The number of the current turn."""
        return self.first + len(self.turns) - self.is_played

    def read(self) -> Variation[Move]:
        """Read the line to its end."""
        for comment, number, drawn, move, character in self.tokens:
            if comment is not None:
                if comment:
                    self.comments.append(comment)
            elif number:
                if int(number) != self.number + (1 if self.move else 0):
                    raise self.error("wrong-number", number)
            elif drawn is not None:
                if not self.move or self.drawn or self.is_played or drawn not in self.record.draws:
                    raise self.error(self.record.bad_draw, drawn)
                self.drawn = drawn
            elif move:
                self.start_turn(move)
            elif character == "(":
                self.read_variation()
            elif character == ")" and self.path:
                return self.finish()
            elif character == ")":
                raise self.error("unopened-variation", ")")
            else:
                raise self.error("malformed", character or "")
        if self.path:
            raise self.error("unclosed-variation", "(")
        return self.finish()

    def start_turn(self, move: str) -> None:
        """Complete the previous turn, and start the next one with a move."""
        self.complete()
        self.tokens.turns += 1
        self.move, self.drawn = move, ""
        if self.tokens.turns > MAX_TURNS:
            raise self.error("too-many-turns", "")
        try:
            self.record.move_type.parse(move)
        except ParseError as error:
            raise self.error(error.problems[0].code, move) from None

    def play(self) -> None:
        """Play the move of the current turn."""
        try:
            parsed = self.record.move_type.parse(self.move)
            turn, after = self.record.play_turn(self.positions[-1], parsed, self.drawn)
        except IllegalMove as error:
            raise self.error(str(error.reason), error.move) from None
        except ParseError as error:
            raise self.error(error.problems[0].code, error.problems[0].detail) from None
        self.turns.append(turn)
        self.positions.append(after)
        self.is_played = True

    def complete(self) -> None:
        """Complete the current turn: play its move if needed, and store its comments and variations."""
        comment = " ".join(self.comments)
        self.comments = []
        if not self.move:
            self.comment = comment
            return
        if not self.is_played:
            self.play()
        self.turns[-1] = replace(self.turns[-1], comment=comment, variations=tuple(self.variations))
        self.move, self.is_played, self.variations = "", False, []

    def read_variation(self) -> None:
        """Read a variation of the current turn."""
        if not self.move:
            raise self.error("misplaced-variation", "(")
        if len(self.path) == MAX_DEPTH:
            raise self.error("nested-too-deep", "(")
        if not self.is_played:
            self.play()
        step = f"turn {self.number} variation {len(self.variations) + 1}"
        reader = _LineReader(self.record, self.tokens, self.positions[-2], self.number, (*self.path, step))
        self.variations.append(reader.read())

    def finish(self) -> Variation[Move]:
        """Complete the last turn and return the line."""
        self.complete()
        if self.path and not self.turns:
            raise self.error("empty-variation", "()")
        return Variation(tuple(self.turns), self.comment)

    def error(self, code: str, detail: str) -> RecordError:
        """Return an error that names the current turn."""
        location = " ".join((*self.path, f"turn {self.number}"))
        return RecordError(Problem(location, code, abbreviate(detail)))


def _write_turn(number: int, turn: Turn[Any]) -> str:
    """Write a turn with its number, what was drawn, its comment and its variations."""
    parts = [f"{number}. {turn.move}"]
    if turn.drawn:
        parts.append(f"+{turn.drawn}")
    if turn.comment:
        parts.append(f"{{{turn.comment}}}")
    for line in turn.variations:
        turns = [_write_turn(n, alternative) for n, alternative in enumerate(line.turns, start=number)]
        start_comment = [f"{{{line.comment}}}"] if line.comment else []
        parts.append(f"({' '.join(start_comment + turns)})")
    return " ".join(parts)


def _check_comment(comment: str) -> str:
    if "{" in comment or "}" in comment:
        raise NotationError(Problem("comment", "brace", abbreviate(comment)))
    return repair_surrogates(comment)


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value.replace("\n", " "))
