"""A game of Qin at this screen: colours of one's choice, series, and when a move stands."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from engine.games.qin.levels import LEVELS
from engine.session import match as game
from engine.session.match import SEPARATOR, Seat, split
from qin_core.common.record import GameRecord
from qin_core.qin import Position, Record, Series
from qin_core.qin.outline import PagodaSquares, pagoda_squares

SERIES_LENGTHS = ("1", "2", "3", "4", "6")


@dataclass(frozen=True)
class Game(game.Game):
    """One game from its first position on, with all positions so far."""

    record: Record
    positions: tuple[Position, ...]
    seen: int = 0
    """The last position whose mover has seen their tiles."""
    fixed: int = 0
    """How many turns can't be taken back any more, even if later ones are: their players have seen what they drew."""
    earlier: Series = field(default_factory=Series)
    """The games of the series before this one (Q25)."""
    planned: int = 1
    """How many games the series has."""
    first: int = 0
    """Who was to begin; 0 if that was left to chance."""
    fair: bool = False
    """Whether everybody was to have a double tile at the start (Q7)."""

    room: ClassVar[str] = "qin"
    records: ClassVar[type[Record]] = Record
    suffix: ClassVar[str] = ".qin"
    levels: ClassVar[tuple[str, ...]] = LEVELS

    @cached_property
    def places(self) -> PagodaSquares:
        """Where pagodas stand, in all positions of the game: each stays while its province grows."""
        return pagoda_squares(self.positions)

    @classmethod
    def _read_seats(cls, record: GameRecord[Any, Any]) -> tuple[Seat, ...]:
        seats = super()._read_seats(record)
        colours = _read_colours(record.headers.get("Colours", ""), len(seats))
        return tuple(replace(seat, colour=colour) for seat, colour in zip(seats, colours, strict=True))

    @classmethod
    def _read_more(cls, record: GameRecord[Any, Any], positions: int) -> dict[str, Any]:
        planned, first = record.headers.get("Series", "1"), record.headers.get("First", "")
        return {
            "seen": positions - 1,
            "earlier": _read_series(record.headers.get("Earlier", ""), len(record.start.players)),
            "planned": int(planned) if planned in SERIES_LENGTHS else 1,
            "first": int(first) if first in map(str, record.start.players) else 0,
            "fair": record.headers.get("Fair") == "yes",
        }

    def own_headers(self) -> dict[str, str]:
        headers = super().own_headers()
        if any(seat.colour for seat in self.seats):
            headers["Colours"] = SEPARATOR.join(map(str, self.colours))
        if self.planned > 1:
            headers["Series"] = str(self.planned)
            headers["Earlier"] = ";".join(",".join(map(str, unused)) for unused in self.earlier.unused)
        if self.first:
            headers["First"] = str(self.first)
        if self.fair:
            headers["Fair"] = "yes"
        return headers

    @property
    def now(self) -> Position:
        return self.positions[-1]

    @property
    def name_keys(self) -> tuple[str, ...]:
        """Give the words for players without a name of their own: those of their colours."""
        return tuple(f"player-{colour}" for colour in self.colours)

    @property
    def series(self) -> Series:
        """The games of the series so far, this one too once it is over."""
        return self.earlier.add(self.now) if self.now.winners() is not None else self.earlier

    @property
    def more(self) -> bool:
        return self.planned > len(self.series.unused) and not self.resigned

    def _best_of_others(self, player: int) -> tuple[int, ...]:
        """Name those who have the most pagodas on the board when somebody resigns."""
        others = super()._best_of_others(player)
        most = max(map(self.now.pagodas_placed, others))
        return tuple(other for other in others if self.now.pagodas_placed(other) == most)

    def next_in_series(self, start: Position, date: str = "") -> "Game":
        """Begin the next game of the series with the same people (Q25)."""
        return Game.begin(
            start, self.seats, date, earlier=self.series, planned=self.planned, first=self.first, fair=self.fair
        )

    def with_free_undo(self) -> Self:
        """Let every move be taken back: whoever sees a tile may know it."""
        return replace(self, seen=0, fixed=0) if self.seen or self.fixed else self

    def undo_to(self) -> int | None:
        """Find the position of the last decision that may be taken back, None if there is none.

        Among people a move stands as soon as its player has seen the tile that was drawn after it.
        """
        at = super().undo_to()
        return None if at is not None and at < self._standing() else at

    def drawn_unsent(self, player: int) -> str:
        """Name the tile that a player drew after a turn that is still to be sent; nothing if there is none."""
        at = self.undo_to() if self.secret else None
        return self.record.turns[at].drawn if at is not None and self.positions[at].mover == player else ""

    def _standing(self) -> int:
        """Count the turns that stand: up to the last one whose player has seen their tiles again."""
        if self.alone:
            return 0
        movers = [position.mover for position in self.positions[: self.seen + 1]]
        return max([self.fixed, *(at + 1 for at, mover in enumerate(movers) if mover in movers[at + 1 :])])

    def undo(self) -> Self:
        """Take back to the last decision; what stands goes on standing."""
        return self if self.undo_to() is None else replace(super().undo(), fixed=self._standing())

    def cut(self, at: int) -> Self:
        return replace(super().cut(at), seen=min(self.seen, at))


def _read_colours(text: str, players: int) -> list[int]:
    """Read the players' colours; what isn't one colour for each counts as their own."""
    parts = split(text, players)
    fits = len(set(parts)) == players and all(part in ("1", "2", "3", "4") for part in parts)
    return [int(part) for part in parts] if fits else [0] * players


def _read_series(text: str, players: int) -> Series:
    """Read the unused pagodas of earlier games; what doesn't fit counts as none."""
    if not text:
        return Series()
    games = [game.split(",") for game in text.split(";")]
    fits = all(len(game) == players and all(n.isascii() and n.isdigit() and len(n) < 3 for n in game) for game in games)
    return Series(tuple(tuple(map(int, game)) for game in games)) if fits else Series()
