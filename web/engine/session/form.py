"""The form for a new game, as far as every game has it: who plays."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.session.match import FAR, PERSON, Game, Seat, clean_name
from qin_core.common.errors import Problem


@dataclass(frozen=True)
class Draft(ABC):
    """A game that is being set up."""

    seats: tuple[Seat, ...] = ()

    levels: ClassVar[tuple[str, ...]]
    """The names of the computer levels that can be chosen."""

    @property
    def seated(self) -> tuple[Seat, ...]:
        """The seats of those who play."""
        return self.seats

    @property
    def you(self) -> int:
        """The place of whoever fills in the form: the first person's."""
        return next((at for at, seat in enumerate(self.seated) if seat.person), 0)

    @property
    def opponents(self) -> str:
        """What kind all the others are; nothing if they differ, or if no person plays."""
        kinds = {seat.kind for at, seat in enumerate(self.seated) if at != self.you}
        return kinds.pop() if len(kinds) == 1 and self.seats[self.you].person else ""

    def change(self, field: str, value: str) -> Self:
        """Take over what one field of the form says now; what the form can't say changes nothing."""
        if field == "opponents" and value in (PERSON, FAR, *self.levels):
            kinds = [PERSON if at == self.you else value for at in range(len(self.seats))]
            seats = tuple(replace(seat, kind=kind) for seat, kind in zip(self.seats, kinds, strict=True))
            return replace(self, seats=seats)
        name, _, number = field.partition("-")
        if name not in ("name", "kind") or number not in [str(n) for n in range(1, len(self.seats) + 1)]:
            return self
        if name == "kind" and value not in (PERSON, FAR, *self.levels):
            return self
        seat = self.seats[int(number) - 1]
        seat = replace(seat, name=clean_name(value)) if name == "name" else replace(seat, kind=value)
        return replace(self, seats=(*self.seats[: int(number) - 1], seat, *self.seats[int(number) :]))

    def faults(self) -> tuple[Problem, ...]:
        """List what keeps the game from beginning."""
        return ()

    @abstractmethod
    def begin(self, seed: int, date: str) -> Game:
        """Begin the game; raises `ParseError` for a form with faults."""
