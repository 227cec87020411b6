"""Matches of Qin: hands, series, the form for a new match, and links."""

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
    """A match of Qin."""

    record: Record
    positions: tuple[Position, ...]
    seen: int = 0
    """The latest ply at which the player to move has seen their tiles."""
    final_turns: int = 0
    """How many turns can't be undone, because their players have seen the drawn tiles."""
    earlier: Series = field(default_factory=Series)
    """The previous games of the series (Q25)."""
    planned: int = 1
    """The length of the series."""
    first: int = 0
    """The chosen first player; 0 for a random one."""
    fair: bool = False
    """Whether the deal gave every player a double tile (Q7)."""
    picked: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    """The numbers of turns, from 0, and the slots of their tiles: two tiles of a hand can be equal."""

    @cached_property
    def pagoda_squares(self) -> PagodaSquares:
        """The squares on which pagodas are drawn: a province keeps its square while it grows."""
        return pagoda_squares(self.positions)

    def hand(self, player: int, ply: int) -> tuple[str, ...]:
        """Return a player's hand at a ply as slots, so that tiles stay in place; "" is an empty slot.

        A drawn tile fills the slot of the placed tile.
        """
        slots = list(self.positions[0].hand(player))
        for number in range(ply):
            slot = self.slot_of(number, slots) if self.positions[number].player_to_move == player else None
            if slot is not None:
                slots[slot] = ""
                drawn = Counter(self.positions[number + 1].hand(player)) - Counter(slots)
                slots[slot] = next(iter(drawn), "")
        tiles = self.positions[ply].hand(player)
        return tuple(slots) if sorted(filter(None, slots)) == sorted(tiles) else tiles

    def slot_of(self, number: int, slots: Sequence[str]) -> int | None:
        """Return the slot of the tile that was placed in a turn, counted from 0; None for a pass."""
        move = self.record.turns[number].move
        if not move.halves:
            return None
        picked = dict(self.picked).get(number, 0)
        if picked < len(slots) and slots[picked] == move.tile:
            return picked
        # The pick isn't stored: take the first slot with this tile, else a hidden one.
        return next((slot for tile in (move.tile, "?") for slot, held in enumerate(slots) if held == tile), None)

    @classmethod
    def start_in_series(
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
        """Start a match from a position, as part of a series and with the form's options."""
        match = cls(ui, Record(start), (start,), tuple(seats), planned=planned, first=first, fair=fair)
        return replace(match, earlier=earlier or Series()).with_own_headers(date)

    def read_headers(self) -> Self:
        headers, players = self.record.headers, len(self.seats)
        colours = _read_colours(headers.get("Colours", ""), players)
        planned, first = headers.get("Series", "1"), headers.get("First", "")
        return replace(
            self,
            seats=_with_colours(self.seats, colours),
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
        """The text keys of the names of players without a name: their colours."""
        return tuple(f"player-{colour}" for colour in self.colours)

    @property
    def series(self) -> Series:
        """The finished games of the series, including this one once it is over."""
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
        return Match.start_in_series(
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
        """Allow every undo, for boards without secrets."""
        return replace(self, seen=0, final_turns=0) if self.seen or self.final_turns else self

    def undo_to(self) -> int | None:
        """Return the number of the position to which undo leads, or None.

        Among people, a turn is final once its player has seen the drawn tile.
        """
        turns = super().undo_to()
        return None if turns is not None and turns < self._count_final_turns() else turns

    def drawn_unsent(self, player: int) -> str:
        """Return the tile that a player drew after an unsent turn; empty if there is none."""
        number = self.undo_to() if self.ongoing_remote else None
        if number is None or self.positions[number].player_to_move != player:
            return ""
        return self.record.turns[number].drawn

    def _count_final_turns(self) -> int:
        """Count the turns up to the last one whose player has seen the drawn tile, on a later turn."""
        if self.solo:
            return 0
        players = [position.player_to_move for position in self.positions[: self.seen + 1]]
        seen_again = (number + 1 for number, player in enumerate(players) if player in players[number + 1 :])
        return max([self.final_turns, *seen_again])

    def undo(self) -> Self:
        """Undo back to the last decision; final turns stay final."""
        return self if self.undo_to() is None else replace(super().undo(), final_turns=self._count_final_turns())

    def cut(self, ply: int) -> Self:
        return replace(super().cut(ply), seen=min(self.seen, ply))


def _read_colours(text: str, players: int) -> list[int]:
    """Read the players' colours; without a different one for each player, return the default."""
    parts = split(text, players)
    valid = len(set(parts)) == players and all(part in ("1", "2", "3", "4") for part in parts)
    return [int(part) for part in parts] if valid else [0] * players


def _read_series(text: str, players: int) -> Series:
    """Read the unused pagodas of the previous games; return an empty series if they are malformed."""
    if not text:
        return Series()
    games = [game.split(",") for game in text.split(";")]
    numbers = [number for game in games for number in game]
    valid = all(len(game) == players for game in games) and all(
        number.isascii() and number.isdigit() and len(number) < 3 for number in numbers
    )
    return Series(tuple(tuple(map(int, game)) for game in games)) if valid else Series()


OWN_MAP = "map"
BOARDS = ("bird", "lion", OWN_MAP)


@dataclass(frozen=True)
class Form(BaseForm):
    """The form for a new match of Qin."""

    seats: tuple[Seat, ...] = (Seat(), Seat(kind=FIRST_LEVEL), Seat(kind=FIRST_LEVEL), Seat(kind=FIRST_LEVEL))
    players: int = 2
    board: str = "bird"
    """One of `BOARDS`."""
    own_map: str = ""
    """The text of the custom map."""
    first: int = 0
    """The first player; 0 for a random one (Q6)."""
    fair: bool = False
    """Whether the deal gives every player a double tile (Q7)."""
    games: int = 1
    """The length of the series (Q25)."""

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
        """Give a player a colour; its previous owner gets the player's old one."""
        colours = [seat.colour or number for number, seat in enumerate(self.seats, start=1)]
        previous = colours.index(colour)
        colours[previous], colours[player - 1] = colours[player - 1], colour
        return replace(self, seats=_with_colours(self.seats, colours))

    def problems(self) -> tuple[Problem, ...]:
        """List the problems of the custom map."""
        if self.board != OWN_MAP:
            return ()
        try:
            Board.parse(self.own_map)
        except ParseError as error:
            return error.problems
        return ()

    def new_match(self, ui: AnyGameUi, seed: int, date: str) -> Match:
        """Deal a match; raise `ParseError` for a map with problems."""
        return Match.start_in_series(
            ui, self.deal(seed), self.seated, date, planned=self.games, first=self.first, fair=self.fair
        )

    def deal(self, seed: int) -> Position:
        """Deal a position with the options of this form."""
        board = Board.parse(self.own_map) if self.board == OWN_MAP else Board.named(self.board)
        return Position.deal(board, self.players, fair=self.fair, first=self.first or None, seed=seed)


def _with_colours(seats: Sequence[Seat], colours: Iterable[int]) -> tuple[Seat, ...]:
    return tuple(replace(seat, colour=colour) for seat, colour in zip(seats, colours, strict=True))


def form_from_match(match: Match) -> Form:
    """Return the form with the options of an existing match, for a rematch."""
    board, players = match.record.start.board, len(match.seats)
    custom = board.name.startswith("map:")
    unused_colours = [colour for colour in range(1, 5) if colour not in match.colours]
    return Form(
        (*match.seats, *_with_colours(Form().seats[players:], unused_colours)),
        players,
        OWN_MAP if custom else board.name,
        board.text if custom else "",
        first=match.first,
        fair=match.fair,
        games=match.planned,
    )


def reveal_at_random(position: Position) -> Position:
    """Replace the hidden tiles of a position by random unseen ones, so that it can be played (Q3)."""
    unseen = position.unseen_tiles()
    random.Random(str(position)).shuffle(unseen)
    return position.reveal(unseen)


def read_start(line: str) -> Position:
    """Parse a position line as the start of a match; replace hidden tiles by random ones."""
    return reveal_at_random(Position.parse(line))


# Links: the number of values that a field can have

_MARKS = GRASS + WATER + COLOURS.upper() + COLUMNS
_SIDES = MAX_SIDE - MIN_SIDE + 1
_UNUSED_PAGODAS = 64
_COLOURS = 5


def write_setup(writer: Writer, match: Match) -> None:
    """Write the options of the form and the previous games of the series to a link."""
    form = form_from_match(match)
    for seat in match.seats:
        writer.put(seat.colour, _COLOURS)
    writer.put(BOARDS.index(form.board), len(BOARDS))
    if form.board == OWN_MAP:
        _write_map(writer, form.own_map)
    writer.put(form.first, len(match.seats) + 1)
    writer.put(form.fair, 2)
    writer.put(SERIES_LENGTHS.index(str(form.games)), len(SERIES_LENGTHS))
    writer.put(len(match.earlier.unused), form.games)
    for game in match.earlier.unused:
        for unused in game:
            writer.put(unused, _UNUSED_PAGODAS)


def read_setup(ui: AnyGameUi, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str) -> Match:
    """Read the options that `write_setup` wrote, and deal the match."""
    colours = [reader.take(_COLOURS) for _ in seats]
    if len({colour or player for player, colour in enumerate(colours, start=1)}) < len(seats):
        raise malformed_link()
    seats = _with_colours(seats, colours)
    board = BOARDS[reader.take(len(BOARDS))]
    own_map = _read_map(reader) if board == OWN_MAP else ""
    first, fair = reader.take(len(seats) + 1), bool(reader.take(2))
    games = int(SERIES_LENGTHS[reader.take(len(SERIES_LENGTHS))])
    earlier = tuple(tuple(reader.take(_UNUSED_PAGODAS) for _ in seats) for _ in range(reader.take(games)))
    form = Form(seats, len(seats), board, own_map, first, fair, games)
    try:
        position = form.deal(seed)
    except MapError:
        raise malformed_link() from None
    return Match.start_in_series(
        ui, position, seats, date, planned=games, first=first, fair=fair, earlier=Series(earlier)
    )


def _write_map(writer: Writer, text: str) -> None:
    rows = text.split()
    writer.put(len(rows) - MIN_SIDE, _SIDES)
    writer.put(len(rows[0]) - MIN_SIDE, _SIDES)
    for mark in "".join(rows):
        writer.put(_MARKS.index(mark), len(_MARKS))


def _read_map(reader: Reader) -> str:
    height, width = (MIN_SIDE + reader.take(_SIDES) for _ in range(2))
    rows = ("".join(_MARKS[reader.take(len(_MARKS))] for _ in range(width)) for _ in range(height))
    return "\n".join(rows)
