"""Somebody's preferences, kept from one visit to the next and shared by all pages of the site."""

from dataclasses import asdict, replace
from typing import NamedTuple

from engine.json_text import NotAnObject, read_object
from engine.protocol import PREFERENCES_KEY, StoreUpdate
from engine.session.session import CHOICES, Settings
from engine.words import LANGUAGES

KEY = PREFERENCES_KEY


class Preferences(NamedTuple):
    """A language and settings."""

    language: str
    settings: Settings


def read(text: str, language: str) -> Preferences:
    """Read what was kept, as far as it makes sense; without a kept language, `language` it is."""
    found = Preferences(language, Settings())
    try:
        kept = read_object(text or "{}")
    except NotAnObject:
        return found
    kinds = {name: type(value) for name, value in asdict(found.settings).items()}
    for name, value in kept.items():
        if name == "language" and value in LANGUAGES:
            found = found._replace(language=value)
        elif kinds.get(name) is type(value) and value in CHOICES.get(name, (value,)):
            found = found._replace(settings=replace(found.settings, **{name: value}))
    return found


def readable(text: str) -> bool:
    """Tell whether what was kept can be read at all; nothing can."""
    try:
        read_object(text or "{}")
    except NotAnObject:
        return False
    return True


def write(preferences: Preferences, before: Preferences | None = None) -> StoreUpdate:
    """Store them: all, or those that changed, so that other tabs lose none of theirs."""
    values, old = _values(preferences), _values(before) if before else {}
    return StoreUpdate(KEY, {name: value for name, value in values.items() if name not in old or old[name] != value})


def _values(preferences: Preferences) -> dict[str, object]:
    return asdict(preferences.settings) | {"language": preferences.language}
