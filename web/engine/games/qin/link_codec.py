"""A game of Qin as numbers in a link: the board, who begins, the series."""

from dataclasses import replace

from engine.games.qin.form import BOARDS, OWN_MAP, Draft, draft_of
from engine.games.qin.match import SERIES_LENGTHS, Game
from engine.session.match import Seat
from qin_core.common.link_codec import Reader, Writer, damaged
from qin_core.qin import Series
from qin_core.qin.board import COLUMNS, GRASS, MAX_SIDE, MIN_SIDE, WATER, MapError
from qin_core.qin.tiles import COLOURS

_MARKS = GRASS + WATER + COLOURS.upper() + COLUMNS
_SIDES = MAX_SIDE - MIN_SIDE + 1
_UNUSED = 64
_COLOURS = 5


def put(writer: Writer, game: Game) -> None:
    """Add what the form for this game said, and the games of the series before it."""
    draft = draft_of(game)
    for seat in game.seats:
        writer.put(seat.colour, _COLOURS)
    writer.put(BOARDS.index(draft.board), len(BOARDS))
    if draft.board == OWN_MAP:
        _put_map(writer, draft.own_map)
    writer.put(draft.first, len(game.seats) + 1)
    writer.put(draft.fair, 2)
    writer.put(SERIES_LENGTHS.index(str(draft.games)), len(SERIES_LENGTHS))
    writer.put(len(game.earlier.unused), draft.games)
    for unused in game.earlier.unused:
        for left in unused:
            writer.put(left, _UNUSED)


def take(reader: Reader, seats: tuple[Seat, ...], seed: int, date: str) -> Game:
    """Deal the game of a link."""
    colours = [reader.take(_COLOURS) for _ in seats]
    if len({colour or player for player, colour in enumerate(colours, start=1)}) < len(seats):
        raise damaged()
    seats = tuple(replace(seat, colour=colour) for seat, colour in zip(seats, colours, strict=True))
    board = BOARDS[reader.take(len(BOARDS))]
    own_map = _take_map(reader) if board == OWN_MAP else ""
    first, fair = reader.take(len(seats) + 1), bool(reader.take(2))
    games = int(SERIES_LENGTHS[reader.take(len(SERIES_LENGTHS))])
    earlier = tuple(tuple(reader.take(_UNUSED) for _ in seats) for _ in range(reader.take(games)))
    draft = Draft(seats, len(seats), board, own_map, first, fair, games)
    try:
        position = draft.deal(seed)
    except MapError:
        raise damaged() from None
    return Game.begin(position, seats, date, planned=games, first=first, fair=fair, earlier=Series(earlier))


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
