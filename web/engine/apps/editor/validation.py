"""The validation of a sketch: the core's faults, and the squares where people will see them."""

from functools import lru_cache
from typing import NamedTuple

from engine.apps.editor.sketch import Sketch, neighbours, sign_at, square_names
from qin_core.common.errors import Problem
from qin_core.qin import Position


class Found(NamedTuple):
    """A fault and the squares that it is about."""

    fault: Problem
    squares: tuple[str, ...]


@lru_cache(maxsize=8)
def check(sketch: Sketch) -> tuple[Found, ...]:
    """List every fault of a sketch, each once; none if it is a position."""
    return tuple(Found(fault, _squares(sketch, fault)) for fault in Position.problems(sketch.line))


def _squares(sketch: Sketch, fault: Problem) -> tuple[str, ...]:
    """Find the squares that a fault is about."""
    match fault.field, fault.code:
        case _, "start-spaces-touch":
            starts = sketch.squares_with(fault.detail)
            return tuple(square for square in starts if set(neighbours(sketch.marks, square)) & set(starts))
        case _, "village-in-pieces" | "village-too-large":
            return sketch.squares_with(fault.detail)
        case "cells", "not-grassland" | "start-space-missing":
            return (fault.detail,)
        case "provinces", "owner-missing":
            return sketch.area_at(fault.detail)
        case "provinces", "no-such-player":
            return tuple(
                square for square in square_names(sketch.owners) if sign_at(sketch.owners, square) == fault.detail
            )
        case "villages", "no-such-player":
            held = [letter for letter, holder in sketch.holders if str(holder) == fault.detail]
            return tuple(square for letter in held for square in sketch.squares_with(letter))
    return ()
