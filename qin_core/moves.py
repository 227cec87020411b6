"""Legal moves as a container, and what a played one gives back, for every game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar, overload

from qin_core.errors import FaultyText, Refusal

Move = TypeVar("Move")
Position = TypeVar("Position")
Event = TypeVar("Event")


class Played(NamedTuple, Generic[Position, Event]):
    """A move that was made: the position after it, and what happened, in the order of the notation."""

    position: Position
    events: tuple[Event, ...]


class Moves(Sequence[Move], Generic[Move]):
    """The legal moves: iterate, count, index, ask for truth, or ask whether a move (or its text) is one of them."""

    def __init__(self, why_not: Callable[[Move | str], Refusal | None], moves: list[Move]) -> None:
        """Hold a position's legal moves and its `why_not`."""
        self._why_not = why_not
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._moves[index]

    def __contains__(self, move: object) -> bool:
        """Tell whether a move is legal, also one that is written in another way than the list writes it."""
        if not self._moves or not isinstance(move, str | type(self._moves[0])):
            return False
        try:
            return self._why_not(move) is None
        except FaultyText:
            return False

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {' '.join(map(str, self._moves))}>"
