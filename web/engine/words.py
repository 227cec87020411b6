"""The catalogues: the site's texts by key and language, with plural forms.

Also describes the problems of positions, records, lesson files and attributes in sentences.
"""

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
"""The start of a name before which they are elided: d’Alice, d’Yves, but de Yann."""


@cache
def catalogue(language: str) -> dict[str, str | Mapping[str, str]]:
    """Read the catalogue of a language, in the installed package or else beside it."""
    packed = resources.files("engine") / "i18n" / f"{language}.json"
    file = packed if packed.is_file() else Path(__file__).parents[1] / "i18n" / f"{language}.json"
    texts: dict[str, str | Mapping[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return texts


def add_words(catalogues: Mapping[str, Catalogue]) -> None:
    """Add the texts of a game by language."""
    for language, texts in catalogues.items():
        catalogue(language).update(texts)


def plural_form(language: str, count: int) -> str:
    """Return the plural form of a number; French counts 0 as singular."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"


def say(language: str, key: str, **values: str | int) -> str:
    """Return a text with its values filled in; `n` decides its plural form."""
    text = catalogue(language)[key]
    if not isinstance(text, str):
        text = text[plural_form(language, int(values["n"]))]
    if language == "fr":
        text = _BEFORE_NAME.sub(lambda match: _elide(match, str(values.get(match[2], ""))), text)
    return text.format(**values)


def _elide(match: re.Match[str], name: str) -> str:
    return f"{match[1]}’{{{match[2]}}}" if _VOWEL.match(name) else match[0]


def say_date(language: str, date: str, *, year: bool = True) -> str:
    """Write a date such as 2026-11-17 in a language; return any other text unchanged."""
    parts = date.split("-")
    if [len(part) for part in parts if part.isdecimal()] != [4, 2, 2] or not 1 <= int(parts[1]) <= 12:
        return date
    day = say(language, "day", n=int(parts[2]), month=say(language, "months").split(" ")[int(parts[1]) - 1])
    return f"{day} {parts[0]}" if year else day


def choose_language(preferred: Sequence[str]) -> str:
    """Return the first of the browser's languages that the site supports."""
    for tag in preferred:
        language = tag.lower().partition("-")[0]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


# Problems


MAX_PROBLEMS = 12
"""The maximal number of problems in a message."""
_NUMBERED = {"turn": "turn", "line": "row", "lesson": "row"}
"""The fields with a number, such as `line 12`, and the ends of their catalogue keys, such as `place-row`."""


def explain(language: str, problem: Problem) -> str:
    """Describe a problem in one sentence."""
    # `Start hands`, the hands in the start position of a record, is described like `hands`; `turn 12` like `turn`.
    field = problem.field.rpartition("Start ")[2].partition(" ")[0]
    special = f"fault-{field}-{problem.code}"
    key = special if special in catalogue(language) else f"fault-{problem.code}"
    return say(language, key, about=_detail(language, problem))


def explain_with_place(language: str, problem: Problem) -> str:
    """Describe a problem; begin with its place if that is known, as in `Turn 12: …`, except for a whole link."""
    if problem.field in ("", "link"):
        return explain(language, problem)
    return say(language, "fault-at", place=_place(language, problem.field), fault=explain(language, problem))


def explain_all(language: str, problems: tuple[Problem, ...]) -> list[str]:
    """Describe the problems of a text; above `MAX_PROBLEMS`, count the rest."""
    sentences = [explain_with_place(language, problem) for problem in problems[:MAX_PROBLEMS]]
    more = len(problems) - len(sentences)
    return [*sentences, say(language, "fault-more", n=more)] if more else sentences


def _detail(language: str, problem: Problem) -> str:
    key = f"about-{problem.code}-{problem.detail}"
    return say(language, key) if key in catalogue(language) else problem.detail or problem.field


def _place(language: str, field: str) -> str:
    """Return the name of a place, such as "Turn 12" for the field `turn 12`."""
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
