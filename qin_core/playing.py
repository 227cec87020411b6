"""What every game's positions and events offer, whichever game it is."""

from collections.abc import Sequence
from typing import Any, Protocol, Self

from qin_core.errors import Refusal


class AnyEvent(Protocol):
    """Something that a move does."""

    @property
    def kind(self) -> str:
        """The name of what happens."""

    @property
    def player(self) -> int:
        """Whose it is; 0 where it is nobody's."""


class AnyPosition(Protocol):
    """A position of some game; its moves are given as values of that game or as their texts."""

    def __hash__(self) -> int:
        """Be a value."""

    @property
    def mover(self) -> int:
        """The player on turn."""

    @property
    def players(self) -> range:
        """The players' numbers."""

    def moves(self) -> Sequence[object]:
        """List the legal moves."""

    def play(self, move: Any) -> Self:
        """Make a move."""

    def events(self, move: Any) -> Sequence[AnyEvent]:
        """List what a move does."""

    def why_not(self, move: Any) -> Refusal | None:
        """Say why a move isn't allowed, None if it is."""

    def winners(self) -> tuple[int, ...] | None:
        """Name the winners, None while the game runs."""

    def view(self, player: int) -> Self:
        """Hide what a player may not see."""
