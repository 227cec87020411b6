"""Stored texts: matches as records under keys of their own, preferences, and an archive of everything."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from time import localtime, strftime
from typing import NamedTuple

from engine.games.base import AnyGameUi, Games
from engine.games.form import clean_name
from engine.protocol import (
    CURRENT_SUFFIX,
    GAME_PREFIX,
    PREFERENCES_KEY,
    QUARANTINE_PREFIX,
    SITE_PREFIX,
    Effects,
    Quarantine,
    StorePut,
    StoreUpdate,
)
from engine.session import CHOICES, Settings
from engine.session.link_play import LinkPlay
from engine.session.match import Match, read_record
from engine.words import LANGUAGES
from qin_core.common.errors import ParseError
from qin_core.common.text import check_text

# JSON


MAX_DEPTH = 100
MAX_KEPT = 1_000_000
"""The maximal length of a stored text."""
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")


class NotAnObject(ValueError):
    """The text is no JSON object, or too long or too deep."""


def read_object(text: str, max_length: int = 100_000) -> dict[str, object]:
    """Read a JSON object; raises `NotAnObject` for anything else.

    Deep nesting would crash the interpreter, so it is measured first.
    """
    if len(text) > max_length or depth(text) > MAX_DEPTH:
        raise NotAnObject("too long or too deep")
    try:
        found = json.loads(text)
    except ValueError as error:
        raise NotAnObject("no JSON") from error
    if not isinstance(found, dict):
        raise NotAnObject("no object")
    return found


def depth(text: str) -> int:
    """Return the depth of nested brackets, except inside strings.

    >>> depth('{"a": [1, "[[[[", {}]}')
    3
    """
    brackets = _BRACKETS.findall(_STRING.sub("", text))
    return max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0)


# Matches


UNDONE = "Undone"
"""The header of undone moves that can be redone."""
REMOTE = "Far"
"""The header of a match by links."""
MAX_TIME = 10**13 - 1
"""Keys begin with the time in 13 digits, so that they sort by it."""
MAX_CACHED = 400
"""The number of cached matches: replaying one takes a while."""


class Restored(NamedTuple):
    """The result of loading: a match, or the effects that move an unreadable text into quarantine."""

    match: Match | None = None
    quarantine: Effects = ()


def begun(key: str) -> int:
    """Return the start time in a match's key; 0 if there is none."""
    digits = key.partition("-")[0]
    return int(digits) if len(digits) == len(str(MAX_TIME)) and digits.isascii() and digits.isdecimal() else 0


def aside(key: str) -> str:
    """Return the short key of something in quarantine."""
    return QUARANTINE_PREFIX + key.removeprefix(GAME_PREFIX)


def current_key(ui: AnyGameUi) -> str:
    """Return the key under which a game's current match is stored."""
    return ui.name + CURRENT_SUFFIX


def save(game: Match) -> Effects:
    """Store a match under its key, as the current one."""
    return (*keep(game), StorePut(current_key(game.ui), game.key))


def keep(game: Match) -> Effects:
    """Store a match under its key."""
    undone = " ".join(str(turn.move) for turn in game.undone)
    headers = (
        game.record.headers | ({UNDONE: undone} if undone else {}) | ({REMOTE: str(game.remote)} if game.remote else {})
    )
    return (StorePut(GAME_PREFIX + game.key, str(game.record.with_headers(headers))),)


def forget(key: str) -> Effects:
    """Delete a stored match."""
    return (StorePut(GAME_PREFIX + key, None),)


def restore(texts: Mapping[str, str], ui: AnyGameUi, games: Games) -> Restored:
    """Load the current match of a game."""
    return load(texts, texts.get(current_key(ui), ""), games)


def load(texts: Mapping[str, str], key: str, games: Games) -> Restored:
    """Load a match by its key; an unreadable text goes into quarantine and is never deleted."""
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
    """Return the date where the reader is."""
    return strftime("%Y-%m-%d", localtime(time / 1000))


# Preferences


class Preferences(NamedTuple):
    """A language and settings."""

    language: str
    settings: Settings


def read_preferences(text: str, language: str) -> Preferences:
    """Parse stored preferences and drop invalid values; `language` is the default."""
    found = Preferences(language, Settings())
    try:
        kept = read_object(text or "{}")
    except NotAnObject:
        return found
    for name, value in kept.items():
        if name == "language" and value in LANGUAGES:
            found = found._replace(language=value)
        elif value in CHOICES.get(name, ()):
            found = found._replace(settings=found.settings.with_choice(name, value))
        elif isinstance(value, bool) and name not in CHOICES:
            # a switch of the page or of a game
            found = found._replace(settings=found.settings.with_switch(name, value))
    return found


def is_readable(text: str) -> bool:
    """Tell whether stored preferences are readable; an empty text is."""
    try:
        read_object(text or "{}")
    except NotAnObject:
        return False
    return True


def write_preferences(preferences: Preferences, before: Preferences | None = None) -> StoreUpdate:
    """Store preferences: all, or only the changed ones, so that other tabs lose none of theirs."""
    values, old = _values(preferences), _values(before) if before else {}
    off = dict.fromkeys(before.settings.switches, False) if before else {}
    changed = {name: value for name, value in (off | values).items() if name not in old or old[name] != value}
    return StoreUpdate(PREFERENCES_KEY, changed)


def _values(preferences: Preferences) -> dict[str, object]:
    values = vars(preferences.settings) | dict.fromkeys(preferences.settings.switches, True)
    return {name: value for name, value in values.items() if name != "switches"} | {"language": preferences.language}


# Lessons


def read_names(text: str) -> frozenset[str]:
    """Read the names in a stored list, as far as it is one."""
    try:
        found = json.loads(text) if text and len(text) <= MAX_KEPT and depth(text) <= MAX_DEPTH else []
    except ValueError:
        return frozenset()
    return frozenset(name for name in found if isinstance(name, str)) if isinstance(found, list) else frozenset()


# Boards of the reader's own


MAX_MAPS, MAX_MAP = 12, 1000
"""How many boards are kept, and how many characters one may have."""


def read_maps(text: str) -> dict[str, str]:
    """Read the boards that were kept, by name, as far as they make sense."""
    try:
        found = read_object(text or "{}")
    except NotAnObject:
        return {}
    named = {clean_name(name): board for name, board in found.items() if isinstance(board, str)}
    return {name: board for name, board in named.items() if name and 0 < len(board) <= MAX_MAP}


# All stored texts as one file


ARCHIVE_FORMAT = "qin-everything"
ARCHIVE_VERSION = 1
MAX_ARCHIVE = 64_000_000
"""The maximal length of a file."""
MAX_KEY = 200
_KEY = re.compile(r"[^\x00-\x1f]+")


class ArchiveError(ValueError):
    """A file can't be loaded; `reason` is the key of the explanation."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write_archive(texts: Mapping[str, str]) -> str:
    """Write the file: the stored texts by key, so that single matches can be copied out by hand."""
    return json.dumps(
        {"format": ARCHIVE_FORMAT, "version": ARCHIVE_VERSION, "texts": dict(texts)}, ensure_ascii=False, indent=1
    )


def read_archive(text: str) -> dict[str, str]:
    """Read the texts of a file, except foreign keys; raise `ArchiveError` for a damaged or other file."""
    if len(text) > MAX_ARCHIVE:
        raise ArchiveError("load-too-long")
    try:
        found = read_object(text.removeprefix("\ufeff"), MAX_ARCHIVE)
    except NotAnObject:
        raise ArchiveError("load-not-ours") from None
    version, texts = found.get("version"), found.get("texts")
    if found.get("format") != ARCHIVE_FORMAT or type(version) is not int or not isinstance(texts, dict):
        raise ArchiveError("load-not-ours")
    if version > ARCHIVE_VERSION:
        raise ArchiveError("load-newer")
    own = {key: kept for key, kept in texts.items() if key.startswith(SITE_PREFIX) or key.endswith(CURRENT_SUFFIX)}
    for key, kept in own.items():
        if len(key) > MAX_KEY or not _KEY.fullmatch(key) or not isinstance(kept, str) or len(kept) > MAX_KEPT:
            raise ArchiveError("load-damaged")
    return own
