"""Position lines: three fields, read strictly and written back to the letter.

A line is accepted only as `write` would write it, so every position has one text. A finished game's stack of nine
stays in the line, Emperor and all (K9): whoever isn't the mover has made it. Fewer than 36 barons are fine, since a
lesson needs no full dragon; a game that starts with 36 keeps them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from qin_core.errors import Fault, NotationError, PositionError, check_text, quote
from qin_core.khan_tsin.board import LENGTH, SIDES, SOUTH
from qin_core.khan_tsin.stack import COLOURS, COPIES, EMPEROR, FORM, is_harmonious

FIELDS = ("stacks", "mover", "variants")
NOTHING = "-"
VARIANTS = (NOTHING, "r", "t", "rt")
"""`r` for turning (K12), `t` for two speeds (K11)."""


class Parts(NamedTuple):
    """What a line says, as `Position.build` takes it."""

    stacks: tuple[str, ...]
    mover: int
    variants: str


def read(text: str) -> Parts:
    """Take a line apart; raises `NotationError` (form) or `PositionError` (meaning) with every fault of both kinds."""
    fields = check_text(text, "line").split(" ")
    if len(fields) != len(FIELDS):
        raise NotationError(Fault("line", "bad-field-count", str(len(fields))))
    written, mover, variants = fields
    texts = written.split("/")
    form = [Fault("stacks", "malformed", quote(text)) for text in texts[:LENGTH] if not _is_stack(text)]
    if len(texts) != LENGTH:
        form.append(Fault("stacks", "bad-stack-count", str(len(texts))))
    stacks = tuple("" if text == NOTHING else text for text in texts[:LENGTH])
    if mover not in tuple(SIDES):
        form.append(Fault("mover", "malformed", quote(mover)))
    form += check_variants(variants)
    meaning = _check_barons(stacks)
    if form:
        raise NotationError(*form, *meaning)
    if meaning:
        raise PositionError(*meaning)
    return Parts(stacks, SIDES.index(mover) + SOUTH, variants)


def _is_stack(text: str) -> bool:
    return text == NOTHING or FORM.fullmatch(text) is not None


def check_variants(variants: str) -> list[Fault]:
    """Find fault with a choice of variants."""
    return [] if variants in VARIANTS else [Fault("variants", "malformed", quote(variants))]


def _check_barons(stacks: Sequence[str]) -> list[Fault]:
    """Find too many barons of a colour (K1), stacks out of harmony (K8), and a game won twice (K9)."""
    faults = [
        Fault("stacks", "harmony", f"{space} {quote(stack)}")
        for space, stack in enumerate(stacks, 1)
        if not is_harmonious(stack)
    ]
    for colour in COLOURS:
        if sum(stack.count(colour) for stack in stacks) > COPIES:
            faults.append(Fault("stacks", "too-many-barons", colour))
    if sum(len(stack) >= EMPEROR for stack in stacks) > 1:
        faults.append(Fault("stacks", "two-emperors"))
    return faults


def read_layout(layout: object) -> tuple[str, ...]:
    """Read 36 barons, one for each space from South's end (K3), such as `rbw` twelve times."""
    text = check_text(layout, "layout")
    faults = [Fault("layout", "bad-length", str(len(text)))] if len(text) != LENGTH else []
    if set(text) - set(COLOURS):
        faults.append(Fault("layout", "malformed", quote(text)))
    if faults:
        raise NotationError(*faults)
    unequal = [Fault("layout", "not-twelve", colour) for colour in COLOURS if text.count(colour) != COPIES]
    if unequal:
        raise PositionError(*unequal)
    return tuple(text)


def write(stacks: tuple[str, ...], mover: int, variants: str) -> str:
    """Write a position's line."""
    return f"{'/'.join(stack or NOTHING for stack in stacks)} {SIDES[mover - SOUTH]} {variants}"
