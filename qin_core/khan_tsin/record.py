"""Records of whole games of Khan Tsin; the form is the one of `qin_core.record`."""

from typing import ClassVar

from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.position import Position
from qin_core.record import GameRecord, Turn

__all__ = ["Record", "Turn"]


class Record(GameRecord[Position, Move]):
    """A game from its first position on; records are values, `add` gives a longer one."""

    game: ClassVar[str] = "Khan Tsin"
    position_type: ClassVar[type[Position]] = Position
    move_type: ClassVar[type[Move]] = Move
    repeated: ClassVar[str] = "Variants"

    def add(self, move: Move | str, comment: str = "") -> "Record":
        """Append a move; raises `IllegalMove` like `Position.play`."""
        return self._add(move, "", comment)

    def _repeat(self) -> str:
        return self.start.variants
