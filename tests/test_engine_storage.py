"""Keeping games and preferences: what is saved comes back, what can't be read is set aside."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.games.qin.match import Match
from engine.main import GAMES
from engine.protocol import GAME_PREFIX, PREFERENCES_KEY, Quarantine
from engine.session import Settings, storage
from engine.session.storage import MAX_KEPT, NotAnObject, read_object
from engine.session.update import new_session
from tests.engine_actions import game_named, stored_texts
from tests.engine_qin import deal_session, play_turns


@pytest.fixture
def game() -> Match:
    return replace(play_turns(deal_session("pc"), 3).match, key="1000-1")


def test_a_game_comes_back(game: Match) -> None:
    assert storage.restore({}, game_named("qin"), GAMES) == (None, ())
    restored = storage.restore(stored_texts(storage.save(game)), game_named("qin"), GAMES).match
    assert restored
    assert (restored.record, restored.key, restored.seats, restored.positions) == (
        game.record,
        game.key,
        game.seats,
        game.positions,
    )


def test_a_game_that_is_kept_only_is_not_the_one_being_played(game: Match) -> None:
    texts = stored_texts(storage.keep(game))
    assert storage.restore(texts, game_named("qin"), GAMES) == (None, ())
    restored = storage.load(texts, game.key, GAMES).match
    assert restored
    assert restored.record == game.record


def test_a_forgotten_game_is_gone(game: Match) -> None:
    assert stored_texts(storage.keep(game), storage.forget(game.key)) == {}


def test_a_save_is_also_an_export(game: Match) -> None:
    assert stored_texts(storage.keep(game))[GAME_PREFIX + game.key] == str(game.record)


def test_what_was_taken_back_can_be_made_again_after_a_reload(game: Match) -> None:
    undone = game.undo()
    assert undone.undone
    texts = stored_texts(storage.save(undone))
    restored = storage.restore(texts, game_named("qin"), GAMES).match
    assert restored
    assert restored.record == undone.record, "the note of what was taken back is no part of the game's record"
    assert restored.redo().record.turns == game.record.turns
    assert storage.UNDONE not in stored_texts(storage.save(undone.redo()))[GAME_PREFIX + undone.key]


@pytest.mark.parametrize("moves", ["ra1ra2 nonsense", "ra1ra2", "pass", " "])
def test_odd_moves_to_make_again_are_left_out(game: Match, moves: str) -> None:
    headers = game.record.headers | {storage.UNDONE: moves}
    texts = {GAME_PREFIX + game.key: str(replace(game.record, headers=headers))}
    restored = storage.load(texts, game.key, GAMES).match
    assert restored
    assert (restored.record, restored.undone) == (game.record, ())


@pytest.mark.parametrize("spoil", [lambda text: text[: len(text) // 2], lambda _: "<html>", lambda text: text + "9. x"])
def test_a_damaged_save_is_set_aside(game: Match, spoil: Callable[[str], str]) -> None:
    texts = stored_texts(storage.save(game))
    texts[GAME_PREFIX + game.key] = spoil(texts[GAME_PREFIX + game.key])
    restored = storage.restore(texts, game_named("qin"), GAMES)
    assert restored.match is None
    assert restored.quarantine == (Quarantine(GAME_PREFIX + game.key),)


def test_a_save_without_end_is_set_aside(game: Match) -> None:
    assert storage.load({GAME_PREFIX + game.key: "[" * 10**6}, game.key, GAMES).quarantine


def test_each_room_notes_its_own_game(game: Match) -> None:
    khan_match = replace(new_session(game_named("khan-tsin"), "en", 1).match, key="0900-0")
    texts = stored_texts(storage.save(khan_match), storage.save(game))
    khan_restored = storage.restore(texts, game_named("khan-tsin"), GAMES).match
    assert khan_restored
    assert (khan_restored.key, khan_restored.record) == (khan_match.key, khan_match.record)
    qin_restored = storage.restore(texts, game_named("qin"), GAMES).match
    assert qin_restored
    assert (qin_restored.key, qin_restored.record) == (game.key, game.record)


def test_a_missing_game_is_no_fault() -> None:
    assert storage.restore({storage.current_key(game_named("qin")): "gone"}, game_named("qin"), GAMES) == (None, ())


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
    assert storage.read_preferences(text, "nl") == ("nl", Settings())


def test_preferences_come_back() -> None:
    preferences = storage.Preferences("fr", Settings(speed="slow", theme="dark"))
    assert storage.read_preferences(json.dumps(storage.write_preferences(preferences).values), "en") == preferences
    assert storage.write_preferences(preferences).key == PREFERENCES_KEY


def test_what_makes_sense_of_the_preferences_is_taken() -> None:
    assert storage.read_preferences('{"language": "xx", "counts": true, "confirm": 3}', "de") == (
        "de",
        Settings(switches=frozenset({"counts"})),
    )


@pytest.mark.parametrize("text", ["[]", "{", "9" * 5000, "[" * 100_000, '{"a": ' + "9" * 5000 + "}"])
def test_preferences_that_cannot_be_read_are_told_from_odd_ones(text: str) -> None:
    assert not storage.is_readable(text)
    assert storage.read_preferences(text, "nl") == ("nl", Settings())
    assert storage.is_readable('{"theme": 1}')
    assert storage.is_readable("")


# JSON that anybody may have written


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("depth", [storage.MAX_DEPTH + 1, sys.getrecursionlimit() + 10, 100_000])
def test_endless_nesting_is_refused(opening: str, depth: int) -> None:
    closing = "".join("]" if bracket == "[" else "}" for bracket in reversed(opening) if bracket in "[{")
    for text in (f'{{"a": {opening * depth}', f'{{"a": {opening * depth}0{closing * depth}}}'):
        with pytest.raises(NotAnObject):
            read_object(text)


@pytest.mark.parametrize("text", ["[]", "[1, 2]", "3", "-0.5", "true", '"{}"', "{}x", "{'a': 1}", "\0", '"' * 99_999])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(NotAnObject):
        read_object(text)


def test_a_text_without_end_is_refused() -> None:
    with pytest.raises(NotAnObject):
        read_object(json.dumps({"a": "x" * 100_000}))


def test_objects_are_read_as_deep_as_allowed() -> None:
    nested = "[" * (storage.MAX_DEPTH - 1) + "]" * (storage.MAX_DEPTH - 1)
    assert list(read_object(f'{{"a": {nested}, "b": 1}}')) == ["a", "b"]
    brackets = "[" * 1000
    assert read_object(json.dumps({"a": brackets, "b": '\\"['})) == {"a": brackets, "b": '\\"['}


# Everything as one file


def test_everything_comes_back() -> None:
    texts = {"qin.game.1-1": '[Game "Qin"]\n[[[', "qin.learnt": "[]", "khan-tsin.current": "1-1"}
    assert storage.read_archive(storage.write_archive(texts)) == texts
    assert storage.read_archive("\ufeff" + storage.write_archive({})) == {}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "load-not-ours"),
        ("[" * 100_000, "load-not-ours"),
        (storage.write_archive({"qin.a": "b"})[:-2], "load-not-ours"),
        ('{"version": 1, "texts": {}}', "load-not-ours"),
        (storage.write_archive({}).replace("1", "true"), "load-not-ours"),
        (storage.write_archive({}).replace("1", "2"), "load-newer"),
        (storage.write_archive({"qin.a": 1}), "load-damaged"),  # type: ignore[dict-item]
        (storage.write_archive({"qin.a": "x" * (MAX_KEPT + 1)}), "load-damaged"),
        (storage.write_archive({"qin." + "a" * 999: "x"}), "load-damaged"),
    ],
)
def test_a_file_that_is_not_everything_is_refused(text: str, reason: str) -> None:
    with pytest.raises(storage.ArchiveError, match=reason):
        storage.read_archive(text)


@pytest.mark.parametrize(
    ("key", "time"), [("1700000000000-000001", 1_700_000_000_000), ("zzz", 0), ("9" * 40, 0), ("", 0)]
)
def test_a_key_tells_when_a_game_was_begun(key: str, time: int) -> None:
    assert storage.begun(key) == time


def test_keys_of_other_sites_are_skipped() -> None:
    assert storage.read_archive(storage.write_archive({"other.page": "x", "noughts.current": "1-0"})) == {
        "noughts.current": "1-0"
    }
