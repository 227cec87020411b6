"""Lesson files: a small text format, parsed strictly, with the file and line of every problem.

`web/lessons/README.md` describes the format.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.games.base import AnyGameUi, Games, GoalTerms
from engine.session import AnyPreview, Preview
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError, Problem
from qin_core.common.protocols import GamePosition
from qin_core.common.text import abbreviate

# Goals


class Condition(NamedTuple):
    """One term of a goal: its first word, the rest, and the check of a move."""

    kind: str
    details: tuple[str, ...]
    check: Callable[..., bool]


def _event(move: AnyPreview, kind: str, player: str, times: str) -> bool:
    found = [event for event in move.events if event.kind == kind and player in ("", str(event.player))]
    return len(found) >= int(times or 1)


def _refused(move: AnyPreview, code: str, place: str) -> bool:
    refusal = move.refusal
    return refusal is not None and str(refusal) == code and place in ("", *refusal.places)


def _over(move: AnyPreview) -> bool:
    return move.after is not None and move.after.winners() is not None


def _winners(move: AnyPreview, players: str) -> bool:
    return move.after is not None and move.after.winners() == tuple(map(int, players.split(",")))


_TERMS: GoalTerms = {
    "placed": ("", lambda move: move.after is not None and str(move.move) != "pass"),
    "nothing": ("", lambda move: move.after is not None and not move.events),
    "pass": ("", lambda move: move.after is not None and str(move.move) == "pass"),
    "event": (r" ([a-z]+)(?: by ([1-4]))?(?: x([1-9]))?", _event),
    "refused": (r" ([a-z-]+)(?: at ([a-z]?[0-9]*))?", _refused),
    "over": ("", _over),
    "winners": (r" ([1-4](?:,[1-4])*)", _winners),
    "move": (r" (\S+(?: \S+)*)", lambda move, moves: str(move.move) in moves.split(" ")),
}


class Goal(NamedTuple):
    """The goal of a lesson: one or more terms joined by `and`, checked against the result of a move.

    Games add terms of their own: see `goal_terms` of their `GameUi`.

    | term | reached when |
    |---|---|
    | `placed` | the move is legal |
    | `nothing` | it is legal and has no events |
    | `pass` | it is a forced pass |
    | `event KIND`, `event KIND by PLAYER`, `event KIND x2` | it has such an event (of that player; so many times) |
    | `refused REASON`, `refused REASON at SQUARE` | it is illegal for that reason (at that square) |
    | `over` | the match ends |
    | `winners 1`, `winners 1,2` | the match ends, and these players have won |
    | `move re5bf5 re6bf6` | it is one of these moves |
    """

    conditions: tuple[Condition, ...]

    @classmethod
    def parse(cls, text: str, ui: AnyGameUi) -> "Goal":
        """Parse a goal in terms of a game; raise `ValueError` with a term that has no meaning."""
        terms, conditions = {**_TERMS, **ui.goal_terms}, []
        for term in text.split(" and "):
            kind = term.partition(" ")[0]
            match = re.fullmatch(terms[kind][0], term.removeprefix(kind)) if kind in terms else None
            if match is None:
                raise ValueError(term)
            conditions.append(Condition(kind, tuple(part or "" for part in match.groups()), terms[kind][1]))
        return cls(tuple(conditions))

    def reached(self, move: AnyPreview) -> bool:
        """Tell whether a move meets all conditions."""
        return all(check(move, *details) for _, details, check in self.conditions)

    @property
    def text(self) -> str:
        """The goal as a lesson file has it."""
        return " and ".join(" ".join(filter(None, (kind, *details))) for kind, details, _ in self.conditions)

    @property
    def forbids(self) -> bool:
        """Whether the goal is to find out that a move is illegal."""
        return any(condition.kind == "refused" for condition in self.conditions)


# Files


KINDS = ("lesson", "puzzle", "guide")
FIELDS = ("game", "kind", "position", "goal", "solution", "grade", "found", "tempting", "opponent")
MAX_LENGTHS = {"title": 44, "text": 460, "task": 170, "done": 240, "answer": 240, "comment": 300}
"""The maximal length of each kind of text."""
TEXTS = ("title", "text", "task", "done")
GRADES = ("1", "2", "3")
_KEY = re.compile(r"([a-z]+)(?: ([\w~>-]+))?:(?: +(.*))?")
_SECTION = re.compile(r"\[(\w+)\]")


class LessonError(ParseError):
    """The text isn't a lesson; each fault's field is the file and the line."""


@dataclass(frozen=True)
class Words:
    """A lesson in one language; `answers` to particular tries, `comments` on what happens in a guided game."""

    title: str
    text: str
    task: str
    done: str
    answers: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)


class Lure(NamedTuple):
    """A move that looks good in a puzzle, and the reply that refutes it."""

    move: str
    reply: str


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson or a puzzle: start, goal, solution and texts."""

    name: str
    ui: AnyGameUi
    kind: str
    start: GamePosition
    goal: Goal
    solution: tuple[str, ...]
    """The moves in turn; after the first, every second one is the opponent's. A guided game has none."""
    words: Mapping[str, Words]
    """The texts by language; a puzzle needs none, because they can be generated."""
    grade: int = 0
    """How hard a puzzle is, from 1 to 3."""
    found: tuple[int, ...] = ()
    """How often each computer level finds the solution, in percent, the weakest first."""
    lure: Lure | None = None
    opponent: str = ""
    """The computer level that a guided game is played against."""

    @property
    def difficulty(self) -> tuple[int, int]:
        """A sort key: the grade, then how rarely the levels find the solution; equal for all lessons."""
        return self.grade, -sum(self.found)


class _Entry(NamedTuple):
    line: int
    key: str
    detail: str
    value: str


def parse(text: str, file: str, games: Games, languages: Sequence[str] = LANGUAGES) -> Lesson:
    """Read a lesson; raises `LessonError` with every fault. It must have words in all of the languages."""
    return _Reader(file, text, games).read(languages)


def name_of(file: str) -> str:
    """Give a lesson's name: its file's, without the number that puts it in order.

    >>> name_of("07-two-at-once.lesson")
    'two-at-once'
    """
    return re.sub(r"^\d+-", "", file.rpartition("/")[2].removesuffix(".lesson"))


class _Reader:
    """Parses the lines, then their values; collects the problems."""

    def __init__(self, file: str, text: str, games: Games) -> None:
        self.file = file
        self.games = games
        self.faults: list[Problem] = []
        self.sections: dict[str, list[_Entry]] = {"": []}
        self.begins = {"": 1}
        self.split(text)

    def fault(self, line: int, code: str, about: str = "") -> None:
        self.faults.append(Problem(f"{self.file}:{line}", code, abbreviate(about, 80)))

    def split(self, text: str) -> None:
        """Split the text into sections of `key: value`; indented lines continue a value."""
        section = ""
        for number, line in enumerate(text.split("\n"), start=1):
            entries = self.sections[section]
            if not line.strip() or line.startswith("#"):
                continue
            if line[0].isspace() and entries:
                entries[-1] = entries[-1]._replace(value=f"{entries[-1].value} {line.strip()}".strip())
            elif match := _SECTION.fullmatch(line.rstrip()):
                section = match[1]
                if section not in LANGUAGES:
                    self.fault(number, "unknown-language", section)
                if section in self.sections:
                    self.fault(number, "language-twice", section)
                self.sections[section], self.begins[section] = [], number
            elif match := _KEY.fullmatch(line.rstrip()):
                entries.append(_Entry(number, match[1], match[2] or "", match[3] or ""))
            else:
                self.fault(number, "malformed", line)

    def read(self, languages: Sequence[str]) -> Lesson:
        fields = self.fields()
        kind = fields["kind"].value if "kind" in fields else "lesson"
        ui = self.games.by_name(fields["game"].value) if "game" in fields else self.games.default
        self.one_of(fields, "kind", KINDS)
        self.one_of(fields, "game", [each.name for each in self.games])
        self.one_of(fields, "grade", GRADES)
        self.one_of(fields, "opponent", ui.levels if ui else ())
        needed = {"guide": ("position", "goal", "opponent"), "puzzle": ("position", "goal", "solution", "grade")}
        for key in needed.get(kind, ("position", "goal", "solution")):
            if key not in fields:
                self.fault(1, "missing", key)
        start = self.position(fields.get("position"), ui)
        goal = self.goal(fields.get("goal"), ui)
        solution = self.solution(fields.get("solution"), start, goal)
        lure = self.lure(fields.get("tempting"), start)
        # The lessons of the site have all texts in all languages; an author's own may lack some.
        needed_texts = TEXTS if languages and kind != "puzzle" else ()
        words = {language: self.words(language, start, needed_texts) for language in self.sections if language}
        for language in languages if kind != "puzzle" else ():
            if language not in words:
                self.fault(1, "missing-language", language)
        if self.faults or ui is None or start is None or goal is None:
            raise LessonError(*self.faults)
        return Lesson(
            name_of(self.file),
            ui,
            kind,
            start,
            goal,
            solution,
            words,
            int(fields["grade"].value) if "grade" in fields else 0,
            self.shares(fields.get("found")),
            lure,
            fields["opponent"].value if "opponent" in fields else "",
        )

    def fields(self) -> dict[str, _Entry]:
        """Read the part before the texts."""
        fields: dict[str, _Entry] = {}
        for entry in self.sections[""]:
            if entry.key not in FIELDS or entry.detail:
                self.fault(entry.line, "unknown-key", f"{entry.key} {entry.detail}".strip())
            elif entry.key in fields:
                self.fault(entry.line, "key-twice", entry.key)
            else:
                fields[entry.key] = entry
        return fields

    def one_of(self, fields: Mapping[str, _Entry], key: str, known: Sequence[str]) -> None:
        if key in fields and fields[key].value not in known:
            self.fault(fields[key].line, f"unknown-{key}", fields[key].value)

    def position(self, entry: _Entry | None, ui: AnyGameUi | None) -> GamePosition | None:
        if entry is None or ui is None:
            return None
        try:
            start: GamePosition = ui.record_type.position_type.parse(entry.value)
            return start
        except ParseError as error:
            for fault in error.problems:
                self.fault(entry.line, "bad-position", str(fault))
            return None

    def goal(self, entry: _Entry | None, ui: AnyGameUi | None) -> Goal | None:
        try:
            return Goal.parse(entry.value, ui) if entry and ui else None
        except ValueError as error:
            self.fault(entry.line if entry else 1, "unknown-goal", str(error))
            return None

    def solution(self, entry: _Entry | None, start: GamePosition | None, goal: Goal | None) -> tuple[str, ...]:
        """Read the moves and check that the last of them, and no earlier one, reaches the goal."""
        moves = tuple(entry.value.split()) if entry else ()
        if entry is None or start is None or goal is None:
            return moves
        before = start
        for number, move in enumerate(moves):
            tried = self.tried(entry.line, before, move)
            if tried is None:
                return moves
            last, reached = number == len(moves) - 1, number % 2 == 0 and goal.reached(tried)
            if last != reached:
                self.fault(entry.line, "misses-goal" if last else "too-long", move)
            if tried.after is None:
                if not goal.forbids:
                    self.fault(entry.line, "illegal", f"{move}: {tried.refusal}")
                return moves
            before = tried.after
        return moves

    def lure(self, entry: _Entry | None, start: GamePosition | None) -> Lure | None:
        """Read a tempting placement and the reply to it, which must both be legal."""
        if entry is None or start is None:
            return None
        moves = entry.value.split()
        if len(moves) != 2:
            self.fault(entry.line, "malformed", entry.value)
            return None
        before = start
        for move in moves:
            tried = self.tried(entry.line, before, move)
            if tried is None or tried.after is None:
                if tried:
                    self.fault(entry.line, "illegal", f"{move}: {tried.refusal}")
                return None
            before = tried.after
        return Lure(*moves)

    def tried(self, line: int, before: GamePosition, move: str) -> AnyPreview | None:
        try:
            return Preview.of(before, move)
        except ParseError as error:
            self.fault(line, "bad-move", str(error))
            return None

    def shares(self, entry: _Entry | None) -> tuple[int, ...]:
        """Read the percentages of the levels that find a puzzle's solution."""
        if entry is None:
            return ()
        if not re.fullmatch(r"(100|[1-9]?[0-9])( (100|[1-9]?[0-9]))*", entry.value):
            self.fault(entry.line, "malformed", entry.value)
            return ()
        return tuple(map(int, entry.value.split()))

    def words(self, language: str, start: GamePosition | None, needed: Sequence[str]) -> Words:
        """Read the words of one language."""
        texts: dict[str, str] = {}
        kept: dict[str, dict[str, str]] = {"answer": {}, "comment": {}}
        for line, key, detail, value in self.sections[language]:
            if key not in MAX_LENGTHS or bool(detail) != (key in kept):
                self.fault(line, "unknown-key", f"{key} {detail}".strip())
                continue
            if not value:
                self.fault(line, "empty", key)
            if len(value) > MAX_LENGTHS[key]:
                self.fault(line, "overlong", f"{key}: {len(value)} > {MAX_LENGTHS[key]}")
            into, name = (kept[key], detail) if detail else (texts, key)
            if name in into:
                self.fault(line, "key-twice", f"{key} {detail}".strip())
            if key == "answer" and start is not None and re.search(r"\d", detail):
                self.tried(line, start, detail)
            into[name] = value
        for key in needed:
            if key not in texts:
                self.fault(self.begins[language], "missing", key)
        title, text, task, done = (texts.get(key, "") for key in TEXTS)
        return Words(title, text, task, done, kept["answer"], kept["comment"])
