"""The guided game: what is said about its turns, and that everything is said once."""

import random
from collections.abc import Callable

import pytest

from engine.lessons import lesson, lesson_names, words_of
from engine.rooms.qin.guide import KEYS, comment
from engine.words import LANGUAGES
from qin_core.qin import Move, Position
from qin_core.qin.players import choose
from qin_core.qin.players.greedy import choose_greedily

Player = Callable[[Position], Move]


def test_every_comment_has_words() -> None:
    for name in lesson_names(kind="guide"):
        for language in LANGUAGES:
            assert set(words_of(lesson(name), language).comments) == set(KEYS)


def said_in(start: Position, person: Player, computer: Player) -> list[str]:
    """Play a game and collect what is said in it."""
    position, said = start, ["begin"]
    while position.winners() is None:
        move = (person if position.mover == 1 else computer)(position.view(position.mover))
        key = comment(position, str(move), 1, said)
        said += [key] if key else []
        position = position.play(move)
    return said


def test_everything_is_said_at_some_time_and_only_once() -> None:
    chance = random.Random(1)
    heard: set[str] = set()
    start = lesson("first-game").start
    assert isinstance(start, Position)
    players: list[Player] = [
        lambda view: choose_greedily(view, chance),
        lambda view: chance.choice(view.moves()),
        lambda view: choose(view, 3),
    ]
    starts = [start, *(Position.deal("bird", 2, first=1, seed=seed) for seed in range(3))]
    for begin in starts:
        for person in players:
            for computer in players[:2]:
                said = said_in(begin, person, computer)
                assert len(said) == len(set(said))
                assert said[-1] in ("won", "lost", "shared")
                heard |= set(said)
    assert set(KEYS) - heard <= {"shared"}


@pytest.mark.parametrize(
    ("line", "move", "key"),
    [
        ("map:~~~~~~~/.Y~~~~~/~~R...B/~~~~~~~ 7/yy5/2rr2b/7 c2=1,a3=2 - 1 rb|?3 -", "rf2be2", "shared"),
        ("map:......./.Y...../......./.....R./....... 7/1yyy3/5r1/5r1/7 f2=2,b4=1 - 1 ry|?3 -", "rf4yf5", "you-gave"),
        ("map:R.../..../..../.... r3/4/4/4 - - 1 yb|bb -", "ya3ba2", "you-nothing"),
    ],
)
def test_what_is_said(line: str, move: str, key: str) -> None:
    assert comment(Position.parse(line), move, 1, ()) == key
    assert comment(Position.parse(line), move, 1, (key,)) != key
