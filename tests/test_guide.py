"""The guided games: what is said about their turns, that comments come once, and that no turn passes without a word."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import rooms
from engine.lessons import lesson, lesson_names, path, words_of
from engine.lessons.guided import begin, guide_of, remarks
from engine.words import LANGUAGES, say
from qin_core import khan_tsin, qin
from qin_core.khan_tsin.players import greedy as khan_greedy
from qin_core.khan_tsin.players import levels as khan_levels
from qin_core.qin import players as qin_players
from qin_core.qin.players.greedy import choose_greedily

Player = Callable[[Any], Any]
CHANCE = random.Random(1)
PLAYERS: dict[str, list[Player]] = {
    "qin": [
        lambda view: choose_greedily(view, CHANCE),
        lambda view: CHANCE.choice(view.moves()),
        lambda view: qin_players.choose(view, 3),
    ],
    "khan-tsin": [
        lambda view: CHANCE.choice(view.moves()),
        lambda view: khan_greedy.choose_greedily(view, CHANCE),
        lambda view: khan_levels.choose(view, 2),
    ],
}


def keys_of(game: str) -> tuple[str, ...]:
    keys: tuple[str, ...] = rooms.room(game).guide.KEYS  # type: ignore[attr-defined]
    return keys


def test_every_comment_has_words() -> None:
    for name in lesson_names(kind="guide"):
        for language in LANGUAGES:
            assert set(words_of(lesson(name), language).comments) == set(keys_of(lesson(name).game))


def said_in(game: str, start: Any, person: Player, computer: Player) -> list[str]:
    """Play a game and collect what is said in it."""
    position, said = start, ["begin"]
    while position.winners() is None:
        move = (person if position.mover == 1 else computer)(position.view(position.mover))
        key = rooms.room(game).guide.comment(position, str(move), 1, said)
        said += [key] if key else []
        position = position.play(move)
    return said


@pytest.mark.parametrize("game", rooms.ROOMS)
def test_everything_is_said_at_some_time_and_only_once(game: str) -> None:
    CHANCE.seed(1)
    heard: set[str] = set()
    deals: dict[str, list[Any]] = {
        "qin": [qin.Position.deal("bird", 2, first=1, seed=seed) for seed in range(3)],
        "khan-tsin": [khan_tsin.Position.deal(seed=seed) for seed in range(3)],
    }
    for start in [lesson(path(game)[-1]).start, *deals[game]]:
        for person in PLAYERS[game]:
            for computer in PLAYERS[game][:2]:
                said = said_in(game, start, person, computer)
                assert len(said) == len(set(said))
                assert said[-1] in ("won", "lost", "shared")
                heard |= set(said)
    assert set(keys_of(game)) - heard <= {"shared"}


@pytest.mark.parametrize(
    ("line", "move", "key"),
    [
        ("map:~~~~~~~/.Y~~~~~/~~R...B/~~~~~~~ 7/yy5/2rr2b/7 c2=1,a3=2 - 1 rb|?3 -", "rf2be2", "shared"),
        ("map:......./.Y...../......./.....R./....... 7/1yyy3/5r1/5r1/7 f2=2,b4=1 - 1 ry|?3 -", "rf4yf5", "you-gave"),
        ("map:R.../..../..../.... r3/4/4/4 - - 1 yb|bb -", "ya3ba2", "you-nothing"),
    ],
)
def test_what_is_said(line: str, move: str, key: str) -> None:
    guide = rooms.room("qin").guide
    assert guide.comment(qin.Position.parse(line), move, 1, ()) == key
    assert guide.comment(qin.Position.parse(line), move, 1, (key,)) != key


def test_what_is_said_of_the_emperor() -> None:
    guide = rooms.room("khan-tsin").guide
    start = lesson("khan-emperor").start
    assert guide.comment(start, "3x3>16", 1, ()) == "won"
    assert guide.comment(start, "3x3>16", 2, ()) == "lost"


@pytest.mark.parametrize("game", rooms.ROOMS)
def test_every_turn_is_commented_on(game: str) -> None:
    """From the first one on, in every language; of the person's turn and of each that follows it."""
    CHANCE.seed(2)
    played = begin(game)
    guide = guide_of(played)
    assert guide
    assert remarks(guide, (), "en") == (words_of(guide, "en").comments["begin"],)
    person, computer, *_ = PLAYERS[game]
    while played.winners is None:
        mover = played.now.mover
        played = played.play((person if mover == 1 else computer)(played.now.view(mover)))
        moves = [str(turn.move) for turn in played.record.turns]
        for language in LANGUAGES:
            said = remarks(guide, moves, language)
            assert all(said)
            assert len(said) >= (1 if mover == 1 else 2)
    assert said[-1] == words_of(guide, LANGUAGES[-1]).done


def test_a_guided_game_is_known_by_its_header() -> None:
    played = begin("qin")
    again = rooms.read_record(str(played.record))
    assert guide_of(again) is guide_of(played)
    assert guide_of(rooms.read_record(str(played.record).replace("first-game", "found"))) is None
    assert guide_of(rooms.read_record(str(played.record).replace("first-game", "nonsense"))) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", rooms.ROOMS)
def test_whoever_plays_a_guided_game_is_spoken_to(room: str, language: str) -> None:
    """The turns that are told in words of the log are the person's own, too: nobody there is called by a colour."""
    shown, game, chance = lesson(path(room)[-1]), begin(room), random.Random(1)
    named = say(language, game.name_keys[shown.start.mover - 1])
    told: set[str] = set()
    for _ in range(16):
        moves = game.now.moves()
        game = game.play(chance.choice(moves))
        told.update(remarks(shown, [str(turn.move) for turn in game.record.turns], language))
    assert any(text.startswith((f"{say(language, 'you')} ", "Vous ", "Du ", "Je ")) for text in told)
    assert not any(text.startswith(f"{named} ") for text in told)
