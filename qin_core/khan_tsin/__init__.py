"""Khan Tsin by Claude Leroy: positions, moves, events, records and pictures, in the vocabulary of `qin_core.qin`."""

from qin_core.common.base import Moves, Outcome, Played
from qin_core.common.errors import IllegalMove, NotationError, ParseError, PositionError, Problem, RecordError
from qin_core.khan_tsin.board import NORTH, SOUTH, claws
from qin_core.khan_tsin.events import Event, EventKind, OutcomeReason, RefusalReason
from qin_core.khan_tsin.move import PASS, Move
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.record import Record, Turn, Variation
from qin_core.khan_tsin.refusal import Refusal

__all__ = [
    "NORTH",
    "PASS",
    "SOUTH",
    "Event",
    "EventKind",
    "IllegalMove",
    "Move",
    "Moves",
    "NotationError",
    "Outcome",
    "OutcomeReason",
    "ParseError",
    "Played",
    "Position",
    "PositionError",
    "Problem",
    "Record",
    "RecordError",
    "Refusal",
    "RefusalReason",
    "Turn",
    "Variation",
    "claws",
]
