"""Keeping games: every one as its record text under a key of its own, so that a save is also an export."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from engine.game import Game
from engine.rooms import FIRST, ROOMS, read_record
from qin_core.errors import FaultyText

GAMES = "qin.game."
UNDONE = "qin.undone."
"""Moves that were taken back and can be made again, beside the game."""
DAMAGED = "qin.damaged."
MAX_GAMES = 40


class Store(Protocol):
    """Where texts are kept; `put` tells whether there was room."""

    def get(self, key: str) -> str | None: ...
    def put(self, key: str, text: str) -> bool: ...
    def drop(self, key: str) -> None: ...
    def list_keys(self) -> list[str]: ...


class Restored(NamedTuple):
    """What was found at the start: the game that was being played, and the key of one that could not be read."""

    game: Game | None = None
    damaged: str = ""


def current(room: str) -> str:
    """Name the key under which is noted which game is being played in a room."""
    return f"{room}.current"


def save(store: Store, game: Game) -> bool:
    """Keep a game under its key and note that it is the one being played; the oldest ones that nobody plays may go."""
    new = store.get(GAMES + game.key) is None
    kept = keep(store, game) and store.put(current(game.room), game.key)
    if new:
        played = [GAMES + (store.get(current(room)) or "") for room in ROOMS]
        for old in _game_keys(store)[MAX_GAMES:]:
            if old not in played:
                forget(store, old.removeprefix(GAMES))
    return kept


def keep(store: Store, game: Game) -> bool:
    """Keep a game under its key."""
    kept = store.put(GAMES + game.key, str(game.record))
    undone = " ".join(str(turn.move) for turn in game.undone)
    if undone:
        return store.put(UNDONE + game.key, undone) and kept
    store.drop(UNDONE + game.key)
    return kept


def restore(store: Store, room: str = FIRST) -> Restored:
    """Find the game that was being played in a room; one that can't be read is set aside, never thrown away."""
    key = store.get(current(room))
    return load(store, key) if key else Restored()


def load(store: Store, key: str) -> Restored:
    text = store.get(GAMES + key)
    if text is None:
        return Restored()
    try:
        return Restored(_read(text, key).with_undone((store.get(UNDONE + key) or "").split()))
    except FaultyText:
        if store.put(DAMAGED + key, text):
            store.drop(GAMES + key)
        return Restored(damaged=key)


@lru_cache(maxsize=MAX_GAMES)
def _read(text: str, key: str) -> Game:
    """Replay a game; kept, because a list of forty games would take a second every time."""
    return read_record(text, key)


def games(store: Store) -> Iterator[Game]:
    """Read all saved games, the newest first; damaged ones are set aside on the way."""
    for key in _game_keys(store):
        game = load(store, key.removeprefix(GAMES)).game
        if game:
            yield game


def forget(store: Store, key: str) -> None:
    """Throw a saved game away."""
    store.drop(GAMES + key)
    store.drop(UNDONE + key)


def damaged(store: Store) -> list[str]:
    """List the keys of games that were set aside."""
    return sorted(key.removeprefix(DAMAGED) for key in store.list_keys() if key.startswith(DAMAGED))


def forget_damaged(store: Store, key: str) -> None:
    """Throw a game away that was set aside."""
    store.drop(DAMAGED + key)


def _game_keys(store: Store) -> list[str]:
    """List the keys of saved games; they begin with the time, so the newest is the greatest."""
    return sorted((key for key in store.list_keys() if key.startswith(GAMES)), reverse=True)
