"""The attributes of a board in somebody's page: read strictly, with every fault named."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from engine import games as rooms
from engine.games.base import AnyRoom
from engine.lessons import LessonError
from engine.lessons.attempt import Trial
from engine.lessons.lesson_file import parse
from engine.session import links
from engine.session.match import PERSON, Game, Seat
from engine.session.session import Model, Settings
from engine.session.update import look, read_game, run, update
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError, Problem
from qin_core.common.text import abbreviate, check_text

T = TypeVar("T")
NOBODY, ANYBODY, COMPUTER = "nobody", "anybody", "computer"
SWITCH = {"": True, "on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def language_of(attributes: Mapping[str, str]) -> str:
    """Read the language; the element has chosen one that there are words for."""
    wanted = attributes.get("language", "")
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


def dress_of(attributes: Mapping[str, str]) -> tuple[str, bool]:
    """Read the language and whether there are coordinates; raises `ParseError`."""
    reader = _Reader(attributes)
    coordinates = reader.coordinates()
    if reader.faults:
        raise ParseError(*reader.faults)
    return language_of(attributes), coordinates


class Options(NamedTuple):
    """What the attributes say: the board to begin with, who may move on it, and the lesson it is about."""

    model: Model
    who: str
    trial: Trial | None

    @classmethod
    def read(cls, attributes: Mapping[str, str], seed: int) -> "Options":
        """Read the attributes; raises `ParseError` with everything that is wrong with them.

        `position` and `record` are for looking at unless `move` says otherwise; without them a game begins, dealt by
        the seed, against the computer.
        """
        reader = _Reader(attributes)
        room = rooms.room(reader.one_of("game", {name: name for name in rooms.ROOMS}, rooms.FIRST))
        settings = Settings(handover=False, volume="off", coach="off", coordinates=reader.coordinates())
        trial, given = reader.trial(room.name), reader.given()
        usual = ANYBODY if trial else COMPUTER if given is None else NOBODY
        who = reader.one_of("move", {who: who for who in (NOBODY, ANYBODY, COMPUTER)}, usual)
        game: Game | None
        if trial:
            game, who = trial.begin(), ANYBODY
        else:
            game = reader.game(given) if given is not None else reader.new_game(room, seed)
            game = game and replace(game, seats=reader.seats(game, who))
        if game is None:
            raise ParseError(*reader.faults)
        model = rooms.room(game.room).model(game.with_free_undo(), language_of(attributes), settings)
        model = replace(reader.look(model), site=attributes.get("home", ""))
        if trial and len(trial.pieces) == 1:
            # Where there is nothing to choose, it is in hand already.
            model = update(model, "drag", "0")
        if reader.faults:
            raise ParseError(*reader.faults)
        return cls(model, who, trial)


class _Reader:
    """Reads one attribute after the other and collects the faults."""

    def __init__(self, attributes: Mapping[str, str]) -> None:
        self.attributes = attributes
        self.faults: list[Problem] = []

    def one_of(self, name: str, known: Mapping[str, T], usual: T) -> T:
        """Read an attribute that has a few values."""
        text = self.attributes.get(name)
        if text is None:
            return usual
        if text.strip().lower() not in known:
            self.fault(name, text, filter(None, known))
        return known.get(text.strip().lower(), usual)

    def fault(self, name: str, text: str, known: Iterable[str] = ()) -> None:
        """Note a value that isn't one, and those that there are."""
        self.faults.append(Problem("attribute", "unknown-value", f"{name}={abbreviate(text)}"))
        if values := ", ".join(known):
            self.faults.append(Problem("attribute", "known-values", values))

    def coordinates(self) -> bool:
        """Read whether the board has its coordinates."""
        return self.one_of("coordinates", SWITCH, True)

    def trial(self, game: str) -> Trial | None:
        """Find the lesson or the puzzle."""
        if "lesson-text" in self.attributes:
            return self.own_lesson(self.attributes.get("lesson", ""), self.attributes["lesson-text"])
        for kind in ("lesson", "puzzle"):
            name = self.attributes.get(kind)
            if name is not None:
                found = Trial.find(name.strip(), kind, game)
                if found is None:
                    self.faults.append(Problem("lesson", "unknown-lesson", abbreviate(name)))
                return found
        return None

    def own_lesson(self, file: str, text: str) -> Trial | None:
        """Read a lesson file of the author's; its faults are named with their lines."""
        if not text:
            self.faults.append(Problem("lesson", "unreachable", abbreviate(file)))
            return None
        try:
            own = parse(check_text(text, "lesson"), abbreviate(file.rpartition("/")[2]) or "lesson", ())
        except LessonError as error:
            self.faults += [
                Problem(f"lesson {fault.field.rpartition(':')[2]}", fault.code, fault.detail)
                for fault in error.problems
            ]
            return None
        except ParseError as error:
            self.faults += error.problems
            return None
        if not own.words and own.kind != "puzzle":
            self.faults.append(Problem("lesson 1", "missing-language"))
            return None
        return Trial(own)

    def look(self, model: Model) -> Model:
        """Go to the turn that `at` names, and let the replay run if it is to."""
        turns = len(model.game.record.turns)
        text = self.attributes.get("at", "last").strip().lower()
        numbers = {"first": 0, "last": turns, **{str(number): number for number in range(turns + 1)}}
        at = numbers.get(text, turns)
        if text not in numbers:
            self.fault("at", text, ("first", "last", f"0–{turns}"))
        runs = self.one_of("autoplay", SWITCH, False) and turns > 0
        model = look(model, at)
        return run(model, 0 if at == turns else at) if runs else model

    def given(self) -> str | None:
        """Find the record or the position, if there is one; a link to a map is none."""
        given = self.attributes.get("record", self.attributes.get("position"))
        return None if given is not None and links.is_map(given) else given

    def new_game(self, room: AnyRoom, seed: int) -> Game | None:
        """Begin a game: on a `board` or a `map` of one's own, with as many seats as `players` names."""
        draft = room.draft()
        board = self.attributes.get("board")
        own = self.attributes.get("map", self.attributes.get("record", self.attributes.get("position")))
        words = self.attributes.get("players", "").replace(",", " ").split()
        draft = draft.change("players", str(len(words))) if words else draft
        try:
            wanted = {"board": board.strip().lower()} if board is not None else {}
            if own is not None:
                wanted = {"own_map": links.unwrap(check_text(own, "map"))[1].replace("/", "\n")}
            for field, value in wanted.items():
                draft = draft.change(field, value)
                if getattr(draft, field, None) != value:
                    self.fault("map" if own is not None else "board", own or board or "", ("bird", "lion"))
            begun: Game = draft.begin(seed, "")
            return begun
        except ParseError as error:
            self.faults += error.problems
            return None

    def game(self, text: str) -> Game | None:
        """Read a record or a position."""
        try:
            return read_game(check_text(text, "line"))
        except ParseError as error:
            self.faults += error.problems
            return None

    def seats(self, game: Game, who: str) -> tuple[Seat, ...]:
        """Seat everybody: as `players` says, else the player on turn against computers of a level, else people."""
        usual = rooms.room(game.room).draft().seats[1].kind
        level = self.level("level", self.attributes.get("level", usual), game)
        kinds = [PERSON if who != COMPUTER or number == game.now.mover else level for number in game.now.players]
        if "players" in self.attributes:
            words = self.attributes["players"].replace(",", " ").split()
            kinds = [self.level("players", word, game) for word in words]
            if len(kinds) != len(game.seats):
                self.fault("players", self.attributes["players"])
                return game.seats
        return tuple(replace(seat, kind=kind) for seat, kind in zip(game.seats, kinds, strict=True))

    def level(self, name: str, text: str, game: Game) -> str:
        """Read a kind of player: a person, or a computer level by name or number."""
        word = text.strip().lower()
        if word in (PERSON, *game.levels):
            return word
        numbered = {str(number): level for number, level in enumerate(game.levels, start=1)}
        if word in numbered:
            return numbered[word]
        self.fault(name, text, (PERSON, *game.levels))
        return PERSON
