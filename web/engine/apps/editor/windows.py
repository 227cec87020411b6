"""The editor's exports and dialogs: open, export, make a lesson, help."""

import base64
from collections.abc import Callable
from typing import NamedTuple

from engine.apps.editor import model
from engine.apps.editor.model import Editor, default_task, goal_name, goal_words, solution
from engine.html import (
    LANGUAGE_NAMES,
    NOTHING,
    Markup,
    button,
    chips,
    choice,
    dialog_body,
    join,
    shortcut_table,
    svg_html,
    text,
    translate,
)
from engine.lessons.lesson_file import MAX_LENGTHS, TEXTS
from engine.session import links
from engine.ui.widgets import PICTURE_WIDTH
from engine.words import explain, say
from qin_core.common.svg import escape, height_of

# Exports


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
    text = lesson_text(editor).replace("</", "< /")
    ui = editor.draft.ui
    game = "" if ui.is_default else f' game="{ui.name}"'
    return _code(editor, game, f'<script type="text/qin-lesson">\n{text}</script>')


def _code(editor: Editor, attributes: str, content: str = "") -> str:
    script = f'<script src="{escape(editor.root)}qin-embed.js" async></script>'
    return f"{script}\n<qin-board{attributes}>{content}</qin-board>\n"


def _image(editor: Editor) -> str:
    drawing = base64.b64encode(picture(editor, SNIPPET_WIDTH).encode("utf-8")).decode("ascii")
    height = height_of(editor.sketch.picture_box(editor.settings.coordinates), SNIPPET_WIDTH)
    # Reserve the board's space in the page before it is drawn.
    size = f'width="{SNIPPET_WIDTH}" height="{height}" style="max-width: 100%; height: auto"'
    told = escape(say(editor.language, editor.sketch.caption))
    return f'<img alt="{told}" {size} src="data:image/svg+xml;base64,{drawing}">'


def lesson_text(editor: Editor) -> str:
    return model.write_lesson(editor.draft.ui, editor.sketch, editor.lesson)


FORMS = {
    "link": Form(try_link, "link.txt"),
    "line": Form(lambda editor: editor.sketch.line, "position.txt"),
    "board": Form(lambda editor: editor.sketch.board_file or "", "board.txt"),
    "lesson": Form(lesson_text, "lesson.lesson"),
    "lesson-snippet": Form(lesson_snippet, "lesson.html", "text/html"),
    "snippet": Form(snippet, "board.html", "text/html"),
    "short-snippet": Form(short_snippet, "board.html", "text/html"),
    "svg": Form(picture, "position.svg", "image/svg+xml"),
}
"""The exports that are text."""
PAINTED = {"png": Form(picture, "position.png")}
"""The pictures that the browser makes from SVG."""


# Dialogs


LONG_TEXTS = ("text", "done")
"""The texts of a lesson that need more than one line."""


def open_text(editor: Editor) -> Markup:
    """Ask for a text or a file to open."""
    endings = Markup(".txt,.lesson," + ",".join(text(draft.ui.suffix) for draft in editor.drafts))
    body = Markup(
        f'<label class="field tall"><span>{translate(editor, "paste-position")}</span>'
        '<textarea id="import-text" rows="6" spellcheck="false"></textarea></label>'
        f'<p class="row">{button(editor, "import", "open-pasted", kind="primary", source="import-text")}'
        f'<label class="file">{translate(editor, "load-file")}'
        f'<input type="file" data-action="file" accept="{endings}"></label></p>'
        f"<details><summary>{translate(editor, 'map-how')}</summary><p>{translate(editor, 'map-signs')}</p></details>"
    )
    return dialog_body(editor, "edit-open", body)


def export(editor: Editor) -> Markup:
    """Offer the position in every form, to copy or to save."""
    if editor.problems:
        return dialog_body(editor, "export", Markup(_problems(editor) + _board(editor)), "broad")
    body = Markup(
        _text(editor, "link")
        + _text(editor, "line")
        + (f'<p class="quiet small">{translate(editor, "take-hidden")}</p>' if editor.sketch.pieces else "")
        + _pictures(editor)
        + _text(editor, "short-snippet", rows=2)
        + _text(editor, "snippet", rows=3)
        + _board(editor)
    )
    return dialog_body(editor, "export", body, "broad")


def _problems(editor: Editor) -> Markup:
    items = join(Markup(f"<li>{text(explain(editor.language, located.problem))}</li>") for located in editor.problems)
    return Markup(f'<p>{translate(editor, "faults-first")}</p><ul class="faults">{items}</ul>')


def _board(editor: Editor) -> Markup:
    board = editor.sketch.board_file
    return _text(editor, "board", rows=min(8, board.count("\n"))) if board else NOTHING


def _text(editor: Editor, name: str, rows: int = 1) -> Markup:
    content = text(FORMS[name].write(editor))
    field = (
        Markup(f'<input type="text" readonly id="take-{text(name)}" value="{content}">')
        if rows == 1
        else Markup(f'<textarea readonly id="take-{text(name)}" rows="{rows}" spellcheck="false">{content}</textarea>')
    )
    return Markup(
        f'<div class="field tall"><label for="take-{text(name)}">{translate(editor, f"take-{text(name)}")}</label>'
        f'<span class="copy">{field}{_ways(editor, name)}</span></div>'
    )


def _ways(editor: Editor, name: str) -> Markup:
    return Markup(button(editor, "copy-as", "copy", value=name) + button(editor, "save-as", "save-file", value=name))


def _pictures(editor: Editor) -> Markup:
    rows = join(
        Markup(f"<li><span>{translate(editor, f'save-{name}')}</span>{_ways(editor, name)}</li>")
        for name in ("svg", "png")
    )
    return Markup(f'<ul class="pictures">{rows}</ul>')


def lesson(editor: Editor) -> Markup:
    """Ask for the goal and the texts of a lesson, and offer it."""
    if editor.problems:
        return dialog_body(editor, "lesson-make", _problems(editor), "broad")
    ui, sketch, draft = editor.draft.ui, editor.sketch, editor.lesson
    chosen = goal_name(ui, sketch, draft)
    names = list(sketch.goals) if chosen in sketch.goals else [*sketch.goals, chosen]
    goals = {goal: goal_words(sketch, editor.language, goal) for goal in names}
    moves = solution(ui, sketch, draft)
    exports = (
        Markup(_text(editor, "lesson", rows=6) + _text(editor, "lesson-snippet", rows=3))
        if moves
        else Markup(f'<p class="faults">{translate(editor, "goal-unreachable")}</p>')
    )
    body = Markup(
        '<div class="form lesson">'
        + choice(editor, "lesson", "goal", "lesson-goal", goals, chosen)
        + _solution(editor, moves)
        + _languages(editor)
        + join(_field(editor, key) for key in TEXTS)
        + f'<p class="quiet small">{translate(editor, "lesson-languages")}</p>{exports}</div>'
    )
    return dialog_body(editor, "lesson-make", Markup(body), "broad")


def _solution(editor: Editor, moves: tuple[str, ...]) -> Markup:
    """Show the first move of the solution, in words and on the board."""
    if not moves:
        return NOTHING
    ui, position = editor.draft.ui, editor.sketch.position()
    named = ui.narrator(editor.language, ()).move_name(ui.record_type.move_type.parse(moves[0]))
    picture = svg_html(ui.lesson_picture(position, moves[0], style=False))
    return Markup(
        f'<details class="solution"><summary>{translate(editor, "goal-reached", move=named)}</summary>'
        f"{picture}</details>"
    )


def _languages(editor: Editor) -> Markup:
    """Choose the language of the texts; languages with texts are ticked."""
    written = editor.lesson.languages
    options = {
        language: text(f"{name}{' ✓' if language in written else ''}") for language, name in LANGUAGE_NAMES.items()
    }
    return chips(editor, "lesson", "language", "lesson-language", options, editor.lesson_language)


def _field(editor: Editor, key: str) -> Markup:
    language = editor.lesson_language
    value = text(editor.lesson.text(language, key))
    task = (
        default_task(editor.draft.ui, editor.sketch, editor.lesson, language)
        if key == "task"
        else say(language, f"draft-{key}")
    )
    common = Markup(
        f'data-action="lesson" data-field="{text(key)}" maxlength="{MAX_LENGTHS[key]}" placeholder="{text(task)}"'
        f' lang="{text(language)}"'
    )
    control = (
        Markup(f'<textarea {common} rows="2">{value}</textarea>')
        if key in LONG_TEXTS
        else Markup(f'<input type="text" {common} value="{value}" autocomplete="off">')
    )
    return Markup(f'<label class="field"><span>{translate(editor, f"words-{key}")}</span>{control}</label>')


def how_to(editor: Editor) -> Markup:
    """Explain the editor step by step, and list its keys."""
    steps = join(Markup(f"<li>{translate(editor, step)}</li>") for step in editor.sketch.help)
    body = Markup(f'<ol class="steps">{steps}</ol>{shortcut_table(editor, editor.sketch.shortcuts)}')
    return dialog_body(editor, "help", body, "broad")
