"""The state of the editor: drafts of positions and lessons, and their storage format."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from engine.games.base import AnyGameUi, Games
from engine.games.editor import Brush, GameEditor, LocatedProblem, Tools
from engine.html import Note
from engine.lessons.lesson_file import LONG_TEXTS, MAX_LENGTHS, PARAGRAPH, TEXTS, Goal, Lesson, parse
from engine.protocol import MAX_STORED
from engine.session import Preview, Settings
from engine.session.storage import NotAnObject, read_object
from engine.words import LANGUAGES, say
from qin_core.common.errors import ParseError
from qin_core.common.protocols import GamePosition
from qin_core.common.text import check_text

# Lessons


FILE = "my-lesson.lesson"
_SPACES = re.compile(r"[ \t\r\n]+")
"""White space that becomes a single space; non-breaking spaces stay."""
_EMPTY_LINES = re.compile(r"\n[ \t\r]*\n")
"""What separates the paragraphs of a written text."""


@dataclass(frozen=True)
class LessonDraft:
    """The goal and the texts of a lesson."""

    goal: str = ""
    """The name of one of the game's goals, or a goal as in lesson files; empty for the first of the game's goals."""
    texts: tuple[tuple[str, str], ...] = ()
    """The names of the texts, such as `en.title`, and the texts."""
    solution: str = ""
    """The moves of an opened lesson file; used as long as they reach the goal."""

    @classmethod
    def of(cls, lesson: Lesson, game: type[GameEditor]) -> "LessonDraft":
        """Edit an opened lesson."""
        player = str(lesson.start.player_to_move)
        names = {term.format(mover=player): name for name, term in game.goals.items()}
        goal = names.get(lesson.goal.text, lesson.goal.text)
        texts: dict[str, str] = {}
        for language, words in lesson.texts.items():
            texts |= {f"{language}.{key}": getattr(words, key) for key in TEXTS if getattr(words, key)}
            texts |= {f"{language}.answer {name}": answer for name, answer in words.answers.items()}
        if goal in game.goals:
            # Drop tasks that only repeat the goal: `write_lesson` added them.
            repeated = {f"{language}.task": say(language, f"goal-{goal}") for language in LANGUAGES}
            if all(texts.get(name, text) == text for name, text in repeated.items()):
                texts = {name: text for name, text in texts.items() if name not in repeated}
        return cls(goal, tuple(sorted(texts.items())), " ".join(lesson.solution))

    def with_text(self, language: str, key: str, text: str) -> "LessonDraft":
        """Change a text; an empty one deletes it."""
        if language not in LANGUAGES or key not in TEXTS:
            return self
        texts = dict(self.texts) | {f"{language}.{key}": text[: MAX_LENGTHS[key]]}
        return replace(self, texts=tuple(sorted((name, text) for name, text in texts.items() if text)))

    def text(self, language: str, key: str) -> str:
        """Return a text; empty if there is none."""
        return dict(self.texts).get(f"{language}.{key}", "")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that have texts."""
        return tuple(
            language for language in LANGUAGES if any(name.startswith(f"{language}.") for name, _ in self.texts)
        )

    def stored(self) -> dict[str, object]:
        return {"goal": self.goal, "words": dict(self.texts), "solution": self.solution}

    @classmethod
    def restore(cls, stored: Mapping[str, object]) -> "LessonDraft":
        """Read stored values; raise `NotAnObject`."""
        goal, words, solution = stored.get("goal", ""), stored.get("words", {}), stored.get("solution", "")
        if not isinstance(goal, str) or not isinstance(solution, str) or not isinstance(words, dict):
            raise NotAnObject("no lesson")
        if not all(isinstance(text, str) for text in words.values()):
            raise NotAnObject("no texts")
        return cls(goal, tuple(sorted(words.items())), solution)


def goal_name(ui: AnyGameUi, sketch: GameEditor, lesson: LessonDraft) -> str:
    """Return the chosen goal, or the first of the game's goals."""
    return lesson.goal if lesson.goal in sketch.goals or _is_goal(ui, lesson.goal) else next(iter(sketch.goals))


def goal_label(sketch: GameEditor, language: str, goal: str) -> str:
    """Describe one of the game's goals; any other goal stays as in the lesson file."""
    return say(language, f"goal-{goal}") if goal in sketch.goals else goal


def _is_goal(ui: AnyGameUi, text: str) -> bool:
    try:
        Goal.parse(text, ui)
    except ValueError:
        return False
    return True


def _goal_text(sketch: GameEditor, goal: str) -> str:
    """Return a goal as in lesson files."""
    return sketch.goals.get(goal, goal).format(mover=sketch.position().player_to_move)


@lru_cache(maxsize=16)
def solution(ui: AnyGameUi, sketch: GameEditor, lesson: LessonDraft) -> tuple[str, ...]:
    """Return the moves of the opened lesson if they reach the goal, else a single move that does, else no moves."""
    goal = Goal.parse(_goal_text(sketch, goal_name(ui, sketch, lesson)), ui)
    position = sketch.position()
    if lesson.solution and _reaches(position, lesson.solution.split(), goal):
        return tuple(lesson.solution.split())
    moves = sketch.attempts() if goal.wants_illegal_move else (str(move) for move in position.moves())
    found = next((move for move in moves if move != "pass" and goal.reached(Preview.of(position, move))), "")
    return (found,) if found else ()


def _reaches(position: GamePosition, moves: list[str], goal: Goal) -> bool:
    """Return whether the moves are legal up to the last one, and that one reaches the goal."""
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
    """Return the task of a lesson without a written task: its goal."""
    return goal_label(sketch, language, goal_name(ui, sketch, lesson))


def write_lesson(ui: AnyGameUi, sketch: GameEditor, lesson: LessonDraft) -> str:
    """Write the lesson file, with a section for each language that has texts.

    Without a written task, the goal is the task, in all languages.
    """
    goal = _goal_text(sketch, goal_name(ui, sketch, lesson))
    lines = [
        f"game: {sketch.name}",
        f"position: {sketch.line}",
        f"goal: {goal}",
        f"solution: {' '.join(solution(ui, sketch, lesson))}",
    ]
    has_task = any(name.endswith(".task") for name, _ in lesson.texts)
    for language in lesson.languages if has_task else LANGUAGES:
        texts = {} if has_task else {"task": default_task(ui, sketch, lesson, language)}
        for name, text in lesson.texts:
            own, _, key = name.partition(".")
            if own == language:
                texts[key] = _tidy(text, several=key in LONG_TEXTS)
        order = [*TEXTS, *(key for key in texts if key not in TEXTS)]
        lines += ["", f"[{language}]", *(f"{key}: {texts[key]}" for key in order if texts.get(key))]
    return "\n".join(lines) + "\n"


def _tidy(text: str, *, several: bool) -> str:
    """Tidy the white space of a text; only texts with `several` paragraphs keep them, indented as in lesson files."""
    paragraphs = [_SPACES.sub(" ", part).strip() for part in _EMPTY_LINES.split(text)]
    return f"{PARAGRAPH}  ".join(filter(None, paragraphs)) if several else " ".join(filter(None, paragraphs))


def is_lesson(text: str) -> bool:
    """Return whether a text looks like a lesson file."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return bool(lines) and lines[0].partition(":")[0] in ("game", "kind", "position", "goal")


def open_lesson(text: str, games: Games) -> Lesson:
    """Parse a lesson file with texts in any languages; raise `LessonError`."""
    return parse(text, FILE, games, ())


# The editor


MAX_STEPS = 200
"""How many edits can be undone."""


class Stroke(NamedTuple):
    """A brush stroke in progress."""

    brush: str
    square: str
    """The last square."""
    before: GameEditor
    """The sketch before the stroke, which is undone as a whole."""


@dataclass(frozen=True)
class Draft:
    """A sketch of one game with its history, its tools, and its lesson."""

    ui: AnyGameUi
    sketch: GameEditor
    tools: Tools
    past: tuple[GameEditor, ...] = ()
    future: tuple[GameEditor, ...] = ()
    """The sketches to which undo and redo lead, in the order in which they were drawn."""
    lesson: LessonDraft = field(default_factory=LessonDraft)

    @classmethod
    def of(cls, ui: AnyGameUi, sketch: GameEditor) -> "Draft":
        """Start a draft with a sketch, in the mode that fits it."""
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
        """Switch to a mode and its first brush."""
        if mode == self.tools.mode or mode not in self.sketch.modes:
            return self
        return replace(self, tools=self.tools._replace(mode=mode, brush=self.sketch.modes[mode][0].name))

    @property
    def brush(self) -> Brush:
        """The selected brush."""
        return next(brush for brush in self.sketch.modes[self.tools.mode] if brush.name == self.tools.brush)


@dataclass(frozen=True)
class Editor:
    """The drafts, one for each game, and the state of the page."""

    games: Games
    drafts: tuple[Draft, ...]
    shown: int = 0
    """The index of the shown draft."""
    language: str = "en"
    settings: Settings = field(default_factory=Settings)
    chosen_lesson_language: str = ""
    """The language of the lesson's texts in the form; empty for that of the page."""
    stroke: Stroke | None = None
    hover: str | None = None
    touched: str = ""
    """The square that a key has just painted, which screen readers announce."""
    dialog: str = ""
    note: Note | None = None
    inert: bool = False
    """Whether controls are disabled, because the page is drawn before Python runs."""
    site: str = ""
    """The address of the site's folder."""

    @classmethod
    def new(cls, games: Games, language: str = "en", site: str = "", *, inert: bool = False) -> "Editor":
        """Start with an empty draft for every game that can be edited."""
        drafts = tuple(Draft.of(ui, editor.new()) for ui in games if (editor := ui.editor()))
        return cls(games, drafts, language=language, site=site, inert=inert)

    @property
    def draft(self) -> Draft:
        return self.drafts[self.shown]

    @property
    def sketch(self) -> GameEditor:
        return self.draft.sketch

    @property
    def tools(self) -> Tools:
        return self.draft.tools

    @property
    def lesson(self) -> LessonDraft:
        return self.draft.lesson

    @property
    def problems(self) -> tuple[LocatedProblem, ...]:
        return self.sketch.problems()

    @property
    def lesson_language(self) -> str:
        """The language of the lesson's texts in the form."""
        return self.chosen_lesson_language or self.language

    def with_draft(self, draft: Draft) -> "Editor":
        return replace(self, drafts=(*self.drafts[: self.shown], draft, *self.drafts[self.shown + 1 :]))

    def with_tools(self, tools: Tools) -> "Editor":
        return self.with_draft(replace(self.draft, tools=tools))

    def edited(self, sketch: GameEditor) -> "Editor":
        """Make an edit that can be undone."""
        return self if sketch == self.sketch else replace(self.with_draft(self.draft.edited(sketch)), note=None)

    def showing(self, game: str) -> "Editor":
        """Show the draft of a game."""
        shown = next((index for index, draft in enumerate(self.drafts) if draft.sketch.name == game), self.shown)
        return self if shown == self.shown else replace(self, shown=shown, stroke=None, hover=None, touched="")


# Storing


def write(editor: Editor) -> str:
    """Write all drafts, valid or not."""
    drafts = {draft.sketch.name: {"line": draft.sketch.line, **draft.lesson.stored()} for draft in editor.drafts}
    return json.dumps({"game": editor.sketch.name, "drafts": drafts})


def restore(text: str, editor: Editor) -> Editor | None:
    """Restore stored drafts; None if they are unreadable."""
    if not text:
        return editor
    try:
        stored = read_object(text, MAX_STORED)
        stored_drafts = stored["drafts"] if "drafts" in stored else _first_version(stored, editor)
        if not isinstance(stored_drafts, dict):
            return None
        drafts = tuple(_restore_draft(stored_drafts.get(draft.sketch.name), draft) for draft in editor.drafts)
    except (NotAnObject, ParseError):
        return None
    game = stored.get("game", "")
    return replace(editor, drafts=drafts).showing(game) if isinstance(game, str) else None


def _restore_draft(stored: object, draft: Draft) -> Draft:
    if stored is None:
        return draft
    if not isinstance(stored, dict):
        raise NotAnObject("no draft")
    sketch = draft.sketch.parse(check_text(stored.get("line"), "line"))
    lesson = LessonDraft.restore(stored)
    return replace(draft.showing(sketch).in_mode(sketch.opening_mode), lesson=lesson)


def _first_version(stored: Mapping[str, object], editor: Editor) -> dict[str, object]:
    """Read the format of the first version: the draft of the first game, and in `dragon` the line of the second."""
    first, second, *_ = (draft.sketch for draft in editor.drafts)
    drafts: dict[str, object] = {first.name: {name: value for name, value in stored.items() if name != "dragon"}}
    line = check_text(stored.get("dragon", ""), "line")
    try:
        second.parse(line)
    except ParseError:
        return drafts
    return drafts | {second.name: {"line": line}}
