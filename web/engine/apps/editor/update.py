"""The editor's actions and keys: from one model to the next, without a browser."""

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action, FieldChange, Pressed, dispatch, number, pair, plain
from engine.apps.editor.model import Draft, Editor, LessonDraft, Stroke, is_lesson, open_lesson
from engine.games.base import Games
from engine.games.editor import GameEditor
from engine.html import Note
from engine.lessons.lesson_file import LessonError
from engine.session import links
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError, Problem
from qin_core.common.text import check_text

DIALOGS = ("open", "take", "lesson", "help")


def update(editor: Editor, action: str, value: str = "") -> Editor:
    """Do an action; an unknown one changes nothing."""
    return dispatch(ACTIONS, editor, action, value) if action in ACTIONS else editor


# Painting


def start_painting(editor: Editor, square: str) -> Editor:
    """Start a stroke of the brush; on a square that it has painted, the stroke erases."""
    if not editor.sketch.has_square(square):
        return editor
    brush = editor.sketch.stroke_brush(editor.tools.brush, square)
    painted = editor.sketch.paint(editor.tools._replace(brush=brush), square)
    return replace(_sketched(editor, painted), stroke=Stroke(brush, square, editor.sketch), hover=square)


def paint(editor: Editor, target: str) -> Editor:
    """Continue the stroke to another square, over all squares between."""
    stroke, sketch = editor.stroke, editor.sketch
    if stroke is None or target == stroke.square or not sketch.has_square(target):
        return editor
    for square in sketch.between(stroke.brush, stroke.square, target):
        sketch = sketch.paint(editor.tools._replace(brush=stroke.brush), square)
    return replace(_sketched(editor, sketch), stroke=stroke._replace(square=target), hover=target)


def _sketched(editor: Editor, sketch: GameEditor) -> Editor:
    """Change the sketch during a stroke."""
    return editor.with_draft(replace(editor.draft, sketch=sketch))


def end_painting(editor: Editor) -> Editor:
    """End the stroke, which is a single edit."""
    if editor.stroke is None:
        return editor
    return replace(_sketched(editor, editor.stroke.before), stroke=None).edited(editor.sketch)


def dab(editor: Editor, square: str) -> Editor:
    """Use the brush on one square."""
    return replace(end_painting(start_painting(editor, square)), touched=square)


def lay(editor: Editor, square: str) -> Editor:
    """Use the brush on a square without erasing, for keys that paint while moving."""
    if not editor.sketch.has_square(square):
        return editor
    return replace(editor.edited(editor.sketch.paint(editor.tools, square)), hover=square, touched=square)


def use_brush(editor: Editor, use: tuple[str, str]) -> Editor:
    """Take a brush and use it on a square at once."""
    brush, square = use
    return dab(pick_brush(editor, brush), square)


def give_to(editor: Editor, gift: tuple[int, str]) -> Editor:
    """Give what is on a square to a player."""
    player, square = gift
    if not 1 <= player <= editor.sketch.players or not editor.sketch.has_square(square):
        return editor
    given = editor.edited(editor.sketch.give(square, player))
    return replace(pick_player(given, player), hover=square, touched=square)


def point(editor: Editor, square: str) -> Editor:
    """Point at a square, or at none."""
    return replace(editor, hover=square if editor.sketch.has_square(square) else None, touched="")


# Tools


def pick_brush(editor: Editor, name: str) -> Editor:
    """Take a brush, and change to its mode."""
    modes = editor.sketch.modes.items()
    mode = next((mode for mode, brushes in modes if name in [brush.name for brush in brushes]), None)
    return editor if mode is None else editor.with_tools(editor.tools._replace(brush=name, mode=mode))


def pick_player(editor: Editor, player: int) -> Editor:
    """Choose the player who owns what a brush sets."""
    known = 1 <= player <= editor.sketch.players
    return editor.with_tools(editor.tools._replace(player=player)) if known else editor


def pick_piece(editor: Editor, piece: str) -> Editor:
    """Choose the piece that goes into a hand."""
    return editor.with_tools(editor.tools._replace(piece=piece)) if piece in editor.sketch.pieces else editor


def change_mode(editor: Editor, mode: str) -> Editor:
    """Change between the position and the map."""
    return editor.with_draft(editor.draft.in_mode(mode))


def show_game(editor: Editor, tab: tuple[str, str]) -> Editor:
    """Show the draft of a game in a mode."""
    game, mode = tab
    return change_mode(editor.showing(game), mode)


# The sketch as a whole


def clear(editor: Editor) -> Editor:
    """Remove everything that can be painted in the mode."""
    return editor.edited(editor.sketch.clear(editor.tools.mode))


def fill_in(editor: Editor, change: FieldChange) -> Editor:
    changed = editor.edited(editor.sketch.change(*change))
    return change_mode(changed, editor.sketch.mode_after(*change))


def undo(editor: Editor) -> Editor:
    draft = editor.draft
    if not draft.past:
        return editor
    *past, sketch = draft.past
    return _back(editor, replace(draft, past=tuple(past), future=(draft.sketch, *draft.future)), sketch)


def redo(editor: Editor) -> Editor:
    draft = editor.draft
    if not draft.future:
        return editor
    sketch, *future = draft.future
    return _back(editor, replace(draft, past=(*draft.past, draft.sketch), future=tuple(future)), sketch)


def _back(editor: Editor, draft: Draft, sketch: GameEditor) -> Editor:
    return replace(editor.with_draft(draft.showing(sketch)), stroke=None, note=None)


def open_text(editor: Editor, value: str) -> Editor:
    """Open a position line, a board file, a record, a lesson file or a link; what can't be drawn changes nothing."""
    try:
        text = links.unwrap(check_text(value, "line")).text
        if is_lesson(text):
            return _open_lesson(editor, text)
        return _show(editor, _read(editor, text))
    except LessonError as error:
        faults = (
            Problem(f"lesson {fault.field.rpartition(':')[2]}", fault.code, fault.detail) for fault in error.problems
        )
        return replace(editor, note=Note("import-failed", problems=tuple(faults)))
    except ParseError as error:
        return replace(editor, note=Note("import-failed", problems=error.problems))


def _read(editor: Editor, text: str) -> GameEditor:
    """Read a text of any game; the first game reports the problems of a text that fits none."""
    sketches = [draft.sketch for draft in editor.drafts]
    return next((sketch for sketch in sketches if sketch.claims(text)), sketches[0]).parse(text)


def _show(editor: Editor, sketch: GameEditor) -> Editor:
    """Go on with a sketch that was opened, in the draft of its game."""
    shown = replace(editor.showing(sketch.name), dialog="", note=None)
    return change_mode(shown.edited(sketch), sketch.opening_mode)


def _open_lesson(editor: Editor, text: str) -> Editor:
    """Open a lesson: its position, its goal and its texts."""
    lesson = open_lesson(text, Games(draft.ui for draft in editor.drafts))
    shown = editor.showing(lesson.ui.name)
    sketch = shown.sketch.parse(str(lesson.start))
    shown = _show(shown, sketch)
    draft = replace(shown.draft, lesson=LessonDraft.of(lesson, text, type(sketch)))
    languages = draft.lesson.languages
    writing = "" if editor.language in languages or not languages else languages[0]
    return replace(shown.with_draft(draft), dialog="lesson", writing=writing, note=Note("lesson-opened"))


def write_lesson(editor: Editor, change: FieldChange) -> Editor:
    """Choose a lesson's goal or the language to write in, or write one of its texts."""
    name, text = change
    draft = editor.draft
    if name == "language":
        return replace(editor, writing=text) if text in LANGUAGES else editor
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
    return replace(editor, language=language, writing="") if language in LANGUAGES else editor


def dismiss_note(editor: Editor) -> Editor:
    return replace(editor, note=None)


ACTIONS: Mapping[str, Action[Editor]] = {
    "paint-start": Action(str, start_painting),
    "paint": Action(str, paint),
    "paint-end": plain(end_painting),
    "dab": Action(str, dab),
    "lay": Action(str, lay),
    "use": Action(pair(str, str), use_brush),
    "give": Action(pair(number, str), give_to),
    "point": Action(str, point),
    "brush": Action(str, pick_brush),
    "player": Action(number, pick_player),
    "piece": Action(str, pick_piece),
    "mode": Action(str, change_mode),
    "tab": Action(pair(str, str), show_game),
    "clear": plain(clear),
    "form": Action(FieldChange.parse, fill_in),
    "undo": plain(undo),
    "redo": plain(redo),
    "import": Action(str, open_text),
    "lesson": Action(FieldChange.parse, write_lesson),
    "open": Action(str, open_dialog),
    "close": plain(close_dialog),
    "language": Action(str, set_language),
    "dismiss-note": plain(dismiss_note),
}


# Keys

_KEYS = {"z": "undo", "u": "redo"}


def press(editor: Editor, key: str, square: str, shift: bool, ctrl: bool) -> Pressed:
    """Return what a key does on a square, or anywhere on the page."""
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
    brush = _brush(editor, key)
    return Pressed("brush", brush) if brush else Pressed()


def _press_on_board(editor: Editor, key: str, square: str, shift: bool) -> Pressed:
    """Move the focus, paint, or both."""
    if not editor.sketch.has_square(square):
        return Pressed()
    if other := editor.sketch.walk(key, square):
        return Pressed("lay", other, other) if shift and other != square else Pressed(square=other)
    if key in ("Enter", " "):
        return Pressed("dab", square)
    if key.isdigit() and editor.sketch.owners:
        return Pressed("give", f"{key} {square}")
    erases = key in ("Delete", "Backspace")
    brush = editor.sketch.eraser(editor.tools.mode) if erases else _brush(editor, key)
    return Pressed("use", f"{brush} {square}") if brush else _press(editor, key)


def _brush(editor: Editor, key: str) -> str:
    """Find the brush of a key in the mode."""
    return next((brush.name for brush in editor.sketch.modes[editor.tools.mode] if brush.key == key), "")
