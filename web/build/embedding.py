"""Write the parts of the site for embedded boards: the script of `<qin-board>` and its frame."""

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache

from engine.lessons import texts_of
from engine.main import GAMES, LESSONS
from engine.words import LANGUAGES, catalogue
from qin_core.common.protocols import GamePosition
from qin_core.khan_tsin import Position as KhanPosition
from qin_core.khan_tsin import svg as khan_svg
from qin_core.qin import Position, svg
from qin_core.qin.board import BOARDS
from qin_core.qin.outline import SIZE
from web.build.bundles import bundle
from web.build.lessons import size
from web.build.pages import BOARDS_POLICY, Page, read
from web.build.steps import WEB

SCRIPT = "qin-embed.js"
# The messages of the element, which runs without Python.
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
# The site has a picture of each of these openings.
_QIN_STARTS = {board: Position.deal(board, 2, seed=1) for board in BOARDS}
_KHAN_STARTS = {"khan-tsin": KhanPosition.deal(seed=1)}
_REM = re.compile(r"(?<![\w.])(\d*\.?\d+)rem\b")
_COLOUR = re.compile(r"^(\s*)--([a-z-]+): (#[0-9a-f]+|light-dark\(.*\));$", re.MULTILINE)


@cache
def script() -> str:
    """Bundle the element's modules as one script that defines no globals.

    A classic script can be loaded from any host; a module needs a host that sends CORS headers.
    """
    return bundle("embed/element.js", classic=True, **_placeholders())


@cache
def single_file_script() -> str:
    """Bundle the element for the single-file page, where it uses the page's interpreter."""
    return bundle("embed/single_file.js", classic=False, **_placeholders())


def _placeholders() -> dict[str, object]:
    words = {language: {key: catalogue(language)[key] for key in WORDS} for language in LANGUAGES}
    return {"words": words, "lessons": _lesson_sizes(), "games": _games(), "square": _square_size()}


def board_style() -> str:
    """Return the style sheet of a live board."""
    return svg.STYLE + khan_svg.STYLE + shadow_style(read("pieces.css") + read("board.css"))


def _games() -> dict[str, dict[str, object]]:
    """Return for each game the prefix of its puzzles, the number of its position fields, and the opening pictures."""
    openings: tuple[Mapping[str, GamePosition], ...] = (_QIN_STARTS, _KHAN_STARTS)
    return {
        game.name: {
            "puzzles": _unnumbered(LESSONS.names(game.name, "puzzle")[0]),
            "fields": game.line_fields,
            "pictures": {name: game.picture_box(start)[2:] for name, start in starts.items()},
        }
        for game, starts in zip(GAMES, openings, strict=True)
    }


def _square_size() -> dict[str, int]:
    """Return the size of a square of Qin and the margin of a picture, with coordinates and without."""
    board = _QIN_STARTS["bird"].board
    widths = {name: svg.picture_box(board, coordinates)[2] for name, coordinates in (("margin", True), ("bare", False))}
    return {"size": SIZE} | {name: width - SIZE * board.width for name, width in widths.items()}


def versioned_name() -> str:
    """Return the script's name with a hash of its content, for pages that pin a version."""
    short_hash = integrity().removeprefix("sha384-")[:8].replace("+", "-").replace("/", "-")
    return SCRIPT.replace(".", f".{short_hash}.")


def integrity() -> str:
    """Return the hash for the `integrity` attribute of a pinned script."""
    return f"sha384-{base64.b64encode(hashlib.sha384(script().encode()).digest()).decode()}"


def _lesson_sizes() -> list[tuple[int, int, int, int, str]]:
    """Return the space for each lesson: picture width and height, maximum letters of text and task, lesson names."""
    letters: dict[tuple[int, int, str], tuple[int, int]] = {}
    for name in LESSONS.names():
        lesson = LESSONS.lesson(name)
        key = (*size(lesson), _unnumbered(name))
        words = [texts_of(lesson, language) for language in LANGUAGES]
        text, task = letters.get(key, (0, 0))
        letters[key] = (
            max(text, *(len(lesson_words.text) for lesson_words in words)),
            max(task, *(len(lesson_words.task) for lesson_words in words)),
        )
    names_by_size: dict[tuple[int, int, int, int], list[str]] = {}
    for (width, height, name), (text, task) in letters.items():
        space = (width, height, _round_up(text, 70), _round_up(task, 35))
        names_by_size.setdefault(space, []).append(name)
    return [(*space, " ".join(names)) for space, names in names_by_size.items()]


def _round_up(count: int, multiple: int) -> int:
    """Round up to a multiple, so that lessons of about the same length share an entry."""
    return (count + multiple - 1) // multiple * multiple


def _unnumbered(name: str) -> str:
    """Remove the number from a puzzle's name; all puzzles of a game need the same space."""
    return name.rstrip("0123456789")


def files() -> dict[str, str]:
    """Return the script at its permanent and versioned addresses, the npm package, and pictures of the openings."""
    pictures = {board: svg.board_svg(start, hits=False) for board, start in _QIN_STARTS.items()}
    pictures |= {name: khan_svg.board_svg(start, hits=False) for name, start in _KHAN_STARTS.items()}
    package = {f"npm/qin-board/{file.name}": file.read_text("utf-8") for file in sorted((WEB / "npm").iterdir())}
    return {
        SCRIPT: script(),
        versioned_name(): script(),
        **package,
        **{f"{PICTURES}/{name}.svg": picture for name, picture in pictures.items()},
    }


def pages() -> Iterator[Page]:
    """Describe the hidden frame that runs Python for all boards of a page, and the page with a single board."""
    yield Page(
        "engine.html",
        slots={"style": board_style()},
        app="board",
        client="engine_page.js",
        classic=True,
        background=True,
    )
    yield Page("embed.html", styles=("embed_page.css",), policy=BOARDS_POLICY)


def shadow_style(style: str) -> str:
    """Adapt a style sheet to a shadow root: make sizes independent of the page's, and colours settable by the page.

    >>> shadow_style("  --ink: #222222;\\n  margin: 0 1.5rem;")
    '  --ink: var(--qin-ink, #222222);\\n  margin: 0 calc(1.5 * var(--qin-text, 16px));'
    """
    lines = _COLOUR.sub(r"\1--\2: var(--qin-\2, \3);", style).split("\n")
    return "\n".join(
        line if line.lstrip().startswith("@") else _REM.sub(r"calc(\1 * var(--qin-text, 16px))", line) for line in lines
    )
