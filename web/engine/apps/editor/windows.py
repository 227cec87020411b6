"""The editor's windows: texts to begin from, everything to export, and how to use it."""

from engine.apps.editor import dragon
from engine.apps.editor.exports import FORMS, map_fits
from engine.apps.editor.lesson_draft import GOALS, default_words, solution
from engine.apps.editor.model import Editor
from engine.apps.editor.painting import ERASER
from engine.apps.editor.swatches import SIZE, swatch
from engine.html import Html, button, choice, text, window, words
from engine.lessons.lesson_file import MAX_LENGTHS, TEXTS
from engine.problems import explain, explain_all
from engine.words import say
from qin_core.khan_tsin import svg

SHORTCUTS = (
    ("← ↑ → ↓", "key-arrows"),
    ("Home End", "key-ends"),
    ("Space", "key-dab"),
    ("Shift ←↑→↓", "key-paint-on"),
    ("R Y B", "key-colours"),
    ("X", "key-erase"),
    ("1 2 3 4", "key-give"),
    ("G W", "key-ground"),
    ("V J", "key-villages"),
    ("M", "key-mode"),
    ("Z", "key-undo"),
    ("U", "key-redo"),
)


def open_text(editor: Editor) -> Html:
    """Take a text to begin from."""
    body = Html(
        f'<label class="field tall"><span>{words(editor, "paste-position")}</span>'
        '<textarea id="import-text" rows="6" spellcheck="false"></textarea></label>'
        f'<p class="row">{button(editor, "import", "open-pasted", kind="primary", source="import-text")}'
        f'<label class="file">{words(editor, "load-file")}'
        '<input type="file" data-action="file" accept=".txt,.qin"></label></p>'
        f"<details><summary>{words(editor, 'map-how')}</summary><p>{words(editor, 'map-signs')}</p></details>"
    )
    return window(editor, "edit-open", body)


def export(editor: Editor) -> Html:
    """Give the position away in every form, each to copy or to save."""
    if editor.found:
        items = "".join(f"<li>{text(explain(editor.language, found.fault))}</li>" for found in editor.found)
        board = _text(editor, "board", rows=8) if map_fits(editor) else ""
        told = f'<p>{words(editor, "faults-first")}</p><ul class="faults">{items}</ul>'
        return window(editor, "export", Html(told + board), "broad")
    body = Html(
        _text(editor, "link")
        + _text(editor, "line")
        + f'<p class="quiet small">{words(editor, "take-hidden")}</p>'
        + _pictures(editor)
        + _text(editor, "snippet", rows=4)
        + _text(editor, "board", rows=min(8, len(editor.sketch.marks)))
        + _lesson(editor)
    )
    return window(editor, "export", body, "broad")


def khan_tsin(editor: Editor) -> Html:
    """Write a position of Khan Tsin, with its picture to touch, its faults, and everything to export."""
    line, title = editor.dragon, say(editor.language, "dragon-picture")
    told = "".join(f"<li>{text(fault)}</li>" for fault in explain_all(editor.language, dragon.faults(line)))
    body = (
        f'<label class="field tall"><span>{words(editor, "dragon-line")}</span><textarea data-action="dragon"'
        f' data-field="line" rows="3" spellcheck="false" maxlength="{dragon.MAX_TEXT}">{text(line)}</textarea>'
        f'</label><p class="quiet small">{words(editor, "dragon-how")}</p>'
        f'<div role="status"><ul class="faults">{told}</ul></div>'
        f'<div class="palette" role="group" aria-label="{words(editor, "brushes")}">{_barons(editor)}</div>'
        f'<div class="dragon" data-touch="space">{dragon.draw(line, title, style=False)}</div>'
    )
    if not told:
        there = text(FORMS["dragon-link"].write(editor))
        body += f'<p class="row"><a class="button primary" href="{there}">{words(editor, "try-out")}</a></p>'
        body += _text(editor, "dragon-link") + _pictures(editor, "dragon-") + _text(editor, "dragon-snippet", rows=4)
    return window(editor, "dragon-title", Html(body), "broad")


def _barons(editor: Editor) -> Html:
    """Show what a touch on the dragon can do."""
    found = []
    for baron in dragon.BARONS:
        name = words(editor, "brush-erase" if baron == dragon.REMOVE else f"khan-colour-{baron}")
        drawing = (
            swatch(ERASER, 0) if baron == dragon.REMOVE else svg.stack_svg(baron, size=SIZE, prefix=f"baron-{baron}")
        )
        found.append(
            f'<button type="button" class="brush" data-action="baron" data-value="{baron}" aria-label="{name}"'
            f' title="{name}" aria-pressed="{str(baron == editor.baron).lower()}">{drawing}</button>'
        )
    return Html("".join(found))


def _text(editor: Editor, name: str, rows: int = 1) -> Html:
    content, kind = text(FORMS[name].write(editor)), name.removeprefix("dragon-")
    field = (
        f'<input type="text" readonly id="take-{name}" value="{content}">'
        if rows == 1
        else f'<textarea readonly id="take-{name}" rows="{rows}" spellcheck="false">{content}</textarea>'
    )
    return Html(
        f'<div class="field tall"><label for="take-{name}">{words(editor, f"take-{kind}")}</label>'
        f'<span class="copy">{field}{_ways(editor, name)}</span></div>'
    )


def _ways(editor: Editor, name: str) -> Html:
    return Html(button(editor, "copy-as", "copy", value=name) + button(editor, "save-as", "save-file", value=name))


def _pictures(editor: Editor, game: str = "") -> Html:
    rows = "".join(
        f"<li><span>{words(editor, f'save-{name}')}</span>{_ways(editor, game + name)}</li>" for name in ("svg", "png")
    )
    return Html(f'<ul class="pictures">{rows}</ul>')


def _lesson(editor: Editor) -> Html:
    """Ask for the goal and the words, and show the file that they make."""
    goals = [(goal, say(editor.language, f"goal-{goal}")) for goal in GOALS]
    defaults, written = default_words(editor.language, editor.goal), dict(editor.written)
    fields = "".join(
        f'<label class="field"><span>{words(editor, f"words-{key}")}</span>'
        f'<input type="text" data-action="lesson" data-field="{key}" maxlength="{MAX_LENGTHS[key]}"'
        f' value="{text(written.get(f"{editor.language}.{key}", ""))}"'
        f' placeholder="{text(defaults[key])}" autocomplete="off"></label>'
        for key in TEXTS
    )
    found = solution(editor.sketch.drawn(), editor.goal)
    told = words(editor, "goal-reached", move=found) if found else words(editor, "goal-unreachable")
    return Html(
        f'<fieldset class="form lesson"><legend>{words(editor, "take-lesson")}</legend>'
        + choice(editor, "lesson", "goal", "lesson-goal", goals, editor.goal)
        + f'<p class="{"quiet small" if found else "faults"}" role="status">{told}</p>{fields}'
        + (_text(editor, "lesson", rows=6) if found else "")
        + "</fieldset>"
    )


def how_to(editor: Editor) -> Html:
    """Say how to set a position up, how to enter a board, and which keys there are."""
    steps = "".join(f"<li>{words(editor, f'how-{step}')}</li>" for step in ("paint", "map", "villages", "give", "out"))
    keys = "".join(
        f'<tr><th scope="row"><kbd>{keys}</kbd></th><td>{words(editor, key)}</td></tr>' for keys, key in SHORTCUTS
    )
    body = Html(
        f'<ol class="steps">{steps}</ol><h3>{words(editor, "shortcuts")}</h3>'
        f'<table class="keys"><tbody>{keys}</tbody></table>'
    )
    return window(editor, "help", body, "broad")
