"""Keeping games: what is saved comes back, what can't be read is set aside, what is full breaks nothing."""

from dataclasses import replace

import pytest
from engine_playing import dealt, turns

from engine.model import Settings
from engine.page import preferences, saves
from engine.rooms.qin.game import Game
from engine.update import new_game


class Shelf(dict[str, str]):
    """A store with room for a number of characters."""

    def __init__(self, room: int = 10**9) -> None:
        super().__init__()
        self.room = room

    def put(self, key: str, text: str) -> bool:
        if len(text) > self.room:
            return False
        self[key] = text
        return True

    def drop(self, key: str) -> None:
        self.pop(key, None)

    def list_keys(self) -> list[str]:
        return list(self)


@pytest.fixture
def game() -> Game:
    return replace(turns(dealt("pc"), 3).game, key="1000-1")


def test_a_game_comes_back(game: Game) -> None:
    shelf = Shelf()
    assert saves.restore(shelf) == (None, "")
    assert saves.save(shelf, game)
    back = saves.restore(shelf).game
    assert back
    assert (back.record, back.key, back.seats, back.positions) == (game.record, game.key, game.seats, game.positions)


def test_games_are_listed_the_newest_first(game: Game) -> None:
    shelf = Shelf()
    for key in ("1000-1", "3000-1", "2000-1"):
        saves.save(shelf, replace(game, key=key))
    assert [saved.key for saved in saves.games(shelf)] == ["3000-1", "2000-1", "1000-1"]
    saves.forget(shelf, "3000-1")
    assert [saved.key for saved in saves.games(shelf)] == ["2000-1", "1000-1"]


def test_what_was_taken_back_can_be_made_again_after_a_reload(game: Game) -> None:
    shelf = Shelf()
    back = game.undo()
    assert back.undone
    saves.save(shelf, back)
    again = saves.restore(shelf).game
    assert again
    assert again.redo().record.turns == game.record.turns
    saves.save(shelf, back.redo())
    assert not [key for key in shelf.list_keys() if key.startswith(saves.UNDONE)]
    saves.save(shelf, back)
    shelf.put(saves.UNDONE + back.key, "ra1ra2 nonsense")
    spoilt = saves.restore(shelf).game
    assert spoilt
    assert (spoilt.record, spoilt.undone) == (back.record, ())


@pytest.mark.parametrize("spoil", [lambda text: text[: len(text) // 2], lambda _: "<html>", lambda text: text + "9. x"])
def test_a_damaged_save_is_set_aside(game: Game, spoil) -> None:  # type: ignore[no-untyped-def]
    shelf = Shelf()
    saves.save(shelf, game)
    text = shelf[saves.GAMES + game.key] = spoil(shelf[saves.GAMES + game.key])
    assert saves.restore(shelf) == (None, game.key)
    assert saves.damaged(shelf) == [game.key]
    assert shelf[saves.DAMAGED + game.key] == text
    assert saves.restore(shelf) == (None, "")
    assert list(saves.games(shelf)) == []


def test_a_damaged_save_is_never_thrown_away_for_lack_of_room() -> None:
    shelf = Shelf()
    shelf[saves.GAMES + "5"], shelf[saves.current("qin")] = "broken", "5"
    shelf.room = 0
    assert saves.restore(shelf).damaged == "5"
    assert "broken" in shelf.values()


def test_full_storage_is_reported(game: Game) -> None:
    assert not saves.save(Shelf(room=10), game)


def test_a_full_shelf_keeps_what_it_had(game: Game) -> None:
    shelf = Shelf()
    saves.save(shelf, game)
    kept = dict(shelf)
    shelf.room = 10
    saves.save(shelf, replace(turns(dealt("pc"), 5).game, key=game.key))
    assert dict(shelf) == kept


def test_only_so_many_games_are_kept_but_always_the_one_being_played(game: Game) -> None:
    shelf = Shelf()
    for number in range(saves.MAX_GAMES + 3):
        saves.save(shelf, replace(game, key=f"{2000 + number}-0"))
    assert len(list(saves.games(shelf))) == saves.MAX_GAMES
    saves.save(shelf, game)
    restored = saves.restore(shelf).game
    assert restored
    assert restored.key == game.key


def test_the_game_of_the_other_room_stays(game: Game) -> None:
    shelf = Shelf()
    other = replace(new_game("en", 1, room="khan-tsin").game, key="0900-0")
    saves.save(shelf, other)
    for number in range(saves.MAX_GAMES + 3):
        saves.save(shelf, replace(game, key=f"{2000 + number}-0"))
    restored = saves.restore(shelf, "khan-tsin").game
    assert restored
    assert restored.key == other.key


@pytest.mark.parametrize(
    "kept", ['{"__doc__": "x"}', '{"language": ["en"], "sound": "yes"}', "[1]", "{", '{"theme": 1}']
)
def test_odd_preferences_count_as_none(kept: str) -> None:
    shelf = Shelf()
    shelf.put(preferences.KEY, kept)
    assert preferences.read(shelf, "nl") == ("nl", Settings())


def test_preferences_come_back() -> None:
    shelf = Shelf()
    liked = preferences.Preferences("fr", Settings(sound=True, theme="dark"))
    preferences.write(shelf, liked)
    assert preferences.read(shelf, "en") == liked


def test_a_missing_game_is_no_fault() -> None:
    shelf = Shelf()
    shelf[saves.current("qin")] = "gone"
    assert saves.restore(shelf) == (None, "")
