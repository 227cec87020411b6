"""Guided games: a whole game of which every turn is commented on, on the game's own page or on an embedded board.

A game is known as guided by a header of its record; everything that is said follows from its moves.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine import rooms
from engine.game import Game
from engine.lessons import Lesson, judge, lesson, path, set_up, story_of, tell_turn, words_of
from qin_core.playing import AnyPosition

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


class _Said(NamedTuple):
    position: AnyPosition
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
    guide = rooms.room(shown.game).guide
    after = now.play(move)
    key = guide.comment(now, move, person, before.met)
    told = words.comments[key] if key else tell_turn(shown, now, move, language)
    if not key and after.mover == person:
        told = f"{told} {guide.race(after, person, story_of(shown, language))}"
    # What was said of the person's turn stays while the computer answers.
    earlier = () if now.mover == person else before.words
    done = (words.done,) if judge(shown, now, move).reached else ()
    return _Said(after, before.met | {key}, (*earlier, told, *done))
