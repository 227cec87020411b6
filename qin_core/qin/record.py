"""Records of Qin games: `qin_core.common.record` with the tiles drawn after the moves; and series of games (Q25)."""

from typing import ClassVar, NamedTuple

from qin_core.common.base import Played
from qin_core.common.errors import NotationError, PositionError, Problem
from qin_core.common.record import GameRecord, Turn, Variation
from qin_core.common.text import abbreviate
from qin_core.qin.events import Event
from qin_core.qin.move import Move
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN_TILE, KINDS, PILES

__all__ = ["Record", "Series", "Turn", "Variation"]


class Record(GameRecord[Position, Move]):
    """A game of Qin; `drawn` is the tile drawn after a move."""

    game: ClassVar[str] = "Qin"
    position_type: ClassVar[type[Position]] = Position
    move_type: ClassVar[type[Move]] = Move
    repeated_header: ClassVar[str] = "Board"
    draws: ClassVar[frozenset[str]] = frozenset(KINDS)
    bad_draw: ClassVar[str] = "bad-tile"
    choices: ClassVar[int] = PILES + 1

    def _repeated_value(self) -> str:
        return self.start.board.name

    def _step(self, before: Position, move: Move, drawn: str) -> tuple[Played[Position, Event], str]:
        """Play a move; return the result and the tile drawn. From a hidden pile, that is `drawn` (Q8)."""
        played = before.apply(move)
        tile = _drawn(before, played.position)
        if drawn and tile == HIDDEN_TILE:
            return played._replace(position=played.position.reveal([drawn], before.player_to_move)), drawn
        if drawn not in ("", tile):
            raise NotationError(Problem("drawn", "another-tile", abbreviate(drawn)))
        return played, "" if tile == HIDDEN_TILE else tile

    @classmethod
    def split_move(cls, move: Move) -> tuple[str, int]:
        """Split off the number of the pile to draw from; 0 if none is given."""
        return str(move.drawing_from(None)), move.pile or 0

    @classmethod
    def join_move(cls, text: str, choice: int) -> str:
        """Add the pile to draw from, unless it is 0."""
        return f"{text}/{choice}" if choice else text


class Series(NamedTuple):
    """A series of games (Q25): the unused pagodas of each player, game by game."""

    unused: tuple[tuple[int, ...], ...] = ()

    def add(self, end: Position) -> "Series":
        """Add the end of a game; raise `PositionError` if the game is unfinished or the number of players differs."""
        if end.winners() is None:
            raise PositionError(Problem("series", "unfinished"))
        unused = tuple(end.pagodas_left(player) for player in end.players)
        if self.unused and len(unused) != len(self.unused[0]):
            raise PositionError(Problem("series", "other-players", str(len(unused))))
        return Series((*self.unused, unused))

    def totals(self) -> tuple[int, ...]:
        """Add up each player's unused pagodas."""
        return tuple(map(sum, zip(*self.unused, strict=True)))

    def winners(self) -> tuple[int, ...]:
        """Return the players with the fewest unused pagodas; ties share the victory."""
        totals = self.totals()
        return tuple(player for player, total in enumerate(totals, start=1) if total == min(totals))


def _drawn(before: Position, after: Position) -> str:
    """Return the tile that the last move drew: `?` if it is hidden, an empty text if none was drawn."""
    for old, new in zip(before.piles, after.piles, strict=True):
        if len(new) < len(old):
            return old[0]
    return ""
