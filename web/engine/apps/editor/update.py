"""The editor's update functions: from one model to the next. Nothing here knows the browser."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.actions import Action, number, pair, plain, setting
from engine.apps.editor import dragon
from engine.apps.editor.lesson_draft import GOALS
from engine.apps.editor.model import BRUSHES, MAP, MODES, POSITION, Editor, Stroke
from engine.apps.editor.painting import PAGODA, between, counter_brush, give, paint, resize
from engine.apps.editor.parsing import parse_dragon, parse_sketch
from engine.apps.editor.sketch import REST, Sketch, sort_hand
from engine.html import Note
from engine.lessons.lesson_file import MAX_LENGTHS, TEXTS
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError
from qin_core.khan_tsin.board import LENGTH
from qin_core.qin import BOARDS
from qin_core.qin.board import GRASS, MAX_SIDE, MIN_SIDE
from qin_core.qin.tiles import HAND_SIZE, HIDDEN_TILE, KINDS

DIALOGS = ("open", "take", "help", "dragon")
NO_PILES = "-"
MAX_PILE_TEXT = 300


def update(editor: Editor, action: str, value: str = "") -> Editor:
    """Do what a button, a square or a key asks for; what makes no sense now changes nothing."""
    return ACTIONS[action](editor, value) if action in ACTIONS else editor


# Painting


def begin_stroke(editor: Editor, square: str) -> Editor:
    """Put the brush down on a square: on what it has painted already, the stroke takes that away."""
    if not editor.has_square(square):
        return editor
    brush = counter_brush(editor.sketch, editor.brush, square)
    painted = paint(editor.sketch, brush, square, editor.player)
    return replace(editor, sketch=painted, stroke=Stroke(brush, square, editor.sketch), hover=square)


def go_on(editor: Editor, target: str) -> Editor:
    """Draw the brush on to another square, over all those between; pagodas are given one by one."""
    stroke = editor.stroke
    if stroke is None or target == stroke.square or stroke.brush == PAGODA or not editor.has_square(target):
        return editor
    sketch = editor.sketch
    for square in between(stroke.square, target):
        sketch = paint(sketch, stroke.brush, square, editor.player)
    return replace(editor, sketch=sketch, stroke=stroke._replace(square=target), hover=target)


def lift(editor: Editor) -> Editor:
    """Take the brush off the board: what it has done is one edit."""
    if editor.stroke is None:
        return editor
    return replace(editor, stroke=None, sketch=editor.stroke.before).edited(editor.sketch)


def dab(editor: Editor, square: str) -> Editor:
    """Use the brush on one square."""
    return replace(lift(begin_stroke(editor, square)), touched=square)


def lay(editor: Editor, square: str) -> Editor:
    """Use the brush on one square, whatever is there: for keys that paint while they walk."""
    if not editor.has_square(square):
        return editor
    painted = paint(editor.sketch, editor.brush, square, editor.player)
    return replace(editor.edited(painted), hover=square, touched=square)


def use_brush(editor: Editor, use: tuple[str, str]) -> Editor:
    """Take a brush and use it on a square at once."""
    brush, square = use
    return dab(pick_brush(editor, brush), square)


def give_to(editor: Editor, gift: tuple[int, str]) -> Editor:
    """Give the province or village at a square to a player."""
    player, square = gift
    if not 1 <= player <= editor.sketch.players or not editor.has_square(square):
        return editor
    given = editor.edited(give(editor.sketch, square, player))
    return replace(given, player=player, hover=square, touched=square)


def point(editor: Editor, square: str) -> Editor:
    """Point at a square, or at none."""
    return replace(editor, hover=square if editor.has_square(square) else None, touched="")


def pick_brush(editor: Editor, value: str) -> Editor:
    """Take a brush, and change to what it is for."""
    mode = next((mode for mode in MODES if value in BRUSHES[mode]), None)
    return editor if mode is None else replace(editor, brush=value, mode=mode)


def pick_player(editor: Editor, player: int) -> Editor:
    """Choose who gets new provinces and pagodas."""
    return replace(editor, player=player) if 1 <= player <= editor.sketch.players else editor


def pick_tile(editor: Editor, value: str) -> Editor:
    """Choose the tile that goes into a hand."""
    return replace(editor, tile=value) if value in (*KINDS, HIDDEN_TILE) else editor


def change_mode(editor: Editor, value: str) -> Editor:
    """Change between the map and what lies on it."""
    return replace(editor, mode=value, brush=BRUSHES[value][0]) if value in MODES else editor


# The map, the players and their tiles


def choose_board(editor: Editor, value: str) -> Editor:
    """Take one of the boards, or empty grassland to paint a map on."""
    if value == editor.board:
        return editor
    if value in BOARDS:
        return editor.edited(editor.sketch.moved_to(BOARDS[value].rows))
    if value != MAP:
        return editor
    empty = tuple(GRASS * len(row) for row in editor.sketch.marks)
    return change_mode(editor.edited(editor.sketch.moved_to(empty)), MAP)


def clear(editor: Editor) -> Editor:
    """Take everything off the board; of a map, too, while it is being painted."""
    marks = editor.sketch.marks
    emptied = tuple(GRASS * len(row) for row in marks) if editor.mode == MAP else marks
    return editor.edited(editor.sketch.moved_to(emptied))


def fill_in(editor: Editor, field: tuple[str, str]) -> Editor:
    """Take over what a field says now."""
    name, text = field
    change = FIELDS.get(name)
    return editor if change is None else change(editor, text)


def change_width(editor: Editor, text: str) -> Editor:
    """Make the map wider or narrower."""
    return _resize(editor, text, str(len(editor.sketch.marks)))


def change_height(editor: Editor, text: str) -> Editor:
    """Make the map higher or lower."""
    return _resize(editor, str(len(editor.sketch.marks[0])), text)


def _resize(editor: Editor, width: str, height: str) -> Editor:
    sides = [str(size) for size in range(MIN_SIDE, MAX_SIDE + 1)]
    if width not in sides or height not in sides:
        return editor
    return editor.edited(resize(editor.sketch, int(width), int(height)))


def change_players(editor: Editor, text: str) -> Editor:
    """Let two, three or four play; what belonged to somebody who has left is a fault until it is given away."""
    if text not in ("2", "3", "4"):
        return editor
    sketch, players = editor.sketch, int(text)
    more = ((HIDDEN_TILE,) * HAND_SIZE,) * (players - sketch.players)
    changed = replace(sketch, hands=(*sketch.hands, *more)[:players], mover=min(sketch.mover, players))
    return replace(editor.edited(changed), player=min(editor.player, players))


def change_mover(editor: Editor, text: str) -> Editor:
    """Choose who is on turn."""
    players = [str(player) for player in range(1, editor.sketch.players + 1)]
    return editor.edited(replace(editor.sketch, mover=int(text))) if text in players else editor


def change_piles(editor: Editor, text: str) -> Editor:
    """Write the piles down as a position line has them; nothing written means none."""
    written = "".join(text.split())[:MAX_PILE_TEXT]
    return editor.edited(replace(editor.sketch, piles=written or NO_PILES))


def choose_piles(editor: Editor, text: str) -> Editor:
    """Choose what is drawn from: the rest of the box, nothing, or what is written down."""
    if text == "rest":
        return editor.edited(replace(editor.sketch, piles=REST))
    if text == "none":
        return editor.edited(replace(editor.sketch, piles=NO_PILES))
    return editor.edited(replace(editor.sketch, piles=editor.sketch.piles or editor.sketch.rest))


def put_tile(editor: Editor, player: int) -> Editor:
    """Put the chosen tile into a player's hand, as long as there is room."""
    return _change_hand(editor, player, lambda hand: (*hand, editor.tile) if len(hand) < HAND_SIZE else hand)


def take_tile(editor: Editor, place: tuple[int, int]) -> Editor:
    """Take a tile out of a player's hand by its place there."""
    player, at = place
    return _change_hand(editor, player, lambda hand: (*hand[:at], *hand[at + 1 :]) if at >= 0 else hand)


def _change_hand(editor: Editor, player: int, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Editor:
    hands = editor.sketch.hands
    if not 1 <= player <= len(hands):
        return editor
    hand = sort_hand(change(hands[player - 1]))
    return editor.edited(replace(editor.sketch, hands=(*hands[: player - 1], hand, *hands[player:])))


# Back and forth, in and out


def undo(editor: Editor) -> Editor:
    """Take the last edit back."""
    if not editor.past:
        return editor
    *past, sketch = editor.past
    return _show(replace(editor, past=tuple(past), future=(editor.sketch, *editor.future)), sketch)


def redo(editor: Editor) -> Editor:
    """Make an edit again that was taken back."""
    if not editor.future:
        return editor
    sketch, *future = editor.future
    return _show(replace(editor, past=(*editor.past, editor.sketch), future=tuple(future)), sketch)


def _show(editor: Editor, sketch: Sketch) -> Editor:
    return replace(editor, sketch=sketch, stroke=None, note=None, player=min(editor.player, sketch.players))


def open_text(editor: Editor, value: str) -> Editor:
    """Begin from a position line, a board file, a record or a link; faults that can't be drawn change nothing.

    What is of Khan Tsin gets a window of its own.
    """
    try:
        line = parse_dragon(value)
        if line:
            return replace(editor, dragon=line, dialog="dragon", note=None)
        sketch = parse_sketch(value)
    except ParseError as error:
        return replace(editor, note=Note("import-failed", problems=error.problems))
    opened = editor.edited(sketch)
    mode = MAP if sketch == Sketch.on(sketch.marks) and opened.board == MAP else POSITION
    return replace(change_mode(opened, mode), dialog="", note=None, player=min(editor.player, sketch.players))


def write_lesson(editor: Editor, field: tuple[str, str]) -> Editor:
    """Choose a lesson's goal, or write some of its words in the language that is spoken."""
    name, text = field
    if name == "goal":
        return replace(editor, goal=text) if text in GOALS else editor
    if name not in TEXTS:
        return editor
    written = dict(editor.written) | {f"{editor.language}.{name}": text[: MAX_LENGTHS[name]]}
    return replace(editor, written=tuple(sorted(written.items())))


def write_dragon(editor: Editor, field: tuple[str, str]) -> Editor:
    """Write the position of Khan Tsin."""
    return replace(editor, dragon=field[1].strip()[: dragon.MAX_TEXT], note=None)


def pick_baron(editor: Editor, value: str) -> Editor:
    """Choose what a touch on the dragon does."""
    return replace(editor, baron=value) if value in dragon.BARONS else editor


def touch_dragon(editor: Editor, space: int) -> Editor:
    """Put a baron on a space of the dragon, or take one away."""
    if not 1 <= space <= LENGTH:
        return editor
    return replace(editor, dragon=dragon.lay(editor.dragon, space, editor.baron), note=None)


def open_dialog(editor: Editor, value: str) -> Editor:
    """Open a window over the page, or close it."""
    return replace(editor, dialog=value if value in DIALOGS else "", note=None)


def set_language(editor: Editor, language: str) -> Editor:
    return replace(editor, language=language) if language in LANGUAGES else editor


def dismiss_note(editor: Editor) -> Editor:
    """Put a message away."""
    return replace(editor, note=None)


FIELDS: dict[str, Callable[[Editor, str], Editor]] = {
    "board": choose_board,
    "width": change_width,
    "height": change_height,
    "players": change_players,
    "mover": change_mover,
    "piles": choose_piles,
    "pile-text": change_piles,
}

ACTIONS: Mapping[str, Action[Editor]] = {
    "stroke": Action(str, begin_stroke),
    "over": Action(str, go_on),
    "lift": plain(lift),
    "dab": Action(str, dab),
    "lay": Action(str, lay),
    "use": Action(pair(str, str), use_brush),
    "give": Action(pair(number, str), give_to),
    "point": Action(str, point),
    "brush": Action(str, pick_brush),
    "player": Action(number, pick_player),
    "tile": Action(str, pick_tile),
    "mode": Action(str, change_mode),
    "clear": plain(clear),
    "form": Action(setting, fill_in),
    "put": Action(number, put_tile),
    "take-out": Action(pair(number, number, "-"), take_tile),
    "undo": plain(undo),
    "redo": plain(redo),
    "import": Action(str, open_text),
    "lesson": Action(setting, write_lesson),
    "dragon": Action(setting, write_dragon),
    "baron": Action(str, pick_baron),
    "space": Action(number, touch_dragon),
    "open": Action(str, open_dialog),
    "language": Action(str, set_language),
    "dismiss-note": plain(dismiss_note),
}
