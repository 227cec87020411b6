"""Matches of Khan Tsin: the manual setup, the form for a new match, and links."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from engine.games.base import AnyGameUi
from engine.games.form import Form as BaseForm
from engine.games.form import Seat
from engine.session import match
from qin_core.common.errors import ParseError, PositionError
from qin_core.common.link_codec import Reader, Writer, malformed_link
from qin_core.khan_tsin import Position, Record, setup
from qin_core.khan_tsin import players as ai
from qin_core.khan_tsin.board import LENGTH, SOUTH, Space
from qin_core.khan_tsin.notation import NOTHING
from qin_core.khan_tsin.stack import COPIES

LEVELS = tuple(level.name for level in ai.LEVELS)
FIRST_LEVEL = LEVELS[0]
"""The opponent of beginners."""


@dataclass(frozen=True)
class Match(match.Match):
    """A match of Khan Tsin."""

    record: Record
    positions: tuple[Position, ...]
    placed: tuple[Space, ...] | None = None
    """The spaces of a manual setup in the order of placing: the red barons, then the black ones (K3).

    None for a random setup.
    """

    @classmethod
    def start_manual_setup(cls, ui: AnyGameUi, seats: Iterable[Seat], variants: str, date: str, seed: int) -> Self:
        """Start with an empty dragon (K3); if South is a computer, place its barons."""
        start = _start_position(setup.EMPTY, variants)
        empty = cls(ui, Record(start), (start,), tuple(seats), placed=())
        return empty.with_own_headers(date).with_computer_barons(setup.EMPTY, seed)

    def read_headers(self) -> Self:
        return replace(self, placed=_read_placed(self.record))

    def own_headers(self) -> dict[str, str]:
        return super().own_headers() | ({} if self.placed is None else {"Setup": ",".join(map(str, self.placed))})

    @property
    def latest(self) -> Position:
        return self.positions[-1]

    @property
    def name_keys(self) -> tuple[str, ...]:
        """The text keys of the names of players without a name: their ends of the dragon."""
        return "khan-south", "khan-north"

    # The manual setup

    @cached_property
    def layout(self) -> str:
        """The barons placed so far, in the notation of `qin_core.khan_tsin.setup`."""
        return _layout(self.placed or ())

    @property
    def setting_up(self) -> bool:
        """Whether barons are still to be placed."""
        return self.placed is not None and setup.next_baron(self.layout) is not None

    def place_baron(self, space: Space) -> Self:
        """Place the next baron on a free space; if the other player is next and a computer, place its barons too."""
        return self.with_computer_barons(setup.place(self.layout, space))

    def remove_baron(self, space: Space) -> Self:
        """Remove a baron that a person here has placed, as long as that player's side isn't complete."""
        if space not in self.loose_barons:
            return self
        return self.with_placed(tuple(other for other in self.placed or () if other != space))

    def move_baron(self, space: Space, target: Space) -> Self:
        """Move a baron that could be removed to a free space."""
        placed = self.placed or ()
        if space not in self.loose_barons or target in placed:
            return self
        return self.with_placed(tuple(target if other == space else other for other in placed))

    @property
    def loose_barons(self) -> tuple[Space, ...]:
        """The spaces of the barons that a person here has placed, as long as that player's side isn't complete."""
        placed = self.placed or ()
        return tuple(
            space
            for number, space in enumerate(placed)
            if _seat_index(number) == _seat_index(len(placed))
            and self._placed_by_person(number)
            and not self._is_final(len(placed) - number)
        )

    def complete_side(self) -> Self:
        """Let the computer place the remaining barons of the player to move."""
        return self.with_computer_barons(ai.set_up(self.layout, seed=self.layout))

    def with_computer_barons(self, layout: str, seed: int | str | None = None) -> Self:
        """Continue the setup with a layout; place the barons of computer players."""
        while (baron := setup.next_baron(layout)) and (seat := self.seats[baron.player - 1]).computer:
            layout = ai.set_up(layout, LEVELS.index(seat.kind) + 1, layout if seed is None else seed)
        return self.with_placed(self._in_order(layout))

    def _in_order(self, layout: str) -> tuple[Space, ...]:
        """Return the spaces of a layout in the order of placing: the known ones, then the new red and black ones."""
        known = self.placed or ()
        spaces = (space for colour in "rb" for space in range(1, len(layout) + 1) if layout[space - 1] == colour)
        return *known, *(space for space in spaces if space not in known)

    def with_placed(self, placed: tuple[Space, ...]) -> Self:
        """Replace the placed barons; this restarts the record."""
        start = _start_position(_layout(placed), self.record.start.variants)
        match = replace(self, placed=placed, positions=(start,), undone=())
        return replace(match, record=Record(start, headers=self.record.headers | match.own_headers()))

    def _placed_by_person(self, number: int) -> bool:
        """Return whether a person here placed a baron, counted from 0."""
        return self.seats[_seat_index(number)].person

    # Links, results and undo

    @property
    def _setup(self) -> tuple[str, ...]:
        """The start of the match, as links compare it: the whole position, or the placed barons in order."""
        if self.placed is None:
            return super()._setup
        return self.record.start.variants, *map(str, self.placed)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners; None before the end, and during the setup unless a player has resigned."""
        return None if self.setting_up and not self.resigned else super().winners

    def undo_to(self) -> int | None:
        """Return how many turns (or barons, during the setup) undo leaves; None if it is impossible."""
        return super().undo_to() if self.record.turns else self._last_placed()

    def undo(self) -> Self:
        last = None if self.record.turns else self._last_placed()
        return super().undo() if last is None else self.with_placed((self.placed or ())[:last])

    def _last_placed(self) -> int | None:
        """Return the number of the last baron that a person here placed, from 0; None if it has been sent."""
        numbers = reversed(range(len(self.placed or ())))
        last = next(filter(self._placed_by_person, numbers), None)
        return None if last is None or self._is_final(len(self.placed or ()) - last) else last


def _seat_index(number: int) -> int:
    """Return the index of the player who places a baron, by the baron's number from 0."""
    return number // COPIES


def _start_position(layout: str, variants: str) -> Position:
    """Build the start from a layout; the player who places the next baron is to move."""
    baron = setup.next_baron(layout)
    stacks = tuple(letter.replace(setup.FREE, "") for letter in layout)
    return Position.build(stacks, baron.player if baron else SOUTH, variants)


def _layout(placed: tuple[Space, ...]) -> str:
    """Place barons on an empty dragon, in order."""
    layout = setup.EMPTY
    for space in placed:
        layout = setup.place(layout, space)
    return layout


def _read_placed(record: Record) -> tuple[Space, ...] | None:
    """Read the manual setup from a record's headers; None if there is none or it doesn't fit the start."""
    numbers = record.headers.get("Setup")
    if numbers is None:
        return None
    try:
        placed = tuple(int(number) for number in numbers.split(",") if number)
        return placed if _start_position(_layout(placed), record.start.variants) == record.start else None
    except (ValueError, ParseError):
        return None


RANDOM, MANUAL = "random", "hand"
SETUP_METHODS = (RANDOM, MANUAL)


@dataclass(frozen=True)
class Form(BaseForm):
    """The form for a new match of Khan Tsin."""

    seats: tuple[Seat, ...] = (Seat(), Seat(kind=FIRST_LEVEL))
    setup: str = RANDOM
    """How the barons are set up (K3): one of `SETUP_METHODS`."""
    two_speeds: bool = False
    turning: bool = False
    """Whether the variants are played (K11, K12)."""

    levels: ClassVar[tuple[str, ...]] = LEVELS

    def change(self, field: str, value: str) -> Self:
        if field == "layout" and value in SETUP_METHODS:
            return replace(self, setup=value)
        if field == "two_speeds":
            return replace(self, two_speeds=value == "true")
        if field == "turning":
            return replace(self, turning=value == "true")
        return super().change(field, value)

    @property
    def variants(self) -> str:
        """The variants in the notation of a position line (K11, K12)."""
        return "r" * self.turning + "t" * self.two_speeds or NOTHING

    def new_match(self, ui: AnyGameUi, seed: int, date: str) -> Match:
        """Start a match with a random setup, or a manual one."""
        if self.setup == MANUAL:
            return Match.start_manual_setup(ui, self.seats, self.variants, date, seed)
        return Match.start(ui, Position.deal(self.variants, seed=seed), self.seats, date)


def form_from_match(match: Match) -> Form:
    """Return the form with the options of an existing match, for a rematch."""
    start = match.record.start
    return Form(match.seats, RANDOM if match.placed is None else MANUAL, start.two_speeds, start.turning)


_MAX_PLACED = 2 * COPIES
"""The number of barons in a complete manual setup."""


def write_setup(writer: Writer, match: Match) -> None:
    """Write the options of the form and the barons placed so far (K3) to a link."""
    form = form_from_match(match)
    writer.put(SETUP_METHODS.index(form.setup), len(SETUP_METHODS))
    writer.put(form.two_speeds, 2)
    writer.put(form.turning, 2)
    if match.placed is None:
        return
    writer.put(len(match.placed), _MAX_PLACED + 1)
    for space in match.placed:
        writer.put(space - 1, LENGTH)


def read_setup(ui: AnyGameUi, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str) -> Match:
    """Read the options and barons that `write_setup` wrote, and start the match."""
    method = SETUP_METHODS[reader.take(len(SETUP_METHODS))]
    match = Form(seats, method, bool(reader.take(2)), bool(reader.take(2))).new_match(ui, seed, date)
    if match.placed is None:
        return match
    placed = tuple(1 + reader.take(LENGTH) for _ in range(reader.take(_MAX_PLACED + 1)))
    try:
        return match.with_placed(placed)
    except PositionError:
        raise malformed_link() from None
