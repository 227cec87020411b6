"""A match: its record, its seats, what can be undone, and the state of a match by links."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from engine.games.base import AnyGameUi, Games
from engine.games.base import AnyMove as AnyMove
from engine.games.base import AnyRecord as AnyRecord
from engine.games.form import PERSON, REMOTE, SEPARATOR, Seat, clean_name
from engine.session.link_play import LinkPlay
from qin_core.common.errors import IllegalMove, ParseError
from qin_core.common.protocols import GamePosition
from qin_core.common.record import Turn

RESIGNED = "resigned"
DAILY, LESSON, SHARED, HINTED = "Daily", "Lesson", "Shared", "Hints"
"""Headers of a record: the day of its deal, its guided game, whether others played it, whether hints were shown."""
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)


@dataclass(frozen=True)
class Match(ABC):
    """One match from its first position on, with all positions so far."""

    ui: AnyGameUi = field(compare=False, repr=False)
    record: AnyRecord
    positions: tuple[GamePosition, ...]
    seats: tuple[Seat, ...]
    key: str = ""
    """The key under which it is stored."""
    undone: tuple[Turn[AnyMove], ...] = ()
    """The turns that were undone, the next one to redo last."""
    remote: LinkPlay | None = None
    """What a match played by links needs besides its moves."""

    @classmethod
    def from_record(cls, ui: AnyGameUi, record: AnyRecord, key: str = "") -> Self:
        """Continue the match of a record; people take all seats unless its headers say otherwise."""
        return cls(ui, record, record.positions(), read_seats(ui, record), key).read_headers()

    def read_headers(self) -> Self:
        """Read what only this game stores in headers."""
        return self

    def with_own_headers(self, date: str = "") -> Self:
        """Write the date, the seats and what only this game stores into the record's headers."""
        headers = {"Date": date} if date else {}
        return replace(self, record=self.record.with_headers(headers | self.own_headers()))

    def own_headers(self) -> dict[str, str]:
        return {
            "Players": SEPARATOR.join(seat.name for seat in self.seats),
            "Seats": SEPARATOR.join(seat.kind for seat in self.seats),
        }

    @property
    def latest(self) -> GamePosition:
        """The latest position."""
        return self.positions[-1]

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners, or None; after a resignation, the best of the others."""
        return self._best_of_others(self.resigned) if self.resigned else self.latest.winners()

    def _best_of_others(self, player: int) -> tuple[int, ...]:
        return tuple(other for other in self.latest.players if other != player)

    @property
    def seat(self) -> Seat:
        """The seat of the player whose turn it is."""
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
        """The keys of the names of players without a name of their own."""

    @property
    def people(self) -> tuple[int, ...]:
        """The players who are people at this screen."""
        return tuple(player for player, seat in enumerate(self.seats, start=1) if seat.person)

    @property
    def solo(self) -> bool:
        """Whether one person plays against computers: then undo is free, as practice."""
        return len(self.people) == 1 and self.remote is None

    # By links

    @property
    def resigned(self) -> int:
        """The player who has resigned, or 0."""
        return self.remote.resigned if self.remote else 0

    @property
    def history(self) -> tuple[str, ...]:
        """The start of the match and all decisions in it, in order."""
        resigned = (f"{RESIGNED} {self.resigned}",) if self.resigned else ()
        return *self._beginning, *(str(turn.move) for turn in self.record.turns), *resigned

    @property
    def _beginning(self) -> tuple[str, ...]:
        return (str(self.record.start),)

    @property
    def placing(self) -> bool:
        """Whether the pieces are still being set up."""
        return False

    @property
    def ongoing_remote(self) -> bool:
        """Whether remote players still have hidden pieces."""
        return self.remote is not None and self.winners is None

    @property
    def shared_seed(self) -> int | None:
        """The seed of computers that move alike in every browser: in matches by links and in the deal of the day."""
        return self.remote.seed if self.remote else int(self.day.replace("-", "")) if self.day else None

    @property
    def day(self) -> str:
        """The date, if this is a deal of the day; else empty."""
        date = self.record.headers.get(DAILY, "")
        return date if _DATE.fullmatch(date) else ""

    @property
    def unsent(self) -> bool:
        """Whether there are turns that the remote players don't know yet."""
        return self.remote is not None and len(self.history) > self.remote.sent

    def commit(self) -> Self:
        """Make everything so far final, because the remote players know it."""
        return replace(self, remote=self.remote and replace(self.remote, sent=len(self.history)), undone=())

    def with_remote(self, remote: LinkPlay) -> Self:
        """Play by links: people without a seat at this screen are remote."""
        seats = (
            seat if seat.computer else replace(seat, kind=PERSON if player in remote.local_players else REMOTE)
            for player, seat in enumerate(self.seats, start=1)
        )
        return replace(self, remote=remote, seats=tuple(seats))

    def at_one_screen(self) -> Self:
        """Let all people play at this screen from now on."""
        seats = tuple(replace(seat, kind=PERSON) if seat.remote else seat for seat in self.seats)
        return replace(self, remote=None, seats=seats)

    @property
    def has_next_game(self) -> bool:
        """Whether another match of a series follows."""
        return False

    @property
    def guided(self) -> bool:
        """Whether it is a guided game."""
        return bool(self.record.headers.get(LESSON))

    @property
    def shared(self) -> bool:
        """Whether others played it, and the reader only watches."""
        return bool(self.record.headers.get(SHARED))

    @property
    def hinted(self) -> bool:
        """Whether the person was shown hints."""
        return bool(self.record.headers.get(HINTED))

    def with_hints(self) -> Self:
        """Note in the record that hints were shown."""
        return replace(self, record=self.record.with_headers(self.record.headers | {HINTED: "yes"}))

    def as_shared(self) -> Self:
        """Note in the record that others played it."""
        return replace(self, record=self.record.with_headers(self.record.headers | {SHARED: "yes"}))

    def play(self, move: AnyMove, undone: tuple[Turn[AnyMove], ...] = ()) -> Self:
        """Make a move, after which the turns that are `undone` can be redone."""
        record = self.record.add(move)
        return replace(self, record=record, positions=(*self.positions, record.end()), undone=undone)

    def with_free_undo(self) -> Self:
        """Allow every undo, because this board hides nothing."""
        return self

    def undo_to(self) -> int | None:
        """Return the number of the position to which undo leads, or None."""
        decisions = (at for at in reversed(range(len(self.record.turns))) if self._decided_by_a_person(at))
        at = next(decisions, None)
        return None if at is None or self._was_sent(len(self.record.turns) - at) else at

    def _was_sent(self, last: int) -> bool:
        """Tell whether remote players know any of the last decisions, or the match was resigned."""
        return self.remote is not None and (self.resigned > 0 or len(self.history) - last < self.remote.sent)

    def _decided_by_a_person(self, at: int) -> bool:
        return self.seat_of(self.positions[at]).person and str(self.record.turns[at].move) != "pass"

    def undo(self) -> Self:
        """Undo back to the last decision; against computers, that makes the match practice."""
        at = self.undo_to()
        if at is None:
            return self
        game = replace(self.cut(at), undone=(*self.undone, *reversed(self.record.turns[at:])))
        return game.as_practice() if self.solo else game

    def redo(self) -> Self:
        """Redo the decision that was undone last, and what followed up to the next one."""
        game = self
        while game.undone:
            game = game.play(game.undone[-1].move, game.undone[:-1])
            if game.seat.person:
                break
        return game

    def with_undone(self, moves: Sequence[str]) -> Self:
        """Restore undone moves, the next one to redo last; illegal ones are dropped."""
        again = self
        try:
            for move in reversed(moves):
                again = again.play(move)
        except (ParseError, IllegalMove):
            return self
        turns = again.record.turns[len(self.record.turns) :]
        return replace(self, undone=tuple(reversed(turns)))

    def cut(self, at: int) -> Self:
        """Return to a position and drop all later turns."""
        return replace(self, record=self.record.cut(at), positions=self.positions[: at + 1], undone=())

    def as_practice(self) -> Self:
        """Mark the record as practice, played by the reader."""
        headers = {name: text for name, text in self.record.headers.items() if name != SHARED} | {"Practice": "yes"}
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
    """Split a header with one value for each player; return empty values if it doesn't fit."""
    parts = text.split(SEPARATOR)
    return parts if len(parts) == count else [""] * count


def read_record(games: Games, text: str, key: str = "") -> Match:
    """Read a record of any game; raise `RecordError`."""
    ui = games.for_record(text)
    match: Match = ui.match_from_record(ui.record_type.parse(text), key)
    return match
