"""The update functions: from one model to the next. Nothing here knows the browser."""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar

from engine import links, rooms
from engine.game import Game, Seat
from engine.model import Analysis, Judged, Model, Note, Settings
from engine.setup import Draft
from engine.words import LANGUAGES
from qin_core.errors import FaultyText
from qin_core.playing import AnyPosition

M = TypeVar("M", bound=Model)
Action = Callable[[Any, str], Model]
DIALOGS = ("new", "games", "settings", "help", "share", "end")


def new_game(language: str, seed: int, date: str = "", room: str = rooms.FIRST) -> Model:
    """Sit a person down against one computer player."""
    entered = rooms.room(room)
    model: Model = entered.model(entered.draft().begin(seed, date), language)
    return model


def update(model: Model, action: str, value: str = "") -> Model:
    """Do what a button, a square or a key asks for; what makes no sense now changes nothing."""
    return actions(model.game.room)[action](model, value)


@cache
def actions(room: str) -> dict[str, Action]:
    """List what can be done in a room, by the names of the actions."""
    return {**ACTIONS, **rooms.room(room).update.ACTIONS}


# On the board


def point(model: Model, value: str) -> Model:
    """Point at a square, or at none."""
    return replace(model, hover=value or None)


def play(model: M, value: str) -> M:
    """Make a move of the player on turn, person or computer."""
    after = model.with_game(model.game.play(value))
    return replace(after, dialog="end" if after.winners is not None else after.dialog)


# Going back and forth


def undo(model: Model, _: str) -> Model:
    """Take back to the last decision."""
    if model.game.undo_to() is None:
        return model
    return replace(model.with_game(model.game.undo()), news="taken-back")


def redo(model: Model, _: str) -> Model:
    """Make again what was taken back."""
    return model.with_game(model.game.redo()) if model.game.undone else model


def look(model: M, value: str) -> M:
    """Look at an earlier position by its number."""
    number = max(0, min(int(value), len(model.game.positions) - 1))
    at = None if number == len(model.game.positions) - 1 else number
    return replace(model.put_down(), at=at, playing=False)


def to_now(model: M) -> M:
    """Look at the game as it stands."""
    return look(model, str(len(model.game.positions) - 1))


def visit(model: Model, value: str) -> Model:
    """Go from a window to a position, and show there a move that would have been better."""
    number, _, better = value.partition(" ")
    return replace(look(model, number), dialog="", better=better)


def step(model: Model, value: str) -> Model:
    """Look at the position a number of turns later or earlier."""
    return look(model, str(model.shown + int(value)))


def recap(model: Model, _: str) -> Model:
    """Show once more everything that happened since the viewer's last move."""
    return run(model, str(model.since))


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
    return replace(model.with_game(game), dialog="", draft=type(model.draft)())


def rematch(model: Model, value: str) -> Model:
    """Play once more with the same people on the same board."""
    return begin(replace(model, draft=_draft_of(model.game)), value)


def _draft_of(game: Game) -> Draft:
    return rooms.room(game.room).draft_of(game)


def fill_in(model: Model, value: str) -> Model:
    """Change a field of the form for a new game."""
    field, _, text = value.partition("=")
    return replace(model, draft=model.draft.change(field, text))


def take_over(model: Model, game: Game) -> Model:
    """Show a game that was saved, imported or linked; one of another kind leads to its own room."""
    if game.room == model.game.room:
        return replace(model.with_game(game), dialog="", note=None)
    address = rooms.address(model.address, game.room)
    entered: Model = rooms.room(game.room).model(game, model.language, model.settings, address=address)
    return replace(entered.with_game(game), site=model.site)


def show_saved(model: Model, saved: tuple[Game, ...], damaged: tuple[str, ...]) -> Model:
    """List the saved games in their window."""
    return replace(model, saved=saved, damaged=damaged)


def import_text(model: Model, value: str) -> Model:
    """Take over a record or a position that somebody pasted, loaded or linked; faults change nothing."""
    try:
        kind, text = links.unwrap(value)
        return _ask_for_map(model, text) if kind == links.MAP else take_over(model, read_game(value))
    except FaultyText as error:
        return replace(model, note=Note("import-failed", faults=error.faults), dialog=model.dialog)


def _ask_for_map(model: Model, text: str) -> Model:
    """Open the form for a new game on a map that somebody linked to; its faults are named there."""
    return replace(model, dialog="new", draft=_draft_of(model.game).change("own_map", text), note=None)


def read_game(text: str) -> Game:
    """Read a record, or a position line to play on from, or a link that holds one of them."""
    _, text = links.unwrap(text)
    if text.startswith("["):
        return rooms.read_record(text)
    links.check_line(text)
    found = rooms.holding(text)
    start: AnyPosition = found.read_start(text)
    game: Game = found.game.begin(start, [Seat() for _ in start.players])
    return game


# The page


def open_dialog(model: Model, value: str) -> Model:
    """Open a window over the page, or close it."""
    dialog = value if value in DIALOGS else ""
    begun = dialog == "new" and model.draft == type(model.draft)()
    return replace(model, dialog=dialog, draft=_draft_of(model.game) if begun else model.draft, note=None)


def set_language(model: Model, value: str) -> Model:
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
    """Show the best moves with their win chances."""
    return replace(model.put_down(), hints=tuple(ranked), news="hints-found")


def show_analysis(model: Model, result: dict[str, Any]) -> Model:
    """Show what the computer thinks of the turns so far."""
    turns = tuple(Judged(tuple(turn["chances"]), turn["best"], turn["cost"]) for turn in result["turns"])
    return replace(model, analysis=Analysis(result["progress"], turns))


def dismiss_note(model: Model, _: str) -> Model:
    """Put a message away."""
    return replace(model, note=None)


ACTIONS: dict[str, Action] = {
    "point": point,
    "play": play,
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
    "form": fill_in,
    "import": import_text,
    "open": open_dialog,
    "language": set_language,
    "setting": change_setting,
    "think": think,
    "hush": dismiss_note,
}
