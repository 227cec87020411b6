"""Matches of Qin: computer levels, colours, series, the form for a new match, and links."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Self

from engine.games.base import AnyGameUi
from engine.games.form import SEPARATOR, Seat
from engine.games.form import Form as BaseForm
from engine.session import match
from engine.session.match import split
from qin_core.common.errors import ParseError, Problem
from qin_core.common.link_codec import Reader, Writer, malformed_link
from qin_core.qin import Board, Position, Record, Series
from qin_core.qin import players as ai
from qin_core.qin.board import COLUMNS, GRASS, MAX_SIDE, MIN_SIDE, WATER, MapError
from qin_core.qin.outline import PagodaSquares, pagoda_squares
from qin_core.qin.tiles import COLOURS

LEVELS = tuple(level.name for level in ai.LEVELS)
FIRST_LEVEL = LEVELS[0]
"""The opponent of beginners."""


SERIES_LENGTHS = ("1", "2", "3", "4", "6")


@dataclass(frozen=True)
class Match(match.Match):
    """One game from its first position on, with all positions so far."""

    record: Record
    positions: tuple[Position, ...]
    seen: int = 0
    """The last position whose player to move has seen their tiles."""
    fixed: int = 0
    """The number of turns that are final, even after an undo of later ones: their players have seen the drawn tiles."""
    earlier: Series = field(default_factory=Series)
    """The games of the series before this one (Q25)."""
    planned: int = 1
    """How many games the series has."""
    first: int = 0
    """The chosen first player; 0 for a random one."""
    fair: bool = False
    """Whether every player was to start with a double tile (Q7)."""
    picked: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    """The numbers of turns, from 0, each with the slot of the hand that the tile came from: two tiles can be equal."""

    @cached_property
    def places(self) -> PagodaSquares:
        """The squares of pagodas in all positions: each stays while its province grows."""
        return pagoda_squares(self.positions)

    def hand(self, player: int, ply: int) -> tuple[str, ...]:
        """Return the slots of a player's hand in a position by its number; "" is an empty slot.

        A drawn tile fills the slot of the tile that was placed before; the others keep theirs.
        """
        slots = list(self.positions[0].hand(player))
        for number in range(ply):
            at = self.slot_of(number, slots) if self.positions[number].player_to_move == player else None
            if at is not None:
                slots[at] = ""
                slots[at] = next(iter(Counter(self.positions[number + 1].hand(player)) - Counter(slots)), "")
        tiles = self.positions[ply].hand(player)
        return tuple(slots) if sorted(filter(None, slots)) == sorted(tiles) else tiles

    def slot_of(self, number: int, slots: Sequence[str]) -> int | None:
        """Find the slot of the tile that was placed in a turn by its number, from 0; None for a pass."""
        move = self.record.turns[number].move
        if not move.halves:
            return None
        at = dict(self.picked).get(number, 0)
        if at < len(slots) and slots[at] == move.tile:
            return at
        return next((at for tile in (move.tile, "?") for at, held in enumerate(slots) if held == tile), None)

    @classmethod
    def start(
        cls,
        ui: AnyGameUi,
        start: Position,
        seats: Iterable[Seat],
        date: str = "",
        *,
        earlier: Series | None = None,
        planned: int = 1,
        first: int = 0,
        fair: bool = False,
    ) -> Self:
        """Start a match from a position."""
        match = cls(ui, Record(start), (start,), tuple(seats), planned=planned, first=first, fair=fair)
        return replace(match, earlier=earlier or Series()).with_own_headers(date)

    def read_headers(self) -> Self:
        headers, players = self.record.headers, len(self.seats)
        colours = _read_colours(headers.get("Colours", ""), players)
        planned, first = headers.get("Series", "1"), headers.get("First", "")
        return replace(
            self,
            seats=tuple(replace(seat, colour=colour) for seat, colour in zip(self.seats, colours, strict=True)),
            seen=len(self.positions) - 1,
            earlier=_read_series(headers.get("Earlier", ""), players),
            planned=int(planned) if planned in SERIES_LENGTHS else 1,
            first=int(first) if first in map(str, self.latest.players) else 0,
            fair=headers.get("Fair") == "yes",
        )

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
    def latest(self) -> Position:
        return self.positions[-1]

    @property
    def name_keys(self) -> tuple[str, ...]:
        """The keys of the names of players without a name: those of their colours."""
        return tuple(f"player-{colour}" for colour in self.colours)

    @property
    def series(self) -> Series:
        """The games of the series so far, this one too once it is over."""
        return self.earlier.add(self.latest) if self.latest.winners() is not None else self.earlier

    @property
    def has_next_game(self) -> bool:
        return self.planned > len(self.series.unused) and not self.resigned

    def _best_except(self, player: int) -> tuple[int, ...]:
        """Return the players who win after a resignation: those with the most pagodas on the board."""
        others = super()._best_except(player)
        most = max(map(self.latest.pagodas_placed, others))
        return tuple(other for other in others if self.latest.pagodas_placed(other) == most)

    def next_in_series(self, start: Position, date: str = "") -> "Match":
        """Start the next match of the series with the same players (Q25)."""
        return Match.start(
            self.ui,
            start,
            self.seats,
            date,
            earlier=self.series,
            planned=self.planned,
            first=self.first,
            fair=self.fair,
        )

    def with_free_undo(self) -> Self:
        """Allow every undo: who sees the board may know all tiles."""
        return replace(self, seen=0, fixed=0) if self.seen or self.fixed else self

    def undo_to(self) -> int | None:
        """Return the number of the position to which undo leads, or None.

        Among people, a turn is final once its player has seen the drawn tile.
        """
        at = super().undo_to()
        return None if at is not None and at < self._committed_turns() else at

    def drawn_unsent(self, player: int) -> str:
        """Return the tile that a player drew after an unsent turn; empty if there is none."""
        at = self.undo_to() if self.ongoing_remote else None
        return self.record.turns[at].drawn if at is not None and self.positions[at].player_to_move == player else ""

    def _committed_turns(self) -> int:
        """Count the final turns: up to the last one whose player has seen the drawn tile."""
        if self.solo:
            return 0
        movers = [position.player_to_move for position in self.positions[: self.seen + 1]]
        return max([self.fixed, *(at + 1 for at, mover in enumerate(movers) if mover in movers[at + 1 :])])

    def undo(self) -> Self:
        """Undo back to the last decision; final turns stay final."""
        return self if self.undo_to() is None else replace(super().undo(), fixed=self._committed_turns())

    def cut(self, at: int) -> Self:
        return replace(super().cut(at), seen=min(self.seen, at))


def _read_colours(text: str, players: int) -> list[int]:
    """Read the players' colours; the default unless there is one for each."""
    parts = split(text, players)
    fits = len(set(parts)) == players and all(part in ("1", "2", "3", "4") for part in parts)
    return [int(part) for part in parts] if fits else [0] * players


def _read_series(text: str, players: int) -> Series:
    """Read the unused pagodas of earlier matches; none if they don't fit."""
    if not text:
        return Series()
    games = [game.split(",") for game in text.split(";")]
    fits = all(len(game) == players and all(n.isascii() and n.isdigit() and len(n) < 3 for n in game) for game in games)
    return Series(tuple(tuple(map(int, game)) for game in games)) if fits else Series()


OWN_MAP = "map"
BOARDS = ("bird", "lion", OWN_MAP)


@dataclass(frozen=True)
class Form(BaseForm):
    """The form for a new match of Qin."""

    seats: tuple[Seat, ...] = (Seat(), Seat(kind=FIRST_LEVEL), Seat(kind=FIRST_LEVEL), Seat(kind=FIRST_LEVEL))
    players: int = 2
    board: str = "bird"
    own_map: str = ""
    first: int = 0
    """The first player; 0 for a random one (Q6)."""
    fair: bool = False
    games: int = 1

    levels: ClassVar[tuple[str, ...]] = LEVELS
    boards: ClassVar[tuple[str, ...]] = ("bird", "lion")

    @property
    def seated(self) -> tuple[Seat, ...]:
        return self.seats[: self.players]

    @property
    def board_text(self) -> str:
        return self.own_map if self.board == OWN_MAP else ""

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
        """Give a player a colour; its previous owner gets the free one."""
        colours = [seat.colour or number for number, seat in enumerate(self.seats, start=1)]
        other = colours.index(colour)
        colours[other], colours[player - 1] = colours[player - 1], colour
        return replace(
            self, seats=tuple(replace(seat, colour=own) for seat, own in zip(self.seats, colours, strict=True))
        )

    def problems(self) -> tuple[Problem, ...]:
        """List what prevents the match from starting: the problems of the reader's own map."""
        if self.board != OWN_MAP:
            return ()
        try:
            Board.parse(self.own_map)
        except ParseError as error:
            return error.problems
        return ()

    def new_match(self, ui: AnyGameUi, seed: int, date: str) -> Match:
        """Deal a match; raise `ParseError` for a map with problems."""
        return Match.start(ui, self.deal(seed), self.seated, date, planned=self.games, first=self.first, fair=self.fair)

    def deal(self, seed: int) -> Position:
        """Deal a position by this form."""
        board = Board.parse(self.own_map) if self.board == OWN_MAP else Board.named(self.board)
        return Position.deal(board, self.players, fair=self.fair, first=self.first or None, seed=seed)


def form_from_match(game: Match) -> Form:
    """Fill in the form as for an existing match, so that a rematch only changes the tiles."""
    board = game.record.start.board
    own = board.name.startswith("map:")
    free = [colour for colour in range(1, 5) if colour not in game.colours]
    others = [replace(seat, colour=colour) for seat, colour in zip(Form().seats[len(game.seats) :], free, strict=True)]
    seats = (*game.seats, *others)
    return Form(
        seats,
        len(game.seats),
        OWN_MAP if own else board.name,
        board.text if own else "",
        first=game.first,
        fair=game.fair,
        games=game.planned,
    )


def turn_up(position: Position) -> Position:
    """Replace the hidden tiles of a position by random ones that the box still holds, so that it can be played on
    (Q3)."""
    unseen = position.unseen_tiles()
    random.Random(str(position)).shuffle(unseen)
    return position.reveal(unseen)


def read_start(line: str) -> Position:
    """Read a position line to play on from."""
    return turn_up(Position.parse(line))


_MARKS = GRASS + WATER + COLOURS.upper() + COLUMNS
_SIDES = MAX_SIDE - MIN_SIDE + 1
_UNUSED = 64
_COLOURS = 5


def write_setup(writer: Writer, game: Match) -> None:
    """Add the form's choices and the earlier matches of the series."""
    form = form_from_match(game)
    for seat in game.seats:
        writer.put(seat.colour, _COLOURS)
    writer.put(BOARDS.index(form.board), len(BOARDS))
    if form.board == OWN_MAP:
        _put_map(writer, form.own_map)
    writer.put(form.first, len(game.seats) + 1)
    writer.put(form.fair, 2)
    writer.put(SERIES_LENGTHS.index(str(form.games)), len(SERIES_LENGTHS))
    writer.put(len(game.earlier.unused), form.games)
    for unused in game.earlier.unused:
        for left in unused:
            writer.put(left, _UNUSED)


def read_setup(ui: AnyGameUi, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str) -> Match:
    """Deal the game of a link."""
    colours = [reader.take(_COLOURS) for _ in seats]
    if len({colour or player for player, colour in enumerate(colours, start=1)}) < len(seats):
        raise malformed_link()
    seats = tuple(replace(seat, colour=colour) for seat, colour in zip(seats, colours, strict=True))
    board = BOARDS[reader.take(len(BOARDS))]
    own_map = _take_map(reader) if board == OWN_MAP else ""
    first, fair = reader.take(len(seats) + 1), bool(reader.take(2))
    games = int(SERIES_LENGTHS[reader.take(len(SERIES_LENGTHS))])
    earlier = tuple(tuple(reader.take(_UNUSED) for _ in seats) for _ in range(reader.take(games)))
    form = Form(seats, len(seats), board, own_map, first, fair, games)
    try:
        position = form.deal(seed)
    except MapError:
        raise malformed_link() from None
    return Match.start(ui, position, seats, date, planned=games, first=first, fair=fair, earlier=Series(earlier))


def _put_map(writer: Writer, text: str) -> None:
    rows = text.split()
    writer.put(len(rows) - MIN_SIDE, _SIDES)
    writer.put(len(rows[0]) - MIN_SIDE, _SIDES)
    for mark in "".join(rows):
        writer.put(_MARKS.index(mark), len(_MARKS))


def _take_map(reader: Reader) -> str:
    height, width = (MIN_SIDE + reader.take(_SIDES) for _ in range(2))
    rows = ("".join(_MARKS[reader.take(len(_MARKS))] for _ in range(width)) for _ in range(height))
    return "\n".join(rows)
