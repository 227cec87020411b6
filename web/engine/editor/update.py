"""The editor's update functions: from one model to the next. Nothing here knows the browser."""

from collections.abc import Callable
from dataclasses import replace

from engine.editor import dragon
from engine.editor.lesson_draft import GOALS
from engine.editor.model import BRUSHES, MAP, MODES, POSITION, Editor, Stroke
from engine.editor.painting import PAGODA, between, counter_brush, give, paint, resize
from engine.editor.parsing import parse_dragon, parse_sketch
from engine.editor.sketch import HIDDEN_TILE, REST, Sketch, sort_hand
from engine.lessons.lesson_file import MAX_LENGTHS, TEXTS
from engine.model import Note
from engine.words import LANGUAGES
from qin_core.errors import FaultyText
from qin_core.qin import BOARDS
from qin_core.qin.board import GRASS, LARGEST, SMALLEST
from qin_core.qin.tiles import HAND_SIZE, KINDS

DIALOGS = ("open", "take", "help", "dragon")
NO_PILES = "-"
MAX_PILE_TEXT = 300


def update(editor: Editor, action: str, value: str = "") -> Editor:
    """Do what a button, a square or a key asks for; what makes no sense now changes nothing."""
    return ACTIONS[action](editor, value)


# Painting


def begin_stroke(editor: Editor, value: str) -> Editor:
    """Put the brush down on a square: on what it has painted already, the stroke takes that away."""
    brush = counter_brush(editor.sketch, editor.brush, value)
    painted = paint(editor.sketch, brush, value, editor.player)
    return replace(editor, sketch=painted, stroke=Stroke(brush, value, editor.sketch), hover=value)


def go_on(editor: Editor, value: str) -> Editor:
    """Draw the brush on to another square, over all those between; pagodas are given one by one."""
    stroke = editor.stroke
    if stroke is None or value == stroke.square or stroke.brush == PAGODA:
        return editor
    sketch = editor.sketch
    for square in between(stroke.square, value):
        sketch = paint(sketch, stroke.brush, square, editor.player)
    return replace(editor, sketch=sketch, stroke=stroke._replace(square=value), hover=value)


def lift(editor: Editor, _: str) -> Editor:
    """Take the brush off the board: what it has done is one edit."""
    if editor.stroke is None:
        return editor
    return replace(editor, stroke=None, sketch=editor.stroke.before).edited(editor.sketch)


def dab(editor: Editor, value: str) -> Editor:
    """Use the brush on one square."""
    return replace(lift(begin_stroke(editor, value), ""), touched=value)


def lay(editor: Editor, value: str) -> Editor:
    """Use the brush on one square, whatever is there: for keys that paint while they walk."""
    painted = paint(editor.sketch, editor.brush, value, editor.player)
    return replace(editor.edited(painted), hover=value, touched=value)


def use_brush(editor: Editor, value: str) -> Editor:
    """Take a brush and use it on a square at once: `brush square`."""
    brush, _, square = value.partition(" ")
    return dab(pick_brush(editor, brush), square)


def give_to(editor: Editor, value: str) -> Editor:
    """Give the province or village at a square to a player: `player square`."""
    player, _, square = value.partition(" ")
    if int(player) > editor.sketch.players:
        return editor
    given = editor.edited(give(editor.sketch, square, int(player)))
    return replace(given, player=int(player), hover=square, touched=square)


def point(editor: Editor, value: str) -> Editor:
    """Point at a square, or at none."""
    return replace(editor, hover=value or None, touched="")


def pick_brush(editor: Editor, value: str) -> Editor:
    """Take a brush, and change to what it is for."""
    mode = next((mode for mode in MODES if value in BRUSHES[mode]), None)
    return editor if mode is None else replace(editor, brush=value, mode=mode)


def pick_player(editor: Editor, value: str) -> Editor:
    """Choose who gets new provinces and pagodas."""
    return replace(editor, player=int(value)) if int(value) <= editor.sketch.players else editor


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


def clear(editor: Editor, _: str) -> Editor:
    """Take everything off the board; of a map, too, while it is being painted."""
    marks = editor.sketch.marks
    emptied = tuple(GRASS * len(row) for row in marks) if editor.mode == MAP else marks
    return editor.edited(editor.sketch.moved_to(emptied))


def fill_in(editor: Editor, value: str) -> Editor:
    """Take over what a field says now: `field=value`."""
    name, _, text = value.partition("=")
    change = FIELDS.get(name)
    return editor if change is None else change(editor, text)


def change_width(editor: Editor, text: str) -> Editor:
    """Make the map wider or narrower."""
    return _resize(editor, text, str(len(editor.sketch.marks)))


def change_height(editor: Editor, text: str) -> Editor:
    """Make the map higher or lower."""
    return _resize(editor, str(len(editor.sketch.marks[0])), text)


def _resize(editor: Editor, width: str, height: str) -> Editor:
    sides = [str(size) for size in range(SMALLEST, LARGEST + 1)]
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


def put_tile(editor: Editor, value: str) -> Editor:
    """Put the chosen tile into a player's hand, as long as there is room."""
    return _change_hand(editor, int(value), lambda hand: (*hand, editor.tile) if len(hand) < HAND_SIZE else hand)


def take_tile(editor: Editor, value: str) -> Editor:
    """Take a tile out of a hand: `player-number`."""
    player, _, number = value.partition("-")
    return _change_hand(editor, int(player), lambda hand: hand[: int(number)] + hand[int(number) + 1 :])


def _change_hand(editor: Editor, player: int, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Editor:
    hands = editor.sketch.hands
    if player > len(hands):
        return editor
    hand = sort_hand(change(hands[player - 1]))
    return editor.edited(replace(editor.sketch, hands=(*hands[: player - 1], hand, *hands[player:])))


# Back and forth, in and out


def undo(editor: Editor, _: str) -> Editor:
    """Take the last edit back."""
    if not editor.past:
        return editor
    *past, sketch = editor.past
    return _show(replace(editor, past=tuple(past), future=(editor.sketch, *editor.future)), sketch)


def redo(editor: Editor, _: str) -> Editor:
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
    except FaultyText as error:
        return replace(editor, note=Note("import-failed", faults=error.faults))
    opened = editor.edited(sketch)
    mode = MAP if sketch == Sketch.on(sketch.marks) and opened.board == MAP else POSITION
    return replace(change_mode(opened, mode), dialog="", note=None, player=min(editor.player, sketch.players))


def write_lesson(editor: Editor, value: str) -> Editor:
    """Choose a lesson's goal, or write some of its words in the language that is spoken: `field=value`."""
    name, _, text = value.partition("=")
    if name == "goal":
        return replace(editor, goal=text) if text in GOALS else editor
    if name not in TEXTS:
        return editor
    written = dict(editor.written) | {f"{editor.language}.{name}": text[: MAX_LENGTHS[name]]}
    return replace(editor, written=tuple(sorted(written.items())))


def write_dragon(editor: Editor, value: str) -> Editor:
    """Write the position of Khan Tsin: `line=text`."""
    return replace(editor, dragon=value.removeprefix("line=").strip()[: dragon.MAX_TEXT], note=None)


def pick_baron(editor: Editor, value: str) -> Editor:
    """Choose what a touch on the dragon does."""
    return replace(editor, baron=value) if value in dragon.BARONS else editor


def touch_dragon(editor: Editor, value: str) -> Editor:
    """Put a baron on a space of the dragon, or take one away."""
    return replace(editor, dragon=dragon.lay(editor.dragon, int(value), editor.baron), note=None)


def open_dialog(editor: Editor, value: str) -> Editor:
    """Open a window over the page, or close it."""
    return replace(editor, dialog=value if value in DIALOGS else "", note=None)


def set_language(editor: Editor, value: str) -> Editor:
    """Change the language."""
    return replace(editor, language=value) if value in LANGUAGES else editor


def dismiss_note(editor: Editor, _: str) -> Editor:
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

ACTIONS: dict[str, Callable[[Editor, str], Editor]] = {
    "stroke": begin_stroke,
    "over": go_on,
    "lift": lift,
    "dab": dab,
    "lay": lay,
    "use": use_brush,
    "give": give_to,
    "point": point,
    "brush": pick_brush,
    "player": pick_player,
    "tile": pick_tile,
    "mode": change_mode,
    "clear": clear,
    "form": fill_in,
    "put": put_tile,
    "take-out": take_tile,
    "undo": undo,
    "redo": redo,
    "import": open_text,
    "lesson": write_lesson,
    "dragon": write_dragon,
    "baron": pick_baron,
    "space": touch_dragon,
    "open": open_dialog,
    "language": set_language,
    "hush": dismiss_note,
}
