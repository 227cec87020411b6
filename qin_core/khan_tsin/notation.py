"""Position lines: three fields, read strictly.

A line is accepted only in the spelling that `write` produces, so every position has exactly one text. After the end of
a game, the stack of nine stays in the line with its Emperor (K9); the player who isn't to move has made it. Fewer than
36 barons are allowed, because a lesson does not need all of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from qin_core.common.errors import NotationError, PositionError, Problem
from qin_core.common.text import abbreviate, check_text
from qin_core.khan_tsin.board import LENGTH, SIDES, SOUTH
from qin_core.khan_tsin.stack import COLOURS, COPIES, EMPEROR, STACK_PATTERN, is_harmonious

FIELDS = ("stacks", "mover", "variants")
NOTHING = "-"
VARIANTS = (NOTHING, "r", "t", "rt")
"""`r` for turning (K12), `t` for two speeds (K11)."""


class Parts(NamedTuple):
    """The contents of a line: the arguments of `Position.build`."""

    stacks: tuple[str, ...]
    player_to_move: int
    variants: str


def read(text: str) -> Parts:
    """Read a line; raise `NotationError` (syntax) or `PositionError` (meaning) with every problem."""
    fields = check_text(text, "line").split(" ")
    if len(fields) != len(FIELDS):
        raise NotationError(Problem("line", "bad-field-count", str(len(fields))))
    stacks_text, mover, variants = fields
    texts = stacks_text.split("/")
    syntax = [Problem("stacks", "malformed", abbreviate(text)) for text in texts[:LENGTH] if not _is_stack(text)]
    if len(texts) != LENGTH:
        syntax.append(Problem("stacks", "bad-stack-count", str(len(texts))))
    stacks = tuple("" if text == NOTHING else text for text in texts[:LENGTH])
    if mover not in tuple(SIDES):
        syntax.append(Problem("mover", "malformed", abbreviate(mover)))
    syntax += check_variants(variants)
    semantics = _check_barons(stacks)
    if syntax:
        raise NotationError(*syntax, *semantics)
    if semantics:
        raise PositionError(*semantics)
    return Parts(stacks, SIDES.index(mover) + SOUTH, variants)


def _is_stack(text: str) -> bool:
    return text == NOTHING or STACK_PATTERN.fullmatch(text) is not None


def check_variants(variants: str) -> list[Problem]:
    """List the problems of the field `variants`."""
    return [] if variants in VARIANTS else [Problem("variants", "malformed", abbreviate(variants))]


def _check_barons(stacks: Sequence[str]) -> list[Problem]:
    """List stacks out of harmony (K8), too many barons of a colour (K1), and two stacks of nine (K9)."""
    problems = [
        Problem("stacks", "harmony", f"{space} {abbreviate(stack)}")
        for space, stack in enumerate(stacks, 1)
        if not is_harmonious(stack)
    ]
    for colour in COLOURS:
        if sum(stack.count(colour) for stack in stacks) > COPIES:
            problems.append(Problem("stacks", "too-many-barons", colour))
    if sum(len(stack) >= EMPEROR for stack in stacks) > 1:
        problems.append(Problem("stacks", "two-emperors"))
    return problems


def read_layout(layout: object) -> tuple[str, ...]:
    """Read a layout of 36 barons from South's end (K3), such as twelve times `rbw`."""
    text = check_text(layout, "layout")
    problems = [Problem("layout", "bad-length", str(len(text)))] if len(text) != LENGTH else []
    if set(text) - set(COLOURS):
        problems.append(Problem("layout", "malformed", abbreviate(text)))
    if problems:
        raise NotationError(*problems)
    unequal = [Problem("layout", "not-twelve", colour) for colour in COLOURS if text.count(colour) != COPIES]
    if unequal:
        raise PositionError(*unequal)
    return tuple(text)


def write(stacks: tuple[str, ...], player_to_move: int, variants: str) -> str:
    """Write a position line."""
    return f"{'/'.join(stack or NOTHING for stack in stacks)} {SIDES[player_to_move - SOUTH]} {variants}"
