"""Records of whole games: header lines, an empty line, numbered moves with the tiles drawn, comments in braces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from qin_core import RULES_VERSION
from qin_core.errors import Fault, FaultyText, IllegalMove, NotationError, RecordError, check_text, quote
from qin_core.qin.move import Move
from qin_core.qin.position import Position
from qin_core.qin.tiles import KINDS

GAME = "Qin"
UNFINISHED = "*"
MOST_TURNS = 5000

_HEADER = re.compile(r'\[([A-Z][A-Za-z]{0,39}) "((?:[^"\\]|\\["\\])*)"\]')
_TOKEN = re.compile(r"\s*(?:\{([^{}]*)\}|([1-9][0-9]{0,3})\.|\+([^\s{}+]*)|([^\s{}+]+)|(\S))")


class Turn(NamedTuple):
    """One move, the tile drawn after it (or nothing), and what somebody had to say about it."""

    move: Move
    drawn: str = ""
    comment: str = ""


@dataclass(frozen=True)
class Record:
    """A game from its first position on; records are values, `add` gives a longer one."""

    start: Position
    turns: tuple[Turn, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    comment: str = ""

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read and replay a record; raises `RecordError` naming the line or the turn and the reason."""
        try:
            check_text(text, "record")
        except NotationError as error:
            raise RecordError(*error.faults) from None
        head, _, body = text.replace("\r\n", "\n").strip("\n").partition("\n\n")
        headers = _read_headers(head)
        try:
            start = Position.parse(headers.pop("Start"))
        except FaultyText as error:
            raise RecordError(*(fault._replace(field=f"Start {fault.field}") for fault in error.faults)) from None
        board = headers.pop("Board", start.board.name)
        if board != start.board.name:
            raise RecordError(Fault("Board", "not-the-start", quote(board)))
        result = headers.pop("Result", UNFINISHED)
        record = _replay(cls(start, headers=headers), body)
        if result != record.result:
            raise RecordError(Fault("Result", "not-what-happened", quote(result)))
        return record

    def add(self, move: Move | str, drawn: str = "", comment: str = "") -> "Record":
        """Append a move; `drawn` is needed only where the pile is hidden. Raises `IllegalMove` like `Position.play`."""
        move = Move.parse(move) if isinstance(move, str) else move
        return self._add(self.end(), move, drawn, comment)[0]

    def _add(self, before: Position, move: Move, drawn: str, comment: str) -> tuple["Record", Position]:
        after = before.play(move)
        seen = _drawn(before, after)
        if seen == "?" and drawn:
            after = after.revealed(before.mover, drawn)
            seen = drawn
        if drawn not in ("", seen):
            raise NotationError(Fault("drawn", "another-tile", quote(drawn)))
        turn = Turn(move, "" if seen == "?" else seen, _check_comment(comment))
        return Record(self.start, (*self.turns, turn), self.headers, self.comment), after

    def positions(self) -> Iterator[Position]:
        """Replay the game: the first position, then the one after each turn."""
        position = self.start
        yield position
        for turn in self.turns:
            before, position = position, position.play(turn.move)
            if turn.drawn and _drawn(before, position) == "?":
                position = position.revealed(before.mover, turn.drawn)
            yield position

    def end(self) -> Position:
        """The position after the last turn."""
        return list(self.positions())[-1]

    @property
    def result(self) -> str:
        """The winners' numbers, or `*` while the game runs."""
        return ",".join(map(str, self.end().winners() or ())) or UNFINISHED

    def __str__(self) -> str:
        headers = {
            "Game": GAME,
            "Version": str(RULES_VERSION),
            **self.headers,
            "Board": self.start.board.name,
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
        return "\n".join(lines) + "\n"


def _read_headers(head: str) -> dict[str, str]:
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
    if game != GAME:
        raise RecordError(Fault("Game", "not-qin", quote(game)))
    version = headers.pop("Version", str(RULES_VERSION))
    if version != str(RULES_VERSION):
        raise RecordError(Fault("Version", "unknown-version", quote(version)))
    if "Start" not in headers:
        raise RecordError(Fault("Start", "missing"))
    return headers


def _replay(record: Record, body: str) -> Record:
    """Read the moves and make them one after the other."""
    position = record.start
    at = 0
    body = body.strip()
    pending: tuple[Move, str, str] | None = None
    turns = 0

    def fail(code: str, about: str) -> RecordError:
        return RecordError(Fault(f"turn {turns or 1}", code, quote(about)))

    def flush() -> None:
        nonlocal record, position, pending
        if pending:
            try:
                record, position = record._add(position, *pending)
            except IllegalMove as error:
                raise fail(str(error.reason), error.move) from None
            except FaultyText as error:
                raise fail(error.faults[0].code, error.faults[0].about) from None
            pending = None

    while at < len(body):
        match = _TOKEN.match(body, at)
        assert match is not None
        at = match.end()
        comment, number, drawn, move, odd = match.groups()
        if comment is not None:
            if pending:
                pending = (pending[0], pending[1], " ".join(filter(None, (pending[2], comment))))
            else:
                comment = " ".join(filter(None, (record.comment, comment)))
                record = Record(record.start, record.turns, record.headers, comment)
        elif number:
            if int(number) != turns + 1:
                raise fail("wrong-number", number)
        elif drawn is not None:
            if pending is None or pending[1] or drawn not in KINDS:
                raise fail("bad-tile", drawn)
            pending = (pending[0], drawn, pending[2])
        elif move:
            flush()
            turns += 1
            if turns > MOST_TURNS:
                raise fail("too-many-turns", "")
            try:
                pending = (Move.parse(move), "", "")
            except FaultyText as error:
                raise fail(error.faults[0].code, move) from None
        else:
            raise fail("malformed", odd)
    flush()
    return record


def _drawn(before: Position, after: Position) -> str:
    """Name the tile that the last move drew: `?` for a hidden one, nothing where none was drawn."""
    for old, new in zip(before.piles, after.piles, strict=True):
        if len(new) < len(old):
            return old[0]
    return ""


def _check_comment(comment: str) -> str:
    if "{" in comment or "}" in comment:
        raise NotationError(Fault("comment", "brace", quote(comment)))
    return comment


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value.replace("\n", " "))
