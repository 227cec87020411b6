"""The update functions: from one model to the next. Nothing here knows the browser."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar

from engine import games as rooms
from engine.actions import Action, number, optional, pair, plain, setting
from engine.correspondence import game as by_links
from engine.session import links
from engine.session.form import Draft
from engine.session.match import Game, Seat
from engine.session.session import ANALYSIS, CHOICES, HINT, Analysis, Hint, Judged, Model, Note, Settings
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError
from qin_core.common.protocols import GamePosition

M = TypeVar("M", bound=Model)
SEND = "send"
DIALOGS = ("new", "games", "settings", "help", "share", "end", "record", SEND)


def new_game(language: str, seed: int, date: str = "", room: str = rooms.FIRST) -> Model:
    """Sit a person down against one computer player."""
    entered = rooms.room(room)
    model: Model = entered.model(entered.draft().begin(seed, date), language)
    return model


def update(model: Model, action: str, value: str = "") -> Model:
    """Do what a button, a square or a key asks for; what makes no sense here or now changes nothing."""
    known = actions(model.game.room)
    return known[action](model, value) if action in known else model


@cache
def actions(room: str) -> Mapping[str, Action[Any]]:
    """List what can be done in a room, by the names of the actions."""
    return {**ACTIONS, **rooms.room(room).update.ACTIONS}


# On the board


def point(model: Model, place: str) -> Model:
    """Point at a square, or at none."""
    return replace(model, hover=place if model.has_place(place) else None)


def play(model: M, move: Any) -> M:
    """Make a move of the player on turn, person or computer."""
    return model.with_game(model.game.play(move))


# Going back and forth


def undo(model: Model) -> Model:
    """Take back to the last decision."""
    if model.game.undo_to() is None:
        return model
    return replace(model.with_game(model.game.undo()), news="taken-back")


def redo(model: Model) -> Model:
    """Make again what was taken back."""
    return model.with_game(model.game.redo()) if model.game.undone else model


def look(model: M, at: int) -> M:
    """Look at an earlier position by its number."""
    last = len(model.game.positions) - 1
    at = max(0, min(at, last))
    return replace(model.put_down(), at=None if at == last else at, playing=False)


def to_now(model: M) -> M:
    """Look at the game as it stands."""
    return look(model, len(model.game.positions) - 1)


def visit(model: M, place: tuple[int, Any]) -> M:
    """Go from a window to a position, and show there a move that would have been better."""
    at, better = place
    return replace(look(model, at), dialog="", better=better)


def step(model: Model, turns: int) -> Model:
    """Look at the position a number of turns later or earlier."""
    return look(model, model.shown + turns)


def recap(model: Model) -> Model:
    """Show once more everything that happened since the viewer's last move."""
    return run(model, model.since)


def run(model: Model, start: int | None = None) -> Model:
    """Let the replay run from a position on; without one, from where it stands, or stop it."""
    if start is None and model.playing:
        return replace(model, playing=False)
    looking = look(model, start if start is not None else 0 if model.live else model.shown)
    return replace(looking, playing=not looking.live, dialog="")


def tick(model: Model) -> Model:
    """Go on with the replay by one turn."""
    if not model.playing:
        return model
    later = step(model, 1)
    return replace(later, playing=not later.live)


def play_on(model: Model) -> Model:
    """Play on from the position that is looked at, as another game; the old one stays among the saved ones."""
    if model.live or model.game.secret:
        return model
    game = replace(model.game.cut(model.shown), key="").at_one_screen().as_practice()
    analysed = (model.game, model.analysis) if model.analysis else None
    tried = replace(model.with_game(game), dialog="", analysed=analysed)
    return update(tried, "try", str(model.better)) if model.better is not None else tried


def back_to_analysis(model: Model) -> Model:
    """Go back from what was tried to the game that was analysed."""
    if model.analysed is None:
        return model
    game, analysis = model.analysed
    return open_dialog(replace(model.with_game(game), analysis=analysis), "end")


# Games


def begin(model: Model, deal: tuple[int, str]) -> Model:
    """Begin the game of the form, with a seed and a date."""
    if model.draft.faults():
        return replace(model, dialog="new")
    game = model.draft.begin(*deal)
    game = by_links.begin(game, deal[0]) if any(seat.away for seat in game.seats) else game
    return replace(model.with_game(game), dialog="", draft=type(model.draft)())


def rematch(model: Model, deal: tuple[int, str]) -> Model:
    """Play once more with the same people on the same board; by links, everybody moves on by one place."""
    if model.game.far:
        return replace(model.with_game(by_links.play_again(model.game, deal)), dialog="")
    return begin(replace(model, draft=_draft_of(model.game)), deal)


def resign(model: Model) -> Model:
    """Give a game by links up."""
    if not model.game.secret or not model.game.far or not model.game.people:
        return model
    player = model.game.now.mover if model.game.seat.person else model.game.people[0]
    game = replace(model.game, far=replace(model.game.far, resigned=player), undone=())
    return replace(model.with_game(game), dialog=SEND)


def _draft_of(game: Game) -> Draft:
    return rooms.room(game.room).draft_of(game)


def fill_in(model: Model, field: tuple[str, str]) -> Model:
    """Change a field of the form for a new game."""
    return replace(model, draft=model.draft.change(*field))


def take_over(model: Model, game: Game) -> Model:
    """Show a game that was saved, imported or linked; one of another kind leads to its own room."""
    if game.room == model.game.room:
        return replace(model.with_game(game), dialog="", note=None)
    address = rooms.address(model.address, game.room)
    entered: Model = rooms.room(game.room).model(game, model.language, model.settings, address=address)
    return replace(entered.with_game(game), site=model.site, results=model.results)


def show_saved(model: M, saved: tuple[Game, ...], in_all: int) -> M:
    """List the newest saved games in their window."""
    return replace(model, saved=saved, saved_in_all=in_all)


def import_text(model: Model, value: str) -> Model:
    """Take over a record or a position that somebody pasted, loaded or linked; faults change nothing."""
    try:
        kind, text = links.unwrap(value)
        if kind == links.MAP:
            return _ask_for_map(model, text)
        taken = take_over(model, read_game(value))
        return run(taken, 0) if kind == links.REPLAY else taken
    except ParseError as error:
        return replace(model, note=Note("import-failed", faults=error.problems), dialog=model.dialog)


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
    start: GamePosition = found.read_start(text)
    game: Game = found.game.begin(start, [Seat() for _ in start.players])
    return game


# The page


def open_dialog(model: Model, name: str) -> Model:
    """Open a window over the page, or close it."""
    dialog = name if name in DIALOGS and (name != SEND or model.game.far) else ""
    begun = dialog == "new" and model.draft == type(model.draft)()
    draft = _draft_of(model.game) if begun else model.draft
    return replace(model, dialog=dialog, draft=draft, note=None, arrived=None, qr="")


def set_language(model: Model, language: str) -> Model:
    return replace(model, language=language) if language in LANGUAGES else model


def change_setting(model: Model, change: tuple[str, str]) -> Model:
    """Change a setting by its name; of those without a choice of values, `true` and `false` are on and off."""
    name, text = change
    known = text in CHOICES[name] if name in CHOICES else name in {field.name for field in fields(Settings)}
    value: Any = text if name in CHOICES else text == "true"
    return replace(model, settings=replace(model.settings, **{name: value})) if known else model


def mute(model: Model) -> Model:
    """Switch all sounds off, or on again."""
    return change_setting(model, ("volume", "off" if model.settings.volume != "off" else Settings().volume))


def choose_code(model: Model, change: tuple[str, str]) -> Model:
    """Choose how what is shown goes into a page of somebody's."""
    return replace(model, code=model.code.change(*change))


def dismiss_note(model: Model) -> Model:
    """Put a message away."""
    return replace(model, note=None)


def show_banner(model: M) -> M:
    """Tell the result over the board, unless somebody is already doing something else."""
    return replace(model, banner=model.live and not model.dialog and model.winners is not None)


def close_banner(model: Model) -> Model:
    """Give the sight of the board back."""
    return replace(model, banner=False)


def dismiss_welcome(model: M) -> M:
    """Put the greeting away."""
    return replace(model, welcome="") if model.welcome else model


# The computer's help


def ask_for_hint(model: Model) -> Model:
    """Ask the strongest level for the best moves."""
    return replace(model, asked=HINT) if model.can_act and not model.must_pass else model


def ask_for_analysis(model: Model) -> Model:
    """Let the computer go through the game."""
    return model if model.game.secret else replace(model, asked=ANALYSIS, dialog="end")


def show_progress(model: M, progress: float) -> M:
    """Show how far the computer is with its thoughts."""
    return replace(model, thinking=round(progress, 2))


def show_hints(model: M, ranked: Iterable[Hint]) -> M:
    """Show the best moves with their win chances."""
    return replace(model.put_down(), hints=tuple(ranked), asked="", thinking=None, news="hints-found")


def show_analysis(model: M, result: Mapping[str, Any]) -> M:
    """Show what the computer thinks of the turns so far."""
    parse = model.game.parse_move
    turns = tuple(
        Judged(tuple(turn["chances"]), parse(turn["best"]) if turn["best"] else None, turn["cost"], turn["kept"])
        for turn in result["turns"]
    )
    return replace(model, analysis=Analysis(result["progress"], turns))


DEAL = pair(int, str)
ACTIONS: Mapping[str, Action[Model]] = {
    "point": Action(str, point),
    "undo": plain(undo),
    "redo": plain(redo),
    "look": Action(number, look),
    "step": Action(number, step),
    "recap": plain(recap),
    "run": Action(optional(number), run),
    "tick": plain(tick),
    "play-on": plain(play_on),
    "back-to-analysis": plain(back_to_analysis),
    "begin": Action(DEAL, begin),
    "rematch": Action(DEAL, rematch),
    "resign": plain(resign),
    "form": Action(setting, fill_in),
    "import": Action(str, import_text),
    "open": Action(str, open_dialog),
    "language": Action(str, set_language),
    "setting": Action(setting, change_setting),
    "code": Action(setting, choose_code),
    "mute": plain(mute),
    "hint": plain(ask_for_hint),
    "analyse": plain(ask_for_analysis),
    "dismiss-note": plain(dismiss_note),
    "close-banner": plain(close_banner),
    "dismiss-welcome": plain(dismiss_welcome),
}
