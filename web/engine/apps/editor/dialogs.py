"""The editor's export formats, and its dialogs: open, export, make a lesson, help."""

import base64
import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from engine.apps.editor import model
from engine.apps.editor.model import Editor, default_task, goal_label, goal_name, solution
from engine.html import (
    LANGUAGE_NAMES,
    NOTHING,
    Markup,
    button,
    chips,
    choice,
    dialog_body,
    join,
    problem_list,
    shortcut_table,
    svg_html,
    text,
    translate,
)
from engine.lessons.lesson_file import LONG_TEXTS, MAX_LENGTHS, TEXTS
from engine.session import links
from engine.ui.widgets import PICTURE_WIDTH
from engine.words import say
from qin_core.common.svg import escape, height_of

# Exports


SNIPPET_WIDTH = 560
"""The width of the picture in a snippet, in pixels."""


class ExportFormat(NamedTuple):
    """A format to export: what it contains, the end of the file's name, and its media type."""

    write: Callable[[Editor], str]
    file_name: str
    media_type: str = "text/plain"


def try_link(editor: Editor) -> str:
    """Return the address that opens this position in the game."""
    return editor.draft.ui.address(editor.site) + links.write(links.POSITION, editor.sketch.line)


def own_try_link(editor: Editor) -> str:
    """Return the address that opens this position in the game for the editor's user, with a way back."""
    return try_link(editor) + links.FROM_EDITOR


def play_link(editor: Editor) -> str:
    """Return the address that starts a match on this map; empty if the map has problems."""
    board = editor.sketch.board_file
    return editor.draft.ui.address(editor.site) + links.write(links.MAP, board) if board else ""


def picture(editor: Editor, size: int = PICTURE_WIDTH) -> str:
    """Draw the position as an SVG file."""
    return editor.sketch.picture(say(editor.language, editor.sketch.caption), editor.settings.coordinates, size)


def snippet(editor: Editor) -> str:
    """Write the code of a live board, with a picture that is shown until the board is live."""
    return _code(editor, f' position="{escape(editor.sketch.line)}" move="anybody"', f"\n{_image(editor)}\n")


def short_snippet(editor: Editor) -> str:
    """Write the code of a live board without a picture, in two lines."""
    return _code(editor, f' position="{escape(editor.sketch.line)}" move="anybody"')


def lesson_snippet(editor: Editor) -> str:
    """Write the code of a live board that teaches the lesson."""
    # A closing tag in a text would end the script.
    text = lesson_text(editor).replace("</", "< /")
    ui = editor.draft.ui
    game = "" if ui.is_default else f' game="{ui.name}"'
    return _code(editor, game, f'<script type="text/qin-lesson">\n{text}</script>')


def _code(editor: Editor, attributes: str, content: str = "") -> str:
    script = f'<script src="{escape(editor.site)}qin-embed.js" async></script>'
    return f"{script}\n<qin-board{attributes}>{content}</qin-board>\n"


def _image(editor: Editor) -> str:
    """Write an `<img>` with the position. Unlike inline SVG, it doesn't get the page's style sheet."""
    drawing = base64.b64encode(picture(editor, SNIPPET_WIDTH).encode("utf-8")).decode("ascii")
    height = height_of(editor.sketch.picture_box(editor.settings.coordinates), SNIPPET_WIDTH)
    # Reserve the board's space in the page before it is drawn.
    size = f'width="{SNIPPET_WIDTH}" height="{height}" style="max-width: 100%; height: auto"'
    caption = escape(say(editor.language, editor.sketch.caption))
    return f'<img alt="{caption}" {size} src="data:image/svg+xml;base64,{drawing}">'


def lesson_link(editor: Editor) -> str:
    """Return the address of a page with the lesson's board, as its readers will see it, and a way back."""
    options = {
        "language": editor.lesson_language,
        "theme": editor.settings.theme,
        "lesson-text": lesson_text(editor),
        "back": say(editor.language, "back-to-editor"),
    }
    return f"{editor.site}embed.html#{'&'.join(f'{name}={_percent_encoded(value)}' for name, value in options.items())}"


def _percent_encoded(text: str) -> str:
    return re.sub(rb"[^A-Za-z0-9_.-]", lambda match: b"%%%02X" % ord(match[0]), text.encode("utf-8")).decode("ascii")


def lesson_text(editor: Editor) -> str:
    return model.write_lesson(editor.draft.ui, editor.sketch, editor.lesson)


def file_name(editor: Editor, export: ExportFormat) -> str:
    """Name an exported file; lessons have their title as its name."""
    if export.write not in (lesson_text, lesson_snippet):
        return f"{editor.sketch.name}-{export.file_name}"
    lesson = editor.lesson
    titles = (lesson.text(language, "title") for language in (editor.lesson_language, *lesson.languages))
    letters = unicodedata.normalize("NFKD", next(filter(None, titles), "").casefold())
    words = re.findall("[a-z0-9]+", letters.encode("ascii", "ignore").decode("ascii"))
    name = "-".join(words) or f"{editor.sketch.name}-lesson"
    return f"{name}.{export.file_name.rpartition('.')[2]}"


TEXT_EXPORTS = {
    "link": ExportFormat(try_link, "link.txt"),
    "line": ExportFormat(lambda editor: editor.sketch.line, "position.txt"),
    "board": ExportFormat(lambda editor: editor.sketch.board_file or "", "board.txt"),
    "lesson": ExportFormat(lesson_text, "lesson.lesson"),
    "lesson-snippet": ExportFormat(lesson_snippet, "lesson.html", "text/html"),
    "snippet": ExportFormat(snippet, "board.html", "text/html"),
    "short-snippet": ExportFormat(short_snippet, "board.html", "text/html"),
    "svg": ExportFormat(picture, "position.svg", "image/svg+xml"),
}
"""By the names in their buttons."""
IMAGE_EXPORTS = {"png": ExportFormat(picture, "position.png")}
"""Formats that the browser renders from an SVG."""


# Dialogs


def open_text(editor: Editor) -> Markup:
    """Draw the dialog that opens a text or a file."""
    extensions = Markup(".txt,.lesson," + ",".join(text(draft.ui.suffix) for draft in editor.drafts))
    body = Markup(
        f'<label class="field tall"><span>{translate(editor, "paste-position")}</span>'
        '<textarea id="import-text" rows="6" spellcheck="false"></textarea></label>'
        f'<p class="row">{button(editor, "import", "open-pasted", kind="primary", source="import-text")}'
        f'<label class="file">{translate(editor, "load-file")}'
        f'<input type="file" data-action="file" accept="{extensions}"></label></p>'
        f"<details><summary>{translate(editor, 'map-how')}</summary><p>{translate(editor, 'map-signs')}</p></details>"
    )
    return dialog_body(editor, "edit-open", body)


def export(editor: Editor) -> Markup:
    """Draw the dialog that exports the position in every format."""
    if editor.problems:
        return dialog_body(editor, "export", Markup(_problems(editor) + _board(editor)), "large")
    body = Markup(
        _text_export(editor, "link")
        + _text_export(editor, "line")
        + (f'<p class="quiet small">{translate(editor, "take-hidden")}</p>' if editor.sketch.pieces else "")
        + _pictures(editor)
        + _text_export(editor, "short-snippet", rows=2)
        + _text_export(editor, "snippet", rows=3)
        + _board(editor)
    )
    return dialog_body(editor, "export", body, "large")


def _problems(editor: Editor) -> Markup:
    problems = problem_list(editor, (located.problem for located in editor.problems))
    return Markup(f"<p>{translate(editor, 'faults-first')}</p>{problems}")


def _board(editor: Editor) -> Markup:
    board = editor.sketch.board_file
    return _text_export(editor, "board", rows=min(8, board.count("\n"))) if board else NOTHING


def _text_export(editor: Editor, name: str, rows: int = 1) -> Markup:
    """Draw an exported text in a field of that many rows, with buttons that copy and save it."""
    content = text(TEXT_EXPORTS[name].write(editor))
    field = (
        Markup(f'<input type="text" readonly id="take-{text(name)}" value="{content}">')
        if rows == 1
        else Markup(f'<textarea readonly id="take-{text(name)}" rows="{rows}" spellcheck="false">{content}</textarea>')
    )
    return Markup(
        f'<div class="field tall"><label for="take-{text(name)}">{translate(editor, f"take-{text(name)}")}</label>'
        f'<span class="copy">{field}{_copy_and_save(editor, name)}</span></div>'
    )


def _copy_and_save(editor: Editor, name: str) -> Markup:
    return Markup(button(editor, "copy-as", "copy", value=name) + button(editor, "save-as", "save-file", value=name))


def _pictures(editor: Editor) -> Markup:
    rows = join(
        Markup(f"<li><span>{translate(editor, f'save-{name}')}</span>{_copy_and_save(editor, name)}</li>")
        for name in ("svg", "png")
    )
    return Markup(f'<ul class="pictures">{rows}</ul>')


def make_lesson(editor: Editor) -> Markup:
    """Draw the dialog with the goal and the texts of a lesson, and the lesson to export."""
    if editor.problems:
        return dialog_body(editor, "lesson-make", _problems(editor), "large")
    ui, sketch, draft = editor.draft.ui, editor.sketch, editor.lesson
    chosen = goal_name(ui, sketch, draft)
    names = list(sketch.goals) if chosen in sketch.goals else [*sketch.goals, chosen]
    goals = {goal: goal_label(sketch, editor.language, goal) for goal in names}
    moves = solution(ui, sketch, draft)
    unplayable, exports = NOTHING, NOTHING
    if not moves:
        unplayable = Markup(f'<p class="faults">{translate(editor, "goal-unreachable")}</p>')
    elif sketch.hides_hand:
        unplayable = _hidden_hand(editor)
    else:
        try_it = Markup(
            f'<p class="row"><a class="button primary"'
            f' href="{text(lesson_link(editor))}">{translate(editor, "lesson-try")}</a></p>'
        )
        exports = Markup(
            try_it + _text_export(editor, "lesson", rows=6) + _text_export(editor, "lesson-snippet", rows=3)
        )
    body = Markup(
        '<div class="form lesson">'
        + choice(editor, "lesson", "goal", "lesson-goal", goals, chosen)
        + _solution(editor, moves)
        + unplayable
        + _languages(editor)
        + join(_text_field(editor, key) for key in TEXTS)
        + f'<p class="quiet small">{translate(editor, "lesson-languages")}</p>{exports}</div>'
    )
    return dialog_body(editor, "lesson-make", Markup(body), "large")


def _hidden_hand(editor: Editor) -> Markup:
    """Say that nobody could solve the lesson with face-down pieces, and offer others."""
    player = editor.sketch.owner(editor.language, editor.sketch.position().player_to_move)
    return Markup(
        f'<p class="faults">{translate(editor, "lesson-hidden", player=player)}</p>'
        f'<p class="row">{button(editor, "open-hand", "lesson-open-hand", kind="primary")}</p>'
    )


def _solution(editor: Editor, moves: tuple[str, ...]) -> Markup:
    """Draw the first move of the solution, in words and on the board."""
    if not moves:
        return NOTHING
    ui, position = editor.draft.ui, editor.sketch.position()
    move = ui.narrator(editor.language, ()).move_name(ui.record_type.move_type.parse(moves[0]))
    picture = svg_html(ui.lesson_picture(position, moves[0], style=False))
    return Markup(
        f'<details class="solution"><summary>{translate(editor, "goal-reached", move=move)}</summary>'
        f"{picture}</details>"
    )


def _languages(editor: Editor) -> Markup:
    """Draw the choice of the texts' language; languages with texts are ticked."""
    written = editor.lesson.languages
    options = {
        language: text(f"{name}{' ✓' if language in written else ''}") for language, name in LANGUAGE_NAMES.items()
    }
    return chips(editor, "lesson", "language", "lesson-language", options, editor.lesson_language)


def _text_field(editor: Editor, key: str) -> Markup:
    """Draw the field for one of the lesson's texts."""
    language = editor.lesson_language
    value = text(editor.lesson.text(language, key))
    if key == "task":
        placeholder = default_task(editor.draft.ui, editor.sketch, editor.lesson, language)
    else:
        placeholder = say(language, f"draft-{key}")
    common = Markup(
        f'data-action="lesson" data-field="{text(key)}" maxlength="{MAX_LENGTHS[key]}"'
        f' placeholder="{text(placeholder)}" lang="{text(language)}"'
    )
    control = (
        Markup(f'<textarea {common} rows="2">{value}</textarea>')
        if key in LONG_TEXTS
        else Markup(f'<input type="text" {common} value="{value}" autocomplete="off">')
    )
    return Markup(f'<label class="field"><span>{translate(editor, f"words-{key}")}</span>{control}</label>')


def help_dialog(editor: Editor) -> Markup:
    """Draw the help: the steps, and the keyboard shortcuts."""
    steps = join(Markup(f"<li>{translate(editor, step)}</li>") for step in editor.sketch.help)
    body = Markup(f'<ol class="steps">{steps}</ol>{shortcut_table(editor, editor.sketch.shortcuts)}')
    return dialog_body(editor, "help", body, "large")
