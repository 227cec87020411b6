"""Links whose fragments contain a compressed match, position or map; embed codes."""

import base64
import binascii
import re
import zlib
from dataclasses import dataclass, fields, replace
from typing import NamedTuple, Self

from engine.games.base import AnyGameUi, GameUi
from engine.words import LANGUAGES
from qin_core.common.errors import NotationError, Problem
from qin_core.common.svg import escape
from qin_core.common.text import MAX_TEXT

GAME, POSITION, MAP, REPLAY = "game", "position", "map", "replay"
"""The kinds of links; `REPLAY` is a record that is replayed at once."""
TODAY = "#today"
"""The fragment of the puzzle of the day on a page of lessons."""
DAY = "#day-"
"""The start of the fragment of the puzzle of any day."""
PUZZLES = "#puzzles"
"""The fragment of the first unsolved puzzle there."""
DEAL = "#deal"
"""The fragment of the deal of the day on a game's page."""
GUIDE = "#guide"
"""The fragment of the guided game on a game's page."""
FROM_EDITOR = "&editor"
"""The end of the fragment of a position that the editor's user tries out."""
_START = re.compile(r"#?(game|position|map|replay)=")
_FRAGMENT = re.compile(r"#?(game|position|map|replay)=([A-Za-z0-9_-]{1,60000})(?:[^A-Za-z0-9_-].*)?", re.DOTALL)
"""A messenger may append a full stop or other text."""


class LinkContent(NamedTuple):
    """What a link contains: a record, a position line or a board file."""

    kind: str
    """`GAME`, `POSITION`, `MAP` or `REPLAY`."""
    text: str


def lessons_path(ui: AnyGameUi, language: str) -> str:
    """Return the path of a game's lessons, in the site's folder."""
    folder = "learn/" if ui.is_default else f"learn/{ui.name}/"
    return folder if language == LANGUAGES[0] else f"{folder}{language}.html"


def embed_guide_path(language: str) -> str:
    """Return the path of the guide to embedding, in the site's folder."""
    return "guide.html" if language == LANGUAGES[0] else f"guide.{language}.html"


def write(kind: str, text: str) -> str:
    """Write the fragment that contains a record, a position line or a board file."""
    packed = zlib.compress(text.encode("utf-8"), 9, wbits=-15)
    return f"#{kind}={base64.urlsafe_b64encode(packed).decode('ascii').rstrip('=')}"


def is_link(fragment: str) -> bool:
    """Return whether a fragment is meant as one of these links, valid or not."""
    return bool(_START.match(fragment))


def unwrap(text: str) -> LinkContent:
    """Return the content of a link; for any other text, return that with an empty kind."""
    text = text.strip()
    content = read(text[text.index("#") :]) if "#" in text[:2000] and "\n" not in text else None
    return content._replace(text=content.text.strip()) if content else LinkContent("", text)


def check_line(text: str, pattern: str = GameUi.line_pattern) -> None:
    """Raise `NotationError` if a text doesn't look like a position line, instead of listing all its problems."""
    if "://" in text or not re.search(pattern, text):
        raise NotationError(Problem("", "not-ours"))


def is_map_link(text: str) -> bool:
    """Return whether a text is a link to a map."""
    try:
        return unwrap(text).kind == MAP
    except NotationError:
        return False


def read(fragment: str) -> LinkContent | None:
    """Decode a fragment; None if it isn't one of these links.

    Raise `NotationError` if it is damaged or longer than the longest record.
    """
    if not is_link(fragment):
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
    return LinkContent(kind, text)


# Embed codes


EMBED_OPTIONS = {
    "form": ("element", "frame", "markdown"),
    "shows": ("position", "record"),
    "language": ("", "en", "fr", "de", "nl"),
    "theme": ("auto", "light", "dark"),
    "move": ("nobody", "anybody", "computer"),
}
"""The values of each option of embed codes; the first is the default."""


@dataclass(frozen=True)
class EmbedCode:
    """The options of an embed code; `EMBED_OPTIONS` lists their values."""

    form: str = EMBED_OPTIONS["form"][0]
    shows: str = EMBED_OPTIONS["shows"][0]
    language: str = EMBED_OPTIONS["language"][0]
    """Empty for the page's language."""
    theme: str = EMBED_OPTIONS["theme"][0]
    move: str = EMBED_OPTIONS["move"][0]

    def change(self, field: str, value: str) -> Self:
        """Change an option; an unknown value changes nothing."""
        return replace(self, **{field: value}) if value in EMBED_OPTIONS.get(field, ()) else self

    def write(self, site: str, address: str, position: str, record: str, title: str) -> str:
        """Write the code; `site` is the address of the boards, `address` that of the game's page."""
        kind, text = (POSITION, position) if self.shows == "position" else (GAME, record)
        link = write(kind, text)
        if self.form == "markdown":
            return f"[{title}]({address}{link})"
        changed = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name in ("language", "theme", "move") and getattr(self, field.name) != EMBED_OPTIONS[field.name][0]
        }
        if self.form == "frame":
            query = "".join(f"&amp;{name}={value}" for name, value in changed.items())
            return (
                f'<iframe src="{escape(site)}embed.html{link}{query}" width="400" height="600" loading="lazy"'
                f' title="{escape(title)}" style="max-width: 100%; border: 0"></iframe>'
            )
        source = {"position": escape(text)} if kind == POSITION else {"record": f"{escape(address)}{link}"}
        attributes = "".join(f' {name}="{value}"' for name, value in (source | changed).items())
        return f'<script src="{escape(site)}qin-embed.js" async></script>\n<qin-board{attributes}></qin-board>'
