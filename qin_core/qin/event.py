"""Events: the consequences of a placement (Q13-Q19), in the words of the notation."""

from typing import NamedTuple


class Event(NamedTuple):
    """One consequence: its kind, where (a province's first cell or a village's letter), whose, and from whom."""

    kind: str
    place: str
    player: int
    loser: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {self.place} {self.player}" + (f" from {self.loser}" if self.loser else "")
