"""The attributes of a board in somebody's page: read strictly, with every fault named."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from qin_core.errors import Fault, FaultyText, check_text, quote
from ui.game import PERSON, Game, Seat
from ui.levels import FIRST_LEVEL, LEVELS
from ui.model import Model, Settings
from ui.update import new_game, read_game, take_over
from ui.words import LANGUAGES

T = TypeVar("T")
GAMES = ("qin",)
NOBODY, ANYBODY, COMPUTER = "nobody", "anybody", "computer"
SWITCH = {"": True, "on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def language_of(attributes: Mapping[str, str]) -> str:
    """Read the language; the element has chosen one that there are words for."""
    wanted = attributes.get("language", "")
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


class Options(NamedTuple):
    """What the attributes say: the board to begin with, and who may move on it."""

    model: Model
    who: str

    @classmethod
    def read(cls, attributes: Mapping[str, str], seed: int) -> "Options":
        """Read the attributes; raises `FaultyText` with everything that is wrong with them.

        `position` and `record` are for looking at unless `move` says otherwise; without them a game begins, dealt by
        the seed, against the computer.
        """
        reader = _Reader(attributes)
        reader.one_of("game", {game: game for game in GAMES}, GAMES[0])
        coordinates = reader.one_of("coordinates", SWITCH, True)
        given = {"position", "record"} & attributes.keys()
        who = reader.one_of("move", {who: who for who in (NOBODY, ANYBODY, COMPUTER)}, NOBODY if given else COMPUTER)
        blank = new_game(language_of(attributes), seed)
        game = reader.game() if given else blank.game
        seats = reader.seats(game, who) if game else ()
        if reader.faults or game is None:
            raise FaultyText(*reader.faults)
        settings = Settings(handover=False, coordinates=coordinates)
        return cls(take_over(replace(blank, settings=settings), replace(game, seats=seats)), who)


class _Reader:
    """Reads one attribute after the other and collects the faults."""

    def __init__(self, attributes: Mapping[str, str]) -> None:
        self.attributes = attributes
        self.faults: list[Fault] = []

    def one_of(self, name: str, known: Mapping[str, T], usual: T) -> T:
        """Read an attribute that has a few values."""
        text = self.attributes.get(name)
        if text is None:
            return usual
        if text.strip().lower() not in known:
            self.fault(name, text)
        return known.get(text.strip().lower(), usual)

    def fault(self, name: str, text: str) -> None:
        self.faults.append(Fault("attribute", "unknown-value", f"{name}={quote(text)}"))

    def game(self) -> Game | None:
        """Read the position or the record."""
        text = self.attributes.get("record") or self.attributes.get("position", "")
        try:
            return read_game(check_text(text, "line"))
        except FaultyText as error:
            self.faults += error.faults
            return None

    def seats(self, game: Game, who: str) -> tuple[Seat, ...]:
        """Seat everybody: as `players` says, else the player on turn against computers of a level, else people."""
        usual = self.level("level", self.attributes.get("level", FIRST_LEVEL))
        kinds = [PERSON if who != COMPUTER or number == game.now.mover else usual for number in game.now.players]
        if "players" in self.attributes:
            words = self.attributes["players"].replace(",", " ").split()
            kinds = [self.level("players", word) for word in words]
            if len(kinds) != len(game.seats):
                self.fault("players", self.attributes["players"])
                return game.seats
        return tuple(replace(seat, kind=kind) for seat, kind in zip(game.seats, kinds, strict=True))

    def level(self, name: str, text: str) -> str:
        """Read a kind of player: a person, or a computer level by name or number."""
        word = text.strip().lower()
        if word in (PERSON, *LEVELS):
            return word
        if word.isascii() and word.isdigit() and 1 <= int(word) <= len(LEVELS):
            return LEVELS[int(word) - 1]
        self.fault(name, text)
        return PERSON
