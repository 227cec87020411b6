"""Khan Tsin by Claude Leroy: positions, moves, events, records and pictures, in the vocabulary of `qin_core.qin`."""

from qin_core.errors import Fault, FaultyText, IllegalMove, NotationError, PositionError, RecordError
from qin_core.khan_tsin.board import NORTH, SOUTH, claws
from qin_core.khan_tsin.event import Event
from qin_core.khan_tsin.move import PASS, Move
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.record import Record, Turn
from qin_core.khan_tsin.refusal import Refusal
from qin_core.moves import Moves, Played
from qin_core.outcome import Outcome, Reason

__all__ = [
    "NORTH",
    "PASS",
    "SOUTH",
    "Event",
    "Fault",
    "FaultyText",
    "IllegalMove",
    "Move",
    "Moves",
    "NotationError",
    "Outcome",
    "Played",
    "Position",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Turn",
    "claws",
]
