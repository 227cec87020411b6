"""The editor's model: drafts of positions and lessons, and how they are stored."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from engine.games.base import AnyGameUi, Games
from engine.games.editor import Brush, GameEditor, LocatedProblem, Tools
from engine.html import Note
from engine.lessons.lesson_file import MAX_LENGTHS, TEXTS, Goal, Lesson, parse
from engine.protocol import DRAFT_KEY
from engine.session import Preview, Settings
from engine.session.storage import MAX_STORED, NotAnObject, read_object
from engine.words import LANGUAGES, say
from qin_core.common.errors import ParseError
from qin_core.common.protocols import GamePosition
from qin_core.common.text import check_text

# Lessons


FILE = "my-lesson.lesson"
_SPACES = re.compile(r"[ \t\r\n]+")
"""White space that becomes one space; non-breaking spaces stay."""


@dataclass(frozen=True)
class LessonDraft:
    """The goal and the texts of a lesson."""

    goal: str = ""
    """The name of a goal of the game, or a goal as a lesson file has it; empty for the game's first."""
    texts: tuple[tuple[str, str], ...] = ()
    """The texts by `language.key`."""
    solution: str = ""
    """The moves that a lesson file had; used as long as they reach the goal."""

    @classmethod
    def of(cls, lesson: Lesson, file: str, game: type[GameEditor]) -> "LessonDraft":
        """Edit a lesson that was opened, with its file."""
        mover = str(lesson.start.player_to_move)
        names = {term.format(mover=mover): name for name, term in game.goals.items()}
        texts = {
            f"{language}.{key}": text
            for language, words in lesson.words.items()
            for key, text in (
                *((key, getattr(words, key)) for key in TEXTS),
                *((f"answer {name}", text) for name, text in words.answers.items()),
            )
            if text
        }
        term = next(line.partition(":")[2].strip() for line in file.split("\n") if line.startswith("goal:"))
        goal = names.get(term, term)
        if goal in game.goals:  # a task that only repeats the goal was not written by the author
            repeated = {f"{language}.task": say(language, f"goal-{goal}") for language in LANGUAGES}
            if all(texts.get(name, text) == text for name, text in repeated.items()):
                texts = {name: text for name, text in texts.items() if name not in repeated}
        return cls(goal, tuple(sorted(texts.items())), " ".join(lesson.solution))

    def with_text(self, language: str, key: str, text: str) -> "LessonDraft":
        """Write one text."""
        if language not in LANGUAGES or key not in TEXTS:
            return self
        texts = dict(self.texts) | {f"{language}.{key}": text[: MAX_LENGTHS[key]]}
        return replace(self, texts=tuple(sorted((name, text) for name, text in texts.items() if text)))

    def text(self, language: str, key: str) -> str:
        """Return a text, empty if it isn't written."""
        return dict(self.texts).get(f"{language}.{key}", "")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which something is written."""
        return tuple(
            language for language in LANGUAGES if any(name.startswith(f"{language}.") for name, _ in self.texts)
        )

    def stored(self) -> dict[str, object]:
        """Return the values to store."""
        return {"goal": self.goal, "words": dict(self.texts), "solution": self.solution}

    @classmethod
    def restore(cls, stored: Mapping[str, object]) -> "LessonDraft":
        """Read stored values; raises `NotAnObject`."""
        goal, words, solution = stored.get("goal", ""), stored.get("words", {}), stored.get("solution", "")
        if not isinstance(goal, str) or not isinstance(solution, str) or not isinstance(words, dict):
            raise NotAnObject("no lesson")
        if not all(isinstance(text, str) for text in words.values()):
            raise NotAnObject("no texts")
        return cls(goal, tuple(sorted(words.items())), solution)


def goal_name(ui: AnyGameUi, sketch: GameEditor, lesson: LessonDraft) -> str:
    """Name the goal: the chosen one, or the game's first."""
    return lesson.goal if lesson.goal in sketch.goals or _is_goal(ui, lesson.goal) else next(iter(sketch.goals))


def goal_words(sketch: GameEditor, language: str, goal: str) -> str:
    """Describe a goal; one that isn't in the list stays as the lesson file has it."""
    return say(language, f"goal-{goal}") if goal in sketch.goals else goal


def _is_goal(ui: AnyGameUi, text: str) -> bool:
    try:
        Goal.parse(text, ui)
    except ValueError:
        return False
    return True


def _term(sketch: GameEditor, goal: str) -> str:
    return sketch.goals.get(goal, goal).format(mover=sketch.position().player_to_move)


@lru_cache(maxsize=16)
def solution(ui: AnyGameUi, sketch: GameEditor, lesson: LessonDraft) -> tuple[str, ...]:
    """Find moves that reach the goal: the lesson's, else a single move, else none."""
    wanted = Goal.parse(_term(sketch, goal_name(ui, sketch, lesson)), ui)
    position = sketch.position()
    if lesson.solution and _reaches(position, lesson.solution.split(), wanted):
        return tuple(lesson.solution.split())
    moves = sketch.attempts() if wanted.wants_illegal_move else (str(move) for move in position.moves())
    found = next((move for move in moves if move != "pass" and wanted.reached(Preview.of(position, move))), "")
    return (found,) if found else ()


def _reaches(position: GamePosition, moves: list[str], goal: Goal) -> bool:
    """Return whether the last of some moves reaches a goal."""
    for number, move in enumerate(moves):
        try:
            tried = Preview.of(position, move)
        except ValueError:
            return False
        if number == len(moves) - 1:
            return goal.reached(tried)
        if tried.after is None:
            return False
        position = tried.after
    return False


def default_task(ui: AnyGameUi, sketch: GameEditor, lesson: LessonDraft, language: str) -> str:
    """Return the task of a lesson whose author wrote none: its goal."""
    return goal_words(sketch, language, goal_name(ui, sketch, lesson))


def write_lesson(ui: AnyGameUi, sketch: GameEditor, lesson: LessonDraft) -> str:
    """Write the lesson file: a section for each language in which something is written.

    Without a written task the goal is the task; without any text, in all languages.
    """
    term = _term(sketch, goal_name(ui, sketch, lesson))
    lines = [
        f"game: {sketch.name}",
        f"position: {sketch.line}",
        f"goal: {term}",
        f"solution: {' '.join(solution(ui, sketch, lesson))}",
    ]
    has_task = any(name.endswith(".task") for name, _ in lesson.texts)
    for language in lesson.languages or LANGUAGES:
        texts = {} if has_task else {"task": default_task(ui, sketch, lesson, language)}
        for name, text in lesson.texts:
            own, _, key = name.partition(".")
            if own == language:
                texts[key] = _SPACES.sub(" ", text).strip()
        order = [*TEXTS, *(key for key in texts if key not in TEXTS)]
        lines += ["", f"[{language}]", *(f"{key}: {texts[key]}" for key in order if texts.get(key))]
    return "\n".join(lines) + "\n"


def is_lesson(text: str) -> bool:
    """Return whether a text looks like a lesson file."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return bool(lines) and lines[0].partition(":")[0] in ("game", "kind", "position", "goal")


def open_lesson(text: str, games: Games) -> Lesson:
    """Read a lesson file in any languages; raise `LessonError`."""
    return parse(text, FILE, games, ())


# The editor


MAX_STEPS = 200
"""Edits that can be undone."""


class Stroke(NamedTuple):
    """A brush stroke in progress."""

    brush: str
    square: str
    """The last square."""
    before: GameEditor
    """The sketch before the stroke, which is one edit however long it is."""


@dataclass(frozen=True)
class Draft:
    """A sketch of one game, its history, the tools, and a lesson around it."""

    ui: AnyGameUi
    sketch: GameEditor
    tools: Tools
    past: tuple[GameEditor, ...] = ()
    future: tuple[GameEditor, ...] = ()
    lesson: LessonDraft = field(default_factory=LessonDraft)

    @classmethod
    def of(cls, ui: AnyGameUi, sketch: GameEditor) -> "Draft":
        """Start with a sketch."""
        mode = sketch.opening_mode
        return cls(ui, sketch, Tools(mode, sketch.modes[mode][0].name, piece=next(iter(sketch.pieces), "")))

    def edited(self, sketch: GameEditor) -> "Draft":
        """Make an edit that can be undone."""
        if sketch == self.sketch:
            return self
        past = (*self.past, self.sketch)[-MAX_STEPS:]
        return replace(self, past=past, future=()).showing(sketch)

    def showing(self, sketch: GameEditor) -> "Draft":
        """Show another sketch of the same game."""
        return replace(self, sketch=sketch, tools=self.tools._replace(player=min(self.tools.player, sketch.players)))

    def in_mode(self, mode: str) -> "Draft":
        """Change the mode, and take its first brush."""
        if mode == self.tools.mode or mode not in self.sketch.modes:
            return self
        return replace(self, tools=self.tools._replace(mode=mode, brush=self.sketch.modes[mode][0].name))

    @property
    def brush(self) -> Brush:
        """The brush in use."""
        return next(brush for brush in self.sketch.modes[self.tools.mode] if brush.name == self.tools.brush)


@dataclass(frozen=True)
class Editor:
    """One draft for each game, and the page around them."""

    games: Games
    drafts: tuple[Draft, ...]
    number: int = 0
    """The number of the draft that is shown."""
    language: str = "en"
    settings: Settings = field(default_factory=Settings)
    writing: str = ""
    """The language in which the lesson is written; empty for that of the page."""
    stroke: Stroke | None = None
    hover: str | None = None
    touched: str = ""
    """The square that a key has just painted, which is read out."""
    dialog: str = ""
    note: Note | None = None
    inert: bool = False
    """Whether nothing can be pressed: the page is drawn before its Python runs."""
    root: str = ""
    """The address of the site, for links."""

    @classmethod
    def new(cls, games: Games, language: str = "en", root: str = "", *, inert: bool = False) -> "Editor":
        """Start with an empty draft for every game that can be edited."""
        drafts = tuple(Draft.of(ui, editor.new()) for ui in games if (editor := ui.editor()))
        return cls(games, drafts, language=language, root=root, inert=inert)

    @property
    def draft(self) -> Draft:
        """The draft that is shown."""
        return self.drafts[self.number]

    @property
    def sketch(self) -> GameEditor:
        return self.draft.sketch

    @property
    def tools(self) -> Tools:
        return self.draft.tools

    @property
    def lesson(self) -> LessonDraft:
        """The lesson around the sketch."""
        return self.draft.lesson

    @property
    def problems(self) -> tuple[LocatedProblem, ...]:
        return self.sketch.problems()

    @property
    def lesson_language(self) -> str:
        """The language in which the lesson is written."""
        return self.writing or self.language

    def with_draft(self, draft: Draft) -> "Editor":
        return replace(self, drafts=(*self.drafts[: self.number], draft, *self.drafts[self.number + 1 :]))

    def with_tools(self, tools: Tools) -> "Editor":
        return self.with_draft(replace(self.draft, tools=tools))

    def edited(self, sketch: GameEditor) -> "Editor":
        """Make an edit that can be undone."""
        return self if sketch == self.sketch else replace(self.with_draft(self.draft.edited(sketch)), note=None)

    def showing(self, game: str) -> "Editor":
        """Show the draft of a game."""
        number = next((number for number, draft in enumerate(self.drafts) if draft.sketch.name == game), self.number)
        return self if number == self.number else replace(self, number=number, stroke=None, hover=None, touched="")


# Storing

KEY = DRAFT_KEY


def write(editor: Editor) -> str:
    """Write all drafts, with their problems."""
    drafts = {draft.sketch.name: {"line": draft.sketch.line, **draft.lesson.stored()} for draft in editor.drafts}
    return json.dumps({"game": editor.sketch.name, "drafts": drafts})


def restore(text: str, editor: Editor) -> Editor | None:
    """Restore stored drafts; None if they are unreadable."""
    if not text:
        return editor
    try:
        kept = read_object(text, MAX_STORED)
        stored = kept["drafts"] if "drafts" in kept else _first_version(kept, editor)
        if not isinstance(stored, dict):
            return None
        drafts = tuple(_restore_draft(stored.get(draft.sketch.name), draft) for draft in editor.drafts)
    except (NotAnObject, ParseError):
        return None
    game = kept.get("game", "")
    return replace(editor, drafts=drafts).showing(game) if isinstance(game, str) else None


def _restore_draft(stored: object, draft: Draft) -> Draft:
    if stored is None:
        return draft
    if not isinstance(stored, dict):
        raise NotAnObject("no draft")
    sketch = draft.sketch.parse(check_text(stored.get("line"), "line"))
    lesson = LessonDraft.restore(stored)
    return replace(draft.showing(sketch).in_mode(sketch.opening_mode), lesson=lesson)


def _first_version(kept: Mapping[str, object], editor: Editor) -> dict[str, object]:
    """Read a draft of the first version: the sketch of one game, and the text of another, unchecked."""
    first, other, *_ = (draft.sketch for draft in editor.drafts)
    stored: dict[str, object] = {first.name: {name: value for name, value in kept.items() if name != "dragon"}}
    line = check_text(kept.get("dragon", ""), "line")
    try:
        other.parse(line)
    except ParseError:
        return stored
    return stored | {other.name: {"line": line}}
