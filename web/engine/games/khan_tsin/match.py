"""A game of Khan Tsin at this screen, from the first baron that somebody puts on the dragon (K3)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from engine.games.khan_tsin.levels import LEVELS
from engine.session import match as game
from engine.session.match import Seat
from qin_core.common.errors import ParseError
from qin_core.common.record import GameRecord
from qin_core.khan_tsin import Position, Record, setup
from qin_core.khan_tsin.board import SOUTH, Space
from qin_core.khan_tsin.players import set_up
from qin_core.khan_tsin.stack import COPIES


@dataclass(frozen=True)
class Game(game.Game):
    """One game from its first position on, with all positions so far."""

    record: Record
    positions: tuple[Position, ...]
    placed: tuple[Space, ...] | None = None
    """Where the red and then the black barons were put, in order; None if nobody has set them up by hand (K3)."""

    room: ClassVar[str] = "khan-tsin"
    records: ClassVar[type[Record]] = Record
    suffix: ClassVar[str] = ".khan"
    levels: ClassVar[tuple[str, ...]] = LEVELS

    @classmethod
    def set_up(cls, seats: Iterable[Seat], variants: str, date: str, seed: int) -> Self:
        """Sit down to an empty dragon (K3); a computer on South's side puts its barons there at once."""
        start = _start(setup.EMPTY, variants)
        return cls.begin(start, seats, date, placed=()).go_on(setup.EMPTY, seed)

    @classmethod
    def _read_more(cls, record: GameRecord[Any, Any], positions: int) -> dict[str, Any]:  # noqa: ARG003
        return {"placed": _read_placed(record)}

    def own_headers(self) -> dict[str, str]:
        return super().own_headers() | ({} if self.placed is None else {"Setup": ",".join(map(str, self.placed))})

    @property
    def now(self) -> Position:
        return self.positions[-1]

    @property
    def name_keys(self) -> tuple[str, ...]:
        """Give the words for players without a name of their own: their ends of the dragon."""
        return "khan-south", "khan-north"

    # Setting up by hand

    @cached_property
    def layout(self) -> str:
        """The barons as far as they were put there by hand."""
        return _layout(self.placed or ())

    @property
    def placing(self) -> bool:
        """Whether the barons are still being set up."""
        return self.placed is not None and setup.next_baron(self.layout) is not None

    def put(self, space: Space) -> Self:
        """Put the next baron on a free space; a computer on the other side then puts all of its own there."""
        return self.go_on(setup.place(self.layout, space))

    def fill(self) -> Self:
        """Let the computer put down what the player on turn has left."""
        return self.go_on(set_up(self.layout, seed=self.layout))

    def go_on(self, layout: str, seed: int | str | None = None) -> Self:
        while (baron := setup.next_baron(layout)) and (seat := self.seats[baron[1] - 1]).computer:
            layout = set_up(layout, LEVELS.index(seat.kind) + 1, layout if seed is None else seed)
        return self.with_placed(self._in_order(layout))

    def _in_order(self, layout: str) -> tuple[Space, ...]:
        """List the spaces of red, then black barons; what is new comes after what was there."""
        before = self.placed or ()
        new = (space for colour in "rb" for space in range(1, len(layout) + 1) if layout[space - 1] == colour)
        return *before, *(space for space in new if space not in before)

    def with_placed(self, placed: tuple[Space, ...]) -> Self:
        start = _start(_layout(placed), self.record.start.variants)
        game = replace(self, placed=placed, positions=(start,), undone=())
        return replace(game, record=Record(start, headers=self.record.headers | game.own_headers()))

    # Taking part

    @property
    def _beginning(self) -> tuple[str, ...]:
        """What the game began with: all barons, or those that were put there by hand, one after the other."""
        if self.placed is None:
            return super()._beginning
        return self.record.start.variants, *map(str, self.placed)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners, once there are any; nobody while the barons are being set up."""
        return None if self.placing and not self.resigned else super().winners

    def undo_to(self) -> int | None:
        """Find the position of the last decision that may be taken back; putting a baron down is one."""
        return super().undo_to() if self.record.turns else self._last_put()

    def undo(self) -> Self:
        last = None if self.record.turns else self._last_put()
        return super().undo() if last is None else self.with_placed((self.placed or ())[:last])

    def _last_put(self) -> int | None:
        """Find the last baron that a person put down, by its number."""
        numbers = reversed(range(len(self.placed or ())))
        last = next((number for number in numbers if self.seats[number // COPIES].person), None)
        return None if last is None or self._was_sent(len(self.placed or ()) - last) else last


def _start(layout: str, variants: str) -> Position:
    """Build the first position, as far as it is set up; the player who puts the next baron down is on turn."""
    baron = setup.next_baron(layout)
    stacks = tuple(letter.replace(setup.FREE, "") for letter in layout)
    return Position.build(stacks, baron[1] if baron else SOUTH, variants)


def _layout(placed: tuple[Space, ...]) -> str:
    layout = setup.EMPTY
    for space in placed:
        layout = setup.place(layout, space)
    return layout


def _read_placed(record: GameRecord[Any, Any]) -> tuple[Space, ...] | None:
    """Read how the barons were set up; what doesn't lead to the record's own start counts as not by hand."""
    numbers = record.headers.get("Setup")
    if numbers is None:
        return None
    try:
        placed = tuple(int(number) for number in numbers.split(",") if number)
        return placed if _start(_layout(placed), record.start.variants) == record.start else None
    except (ValueError, ParseError):
        return None
