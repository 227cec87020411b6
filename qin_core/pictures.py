"""Parts of every game's pictures: the frame of an SVG, the ids inside it, colours by day and by night."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from qin_core.errors import Fault, NotationError, quote

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PREFIX = re.compile(r"[A-Za-z][\w-]{0,63}", re.ASCII)

# The table of the standard library's `html` knows 2,000 more names, and would lie in every page's memory.
TABLE_LIGHT = {
    "frame": "#5e2419",
    "frame-edge": "#2f100a",
    "frame-lit": "#b06a4c",
    "frame-inlay": "#d3a558",
    "bright": "#ffffff",
    "cursor": "#1c5fb8",
    "hint": "#a83228",
    "hint-text": "#ffffff",
    "ink": "#1c1712",
    "last": "#fffdf6",
    "wrong": "#c2006b",
}
TABLE_DARK = {
    "frame": "#4d1c14",
    "frame-edge": "#170806",
    "frame-lit": "#a55c42",
    "frame-inlay": "#c09348",
    "bright": "#ffe3ae",
    "cursor": "#8ab8ff",
    "hint": "#e0685b",
    "hint-text": "#1d1b18",
    "shadow": "#000000",
}
"""The colours that both games share, by day and by lantern light."""
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})

Box = tuple[int, int, int, int]
"""Where a picture lies: left, top, width, height."""


class Hint(NamedTuple):
    """A move to point out on a board: the places that it concerns, and what its number does when it is pressed."""

    places: tuple[str, ...]
    rank: int
    move: str = ""
    title: str = ""


def escape(text: str) -> str:
    """Write a text so that it can stand in SVG or HTML, inside an attribute too.

    >>> escape('<a href="b">')
    '&lt;a href=&quot;b&quot;&gt;'
    """
    return text.translate(_ESCAPES)


def height_of(box: Box, width: int) -> int:
    """Say how high a picture is that is so wide."""
    return round(width * box[3] / box[2])


def framed(game: str, sheet: str, box: Box, content: str, title: str | None, size: int | None, style: bool) -> str:
    """Put a drawing into an SVG of a game's class; `size` is its width, with `style` it brings its sheet along."""
    shown = "" if size is None else f' width="{size}" height="{height_of(box, size)}"'
    role = ' role="img"' if title is not None else ""
    named = "" if title is None else f"<title>{escape(_NOT_XML.sub('', title))}</title>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{game}-svg" viewBox="{box[0]} {box[1]} {box[2]} {box[3]}"'
        f"{shown}{role}>{named}{f'<style>{sheet}</style>' if style else ''}{content}</svg>"
    )


def check_prefix(prefix: str) -> str:
    """Return what the ids of a picture begin with, if ids may begin so; else raise `NotationError`."""
    if not _PREFIX.fullmatch(prefix):
        raise NotationError(Fault("prefix", "malformed", quote(prefix)))
    return prefix


def palettes(game: str, light: dict[str, str], dark: dict[str, str]) -> str:
    """Write how a game's pictures lie on a page, and its colours as custom properties.

    The system's theme decides which, or a `data-theme` around a picture.
    Paper is white: prints have the colours of the day.
    """
    kind = f".{game}-svg"
    by_day, by_night = _palette(game, light), _palette(game, dark)
    return (
        f"{kind}{{display:block;max-width:100%;height:auto;font-family:var(--qin-font,system-ui,sans-serif);"
        "user-select:none;print-color-adjust:exact;forced-color-adjust:none}\n"
        f":where({kind}){by_day}\n"
        f"@media screen and (prefers-color-scheme:dark){{:where({kind}){by_night}}}\n"
        f":where([data-theme=light] {kind},{kind}[data-theme=light]){by_day}\n"
        f"@media screen{{:where([data-theme=dark] {kind},{kind}[data-theme=dark]){by_night}}}\n"
    )


def _palette(game: str, colours: dict[str, str]) -> str:
    return "{" + ";".join(f"--{game}-{name}:{colour}" for name, colour in colours.items()) + "}"


def badge_hits(hints: Sequence[Hint], spots: Sequence[tuple[int, int]], radius: int) -> str:
    """Cover the numbers of hints, which lie on those spots, with something to press."""
    found = [
        f'<circle class="hit" data-action="try" data-value="{escape(hint.move)}" cx="{x}" cy="{y}" r="{radius}">'
        f"<title>{escape(hint.title)}</title></circle>"
        for hint, (x, y) in zip(hints, spots, strict=True)
    ]
    return f'<g class="badges" fill="none" pointer-events="all">{"".join(found)}</g>' if found else ""
