"""Somebody's preferences, kept from one visit to the next and shared by all pages of the site."""

import json
from dataclasses import asdict, replace
from typing import NamedTuple

from engine.model import Settings
from engine.page.saves import Store
from engine.words import LANGUAGES

KEY = "qin.preferences"


class Preferences(NamedTuple):
    """A language and settings."""

    language: str
    settings: Settings


def read(store: Store, language: str) -> Preferences:
    """Find what was kept, as far as it makes sense; without a kept language, `language` it is."""
    try:
        kept = json.loads(store.get(KEY) or "{}")
    except ValueError:
        kept = {}
    found = Preferences(language, Settings())
    kinds = {name: type(value) for name, value in asdict(found.settings).items()}
    for name, value in kept.items() if isinstance(kept, dict) else ():
        if name == "language" and value in LANGUAGES:
            found = found._replace(language=value)
        elif kinds.get(name) is type(value):
            found = found._replace(settings=replace(found.settings, **{name: value}))
    return found


def write(store: Store, preferences: Preferences) -> None:
    store.put(KEY, json.dumps(asdict(preferences.settings) | {"language": preferences.language}))
