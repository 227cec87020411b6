"""Guided games: a whole game of which every turn is commented on, on the game's own page or on an embedded board.

A game is known as guided by a header of its record; everything that is said follows from its moves.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from engine.games.base import AnyGameUi
from engine.lessons import grade_attempt, lesson_of, narrator_of, path, set_up, words_of
from engine.lessons.lesson_file import Lesson
from engine.session.match import LESSON, Match
from engine.session.session import Preview
from qin_core.common.protocols import GamePosition

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
    """Say what there is to say after some moves: of the person's latest turn and the others' since."""
    return _said(shown, language, tuple(moves)).words


def comment(ui: AnyGameUi, before: GamePosition, move: str, person: int, said: Collection[str]) -> str:
    """Give the most telling comment on a turn that hasn't been made yet, nothing if there is none."""
    return next((key for key in ui.turn_comments(before, move, person) if key not in said), "")


class _Said(NamedTuple):
    position: GamePosition
    met: frozenset[str]
    """What has been commented on: nothing is twice."""
    words: tuple[str, ...]


@lru_cache(maxsize=512)
def _said(shown: Lesson, language: str, moves: tuple[str, ...]) -> _Said:
    words = words_of(shown, language)
    if not moves:
        return _Said(shown.start, frozenset({BEGINNING}), (words.comments[BEGINNING],))
    before = _said(shown, language, moves[:-1])
    now, move, person = before.position, moves[-1], shown.start.mover
    tried = Preview.of(now, move)
    after = tried.after
    assert after is not None
    key = comment(shown.ui, now, move, person, before.met)
    told = words.comments[key] if key else _look_around(shown, after, before.met, language)
    over = grade_attempt(shown, tried).reached
    # What was said of the person's turn stays while the computer answers; advice is for a game that goes on.
    earlier = () if over or now.mover == person else before.words
    return _Said(after, before.met | {key, told}, (*earlier, told, *((words.done,) if over else ())))


def _look_around(shown: Lesson, position: GamePosition, met: Collection[str], language: str) -> str:
    """Say something new where nothing new has happened: what to look at, what is good to know, how the race stands."""
    ui, narrator, person = shown.ui, narrator_of(shown, language), shown.start.mover
    comments = words_of(shown, language).comments
    tips, race = [comments[tip] for tip in ui.tips], ui.race_summary(position, person, narrator)
    ideas = chain(ui.notices(position, person, narrator), tips, race)
    return next((idea for idea in ideas if idea not in met), race[0])
