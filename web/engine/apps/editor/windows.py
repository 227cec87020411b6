"""The editor's dialogs: open, export, make a lesson, help."""

from engine.apps.editor.exports import FORMS
from engine.apps.editor.lesson_draft import default_task, goal_name, goal_words, solution
from engine.apps.editor.model import Editor
from engine.html import LANGUAGE_NAMES, NOTHING, Html, button, chips, choice, join, svg_html, text, window, words
from engine.lessons.lesson_file import MAX_LENGTHS, TEXTS
from engine.problems import explain
from engine.words import say

LONG_TEXTS = ("text", "done")
"""The texts of a lesson that need more than one line."""


def open_text(editor: Editor) -> Html:
    """Take a text or a file to open."""
    endings = ".txt,.lesson," + ",".join(draft.ui.suffix for draft in editor.drafts)
    body = Html(
        f'<label class="field tall"><span>{words(editor, "paste-position")}</span>'
        '<textarea id="import-text" rows="6" spellcheck="false"></textarea></label>'
        f'<p class="row">{button(editor, "import", "open-pasted", kind="primary", source="import-text")}'
        f'<label class="file">{words(editor, "load-file")}'
        f'<input type="file" data-action="file" accept="{endings}"></label></p>'
        f"<details><summary>{words(editor, 'map-how')}</summary><p>{words(editor, 'map-signs')}</p></details>"
    )
    return window(editor, "edit-open", body)


def export(editor: Editor) -> Html:
    """Offer the position in every form, to copy or to save."""
    if editor.found:
        return window(editor, "export", Html(_problems(editor) + _board(editor)), "broad")
    body = Html(
        _text(editor, "link")
        + _text(editor, "line")
        + (f'<p class="quiet small">{words(editor, "take-hidden")}</p>' if editor.sketch.pieces else "")
        + _pictures(editor)
        + _text(editor, "short-snippet", rows=2)
        + _text(editor, "snippet", rows=3)
        + _board(editor)
    )
    return window(editor, "export", body, "broad")


def _problems(editor: Editor) -> Html:
    items = "".join(f"<li>{text(explain(editor.language, found.fault))}</li>" for found in editor.found)
    return Html(f'<p>{words(editor, "faults-first")}</p><ul class="faults">{items}</ul>')


def _board(editor: Editor) -> Html:
    board = editor.sketch.board_file
    return _text(editor, "board", rows=min(8, board.count("\n"))) if board else NOTHING


def _text(editor: Editor, name: str, rows: int = 1) -> Html:
    content = text(FORMS[name].write(editor))
    field = (
        f'<input type="text" readonly id="take-{name}" value="{content}">'
        if rows == 1
        else f'<textarea readonly id="take-{name}" rows="{rows}" spellcheck="false">{content}</textarea>'
    )
    return Html(
        f'<div class="field tall"><label for="take-{name}">{words(editor, f"take-{name}")}</label>'
        f'<span class="copy">{field}{_ways(editor, name)}</span></div>'
    )


def _ways(editor: Editor, name: str) -> Html:
    return Html(button(editor, "copy-as", "copy", value=name) + button(editor, "save-as", "save-file", value=name))


def _pictures(editor: Editor) -> Html:
    rows = "".join(
        f"<li><span>{words(editor, f'save-{name}')}</span>{_ways(editor, name)}</li>" for name in ("svg", "png")
    )
    return Html(f'<ul class="pictures">{rows}</ul>')


def lesson(editor: Editor) -> Html:
    """Ask for the goal and the texts of a lesson, and offer it."""
    if editor.found:
        return window(editor, "lesson-make", _problems(editor), "broad")
    ui, sketch, draft = editor.draft.ui, editor.sketch, editor.lesson
    chosen = goal_name(ui, sketch, draft)
    names = list(sketch.goals) if chosen in sketch.goals else [*sketch.goals, chosen]
    goals = [(goal, goal_words(sketch, editor.language, goal)) for goal in names]
    moves = solution(ui, sketch, draft)
    exports = (
        _text(editor, "lesson", rows=6) + _text(editor, "lesson-snippet", rows=3)
        if moves
        else Html(f'<p class="faults">{words(editor, "goal-unreachable")}</p>')
    )
    body = (
        '<div class="form lesson">'
        + choice(editor, "lesson", "goal", "lesson-goal", goals, chosen)
        + _solution(editor, moves)
        + _languages(editor)
        + join(_field(editor, key) for key in TEXTS)
        + f'<p class="quiet small">{words(editor, "lesson-languages")}</p>{exports}</div>'
    )
    return window(editor, "lesson-make", Html(body), "broad")


def _solution(editor: Editor, moves: tuple[str, ...]) -> Html:
    """Show the first move of the solution, in words and on the board."""
    if not moves:
        return NOTHING
    ui, position = editor.draft.ui, editor.sketch.position()
    named = ui.narrator(editor.language, ()).move_name(ui.records.move_type.parse(moves[0]))
    picture = svg_html(ui.lesson_picture(position, moves[0], style=False))
    return Html(
        f'<details class="solution"><summary>{words(editor, "goal-reached", move=named)}</summary>{picture}</details>'
    )


def _languages(editor: Editor) -> Html:
    """Choose the language to write in; those in which something is written are ticked."""
    written = editor.lesson.languages
    options = [
        (language, Html(f"{name}{' ✓' if language in written else ''}")) for language, name in LANGUAGE_NAMES.items()
    ]
    return chips(editor, "lesson", "language", "lesson-language", options, editor.lesson_language)


def _field(editor: Editor, key: str) -> Html:
    language = editor.lesson_language
    value = text(editor.lesson.text(language, key))
    task = (
        default_task(editor.draft.ui, editor.sketch, editor.lesson, language)
        if key == "task"
        else say(language, f"draft-{key}")
    )
    common = (
        f'data-action="lesson" data-field="{key}" maxlength="{MAX_LENGTHS[key]}" placeholder="{text(task)}"'
        f' lang="{language}"'
    )
    control = (
        f'<textarea {common} rows="2">{value}</textarea>'
        if key in LONG_TEXTS
        else f'<input type="text" {common} value="{value}" autocomplete="off">'
    )
    return Html(f'<label class="field"><span>{words(editor, f"words-{key}")}</span>{control}</label>')


def how_to(editor: Editor) -> Html:
    """Explain the editor step by step, and list its keys."""
    steps = "".join(f"<li>{words(editor, step)}</li>" for step in editor.sketch.help)
    keys = "".join(
        f'<tr><th scope="row"><kbd>{keys}</kbd></th><td>{words(editor, key)}</td></tr>'
        for keys, key in editor.sketch.shortcuts
    )
    body = Html(
        f'<ol class="steps">{steps}</ol><h3>{words(editor, "shortcuts")}</h3>'
        f'<table class="keys"><tbody>{keys}</tbody></table>'
    )
    return window(editor, "help", body, "broad")
