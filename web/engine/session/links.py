"""Links that hold a whole game, a position or a map: compressed, in the fragment, checked like any foreign text."""

import base64
import binascii
import re
import zlib

from engine.games.base import AnyGameUi, GameUi
from engine.words import LANGUAGES
from qin_core.common.errors import NotationError, Problem
from qin_core.common.text import MAX_TEXT

GAME, POSITION, MAP, REPLAY = "game", "position", "map", "replay"
TODAY = "#today"
"""Leads to the puzzle of the day on a page to learn from."""
PUZZLES = "#puzzles"
"""Leads to the first puzzle there that isn't solved yet."""
DEAL = "#deal"
"""Leads to the deal of the day on a game's page."""
GUIDE = "#guide"
"""Leads to the guided game on a game's page."""
_MEANT = re.compile(r"#?(game|position|map|replay)=")
_FRAGMENT = re.compile(r"#?(game|position|map|replay)=([A-Za-z0-9_-]{1,60000})")


def learn(ui: AnyGameUi, language: str) -> str:
    """Return the path of a game's lessons in a language; the default game and language have the shortest."""
    folder = "learn/" if ui.is_default else f"learn/{ui.name}/"
    return folder if language == LANGUAGES[0] else f"{folder}{language}.html"


def write(kind: str, text: str) -> str:
    """Put a record, a position line or a board file into a fragment."""
    packed = zlib.compress(text.encode("utf-8"), 9, wbits=-15)
    return f"#{kind}={base64.urlsafe_b64encode(packed).decode('ascii').rstrip('=')}"


def holds(fragment: str) -> bool:
    """Tell whether an address's fragment is meant to hold something, broken or not."""
    return bool(_MEANT.match(fragment))


def unwrap(text: str) -> tuple[str, str]:
    """Take what a link holds, with its kind, out of it; a text that is no link has no kind and stays as it is."""
    text = text.strip()
    linked = read(text[text.index("#") :]) if "#" in text[:2000] and "\n" not in text else None
    return (linked[0], linked[1].strip()) if linked else ("", text)


def check_line(text: str, pattern: str = GameUi.line_pattern) -> None:
    """Refuse a text that is no position line at all, before its faults are named one by one."""
    if "://" in text or not re.search(pattern, text):
        raise NotationError(Problem("", "not-ours"))


def is_map(text: str) -> bool:
    """Tell whether a text is a link to a map."""
    try:
        return unwrap(text)[0] == MAP
    except NotationError:
        return False


def read(fragment: str) -> tuple[str, str] | None:
    """Take a fragment apart: what it holds and its text; None if it isn't such a link at all.

    Raises `NotationError` if it is one but broken, or longer unpacked than any record may be.
    """
    if not holds(fragment):
        return None
    match = _FRAGMENT.fullmatch(fragment)
    if not match:
        raise NotationError(Problem("link", "malformed"))
    kind, packed = match.groups()
    try:
        unpacker = zlib.decompressobj(wbits=-15)
        raw = unpacker.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MAX_TEXT + 1)
        text = raw.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise NotationError(Problem("link", "malformed")) from error
    if len(raw) > MAX_TEXT:
        raise NotationError(Problem("link", "too-long"))
    if not unpacker.eof:
        raise NotationError(Problem("link", "malformed"))
    return kind, text
