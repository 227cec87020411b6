"""Keeping games: every one as its record text under a key of its own, so that a save is also an export."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from time import gmtime, strftime
from typing import NamedTuple

from engine.games import read_record
from engine.protocol import Effects, Quarantine, StorePut
from engine.session.link_play import Far
from engine.session.match import Game
from qin_core.common.errors import ParseError
from qin_core.common.text import check_text

GAMES = "qin.game."
UNDONE = "Undone"
"""The header that holds moves that were taken back and can be made again."""
FAR = "Far"
"""The header that holds what a game by links knows besides its moves."""
DAMAGED = "qin.damaged."
MAX_TIME = 10**13 - 1
"""Keys begin with the time in 13 digits, so that they sort by it."""
MAX_CACHED = 400
"""How many games are remembered once they were read: replaying one takes a while."""


class Restored(NamedTuple):
    """What a kept text holds: a game, or the effects that set aside what could not be read."""

    game: Game | None = None
    aside: Effects = ()


def begun(key: str) -> int:
    """Tell when a game was begun, by its key; 0 if it doesn't say."""
    digits = key.partition("-")[0]
    return int(digits) if len(digits) == len(str(MAX_TIME)) and digits.isascii() and digits.isdecimal() else 0


def aside(key: str) -> str:
    """Name the key under which something is looked for that was set aside."""
    return DAMAGED + key.removeprefix(GAMES)


def current(room: str) -> str:
    """Name the key under which is noted which game is being played in a room."""
    return f"{room}.current"


def save(game: Game) -> Effects:
    """Keep a game under its key and note that it is the one being played."""
    return (*keep(game), StorePut(current(game.room), game.key))


def keep(game: Game) -> Effects:
    """Keep a game under its key."""
    undone = " ".join(str(turn.move) for turn in game.undone)
    headers = game.record.headers | ({UNDONE: undone} if undone else {}) | ({FAR: str(game.far)} if game.far else {})
    return (StorePut(GAMES + game.key, str(game.record.with_headers(headers))),)


def forget(key: str) -> Effects:
    """Throw a saved game away."""
    return (StorePut(GAMES + key, None),)


def restore(texts: Mapping[str, str], room: str) -> Restored:
    """Read the game that was being played in a room."""
    return load(texts, texts.get(current(room), ""))


def load(texts: Mapping[str, str], key: str) -> Restored:
    """Read a game by its key; one that can't be read is set aside, never thrown away."""
    text = texts.get(GAMES + key)
    if text is None:
        return Restored()
    try:
        return Restored(_read(check_text(text, "record"), key))
    except ParseError:
        return Restored(aside=(Quarantine(GAMES + key),))


@lru_cache(maxsize=MAX_CACHED)
def _read(text: str, key: str) -> Game:
    game = replace(read_record(text), key=key)
    headers = dict(game.record.headers)
    undone = headers.pop(UNDONE, "").split()
    far = Far.parse(headers.pop(FAR, ""), len(game.seats))
    game = replace(game, record=game.record.with_headers(headers)).with_undone(undone)
    return game.by_links(far) if far else game


def date_of(time: float) -> str:
    return strftime("%Y-%m-%d", gmtime(time / 1000))
