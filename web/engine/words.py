"""The words of the page, by key and language, with plural forms; problems of texts as sentences."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from qin_core.common.errors import Problem

LANGUAGES = ("en", "fr", "de", "nl")
Catalogue = Mapping[str, str | Mapping[str, str]]
_BEFORE_NAME = re.compile(r"\b([Dd]|[Qq]u)e \{(player|loser|other)\}")
"""French "de" and "que" before a name."""
_VOWEL = re.compile(r"[aeiouàâäæéèêëîïôöœùûü]|y(?![aeiou])", re.IGNORECASE)
"""How a name begins before which they are shortened: d’Alice, d’Yves, but de Yann."""


@cache
def catalogue(language: str) -> dict[str, str | Mapping[str, str]]:
    """Read a language's catalogue: in the package if installed, else beside it."""
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
    """Fill in a text; one with plural forms depends on `n`."""
    text = catalogue(language)[key]
    if not isinstance(text, str):
        text = text[plural_form(language, int(values["n"]))]
    if language == "fr":
        text = _BEFORE_NAME.sub(lambda found: _shorten(found, str(values.get(found[2], ""))), text)
    return text.format(**values)


def _shorten(before: re.Match[str], name: str) -> str:
    return f"{before[1]}’{{{before[2]}}}" if _VOWEL.match(name) else before[0]


def say_date(language: str, date: str, *, year: bool = True) -> str:
    """Write a date like 2026-11-17 in the style of a language; return any other text unchanged."""
    parts = date.split("-")
    if [len(part) for part in parts if part.isdecimal()] != [4, 2, 2] or not 1 <= int(parts[1]) <= 12:
        return date
    day = say(language, "day", n=int(parts[2]), month=say(language, "months").split(" ")[int(parts[1]) - 1])
    return f"{day} {parts[0]}" if year else day


def choose_language(wanted: Sequence[str]) -> str:
    """Return the first of a browser's languages that the site has."""
    for tag in wanted:
        language = tag.lower().partition("-")[0]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


# Problems of texts, as sentences


MAX_TOLD = 12
"""The maximal number of problems in one message."""
_NUMBERED = {"turn": "turn", "line": "row", "lesson": "row"}
"""Fields with a number, such as `turn 12`, and the keys of their names."""


def explain(language: str, fault: Problem) -> str:
    """Describe a problem in one sentence."""
    field = fault.field.rpartition("Start ")[2].partition(" ")[0]
    special = f"fault-{field}-{fault.code}"
    key = special if special in catalogue(language) else f"fault-{fault.code}"
    return say(language, key, about=_about(language, fault))


def explain_with_place(language: str, fault: Problem) -> str:
    """Describe a problem and the part of the text that it is in, if any."""
    if not fault.field:
        return explain(language, fault)
    return say(language, "fault-at", place=_place(language, fault.field), fault=explain(language, fault))


def explain_all(language: str, faults: tuple[Problem, ...]) -> list[str]:
    """Describe all problems of a text by part; of very many, count the rest."""
    told = [explain_with_place(language, fault) for fault in faults[:MAX_TOLD]]
    more = len(faults) - len(told)
    return [*told, say(language, "fault-more", n=more)] if more else told


def _about(language: str, fault: Problem) -> str:
    key = f"about-{fault.code}-{fault.detail}"
    return say(language, key) if key in catalogue(language) else fault.detail or fault.field


def _place(language: str, field: str) -> str:
    """Name the part of a text that a field stands for."""
    if field.startswith("Start "):
        return say(language, "place-start", place=_place(language, field.removeprefix("Start ")))
    turn, branches, rest = field.partition(" variation ")
    if branches:
        number, _, inner = rest.partition(" ")
        return say(language, "place-variation", place=_place(language, turn), n=number, inner=_place(language, inner))
    kind, _, number = field.partition(" ")
    if number.isdecimal() and kind in _NUMBERED:
        return say(language, f"place-{_NUMBERED[kind]}", n=number)
    key = f"place-{field}"
    return say(language, key) if key in catalogue(language) else say(language, "place-header", name=field)
