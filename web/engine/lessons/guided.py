"""Guided games: a whole game of which every turn is commented on, on the game's own page or on an embedded board.

A game is known as guided by a header of its record; everything that is said follows from its moves.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from engine import games as rooms
from engine.lessons import Lesson, judge, lesson, path, set_up, story_of, words_of
from engine.session.match import Game
from qin_core.common.protocols import GamePosition

BEGINNING = "begin"
"""The comment before the first turn."""
HEADER = "Lesson"


def begin(room: str) -> Game:
    """Begin the guided game with which a room's path ends."""
    shown = lesson(path(room)[-1])
    game = set_up(shown)
    return replace(game, record=game.record.with_headers(game.record.headers | {HEADER: shown.name}))


def guide_of(game: Game) -> Lesson | None:
    """Find the lesson that a game is, if it is a guided one."""
    name = game.record.headers.get(HEADER, "")
    last = path(game.room)[-1]
    return lesson(name) if name == last and lesson(name).start == game.record.start else None


def remarks(shown: Lesson, moves: Sequence[str], language: str) -> tuple[str, ...]:
    """Say what there is to say after some moves: of the person's latest turn and the others' since."""
    return _said(shown, language, tuple(moves)).words


def comment(game: str, before: GamePosition, move: str, person: int, said: Collection[str]) -> str:
    """Give the most telling comment on a turn that hasn't been made yet, nothing if there is none."""
    return next((key for key in rooms.room(game).guide.worth_saying(before, move, person) if key not in said), "")


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
    after = now.play(move)
    key = comment(shown.game, now, move, person, before.met)
    told = words.comments[key] if key else _look_around(shown, after, before.met, language)
    over = judge(shown, now, move).reached
    # What was said of the person's turn stays while the computer answers; advice is for a game that goes on.
    earlier = () if over or now.mover == person else before.words
    return _Said(after, before.met | {key, told}, (*earlier, told, *((words.done,) if over else ())))


def _look_around(shown: Lesson, position: GamePosition, met: Collection[str], language: str) -> str:
    """Say something new where nothing new has happened: what to look at, what is good to know, how the race stands."""
    guide, story, person = rooms.room(shown.game).guide, story_of(shown, language), shown.start.mover
    comments = words_of(shown, language).comments
    tips, standing = [comments[tip] for tip in guide.TIPS], guide.standing(position, person, story)
    ideas = chain(guide.notices(position, person, story), tips, standing)
    return next((idea for idea in ideas if idea not in met), standing[0])
