"""Somebody's preferences, kept from one visit to the next and shared by all pages of the site."""

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
    for name, value in kept.items():
        if name == "language" and value in LANGUAGES:
            found = found._replace(language=value)
        elif value in CHOICES.get(name, ()):
            found = found._replace(settings=found.settings.with_choice(name, value))
        elif isinstance(value, bool) and name not in CHOICES:
            # A switch of this page, or of a single game.
            found = found._replace(settings=found.settings.with_switch(name, value))
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
    off = dict.fromkeys(before.settings.switches, False) if before else {}
    changed = {name: value for name, value in (off | values).items() if name not in old or old[name] != value}
    return StoreUpdate(KEY, changed)


def _values(preferences: Preferences) -> dict[str, object]:
    values = vars(preferences.settings) | dict.fromkeys(preferences.settings.switches, True)
    return {name: value for name, value in values.items() if name != "switches"} | {"language": preferences.language}
