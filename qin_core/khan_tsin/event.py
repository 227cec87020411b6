"""Events: the consequences of a move, in small words.

In this order: `stack SPACE HEIGHT`, the stack that was made is so high; `empty SPACE`, nobody is left where the
barons came from (so somebody else is near now, K4); `emperor SPACE P`, player P takes the Emperor off a stack of nine
and wins (K9). A forced pass (K10) is `pass P` alone.
"""

from typing import NamedTuple


class Event(NamedTuple):
    """One consequence: its kind, and the space, the height and the player that belong to it (0 where none does)."""

    kind: str
    space: int = 0
    height: int = 0
    player: int = 0

    def __str__(self) -> str:
        return " ".join([self.kind, *(str(number) for number in self[1:] if number)])
