"""Stored texts: a record for every match, preferences, custom maps, and an archive of everything."""

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
    MAX_STORED,
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
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")


class NotAnObject(ValueError):
    """A text is not a JSON object, or it is too long or too deeply nested."""


def read_object(text: str, max_length: int = 100_000) -> dict[str, object]:
    """Read a JSON object; raise `NotAnObject`.

    The depth is checked first, because deep nesting crashes the interpreter.
    """
    if len(text) > max_length or depth(text) > MAX_DEPTH:
        raise NotAnObject("too long or too deep")
    try:
        value = json.loads(text)
    except ValueError as error:
        raise NotAnObject("invalid JSON") from error
    if not isinstance(value, dict):
        raise NotAnObject("not an object")
    return value


def read_strings(text: str) -> list[str]:
    """Read a JSON list of strings; ignore other elements and invalid texts."""
    try:
        value = json.loads(text) if text and len(text) <= MAX_STORED and depth(text) <= MAX_DEPTH else []
    except ValueError:
        return []
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def depth(text: str) -> int:
    """Return the nesting depth of the brackets outside strings.

    >>> depth('{"a": [1, "[[[[", {}]}')
    3
    """
    brackets = _BRACKETS.findall(_STRING.sub("", text))
    return max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0)


# Matches


UNDONE = "Undone"
"""The header for undone moves."""
REMOTE = "Far"
"""The header for the state of a match by links."""
MAX_TIME = 10**13 - 1
"""Keys start with the time in 13 digits, which sorts them by time."""
MAX_CACHED = 400
"""The number of cached matches, because replaying one takes a while."""


class Restored(NamedTuple):
    """A loaded match, or the effects that move an unreadable text into quarantine."""

    match: Match | None = None
    quarantine: Effects = ()


def start_time(key: str) -> int:
    """Return the start time in a match's key; 0 if it has none."""
    digits = key.partition("-")[0]
    return int(digits) if len(digits) == len(str(MAX_TIME)) and digits.isascii() and digits.isdecimal() else 0


def quarantine_key(key: str) -> str:
    return QUARANTINE_PREFIX + key.removeprefix(GAME_PREFIX)


def current_key(ui: AnyGameUi) -> str:
    """Return the key under which a game's current match is stored."""
    return ui.name + CURRENT_SUFFIX


def save_current(match: Match) -> Effects:
    """Store a match as the current one of its game."""
    return (*save(match), StorePut(current_key(match.ui), match.key))


def save(match: Match) -> Effects:
    """Store a match under its key."""
    headers = dict(match.record.headers)
    if match.undone:
        headers[UNDONE] = " ".join(str(turn.move) for turn in match.undone)
    if match.remote:
        headers[REMOTE] = str(match.remote)
    return (StorePut(GAME_PREFIX + match.key, str(match.record.with_headers(headers))),)


def delete(key: str) -> Effects:
    return (StorePut(GAME_PREFIX + key, None),)


def load_current(texts: Mapping[str, str], ui: AnyGameUi, games: Games) -> Restored:
    return load(texts, texts.get(current_key(ui), ""), games)


def load(texts: Mapping[str, str], key: str, games: Games) -> Restored:
    """Load a match by its key; an unreadable text is moved into quarantine, never deleted."""
    text = texts.get(GAME_PREFIX + key)
    if text is None:
        return Restored()
    try:
        return Restored(_read(check_text(text, "record"), key, games))
    except ParseError:
        return Restored(quarantine=(Quarantine(GAME_PREFIX + key),))


@lru_cache(maxsize=MAX_CACHED)
def _read(text: str, key: str, games: Games) -> Match:
    match = read_record(games, text, key)
    headers = dict(match.record.headers)
    undone = headers.pop(UNDONE, "").split()
    remote = LinkPlay.parse(headers.pop(REMOTE, ""), len(match.seats))
    match = replace(match, record=match.record.with_headers(headers)).with_undone(undone)
    return match.with_remote(remote) if remote else match


def date_of(time: float) -> str:
    """Return the date of a time in the user's time zone."""
    return strftime("%Y-%m-%d", localtime(time / 1000))


# Preferences


class Preferences(NamedTuple):
    """A language and settings."""

    language: str
    settings: Settings


def read_preferences(text: str, language: str) -> Preferences:
    """Parse stored preferences and drop invalid values; `language` is the default."""
    settings = Settings()
    try:
        stored = read_object(text or "{}")
    except NotAnObject:
        return Preferences(language, settings)
    for name, value in stored.items():
        if name == "language" and value in LANGUAGES:
            language = value
        elif value in CHOICES.get(name, ()):
            settings = settings.with_choice(name, value)
        elif isinstance(value, bool) and name not in CHOICES:
            # A switch of all games or of a single game.
            settings = settings.with_switch(name, value)
    return Preferences(language, settings)


def is_readable(text: str) -> bool:
    """Return whether stored preferences are readable; an empty text is readable."""
    try:
        read_object(text or "{}")
    except NotAnObject:
        return False
    return True


def write_preferences(preferences: Preferences, before: Preferences | None = None) -> StoreUpdate:
    """Store preferences: all, or only those that changed, so that other tabs keep theirs."""
    values, old = _values(preferences), _values(before) if before else {}
    off = dict.fromkeys(before.settings.switches, False) if before else {}
    changed = {name: value for name, value in (off | values).items() if name not in old or old[name] != value}
    return StoreUpdate(PREFERENCES_KEY, changed)


def _values(preferences: Preferences) -> dict[str, object]:
    values = vars(preferences.settings) | dict.fromkeys(preferences.settings.switches, True)
    return {name: value for name, value in values.items() if name != "switches"} | {"language": preferences.language}


# The user's custom maps


MAX_MAPS, MAX_MAP = 12, 1000
"""The maximal number of maps, and the maximal length of a map's text."""


def read_maps(text: str) -> dict[str, str]:
    """Read the stored maps by name and drop invalid ones."""
    try:
        stored = read_object(text or "{}")
    except NotAnObject:
        return {}
    maps = {clean_name(name): board for name, board in stored.items() if isinstance(board, str)}
    return {name: board for name, board in maps.items() if name and 0 < len(board) <= MAX_MAP}


# All stored texts as one file


ARCHIVE_FORMAT = "qin-everything"
ARCHIVE_VERSION = 1
MAX_ARCHIVE = 64_000_000
"""The maximal length of an archive."""
MAX_KEY = 200
_KEY = re.compile(r"[^\x00-\x1f]+")


class ArchiveError(ValueError):
    """An archive can't be loaded; `reason` is the key of the explanation."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write_archive(texts: Mapping[str, str]) -> str:
    """Write the stored texts by key as readable JSON."""
    return json.dumps(
        {"format": ARCHIVE_FORMAT, "version": ARCHIVE_VERSION, "texts": dict(texts)}, ensure_ascii=False, indent=1
    )


def read_archive(text: str) -> dict[str, str]:
    """Read the texts of an archive and drop unknown keys; raise `ArchiveError`."""
    if len(text) > MAX_ARCHIVE:
        raise ArchiveError("load-too-long")
    try:
        archive = read_object(text.removeprefix("\ufeff"), MAX_ARCHIVE)
    except NotAnObject:
        raise ArchiveError("load-not-ours") from None
    version, texts = archive.get("version"), archive.get("texts")
    if archive.get("format") != ARCHIVE_FORMAT or type(version) is not int or not isinstance(texts, dict):
        raise ArchiveError("load-not-ours")
    if version > ARCHIVE_VERSION:
        raise ArchiveError("load-newer")
    known = {key: value for key, value in texts.items() if key.startswith(SITE_PREFIX) or key.endswith(CURRENT_SUFFIX)}
    for key, value in known.items():
        if len(key) > MAX_KEY or not _KEY.fullmatch(key) or not isinstance(value, str) or len(value) > MAX_STORED:
            raise ArchiveError("load-damaged")
    return known
