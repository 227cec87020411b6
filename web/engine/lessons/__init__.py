"""The lessons and puzzles of the site, and the answers to moves in them.

`grade_attempt` grades a move, made or refused, because a lesson may ask to find an illegal one; `tell` puts the answer
into words. If the verdict has a `reply`, the move was the right start, the opponent answers, and the lesson continues.
Otherwise a move that misses the goal is taken back.
"""

import re
from dataclasses import dataclass
from datetime import date as Date
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.games.base import AnyGameUi, Games
from engine.games.form import Seat
from engine.lessons.lesson_file import TEXTS, Goal, Lesson, Words, name_of, parse
from engine.session import AnyPreview, player_names
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from engine.words import say
from qin_core.common.protocols import GamePosition
from qin_core.common.puzzles import FIRST_DAY

GUIDE = "guide"
"""The kind of lesson that is a whole game."""
PASS = "pass"
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
OTHERWISE = "otherwise"
"""The key of the answer to any other attempt."""


def _folder() -> Traversable:
    """Find the folder of lessons: in the package if installed, else beside it."""
    packed = resources.files("engine") / "lesson_files"
    return packed if packed.is_dir() else Path(__file__).parents[2] / "lessons"


@cache
def _files_in(folder: str) -> dict[str, Traversable]:
    """List a folder's files by the lessons' names, in order."""
    place = _folder() / folder
    files = [file for file in place.iterdir() if file.name.endswith(".lesson")] if place.is_dir() else []
    return {name_of(file.name): file for file in sorted(files, key=lambda file: file.name)}


def _files(ui: AnyGameUi) -> dict[str, Traversable]:
    """List the files of a game by name, in order: the path for beginners, rarer rules, puzzles."""
    folders = (ui.name, f"{ui.name}-more", f"{ui.name}-puzzles")
    return {name: file for folder in folders for name, file in _files_in(folder).items()}


def close_files() -> None:
    """Forget the files that haven't been read, because an open archive can't go into a snapshot."""
    _files_in.cache_clear()


def path(ui: AnyGameUi) -> tuple[str, ...]:
    """Name the lessons for beginners in order; the last one is the guided game."""
    return _path(ui.name)


@cache
def _path(folder: str) -> tuple[str, ...]:
    return tuple(_files_in(folder))


@cache
def lesson_of(ui: AnyGameUi, name: str) -> Lesson:
    """Read a lesson of a game; raise `KeyError`."""
    file = _files(ui)[name]
    return parse(file.read_text(encoding="utf-8"), file.name, Games((ui,)))


@lru_cache(maxsize=16)
def day_puzzle(ui: AnyGameUi, date: str) -> Lesson | None:
    """Return the puzzle of a day of a game; None if there is none."""
    try:
        day = Date.fromisoformat(date)
    except ValueError:
        return None
    found = ui.puzzle_of_the_day(day) if day >= FIRST_DAY else None
    if found is None:
        return None
    goal = Goal.parse(found.goal, ui)
    return Lesson(date, ui, "puzzle", found.start, goal, found.solution, {})


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
        """Name the lessons in order, all or those of a game or a kind; puzzles come last, the easiest first."""
        found = []
        for ui in self.games:
            lessons = [lesson_of(ui, name) for name in _files(ui)] if game in ("", ui.name) else []
            found += sorted((each for each in lessons if kind in ("", each.kind)), key=lambda each: each.difficulty)
        return tuple(lesson.name for lesson in found)


@dataclass(frozen=True)
class Verdict:
    """The grade of an attempt: whether the goal is reached, the opponent's reply if the lesson continues, and the key
    of the answer."""

    tried: AnyPreview
    reached: bool
    reply: str = ""
    answer: str = ""
    """The key of the lesson's own answer, or empty."""


def grade_attempt(lesson: Lesson, tried: AnyPreview) -> Verdict:
    """Grade a move, legal or not."""
    if lesson.goal.reached(tried):
        return Verdict(tried, True)
    reply = _reply(lesson, tried)
    return Verdict(tried, False, reply, "" if reply else _answer(lesson, tried))


def _reply(lesson: Lesson, tried: AnyPreview) -> str:
    """Return the opponent's reply in the solution, if the attempt follows the solution."""
    before = lesson.start
    for number in range(0, len(lesson.solution) - 1, 2):
        mine, reply = lesson.solution[number : number + 2]
        after = before.play(mine)
        if before == tried.before and after == tried.after:
            return reply
        before = after.play(reply)
    return ""


def _answer(lesson: Lesson, tried: AnyPreview) -> str:
    """Find the most specific answer: to the move, to the refusal, to an event, to anything else."""
    known = {key for words in lesson.words.values() for key in words.answers}
    happened = [str(tried.refusal)] if tried.refusal else [event.kind for event in tried.events] or ["nothing"]
    return next((key for key in (str(tried.move), *happened, OTHERWISE) if key in known), "")


def words_of(lesson: Lesson, language: str) -> Words:
    """Return a lesson's texts in a language; a puzzle's missing ones are generated from its position."""
    return _puzzle_words(lesson, language) if lesson.kind == "puzzle" else _own_words(lesson, language)


def _own_words(lesson: Lesson, language: str) -> Words:
    """Return a lesson's texts; a missing translation falls back to another language."""
    others = (words for other, words in lesson.words.items() if other != language)
    written = [*(lesson.words[language] for _ in range(language in lesson.words)), *others]
    title, text, task, done = (next(filter(None, (getattr(words, key) for words in written)), "") for key in TEXTS)
    answers = {key: answer for words in reversed(written) for key, answer in words.answers.items()}
    comments = {key: comment for words in reversed(written) for key, comment in words.comments.items()}
    return Words(title, text, task, done, answers, comments)


@lru_cache(maxsize=512)
def _puzzle_words(lesson: Lesson, language: str) -> Words:
    """Generate a puzzle's texts, except those that it has."""
    number = "" if _DATE.fullmatch(lesson.name) else lesson.name.rpartition("-")[2].lstrip("0")
    narrator, start, solution = narrator_of(lesson, language), lesson.start, lesson.solution
    game = lesson.ui
    given = _own_words(lesson, language)
    seat = player_names(set_up(lesson), language)[start.player_to_move - 1]
    # A day's puzzle needs no introduction; on a phone the board needs the room.
    intro = given.text or (say(language, game.puzzle_text) if number else "")
    if lesson.goal.conditions[0].kind == "move":  # only the answer tells the goal
        heading = given.title or say(language, "puzzle-title-best")
        task = given.task or say(language, "puzzle-task", seat=seat)
        done = given.done or say(language, "puzzle-done")
    else:
        goal = lesson.goal.text
        heading = given.title or say(language, game.puzzle_title(start, goal, solution))
        task = given.task or game.puzzle_task(start, goal, solution, narrator, seat)
        done = given.done or game.puzzle_reason(start, goal, solution, narrator)
    titled = say(language, "puzzle-title", number=number, title=heading) if number.isdecimal() else heading
    return Words(titled, intro, task, done, given.answers)


def tell(lesson: Lesson, verdict: Verdict, language: str) -> tuple[str, str]:
    """Answer an attempt in words: what happened or why it is illegal, then the comment."""
    words, tried = words_of(lesson, language), verdict.tried
    facts = _facts(lesson, tried, language)
    if verdict.reached:
        return facts, words.done or say(language, "lesson-done")
    if verdict.reply and tried.after is not None:
        return facts, say(language, "lesson-goes-on", reply=tell_turn(lesson, tried.after, verdict.reply, language))
    if verdict.answer:
        return facts, words.answers[verdict.answer]
    if tried.after is not None and (reply := _spoiling(lesson, tried)):
        return facts, say(language, "puzzle-tempting", reply=tell_turn(lesson, tried.after, reply, language))
    if tried.refusal:
        return facts, say(language, "lesson-refused")
    return facts, say(language, "puzzle-better" if lesson.kind == "puzzle" else "lesson-not-yet")


def _spoiling(lesson: Lesson, tried: AnyPreview) -> str:
    """Find the reply that refutes a legal attempt at a puzzle, if the goal or the file has one."""
    if lesson.lure and str(tried.move) == lesson.lure.move:
        return lesson.lure.reply
    if lesson.kind != "puzzle" or tried.before != lesson.start:
        return ""
    reply: str = lesson.ui.refutation(lesson.start, lesson.goal.text, tried.after)
    return reply


def _facts(lesson: Lesson, tried: AnyPreview, language: str) -> str:
    """Say what an attempt does, or why it is illegal."""
    narrator = narrator_of(lesson, language)
    if tried.refusal:
        return narrator.refusal(tried.before, _parse(lesson, str(tried.move)), tried.refusal)
    if str(tried.move) == PASS:
        return narrator.say_of("did-pass", tried.before.player_to_move)
    return " ".join(narrator.summary(tried.after, tried.events))


def tell_turn(lesson: Lesson, before: GamePosition, move: str, language: str) -> str:
    """Tell a whole turn: who moves, what follows, and who wins if it ends the game."""
    after, events = before.apply(move)
    narrator = narrator_of(lesson, language)
    told = narrator.turn(before, after, _parse(lesson, move), ())[:1] + (
        narrator.summary(after, events) if move != PASS else []
    )
    winners = after.winners()
    if winners is not None and not narrator.tells_result(events):
        told.append(narrator.result(winners))
    return " ".join(told)


def tell_line(lesson: Lesson, language: str) -> str:
    """Tell a lesson's solution, turn by turn."""
    told, position = [], lesson.start
    for move in lesson.solution:
        told.append(tell_turn(lesson, position, move, language))
        position = position.play(move)
    return " ".join(told)


def _parse(lesson: Lesson, move: str) -> object:
    return lesson.ui.record_type.move_type.parse(move)


def set_up(lesson: Lesson) -> Match:
    """Set a lesson's position up; in a guided game the computer sits in all other seats."""
    start = lesson.start
    seats = [
        Seat(kind=lesson.opponent) if lesson.kind == GUIDE and player != start.player_to_move else Seat()
        for player in start.players
    ]
    match: Match = lesson.ui.match_from_position(start, seats)
    return match


def narrator_of(lesson: Lesson, language: str) -> AnyNarrator:
    """Return the narrator of a lesson, who calls the player to move "you" and the others by their seats."""
    seats = player_names(set_up(lesson), language)
    called = (
        say(language, "you") if player == lesson.start.player_to_move else seat for player, seat in enumerate(seats, 1)
    )
    narrator: AnyNarrator = lesson.ui.narrator(language, tuple(called))
    return narrator
