"""Whole games as short texts that fit into a link: one large mixed-radix number with a version and a checksum.

A move is written as its index among the legal moves, sorted as text. So it takes as little space as possible, and an
illegal game can't be written. Reading replays the game turn by turn.
"""

import binascii
import re
import zlib
from typing import Any, TypeVar

from qin_core import RULES_VERSION
from qin_core.common.errors import IllegalMove, NotationError, Problem
from qin_core.common.mixed_radix import DigitReader, DigitWriter, from_text, to_text
from qin_core.common.protocols import GamePosition
from qin_core.common.record import GameRecord

VERSION = 1
MAX_LENGTH = 4000
"""The most characters of an encoded game."""
MAX_LINK_TURNS = 999
"""The most turns of an encoded game."""
_HEADER_BYTES = 5
"""The bytes of the version and the checksum."""
_TEXT = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_LENGTH}}}")

Record = TypeVar("Record", bound=GameRecord[Any, Any])


class Writer(DigitWriter):
    """Packs numbers and texts into one text."""

    def put_text(self, text: str, max_bytes: int) -> None:
        """Add a text of at most `max_bytes` bytes in UTF-8."""
        content = text.encode("utf-8")
        self.put(len(content), max_bytes + 1)
        for byte in content:
            self.put(byte, 256)

    def text(self) -> str:
        """Return everything as URL-safe base64."""
        content = self.content()
        return to_text(bytes([VERSION]) + _checksum(content) + content)


class Reader(DigitReader):
    """Unpacks the text of a `Writer`; raises `NotationError` for any other text."""

    def __init__(self, text: str) -> None:
        """Check the characters, the checksum and the version of the text."""
        if len(text) > MAX_LENGTH:
            raise NotationError(Problem("link", "too-long", str(len(text))))
        if not _TEXT.fullmatch(text):
            raise malformed_link()
        try:
            packed = from_text(text)
        except binascii.Error:
            raise malformed_link() from None
        if len(packed) < _HEADER_BYTES or packed[1:_HEADER_BYTES] != _checksum(packed[_HEADER_BYTES:]):
            raise malformed_link()
        if packed[0] != VERSION:
            raise NotationError(Problem("link", "unknown-version", str(packed[0])))
        super().__init__(packed[_HEADER_BYTES:])

    def take_text(self, max_bytes: int) -> str:
        """Return the next text, which has at most `max_bytes` bytes."""
        content = bytes(self.take(256) for _ in range(self.take(max_bytes + 1)))
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            raise malformed_link() from None

    def finish(self) -> None:
        """Raise `NotationError` if anything is left."""
        if self._number:
            raise malformed_link()


def malformed_link() -> NotationError:
    """Return the error for a text that was cut or changed."""
    return NotationError(Problem("link", "malformed"))


def put_turns(writer: Writer, record: GameRecord[Any, Any]) -> None:
    """Add the moves of a game's main line."""
    writer.put(RULES_VERSION, 256)
    writer.put(len(record.turns), MAX_LINK_TURNS + 1)
    for position, turn in zip(record.positions(), record.turns, strict=False):
        text, choice = record.split_move(turn.move)
        legal = _sorted_moves(position)
        writer.put(legal.index(text), len(legal))
        writer.put(choice, record.choices)


def take_turns(reader: Reader, record: Record) -> Record:
    """Read the moves of a game and add them to a record."""
    if reader.take(256) != RULES_VERSION:
        raise NotationError(Problem("link", "unknown-version"))
    for _ in range(reader.take(MAX_LINK_TURNS + 1)):
        legal = _sorted_moves(record.end())
        if not legal:
            raise malformed_link()
        text = legal[reader.take(len(legal))]
        choice = reader.take(record.choices)
        try:
            record = record.add(record.join_move(text, choice))
        except (NotationError, IllegalMove):
            raise malformed_link() from None
    return record


def _sorted_moves(position: GamePosition) -> list[str]:
    return sorted(map(str, position.moves()))


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4, "little")
