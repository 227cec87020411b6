"""Positions and moves as values, for every game: equal where their contents are, shown and kept as their texts."""

from typing import Any, Self

from qin_core.errors import Fault, FaultyText, IllegalMove, Refusal
from qin_core.moves import Played
from qin_core.outcome import Outcome


class WrittenMove:
    """A move that is known by its text."""

    __slots__ = ("text",)
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WrittenMove) and type(other) is type(self) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class WrittenPosition:
    """A position that has one text; a game's own says what else makes two of them equal."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a position line."""
        raise NotImplementedError

    @classmethod
    def faults(cls, text: str) -> tuple[Fault, ...]:
        """List everything that is wrong with a position line, each fault once; nothing if it can be played."""
        try:
            cls.parse(text)
        except FaultyText as error:
            return tuple(dict.fromkeys(error.faults))
        return ()

    def apply(self, move: Any) -> Played[Any, Any]:
        """Make a move: the next position and what happened; raises `IllegalMove` with the reason."""
        raise NotImplementedError

    def why_not(self, move: Any) -> Refusal | None:
        """Say why a move isn't allowed, None if it is."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """Say who has won and why; None while the game runs."""
        raise NotImplementedError

    def winners(self) -> tuple[int, ...] | None:
        """Name the winners, all who share the victory; None while the game runs."""
        outcome = self.outcome()
        return outcome and outcome.winners

    def _key(self) -> tuple[object, ...]:
        raise NotImplementedError

    def _illegal(self, move: Any) -> IllegalMove:
        reason = self.why_not(move)
        assert reason is not None
        return IllegalMove(str(move), reason)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WrittenPosition) and type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return type(self).parse, (str(self),)
