"""The attributes of an embedded board: strict parsing that reports all problems."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from engine.games.base import AnyGameUi, Games
from engine.games.form import PERSON, Form, Seat
from engine.lessons import Lessons
from engine.lessons.attempt import Attempt
from engine.lessons.lesson_file import LessonError, parse
from engine.session import Session, Settings, links
from engine.session.match import AnyMove, Match
from engine.session.update import go_to_turn, read_match, replay, update
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError, Problem
from qin_core.common.record import Turn
from qin_core.common.text import abbreviate, check_text

T = TypeVar("T")
NOBODY, ANYBODY, COMPUTER = "nobody", "anybody", "computer"
SWITCH = {"": True, "on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def language_of(attributes: Mapping[str, str]) -> str:
    """Read the language."""
    wanted = attributes.get("language", "")
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


def display_options(attributes: Mapping[str, str]) -> tuple[str, bool]:
    """Read the language and whether to draw coordinates; raise `ParseError`."""
    reader = _Reader(attributes, Games())
    coordinates = reader.coordinates()
    if reader.problems:
        raise ParseError(*reader.problems)
    return language_of(attributes), coordinates


class Options(NamedTuple):
    """The parsed attributes: the first session, who may move, and the lesson if there is one."""

    session: Session
    who: str
    attempt: Attempt | None

    @classmethod
    def read(cls, attributes: Mapping[str, str], seed: int, games: Games) -> "Options":
        """Parse the attributes; raise `ParseError` with all problems.

        A board with a `position` or a `record` is read-only unless `move` is set. Without them, start a match against
        the computer, dealt from the seed.
        """
        reader = _Reader(attributes, games)
        ui = reader.one_of("game", {each.name: each for each in games}, games.default)
        settings = Settings(handover=False, volume="off", coach="off", coordinates=reader.coordinates())
        attempt, given = reader.attempt(ui.name), reader.given()
        usual = ANYBODY if attempt else COMPUTER if given is None else NOBODY
        who = reader.one_of("move", {who: who for who in (NOBODY, ANYBODY, COMPUTER)}, usual)
        match: Match | None
        if attempt:
            match, who = attempt.begin(), ANYBODY
        else:
            match = reader.match(given) if given is not None else reader.new_match(ui, seed)
            match = match and replace(match, seats=reader.seats(match, who))
        if match is None:
            raise ParseError(*reader.problems)
        session: Session = match.ui.new_session(match.with_free_undo())
        session = reader.go_to_turn(replace(session, language=language_of(attributes), settings=settings))
        if attempt and not attempt.guided:
            # The most rewarding squares would give the answer away.
            session = replace(session, settings=replace(settings, gains="off"))
            session = replace(session, addressed_player=match.latest.player_to_move)
        if attempt and len(attempt.pieces) == 1:
            # Pick the only piece.
            session = update(session, "pick-up", "0")
        if reader.problems:
            raise ParseError(*reader.problems)
        return cls(session, who, attempt)


class _Reader:
    """Reads attributes and collects their problems."""

    def __init__(self, attributes: Mapping[str, str], games: Games) -> None:
        self.attributes = attributes
        self.games = games
        self.problems: list[Problem] = []

    def one_of(self, name: str, known: Mapping[str, T], usual: T) -> T:
        """Read an attribute with a fixed set of values."""
        text = self.attributes.get(name)
        if text is None:
            return usual
        if text.strip().lower() not in known:
            self.fault(name, text, filter(None, known))
        return known.get(text.strip().lower(), usual)

    def fault(self, name: str, text: str, known: Iterable[str] = ()) -> None:
        """Add the problem of an unknown value, with the known ones."""
        self.problems.append(Problem("attribute", "unknown-value", f"{name}={abbreviate(text)}"))
        if values := ", ".join(known):
            self.problems.append(Problem("attribute", "known-values", values))

    def coordinates(self) -> bool:
        return self.one_of("coordinates", SWITCH, True)

    def attempt(self, game: str) -> Attempt | None:
        if "lesson-text" in self.attributes:
            return self.own_lesson(self.attributes.get("lesson", ""), self.attributes["lesson-text"])
        for kind in ("lesson", "puzzle"):
            name = self.attributes.get(kind)
            if name is not None:
                found = Attempt.find(Lessons(self.games), name.strip(), kind, game)
                if found is None:
                    self.problems.append(Problem("lesson", "unknown-lesson", abbreviate(name)))
                return found
        return None

    def own_lesson(self, file: str, text: str) -> Attempt | None:
        """Read the embedding page's own lesson file; problems have line numbers."""
        if not text:
            self.problems.append(Problem("lesson", "unreachable", abbreviate(file)))
            return None
        try:
            own = parse(check_text(text, "lesson"), abbreviate(file.rpartition("/")[2]) or "lesson", self.games, ())
        except LessonError as error:
            self.problems += error.line_problems
            return None
        except ParseError as error:
            self.problems += error.problems
            return None
        if not own.words and own.kind != "puzzle":
            self.problems.append(Problem("lesson 1", "missing-language"))
            return None
        return Attempt(own)

    def go_to_turn(self, session: Session) -> Session:
        """Go to the turn of `at`, and start the replay if there is a `replay` attribute."""
        turns = len(session.match.record.turns)
        text = self.attributes.get("at", "last").strip().lower()
        numbers = {"first": 0, "last": turns, **{str(number): number for number in range(turns + 1)}}
        at = numbers.get(text, turns)
        if text not in numbers:
            self.fault("at", text, ("first", "last", f"0–{turns}"))
        runs = self.one_of("autoplay", SWITCH, False) and turns > 0
        session = go_to_turn(session, at)
        return replay(session, 0 if at == turns else at) if runs else session

    def given(self) -> str | None:
        """Return the record or the position, if given; links to maps don't count."""
        given = self.attributes.get("record", self.attributes.get("position"))
        return None if given is not None and links.is_map(given) else given

    def new_match(self, ui: AnyGameUi, seed: int) -> Match | None:
        """Start a match on a `board` or a `map`, with a seat for each entry of `players`."""
        form: Form = ui.new_form()
        board = self.attributes.get("board")
        own = self.attributes.get("map", self.attributes.get("record", self.attributes.get("position")))
        words = self.attributes.get("players", "").replace(",", " ").split()
        form = form.change("players", str(len(words))) if words else form
        try:
            wanted = {"board": board.strip().lower()} if board is not None else {}
            if own is not None:
                wanted = {"own_map": links.unwrap(check_text(own, "map")).text.replace("/", "\n")}
            for field, value in wanted.items():
                form = form.change(field, value)
                if getattr(form, field, None) != value:
                    self.fault("map" if own is not None else "board", own or board or "", form.boards)
            match: Match = ui.deal(form, seed, "")
            return match
        except ParseError as error:
            self.problems += error.problems
            return None

    def match(self, text: str) -> Match | None:
        try:
            return read_match(self.games, check_text(text, "line"))
        except ParseError as error:
            self.problems += error.problems
            return None

    def seats(self, game: Match, who: str) -> tuple[Seat, ...]:
        """Fill the seats from `players`; else the player to move plays against computers, or only people play."""
        usual = game.ui.new_form().seats[1].kind
        level = self.level("level", self.attributes.get("level", usual), game)
        kinds = [
            PERSON if who != COMPUTER or number == game.latest.player_to_move else level
            for number in game.latest.players
        ]
        if "players" in self.attributes:
            words = self.attributes["players"].replace(",", " ").split()
            kinds = [self.level("players", word, game) for word in words]
            if len(kinds) != len(game.seats):
                self.fault("players", self.attributes["players"])
                return game.seats
        return tuple(replace(seat, kind=kind) for seat, kind in zip(game.seats, kinds, strict=True))

    def level(self, name: str, text: str, game: Match) -> str:
        """Read a kind of player: a person, or a computer level by name or number."""
        word = text.strip().lower()
        if word in (PERSON, *game.ui.levels):
            return word
        numbered = {str(number): level for number, level in enumerate(game.ui.levels, start=1)}
        if word in numbered:
            return numbered[word]
        self.fault(name, text, (PERSON, *game.ui.levels))
        return PERSON


# Variations


_WRITTEN = re.compile(r"\(([^()]+)\)")


class Variation(NamedTuple):
    """A variation in a comment: the range of its text, and its match, or None if a move is illegal."""

    start: int
    end: int
    match: Match | None


def written_comment(turn: Turn[AnyMove]) -> str:
    """Return the comment of a turn, followed by the moves of its variations in parentheses."""
    lines = (f"({' '.join(str(other.move) for other in line.turns)})" for line in turn.variations)
    return " ".join(filter(None, (turn.comment, *lines)))


def variations(game: Match, turn: int) -> Iterator[Variation]:
    """List the variations of a turn; other text in parentheses is part of the comment."""
    for match in _WRITTEN.finditer(written_comment(game.record.turns[turn - 1])):
        moves = match[1].split()
        if moves and _is_move(game, moves[0]):
            yield Variation(match.start(1), match.end(1), _play(game.cut(turn - 1), moves))


def _is_move(game: Match, written: str) -> bool:
    try:
        game.parse_move(written)
    except ParseError:
        return False
    return True


def _play(game: Match, moves: Iterable[str]) -> Match | None:
    for written in moves:
        try:
            move = game.parse_move(written)
        except ParseError:
            return None
        if game.winners is not None or game.latest.why_not(move) is not None:
            return None
        game = game.play(move)
    return game
