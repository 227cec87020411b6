"""Somebody's preferences, kept from one visit to the next and shared by all pages of the site."""

import json
from dataclasses import asdict, replace
from itertools import accumulate, repeat
from typing import Any, NamedTuple

from engine.effects import Keep
from engine.model import CHOICES, Settings
from engine.words import LANGUAGES

KEY = "qin.preferences"
MAX_TEXT = 100_000
MAX_DEPTH = 100
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class Preferences(NamedTuple):
    """A language and settings."""

    language: str
    settings: Settings


def read(text: str, language: str) -> Preferences:
    """Read what was kept, as far as it makes sense; without a kept language, `language` it is."""
    kept = read_object(text)
    found = Preferences(language, Settings())
    kinds = {name: type(value) for name, value in asdict(found.settings).items()}
    for name, value in kept.items():
        if name == "language" and value in LANGUAGES:
            found = found._replace(language=value)
        elif kinds.get(name) is type(value) and value in CHOICES.get(name, (value,)):
            found = found._replace(settings=replace(found.settings, **{name: value}))
    return found


def read_object(text: str) -> dict[str, Any]:
    """Read a JSON object that somebody else may have written; anything else counts as an empty one.

    Deep nesting would end the interpreter itself, so it is measured before the text is parsed.
    """
    if len(text) > MAX_TEXT or max(accumulate(map(_STEPS.get, text, repeat(0))), default=0) > MAX_DEPTH:
        return {}
    try:
        kept = json.loads(text or "{}")
    except ValueError:
        return {}
    return kept if isinstance(kept, dict) else {}


def write(preferences: Preferences) -> Keep:
    """Keep them."""
    return Keep(KEY, json.dumps(asdict(preferences.settings) | {"language": preferences.language}))
