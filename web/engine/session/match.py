"""A match: its record, positions and seats, undo and redo, and the state of a match by links."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from engine.games.base import AnyGameUi, AnyMove, AnyRecord, Games
from engine.games.form import PERSON, REMOTE, SEPARATOR, Seat, clean_name
from engine.session.link_play import LinkPlay
from qin_core.common.errors import IllegalMove, ParseError
from qin_core.common.protocols import GamePosition
from qin_core.common.record import Turn

RESIGNED = "resigned"
"""The start of a resignation in `Match.history`."""
DAILY, LESSON, SPECTATED, HINTED, PRACTICE = "Daily", "Lesson", "Shared", "Hints", "Practice"
"""Headers of a record: the date of a deal of the day, the lesson of a guided game, and three marks (see below)."""
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)


@dataclass(frozen=True)
class Match(ABC):
    """One match, with all positions so far."""

    ui: AnyGameUi = field(compare=False, repr=False)
    """The code of its game."""
    record: AnyRecord
    positions: tuple[GamePosition, ...]
    seats: tuple[Seat, ...]
    key: str = ""
    """The key under which it is stored."""
    undone: tuple[Turn[AnyMove], ...] = ()
    """The undone turns; the last one is redone first."""
    remote: LinkPlay | None = None
    """The rest of the state of a match by links; None for other matches."""

    @classmethod
    def start(cls, ui: AnyGameUi, start: GamePosition, seats: Iterable[Seat], date: str = "") -> Self:
        """Start a match from a position."""
        return cls(ui, ui.record_type(start), (start,), tuple(seats)).with_own_headers(date)

    @classmethod
    def from_record(cls, ui: AnyGameUi, record: AnyRecord, key: str = "") -> Self:
        """Continue the match of a record. People take all seats by default."""
        return cls(ui, record, record.positions(), read_seats(ui, record), key).read_headers()

    def read_headers(self) -> Self:
        """Read the headers of this game alone."""
        return self

    def with_own_headers(self, date: str = "") -> Self:
        """Write the date, the seats and the headers of this game alone into the record."""
        headers = {"Date": date} if date else {}
        return replace(self, record=self.record.with_headers(headers | self.own_headers()))

    def own_headers(self) -> dict[str, str]:
        return {
            "Players": SEPARATOR.join(seat.name for seat in self.seats),
            "Seats": SEPARATOR.join(seat.kind for seat in self.seats),
        }

    @property
    def latest(self) -> GamePosition:
        return self.positions[-1]

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners, or None; after a resignation, the best of the others."""
        return self._best_except(self.resigned) if self.resigned else self.latest.winners()

    def _best_except(self, player: int) -> tuple[int, ...]:
        return tuple(other for other in self.latest.players if other != player)

    @property
    def seat(self) -> Seat:
        """The seat of the player to move."""
        return self.seat_of(self.latest)

    def seat_of(self, position: GamePosition) -> Seat:
        """Return the seat of the player to move in a position."""
        return self.seats[position.player_to_move - 1]

    @property
    def colours(self) -> tuple[int, ...]:
        return tuple(seat.colour or player for player, seat in enumerate(self.seats, start=1))

    def parse_move(self, text: str) -> AnyMove:
        """Parse the text of a move; raise `NotationError`."""
        return self.record.move_type.parse(text)

    @property
    @abstractmethod
    def name_keys(self) -> tuple[str, ...]:
        """The keys of the default names of the players."""

    @property
    def people(self) -> tuple[int, ...]:
        """The people at this screen."""
        return tuple(player for player, seat in enumerate(self.seats, start=1) if seat.person)

    @property
    def solo(self) -> bool:
        """Whether one person plays against computers, who can undo everything."""
        return len(self.people) == 1 and self.remote is None

    # Matches by links

    @property
    def resigned(self) -> int:
        """The player who has resigned, or 0."""
        return self.remote.resigned if self.remote else 0

    @property
    def history(self) -> tuple[str, ...]:
        """The start of the match and all decisions since, in order."""
        resigned = (f"{RESIGNED} {self.resigned}",) if self.resigned else ()
        return *self._setup, *(str(turn.move) for turn in self.record.turns), *resigned

    @property
    def _setup(self) -> tuple[str, ...]:
        return (str(self.record.start),)

    @property
    def setting_up(self) -> bool:
        """Whether players are still setting up the pieces."""
        return False

    @property
    def ongoing_remote(self) -> bool:
        """Whether remote players still play it, so that nothing may reveal what they hide."""
        return self.remote is not None and self.winners is None

    @property
    def common_seed(self) -> int | None:
        """The seed of computers that move alike in every browser: in matches by links and deals of the day."""
        if self.remote:
            return self.remote.seed
        return int(self.day.replace("-", "")) if self.day else None

    @property
    def day(self) -> str:
        """The date of a deal of the day; empty for other matches."""
        date = self.record.headers.get(DAILY, "")
        return date if _DATE.fullmatch(date) else ""

    @property
    def unsent(self) -> bool:
        """Whether there are turns that remote players don't know yet."""
        return self.remote is not None and len(self.history) > self.remote.sent

    def commit(self) -> Self:
        """Make all turns final, because remote players know them."""
        return replace(self, remote=self.remote and replace(self.remote, sent=len(self.history)), undone=())

    def with_remote(self, remote: LinkPlay) -> Self:
        """Make this a match by links; people who are not at this screen become remote players."""
        seats = (
            seat if seat.computer else replace(seat, kind=PERSON if player in remote.local_players else REMOTE)
            for player, seat in enumerate(self.seats, start=1)
        )
        return replace(self, remote=remote, seats=tuple(seats))

    def at_one_screen(self) -> Self:
        """Make all people play at this screen."""
        seats = tuple(replace(seat, kind=PERSON) if seat.remote else seat for seat in self.seats)
        return replace(self, remote=None, seats=seats)

    @property
    def has_next_game(self) -> bool:
        """Whether the series goes on."""
        return False

    @property
    def guided(self) -> bool:
        return bool(self.record.headers.get(LESSON))

    @property
    def spectated(self) -> bool:
        """Whether other people have played it."""
        return bool(self.record.headers.get(SPECTATED))

    @property
    def hinted(self) -> bool:
        """Whether hints were shown."""
        return bool(self.record.headers.get(HINTED))

    def with_hints(self) -> Self:
        """Mark the record: hints were shown."""
        return replace(self, record=self.record.with_headers(self.record.headers | {HINTED: "yes"}))

    def as_spectated(self) -> Self:
        """Mark the record: other people have played it."""
        return replace(self, record=self.record.with_headers(self.record.headers | {SPECTATED: "yes"}))

    def play(self, move: AnyMove, undone: tuple[Turn[AnyMove], ...] = ()) -> Self:
        """Make a move; afterwards, the turns of `undone` can be redone."""
        record = self.record.add(move)
        return replace(self, record=record, positions=(*self.positions, record.end()), undone=undone)

    def with_free_undo(self) -> Self:
        """Allow undoing every turn, because nothing is hidden on this page."""
        return self

    def undo_to(self) -> int | None:
        """Return the number of the position to which undo leads, or None."""
        decisions = (ply for ply in reversed(range(len(self.record.turns))) if self._decided_by_person(ply))
        ply = next(decisions, None)
        return None if ply is None or self._is_final(len(self.record.turns) - ply) else ply

    def _is_final(self, count: int) -> bool:
        """Return whether any of the last turns is final: known to remote players, or before a resignation."""
        return self.remote is not None and (self.resigned > 0 or len(self.history) - count < self.remote.sent)

    def _decided_by_person(self, ply: int) -> bool:
        return self.seat_of(self.positions[ply]).person and str(self.record.turns[ply].move) != "pass"

    def undo(self) -> Self:
        """Undo back to the last decision of a person; a match against computers becomes practice."""
        ply = self.undo_to()
        if ply is None:
            return self
        match = replace(self.cut(ply), undone=(*self.undone, *reversed(self.record.turns[ply:])))
        return match.as_practice() if self.solo else match

    def redo(self) -> Self:
        """Redo the last undone decision of a person and the turns up to the next one."""
        match = self
        while match.undone:
            match = match.play(match.undone[-1].move, match.undone[:-1])
            if match.seat.person:
                break
        return match

    def with_undone(self, moves: Sequence[str]) -> Self:
        """Restore undone moves, the last one to be redone first; if any is illegal, restore none."""
        match = self
        try:
            for move in reversed(moves):
                match = match.play(move)
        except (ParseError, IllegalMove):
            return self
        turns = match.record.turns[len(self.record.turns) :]
        return replace(self, undone=tuple(reversed(turns)))

    def cut(self, ply: int) -> Self:
        """Return to a position and drop all later turns."""
        return replace(self, record=self.record.cut(ply), positions=self.positions[: ply + 1], undone=())

    def as_practice(self) -> Self:
        """Mark the record as practice of the user."""
        headers = {name: text for name, text in self.record.headers.items() if name != SPECTATED} | {PRACTICE: "yes"}
        return replace(self, record=self.record.with_headers(headers))


def read_seats(ui: AnyGameUi, record: AnyRecord) -> tuple[Seat, ...]:
    """Read the seats from a record's headers."""
    count = len(record.start.players)
    names = split(record.headers.get("Players", ""), count)
    kinds = split(record.headers.get("Seats", ""), count)
    return tuple(
        Seat(clean_name(name), kind if kind in ui.levels else PERSON) for name, kind in zip(names, kinds, strict=True)
    )


def split(text: str, count: int) -> list[str]:
    """Split a header into one value per player; return empty values if their number doesn't fit."""
    parts = text.split(SEPARATOR)
    return parts if len(parts) == count else [""] * count


def read_record(games: Games, text: str, key: str = "") -> Match:
    """Read a record of any game; raise `RecordError`."""
    ui = games.for_record(text)
    match: Match = ui.match_type.from_record(ui, ui.record_type.parse(text), key)
    return match
