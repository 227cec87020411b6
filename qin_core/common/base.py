"""Base classes of every game's moves and positions, the list of legal moves, and the results of moves and games."""

from enum import StrEnum
from typing import Any, Generic, NamedTuple, Self, TypeVar

from qin_core.common.errors import BaseRefusal, IllegalMove, ParseError, Problem

Move = TypeVar("Move")
Position = TypeVar("Position")
Event = TypeVar("Event")
Reason = TypeVar("Reason", bound=StrEnum)


class Played(NamedTuple, Generic[Position, Event]):
    """The result of a move: the position after it, and its events in the order of the notation."""

    position: Position
    events: tuple[Event, ...]


class Outcome(NamedTuple, Generic[Reason]):
    """The end of a game: all players who share the victory, and why the game is over."""

    winners: tuple[int, ...]
    reason: Reason

    def __str__(self) -> str:
        return f"{self.reason} {','.join(map(str, self.winners))}"


class Moves(tuple[Move, ...], Generic[Move]):
    """The legal moves of a position: an immutable sequence.

    A move equals its text, so both moves and texts can be looked up with `in`. If a move may include an optional
    choice, the list has it once, without the choice. `is_legal` and `play` accept both.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {' '.join(map(str, self))}>"


class BaseMove:
    """A move, identified by its text: it equals and hashes like that text."""

    __slots__ = ("text",)
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BaseMove):
            return self.text == other.text
        return self.text == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)


class BasePosition:
    """An immutable position with one canonical text; subclasses define `_key`, which decides equality."""

    __slots__ = ()
    player_to_move: int

    def __init__(self) -> None:
        """Raise `TypeError`: use `deal`, `parse` or `build`."""
        raise TypeError(f"use {type(self).__name__}.deal, .parse or .build")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a position line; raise `ParseError` with every problem."""
        raise NotImplementedError

    @classmethod
    def problems(cls, text: str) -> tuple[Problem, ...]:
        """List everything wrong with a position line, without duplicates; empty if the line is valid."""
        try:
            cls.parse(text)
        except ParseError as error:
            return tuple(dict.fromkeys(error.problems))
        return ()

    @property
    def mover(self) -> int:
        """The player to move, under the name that the notation uses."""
        return self.player_to_move

    def apply(self, move: Any) -> Played[Any, Any]:
        """Return the next position and the events; raise `IllegalMove` with the reason."""
        raise NotImplementedError

    def why_not(self, move: Any) -> BaseRefusal | None:
        """Return why a move is illegal; None if it is legal."""
        raise NotImplementedError

    def is_legal(self, move: Any) -> bool:
        """Tell whether `play` accepts a move; raise `NotationError` for a text that is not a move."""
        return self.why_not(move) is None

    def outcome(self) -> Outcome[Any] | None:
        """Return the winners and why the game is over; None while it runs."""
        raise NotImplementedError

    def winners(self) -> tuple[int, ...] | None:
        """Return all players who share the victory; None while the game runs."""
        outcome = self.outcome()
        return outcome and outcome.winners

    def ascii(self) -> str:
        """Draw the position with ASCII characters only, for terminals and tests."""
        raise NotImplementedError

    def unicode(self) -> str:
        """Draw the position with coloured symbols, for terminals."""
        raise NotImplementedError

    def _key(self) -> tuple[object, ...]:
        raise NotImplementedError

    def _illegal(self, move: Any) -> IllegalMove:
        refusal = self.why_not(move)
        assert refusal is not None
        return IllegalMove(str(move), refusal)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BasePosition) and type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return type(self).parse, (str(self),)
