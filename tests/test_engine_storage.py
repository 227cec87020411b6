"""Storing matches and preferences: they round-trip, and unreadable texts are quarantined."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.games.qin.match import Match
from engine.main import GAMES
from engine.protocol import GAME_PREFIX, MAX_STORED, PREFERENCES_KEY, Quarantine
from engine.session import Settings, storage
from engine.session.storage import NotAnObject, read_object
from engine.session.update import new_session
from tests.engine_actions import game_named, stored_texts
from tests.engine_qin import deal_session, play_turns


@pytest.fixture
def game() -> Match:
    return replace(play_turns(deal_session("pc"), 3).match, key="1000-1")


def test_a_match_round_trips(game: Match) -> None:
    assert storage.load_current({}, game_named("qin"), GAMES) == (None, ())
    restored = storage.load_current(stored_texts(storage.save_current(game)), game_named("qin"), GAMES).match
    assert restored
    assert (restored.record, restored.key, restored.seats, restored.positions) == (
        game.record,
        game.key,
        game.seats,
        game.positions,
    )


def test_a_stored_match_is_not_necessarily_the_current_one(game: Match) -> None:
    texts = stored_texts(storage.save(game))
    assert storage.load_current(texts, game_named("qin"), GAMES) == (None, ())
    restored = storage.load(texts, game.key, GAMES).match
    assert restored
    assert restored.record == game.record


def test_a_forgotten_match_is_deleted(game: Match) -> None:
    assert stored_texts(storage.save(game), storage.delete(game.key)) == {}


def test_a_stored_match_is_its_record(game: Match) -> None:
    assert stored_texts(storage.save(game))[GAME_PREFIX + game.key] == str(game.record)


def test_undone_turns_can_be_redone_after_a_reload(game: Match) -> None:
    undone = game.undo()
    assert undone.undone
    texts = stored_texts(storage.save_current(undone))
    restored = storage.load_current(texts, game_named("qin"), GAMES).match
    assert restored
    assert restored.record == undone.record, "the undone turns aren't part of the record"
    assert restored.redo().record.turns == game.record.turns
    assert storage.UNDONE not in stored_texts(storage.save_current(undone.redo()))[GAME_PREFIX + undone.key]


@pytest.mark.parametrize("moves", ["ra1ra2 nonsense", "ra1ra2", "pass", " "])
def test_invalid_undone_turns_are_dropped(game: Match, moves: str) -> None:
    headers = game.record.headers | {storage.UNDONE: moves}
    texts = {GAME_PREFIX + game.key: str(replace(game.record, headers=headers))}
    restored = storage.load(texts, game.key, GAMES).match
    assert restored
    assert (restored.record, restored.undone) == (game.record, ())


@pytest.mark.parametrize("spoil", [lambda text: text[: len(text) // 2], lambda _: "<html>", lambda text: text + "9. x"])
def test_a_damaged_match_is_quarantined(game: Match, spoil: Callable[[str], str]) -> None:
    texts = stored_texts(storage.save_current(game))
    texts[GAME_PREFIX + game.key] = spoil(texts[GAME_PREFIX + game.key])
    restored = storage.load_current(texts, game_named("qin"), GAMES)
    assert restored.match is None
    assert restored.quarantine == (Quarantine(GAME_PREFIX + game.key),)


def test_a_huge_match_is_quarantined(game: Match) -> None:
    assert storage.load({GAME_PREFIX + game.key: "[" * 10**6}, game.key, GAMES).quarantine


def test_each_game_has_its_own_current_match(game: Match) -> None:
    khan_match = replace(new_session(game_named("khan-tsin"), "en", 1).match, key="0900-0")
    texts = stored_texts(storage.save_current(khan_match), storage.save_current(game))
    khan_restored = storage.load_current(texts, game_named("khan-tsin"), GAMES).match
    assert khan_restored
    assert (khan_restored.key, khan_restored.record) == (khan_match.key, khan_match.record)
    qin_restored = storage.load_current(texts, game_named("qin"), GAMES).match
    assert qin_restored
    assert (qin_restored.key, qin_restored.record) == (game.key, game.record)


def test_a_missing_match_is_not_an_error() -> None:
    assert storage.load_current({storage.current_key(game_named("qin")): "gone"}, game_named("qin"), GAMES) == (
        None,
        (),
    )


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
def test_invalid_preferences_are_ignored(text: str) -> None:
    assert storage.read_preferences(text, "nl") == ("nl", Settings())


def test_preferences_round_trip() -> None:
    preferences = storage.Preferences("fr", Settings(speed="slow", theme="dark"))
    assert storage.read_preferences(json.dumps(storage.write_preferences(preferences).values), "en") == preferences
    assert storage.write_preferences(preferences).key == PREFERENCES_KEY


def test_valid_parts_of_preferences_are_used() -> None:
    assert storage.read_preferences('{"language": "xx", "counts": true, "confirm": 3}', "de") == (
        "de",
        Settings(switches=frozenset({"counts"})),
    )


@pytest.mark.parametrize("text", ["[]", "{", "9" * 5000, "[" * 100_000, '{"a": ' + "9" * 5000 + "}"])
def test_unreadable_preferences_differ_from_invalid_ones(text: str) -> None:
    assert not storage.is_readable(text)
    assert storage.read_preferences(text, "nl") == ("nl", Settings())
    assert storage.is_readable('{"theme": 1}')
    assert storage.is_readable("")


# Untrusted JSON


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("depth", [storage.MAX_DEPTH + 1, sys.getrecursionlimit() + 10, 100_000])
def test_deep_nesting_is_refused(opening: str, depth: int) -> None:
    closing = "".join("]" if bracket == "[" else "}" for bracket in reversed(opening) if bracket in "[{")
    for text in (f'{{"a": {opening * depth}', f'{{"a": {opening * depth}0{closing * depth}}}'):
        with pytest.raises(NotAnObject):
            read_object(text)


@pytest.mark.parametrize("text", ["[]", "[1, 2]", "3", "-0.5", "true", '"{}"', "{}x", "{'a': 1}", "\0", '"' * 99_999])
def test_json_other_than_objects_is_refused(text: str) -> None:
    with pytest.raises(NotAnObject):
        read_object(text)


def test_a_huge_text_is_refused() -> None:
    with pytest.raises(NotAnObject):
        read_object(json.dumps({"a": "x" * 100_000}))


def test_objects_with_the_maximum_depth_are_read() -> None:
    nested = "[" * (storage.MAX_DEPTH - 1) + "]" * (storage.MAX_DEPTH - 1)
    assert list(read_object(f'{{"a": {nested}, "b": 1}}')) == ["a", "b"]
    brackets = "[" * 1000
    assert read_object(json.dumps({"a": brackets, "b": '\\"['})) == {"a": brackets, "b": '\\"['}


# Everything as one file


def test_an_archive_round_trips() -> None:
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
        (storage.write_archive({"qin.a": "x" * (MAX_STORED + 1)}), "load-damaged"),
        (storage.write_archive({"qin." + "a" * 999: "x"}), "load-damaged"),
    ],
)
def test_an_invalid_archive_is_refused(text: str, reason: str) -> None:
    with pytest.raises(storage.ArchiveError, match=reason):
        storage.read_archive(text)


@pytest.mark.parametrize(
    ("key", "time"), [("1700000000000-000001", 1_700_000_000_000), ("zzz", 0), ("9" * 40, 0), ("", 0)]
)
def test_a_key_contains_the_start_time(key: str, time: int) -> None:
    assert storage.start_time(key) == time


def test_keys_of_other_sites_are_skipped() -> None:
    assert storage.read_archive(storage.write_archive({"other.page": "x", "noughts.current": "1-0"})) == {
        "noughts.current": "1-0"
    }
