"""The form for a new game of Khan Tsin, and the game that follows from it."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.games.khan_tsin.levels import FIRST_LEVEL, LEVELS
from engine.games.khan_tsin.match import Game
from engine.session import form as setup
from engine.session.match import Seat
from qin_core.khan_tsin import Position
from qin_core.khan_tsin.notation import NOTHING

RANDOM, BY_HAND = "random", "hand"
LAYOUTS = (RANDOM, BY_HAND)


@dataclass(frozen=True)
class Draft(setup.Draft):
    """A game that is being set up."""

    seats: tuple[Seat, ...] = (Seat(), Seat(kind=FIRST_LEVEL))
    layout: str = RANDOM
    """How the barons come onto the dragon (K3)."""
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

    def begin(self, seed: int, date: str) -> Game:
        """Begin the game, or with setting it up."""
        if self.layout == BY_HAND:
            return Game.set_up(self.seats, self.variants, date, seed)
        return Game.begin(Position.deal(self.variants, seed=seed), self.seats, date)


def draft_of(game: Game) -> Draft:
    """Fill the form in as for a game that is there, so that a rematch changes nothing but the barons' places."""
    start = game.record.start
    return Draft(game.seats, RANDOM if game.placed is None else BY_HAND, start.two_speeds, start.turning)


def read_start(line: str) -> Position:
    """Read a position line to play on from."""
    return Position.parse(line)
