"""The editor's exports: a sketch as a link, a text, a picture, a lesson or code for a page."""

import base64
from collections.abc import Callable
from typing import NamedTuple

from engine.apps.editor import lesson_draft
from engine.apps.editor.model import Editor
from engine.session import links
from engine.ui.widgets import PICTURE_WIDTH
from engine.words import say
from qin_core.common.svg import escape, height_of

SNIPPET_WIDTH = 560


class Form(NamedTuple):
    """One way to export: its text, the ending of its file, and its media type."""

    write: Callable[[Editor], str]
    file: str
    kind: str = "text/plain"


def try_link(editor: Editor) -> str:
    """Link to the game, with this position."""
    return editor.draft.ui.address(editor.root) + links.write(links.POSITION, editor.sketch.line)


def play_link(editor: Editor) -> str:
    """Link to a new game on this map; empty if it can't be played on."""
    board = editor.sketch.board_file
    return editor.draft.ui.address(editor.root) + links.write(links.MAP, board) if board else ""


def picture(editor: Editor, size: int = PICTURE_WIDTH) -> str:
    """Draw the position as one SVG file."""
    return editor.sketch.picture(say(editor.language, editor.sketch.caption), editor.settings.coordinates, size)


def snippet(editor: Editor) -> str:
    """Write the code of a live board with a picture inside, which is shown until the board is live.

    The picture is an image, so that its style sheet and the page's don't meet.
    """
    return _code(editor, f' position="{escape(editor.sketch.line)}" move="anybody"', f"\n{_image(editor)}\n")


def short_snippet(editor: Editor) -> str:
    """Write the code of a live board in two lines."""
    return _code(editor, f' position="{escape(editor.sketch.line)}" move="anybody"')


def lesson_snippet(editor: Editor) -> str:
    """Write the code of a live board that teaches the lesson."""
    # A closing tag in a text would end the script.
    text = lesson(editor).replace("</", "< /")
    ui = editor.draft.ui
    game = "" if ui.is_default else f' game="{ui.name}"'
    return _code(editor, game, f'<script type="text/qin-lesson">\n{text}</script>')


def _code(editor: Editor, attributes: str, content: str = "") -> str:
    script = f'<script src="{escape(editor.root)}qin-embed.js" async></script>'
    return f"{script}\n<qin-board{attributes}>{content}</qin-board>\n"


def _image(editor: Editor) -> str:
    drawing = base64.b64encode(picture(editor, SNIPPET_WIDTH).encode("utf-8")).decode("ascii")
    height = height_of(editor.sketch.picture_box(editor.settings.coordinates), SNIPPET_WIDTH)
    # The page keeps its place before it is drawn.
    size = f'width="{SNIPPET_WIDTH}" height="{height}" style="max-width: 100%; height: auto"'
    told = escape(say(editor.language, editor.sketch.caption))
    return f'<img alt="{told}" {size} src="data:image/svg+xml;base64,{drawing}">'


def lesson(editor: Editor) -> str:
    return lesson_draft.write_lesson(editor.draft.ui, editor.sketch, editor.lesson)


FORMS = {
    "link": Form(try_link, "link.txt"),
    "line": Form(lambda editor: editor.sketch.line, "position.txt"),
    "board": Form(lambda editor: editor.sketch.board_file or "", "board.txt"),
    "lesson": Form(lesson, "lesson.lesson"),
    "lesson-snippet": Form(lesson_snippet, "lesson.html", "text/html"),
    "snippet": Form(snippet, "board.html", "text/html"),
    "short-snippet": Form(short_snippet, "board.html", "text/html"),
    "svg": Form(picture, "position.svg", "image/svg+xml"),
}
"""The exports that are text."""
PAINTED = {"png": Form(picture, "position.png")}
"""The pictures that the browser makes from SVG."""
