"""Records of whole games: header lines, an empty line, numbered moves, comments in braces, variations in parentheses.

`GameRecord` does the work for every game. Each game's own `Record` names its position and move types, the header that
repeats a part of the start position, and what players draw.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from qin_core import RULES_VERSION
from qin_core.common.base import Played
from qin_core.common.errors import IllegalMove, NotationError, ParseError, Problem, RecordError
from qin_core.common.protocols import GamePosition
from qin_core.common.text import MAX_TEXT, abbreviate, check_text, repair_surrogates

UNFINISHED = "*"
MAX_TURNS = 5000
"""The most turns of a record, including those in variations."""
MAX_DEPTH = 16
"""How deep variations can be nested."""

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
    """A line of play that was not played: its turns, and the comment before the first of them."""

    turns: tuple[Turn[Move], ...]
    comment: str = ""


@dataclass(frozen=True)
class GameRecord(Generic[Position, Move]):
    """A game from its start position on. Records are values: `add` returns a longer one.

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
    repeated: ClassVar[str]
    """The name of the header that repeats a part of the start position."""
    draws: ClassVar[frozenset[str]] = frozenset()
    """Everything that a player can draw after a move."""
    bad_draw: ClassVar[str] = "malformed"
    """The code of the problem of drawing anything else."""
    choices: ClassVar[int] = 1
    """In how many ways a listed move can be played; see `split_move`."""

    def _repeat(self) -> str:
        """Return the value of the header `repeated`."""
        raise NotImplementedError

    def _step(self, before: Position, move: Move, drawn: str) -> tuple[Played[Position, Any], str]:
        """Play a move; return the result and what was drawn. `drawn` tells what comes from a hidden stock."""
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
        repeated = headers.pop(cls.repeated, record._repeat())
        if repeated != record._repeat():
            raise RecordError(Problem(cls.repeated, "not-the-start", abbreviate(repeated)))
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
            self.repeated: self._repeat(),
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
        """Return True: a record without turns is a record, too."""
        return True

    def add(self, move: Move | str, drawn: str = "", comment: str = "") -> Self:
        """Append a move; raise `IllegalMove` like `Position.play`. `drawn` is only needed for a hidden stock."""
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
        """Add a record of the same start as a variation of the turn at which it leaves the main line.

        Raise `ValueError` if it has another start or never leaves the main line.
        """
        pairs = list(zip(self.turns, line.turns, strict=False))
        number = next(
            (n for n, (own, other) in enumerate(pairs) if (own.move, own.drawn) != (other.move, other.drawn)), -1
        )
        if line.start != self.start or number < 0:
            raise ValueError("the line does not branch off the record")
        variation = Variation(line.turns[number:], _check_comment(comment))
        turn = replace(self.turns[number], variations=(*self.turns[number].variations, variation))
        return self._with_positions(self.positions(), turns=(*self.turns[:number], turn, *self.turns[number + 1 :]))

    def variation(self, turn: int, number: int = 1) -> Self:
        """Return the record that follows a variation of a turn instead of the main line; both count from 1."""
        line = self.turns[turn - 1].variations[number - 1]
        return replace(self.cut(turn - 1), turns=(*self.turns[: turn - 1], *line.turns))

    def positions(self) -> tuple[Position, ...]:
        """Return the start position and the position after each turn."""
        return self._positions

    @cached_property
    def _positions(self) -> tuple[Position, ...]:
        found = [self.start]
        for turn in self.turns:
            played, _ = self._step(found[-1], turn.move, turn.drawn)
            found.append(played.position)
        return tuple(found)

    def end(self) -> Position:
        """Return the position after the last turn."""
        return self.positions()[-1]

    @property
    def result(self) -> str:
        """The winners' numbers, or `*` while the game runs."""
        return ",".join(map(str, self.end().winners() or ())) or UNFINISHED

    def _with_positions(self, positions: tuple[Position, ...], **changes: Any) -> Self:
        """Change a record whose positions are already known, so that they need not be computed again."""
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
        played, seen = self._step(before, move, drawn)
        return Turn(move, seen, _check_comment(comment), played.events), played.position

    @classmethod
    def _read_headers(cls, head: str) -> dict[str, str]:
        """Read the header lines; `Game` and `Start` are required, unknown headers are kept."""
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


class _Tokens:
    """The tokens of the moves of a record, read once from the front, and how many moves there were."""

    def __init__(self, body: str) -> None:
        self._body = body.strip()
        self._at = 0
        self.turns = 0

    def __iter__(self) -> Iterator[tuple[str | None, ...]]:
        """Yield comment, number, drawn, move and any other character; all but one of them are None."""
        while self._at < len(self._body):
            match = _TOKEN.match(self._body, self._at)
            assert match is not None
            self._at = match.end()
            yield match.groups()


class _LineReader(Generic[Position, Move]):
    """Reads and replays the main line of a record or a variation.

    A turn is complete when the next move or the end of the line is found. It is played earlier if a variation follows.
    """

    def __init__(
        self,
        record: GameRecord[Position, Move],
        tokens: _Tokens,
        start: Position,
        first: int = 1,
        path: tuple[str, ...] = (),
    ) -> None:
        """Start before the turn with the number `first`; `path` leads to this variation in messages."""
        self.record = record
        self.tokens = tokens
        self.positions = [start]
        self.first = first
        self.path = path
        self.turns: list[Turn[Move]] = []
        self.comment = ""
        self.move = ""  # the move that is being read
        self.drawn = ""
        self.played = False
        self.comments: list[str] = []
        self.variations: list[Variation[Move]] = []

    @property
    def number(self) -> int:
        """The number of the turn that is being read."""
        return self.first + len(self.turns) - self.played

    def read(self) -> Variation[Move]:
        """Read to the end of the line."""
        for comment, number, drawn, move, sign in self.tokens:
            if comment is not None:
                self.comments += [comment] if comment else []
            elif number:
                if int(number) != self.number + (1 if self.move else 0):
                    raise self.fail("wrong-number", number)
            elif drawn is not None:
                if not self.move or self.drawn or self.played or drawn not in self.record.draws:
                    raise self.fail(self.record.bad_draw, drawn)
                self.drawn = drawn
            elif move:
                self.begin(move)
            elif sign == "(":
                self.read_variation()
            elif sign == ")" and self.path:
                return self.finish()
            elif sign == ")":
                raise self.fail("unopened-variation", ")")
            else:
                raise self.fail("malformed", sign or "")
        if self.path:
            raise self.fail("unclosed-variation", "(")
        return self.finish()

    def begin(self, move: str) -> None:
        """Complete the turn before, and start to read a move."""
        self.complete()
        self.tokens.turns += 1
        self.move, self.drawn = move, ""
        if self.tokens.turns > MAX_TURNS:
            raise self.fail("too-many-turns", "")
        try:
            self.record.move_type.parse(move)
        except ParseError as error:
            raise self.fail(error.problems[0].code, move) from None

    def play(self) -> None:
        """Play the move that is being read."""
        try:
            parsed = self.record.move_type.parse(self.move)
            turn, after = self.record.play_turn(self.positions[-1], parsed, self.drawn)
        except IllegalMove as error:
            raise self.fail(str(error.reason), error.move) from None
        except ParseError as error:
            raise self.fail(error.problems[0].code, error.problems[0].detail) from None
        self.turns.append(turn)
        self.positions.append(after)
        self.played = True

    def complete(self) -> None:
        """Play the move that is being read, unless it is played, and store its comments and variations."""
        comment = " ".join(self.comments)
        self.comments = []
        if not self.move:
            self.comment = comment
            return
        if not self.played:
            self.play()
        self.turns[-1] = replace(self.turns[-1], comment=comment, variations=tuple(self.variations))
        self.move, self.played, self.variations = "", False, []

    def read_variation(self) -> None:
        """Read a variation of the turn that is being read."""
        if not self.move:
            raise self.fail("misplaced-variation", "(")
        if len(self.path) == MAX_DEPTH:
            raise self.fail("nested-too-deep", "(")
        if not self.played:
            self.play()
        step = f"turn {self.number} variation {len(self.variations) + 1}"
        reader = _LineReader(self.record, self.tokens, self.positions[-2], self.number, (*self.path, step))
        self.variations.append(reader.read())

    def finish(self) -> Variation[Move]:
        """Complete the last turn and return the line."""
        self.complete()
        if self.path and not self.turns:
            raise self.fail("empty-variation", "()")
        return Variation(tuple(self.turns), self.comment)

    def fail(self, code: str, detail: str) -> RecordError:
        """Return an error at the turn that is being read."""
        where = " ".join((*self.path, f"turn {self.number}"))
        return RecordError(Problem(where, code, abbreviate(detail)))


def _write_turn(number: int, turn: Turn[Any]) -> str:
    parts = [f"{number}. {turn.move}"]
    if turn.drawn:
        parts.append(f"+{turn.drawn}")
    if turn.comment:
        parts.append(f"{{{turn.comment}}}")
    for line in turn.variations:
        turns = [_write_turn(n, other) for n, other in enumerate(line.turns, start=number)]
        opening = [f"{{{line.comment}}}"] if line.comment else []
        parts.append(f"({' '.join(opening + turns)})")
    return " ".join(parts)


def _check_comment(comment: str) -> str:
    if "{" in comment or "}" in comment:
        raise NotationError(Problem("comment", "brace", abbreviate(comment)))
    return repair_surrogates(comment)


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value.replace("\n", " "))
