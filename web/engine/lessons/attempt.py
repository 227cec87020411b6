"""Attempts at lessons, and guided games: whole matches with a comment on every turn.

A header of the record marks a guided game. Its comments depend only on its moves.
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
    basic_lessons,
    day_puzzle,
    describe,
    grade_attempt,
    lesson_of,
    narrator_of,
    start_match,
    texts_of,
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
    lesson = lesson_of(ui, basic_lessons(ui)[-1])
    match = start_match(lesson)
    return replace(match, record=match.record.with_headers(match.record.headers | {LESSON: lesson.name}))


def guided_lesson(match: Match) -> Lesson | None:
    """Return the lesson of a guided game; None for other matches."""
    name = match.record.headers.get(LESSON, "")
    if not name or basic_lessons(match.ui)[-1:] != (name,):
        return None
    lesson = lesson_of(match.ui, name)
    return lesson if lesson.start == match.record.start else None


def guide_comments(lesson: Lesson, moves: Sequence[str], language: str) -> tuple[str, ...]:
    """Comment on the person's latest turn and on the turns since."""
    return _commentary(lesson, language, tuple(moves)).current


def best_comment(ui: AnyGameUi, before: GamePosition, move: str, person: int, used: Collection[str]) -> str:
    """Return the key of the best unused comment on a turn; empty if there is none."""
    return next((key for key in ui.turn_comments(before, move, person) if key not in used), "")


class _Commentary(NamedTuple):
    """The comments on a guided game up to a position."""

    position: GamePosition
    used: frozenset[str]
    """The comments so far, which are not repeated."""
    current: tuple[str, ...]
    """The comments on the latest turns."""


@lru_cache(maxsize=512)
def _commentary(lesson: Lesson, language: str, moves: tuple[str, ...]) -> _Commentary:
    """Comment on the last move, after the comments on the moves before it."""
    texts = texts_of(lesson, language)
    if not moves:
        return _Commentary(lesson.start, frozenset({BEGINNING}), (texts.comments[BEGINNING],))
    previous = _commentary(lesson, language, moves[:-1])
    before, text, person = previous.position, moves[-1], lesson.start.player_to_move
    move = Preview.of(before, text)
    assert move.after is not None
    key = best_comment(lesson.ui, before, text, person, previous.used)
    comment = texts.comments[key] if key else _general_comment(lesson, move.after, previous.used, language)
    reached = grade_attempt(lesson, move).reached
    used = previous.used | {key, comment}
    if reached:
        return _Commentary(move.after, used, (comment, texts.done))
    if before.player_to_move == person:
        return _Commentary(move.after, used, (comment,))
    # The comment on the person's turn stays during the computer's turns, unless they make it false.
    outdated = _statements(lesson, before, language) - _statements(lesson, move.after, language)
    current = (*(earlier for earlier in previous.current if earlier not in outdated), comment)
    if outdated.intersection(previous.current):
        current = (*current, _general_comment(lesson, move.after, used, language))
    return _Commentary(move.after, used.union(current), current)


def _statements(lesson: Lesson, position: GamePosition, language: str) -> set[str]:
    """Return the comments that are true of a position, and may be false of the next one."""
    ui, narrator, person = lesson.ui, narrator_of(lesson, language), lesson.start.player_to_move
    return {*ui.notices(position, person, narrator), *ui.race_summary(position, person, narrator)}


def _general_comment(lesson: Lesson, position: GamePosition, used: Collection[str], language: str) -> str:
    """Return an unused comment after an uneventful turn: a hint, a tip, or who is ahead."""
    ui, narrator, person = lesson.ui, narrator_of(lesson, language), lesson.start.player_to_move
    comments = texts_of(lesson, language).comments
    tips, race = [comments[tip] for tip in ui.tips], ui.race_summary(position, person, narrator)
    candidates = chain(ui.notices(position, person, narrator), tips, race)
    return next((comment for comment in candidates if comment not in used), race[0])


# Attempts


PUZZLE = "puzzle"
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:\+([0-3]|done))?", re.ASCII)


@dataclass(frozen=True)
class Attempt:
    """A lesson in progress."""

    lesson: Lesson
    answer: tuple[str, ...] = ()
    """The answer to the last move: its events, and a comment."""
    closed: bool = False
    """Whether the attempt has ended: goal reached, goal missed, or solution shown."""
    reached: bool = False
    tries: int = 0
    """The number of wrong tries."""
    limit: int = 0
    """The number of tries that count; 0 for any number."""
    shown: bool = False
    """Whether the solution is shown."""

    @classmethod
    def find(cls, lessons: Lessons, name: str, kind: str, game: str) -> Self | None:
        """Find a lesson by name, or a puzzle by its number or day in a game; None if it doesn't exist.

        A day may be followed by the number of earlier wrong tries (`2026-11-18+2`), or by `+done` if tries no longer
        count.
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
        return self.lesson.kind == GUIDE

    @property
    def pieces(self) -> tuple[str, ...]:
        return self.lesson.ui.pieces(self.lesson.start)

    @property
    def failed(self) -> bool:
        """Whether the attempt has ended without reaching the goal."""
        return self.closed and not self.reached

    @property
    def has_tries_left(self) -> bool:
        """Whether tries are limited, and one is left."""
        return not self.reached and self.tries < self.limit

    @property
    def used_up(self) -> bool:
        """Whether tries are limited, and none is left."""
        return 0 < self.limit <= self.tries

    def restart(self) -> Self:
        return replace(self, answer=(), closed=False, reached=False, shown=False)

    def dismiss(self) -> Self:
        """Clear the answer when the next attempt begins."""
        return replace(self, answer=()) if self.answer and not self.closed else self

    def respond(self, before: Session, after: Session, move: AnyPreview) -> tuple[Self, Session]:
        """Answer a move, legal or not; also return the session to continue with."""
        if self.guided:
            return self.with_comments(before, after, move), after
        verdict = grade_attempt(self.lesson, move)
        if verdict.reply:
            return replace(self, answer=describe(self.lesson, verdict, before.language)), play(after, verdict.reply)
        closed = verdict.reached or move.refusal is None
        tries = self.tries + (closed and not verdict.reached)
        last_try = closed and not verdict.reached and tries == self.limit
        answer = describe(self.lesson, verdict, before.language, last_try=last_try)
        return replace(self, answer=answer, closed=closed, reached=verdict.reached, tries=tries), after

    def with_comments(self, before: Session, after: Session, move: AnyPreview) -> Self:
        """Comment on a turn of a guided game and on its end."""
        if after.match is before.match:
            return self
        reached = grade_attempt(self.lesson, move).reached
        return replace(self, answer=self.comments(after), closed=reached, reached=reached)

    def comments(self, session: Session) -> tuple[str, ...]:
        """Return the comments on the latest turns of a guided game."""
        return guide_comments(self.lesson, [str(turn.move) for turn in session.match.record.turns], session.language)

    def show_solution(self, start: Session) -> tuple[Self, Session]:
        """Show the solution; an illegal move is only previewed."""
        session = start
        answer: tuple[str, ...] = ()
        for text in self.lesson.solution:
            move = Preview.of(session.match.latest, text)
            answer = describe(self.lesson, grade_attempt(self.lesson, move), session.language)
            session = update(session, "try", text) if move.refusal else play(session, text)
        return replace(self, answer=answer, closed=True, reached=False, shown=True), session

    def goal_detail(self, move: str) -> dict[str, str]:
        """Return the detail of the event `qin-goal`."""
        return {"lesson": self.lesson.name, "move": move}
