"""A game at this screen, whichever it is: its record, who sits where, and what can be taken back."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from engine.session.link_play import Far
from qin_core.common import text as core_text
from qin_core.common.errors import IllegalMove, ParseError
from qin_core.common.protocols import GamePosition
from qin_core.common.record import GameRecord, Turn

PERSON, FAR = "person", "far"
"""The kinds of seat in which a person sits, here or far away; every other kind is a computer level."""
RESIGNED = "resigned"
DAILY = "Daily"
"""The header of a record that names the day whose deal it is."""
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
SEPARATOR = "|"
MAX_NAME = 24


@dataclass(frozen=True)
class Seat:
    """Who plays: a name (empty for the one the game gives them), and a person or the name of a computer level."""

    name: str = ""
    kind: str = PERSON
    colour: int = 0
    """Whose colour the pieces have, by the number of the player who has it by nature; 0 for their own."""

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.kind == PERSON

    @property
    def away(self) -> bool:
        """Whether a person plays who is far away."""
        return self.kind == FAR

    @property
    def computer(self) -> bool:
        return self.kind not in (PERSON, FAR)


@dataclass(frozen=True)
class Game(ABC):
    """One game from its first position on, with all positions so far."""

    record: GameRecord[Any, Any]
    positions: tuple[GamePosition, ...]
    seats: tuple[Seat, ...]
    key: str = ""
    """Under which it is saved."""
    undone: tuple[Turn[Any], ...] = ()
    """Turns taken back, the next one to redo last."""
    far: Far | None = None
    """What it knows besides its moves if it is played by links."""

    room: ClassVar[str]
    """The name of the room in which it is played."""
    records: ClassVar[type[GameRecord[Any, Any]]]
    suffix: ClassVar[str]
    """How the names of its files end."""
    levels: ClassVar[tuple[str, ...]]
    """The names of its computer levels, weakest first."""

    @classmethod
    def begin(cls, start: GamePosition, seats: Iterable[Seat], date: str = "", **more: Any) -> Self:
        """Sit down to a new game."""
        game = cls(cls.records(start), (start,), tuple(seats), **more)
        headers = {"Date": date} if date else {}
        return replace(game, record=game.record.with_headers(headers | game.own_headers()))

    @classmethod
    def from_record(cls, record: GameRecord[Any, Any], key: str = "") -> Self:
        """Take up a game from its record; without word about the seats, people sit in all of them."""
        positions = record.positions()
        return cls(record, positions, cls._read_seats(record), key, **cls._read_more(record, len(positions)))

    @classmethod
    def _read_seats(cls, record: GameRecord[Any, Any]) -> tuple[Seat, ...]:
        count = len(record.start.players)
        names = split(record.headers.get("Players", ""), count)
        kinds = split(record.headers.get("Seats", ""), count)
        return tuple(
            Seat(clean_name(name), kind if kind in cls.levels else PERSON)
            for name, kind in zip(names, kinds, strict=True)
        )

    @classmethod
    def _read_more(cls, record: GameRecord[Any, Any], positions: int) -> dict[str, Any]:  # noqa: ARG003
        """Read what only this game keeps, by field."""
        return {}

    def own_headers(self) -> dict[str, str]:
        return {
            "Players": SEPARATOR.join(seat.name for seat in self.seats),
            "Seats": SEPARATOR.join(seat.kind for seat in self.seats),
        }

    @property
    def now(self) -> GamePosition:
        """The latest position."""
        return self.positions[-1]

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners, once there are any; where somebody has resigned, the best of the others."""
        return self._best_of_others(self.resigned) if self.resigned else self.now.winners()

    def _best_of_others(self, player: int) -> tuple[int, ...]:
        return tuple(other for other in self.now.players if other != player)

    @property
    def seat(self) -> Seat:
        """The seat of the player whose turn it is."""
        return self.seat_of(self.now)

    def seat_of(self, position: GamePosition) -> Seat:
        """Find the seat of the player on turn in a position."""
        return self.seats[position.mover - 1]

    @property
    def colours(self) -> tuple[int, ...]:
        return tuple(seat.colour or player for player, seat in enumerate(self.seats, start=1))

    def parse_move(self, text: str) -> Any:
        """Read the text of a move."""
        return self.record.move_type.parse(text)

    @property
    @abstractmethod
    def name_keys(self) -> tuple[str, ...]:
        """Give the words for players without a name of their own."""

    @property
    def people(self) -> tuple[int, ...]:
        """The players who are people at this screen."""
        return tuple(player for player, seat in enumerate(self.seats, start=1) if seat.person)

    @property
    def alone(self) -> bool:
        """Whether one person plays against computers: then moves may be taken back freely, as practice."""
        return len(self.people) == 1 and self.far is None

    # By links

    @property
    def resigned(self) -> int:
        """Who has resigned, 0 if nobody has."""
        return self.far.resigned if self.far else 0

    @property
    def history(self) -> tuple[str, ...]:
        """What the game began with, and everything that was decided in it, in order."""
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
    def secret(self) -> bool:
        """Whether people far away still hide something from those at this screen."""
        return self.far is not None and self.winners is None

    @property
    def shared_seed(self) -> int | None:
        """The seed of computers that make the same moves for everybody: in games by links, and in a day's deal."""
        return self.far.seed if self.far else int(self.day.replace("-", "")) if self.day else None

    @property
    def day(self) -> str:
        """The date of which this is the deal of the day; empty if it is any other game."""
        date = self.record.headers.get(DAILY, "")
        return date if _DATE.fullmatch(date) else ""

    @property
    def unsent(self) -> bool:
        """Whether something has happened here that those who are far away don't know yet."""
        return self.far is not None and len(self.history) > self.far.sent

    def stand(self) -> Self:
        """Let nothing of what has happened be taken back any more: those who are far away know it."""
        return replace(self, far=self.far and replace(self.far, sent=len(self.history)), undone=())

    def by_links(self, far: Far) -> Self:
        """Play by links: whoever doesn't sit here is far away."""
        seats = (
            seat if seat.computer else replace(seat, kind=PERSON if player in far.here else FAR)
            for player, seat in enumerate(self.seats, start=1)
        )
        return replace(self, far=far, seats=tuple(seats))

    def at_one_screen(self) -> Self:
        """Let everybody play here from now on."""
        seats = tuple(replace(seat, kind=PERSON) if seat.away else seat for seat in self.seats)
        return replace(self, far=None, seats=seats)

    @property
    def more(self) -> bool:
        """Whether another game of a series follows."""
        return False

    def play(self, move: object) -> Self:
        """Make a move; what was taken back before can't be redone any more."""
        return replace(self._play(move), undone=())

    def _play(self, move: object) -> Self:
        record = self.record.add(move)
        return replace(self, record=record, positions=(*self.positions, record.end()))

    def with_free_undo(self) -> Self:
        """Let every move be taken back, for nobody hides anything at this board."""
        return self

    def undo_to(self) -> int | None:
        """Find the position of the last decision that may be taken back, None if there is none."""
        decisions = (at for at in reversed(range(len(self.record.turns))) if self._decided_by_a_person(at))
        at = next(decisions, None)
        return None if at is None or self._was_sent(len(self.record.turns) - at) else at

    def _was_sent(self, last: int) -> bool:
        """Tell whether those who are far away know any of the last decisions already, or may never take them back."""
        return self.far is not None and (self.resigned > 0 or len(self.history) - last < self.far.sent)

    def _decided_by_a_person(self, at: int) -> bool:
        return self.seat_of(self.positions[at]).person and str(self.record.turns[at].move) != "pass"

    def undo(self) -> Self:
        """Take back to the last decision; in a game against computers that makes it a practice game."""
        at = self.undo_to()
        if at is None:
            return self
        game = replace(self.cut(at), undone=(*self.undone, *reversed(self.record.turns[at:])))
        return game.as_practice() if self.alone else game

    def redo(self) -> Self:
        """Make the last decision again that was taken back, and what followed it up to the next one."""
        game = self
        while game.undone:
            game = replace(game._play(game.undone[-1].move), undone=game.undone[:-1])
            if game.seat.person:
                break
        return game

    def with_undone(self, moves: Sequence[str]) -> Self:
        """Remember moves that were taken back, the next one to redo last; what can't be made is forgotten."""
        again = self
        try:
            for move in reversed(moves):
                again = again._play(move)
        except (ParseError, IllegalMove):
            return self
        turns = again.record.turns[len(self.record.turns) :]
        return replace(self, undone=tuple(reversed(turns)))

    def cut(self, at: int) -> Self:
        """Go back to a position and forget what came after it."""
        return replace(self, record=self.record.cut(at), positions=self.positions[: at + 1], undone=())

    def as_practice(self) -> Self:
        """Note in the record that moves were taken back freely."""
        headers = self.record.headers | {"Practice": "yes"}
        return replace(self, record=self.record.with_headers(headers))


def clean_name(text: str) -> str:
    """Make a name of what somebody wrote: not too long, and with nothing that turns the words around it about."""
    return core_text.clean_name(text.replace(SEPARATOR, " "), MAX_NAME)


def split(text: str, count: int) -> list[str]:
    """Take a header apart that says something of each player; what doesn't fit says nothing."""
    parts = text.split(SEPARATOR)
    return parts if len(parts) == count else [""] * count
