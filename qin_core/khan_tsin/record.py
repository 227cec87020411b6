"""Records of Khan Tsin games; see `qin_core.common.record`."""

from typing import ClassVar

from qin_core.common.record import GameRecord, Turn, Variation
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.position import Position

__all__ = ["Record", "Turn", "Variation"]


class Record(GameRecord[Position, Move]):
    """A game of Khan Tsin."""

    game: ClassVar[str] = "Khan Tsin"
    position_type: ClassVar[type[Position]] = Position
    move_type: ClassVar[type[Move]] = Move
    repeated_header: ClassVar[str] = "Variants"

    def _repeated_value(self) -> str:
        return self.start.variants
