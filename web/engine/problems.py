"""Faults of texts as sentences in the reader's language: one for each fault of the core."""

from engine.words import catalogue, say
from qin_core.common.errors import Problem

MAX_TOLD = 12
"""Nobody reads more faults than these at once."""
_NUMBERED = {"turn": "turn", "line": "row", "lesson": "row"}
"""Fields with a number, such as `turn 12`, and how their places are called."""


def explain(language: str, fault: Problem) -> str:
    """Say what is wrong in one sentence."""
    field = fault.field.rpartition("Start ")[2].partition(" ")[0]
    special = f"fault-{field}-{fault.code}"
    key = special if special in catalogue(language) else f"fault-{fault.code}"
    return say(language, key, about=_about(language, fault))


def explain_with_place(language: str, fault: Problem) -> str:
    """Say what is wrong, and in which part of the text; of a text as a whole there is no part to name."""
    if not fault.field:
        return explain(language, fault)
    return say(language, "fault-at", place=_place(language, fault.field), fault=explain(language, fault))


def explain_all(language: str, faults: tuple[Problem, ...]) -> list[str]:
    """Say everything that is wrong with a text, place by place; of very many faults only how many more there are."""
    told = [explain_with_place(language, fault) for fault in faults[:MAX_TOLD]]
    more = len(faults) - len(told)
    return [*told, say(language, "fault-more", n=more)] if more else told


def _about(language: str, fault: Problem) -> str:
    key = f"about-{fault.code}-{fault.detail}"
    return say(language, key) if key in catalogue(language) else fault.detail or fault.field


def _place(language: str, field: str) -> str:
    """Name the part of a text that a fault's field stands for."""
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
