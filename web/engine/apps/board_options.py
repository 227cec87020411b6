"""The attributes of an embedded board: strict parsing that reports all problems."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from engine.games.base import AnyGameUi, AnyMove, Games
from engine.games.form import PERSON, Form, Seat
from engine.lessons import Lessons, start_match
from engine.lessons.attempt import Attempt
from engine.lessons.lesson_file import LessonError, parse
from engine.session import Session, Settings, links
from engine.session.match import Match
from engine.session.update import go_to_turn, read_match, replay, update
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError, Problem
from qin_core.common.record import Turn
from qin_core.common.text import abbreviate, check_text

T = TypeVar("T")
NOBODY, ANYBODY, COMPUTER = "nobody", "anybody", "computer"
"""The values of the attribute `move`: who may move."""
SWITCH = {"": True, "on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
"""The values of attributes that are on or off."""


def language_of(attributes: Mapping[str, str]) -> str:
    """Read the language; English if it is missing or unknown."""
    language = attributes.get("language", "")
    return language if language in LANGUAGES else LANGUAGES[0]


class DisplayOptions(NamedTuple):
    """The attributes that can change without a new match."""

    language: str
    coordinates: bool


def display_options(attributes: Mapping[str, str]) -> DisplayOptions:
    """Read the language and whether to draw coordinates; raise `ParseError`."""
    reader = _Reader(attributes, Games())
    coordinates = reader.coordinates()
    if reader.problems:
        raise ParseError(*reader.problems)
    return DisplayOptions(language_of(attributes), coordinates)


class Options(NamedTuple):
    """The parsed attributes: the first session, who may move, and the lesson if there is one."""

    session: Session
    who_moves: str
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
        attempt, start_text = reader.attempt(ui.name), reader.start_text()
        default = ANYBODY if attempt else COMPUTER if start_text is None else NOBODY
        who_moves = reader.one_of("move", {value: value for value in (NOBODY, ANYBODY, COMPUTER)}, default)
        match: Match | None
        if attempt:
            match, who_moves = start_match(attempt.lesson), ANYBODY
        else:
            match = reader.match(start_text) if start_text is not None else reader.new_match(ui, seed)
            match = match and replace(match, seats=reader.seats(match, who_moves))
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
        return cls(session, who_moves, attempt)


class _Reader:
    """Reads attributes and collects their problems."""

    def __init__(self, attributes: Mapping[str, str], games: Games) -> None:
        self.attributes = attributes
        self.games = games
        self.problems: list[Problem] = []

    def one_of(self, name: str, known: Mapping[str, T], default: T) -> T:
        """Read an attribute with a fixed set of values; return the default if it is missing or unknown."""
        text = self.attributes.get(name)
        if text is None:
            return default
        if text.strip().lower() not in known:
            self.unknown_value(name, text, filter(None, known))
        return known.get(text.strip().lower(), default)

    def unknown_value(self, name: str, text: str, known: Iterable[str] = ()) -> None:
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
        """Read a lesson file of the embedding page; problems have line numbers."""
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
        if not own.texts and own.kind != "puzzle":
            self.problems.append(Problem("lesson 1", "missing-language"))
            return None
        return Attempt(own)

    def go_to_turn(self, session: Session) -> Session:
        """Go to the turn of the attribute `at`, and start a replay if `autoplay` is on."""
        turns = len(session.match.record.turns)
        text = self.attributes.get("at", "last").strip().lower()
        numbers = {"first": 0, "last": turns, **{str(number): number for number in range(turns + 1)}}
        at = numbers.get(text, turns)
        if text not in numbers:
            self.unknown_value("at", text, ("first", "last", f"0–{turns}"))
        autoplay = self.one_of("autoplay", SWITCH, False) and turns > 0
        session = go_to_turn(session, at)
        return replay(session, 0 if at == turns else at) if autoplay else session

    def start_text(self) -> str | None:
        """Return the attribute `record` or `position`; None if neither is set, or for a link to a map."""
        text = self.attributes.get("record", self.attributes.get("position"))
        return None if text is not None and links.is_map_link(text) else text

    def new_match(self, ui: AnyGameUi, seed: int) -> Match | None:
        """Start a match on a `board` or a `map`, with a seat for each entry of `players`."""
        form: Form = ui.new_form()
        board = self.attributes.get("board")
        own_map = self.attributes.get("map", self.attributes.get("record", self.attributes.get("position")))
        players = self.player_words()
        form = form.change("players", str(len(players))) if players else form
        try:
            changes = {"board": board.strip().lower()} if board is not None else {}
            if own_map is not None:
                changes = {"own_map": links.unwrap(check_text(own_map, "map")).text.replace("/", "\n")}
            for field, value in changes.items():
                form = form.change(field, value)
                if getattr(form, field, None) != value:
                    self.unknown_value("map" if own_map is not None else "board", own_map or board or "", form.boards)
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

    def seats(self, match: Match, who_moves: str) -> tuple[Seat, ...]:
        """Fill the seats from `players`; else the player to move plays against computers, or only people play."""
        level = self.level("level", self.attributes.get("level", match.ui.new_form().seats[1].kind), match)
        kinds = [
            PERSON if who_moves != COMPUTER or player == match.latest.player_to_move else level
            for player in match.latest.players
        ]
        if "players" in self.attributes:
            kinds = [self.level("players", word, match) for word in self.player_words()]
            if len(kinds) != len(match.seats):
                self.unknown_value("players", self.attributes["players"])
                return match.seats
        return tuple(replace(seat, kind=kind) for seat, kind in zip(match.seats, kinds, strict=True))

    def player_words(self) -> list[str]:
        """Return the entries of the attribute `players`."""
        return self.attributes.get("players", "").replace(",", " ").split()

    def level(self, attribute: str, text: str, match: Match) -> str:
        """Read a kind of player: a person, or a computer level by name or number."""
        levels, word = match.ui.levels, text.strip().lower()
        by_number = {str(number): level for number, level in enumerate(levels, start=1)}
        kind = by_number.get(word, word)
        if kind in (PERSON, *levels):
            return kind
        self.unknown_value(attribute, text, (PERSON, *levels))
        return PERSON


# Variations


_IN_PARENTHESES = re.compile(r"\(([^()]+)\)")


class Variation(NamedTuple):
    """A variation in a comment: the range of its text, and its match, or None if a move is illegal."""

    start: int
    end: int
    match: Match | None


def written_comment(turn: Turn[AnyMove]) -> str:
    """Return the comment of a turn, followed by the moves of its variations in parentheses."""
    lines = (f"({' '.join(str(other.move) for other in line.turns)})" for line in turn.variations)
    return " ".join(filter(None, (turn.comment, *lines)))


def variations(match: Match, turn: int) -> Iterator[Variation]:
    """Yield the variations of a turn; other text in parentheses is part of the comment."""
    for found in _IN_PARENTHESES.finditer(written_comment(match.record.turns[turn - 1])):
        moves = found[1].split()
        if moves and _is_move(match, moves[0]):
            yield Variation(found.start(1), found.end(1), _play(match.cut(turn - 1), moves))


def _is_move(match: Match, text: str) -> bool:
    try:
        match.parse_move(text)
    except ParseError:
        return False
    return True


def _play(match: Match, moves: Iterable[str]) -> Match | None:
    """Play moves; None if one of them is illegal."""
    for text in moves:
        try:
            move = match.parse_move(text)
        except ParseError:
            return None
        if match.winners is not None or match.latest.why_not(move) is not None:
            return None
        match = match.play(move)
    return match
