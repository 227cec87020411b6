"""What other people's pages take from the site: the script of `<qin-board>` and the frame behind it."""

import re
from collections.abc import Iterator

from engine.words import LANGUAGES, catalogue
from qin_core.khan_tsin import svg as khan_svg
from qin_core.qin import svg
from web.build.bundles import bundle
from web.build.pages import WITH_BOARDS, Page, read

SCRIPT = "qin-embed.js"
# What the element says itself, before any Python runs or in spite of it.
WORDS = ("boot-failed", "boot-loading", "boot-retry", "embed-try")
_REM = re.compile(r"(?<![\w.])(\d*\.?\d+)rem\b")
_COLOUR = re.compile(r"^(\s*)--([a-z-]+): (#[0-9a-f]+|light-dark\(.*\));$", re.MULTILINE)


def script() -> str:
    """Put the element's modules into one script that leaves nothing behind but the element.

    A classic script may come from any host; a module would need one that sends special headers.
    """
    words = {language: {key: catalogue(language)[key] for key in WORDS} for language in LANGUAGES}
    return bundle("element.js", classic=True, words=words)


def files() -> dict[str, str]:
    """Give the script, at an address that stays."""
    return {SCRIPT: script()}


def pages() -> Iterator[Page]:
    """Describe the frame in which the boards of a page have their Python, and the page with a single board."""
    style = svg.STYLE + khan_svg.STYLE + shadow_style(read("pieces.css") + read("embed.css"))
    yield Page("engine.html", slots={"style": style}, app="board", client="host.js", unseen=True)
    yield Page("embed.html", styles=("frame.css",), policy=WITH_BOARDS)


def shadow_style(style: str) -> str:
    """Make a style sheet fit for a shadow root: no size follows the page's own, and the page may set the colours.

    >>> shadow_style("  --ink: #222222;\\n  margin: 0 1.5rem;")
    '  --ink: var(--qin-ink, #222222);\\n  margin: 0 calc(1.5 * var(--qin-text, 16px));'
    """
    lines = _COLOUR.sub(r"\1--\2: var(--qin-\2, \3);", style).split("\n")
    return "\n".join(
        line if line.lstrip().startswith("@") else _REM.sub(r"calc(\1 * var(--qin-text, 16px))", line) for line in lines
    )
