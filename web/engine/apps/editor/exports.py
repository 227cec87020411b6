"""The editor's exports: the same position as a link, a text, a picture, a lesson or a piece of a page."""

import base64
from collections.abc import Callable
from typing import NamedTuple

from engine.apps.editor import dragon
from engine.apps.editor.lesson_draft import write_lesson
from engine.apps.editor.model import Editor
from engine.games.khan_tsin.ui import KhanTsinUi
from engine.session import links
from engine.ui.widgets import PICTURE_WIDTH
from engine.words import say
from qin_core.common.svg import ViewBox, escape, height_of
from qin_core.khan_tsin import svg as khan_svg
from qin_core.qin import Position, svg
from qin_core.qin.board import map_problems

SNIPPET_WIDTH = 560


class Form(NamedTuple):
    """One way to take a position away: its text, and how it is kept as a file."""

    write: Callable[[Editor], str]
    file: str
    kind: str = "text/plain"


def try_link(editor: Editor) -> str:
    """Link to the game, with this position."""
    return editor.root + links.write(links.POSITION, editor.sketch.line)


def play_link(editor: Editor) -> str:
    """Link to a new game on this map."""
    return editor.root + links.write(links.MAP, board_file(editor))


def map_fits(editor: Editor) -> bool:
    """Tell whether the map is one to play on, whatever lies on it."""
    return not map_problems(editor.sketch.marks)


def board_file(editor: Editor) -> str:
    return "\n".join(editor.sketch.marks) + "\n"


def picture(editor: Editor, size: int = PICTURE_WIDTH) -> str:
    """Draw the position as one SVG file."""
    title = say(editor.language, "picture-title")
    return svg.board_svg(_position(editor), coordinates=editor.settings.coordinates, title=title, size=size, hits=False)


def snippet(editor: Editor) -> str:
    """Write what makes a live board in any page; the picture inside is shown until it is live, and without scripts.

    It is an image, so that neither the page's style sheets nor those of the picture reach the other.
    """
    box = svg.picture_box(_position(editor).board, editor.settings.coordinates)
    return _live_board(editor, editor.sketch.line, picture(editor, SNIPPET_WIDTH), box, "picture-title")


def _live_board(editor: Editor, line: str, picture: str, box: ViewBox, title: str) -> str:
    drawing = base64.b64encode(picture.encode("utf-8")).decode("ascii")
    told = escape(say(editor.language, title))
    # Its place is kept before it is drawn.
    size = f'width="{SNIPPET_WIDTH}" height="{height_of(box, SNIPPET_WIDTH)}" style="max-width: 100%; height: auto"'
    return (
        f'<script src="{escape(editor.root)}qin-embed.js" async></script>\n'
        f'<qin-board position="{escape(line)}" move="anybody">\n'
        f'<img alt="{told}" {size} src="data:image/svg+xml;base64,{drawing}">\n</qin-board>\n'
    )


def lesson(editor: Editor) -> str:
    return write_lesson(_position(editor), editor.goal, dict(editor.written))


def _position(editor: Editor) -> Position:
    return Position.parse(editor.sketch.line)


# Khan Tsin


def dragon_link(editor: Editor) -> str:
    """Link to the game of Khan Tsin, with the position that is written."""
    return KhanTsinUi().address(editor.root) + links.write(links.POSITION, editor.dragon)


def dragon_picture(editor: Editor, size: int = PICTURE_WIDTH) -> str:
    """Draw the position of Khan Tsin as one SVG file."""
    return dragon.draw(editor.dragon, say(editor.language, "dragon-picture"), size=size, hits=False)


def dragon_snippet(editor: Editor) -> str:
    """Write what makes a live board of Khan Tsin in any page."""
    box = khan_svg.picture_box()
    return _live_board(editor, editor.dragon, dragon_picture(editor, SNIPPET_WIDTH), box, "dragon-picture")


FORMS = {
    "link": Form(try_link, "link.txt"),
    "line": Form(lambda editor: editor.sketch.line, "position.txt"),
    "board": Form(board_file, "board.txt"),
    "lesson": Form(lesson, "my-lesson.lesson"),
    "snippet": Form(snippet, "qin-board.html", "text/html"),
    "svg": Form(picture, "qin.svg", "image/svg+xml"),
    "dragon-link": Form(dragon_link, "link.txt"),
    "dragon-line": Form(lambda editor: editor.dragon, "position.txt"),
    "dragon-snippet": Form(dragon_snippet, "khan-tsin-board.html", "text/html"),
    "dragon-svg": Form(dragon_picture, "khan-tsin.svg", "image/svg+xml"),
}
"""Everything that is text."""
PAINTED = {"png": Form(picture, "qin.png"), "dragon-png": Form(dragon_picture, "khan-tsin.png")}
"""The pictures that the browser paints from SVG."""
