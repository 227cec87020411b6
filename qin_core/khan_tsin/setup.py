"""Setting up a game (K3): South places the twelve red barons, then North the twelve black ones; white fills the rest.

A layout is a text of 36 letters from space 1, with `-` for a free space. Barons are placed one at a time.
"""

import random
from typing import NamedTuple

from qin_core.common.errors import PositionError, Problem
from qin_core.khan_tsin.board import LENGTH, NORTH, SOUTH, Space
from qin_core.khan_tsin.stack import COLOURS, COPIES

FREE = "-"
EMPTY = FREE * LENGTH
_ORDER = ((COLOURS[0], SOUTH), (COLOURS[1], NORTH))


class NextBaron(NamedTuple):
    """The baron to place next, and how many of its colour are left."""

    colour: str
    player: int
    left: int


def next_baron(layout: str) -> NextBaron | None:
    """Return the baron to place next; None when all are placed (K3).

    >>> next_baron("r" * 12 + "-" * 24)
    NextBaron(colour='b', player=2, left=12)
    """
    for colour, player in _ORDER:
        left = COPIES - layout.count(colour)
        if left:
            return NextBaron(colour, player, left)
    return None


def place(layout: str, space: Space) -> str:
    """Place the next baron on a free space; after the last black one, white fills the rest (K3)."""
    baron = next_baron(layout)
    if baron is None or not 1 <= space <= LENGTH or layout[space - 1] != FREE:
        raise PositionError(Problem("layout", "not-free", str(space)))
    layout = layout[: space - 1] + baron.colour + layout[space:]
    return layout if next_baron(layout) else layout.replace(FREE, COLOURS[2])


def shuffle(rng: random.Random) -> str:
    """Return a random layout (K3)."""
    barons = list(COLOURS * COPIES)
    rng.shuffle(barons)
    return "".join(barons)


def fill(layout: str = EMPTY, *, player: int | None = None, seed: float | str | None = None) -> str:
    """Place the missing barons at random; with `player`, only those of that player."""
    rng = random.Random(seed)
    while (baron := next_baron(layout)) and player in (None, baron.player):
        free = [space for space, letter in enumerate(layout, 1) if letter == FREE]
        layout = place(layout, rng.choice(free))
    return layout
