"""What is shown: one immutable value, from which the whole page follows."""

from dataclasses import dataclass, field
from functools import cached_property

from qin_core.qin import PASS, Move, Position

# The way from a tile's first space to its second, in quarter turns clockwise: east, south, west, north.
STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))


@dataclass(frozen=True)
class Model:
    """A game at one screen, and what the person in front of it has in hand."""

    position: Position
    language: str = "en"
    tile: int | None = None
    """Which tile of the hand is picked."""
    square: str | None = None
    """Where its first space would lie."""
    turn: int = 0
    """How it lies: an index into `STEPS`."""
    last: Move | None = None
    over: tuple[int, ...] | None = field(default=None)
    """The winners, once there are any."""

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The tiles of the player whose turn it is."""
        return self.position.hand(self.position.mover)

    @cached_property
    def must_pass(self) -> bool:
        """Whether nothing can be placed while another player still can (Q24)."""
        return self.over is None and PASS in self.position.moves()

    @cached_property
    def choices(self) -> dict[tuple[str, int], Move]:
        """The legal placements of the picked tile, by the square of its first space and the way it lies."""
        if self.tile is None:
            return {}
        tile = self.hand[self.tile]
        return {key: move for move in self.position.moves() if move.tile == tile for key in _ways(move)}

    @cached_property
    def ghost(self) -> Move | None:
        """The placement that is being looked at."""
        return None if self.square is None else self.choices.get((self.square, self.turn))

    @cached_property
    def lit(self) -> frozenset[str]:
        """The squares on which the picked tile's first space can lie."""
        return frozenset(square for square, _ in self.choices)


def _ways(move: Move) -> list[tuple[str, int]]:
    """Say how a placement can be pointed at: a double tile from either end."""
    (colour, first), (other, second) = move.spaces
    step = (ord(second[0]) - ord(first[0]), int(second[1:]) - int(first[1:]))
    turn = STEPS.index(step)
    back = [(second, (turn + 2) % 4)] if colour == other else []
    return [(first, turn), *back]
