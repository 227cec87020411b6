"""How a game ended, for every game: who has won, and by which rule."""

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """Why a game is over."""

    LAST_PAGODA = "last-pagoda"
    """Qin: somebody placed the last pagoda (Q23)."""
    NO_TILES = "no-tiles"
    """Qin: nobody has a tile any more (Q24)."""
    NO_ROOM = "no-room"
    """Qin: nobody's tiles fit anywhere (Q24)."""
    EMPEROR = "emperor"
    """Khan Tsin: somebody made a stack of nine (K9)."""
    NO_MOVES = "no-moves"
    """Khan Tsin: neither side can move (K10)."""


class Outcome(NamedTuple):
    """The end of a game: all who share the victory, and why it is over."""

    winners: tuple[int, ...]
    reason: Reason

    def __str__(self) -> str:
        return f"{self.reason} {','.join(map(str, self.winners))}"
