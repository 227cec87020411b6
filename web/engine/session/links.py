"""Links that hold a match, a position or a map, compressed in the fragment; embed codes."""

import base64
import binascii
import re
import zlib
from dataclasses import dataclass, fields, replace
from typing import Self

from engine.games.base import AnyGameUi, GameUi
from engine.words import LANGUAGES
from qin_core.common.errors import NotationError, Problem
from qin_core.common.svg import escape
from qin_core.common.text import MAX_TEXT

GAME, POSITION, MAP, REPLAY = "game", "position", "map", "replay"
TODAY = "#today"
"""Leads to the puzzle of the day on a page of lessons."""
DAY = "#day-"
"""Leads to the puzzle of the day whose date follows."""
PUZZLES = "#puzzles"
"""Leads to the first unsolved puzzle there."""
DEAL = "#deal"
"""Leads to the deal of the day on a game's page."""
GUIDE = "#guide"
"""Leads to the guided game on a game's page."""
_MEANT = re.compile(r"#?(game|position|map|replay)=")
_FRAGMENT = re.compile(r"#?(game|position|map|replay)=([A-Za-z0-9_-]{1,60000})(?:[^A-Za-z0-9_-].*)?", re.DOTALL)
"""What follows a link, such as a full stop or what a messenger appends, doesn't belong to it."""


def learn(ui: AnyGameUi, language: str) -> str:
    """Return the path of a game's lessons in a language; the default game and language have the shortest."""
    folder = "learn/" if ui.is_default else f"learn/{ui.name}/"
    return folder if language == LANGUAGES[0] else f"{folder}{language}.html"


def embedding(language: str) -> str:
    """Return the path of the authors' guide in a language."""
    return "guide.html" if language == LANGUAGES[0] else f"guide.{language}.html"


def write(kind: str, text: str) -> str:
    """Put a record, a position line or a board file into a fragment."""
    packed = zlib.compress(text.encode("utf-8"), 9, wbits=-15)
    return f"#{kind}={base64.urlsafe_b64encode(packed).decode('ascii').rstrip('=')}"


def holds(fragment: str) -> bool:
    """Tell whether a fragment looks like one of these links, broken or not."""
    return bool(_MEANT.match(fragment))


def unwrap(text: str) -> tuple[str, str]:
    """Decode a link into its kind and text; any other text is returned without a kind."""
    text = text.strip()
    linked = read(text[text.index("#") :]) if "#" in text[:2000] and "\n" not in text else None
    return (linked[0], linked[1].strip()) if linked else ("", text)


def check_line(text: str, pattern: str = GameUi.line_pattern) -> None:
    """Refuse a text that is no position line at all, before listing its problems."""
    if "://" in text or not re.search(pattern, text):
        raise NotationError(Problem("", "not-ours"))


def is_map(text: str) -> bool:
    """Tell whether a text is a link to a map."""
    try:
        return unwrap(text)[0] == MAP
    except NotationError:
        return False


def read(fragment: str) -> tuple[str, str] | None:
    """Split a fragment into kind and text; None if it is no such link. Raise `NotationError` if it is broken or
    unpacks to more than the longest record.
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


# Embed codes


CODES = {
    "form": ("element", "frame", "markdown"),
    "shows": ("position", "record"),
    "language": ("", "en", "fr", "de", "nl"),
    "theme": ("auto", "light", "dark"),
    "move": ("nobody", "anybody", "computer"),
}
"""The options; the first value is the default."""


@dataclass(frozen=True)
class EmbedCode:
    """The options of an embed code."""

    form: str = CODES["form"][0]
    shows: str = CODES["shows"][0]
    language: str = CODES["language"][0]
    """Empty for the page's language."""
    theme: str = CODES["theme"][0]
    move: str = CODES["move"][0]

    def change(self, field: str, value: str) -> Self:
        """Change an option; an unknown value changes nothing."""
        return replace(self, **{field: value}) if value in CODES.get(field, ()) else self

    def write(self, site: str, address: str, position: str, record: str, title: str) -> str:
        """Write the code; `site` is the address of the boards, `address` that of the game's page."""
        kind, text = (POSITION, position) if self.shows == "position" else (GAME, record)
        link = write(kind, text)
        if self.form == "markdown":
            return f"[{title}]({address}{link})"
        chosen = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name in ("language", "theme", "move") and getattr(self, field.name) != CODES[field.name][0]
        }
        if self.form == "frame":
            query = "".join(f"&amp;{name}={value}" for name, value in chosen.items())
            return (
                f'<iframe src="{escape(site)}embed.html{link}{query}" width="400" height="600" loading="lazy"'
                f' title="{escape(title)}" style="max-width: 100%; border: 0"></iframe>'
            )
        given = escape(text) if kind == POSITION else f"{escape(address)}{link}"
        attributes = {("position" if kind == POSITION else "record"): given, **chosen}
        written = "".join(f' {name}="{value}"' for name, value in attributes.items())
        return f'<script src="{escape(site)}qin-embed.js" async></script>\n<qin-board{written}></qin-board>'
