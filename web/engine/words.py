"""The words of the page, by key and language, with plural forms."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

LANGUAGES = ("en", "fr", "de", "nl")
Catalogue = Mapping[str, str | Mapping[str, str]]


@cache
def catalogue(language: str) -> dict[str, str | Mapping[str, str]]:
    """Read a language's words: inside the package in the wheel, beside it in the sources."""
    packed = resources.files("engine") / "i18n" / f"{language}.json"
    file = packed if packed.is_file() else Path(__file__).parents[1] / "i18n" / f"{language}.json"
    words: dict[str, str | Mapping[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return words


def add_words(words: Mapping[str, Catalogue]) -> None:
    """Add words by language, for a game that is not in the catalogues."""
    for language, added in words.items():
        catalogue(language).update(added)


def plural_form(language: str, count: int) -> str:
    """Name the plural form of a number: French counts 0 as singular."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"


def say(language: str, key: str, **values: str | int) -> str:
    """Put a text together; a text with plural forms follows its `n`."""
    text = catalogue(language)[key]
    if not isinstance(text, str):
        text = text[plural_form(language, int(values["n"]))]
    return text.format(**values)


def say_date(language: str, date: str, *, year: bool = True) -> str:
    """Write a date like 2026-11-17 as people of a language do; what is none stays as it is."""
    parts = date.split("-")
    if [len(part) for part in parts if part.isdecimal()] != [4, 2, 2] or not 1 <= int(parts[1]) <= 12:
        return date
    day = say(language, "day", n=int(parts[2]), month=say(language, "months").split(" ")[int(parts[1]) - 1])
    return f"{day} {parts[0]}" if year else day


def choose_language(wanted: Sequence[str]) -> str:
    """Take the first of a browser's languages that there are words for."""
    for tag in wanted:
        language = tag.lower().partition("-")[0]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]
