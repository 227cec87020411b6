"""Keeping games and preferences: what is saved comes back, what can't be read is set aside."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.effects import Keep
from engine.model import Settings
from engine.page import preferences, saves
from engine.rooms.qin.game import Game
from engine.update import new_game
from tests.engine_playing import dealt, turns
from tests.engine_saving import kept


@pytest.fixture
def game() -> Game:
    return replace(turns(dealt("pc"), 3).game, key="1000-1")


def test_a_game_comes_back(game: Game) -> None:
    assert saves.restore({}, "qin") == (None, ())
    back = saves.restore(kept(saves.save(game)), "qin").game
    assert back
    assert (back.record, back.key, back.seats, back.positions) == (game.record, game.key, game.seats, game.positions)


def test_a_game_that_is_kept_only_is_not_the_one_being_played(game: Game) -> None:
    texts = kept(saves.keep(game))
    assert saves.restore(texts, "qin") == (None, ())
    again = saves.load(texts, game.key).game
    assert again
    assert again.record == game.record


def test_a_forgotten_game_is_gone(game: Game) -> None:
    assert kept(saves.keep(game), saves.forget(game.key)) == {}


def test_a_save_is_also_an_export(game: Game) -> None:
    assert kept(saves.keep(game))[saves.GAMES + game.key] == str(game.record)


def test_what_was_taken_back_can_be_made_again_after_a_reload(game: Game) -> None:
    back = game.undo()
    assert back.undone
    texts = kept(saves.save(back))
    again = saves.restore(texts, "qin").game
    assert again
    assert again.record == back.record, "the note of what was taken back is no part of the game's record"
    assert again.redo().record.turns == game.record.turns
    assert saves.UNDONE not in kept(saves.save(back.redo()))[saves.GAMES + back.key]


@pytest.mark.parametrize("moves", ["ra1ra2 nonsense", "ra1ra2", "pass", " "])
def test_odd_moves_to_make_again_are_left_out(game: Game, moves: str) -> None:
    headers = game.record.headers | {saves.UNDONE: moves}
    texts = {saves.GAMES + game.key: str(replace(game.record, headers=headers))}
    spoilt = saves.load(texts, game.key).game
    assert spoilt
    assert (spoilt.record, spoilt.undone) == (game.record, ())


@pytest.mark.parametrize("spoil", [lambda text: text[: len(text) // 2], lambda _: "<html>", lambda text: text + "9. x"])
def test_a_damaged_save_is_set_aside(game: Game, spoil: Callable[[str], str]) -> None:
    texts = kept(saves.save(game))
    text = texts[saves.GAMES + game.key] = spoil(texts[saves.GAMES + game.key])
    restored = saves.restore(texts, "qin")
    assert restored.game is None
    # It is kept elsewhere before it is forgotten where it was: whatever happens in between, nothing is lost.
    assert restored.aside == (Keep(saves.DAMAGED + game.key, text), Keep(saves.GAMES + game.key, None))
    after = kept(restored.aside, before=texts)
    assert after[saves.DAMAGED + game.key] == text
    assert saves.restore(after, "qin") == (None, ())


def test_a_save_without_end_is_set_aside(game: Game) -> None:
    assert saves.load({saves.GAMES + game.key: "[" * 10**6}, game.key).aside


def test_each_room_notes_its_own_game(game: Game) -> None:
    other = replace(new_game("en", 1, room="khan-tsin").game, key="0900-0")
    texts = kept(saves.save(other), saves.save(game))
    found = saves.restore(texts, "khan-tsin").game
    assert found
    assert (found.key, found.record) == (other.key, other.record)
    ours = saves.restore(texts, "qin").game
    assert ours
    assert (ours.key, ours.record) == (game.key, game.record)


def test_a_missing_game_is_no_fault() -> None:
    assert saves.restore({saves.current("qin"): "gone"}, "qin") == (None, ())


# Preferences


@pytest.mark.parametrize(
    "text",
    [
        '{"__doc__": "x"}',
        '{"language": ["en"], "speed": "yes"}',
        '{"language": {}, "confirm": 0}',
        "[1]",
        "1e999",
        "NaN",
        '"en"',
        "null",
        "{",
        '{"theme": 1}',
        "",
    ],
)
def test_odd_preferences_count_as_none(text: str) -> None:
    assert preferences.read(text, "nl") == ("nl", Settings())


def test_preferences_come_back() -> None:
    liked = preferences.Preferences("fr", Settings(speed="slow", theme="dark"))
    assert preferences.read(preferences.write(liked).text or "", "en") == liked
    assert preferences.write(liked).key == preferences.KEY


def test_what_makes_sense_of_the_preferences_is_taken() -> None:
    assert preferences.read('{"language": "xx", "counts": true, "confirm": 3}', "de") == ("de", Settings(counts=True))


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("depth", [preferences.MAX_DEPTH + 1, sys.getrecursionlimit() + 10, 100_000])
def test_endless_nesting_counts_as_nothing(opening: str, depth: int) -> None:
    assert preferences.read_object(f'{{"a": {opening * depth}') == {}
    closing = "".join("]" if sign == "[" else "}" for sign in reversed(opening) if sign in "[{")
    assert preferences.read_object(f'{{"a": {opening * depth}0{closing * depth}}}') == {}


@pytest.mark.parametrize("text", ["[]", "[1, 2]", "3", "9" * 5000, "-0.5", "true", '"{}"', "{}x", "{'a': 1}", "\0"])
def test_what_is_no_object_counts_as_an_empty_one(text: str) -> None:
    assert preferences.read_object(text) == {}


def test_a_long_number_inside_counts_as_nothing() -> None:
    assert preferences.read_object(f'{{"a": {"9" * 5000}}}') == {}


def test_a_text_without_end_counts_as_nothing() -> None:
    assert preferences.read_object(json.dumps({"a": "x" * preferences.MAX_TEXT})) == {}


def test_objects_are_read_as_deep_as_allowed() -> None:
    inside = "[" * (preferences.MAX_DEPTH - 1) + "]" * (preferences.MAX_DEPTH - 1)
    assert list(preferences.read_object(f'{{"a": {inside}, "b": 1}}')) == ["a", "b"]
    assert preferences.read_object('{"a": "[[["}') == {"a": "[[["}
