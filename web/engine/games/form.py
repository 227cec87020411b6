"""Seats, and the form for a new match."""

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from qin_core.common import text as core_text
from qin_core.common.errors import Problem

PERSON, REMOTE = "person", "far"
"""The kinds of seat for a person at this screen and elsewhere; every other kind is a computer level."""
NAMED_MAP = "map:"
"""Before the name of a stored custom map, as the value of the field `board`."""
SEPARATOR = "|"
MAX_NAME = 24


def clean_name(text: str) -> str:
    """Shorten a player's name and remove separators and characters that reorder text."""
    return core_text.clean_name(text.replace(SEPARATOR, " "), MAX_NAME)


@dataclass(frozen=True)
class Seat:
    """A player: a name (empty for the game's own), and a person or the name of a computer level."""

    name: str = ""
    kind: str = PERSON
    colour: int = 0
    """The player whose colour the pieces have; 0 for their own."""

    @property
    def person(self) -> bool:
        """Whether a person at this screen plays."""
        return self.kind == PERSON

    @property
    def remote(self) -> bool:
        """Whether a person at another screen plays."""
        return self.kind == REMOTE

    @property
    def computer(self) -> bool:
        return self.kind not in (PERSON, REMOTE)


@dataclass(frozen=True)
class Form:
    """The form for a new match."""

    seats: tuple[Seat, ...] = ()
    hints: bool = field(default=False, kw_only=True)
    """Whether everybody may ask for hints in a match by links."""

    levels: ClassVar[tuple[str, ...]]
    """The names of the computer levels that can be chosen."""
    boards: ClassVar[tuple[str, ...]] = ()
    """The names of the boards that can be chosen."""

    @property
    def seated(self) -> tuple[Seat, ...]:
        """The seats that take part."""
        return self.seats

    @property
    def board_text(self) -> str:
        """The custom map that is played on, as text."""
        return ""

    @property
    def own_seat(self) -> int:
        """The index of the first person."""
        return next((index for index, seat in enumerate(self.seated) if seat.person), 0)

    @property
    def opponents(self) -> str:
        """The kind of all other seats; empty if they differ, or if no person plays."""
        kinds = {seat.kind for index, seat in enumerate(self.seated) if index != self.own_seat}
        return kinds.pop() if len(kinds) == 1 and self.seats[self.own_seat].person else ""

    def change(self, field: str, value: str) -> Self:
        """Change a field; unknown fields and values change nothing."""
        if field == "opponents" and value in (PERSON, REMOTE, *self.levels):
            kinds = [PERSON if index == self.own_seat else value for index in range(len(self.seats))]
            seats = tuple(replace(seat, kind=kind) for seat, kind in zip(self.seats, kinds, strict=True))
            return replace(self, seats=seats)
        if field == "hints":
            return replace(self, hints=value == "true")
        name, _, number = field.partition("-")
        if name not in ("name", "kind") or number not in [str(n) for n in range(1, len(self.seats) + 1)]:
            return self
        if name == "kind" and value not in (PERSON, REMOTE, *self.levels):
            return self
        seat = self.seats[int(number) - 1]
        seat = replace(seat, name=clean_name(value)) if name == "name" else replace(seat, kind=value)
        return replace(self, seats=(*self.seats[: int(number) - 1], seat, *self.seats[int(number) :]))

    def problems(self) -> tuple[Problem, ...]:
        """List what prevents the match from starting."""
        return ()
