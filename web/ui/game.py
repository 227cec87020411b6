"""A game at this screen: its record, who sits where, and what can be taken back."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from qin_core.qin import Move, Position, Record, Series, Turn
from ui.levels import LEVELS

PERSON = "person"
"""The kind of seat in which a person sits; every other kind is a computer level."""
SEPARATOR = "|"


@dataclass(frozen=True)
class Seat:
    """Who plays: a name (empty for the name of the colour), and a person or the name of a computer level."""

    name: str = ""
    kind: str = PERSON
    colour: int = 0
    """Whose colour the pagodas have, by the number of the player who has it by nature; 0 for their own."""

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.kind == PERSON


@dataclass(frozen=True)
class Game:
    """One game from its first position on, with all positions so far."""

    record: Record
    positions: tuple[Position, ...]
    seats: tuple[Seat, ...]
    key: str = ""
    """Under which it is saved."""
    undone: tuple[Turn[Move], ...] = ()
    """Turns taken back, the next one to redo last."""
    seen: int = 0
    """The last position whose mover has seen their tiles."""
    fixed: int = 0
    """How many turns can't be taken back any more, even if later ones are: their players have seen what they drew."""
    earlier: Series = field(default_factory=Series)
    """The games of the series before this one (Q25)."""
    planned: int = 1
    """How many games the series has."""

    @classmethod
    def begin(
        cls, start: Position, seats: Iterable[Seat], date: str = "", earlier: Series | None = None, planned: int = 1
    ) -> "Game":
        """Sit down to a new game."""
        game = cls(Record(start), (start,), tuple(seats), earlier=earlier or Series(), planned=planned)
        headers = {"Date": date} if date else {}
        return replace(game, record=replace(game.record, headers=headers | game._headers()))

    @classmethod
    def from_record(cls, record: Record, key: str = "") -> "Game":
        """Take up a game from its record; without word about the seats, people sit in all of them."""
        count = len(record.start.players)
        names = _split(record.headers.get("Players", ""), count)
        kinds = _split(record.headers.get("Seats", ""), count)
        colours = _read_colours(record.headers.get("Colours", ""), count)
        seats = tuple(
            Seat(name[:MOST_NAME], kind if kind in LEVELS else PERSON, colour)
            for name, kind, colour in zip(names, kinds, colours, strict=True)
        )
        earlier = _read_series(record.headers.get("Earlier", ""), count)
        planned = record.headers.get("Series", "1")
        positions = record.positions()
        return cls(
            record,
            positions,
            seats,
            key,
            seen=len(positions) - 1,
            earlier=earlier,
            planned=int(planned) if planned in SERIES_LENGTHS else 1,
        )

    def _headers(self) -> dict[str, str]:
        headers = {
            "Players": SEPARATOR.join(seat.name for seat in self.seats),
            "Seats": SEPARATOR.join(seat.kind for seat in self.seats),
        }
        if any(seat.colour for seat in self.seats):
            headers["Colours"] = SEPARATOR.join(map(str, self.colours))
        if self.planned > 1:
            headers["Series"] = str(self.planned)
            headers["Earlier"] = ";".join(",".join(map(str, unused)) for unused in self.earlier.unused)
        return headers

    @property
    def now(self) -> Position:
        """The latest position."""
        return self.positions[-1]

    @property
    def seat(self) -> Seat:
        """The seat of the player whose turn it is."""
        return self.seats[self.now.mover - 1]

    @property
    def colours(self) -> tuple[int, ...]:
        """The players' colours."""
        return tuple(seat.colour or player for player, seat in enumerate(self.seats, start=1))

    @property
    def people(self) -> tuple[int, ...]:
        """The players who are people."""
        return tuple(player for player, seat in enumerate(self.seats, start=1) if seat.person)

    @property
    def series(self) -> Series:
        """The games of the series so far, this one too once it is over."""
        return self.earlier.add(self.now) if self.now.winners() is not None else self.earlier

    def play(self, move: Move | str) -> "Game":
        """Make a move; what was taken back before can't be redone any more."""
        return replace(self._play(move), undone=())

    def _play(self, move: Move | str) -> "Game":
        record = self.record.add(move)
        return replace(self, record=record, positions=(*self.positions, record.end()))

    @property
    def alone(self) -> bool:
        """Whether one person plays against computers: then moves may be taken back freely, as practice."""
        return len(self.people) == 1

    def undo_to(self) -> int | None:
        """Find the position of the last decision that may be taken back, None if there is none.

        Among people a move stands as soon as its player has seen the tile that was drawn after it.
        """
        decisions = (at for at in reversed(range(len(self.record.turns))) if self._decided_by_a_person(at))
        at = next(decisions, None)
        return None if at is not None and at < self._standing() else at

    def _standing(self) -> int:
        """Count the turns that stand: up to the last one whose player has seen their tiles again."""
        if self.alone:
            return 0
        movers = [position.mover for position in self.positions[: self.seen + 1]]
        return max([self.fixed, *(at + 1 for at, mover in enumerate(movers) if mover in movers[at + 1 :])])

    def _decided_by_a_person(self, at: int) -> bool:
        return self.seats[self.positions[at].mover - 1].person and str(self.record.turns[at].move) != "pass"

    def undo(self) -> "Game":
        """Take back to the last decision; in a game against computers that makes it a practice game."""
        at = self.undo_to()
        if at is None:
            return self
        game = self.cut(at)
        undone = (*self.undone, *reversed(self.record.turns[at:]))
        game = replace(game, undone=undone, seen=min(self.seen, at), fixed=self._standing())
        return game.as_practice() if self.alone else game

    def redo(self) -> "Game":
        """Make the last decision again that was taken back, and what followed it up to the next one."""
        game = self
        while game.undone:
            game = replace(game._play(game.undone[-1].move), undone=game.undone[:-1])
            if game.seat.person:
                break
        return game

    def cut(self, at: int) -> "Game":
        """Go back to a position and forget what came after it."""
        record = self.record.cut(at)
        return replace(self, record=record, positions=self.positions[: at + 1], undone=(), seen=min(self.seen, at))

    def as_practice(self) -> "Game":
        """Note in the record that moves were taken back freely."""
        headers = self.record.headers | {"Practice": "yes"}
        return replace(self, record=replace(self.record, headers=headers))

    def next_in_series(self, start: Position, date: str = "") -> "Game":
        """Begin the next game of the series with the same people (Q25)."""
        return Game.begin(start, self.seats, date, self.series, self.planned)


MOST_NAME = 24
SERIES_LENGTHS = ("1", "2", "3", "4", "6")


def _split(text: str, count: int) -> list[str]:
    parts = text.split(SEPARATOR)
    return parts if len(parts) == count else [""] * count


def _read_colours(text: str, players: int) -> list[int]:
    """Read the players' colours; what isn't one colour for each counts as their own."""
    parts = _split(text, players)
    fits = len(set(parts)) == players and all(part in ("1", "2", "3", "4") for part in parts)
    return [int(part) for part in parts] if fits else [0] * players


def _read_series(text: str, players: int) -> Series:
    """Read the unused pagodas of earlier games; what doesn't fit counts as none."""
    if not text:
        return Series()
    games = [game.split(",") for game in text.split(";")]
    fits = all(len(game) == players and all(n.isascii() and n.isdigit() and len(n) < 3 for n in game) for game in games)
    return Series(tuple(tuple(map(int, game)) for game in games)) if fits else Series()
