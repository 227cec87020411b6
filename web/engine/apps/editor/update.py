"""The editor's actions and keys."""

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action, FieldChange, Pressed, dispatch, number, pair, plain
from engine.apps.editor.model import Draft, Editor, LessonDraft, Stroke, is_lesson, open_lesson, solution
from engine.apps.editor.view import DIALOGS
from engine.games.base import Games
from engine.games.editor import GameEditor
from engine.html import Note
from engine.lessons.lesson_file import LessonError
from engine.protocol import Key
from engine.session import links
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError
from qin_core.common.text import check_text


def update(editor: Editor, action: str, value: str = "") -> Editor:
    """Run an action; an unknown one changes nothing."""
    return dispatch(ACTIONS, editor, action, value) if action in ACTIONS else editor


# Painting


def start_painting(editor: Editor, square: str) -> Editor:
    """Start a stroke of the brush; if the brush has already painted that square, erase instead."""
    if not editor.sketch.has_square(square):
        return editor
    brush = editor.sketch.stroke_brush(editor.tools.brush, square)
    painted = editor.sketch.paint(editor.tools._replace(brush=brush), square)
    return replace(
        _replace_sketch_without_undo(editor, painted), stroke=Stroke(brush, square, editor.sketch), hover=square
    )


def paint(editor: Editor, target: str) -> Editor:
    """Continue the stroke to another square, over all squares between."""
    stroke, sketch = editor.stroke, editor.sketch
    if stroke is None or target == stroke.square or not sketch.has_square(target):
        return editor
    for square in sketch.between(stroke.brush, stroke.square, target):
        sketch = sketch.paint(editor.tools._replace(brush=stroke.brush), square)
    return replace(_replace_sketch_without_undo(editor, sketch), stroke=stroke._replace(square=target), hover=target)


def _replace_sketch_without_undo(editor: Editor, sketch: GameEditor) -> Editor:
    """Replace the sketch during a stroke, without an undo step."""
    return editor.with_draft(replace(editor.draft, sketch=sketch))


def end_painting(editor: Editor) -> Editor:
    """End the stroke and record it as one undo step."""
    if editor.stroke is None:
        return editor
    return replace(_replace_sketch_without_undo(editor, editor.stroke.before), stroke=None).edited(editor.sketch)


def dab(editor: Editor, square: str) -> Editor:
    """Use the brush on one square."""
    # `hover` is the square that the status line describes; `touched` is also announced to screen readers.
    return replace(end_painting(start_painting(editor, square)), touched=square)


def paint_without_erasing(editor: Editor, square: str) -> Editor:
    """Use the brush on a square, for keys that paint while they move the focus."""
    if not editor.sketch.has_square(square):
        return editor
    return replace(editor.edited(editor.sketch.paint(editor.tools, square)), hover=square, touched=square)


def use_brush(editor: Editor, brush_and_square: tuple[str, str]) -> Editor:
    """Pick a brush and use it on a square."""
    brush, square = brush_and_square
    return dab(pick_brush(editor, brush), square)


def set_owner(editor: Editor, player_and_square: tuple[int, str]) -> Editor:
    """Make a player the owner of the piece on a square."""
    player, square = player_and_square
    if not 1 <= player <= editor.sketch.players or not editor.sketch.has_square(square):
        return editor
    given = editor.edited(editor.sketch.give(square, player))
    return replace(pick_player(given, player), hover=square, touched=square)


def point(editor: Editor, square: str) -> Editor:
    """Point at a square, or at none."""
    return replace(editor, hover=square if editor.sketch.has_square(square) else None, touched="")


# Tools


def pick_brush(editor: Editor, name: str) -> Editor:
    """Pick a brush, and switch to its mode."""
    modes = editor.sketch.modes.items()
    mode = next((mode for mode, brushes in modes if name in [brush.name for brush in brushes]), None)
    return editor if mode is None else editor.with_tools(editor.tools._replace(brush=name, mode=mode))


def pick_player(editor: Editor, player: int) -> Editor:
    """Choose the owner of painted pieces."""
    known = 1 <= player <= editor.sketch.players
    return editor.with_tools(editor.tools._replace(player=player)) if known else editor


def pick_piece(editor: Editor, piece: str) -> Editor:
    """Choose the piece to add to hands."""
    return editor.with_tools(editor.tools._replace(piece=piece)) if piece in editor.sketch.pieces else editor


def change_mode(editor: Editor, mode: str) -> Editor:
    """Switch between the position and the map."""
    return editor.with_draft(editor.draft.in_mode(mode))


def show_tab(editor: Editor, tab: tuple[str, str]) -> Editor:
    """Show the draft of a game in a mode."""
    game, mode = tab
    return change_mode(editor.showing(game), mode)


# The sketch as a whole


def clear(editor: Editor) -> Editor:
    """Remove everything that can be painted in the mode."""
    return editor.edited(editor.sketch.clear(editor.tools.mode))


def change_form(editor: Editor, change: FieldChange) -> Editor:
    """Change a field of the form; choosing a custom map also switches to the map."""
    changed = editor.edited(editor.sketch.change(*change))
    return change_mode(changed, editor.sketch.mode_after(*change))


def undo(editor: Editor) -> Editor:
    draft = editor.draft
    if not draft.past:
        return editor
    *past, sketch = draft.past
    return _go_to(editor, replace(draft, past=tuple(past), future=(draft.sketch, *draft.future)), sketch)


def redo(editor: Editor) -> Editor:
    draft = editor.draft
    if not draft.future:
        return editor
    sketch, *future = draft.future
    return _go_to(editor, replace(draft, past=(*draft.past, draft.sketch), future=tuple(future)), sketch)


def _go_to(editor: Editor, draft: Draft, sketch: GameEditor) -> Editor:
    """Show a sketch of the history."""
    return replace(editor.with_draft(draft.showing(sketch)), stroke=None, note=None)


def open_text(editor: Editor, value: str) -> Editor:
    """Open a position line, a board file, a record, a lesson file or a link; show a note if it can't be drawn."""
    try:
        text = links.unwrap(check_text(value, "line")).text
        if is_lesson(text):
            return _open_lesson(editor, text)
        return _show(editor, _parse(editor, text))
    except LessonError as error:
        return replace(editor, note=Note("import-failed", problems=error.line_problems))
    except ParseError as error:
        return replace(editor, note=Note("import-failed", problems=error.problems))


def _parse(editor: Editor, text: str) -> GameEditor:
    """Parse a text of any game; the first game reports the problems of a text that fits none."""
    sketches = [draft.sketch for draft in editor.drafts]
    return next((sketch for sketch in sketches if sketch.claims(text)), sketches[0]).parse(text)


def _show(editor: Editor, sketch: GameEditor) -> Editor:
    """Show an opened sketch in the draft of its game."""
    shown = replace(editor.showing(sketch.name), dialog="", note=None)
    return change_mode(shown.edited(sketch), sketch.opening_mode)


def _open_lesson(editor: Editor, text: str) -> Editor:
    """Open a lesson file: its position, its goal and its texts."""
    lesson = open_lesson(text, Games(draft.ui for draft in editor.drafts))
    shown = editor.showing(lesson.ui.name)
    sketch = shown.sketch.parse(str(lesson.start))
    shown = _show(shown, sketch)
    draft = replace(shown.draft, lesson=LessonDraft.of(lesson, type(sketch)))
    languages = draft.lesson.languages
    # Show the texts in the language of the page if the lesson has it, else in the lesson's first language.
    chosen = "" if editor.language in languages or not languages else languages[0]
    return replace(shown.with_draft(draft), dialog="lesson", chosen_lesson_language=chosen, note=Note("lesson-opened"))


def open_hand(editor: Editor) -> Editor:
    """Turn the hand of the player to move face up, with the piece that the lesson's solution needs."""
    if editor.problems:
        return editor
    moves = solution(editor.draft.ui, editor.sketch, editor.lesson)
    return editor.edited(editor.sketch.with_open_hand(moves[0])) if moves else editor


def write_lesson(editor: Editor, change: FieldChange) -> Editor:
    """Change a lesson's goal, one of its texts, or the language of the shown texts."""
    name, text = change
    draft = editor.draft
    if name == "language":
        return replace(editor, chosen_lesson_language=text) if text in LANGUAGES else editor
    if name == "goal":
        lesson = replace(draft.lesson, goal=text) if text in (*draft.sketch.goals, draft.lesson.goal) else draft.lesson
    else:
        lesson = draft.lesson.with_text(editor.lesson_language, name, text)
    return editor.with_draft(replace(draft, lesson=lesson))


# The page


def open_dialog(editor: Editor, value: str) -> Editor:
    return replace(editor, dialog=value if value in DIALOGS else "", note=None)


def close_dialog(editor: Editor) -> Editor:
    return replace(editor, dialog="", note=None)


def set_language(editor: Editor, language: str) -> Editor:
    return replace(editor, language=language, chosen_lesson_language="") if language in LANGUAGES else editor


def dismiss_note(editor: Editor) -> Editor:
    return replace(editor, note=None)


ACTIONS: Mapping[str, Action[Editor]] = {
    "paint-start": Action(str, start_painting),
    "paint": Action(str, paint),
    "paint-end": plain(end_painting),
    "dab": Action(str, dab),
    "lay": Action(str, paint_without_erasing),
    "use": Action(pair(str, str), use_brush),
    "give": Action(pair(number, str), set_owner),
    "point": Action(str, point),
    "brush": Action(str, pick_brush),
    "player": Action(number, pick_player),
    "piece": Action(str, pick_piece),
    "mode": Action(str, change_mode),
    "tab": Action(pair(str, str), show_tab),
    "clear": plain(clear),
    "form": Action(FieldChange.parse, change_form),
    "undo": plain(undo),
    "redo": plain(redo),
    "import": Action(str, open_text),
    "lesson": Action(FieldChange.parse, write_lesson),
    "open-hand": plain(open_hand),
    "open": Action(str, open_dialog),
    "close": plain(close_dialog),
    "language": Action(str, set_language),
    "dismiss-note": plain(dismiss_note),
}


# Keys

# Without Ctrl: with it, Z undoes, and Y or Shift+Z redoes.
_KEYS = {"z": "undo", "u": "redo"}


def press(editor: Editor, message: Key) -> Pressed:
    """Handle a key on a square, or anywhere on the page."""
    key, square, shift, ctrl = message
    if ctrl:
        return Pressed({"z": "redo" if shift else "undo", "y": "redo"}.get(key.lower(), ""))
    key = key.lower() if len(key) == 1 else key
    return _press_on_board(editor, key, square, shift) if square else _press(editor, key)


def _press(editor: Editor, key: str) -> Pressed:
    if key in _KEYS:
        return Pressed(_KEYS[key])
    if key == "m":
        modes = list(editor.sketch.modes)
        return Pressed("mode", modes[(modes.index(editor.tools.mode) + 1) % len(modes)])
    if key.isdigit() and editor.sketch.owners:
        return Pressed("player", key)
    brush = _brush_of_key(editor, key)
    return Pressed("brush", brush) if brush else Pressed()


def _press_on_board(editor: Editor, key: str, square: str, shift: bool) -> Pressed:
    """Move the focus, paint, or both."""
    if not editor.sketch.has_square(square):
        return Pressed()
    if target := editor.sketch.walk(key, square):
        return Pressed("lay", target, target) if shift and target != square else Pressed(square=target)
    if key in ("Enter", " "):
        return Pressed("dab", square)
    if key.isdigit() and editor.sketch.owners:
        return Pressed("give", f"{key} {square}")
    erases = key in ("Delete", "Backspace")
    brush = editor.sketch.eraser(editor.tools.mode) if erases else _brush_of_key(editor, key)
    return Pressed("use", f"{brush} {square}") if brush else _press(editor, key)


def _brush_of_key(editor: Editor, key: str) -> str:
    """Return the brush with that shortcut in the current mode; empty if there is none."""
    return next((brush.name for brush in editor.sketch.modes[editor.tools.mode] if brush.key == key), "")
