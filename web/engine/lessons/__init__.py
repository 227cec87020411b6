"""The lessons and puzzles of the site, and the answers to moves in them.

`grade_attempt` grades a move, which may be illegal, because the goal of a lesson can be an illegal move. `describe`
writes the answer. If the verdict has a `reply`, the opponent plays it and the lesson continues; any other move that
misses the goal is undone.
"""

import re
from dataclasses import dataclass
from datetime import date as Date
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from engine.games.base import AnyGameUi, Games
from engine.games.form import Seat
from engine.lessons.lesson_file import TEXTS, Goal, Lesson, LessonTexts, name_of, parse
from engine.session import AnyPreview, player_names
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from engine.words import say
from qin_core.common.protocols import GamePosition
from qin_core.common.puzzles import FIRST_DAY

GUIDE = "guide"
"""The kind of lesson that is a whole match."""
PASS = "pass"
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
OTHERWISE = "otherwise"
"""The key of the answer to all other attempts."""


def _folder() -> Traversable:
    """Find the folder of lessons: in the package if installed, else beside it."""
    packed = resources.files("engine") / "lesson_files"
    return packed if packed.is_dir() else Path(__file__).parents[2] / "lessons"


@cache
def _files_in(folder: str) -> dict[str, Traversable]:
    """List the files of a folder by the names of the lessons, in order."""
    path = _folder() / folder
    files = [file for file in path.iterdir() if file.name.endswith(".lesson")] if path.is_dir() else []
    return {name_of(file.name): file for file in sorted(files, key=lambda file: file.name)}


def _files(ui: AnyGameUi) -> dict[str, Traversable]:
    """List the files of a game by the names of the lessons, in order: basics, rarer rules, puzzles."""
    folders = (ui.name, f"{ui.name}-more", f"{ui.name}-puzzles")
    return {name: file for folder in folders for name, file in _files_in(folder).items()}


def close_files() -> None:
    """Drop the references to files, because an open archive can't go into a snapshot."""
    _files_in.cache_clear()


def basic_lessons(ui: AnyGameUi) -> tuple[str, ...]:
    """List the basic lessons in order; the last one is the guided game."""
    return _names_in(ui.name)


@cache
def _names_in(folder: str) -> tuple[str, ...]:
    """List the lessons of a folder; unlike `_files_in`, the cache can go into a snapshot."""
    return tuple(_files_in(folder))


@cache
def lesson_of(ui: AnyGameUi, name: str) -> Lesson:
    """Read a lesson of a game; raise `KeyError`."""
    file = _files(ui)[name]
    return parse(file.read_text(encoding="utf-8"), file.name, Games((ui,)))


@lru_cache(maxsize=16)
def day_puzzle(ui: AnyGameUi, date: str) -> Lesson | None:
    """Return the puzzle of a day in a game; None if there is none."""
    try:
        day = Date.fromisoformat(date)
    except ValueError:
        return None
    puzzle = ui.puzzle_of_the_day(day) if day >= FIRST_DAY else None
    if puzzle is None:
        return None
    return Lesson(date, ui, "puzzle", puzzle.start, Goal.parse(puzzle.goal, ui), puzzle.solution, {})


class Lessons:
    """The lessons and puzzles of several games."""

    def __init__(self, games: Games) -> None:
        self.games = games

    def lesson(self, name: str) -> Lesson:
        """Read a lesson; raise `KeyError`."""
        ui = next((ui for ui in self.games if name in _files(ui)), None)
        if ui is None:
            raise KeyError(name)
        return lesson_of(ui, name)

    def names(self, game: str = "", kind: str = "") -> tuple[str, ...]:
        """List the lessons in order, all or those of a game or a kind; puzzles come last, the easiest first."""
        selected = []
        for ui in self.games:
            lessons = [lesson_of(ui, name) for name in _files(ui)] if game in ("", ui.name) else []
            lessons = [lesson for lesson in lessons if kind in ("", lesson.kind)]
            selected += sorted(lessons, key=lambda lesson: lesson.difficulty)
        return tuple(lesson.name for lesson in selected)


@dataclass(frozen=True)
class Verdict:
    """The grade of an attempted move."""

    move: AnyPreview
    reached: bool
    """Whether it reaches the goal."""
    reply: str = ""
    """The opponent's reply, with which the lesson continues; empty if the attempt ends."""
    answer: str = ""
    """The key of the lesson's own answer; empty if there is none."""


def grade_attempt(lesson: Lesson, move: AnyPreview) -> Verdict:
    if lesson.goal.reached(move):
        return Verdict(move, True)
    reply = _reply(lesson, move)
    return Verdict(move, False, reply, "" if reply else _answer_key(lesson, move))


def _reply(lesson: Lesson, move: AnyPreview) -> str:
    """Return the opponent's reply in the solution if the move follows the solution."""
    before = lesson.start
    for number in range(0, len(lesson.solution) - 1, 2):
        own, reply = lesson.solution[number : number + 2]
        after = before.play(own)
        if before == move.before and after == move.after:
            return reply
        before = after.play(reply)
    return ""


def _answer_key(lesson: Lesson, move: AnyPreview) -> str:
    """Return the key of the most specific answer: to the move, the refusal, an event, or anything else."""
    known = {key for texts in lesson.texts.values() for key in texts.answers}
    results = [str(move.refusal)] if move.refusal else [event.kind for event in move.events] or ["nothing"]
    return next((key for key in (str(move.move), *results, OTHERWISE) if key in known), "")


def texts_of(lesson: Lesson, language: str) -> LessonTexts:
    """Return a lesson's texts in a language; the missing texts of a puzzle are generated."""
    return _puzzle_texts(lesson, language) if lesson.kind == "puzzle" else _written_texts(lesson, language)


def _written_texts(lesson: Lesson, language: str) -> LessonTexts:
    """Return the texts of a lesson's file; a missing translation falls back to another language."""
    versions = [lesson.texts[other] for other in sorted(lesson.texts, key=lambda other: other != language)]

    def first(key: str) -> str:
        """Return the text in the first language that has it."""
        return next(filter(None, (getattr(texts, key) for texts in versions)), "")

    title, text, task, done = map(first, TEXTS)
    answers = {key: answer for texts in reversed(versions) for key, answer in texts.answers.items()}
    comments = {key: comment for texts in reversed(versions) for key, comment in texts.comments.items()}
    return LessonTexts(title, text, task, done, answers, comments)


@lru_cache(maxsize=512)
def _puzzle_texts(lesson: Lesson, language: str) -> LessonTexts:
    """Return the texts of a puzzle's file and generate the missing ones."""
    narrator, start, solution = narrator_of(lesson, language), lesson.start, lesson.solution
    ui, written = lesson.ui, _written_texts(lesson, language)
    seat = player_names(start_match(lesson), language)[start.player_to_move - 1]
    # A day's puzzle has no introduction: on a phone, the board needs the space.
    intro = written.text or ("" if _DATE.fullmatch(lesson.name) else say(language, ui.puzzle_text))
    if lesson.goal.conditions[0].kind == "move":  # the goal would give the solution away
        heading = written.title or say(language, "puzzle-title-best")
        task = written.task or say(language, "puzzle-task", seat=seat)
        done = written.done or say(language, "puzzle-done")
    else:
        goal = lesson.goal.text
        heading = written.title or say(language, ui.puzzle_title(start, goal, solution))
        task = written.task or ui.puzzle_task(start, goal, solution, narrator, seat)
        done = written.done or ui.puzzle_reason(start, goal, solution, narrator)
    return LessonTexts(heading, intro, task, done, written.answers)


class Answer(NamedTuple):
    """The answer to an attempt: the move's events or why it is illegal, and a comment."""

    facts: str
    comment: str


def describe(lesson: Lesson, verdict: Verdict, language: str, *, last_try: bool = False) -> Answer:
    """Write the answer to an attempt; `last_try` tells that it is the last wrong one that counts."""
    texts, move = texts_of(lesson, language), verdict.move
    facts = _facts(lesson, move, language)
    if verdict.reached:
        return Answer(facts, texts.done or say(language, "lesson-done"))
    if verdict.reply and move.after is not None:
        return Answer(
            facts, say(language, "lesson-goes-on", reply=describe_turn(lesson, move.after, verdict.reply, language))
        )
    if verdict.answer:
        return Answer(facts, texts.answers[verdict.answer])
    if last_try:
        return Answer(facts, say(language, "puzzle-last-try"))
    if move.after is not None and (reply := _refutation(lesson, move)):
        return Answer(facts, say(language, "puzzle-tempting", reply=describe_turn(lesson, move.after, reply, language)))
    if move.refusal:
        return Answer(facts, say(language, "lesson-refused"))
    return Answer(facts, say(language, "puzzle-better" if lesson.kind == "puzzle" else "lesson-not-yet"))


def _refutation(lesson: Lesson, move: AnyPreview) -> str:
    """Return the reply that refutes a legal move in a puzzle; empty if none is known."""
    if lesson.lure and str(move.move) == lesson.lure.move:
        return lesson.lure.reply
    if lesson.kind != "puzzle" or move.before != lesson.start:
        return ""
    reply: str = lesson.ui.refutation(lesson.start, lesson.goal.text, move.after)
    return reply


def _facts(lesson: Lesson, move: AnyPreview, language: str) -> str:
    """Describe the events of a move, or say why it is illegal."""
    narrator = narrator_of(lesson, language)
    if move.refusal:
        return narrator.refusal(move.before, _parse(lesson, str(move.move)), move.refusal)
    if str(move.move) == PASS:
        return narrator.say_of("did-pass", move.before.player_to_move)
    return " ".join(narrator.summary(move.after, move.events))


def describe_turn(lesson: Lesson, before: GamePosition, move: str, language: str) -> str:
    """Describe a turn: the move, its events, and the winners if it ends the match."""
    after, events = before.apply(move)
    narrator = narrator_of(lesson, language)
    sentences = narrator.turn(before, after, _parse(lesson, move), ())[:1] + (
        narrator.summary(after, events) if move != PASS else []
    )
    winners = after.winners()
    if winners is not None and not narrator.tells_result(events):
        sentences.append(narrator.result(winners))
    return " ".join(sentences)


def describe_solution(lesson: Lesson, language: str) -> str:
    sentences, position = [], lesson.start
    for move in lesson.solution:
        sentences.append(describe_turn(lesson, position, move, language))
        position = position.play(move)
    return " ".join(sentences)


def _parse(lesson: Lesson, move: str) -> object:
    return lesson.ui.record_type.move_type.parse(move)


def start_match(lesson: Lesson) -> Match:
    """Start a match at a lesson's position; in a guided game, computers take all other seats."""
    start = lesson.start
    seats = [
        Seat(kind=lesson.opponent) if lesson.kind == GUIDE and player != start.player_to_move else Seat()
        for player in start.players
    ]
    match: Match = lesson.ui.match_type.start(lesson.ui, start, seats)
    return match


def narrator_of(lesson: Lesson, language: str) -> AnyNarrator:
    """Return the narrator of a lesson, which calls the player to move "you"."""
    seats = player_names(start_match(lesson), language)
    names = (
        say(language, "you") if player == lesson.start.player_to_move else seat for player, seat in enumerate(seats, 1)
    )
    narrator: AnyNarrator = lesson.ui.narrator(language, tuple(names))
    return narrator
