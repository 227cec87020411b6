"""The lessons and puzzles that come with the page, and what is said to somebody who tries one.

Whoever shows a lesson hands every try to `judge`: a placement that was made, and one that was refused as well, for a
lesson may ask to find out that something isn't allowed. `tell` puts the answer into words. After a try that doesn't
reach the goal the board goes back to where it was, unless the verdict has a `reply`: then the try was the right
beginning, the opponent answers with that move, and the lesson goes on from there.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from engine import games as rooms
from engine.lessons.conditions import Try
from engine.lessons.lesson_file import Lesson, LessonError, Words, name_of, parse
from engine.session.match import Game, Seat
from engine.session.narrator import AnyStory
from engine.session.session import names
from engine.words import say
from qin_core.common.protocols import GamePosition

__all__ = [
    "GUIDE",
    "Lesson",
    "LessonError",
    "Verdict",
    "Words",
    "judge",
    "lesson",
    "lesson_names",
    "let_go_of_files",
    "path",
    "set_up",
    "story_of",
    "tell",
    "tell_line",
    "tell_turn",
    "words_of",
]

GUIDE = "guide"
"""The kind of lesson that is a whole game."""
PASS = "pass"
OTHERWISE = "otherwise"
"""The answer to every try that has none of its own."""
FOLDERS = tuple(folder for game in rooms.ROOMS for folder in (game, f"{game}-more", f"{game}-puzzles"))
"""Where the lessons are, in the order in which they are listed: the path through each game, rarer rules, puzzles."""


def _folder() -> Traversable:
    """Find the lessons: inside the package in the wheel, beside it in the sources."""
    packed = resources.files("engine") / "lesson_files"
    return packed if packed.is_dir() else Path(__file__).parents[2] / "lessons"


@cache
def _files_in(folder: str) -> dict[str, Traversable]:
    """List a folder's files by the lessons' names, in order."""
    place = _folder() / folder
    files = [file for file in place.iterdir() if file.name.endswith(".lesson")] if place.is_dir() else []
    return {name_of(file.name): file for file in sorted(files, key=lambda file: file.name)}


@cache
def _files() -> dict[str, Traversable]:
    """List the files by the lessons' names, in order."""
    return {name: file for folder in FOLDERS for name, file in _files_in(folder).items()}


def let_go_of_files() -> None:
    """Forget where the lessons are that haven't been read: an archive that is open can't go into a snapshot."""
    _files_in.cache_clear()
    _files.cache_clear()


@cache
def path(game: str) -> tuple[str, ...]:
    """Name the lessons that a newcomer to a game needs, in order; the last one is the guided game."""
    return tuple(_files_in(game))


def lesson_names(game: str = "", kind: str = "") -> tuple[str, ...]:
    """Name the lessons in order, all or those of one game or kind; a game's puzzles come last, the easiest first."""
    found = (name for name in _files() if game in ("", lesson(name).game) and kind in ("", lesson(name).kind))
    games = tuple(rooms.ROOMS)
    return tuple(sorted(found, key=lambda name: (games.index(lesson(name).game), *lesson(name).difficulty)))


@cache
def lesson(name: str) -> Lesson:
    """Read a lesson by its name; raises `KeyError` if there is none."""
    file = _files()[name]
    return parse(file.read_text(encoding="utf-8"), file.name)


@dataclass(frozen=True)
class Verdict:
    """What a try is worth: whether it reaches the goal, the opponent's reply if it goes on, and which words answer."""

    tried: Try
    reached: bool
    reply: str = ""
    answer: str = ""
    """The key of an answer of the lesson's own, empty if it has none for this."""


def judge(lesson: Lesson, before: GamePosition, move: str) -> Verdict:
    """Judge a try, legal or refused, from the position in which it was made."""
    tried = Try.of(before, move)
    if lesson.goal.reached(tried):
        return Verdict(tried, True)
    reply = _reply(lesson, tried)
    return Verdict(tried, False, reply, "" if reply else _answer(lesson, tried))


def _reply(lesson: Lesson, tried: Try) -> str:
    """Find the opponent's move after a try, if it is the one that the solution has here."""
    before = lesson.start
    for number in range(0, len(lesson.solution) - 1, 2):
        mine, reply = lesson.solution[number : number + 2]
        after = before.play(mine)
        if before == tried.before and after == tried.after:
            return reply
        before = after.play(reply)
    return ""


def _answer(lesson: Lesson, tried: Try) -> str:
    """Find the answer that fits best: to the very move, to the reason, to an event, to anything else."""
    known = next(iter(lesson.words.values())).answers if lesson.words else ()
    happened = [str(tried.reason)] if tried.reason else [event.kind for event in tried.events] or ["nothing"]
    return next((key for key in (tried.move, *happened, OTHERWISE) if key in known), "")


def words_of(lesson: Lesson, language: str) -> Words:
    """Give a lesson's words in a language, or in the first that it has; what a puzzle's lack is put together here."""
    return _puzzle_words(lesson, language) if lesson.kind == "puzzle" else _own_words(lesson, language)


def _own_words(lesson: Lesson, language: str) -> Words:
    return lesson.words.get(language) or next(iter(lesson.words.values()), Words("", "", "", ""))


@lru_cache(maxsize=512)
def _puzzle_words(lesson: Lesson, language: str) -> Words:
    """Put a puzzle's words together; those that it has itself come first."""
    number = lesson.name.rpartition("-")[2].lstrip("0")
    story, start, solution = story_of(lesson, language), lesson.start, lesson.solution
    game = rooms.room(lesson.game)
    given = _own_words(lesson, language)
    seat = names(set_up(lesson), language)[start.mover - 1]
    intro = given.text or say(language, game.lessons.PUZZLE_TEXT)
    if lesson.goal.terms[0].kind == "move":  # nothing is known of the goal but the answer
        heading = given.title or say(language, "puzzle-title-best")
        task = given.task or say(language, "puzzle-task", seat=seat)
        done = given.done or say(language, "puzzle-done")
    else:
        words, goal = game.puzzle_words, lesson.goal.text
        heading = given.title or say(language, words.title(start, goal, solution))
        task = given.task or words.task(start, goal, solution, story, seat)
        done = given.done or words.why(start, goal, solution, story)
    titled = say(language, "puzzle-title", number=number, title=heading) if number.isdecimal() else heading
    return Words(titled, intro, task, done, given.answers)


def tell(lesson: Lesson, verdict: Verdict, language: str) -> tuple[str, str]:
    """Put the answer to a try into words: what happened or why it isn't allowed, and what to make of it."""
    words, tried = words_of(lesson, language), verdict.tried
    facts = _facts(lesson, tried, language)
    if verdict.reached:
        return facts, words.done
    if verdict.reply and tried.after is not None:
        return facts, say(language, "lesson-goes-on", reply=tell_turn(lesson, tried.after, verdict.reply, language))
    if verdict.answer:
        return facts, words.answers[verdict.answer]
    if tried.after is not None and (reply := _spoiling(lesson, tried)):
        return facts, say(language, "puzzle-tempting", reply=tell_turn(lesson, tried.after, reply, language))
    if tried.reason:
        return facts, say(language, "lesson-refused")
    return facts, say(language, "puzzle-better" if lesson.kind == "puzzle" else "lesson-not-yet")


def _spoiling(lesson: Lesson, tried: Try) -> str:
    """Find the reply that spoils a legal try at a puzzle, if the goal or the puzzle's file knows one."""
    if lesson.tempting and tried.move == lesson.tempting.move:
        return lesson.tempting.reply
    if lesson.kind != "puzzle" or tried.before != lesson.start:
        return ""
    reply: str = rooms.room(lesson.game).puzzle_words.refutation(lesson.start, lesson.goal.text, tried.after)
    return reply


def _facts(lesson: Lesson, tried: Try, language: str) -> str:
    """Tell what a try does, or why it isn't allowed."""
    story = story_of(lesson, language)
    if tried.reason:
        return story.refusal(tried.before, _parse(lesson, tried.move), tried.reason)
    if tried.move == PASS:
        return story.about("did-pass", tried.before.mover)
    return " ".join(story.gist(tried.after, tried.events))


def tell_turn(lesson: Lesson, before: GamePosition, move: str, language: str) -> str:
    """Tell a whole turn: who moves, what follows, and who wins if it ends the game."""
    after, events = before.apply(move)
    story = story_of(lesson, language)
    told = story.turn(before, after, _parse(lesson, move), ())[:1] + (story.gist(after, events) if move != PASS else [])
    winners = after.winners()
    if winners is not None and not any(event.kind == "emperor" for event in events):
        told.append(story.result(winners))
    return " ".join(told)


def tell_line(lesson: Lesson, language: str) -> str:
    """Tell a lesson's solution, turn by turn."""
    told, position = [], lesson.start
    for move in lesson.solution:
        told.append(tell_turn(lesson, position, move, language))
        position = position.play(move)
    return " ".join(told)


def _parse(lesson: Lesson, move: str) -> object:
    return rooms.room(lesson.game).game.records.move_type.parse(move)


def set_up(lesson: Lesson) -> Game:
    """Set a lesson's position up; in a guided game the computer sits in all other seats."""
    start = lesson.start
    seats = [
        Seat(kind=lesson.opponent) if lesson.kind == GUIDE and player != start.mover else Seat()
        for player in start.players
    ]
    game: Game = rooms.room(lesson.game).game.begin(start, seats)
    return game


def story_of(lesson: Lesson, language: str) -> AnyStory:
    """Find who tells of a lesson's game; whose turn it is at the start is spoken to, the others go by their seats."""
    seats = names(set_up(lesson), language)
    called = (say(language, "you") if player == lesson.start.mover else seat for player, seat in enumerate(seats, 1))
    story: AnyStory = rooms.room(lesson.game).story(language, tuple(called))
    return story
