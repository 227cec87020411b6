"""Events, refusal reasons and outcome reasons of Qin: enums whose values are the words of the notation.

Being `StrEnum`s, they compare equal to those words. A type checker knows all members, so it can tell whether a `match`
statement covers every case:

>>> from typing import assert_never
>>> def pagodas_gained(event: Event) -> int:
...     match event.kind:
...         case EventKind.FOUND | EventKind.MAJOR | EventKind.CONNECT | EventKind.CONQUER:
...             return 1
...         case EventKind.EXPAND | EventKind.ABSORB:
...             return 0
...         case other:
...             assert_never(other)
>>> pagodas_gained(Event(EventKind.FOUND, "d3", 1))
1
"""

from enum import StrEnum
from typing import NamedTuple


class EventKind(StrEnum):
    """The kinds of consequences that a placement has."""

    FOUND = "found"
    """A province is founded (Q14)."""
    EXPAND = "expand"
    """A province grows (Q15)."""
    ABSORB = "absorb"
    """Provinces are joined into one (Q19)."""
    MAJOR = "major"
    """A province becomes major (Q16)."""
    CONNECT = "connect"
    """A player takes a free village (Q17)."""
    CONQUER = "conquer"
    """A player takes a village from another player (Q18)."""


FOUND, EXPAND, ABSORB, MAJOR, CONNECT, CONQUER = EventKind


class Event(NamedTuple):
    """One consequence of a placement.

    >>> str(Event(EventKind.CONQUER, "a", 1, loser=2))
    'conquer a 1 from 2'
    """

    kind: EventKind
    place: str
    """The first square of the province after the move, or the letter of the village."""
    player: int
    """The owner of the province, or the new holder of the village."""
    loser: int = 0
    """The player who loses the village; 0 for all other events."""

    def __str__(self) -> str:
        return f"{self.kind} {self.place} {self.player}" + (f" from {self.loser}" if self.loser else "")


RawEvent = tuple[EventKind, int, int, int | None]
"""An event in numbers: kind, place, player, loser.

For a province, the place is its squares and the loser is None. For a village, the place is its number and the loser is
its old holder, or 0 if it was free.
"""


class RefusalReason(StrEnum):
    """The reasons why a move is illegal, in the order in which they are checked."""

    GAME_OVER = "game-over"
    """The game has ended (Q23, Q24). `players`: the winners."""
    NOT_A_PASS = "not-a-pass"
    """The player can place a tile (Q24). `players`: that player."""
    NOT_IN_HAND = "not-in-hand"
    """The player does not hold the tile (Q8). `players`: that player."""
    NOT_GRASSLAND = "not-grassland"
    """A square is off the board, water, a village or covered (Q9). `squares`, `villages`: the ones in the way."""
    NOT_A_DOMINO = "not-a-domino"
    """The squares are not adjacent (Q9). `squares`: both."""
    NOT_CONNECTED = "not-connected"
    """No province space is adjacent (Q10). `squares`: spaces at a corner of the tile; `villages`: adjacent villages."""
    JOINS_MAJORS = "joins-majors"
    """Major provinces would be joined (Q21). `squares`: of those provinces; `players`, `counts`: owners and spaces."""
    TAKES_MAJOR = "takes-major"
    """A major province would be taken over (Q22). `squares`, `players`, `counts`: of all joined provinces."""
    TIED_MERGE = "tied-merge"
    """Two or more players tie for the most spaces (Q20). `squares`, `players`, `counts`: of all joined provinces."""
    EMPTY_PILE = "empty-pile"
    """The pile to draw from is empty or does not exist (Q8). `counts`: the pile's number."""


class OutcomeReason(StrEnum):
    """The reasons why a game is over."""

    LAST_PAGODA = "last-pagoda"
    """A player has placed the last pagoda (Q23)."""
    NO_TILES = "no-tiles"
    """All hands and piles are empty (Q24)."""
    NO_ROOM = "no-room"
    """No tile in any hand can be placed (Q24)."""
