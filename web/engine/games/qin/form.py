"""The form for a new game of Qin, and the game that follows from it."""

import random
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.games.qin.levels import FIRST_LEVEL, LEVELS
from engine.games.qin.match import SERIES_LENGTHS, Game
from engine.session import form as setup
from engine.session.match import Seat
from qin_core.common.errors import ParseError, Problem
from qin_core.qin import Board, Position

OWN_MAP = "map"
BOARDS = ("bird", "lion", OWN_MAP)


@dataclass(frozen=True)
class Draft(setup.Draft):
    """A game that is being set up."""

    seats: tuple[Seat, ...] = (Seat(), Seat(kind=FIRST_LEVEL), Seat(kind=FIRST_LEVEL), Seat(kind=FIRST_LEVEL))
    players: int = 2
    board: str = "bird"
    own_map: str = ""
    first: int = 0
    """Who begins; 0 lets chance decide (Q6)."""
    fair: bool = False
    games: int = 1

    levels: ClassVar[tuple[str, ...]] = LEVELS

    @property
    def seated(self) -> tuple[Seat, ...]:
        return self.seats[: self.players]

    def change(self, field: str, value: str) -> Self:
        name, _, number = field.partition("-")
        if name == "colour" and number in ("1", "2", "3", "4") and value in ("1", "2", "3", "4"):
            return self._swap_colours(int(number), int(value))
        if field == "players" and value in ("2", "3", "4"):
            return replace(self, players=int(value), first=min(self.first, int(value)))
        if field == "first" and value in [str(n) for n in range(self.players + 1)]:
            return replace(self, first=int(value))
        if field == "board" and value in BOARDS:
            return replace(self, board=value)
        if field == "own_map":
            return replace(self, own_map=value, board=OWN_MAP)
        if field == "fair":
            return replace(self, fair=value == "true")
        if field == "games" and value in SERIES_LENGTHS:
            return replace(self, games=int(value))
        return super().change(field, value)

    def _swap_colours(self, player: int, colour: int) -> Self:
        """Give a player a colour; whoever had it gets the one that is free now."""
        colours = [seat.colour or number for number, seat in enumerate(self.seats, start=1)]
        other = colours.index(colour)
        colours[other], colours[player - 1] = colours[player - 1], colour
        return replace(
            self, seats=tuple(replace(seat, colour=own) for seat, own in zip(self.seats, colours, strict=True))
        )

    def faults(self) -> tuple[Problem, ...]:
        """List what keeps the game from beginning: the faults of one's own map."""
        if self.board != OWN_MAP:
            return ()
        try:
            Board.parse(self.own_map)
        except ParseError as error:
            return error.problems
        return ()

    def begin(self, seed: int, date: str) -> Game:
        """Deal the game; raises `ParseError` for a map with faults."""
        return Game.begin(self.deal(seed), self.seated, date, planned=self.games, first=self.first, fair=self.fair)

    def deal(self, seed: int) -> Position:
        """Deal a position by this form."""
        board = Board.parse(self.own_map) if self.board == OWN_MAP else Board.named(self.board)
        return Position.deal(board, self.players, fair=self.fair, first=self.first or None, seed=seed)


def draft_of(game: Game) -> Draft:
    """Fill the form in as for a game that is there, so that a rematch changes nothing but the tiles."""
    board = game.record.start.board
    own = board.name.startswith("map:")
    free = [colour for colour in range(1, 5) if colour not in game.colours]
    others = [replace(seat, colour=colour) for seat, colour in zip(Draft().seats[len(game.seats) :], free, strict=True)]
    seats = (*game.seats, *others)
    return Draft(
        seats,
        len(game.seats),
        OWN_MAP if own else board.name,
        board.text if own else "",
        first=game.first,
        fair=game.fair,
        games=game.planned,
    )


def turn_up(position: Position) -> Position:
    """Give the hidden tiles of a position faces, so that it can be played on: any that the box still holds (Q3)."""
    unseen = position.unseen_tiles()
    random.Random(str(position)).shuffle(unseen)
    return position.reveal(unseen)


def read_start(line: str) -> Position:
    """Read a position line to play on from."""
    return turn_up(Position.parse(line))
