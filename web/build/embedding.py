"""The parts of the site for other people's pages: the script of `<qin-board>` and the frame behind it."""

import base64
import hashlib
import re
from collections.abc import Iterator

from engine import rooms
from engine.lessons import lesson, lesson_names, words_of
from engine.words import LANGUAGES, catalogue
from qin_core.khan_tsin import Position as KhanPosition
from qin_core.khan_tsin import svg as khan_svg
from qin_core.qin import Position, svg
from web.build.bundles import bundle
from web.build.lesson_pictures import size
from web.build.pages import WITH_BOARDS, Page, read
from web.build.steps import WEB

SCRIPT = "qin-embed.js"
# What the element says itself, before any Python runs or in spite of it.
WORDS = (
    "boot-failed",
    "boot-loading",
    "boot-retry",
    "embed-policy",
    "embed-sandbox",
    "embed-trusted-types",
    "embed-try",
    "embed-unreachable",
)
PICTURES = "pictures"
BOARDS = ("bird", "lion")
_REM = re.compile(r"(?<![\w.])(\d*\.?\d+)rem\b")
_COLOUR = re.compile(r"^(\s*)--([a-z-]+): (#[0-9a-f]+|light-dark\(.*\));$", re.MULTILINE)


def script() -> str:
    """Put the element's modules into one script that leaves nothing behind but the element.

    A classic script may come from any host; a module would need one that sends special headers.
    """
    words = {language: {key: catalogue(language)[key] for key in WORDS} for language in LANGUAGES}
    puzzles = {game: _unnumbered(lesson_names(game, "puzzle")[0]) for game in rooms.ROOMS}
    return bundle("element.js", classic=True, words=words, lessons=_places(), puzzles=puzzles)


def versioned() -> str:
    """Name the script by what is in it, for whoever wants to have exactly that one."""
    return SCRIPT.replace(".", f".{integrity()[7:15].translate(str.maketrans('+/', '--'))}.")


def integrity() -> str:
    """Give the hash by which a browser checks that the script is the one that somebody meant."""
    return f"sha384-{base64.b64encode(hashlib.sha384(script().encode()).digest()).decode()}"


def _places() -> list[tuple[int, int, int, str]]:
    """Tell how much place lessons take: width and height of the picture, letters of the longest task, which ones."""
    letters: dict[tuple[int, int, str], int] = {}
    for name in lesson_names():
        shown = lesson(name)
        place = (*size(shown), _unnumbered(name))
        letters[place] = max(letters.get(place, 0), *(len(words_of(shown, language).task) for language in LANGUAGES))
    found: dict[tuple[int, int, int], list[str]] = {}
    for (width, height, name), most in letters.items():
        found.setdefault((width, height, -(-most // 35) * 35), []).append(name)
    return [(*place, " ".join(names)) for place, names in found.items()]


def _unnumbered(name: str) -> str:
    """Leave out a puzzle's number: puzzles of a game take the same place."""
    return name.rstrip("0123456789")


def files() -> dict[str, str]:
    """Give the script, at an address that stays, and the pictures of the boards on which games begin."""
    drawn = {board: svg.board_svg(Position.deal(board, 2, seed=1), hits=False) for board in BOARDS}
    drawn["khan-tsin"] = khan_svg.board_svg(KhanPosition.deal(seed=1), hits=False)
    package = {f"npm/qin-board/{file.name}": file.read_text("utf-8") for file in sorted((WEB / "npm").iterdir())}
    return {
        SCRIPT: script(),
        versioned(): script(),
        **package,
        **{f"{PICTURES}/{name}.svg": picture for name, picture in drawn.items()},
    }


def pages() -> Iterator[Page]:
    """Describe the frame in which the boards of a page have their Python, and the page with a single board."""
    style = svg.STYLE + khan_svg.STYLE + shadow_style(read("pieces.css") + read("embed.css"))
    yield Page("engine.html", slots={"style": style}, app="board", client="host.js", classic=True, background=True)
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
