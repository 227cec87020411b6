"""Lesson files: a text format that is parsed strictly, with the line of every problem.

`web/lessons/README.md` describes the format.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.games.base import AnyGameUi, Games, GoalTerm, GoalTerms
from engine.session import AnyPreview, Preview
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError, Problem
from qin_core.common.protocols import GamePosition
from qin_core.common.text import abbreviate

# Goals


class Condition(NamedTuple):
    """A term of a goal: its first word, its arguments, and the check of a move."""

    kind: str
    arguments: tuple[str, ...]
    check: Callable[..., bool]


def _event(move: AnyPreview, kind: str, player: str, times: str) -> bool:
    events = [event for event in move.events if event.kind == kind and player in ("", str(event.player))]
    return len(events) >= int(times or 1)


def _refused(move: AnyPreview, code: str, place: str) -> bool:
    refusal = move.refusal
    return refusal is not None and str(refusal) == code and place in ("", *refusal.places)


def _over(move: AnyPreview) -> bool:
    return move.after is not None and move.after.winners() is not None


def _winners(move: AnyPreview, players: str) -> bool:
    return move.after is not None and move.after.winners() == tuple(map(int, players.split(",")))


_TERMS: GoalTerms = {
    "placed": GoalTerm("", lambda move: move.after is not None and str(move.move) != "pass"),
    "nothing": GoalTerm("", lambda move: move.after is not None and not move.events),
    "pass": GoalTerm("", lambda move: move.after is not None and str(move.move) == "pass"),
    "event": GoalTerm(r" ([a-z]+)(?: by ([1-4]))?(?: x([1-9]))?", _event),
    "refused": GoalTerm(r" ([a-z-]+)(?: at ([a-z]?[0-9]*))?", _refused),
    "over": GoalTerm("", _over),
    "winners": GoalTerm(r" ([1-4](?:,[1-4])*)", _winners),
    "move": GoalTerm(r" (\S+(?: \S+)*)", lambda move, moves: str(move.move) in moves.split(" ")),
}


class Goal(NamedTuple):
    """The goal of a lesson: terms joined by `and`, which check a move.

    Games add terms with `GameUi.goal_terms`.

    | term | reached when |
    |---|---|
    | `placed` | the move is legal and not a pass |
    | `nothing` | it is legal and has no events |
    | `pass` | it is a forced pass |
    | `event KIND`, `event KIND by PLAYER`, `event KIND x2` | it has such an event (of that player; so many times) |
    | `refused REASON`, `refused REASON at SQUARE` | it is illegal for that reason (at that square) |
    | `over` | the match ends |
    | `winners 1`, `winners 1,2` | the match ends, and these players have won |
    | `move re5bf5 re6bf6` | it is one of these moves |
    """

    text: str
    """The goal as written in a lesson file."""
    conditions: tuple[Condition, ...]

    @classmethod
    def parse(cls, text: str, ui: AnyGameUi) -> "Goal":
        """Parse a goal of a game; raise `ValueError` with an unknown term."""
        terms, conditions = {**_TERMS, **ui.goal_terms}, []
        for term in text.split(" and "):
            kind = term.partition(" ")[0]
            match = re.fullmatch(terms[kind].pattern, term.removeprefix(kind)) if kind in terms else None
            if match is None:
                raise ValueError(term)
            conditions.append(Condition(kind, tuple(part or "" for part in match.groups()), terms[kind].check))
        return cls(text, tuple(conditions))

    def reached(self, move: AnyPreview) -> bool:
        """Return whether a move meets all conditions."""
        return all(check(move, *arguments) for _, arguments, check in self.conditions)

    @property
    def wants_illegal_move(self) -> bool:
        """Whether the goal is an illegal move."""
        return any(condition.kind == "refused" for condition in self.conditions)


# Files


KINDS = ("lesson", "puzzle", "guide")
FIELDS = ("game", "kind", "position", "goal", "solution", "grade", "found", "tempting", "opponent")
MAX_LENGTHS = {"title": 44, "text": 460, "task": 170, "done": 240, "answer": 240, "comment": 300}
"""The maximal lengths of the texts."""
TEXTS = ("title", "text", "task", "done")
LONG_TEXTS = ("text", "done")
"""The texts that can have several paragraphs."""
PARAGRAPH = "\n\n"
"""What separates the paragraphs of a text."""
GRADES = (1, 2, 3)
"""The difficulties of puzzles, the easiest first."""
_KEY = re.compile(r"([a-z]+)(?: ([\w~>-]+))?:(?: +(.*))?")
_SECTION = re.compile(r"\[(\w+)\]")


class LessonError(ParseError):
    """A lesson file has problems; the `field` of each `Problem` is `FILE:LINE`."""

    @property
    def line_problems(self) -> tuple[Problem, ...]:
        """The problems with `lesson LINE` as their `field`, for messages about a single file."""
        return tuple(
            Problem(f"lesson {problem.field.rpartition(':')[2]}", problem.code, problem.detail)
            for problem in self.problems
        )


@dataclass(frozen=True)
class LessonTexts:
    """The texts of a lesson in one language.

    `done` is shown when the goal is reached, `answers` after other moves, `comments` after the turns of a guided game.
    """

    title: str
    text: str
    task: str
    done: str
    answers: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)


class Lure(NamedTuple):
    """The `tempting` move of a puzzle, which looks good, and the reply that refutes it."""

    move: str
    reply: str


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson, a puzzle or a guided game."""

    name: str
    """See `name_of`."""
    ui: AnyGameUi
    kind: str
    """One of `KINDS`."""
    start: GamePosition
    goal: Goal
    solution: tuple[str, ...]
    """The moves of both sides, starting with the player's; empty for a guided game."""
    texts: Mapping[str, LessonTexts]
    """The texts by language; those of a puzzle can be generated."""
    grade: int = 0
    """The difficulty of a puzzle, from 1 to 3; 0 for other lessons."""
    found: tuple[int, ...] = ()
    """How often each computer level finds the solution, in percent, the weakest level first."""
    lure: Lure | None = None
    opponent: str = ""
    """The computer level of the opponent in a guided game."""

    @property
    def difficulty(self) -> tuple[int, int]:
        """A sort key: the grade, then how rarely the levels find the solution."""
        return self.grade, -sum(self.found)


class _Entry(NamedTuple):
    """`key: value` or `key detail: value`, and the number of its line."""

    line: int
    key: str
    detail: str
    value: str


def parse(text: str, file: str, games: Games, languages: Sequence[str] = LANGUAGES) -> Lesson:
    """Parse a lesson; raise `LessonError` with all problems.

    All texts in all `languages` are required; if it is empty, no language and no text is.
    """
    return _Reader(file, text, games).read(languages)


def name_of(file: str) -> str:
    """Return the name of a lesson: the name of its file without the number at the start.

    >>> name_of("07-two-at-once.lesson")
    'two-at-once'
    """
    return re.sub(r"^\d+-", "", file.rpartition("/")[2].removesuffix(".lesson"))


class _Reader:
    """Parses the lines, then their values; collects the problems."""

    def __init__(self, file: str, text: str, games: Games) -> None:
        self.file = file
        self.games = games
        self.problems: list[Problem] = []
        self.sections: dict[str, list[_Entry]] = {"": []}
        self.first_lines = {"": 1}
        self.split(text)

    def problem(self, line: int, code: str, detail: str = "") -> None:
        self.problems.append(Problem(f"{self.file}:{line}", code, abbreviate(detail, 80)))

    def split(self, text: str) -> None:
        """Split the text into sections of `key: value`; indented lines continue a value.

        After an empty line, an indented line starts a new paragraph of a long text.
        """
        section, after_empty_line = "", False
        for number, line in enumerate(text.split("\n"), start=1):
            entries = self.sections[section]
            if not line.strip() or line.startswith("#"):
                after_empty_line |= not line.strip()
                continue
            if line[0].isspace() and entries:
                gap = PARAGRAPH if after_empty_line and entries[-1].key in LONG_TEXTS else " "
                entries[-1] = entries[-1]._replace(value=f"{entries[-1].value}{gap}{line.strip()}".strip())
            elif match := _SECTION.fullmatch(line.rstrip()):
                section = match[1]
                if section not in LANGUAGES:
                    self.problem(number, "unknown-language", section)
                if section in self.sections:
                    self.problem(number, "language-twice", section)
                self.sections[section], self.first_lines[section] = [], number
            elif match := _KEY.fullmatch(line.rstrip()):
                entries.append(_Entry(number, match[1], match[2] or "", match[3] or ""))
            else:
                self.problem(number, "malformed", line)
            after_empty_line = False

    def read(self, languages: Sequence[str]) -> Lesson:
        fields = self.fields()
        kind = fields["kind"].value if "kind" in fields else "lesson"
        ui = self.games.by_name(fields["game"].value) if "game" in fields else self.games.default
        self.one_of(fields, "kind", KINDS)
        self.one_of(fields, "game", [game.name for game in self.games])
        self.one_of(fields, "grade", list(map(str, GRADES)))
        self.one_of(fields, "opponent", ui.levels if ui else ())
        needed = {"guide": ("position", "goal", "opponent"), "puzzle": ("position", "goal", "solution", "grade")}
        for key in needed.get(kind, ("position", "goal", "solution")):
            if key not in fields:
                self.problem(1, "missing", key)
        start = self.position(fields.get("position"), ui)
        goal = self.goal(fields.get("goal"), ui)
        solution = self.solution(fields.get("solution"), start, goal)
        lure = self.lure(fields.get("tempting"), start)
        # Lessons of the site need all texts in all languages; for those of other authors, `languages` is empty.
        needed_texts = TEXTS if languages and kind != "puzzle" else ()
        texts = {language: self.section(language, start, needed_texts) for language in self.sections if language}
        for language in languages if kind != "puzzle" else ():
            if language not in texts:
                self.problem(1, "missing-language", language)
        if self.problems or ui is None or start is None or goal is None:
            raise LessonError(*self.problems)
        return Lesson(
            name_of(self.file),
            ui,
            kind,
            start,
            goal,
            solution,
            texts,
            int(fields["grade"].value) if "grade" in fields else 0,
            self.percentages(fields.get("found")),
            lure,
            fields["opponent"].value if "opponent" in fields else "",
        )

    def fields(self) -> dict[str, _Entry]:
        """Read the fields before the first language."""
        fields: dict[str, _Entry] = {}
        for entry in self.sections[""]:
            if entry.key not in FIELDS or entry.detail:
                self.problem(entry.line, "unknown-key", f"{entry.key} {entry.detail}".strip())
            elif entry.key in fields:
                self.problem(entry.line, "key-twice", entry.key)
            else:
                fields[entry.key] = entry
        return fields

    def one_of(self, fields: Mapping[str, _Entry], key: str, known: Sequence[str]) -> None:
        if key in fields and fields[key].value not in known:
            self.problem(fields[key].line, f"unknown-{key}", fields[key].value)

    def position(self, entry: _Entry | None, ui: AnyGameUi | None) -> GamePosition | None:
        if entry is None or ui is None:
            return None
        try:
            start: GamePosition = ui.record_type.position_type.parse(entry.value)
            return start
        except ParseError as error:
            for problem in error.problems:
                self.problem(entry.line, "bad-position", str(problem))
            return None

    def goal(self, entry: _Entry | None, ui: AnyGameUi | None) -> Goal | None:
        try:
            return Goal.parse(entry.value, ui) if entry and ui else None
        except ValueError as error:
            self.problem(entry.line if entry else 1, "unknown-goal", str(error))
            return None

    def solution(self, entry: _Entry | None, start: GamePosition | None, goal: Goal | None) -> tuple[str, ...]:
        """Read the moves and check that only the last one reaches the goal."""
        moves = tuple(entry.value.split()) if entry else ()
        if entry is None or start is None or goal is None:
            return moves
        before = start
        for number, move in enumerate(moves):
            preview = self.preview(entry.line, before, move)
            if preview is None:
                return moves
            last = number == len(moves) - 1
            # Even numbers are the player's moves.
            reached = number % 2 == 0 and goal.reached(preview)
            if last != reached:
                self.problem(entry.line, "misses-goal" if last else "too-long", move)
            if preview.after is None:
                if not goal.wants_illegal_move:
                    self.problem(entry.line, "illegal", f"{move}: {preview.refusal}")
                return moves
            before = preview.after
        return moves

    def lure(self, entry: _Entry | None, start: GamePosition | None) -> Lure | None:
        """Read a lure: a tempting move and the reply that refutes it; both must be legal."""
        if entry is None or start is None:
            return None
        moves = entry.value.split()
        if len(moves) != 2:
            self.problem(entry.line, "malformed", entry.value)
            return None
        before = start
        for move in moves:
            preview = self.preview(entry.line, before, move)
            if preview is None or preview.after is None:
                if preview:
                    self.problem(entry.line, "illegal", f"{move}: {preview.refusal}")
                return None
            before = preview.after
        return Lure(*moves)

    def preview(self, line: int, before: GamePosition, move: str) -> AnyPreview | None:
        try:
            return Preview.of(before, move)
        except ParseError as error:
            self.problem(line, "bad-move", str(error))
            return None

    def percentages(self, entry: _Entry | None) -> tuple[int, ...]:
        """Read how often each level finds the solution, in percent."""
        if entry is None:
            return ()
        if not re.fullmatch(r"(100|[1-9]?[0-9])( (100|[1-9]?[0-9]))*", entry.value):
            self.problem(entry.line, "malformed", entry.value)
            return ()
        return tuple(map(int, entry.value.split()))

    def section(self, language: str, start: GamePosition | None, needed: Sequence[str]) -> LessonTexts:
        """Read the texts of one language."""
        texts: dict[str, str] = {}
        named: dict[str, dict[str, str]] = {"answer": {}, "comment": {}}
        for line, key, detail, value in self.sections[language]:
            if key not in MAX_LENGTHS or bool(detail) != (key in named):
                self.problem(line, "unknown-key", f"{key} {detail}".strip())
                continue
            if not value:
                self.problem(line, "empty", key)
            if len(value) > MAX_LENGTHS[key]:
                self.problem(line, "overlong", f"{key}: {len(value)} > {MAX_LENGTHS[key]}")
            target, name = (named[key], detail) if detail else (texts, key)
            if name in target:
                self.problem(line, "key-twice", f"{key} {detail}".strip())
            if key == "answer" and start is not None and re.search(r"\d", detail):
                self.preview(line, start, detail)
            target[name] = value
        for key in needed:
            if key not in texts:
                self.problem(self.first_lines[language], "missing", key)
        title, text, task, done = (texts.get(key, "") for key in TEXTS)
        return LessonTexts(title, text, task, done, named["answer"], named["comment"])
