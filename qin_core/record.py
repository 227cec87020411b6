"""Records of whole games, for every game: header lines, an empty line, numbered moves, comments in braces.

A game's own `Record` says what its positions and moves are, which header repeats something of the start, and what may
be drawn after a move.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from qin_core import RULES_VERSION
from qin_core.errors import Fault, FaultyText, IllegalMove, NotationError, RecordError, check_text, quote
from qin_core.moves import Played
from qin_core.playing import AnyPosition
from qin_core.texts import mend

UNFINISHED = "*"
MAX_TURNS = 5000

_HEADER = re.compile(r'\[([A-Z][A-Za-z]{0,39}) "((?:[^"\\]|\\["\\])*)"\]')
_TOKEN = re.compile(r"\s*(?:\{([^{}]*)\}|([1-9][0-9]{0,3})\.|\+([^\s{}+]*)|([^\s{}+]+)|(\S))")

Move = TypeVar("Move")


Position = TypeVar("Position", bound=AnyPosition)


@dataclass(frozen=True)
class Turn(Generic[Move]):
    """One move, the tile drawn after it (in a game where one was), and what somebody had to say about it."""

    move: Move
    drawn: str = ""
    comment: str = ""
    events: tuple[Any, ...] = field(default=(), compare=False)
    """What the move did, as its game's own events: known of every turn that a record has replayed or added."""


class _Written(NamedTuple):
    """One turn as it is written."""

    move: str
    drawn: str = ""
    comment: str = ""


@dataclass(frozen=True)
class GameRecord(Generic[Position, Move]):
    """A game from its first position on; records are values."""

    start: Position
    turns: tuple[Turn[Move], ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    comment: str = ""

    game: ClassVar[str]
    """What the header `Game` says."""
    position_type: ClassVar[type[Any]]
    move_type: ClassVar[type[Any]]
    """What reads the texts of its positions and moves."""
    repeated: ClassVar[str]
    """The header that repeats something of the start."""
    tiles: ClassVar[frozenset[str]] = frozenset()
    """What may be drawn after a move."""

    # What a game says about itself

    def _repeat(self) -> str:
        """Give the value of the header that repeats something of the start."""
        raise NotImplementedError

    def _step(self, before: Position, move: Move, drawn: str) -> tuple[Played[Position, Any], str]:  # noqa: ARG002
        """Make a move; also give the tile that is seen to be drawn."""
        return before.apply(move), ""

    # What all games share

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read and replay a record; raises `RecordError` naming the line or the turn and the reason."""
        try:
            check_text(text, "record")
        except NotationError as error:
            raise RecordError(*error.faults) from None
        head, _, body = mend(text).replace("\r\n", "\n").strip("\n").partition("\n\n")
        headers = cls._read_headers(head)
        try:
            start = cls.position_type.parse(headers.pop("Start"))
        except FaultyText as error:
            raise RecordError(*(fault._replace(field=f"Start {fault.field}") for fault in error.faults)) from None
        record = cls(start, headers=headers)
        repeated = headers.pop(cls.repeated, record._repeat())
        if repeated != record._repeat():
            raise RecordError(Fault(cls.repeated, "not-the-start", quote(repeated)))
        result = headers.pop("Result", UNFINISHED)
        record = record._replay(body)
        if result != record.result:
            raise RecordError(Fault("Result", "not-what-happened", quote(result)))
        return record

    def add(self, move: Move | str) -> Self:
        """Append a move; raises `IllegalMove` like `Position.play`."""
        return self._add(move, "", "")

    def cut(self, turns: int) -> Self:
        """Keep only the first turns."""
        return self._knowing(self.positions()[: turns + 1], turns=self.turns[:turns])

    def with_headers(self, headers: dict[str, str]) -> Self:
        """Give the same game with other headers; nothing is replayed for them."""
        return self._knowing(self.positions(), headers=headers)

    def positions(self) -> tuple[Position, ...]:
        """Give the first position, then the one after each turn."""
        return self._positions

    @cached_property
    def _positions(self) -> tuple[Position, ...]:
        found = [self.start]
        for turn in self.turns:
            played, _ = self._step(found[-1], turn.move, turn.drawn)
            found.append(played.position)
        return tuple(found)

    def _knowing(self, positions: tuple[Position, ...], **changes: Any) -> Self:
        """Change a record whose positions are known already, so that it isn't replayed for them."""
        changed = replace(self, **changes)
        changed.__dict__["_positions"] = positions
        return changed

    def end(self) -> Position:
        """Give the position after the last turn."""
        return self.positions()[-1]

    @property
    def result(self) -> str:
        """The winners' numbers, or `*` while the game runs."""
        return ",".join(map(str, self.end().winners() or ())) or UNFINISHED

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
        for number, turn in enumerate(self.turns, start=1):
            drawn = f" +{turn.drawn}" if turn.drawn else ""
            comment = f" {{{turn.comment}}}" if turn.comment else ""
            lines.append(f"{number}. {turn.move}{drawn}{comment}")
        return mend("\n".join(lines) + "\n")

    def _add(self, move: Move | str, drawn: str, comment: str) -> Self:
        parsed = self.move_type.parse(move) if isinstance(move, str) else move
        turn, after = self._turn(self.end(), parsed, drawn, comment)
        return self._knowing((*self.positions(), after), turns=(*self.turns, turn))

    def _turn(self, before: Position, move: Move, drawn: str, comment: str) -> tuple[Turn[Move], Position]:
        played, seen = self._step(before, move, drawn)
        if drawn not in ("", seen):
            raise NotationError(Fault("drawn", "another-tile", quote(drawn)))
        return Turn(move, seen, _check_comment(comment), played.events), played.position

    @classmethod
    def _read_headers(cls, head: str) -> dict[str, str]:
        """Read the header lines; `Game` and `Start` must be there, unknown ones are kept."""
        headers: dict[str, str] = {}
        for number, line in enumerate(head.split("\n"), start=1):
            match = _HEADER.fullmatch(line)
            if not match:
                raise RecordError(Fault(f"line {number}", "bad-header", quote(line)))
            if match[1] in headers:
                raise RecordError(Fault(match[1], "named-twice"))
            headers[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        game = headers.pop("Game", "")
        if game != cls.game:
            raise RecordError(Fault("Game", f"not-{cls.game.lower().replace(' ', '-')}", quote(game)))
        version = headers.pop("Version", str(RULES_VERSION))
        if version != str(RULES_VERSION):
            raise RecordError(Fault("Version", "unknown-version", quote(version)))
        if "Start" not in headers:
            raise RecordError(Fault("Start", "missing"))
        return headers

    def _replay(self, body: str) -> Self:
        """Read the moves and make them one after the other."""
        turns: list[Turn[Move]] = []
        positions = [self.start]
        comment = ""
        for number, written in enumerate(self._read_turns(body)):
            if not number:
                comment = written.comment
                continue
            try:
                move = self.move_type.parse(written.move)
                turn, after = self._turn(positions[-1], move, written.drawn, written.comment)
            except IllegalMove as error:
                raise _fail(number, str(error.reason), error.move) from None
            except FaultyText as error:
                raise _fail(number, error.faults[0].code, error.faults[0].about) from None
            turns.append(turn)
            positions.append(after)
        return self._knowing(tuple(positions), turns=tuple(turns), comment=comment)

    def _read_turns(self, body: str) -> Iterator[_Written]:
        """Take the text apart, turn by turn; what comes first are the comments before the first move."""
        body = body.strip()
        turns = at = 0
        pending = _Written("")
        comments: list[str] = []
        while at < len(body):
            match = _TOKEN.match(body, at)
            assert match is not None
            at = match.end()
            comment, number, drawn, move, odd = match.groups()
            if comment:
                comments.append(comment)
            elif number:
                if int(number) != turns + 1:
                    raise _fail(turns, "wrong-number", number)
            elif drawn is not None:
                if not turns or pending.drawn or drawn not in self.tiles:
                    raise _fail(turns, "bad-tile" if self.tiles else "malformed", drawn)
                pending = pending._replace(drawn=drawn)
            elif move:
                yield pending._replace(comment=" ".join(comments))
                comments = []
                turns += 1
                if turns > MAX_TURNS:
                    raise _fail(turns, "too-many-turns", "")
                try:
                    self.move_type.parse(move)
                except FaultyText as error:
                    raise _fail(turns, error.faults[0].code, move) from None
                pending = _Written(move)
            elif odd:
                raise _fail(turns, "malformed", odd)
        yield pending._replace(comment=" ".join(comments))


def _fail(turn: int, code: str, about: str) -> RecordError:
    return RecordError(Fault(f"turn {turn or 1}", code, quote(about)))


def _check_comment(comment: str) -> str:
    if "{" in comment or "}" in comment:
        raise NotationError(Fault("comment", "brace", quote(comment)))
    return mend(comment)


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value.replace("\n", " "))
