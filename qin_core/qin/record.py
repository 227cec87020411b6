"""Records of whole games of Qin; the form is the one of `qin_core.record`, with the tiles drawn after the moves."""

from typing import ClassVar

from qin_core.moves import Played
from qin_core.qin.event import Event
from qin_core.qin.move import Move
from qin_core.qin.position import Position
from qin_core.qin.tiles import KINDS
from qin_core.record import GameRecord, Turn

__all__ = ["Record", "Turn"]


class Record(GameRecord[Position, Move]):
    """A game from its first position on; records are values, `add` gives a longer one."""

    game: ClassVar[str] = "Qin"
    position_type: ClassVar[type[Position]] = Position
    move_type: ClassVar[type[Move]] = Move
    repeated: ClassVar[str] = "Board"
    tiles: ClassVar[frozenset[str]] = frozenset(KINDS)

    def add(self, move: Move | str, drawn: str = "", comment: str = "") -> "Record":
        """Append a move; `drawn` is needed only where the pile is hidden. Raises `IllegalMove` like `Position.play`."""
        return self._add(move, drawn, comment)

    def _repeat(self) -> str:
        return self.start.board.name

    def _step(self, before: Position, move: Move, drawn: str) -> tuple[Played[Position, Event], str]:
        """Make a move and see the tile drawn: from a hidden pile it is the one that the record names (Q8)."""
        played = before.apply(move)
        seen = _drawn(before, played.position)
        if seen != "?":
            return played, seen
        if not drawn:
            return played, ""
        return played._replace(position=played.position.revealed(before.mover, drawn)), drawn


def _drawn(before: Position, after: Position) -> str:
    """Name the tile that the last move drew: `?` for a hidden one, nothing where none was drawn."""
    for old, new in zip(before.piles, after.piles, strict=True):
        if len(new) < len(old):
            return old[0]
    return ""
