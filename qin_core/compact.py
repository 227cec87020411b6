"""Whole games as short texts that fit into a link: numbers of many bases packed into one, a version, a checksum.

A turn is its place among the legal moves in the order of their texts, so that it takes no more room than it has to, and
nothing that isn't a legal game can be written at all. What is read is replayed turn by turn.
"""

import base64
import binascii
import re
import zlib
from typing import Any, TypeVar

from qin_core import RULES_VERSION
from qin_core.errors import Fault, IllegalMove, NotationError
from qin_core.playing import AnyPosition
from qin_core.record import GameRecord

VERSION = 1
MAX_LENGTH = 4000
"""No such text is longer, in characters."""
MAX_TURNS = 999
PILES = 4
_HEAD = 5
"""The bytes of the version and the checksum."""
_FORM = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_LENGTH}}}")

R = TypeVar("R", bound=GameRecord[Any, Any])


class Writer:
    """Takes numbers, each with how many values it could have had, and makes one text of them."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, value: int, base: int) -> None:
        """Add a number from 0 up to `base`, which itself isn't one."""
        if not 0 <= value < base:
            raise ValueError(f"{value} is not below {base}")
        self._digits.append((value, base))

    def put_text(self, text: str, most: int) -> None:
        """Add a text of at most so many bytes."""
        content = text.encode("utf-8")
        self.put(len(content), most + 1)
        for byte in content:
            self.put(byte, 256)

    def text(self) -> str:
        """Give the whole, in letters that any link may hold."""
        number = 0
        for value, base in reversed(self._digits):
            number = number * base + value
        content = number.to_bytes((number.bit_length() + 7) // 8, "little")
        packed = bytes([VERSION]) + _sum(content) + content
        return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


class Reader:
    """Gives back what a `Writer` took, in the same order; raises `NotationError` for a text that none has made."""

    def __init__(self, text: str) -> None:
        """Check the text as a whole: its letters, its version, its checksum."""
        if len(text) > MAX_LENGTH:
            raise NotationError(Fault("link", "too-long", str(len(text))))
        if not _FORM.fullmatch(text):
            raise damaged()
        try:
            packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except binascii.Error:
            raise damaged() from None
        if len(packed) < _HEAD or packed[1:_HEAD] != _sum(packed[_HEAD:]):
            raise damaged()
        if packed[0] != VERSION:
            raise NotationError(Fault("link", "unknown-version", str(packed[0])))
        self._number = int.from_bytes(packed[_HEAD:], "little")

    def take(self, base: int) -> int:
        """Take the next number, which is below `base`."""
        self._number, value = divmod(self._number, base)
        return value

    def take_text(self, most: int) -> str:
        """Take the next text, of at most so many bytes."""
        content = bytes(self.take(256) for _ in range(self.take(most + 1)))
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            raise damaged() from None

    def finish(self) -> None:
        """Make sure that nothing is left."""
        if self._number:
            raise damaged()


def damaged() -> NotationError:
    """Say that a text was cut or changed on its way."""
    return NotationError(Fault("link", "malformed"))


def put_turns(writer: Writer, record: GameRecord[Any, Any]) -> None:
    """Add the turns of a game."""
    writer.put(RULES_VERSION, 256)
    writer.put(len(record.turns), MAX_TURNS + 1)
    for position, turn in zip(record.positions(), record.turns, strict=False):
        text, _, pile = str(turn.move).partition("/")
        legal = _legal(position)
        writer.put(legal.index(text), len(legal))
        if record.tiles:
            writer.put(int(pile or 0), PILES + 1)


def take_turns(reader: Reader, record: R) -> R:
    """Take the turns of a game, and make them one after the other from where the record stands."""
    if reader.take(256) != RULES_VERSION:
        raise NotationError(Fault("link", "unknown-version"))
    for _ in range(reader.take(MAX_TURNS + 1)):
        legal = _legal(record.end())
        if not legal:
            raise damaged()
        text = legal[reader.take(len(legal))]
        pile = reader.take(PILES + 1) if record.tiles else 0
        try:
            record = record.add(f"{text}/{pile}" if pile else text)
        except (NotationError, IllegalMove):
            raise damaged() from None
    return record


def _legal(position: AnyPosition) -> list[str]:
    return sorted(map(str, position.moves()))


def _sum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4, "little")
