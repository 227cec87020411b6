"""Attempts at lessons, and guided games: whole games with a comment on every turn.

A guided game is recognised by a header of its record. Its comments follow from its moves alone.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Self

from engine.games.base import AnyGameUi
from engine.lessons import (
    GUIDE,
    Lessons,
    day_puzzle,
    grade_attempt,
    lesson_of,
    narrator_of,
    path,
    set_up,
    tell,
    words_of,
)
from engine.lessons.lesson_file import Lesson
from engine.session import AnyPreview, Preview, Session
from engine.session.match import LESSON, Match
from engine.session.statistics import TRIES
from engine.session.update import play, update
from qin_core.common.protocols import GamePosition

# Guided games


BEGINNING = "begin"
"""The comment before the first turn."""


def start_guide(ui: AnyGameUi) -> Match:
    """Start the guided game at the end of a game's path."""
    lesson = lesson_of(ui, path(ui)[-1])
    match = set_up(lesson)
    return replace(match, record=match.record.with_headers(match.record.headers | {LESSON: lesson.name}))


def guide_of(match: Match) -> Lesson | None:
    """Return the lesson of a guided game."""
    name = match.record.headers.get(LESSON, "")
    if not name or path(match.ui)[-1:] != (name,):
        return None
    lesson = lesson_of(match.ui, name)
    return lesson if lesson.start == match.record.start else None


def remarks(shown: Lesson, moves: Sequence[str], language: str) -> tuple[str, ...]:
    """Comment on the person's latest turn and on the turns since."""
    return _said(shown, language, tuple(moves)).words


def comment(ui: AnyGameUi, before: GamePosition, move: str, person: int, said: Collection[str]) -> str:
    """Return the key of the best comment that wasn't made yet on a turn; empty if there is none."""
    return next((key for key in ui.turn_comments(before, move, person) if key not in said), "")


class _Said(NamedTuple):
    position: GamePosition
    met: frozenset[str]
    """The comments so far; none is repeated."""
    words: tuple[str, ...]


@lru_cache(maxsize=512)
def _said(shown: Lesson, language: str, moves: tuple[str, ...]) -> _Said:
    words = words_of(shown, language)
    if not moves:
        return _Said(shown.start, frozenset({BEGINNING}), (words.comments[BEGINNING],))
    before = _said(shown, language, moves[:-1])
    now, move, person = before.position, moves[-1], shown.start.player_to_move
    tried = Preview.of(now, move)
    after = tried.after
    assert after is not None
    key = comment(shown.ui, now, move, person, before.met)
    told = words.comments[key] if key else _look_around(shown, after, before.met, language)
    over = grade_attempt(shown, tried).reached
    # The comment on the person's turn stays during the computer's reply; advice needs a match that goes on.
    earlier = () if over or now.player_to_move == person else before.words
    return _Said(after, before.met | {key, told}, (*earlier, told, *((words.done,) if over else ())))


def _look_around(shown: Lesson, position: GamePosition, met: Collection[str], language: str) -> str:
    """Find a new remark after an uneventful turn: a hint, a tip, or the state of the race."""
    ui, narrator, person = shown.ui, narrator_of(shown, language), shown.start.player_to_move
    comments = words_of(shown, language).comments
    tips, race = [comments[tip] for tip in ui.tips], ui.race_summary(position, person, narrator)
    ideas = chain(ui.notices(position, person, narrator), tips, race)
    return next((idea for idea in ideas if idea not in met), race[0])


# Attempts


PUZZLE = "puzzle"
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:\+([0-3]|done))?", re.ASCII)


@dataclass(frozen=True)
class Attempt:
    """A lesson in progress."""

    lesson: Lesson
    said: tuple[str, ...] = ()
    """The answer to the last attempt: what happened, and a comment."""
    closed: bool = False
    """Whether the attempt has ended: wrong, right, or by showing the solution."""
    reached: bool = False
    tries: int = 0
    """How many wrong tries there were."""
    limit: int = 0
    """How many tries count; 0 for any number."""

    @classmethod
    def find(cls, lessons: Lessons, name: str, kind: str, game: str) -> Self | None:
        """Find a lesson by name, or a puzzle by its number or day in a game; None if it doesn't exist.

        A day may be followed by the number of tries that were wrong before (`2026-11-18+2`), or by `+done` if tries no
        longer count.
        """
        if kind == PUZZLE and (match := _DAY.fullmatch(name)):
            ui = lessons.games.by_name(game) or lessons.games.default
            lesson = day_puzzle(ui, match[1])
            if lesson is None:
                return None
            return cls(lesson) if match[2] == "done" else cls(lesson, tries=int(match[2] or 0), limit=TRIES)
        if kind == PUZZLE:
            numbered = {puzzle.rpartition("-")[2].lstrip("0"): puzzle for puzzle in lessons.names(game, PUZZLE)}
            name = numbered.get(name, name)
        try:
            return cls(lessons.lesson(name))
        except KeyError:
            return None

    @property
    def guided(self) -> bool:
        """Whether it is a whole game, played on after every move."""
        return self.lesson.kind == GUIDE

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces to choose from beside the board."""
        return self.lesson.ui.pieces(self.lesson.start)

    @property
    def failed(self) -> bool:
        """Whether the attempt has ended without reaching the goal."""
        return self.closed and not self.reached

    @property
    def limited(self) -> bool:
        """Whether there is a try left of those that count."""
        return not self.reached and self.tries < self.limit

    def begin(self) -> Match:
        """Set the lesson's position up."""
        return set_up(self.lesson)

    def again(self) -> Self:
        """Start again."""
        return replace(self, said=(), closed=False, reached=False)

    def dismiss(self) -> Self:
        """Clear the answer, because the next attempt has begun."""
        return replace(self, said=()) if self.said and not self.closed else self

    def answer(self, before: Session, after: Session, tried: AnyPreview) -> tuple[Self, Session]:
        """Answer a move, legal or not; return also the session to continue with."""
        if self.guided:
            return self.comment(before, after, tried), after
        verdict = grade_attempt(self.lesson, tried)
        told = tell(self.lesson, verdict, before.language)
        if verdict.reply:
            return replace(self, said=told), play(after, verdict.reply)
        closed = verdict.reached or tried.refusal is None
        tries = self.tries + (closed and not verdict.reached)
        return replace(self, said=told, closed=closed, reached=verdict.reached, tries=tries), after

    def comment(self, before: Session, after: Session, tried: AnyPreview) -> Self:
        """Comment on a turn of a guided game and on its end."""
        if after.match is before.match:
            return self
        reached = grade_attempt(self.lesson, tried).reached
        return replace(self, said=self.remarks(after), closed=reached, reached=reached)

    def remarks(self, session: Session) -> tuple[str, ...]:
        """Return the comments on the latest turns of a guided game."""
        return remarks(self.lesson, [str(turn.move) for turn in session.match.record.turns], session.language)

    def show(self, start: Session) -> tuple[Self, Session]:
        """Show the solution; an illegal move is only previewed."""
        session = start
        told: tuple[str, ...] = ()
        for move in self.lesson.solution:
            tried = Preview.of(session.match.latest, move)
            told = tell(self.lesson, grade_attempt(self.lesson, tried), session.language)
            session = update(session, "try", move) if tried.refusal else play(session, move)
        return replace(self, said=told, closed=True, reached=False), session

    def report(self, move: str) -> dict[str, str]:
        """Tell the page that the goal is reached."""
        return {"lesson": self.lesson.name, "move": move}
