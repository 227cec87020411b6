"""What the pictures of all games share: the SVG element, ids, light and dark colours, numbered hints."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from qin_core.common.errors import NotationError, Problem
from qin_core.common.text import abbreviate

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PREFIX = re.compile(r"[A-Za-z][\w-]{0,63}", re.ASCII)

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
"""The colours that all games share, in the light and the dark theme. Games add their own, such as a light `shadow`."""
# `html.escape` would do, but importing `html` loads a table of 2,000 entity names into every page.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})

ViewBox = tuple[int, int, int, int]
"""The part of the drawing that a picture shows: left, top, width, height."""


class NumberedHint(NamedTuple):
    """A suggested move, numbered on the board: its squares or spaces, its rank and a tooltip."""

    places: tuple[str, ...]
    rank: int
    title: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    """Names and values of further attributes of the click target."""


def escape(text: str) -> str:
    """Escape a text for SVG or HTML, also inside attributes.

    >>> escape('<a href="b">')
    '&lt;a href=&quot;b&quot;&gt;'
    """
    return text.translate(_ESCAPES)


def height_of(box: ViewBox, width: int) -> int:
    """Return the height of a picture with a given width."""
    return round(width * box[3] / box[2])


def wrap_svg(
    game: str, style_sheet: str, box: ViewBox, content: str, title: str | None, size: int | None, style: bool
) -> str:
    """Wrap a drawing in an `<svg>` with a game's class; `size` is its width, `style` includes the style sheet."""
    size_attributes = "" if size is None else f' width="{size}" height="{height_of(box, size)}"'
    role = ' role="img"' if title is not None else ""
    title_element = "" if title is None else f"<title>{escape(_NOT_XML.sub('', title))}</title>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{game}-svg" viewBox="{box[0]} {box[1]} {box[2]} {box[3]}"'
        f"{size_attributes}{role}>{title_element}{f'<style>{style_sheet}</style>' if style else ''}{content}</svg>"
    )


def check_prefix(prefix: str) -> str:
    """Return a prefix for ids if it is valid; raise `NotationError` otherwise."""
    if not _PREFIX.fullmatch(prefix):
        raise NotationError(Problem("prefix", "malformed", abbreviate(prefix)))
    return prefix


def palettes(game: str, light: dict[str, str], dark: dict[str, str]) -> str:
    """Write the style rules of a game's `<svg>`, with its colours as custom properties.

    The system's theme decides between light and dark, unless an element around the picture has `data-theme`. Prints
    always use the light colours.
    """
    selector = f".{game}-svg"
    light_rule = _palette(game, light)
    # The light palette always applies first.
    dark_rule = _palette(game, {name: colour for name, colour in dark.items() if colour != light[name]})
    return (
        f"{selector}{{display:block;max-width:100%;height:auto;font-family:var(--qin-font,system-ui,sans-serif);"
        "user-select:none;print-color-adjust:exact;forced-color-adjust:none}\n"
        f":where({selector}){light_rule}\n"
        f"@media screen and (prefers-color-scheme:dark){{:where({selector}){dark_rule}}}\n"
        f":where([data-theme=light] {selector},{selector}[data-theme=light]){light_rule}\n"
        f"@media screen{{:where([data-theme=dark] {selector},{selector}[data-theme=dark]){dark_rule}}}\n"
    )


def _palette(game: str, colours: dict[str, str]) -> str:
    return "{" + ";".join(f"--{game}-{name}:{colour}" for name, colour in colours.items()) + "}"


def _attributes(hint: NumberedHint) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in hint.attributes)


def badge_targets(hints: Sequence[NumberedHint], centres: Sequence[tuple[int, int]], radius: int) -> str:
    """Draw an invisible click target over the number of each hint."""
    targets = [
        f'<circle class="hit"{_attributes(hint)} cx="{x}" cy="{y}" r="{radius}">'
        f"<title>{escape(hint.title)}</title></circle>"
        for hint, (x, y) in zip(hints, centres, strict=True)
    ]
    return f'<g class="badges" fill="none" pointer-events="all">{"".join(targets)}</g>' if targets else ""
