"""Positions of Khan Tsin: written as text, checked as they are written, drawn and taken away."""

import re
from functools import lru_cache

from qin_core.common.errors import ParseError, PositionError, Problem
from qin_core.khan_tsin import Position, svg
from qin_core.khan_tsin.board import LENGTH, SIDES, SOUTH
from qin_core.khan_tsin.stack import COLOURS, EMPEROR

MAX_TEXT = 2000
REMOVE = "-"
BARONS = (*COLOURS, REMOVE)
"""What a touch on a space does: put a baron of a colour on top, or take the top one away."""
_MEANT = re.compile(r"[a-z-]*/[a-z/-]* \S+ \S+")
START = str(Position.deal(seed=1))
"""What there is to see before anything was written."""


def is_line(text: str) -> bool:
    """Tell whether a text is meant as a position of Khan Tsin: three fields, the first one with stacks."""
    return _MEANT.fullmatch(text) is not None


@lru_cache(maxsize=8)
def faults(line: str) -> tuple[Problem, ...]:
    """List everything that is wrong with a line."""
    try:
        Position.parse(line)
    except ParseError as error:
        return error.problems
    return ()


def draw(line: str, title: str, *, size: int | None = None, style: bool = True, hits: bool = True) -> str:
    """Draw a position, with the spaces marked that a fault is about; nothing if the line hasn't the right form."""
    try:
        position = Position.parse(line)
    except PositionError:
        stacks, mover, variants = line.split(" ")
        spaces = tuple(stack.strip("-") for stack in stacks.split("/"))
        position = Position.build(spaces, SIDES.index(mover) + SOUTH, variants)
    except ParseError:
        return ""
    marks = [int(fault.detail.partition(" ")[0]) for fault in faults(line) if fault.code == "harmony"]
    return svg.board_svg(position, marks=marks, title=title, size=size, style=style, hits=hits)


def lay(line: str, space: int, baron: str) -> str:
    """Put a baron on top of a space's stack, or take the top one away; a line of another form stays as it is."""
    stacks, *rest = line.split(" ")
    towers = [stack.strip("-") for stack in stacks.split("/")]
    if len(towers) != LENGTH or not 1 <= space <= LENGTH:
        return line
    tower = towers[space - 1]
    if baron == REMOVE:
        towers[space - 1] = tower[:-1]
    elif len(tower) < EMPEROR:
        towers[space - 1] = tower + baron
    return " ".join(["/".join(tower or "-" for tower in towers), *rest])
