"""A game of Khan Tsin as numbers in a link: its variants, and where barons were put by hand."""

from engine.games.khan_tsin.form import LAYOUTS, Draft, draft_of
from engine.games.khan_tsin.match import Game
from engine.session.match import Seat
from qin_core.common.errors import PositionError
from qin_core.common.link_codec import Reader, Writer, damaged
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.stack import COPIES

_BY_HAND = 2 * COPIES
"""How many barons people put down."""


def put(writer: Writer, game: Game) -> None:
    """Add what the form for this game said, and the barons on the dragon (K3)."""
    draft = draft_of(game)
    writer.put(LAYOUTS.index(draft.layout), len(LAYOUTS))
    writer.put(draft.two_speeds, 2)
    writer.put(draft.turning, 2)
    if game.placed is None:
        return
    writer.put(len(game.placed), _BY_HAND + 1)
    for space in game.placed:
        writer.put(space - 1, LENGTH)


def take(reader: Reader, seats: tuple[Seat, ...], seed: int, date: str) -> Game:
    """Set the game of a link up."""
    layout = LAYOUTS[reader.take(len(LAYOUTS))]
    game = Draft(seats, layout, bool(reader.take(2)), bool(reader.take(2))).begin(seed, date)
    if game.placed is None:
        return game
    placed = tuple(1 + reader.take(LENGTH) for _ in range(reader.take(_BY_HAND + 1)))
    try:
        return game.with_placed(placed)
    except PositionError:
        raise damaged() from None
