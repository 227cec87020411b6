"""A series of games (Q25): the unused pagodas are added up, and the fewest win."""

from typing import NamedTuple

from qin_core.errors import Fault, PositionError
from qin_core.qin.position import Position


class Series(NamedTuple):
    """The unused pagodas of each player, game by game."""

    unused: tuple[tuple[int, ...], ...] = ()

    def add(self, end: Position) -> "Series":
        """Add a finished game; raises `PositionError` if it still runs or has another number of players."""
        if end.winners() is None:
            raise PositionError(Fault("series", "unfinished"))
        left = tuple(end.left(player) for player in end.players)
        if self.unused and len(left) != len(self.unused[0]):
            raise PositionError(Fault("series", "other-players", str(len(left))))
        return Series((*self.unused, left))

    def totals(self) -> tuple[int, ...]:
        """Add up each player's unused pagodas."""
        return tuple(map(sum, zip(*self.unused, strict=True)))

    def winners(self) -> tuple[int, ...]:
        """Name the players with the fewest unused pagodas; ties share."""
        totals = self.totals()
        return tuple(player for player, total in enumerate(totals, start=1) if total == min(totals))
