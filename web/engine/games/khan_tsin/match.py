"""Matches of Khan Tsin: computer levels, setting up by hand, the form for a new match, and links."""

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
from qin_core.khan_tsin.board import LENGTH, SOUTH, Space
from qin_core.khan_tsin.notation import NOTHING
from qin_core.khan_tsin.players import levels as player
from qin_core.khan_tsin.players import set_up
from qin_core.khan_tsin.stack import COPIES

LEVELS = tuple(level.name for level in player.LEVELS)
FIRST_LEVEL = LEVELS[0]
"""The opponent of beginners."""


@dataclass(frozen=True)
class Match(match.Match):
    """One game from its first position on, with all positions so far."""

    record: Record
    positions: tuple[Position, ...]
    placed: tuple[Space, ...] | None = None
    """The spaces of the red, then the black barons in the order of a set-up by hand; None without one (K3)."""

    @classmethod
    def start(cls, ui: AnyGameUi, start: Position, seats: Iterable[Seat], date: str = "") -> Self:
        """Start a match from a position."""
        return cls(ui, Record(start), (start,), tuple(seats)).with_own_headers(date)

    @classmethod
    def set_up(cls, ui: AnyGameUi, seats: Iterable[Seat], variants: str, date: str, seed: int) -> Self:
        """Start with an empty dragon (K3); a computer on South's side puts its barons there at once."""
        start = _start(setup.EMPTY, variants)
        empty = cls(ui, Record(start), (start,), tuple(seats), placed=())
        return empty.with_own_headers(date).go_on(setup.EMPTY, seed)

    def read_headers(self) -> Self:
        return replace(self, placed=_read_placed(self.record))

    def own_headers(self) -> dict[str, str]:
        return super().own_headers() | ({} if self.placed is None else {"Setup": ",".join(map(str, self.placed))})

    @property
    def latest(self) -> Position:
        return self.positions[-1]

    @property
    def name_keys(self) -> tuple[str, ...]:
        """The keys of the names of players without a name: their ends of the dragon."""
        return "khan-south", "khan-north"

    # Setting up by hand

    @cached_property
    def layout(self) -> str:
        """The barons placed by hand so far."""
        return _layout(self.placed or ())

    @property
    def placing(self) -> bool:
        """Whether the barons are still being set up."""
        return self.placed is not None and setup.next_baron(self.layout) is not None

    def put(self, space: Space) -> Self:
        """Put the next baron on a free space; a computer on the other side then puts all of its own there."""
        return self.go_on(setup.place(self.layout, space))

    def take_back(self, space: Space) -> Self:
        """Take any baron off again that its owner has put down, as long as that side isn't complete."""
        placed = self.placed or ()
        if space not in placed:
            return self
        number = placed.index(space)
        own = number // COPIES == len(placed) // COPIES and self.seats[number // COPIES].person
        if not own or self._is_final(len(placed) - number):
            return self
        return self.with_placed((*placed[:number], *placed[number + 1 :]))

    def fill(self) -> Self:
        """Let the computer place the remaining barons of the player to move."""
        return self.go_on(set_up(self.layout, seed=self.layout))

    def go_on(self, layout: str, seed: int | str | None = None) -> Self:
        while (baron := setup.next_baron(layout)) and (seat := self.seats[baron[1] - 1]).computer:
            layout = set_up(layout, LEVELS.index(seat.kind) + 1, layout if seed is None else seed)
        return self.with_placed(self._in_order(layout))

    def _in_order(self, layout: str) -> tuple[Space, ...]:
        """List the spaces of red, then black barons; new ones come last."""
        before = self.placed or ()
        new = (space for colour in "rb" for space in range(1, len(layout) + 1) if layout[space - 1] == colour)
        return *before, *(space for space in new if space not in before)

    def with_placed(self, placed: tuple[Space, ...]) -> Self:
        start = _start(_layout(placed), self.record.start.variants)
        game = replace(self, placed=placed, positions=(start,), undone=())
        return replace(game, record=Record(start, headers=self.record.headers | game.own_headers()))

    # Taking part

    @property
    def _setup(self) -> tuple[str, ...]:
        """The start of the match: all barons, or those placed by hand, one after the other."""
        if self.placed is None:
            return super()._setup
        return self.record.start.variants, *map(str, self.placed)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners, once there are any; nobody while the barons are being set up."""
        return None if self.placing and not self.resigned else super().winners

    def undo_to(self) -> int | None:
        """Return the number of the position to which undo leads; placing a baron is a decision."""
        return super().undo_to() if self.record.turns else self._last_put()

    def undo(self) -> Self:
        last = None if self.record.turns else self._last_put()
        return super().undo() if last is None else self.with_placed((self.placed or ())[:last])

    def _last_put(self) -> int | None:
        """Find the last baron that a person put down, by its number."""
        numbers = reversed(range(len(self.placed or ())))
        last = next((number for number in numbers if self.seats[number // COPIES].person), None)
        return None if last is None or self._is_final(len(self.placed or ()) - last) else last


def _start(layout: str, variants: str) -> Position:
    """Build the first position so far; the player who places the next baron is to move."""
    baron = setup.next_baron(layout)
    stacks = tuple(letter.replace(setup.FREE, "") for letter in layout)
    return Position.build(stacks, baron[1] if baron else SOUTH, variants)


def _layout(placed: tuple[Space, ...]) -> str:
    layout = setup.EMPTY
    for space in placed:
        layout = setup.place(layout, space)
    return layout


def _read_placed(record: Record) -> tuple[Space, ...] | None:
    """Read the set-up by hand; None if it doesn't lead to the record's start."""
    numbers = record.headers.get("Setup")
    if numbers is None:
        return None
    try:
        placed = tuple(int(number) for number in numbers.split(",") if number)
        return placed if _start(_layout(placed), record.start.variants) == record.start else None
    except (ValueError, ParseError):
        return None


RANDOM, BY_HAND = "random", "hand"
LAYOUTS = (RANDOM, BY_HAND)


@dataclass(frozen=True)
class Form(BaseForm):
    """The form for a new match of Khan Tsin."""

    seats: tuple[Seat, ...] = (Seat(), Seat(kind=FIRST_LEVEL))
    layout: str = RANDOM
    """The way of setting up (K3)."""
    two_speeds: bool = False
    turning: bool = False

    levels: ClassVar[tuple[str, ...]] = LEVELS

    def change(self, field: str, value: str) -> Self:
        if field == "layout" and value in LAYOUTS:
            return replace(self, layout=value)
        if field == "two_speeds":
            return replace(self, two_speeds=value == "true")
        if field == "turning":
            return replace(self, turning=value == "true")
        return super().change(field, value)

    @property
    def variants(self) -> str:
        """The variants as a position line has them (K11, K12)."""
        return "r" * self.turning + "t" * self.two_speeds or NOTHING

    def new_match(self, ui: AnyGameUi, seed: int, date: str) -> Match:
        """Deal a match, or start setting it up."""
        if self.layout == BY_HAND:
            return Match.set_up(ui, self.seats, self.variants, date, seed)
        return Match.start(ui, Position.deal(self.variants, seed=seed), self.seats, date)


def form_from_match(game: Match) -> Form:
    """Fill in the form as for an existing match, so that a rematch only changes the barons' places."""
    start = game.record.start
    return Form(game.seats, RANDOM if game.placed is None else BY_HAND, start.two_speeds, start.turning)


_BY_HAND = 2 * COPIES
"""The number of barons that people place."""


def write_setup(writer: Writer, game: Match) -> None:
    """Add the form's choices and the barons placed so far (K3)."""
    form = form_from_match(game)
    writer.put(LAYOUTS.index(form.layout), len(LAYOUTS))
    writer.put(form.two_speeds, 2)
    writer.put(form.turning, 2)
    if game.placed is None:
        return
    writer.put(len(game.placed), _BY_HAND + 1)
    for space in game.placed:
        writer.put(space - 1, LENGTH)


def read_setup(ui: AnyGameUi, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str) -> Match:
    """Start the match of a link."""
    layout = LAYOUTS[reader.take(len(LAYOUTS))]
    game = Form(seats, layout, bool(reader.take(2)), bool(reader.take(2))).new_match(ui, seed, date)
    if game.placed is None:
        return game
    placed = tuple(1 + reader.take(LENGTH) for _ in range(reader.take(_BY_HAND + 1)))
    try:
        return game.with_placed(placed)
    except PositionError:
        raise malformed_link() from None
