"""Keeping games: every one as its record text under a key of its own, so that a save is also an export."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from time import gmtime, strftime
from typing import NamedTuple

from engine.games.base import AnyGameUi, Games
from engine.protocol import CURRENT_SUFFIX, GAME_PREFIX, QUARANTINE_PREFIX, Effects, Quarantine, StorePut
from engine.session.link_play import LinkPlay
from engine.session.match import Match, read_record
from qin_core.common.errors import ParseError
from qin_core.common.text import check_text

UNDONE = "Undone"
"""The header that holds moves that were taken back and can be made again."""
REMOTE = "Far"
"""The header that holds what a game by links knows besides its moves."""
MAX_TIME = 10**13 - 1
"""Keys begin with the time in 13 digits, so that they sort by it."""
MAX_CACHED = 400
"""How many games are remembered once they were read: replaying one takes a while."""


class Restored(NamedTuple):
    """What a kept text holds: a game, or the effects that set aside what could not be read."""

    match: Match | None = None
    quarantine: Effects = ()


def begun(key: str) -> int:
    """Tell when a game was begun, by its key; 0 if it doesn't say."""
    digits = key.partition("-")[0]
    return int(digits) if len(digits) == len(str(MAX_TIME)) and digits.isascii() and digits.isdecimal() else 0


def aside(key: str) -> str:
    """Name the key under which something is looked for that was set aside."""
    return QUARANTINE_PREFIX + key.removeprefix(GAME_PREFIX)


def current_key(ui: AnyGameUi) -> str:
    """Return the key that holds the key of the match being played."""
    return ui.name + CURRENT_SUFFIX


def save(game: Match) -> Effects:
    """Keep a game under its key and note that it is the one being played."""
    return (*keep(game), StorePut(current_key(game.ui), game.key))


def keep(game: Match) -> Effects:
    """Keep a game under its key."""
    undone = " ".join(str(turn.move) for turn in game.undone)
    headers = (
        game.record.headers | ({UNDONE: undone} if undone else {}) | ({REMOTE: str(game.remote)} if game.remote else {})
    )
    return (StorePut(GAME_PREFIX + game.key, str(game.record.with_headers(headers))),)


def forget(key: str) -> Effects:
    """Throw a saved game away."""
    return (StorePut(GAME_PREFIX + key, None),)


def restore(texts: Mapping[str, str], ui: AnyGameUi, games: Games) -> Restored:
    """Read the game that was being played in a room."""
    return load(texts, texts.get(current_key(ui), ""), games)


def load(texts: Mapping[str, str], key: str, games: Games) -> Restored:
    """Read a game by its key; one that can't be read is set aside, never thrown away."""
    text = texts.get(GAME_PREFIX + key)
    if text is None:
        return Restored()
    try:
        return Restored(_read(check_text(text, "record"), key, games))
    except ParseError:
        return Restored(quarantine=(Quarantine(GAME_PREFIX + key),))


@lru_cache(maxsize=MAX_CACHED)
def _read(text: str, key: str, games: Games) -> Match:
    game = read_record(games, text, key)
    headers = dict(game.record.headers)
    undone = headers.pop(UNDONE, "").split()
    remote = LinkPlay.parse(headers.pop(REMOTE, ""), len(game.seats))
    game = replace(game, record=game.record.with_headers(headers)).with_undone(undone)
    return game.with_remote(remote) if remote else game


def date_of(time: float) -> str:
    return strftime("%Y-%m-%d", gmtime(time / 1000))
