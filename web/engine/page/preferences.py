"""Somebody's preferences, kept from one visit to the next and shared by all pages of the site."""

import json
from dataclasses import asdict, replace
from typing import NamedTuple

from engine.effects import Keep
from engine.json_text import NotAnObject, read_object
from engine.model import CHOICES, Settings
from engine.words import LANGUAGES

KEY = "qin.preferences"


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


def write(preferences: Preferences) -> Keep:
    """Keep them."""
    return Keep(KEY, json.dumps(asdict(preferences.settings) | {"language": preferences.language}))
