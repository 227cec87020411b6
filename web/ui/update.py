"""What an action does: from one model to the next. Nothing here knows the browser."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from qin_core.errors import FaultyText
from qin_core.qin import PASS, Move, Position, Record
from ui import links
from ui.game import PERSON, Game, Seat
from ui.model import STEPS, Analysis, Judged, Model, Note, Settings
from ui.setup import Draft, draft_of, turn_up
from ui.words import LANGUAGES

DIALOGS = ("new", "games", "settings", "help", "share", "end")


def new_game(language: str, seed: int, date: str = "") -> Model:
    """Sit a person down against one computer player on Bird."""
    return Model(Draft().begin(seed, date), language)


def update(model: Model, action: str, value: str = "") -> Model:
    """Do what a button, a square or a key asks for; what makes no sense now changes nothing."""
    return ACTIONS[action](model, value)


# Placing a tile


def pick_tile(model: Model, value: str) -> Model:
    """Take a tile of the hand; the same one again puts it back."""
    number = int(value)
    if not model.can_act or number >= len(model.hand):
        return model
    picked = None if model.tile == number else number
    return replace(model, tile=picked, square=None, turn=0 if picked is None else model.turn)


def drag_tile(model: Model, value: str) -> Model:
    """Take a tile to drag it: unlike a click, this never puts it back."""
    return model if model.tile == int(value) else pick_tile(model, value)


def point(model: Model, value: str) -> Model:
    """Point at a square, or at none."""
    return replace(model, hover=value or None)


def pick_square(model: Model, value: str) -> Model:
    """Lay the tile's first space on a square; the same square again turns it. What can't be there is explained."""
    if model.square == value and model.ghost:
        return turn_tile(model, "")
    aimed = replace(model, square=value, hover=value)
    turn = aimed.fitting_turn()
    if turn is None:
        return aimed
    aimed = replace(aimed, turn=turn)
    return aimed if model.settings.confirm else place(aimed, "")


def enter_square(model: Model, value: str) -> Model:
    """Choose a square by the keyboard; once more confirms the placement."""
    return place(model, "") if model.square == value and model.ghost else pick_square(model, value)


def turn_tile(model: Model, _: str) -> Model:
    """Turn the tile clockwise, to the next way in which it may lie there."""
    if model.tile is None or not model.can_act:
        return model
    turn = model.fitting_turn(model.turn + 1) if model.target else None
    return replace(model, turn=(model.turn + 1) % len(STEPS) if turn is None else turn)


def place(model: Model, _: str) -> Model:
    """Make the placement that is being looked at, or the pass that is forced (Q24)."""
    if not model.can_act:
        return model
    move = PASS if model.must_pass else model.ghost
    if move is None:
        return model
    filled = [pile for pile in model.position.piles if pile]
    if model.settings.choose_pile and move.spaces and len(filled) > 1:
        return replace(model, pending=move)
    return play(model, str(move))


def draw_from(model: Model, value: str) -> Model:
    """Draw from a pile after the placement (Q8)."""
    if model.pending is None:
        return model
    return play(replace(model, pending=None), str(model.pending.drawing_from(int(value))))


def play(model: Model, value: str) -> Model:
    """Make a move of the player on turn, person or computer."""
    after = model.with_game(model.game.play(value))
    return replace(after, dialog="end" if after.over is not None else after.dialog)


def put_back(model: Model, _: str) -> Model:
    """Let go of the pile choice, then of the square, then of the tile."""
    if model.pending:
        return replace(model, pending=None)
    if model.square:
        return replace(model, square=None, hover=None)
    return replace(model, tile=None, turn=0, hover=None)


def uncover(model: Model, _: str) -> Model:
    """Show the tiles to the person who has taken over."""
    game = replace(model.game, seen=len(model.game.positions) - 1)
    return replace(model, covered=False, game=game)


# Going back and forth


def undo(model: Model, _: str) -> Model:
    """Take back to the last decision."""
    return model if model.game.undo_to() is None else model.with_game(model.game.undo())


def redo(model: Model, _: str) -> Model:
    """Make again what was taken back."""
    return model.with_game(model.game.redo()) if model.game.undone else model


def look(model: Model, value: str) -> Model:
    """Look at an earlier position by its number."""
    number = max(0, min(int(value), len(model.game.positions) - 1))
    at = None if number == len(model.game.positions) - 1 else number
    return replace(model, at=at, tile=None, square=None, hover=None, playing=False)


def visit(model: Model, value: str) -> Model:
    """Go from a window to a position."""
    return replace(look(model, value), dialog="")


def step(model: Model, value: str) -> Model:
    """Look at the position a number of turns later or earlier."""
    return look(model, str(model.shown + int(value)))


def recap(model: Model, _: str) -> Model:
    """Show once more everything that happened since the viewer's last move."""
    mover = model.game.now.mover if model.viewer is None else model.viewer
    positions = model.game.positions
    own = [at for at in range(len(positions) - 1) if positions[at].mover == mover]
    return run(model, str(own[-1] + 1 if own else 0))


def run(model: Model, value: str = "") -> Model:
    """Let the replay run from a position on; without one, from where it stands, or stop it."""
    if not value and model.playing:
        return replace(model, playing=False)
    start = int(value) if value else 0 if model.live else model.shown
    looking = look(model, str(start))
    return replace(looking, playing=not looking.live, dialog="")


def tick(model: Model, _: str) -> Model:
    """Go on with the replay by one turn."""
    if not model.playing:
        return model
    later = step(model, "1")
    return replace(later, playing=not later.live)


def play_on(model: Model, _: str) -> Model:
    """Play on from the position that is looked at, as another game; the old one stays among the saved ones."""
    if model.live:
        return model
    game = replace(model.game.cut(model.shown), key="").as_practice()
    return replace(model.with_game(game), dialog="")


# Games


def begin(model: Model, value: str) -> Model:
    """Begin the game of the form; `value` is the seed and the date."""
    seed, _, date = value.partition(" ")
    if model.draft.faults():
        return replace(model, dialog="new")
    game = model.draft.begin(int(seed), date)
    return replace(model.with_game(game), dialog="")


def rematch(model: Model, value: str) -> Model:
    """Play once more with the same people on the same board."""
    return begin(replace(model, draft=draft_of(model.game)), value)


def next_game(model: Model, value: str) -> Model:
    """Go on with the next game of the series (Q25)."""
    seed, _, date = value.partition(" ")
    game = model.game.next_in_series(draft_of(model.game).deal(int(seed)), date)
    return replace(model.with_game(game), dialog="")


def fill_in(model: Model, value: str) -> Model:
    """Change a field of the form for a new game."""
    field, _, text = value.partition("=")
    return replace(model, draft=model.draft.change(field, text))


def take_over(model: Model, game: Game) -> Model:
    """Show a game that was saved, imported or linked."""
    return replace(model.with_game(game), dialog="", note=None)


def show_saved(model: Model, saved: tuple[Game, ...], damaged: tuple[str, ...]) -> Model:
    """List the saved games in their window."""
    return replace(model, saved=saved, damaged=damaged)


def import_text(model: Model, value: str) -> Model:
    """Take over a record or a position that somebody pasted, loaded or linked; faults change nothing."""
    try:
        return take_over(model, read_game(value))
    except FaultyText as error:
        return replace(model, note=Note("import-failed", faults=error.faults), dialog=model.dialog)


def read_game(text: str) -> Game:
    """Read a record, or a position line to play on from, or a link that holds one of them."""
    text = text.strip()
    linked = links.read(text[text.index("#") :]) if "#" in text[:2000] and "\n" not in text else None
    if linked:
        text = linked[1].strip()
    if text.startswith("["):
        return Game.from_record(Record.parse(text))
    start = turn_up(Position.parse(text))
    return Game.begin(start, [Seat(kind=PERSON) for _ in start.players])


# The page


def open_dialog(model: Model, value: str) -> Model:
    """Open a window over the page, or close it."""
    dialog = value if value in DIALOGS else ""
    draft = draft_of(model.game) if dialog == "new" and model.dialog != "new" else model.draft
    return replace(model, dialog=dialog, draft=draft, note=None)


def speak(model: Model, value: str) -> Model:
    """Change the language."""
    return replace(model, language=value) if value in LANGUAGES else model


def change_setting(model: Model, value: str) -> Model:
    """Change a setting: `name=value`, where `true` and `false` are on and off."""
    name, _, text = value.partition("=")
    known = {field.name: type(getattr(model.settings, field.name)) for field in fields(Settings)}
    if name not in known:
        return model
    changed = text == "true" if known[name] is bool else text
    return replace(model, settings=replace(model.settings, **{name: changed}))  # type: ignore[arg-type]


def think(model: Model, value: str) -> Model:
    """Show how far the computer is with its thoughts."""
    return replace(model, thinking=float(value))


def show_hints(model: Model, ranked: list[tuple[str, float]]) -> Model:
    """Show the best placements with their win chances."""
    return replace(model, hints=tuple(ranked), tile=None, square=None)


def try_move(model: Model, value: str) -> Model:
    """Lay a placement down for a look, as if somebody had picked its tile, its square and its turn."""
    move = Move.parse(value)
    if not model.can_act or not move.spaces or move.tile not in model.hand:
        return model
    aimed = replace(model, tile=model.hand.index(move.tile), square=move.squares[0], hover=None)
    turn = next(
        (turn for (square, turn), found in aimed.choices.items() if found == move and square == aimed.square), 0
    )
    return replace(aimed, turn=turn)


def show_analysis(model: Model, result: dict[str, Any]) -> Model:
    """Show what the computer thinks of the turns so far."""
    turns = tuple(Judged(tuple(turn["chances"]), turn["best"], turn["cost"]) for turn in result["turns"])
    return replace(model, analysis=Analysis(result["progress"], turns))


def hush(model: Model, _: str) -> Model:
    """Put a message away."""
    return replace(model, note=None)


ACTIONS: dict[str, Callable[[Model, str], Model]] = {
    "tile": pick_tile,
    "drag": drag_tile,
    "point": point,
    "square": pick_square,
    "enter": enter_square,
    "turn": turn_tile,
    "place": place,
    "pile": draw_from,
    "play": play,
    "back": put_back,
    "uncover": uncover,
    "undo": undo,
    "redo": redo,
    "look": look,
    "visit": visit,
    "step": step,
    "recap": recap,
    "run": run,
    "tick": tick,
    "play-on": play_on,
    "begin": begin,
    "rematch": rematch,
    "next": next_game,
    "form": fill_in,
    "import": import_text,
    "open": open_dialog,
    "language": speak,
    "setting": change_setting,
    "think": think,
    "try": try_move,
    "hush": hush,
}
