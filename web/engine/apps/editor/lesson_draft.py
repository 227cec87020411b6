"""A lesson around a sketch: a goal, a solution, and texts in the languages that its author writes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.games.base import AnyGameUi, Games
from engine.games.editor import GameEditor
from engine.json_text import NotAnObject
from engine.lessons.conditions import Goal
from engine.lessons.lesson_file import MAX_LENGTHS, TEXTS, Lesson, parse
from engine.session.session import Preview
from engine.words import LANGUAGES, say
from qin_core.common.protocols import GamePosition

FILE = "my-lesson.lesson"
_SPACES = re.compile(r"[ \t\r\n]+")
"""What becomes one space; non-breaking spaces stay."""


@dataclass(frozen=True)
class LessonDraft:
    """The goal and the texts of a lesson."""

    goal: str = ""
    """The name of a goal of the game, or a goal as a lesson file has it; empty for the game's first."""
    texts: tuple[tuple[str, str], ...] = ()
    """By `language.key`."""
    solution: str = ""
    """The moves that a lesson file had; used as long as they reach the goal."""

    @classmethod
    def of(cls, lesson: Lesson, file: str, game: type[GameEditor]) -> "LessonDraft":
        """Take a lesson that was opened, and its file."""
        mover = str(lesson.start.mover)
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
    """Say what a goal asks for; one that only a lesson file has is said as it is there."""
    return say(language, f"goal-{goal}") if goal in sketch.goals else goal


def _is_goal(ui: AnyGameUi, text: str) -> bool:
    try:
        Goal.parse(text, ui)
    except ValueError:
        return False
    return True


def _term(sketch: GameEditor, goal: str) -> str:
    return sketch.goals.get(goal, goal).format(mover=sketch.position().mover)


@lru_cache(maxsize=16)
def solution(ui: AnyGameUi, sketch: GameEditor, lesson: LessonDraft) -> tuple[str, ...]:
    """Find moves that reach the goal: those of the lesson, or a single one; none if there is no such move."""
    wanted = Goal.parse(_term(sketch, goal_name(ui, sketch, lesson)), ui)
    position = sketch.position()
    if lesson.solution and _reaches(position, lesson.solution.split(), wanted):
        return tuple(lesson.solution.split())
    moves = sketch.attempts() if wanted.forbids else (str(move) for move in position.moves())
    found = next((move for move in moves if move != "pass" and wanted.reached(Preview.of(position, move))), "")
    return (found,) if found else ()


def _reaches(position: GamePosition, moves: list[str], goal: Goal) -> bool:
    """Tell whether the last of some moves reaches a goal."""
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
    """Tell whether a text is meant as a lesson file."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return bool(lines) and lines[0].partition(":")[0] in ("game", "kind", "position", "goal")


def open_lesson(text: str, games: Games) -> Lesson:
    """Read a lesson file, in whatever languages it is; raises `LessonError`."""
    return parse(text, FILE, games, ())
