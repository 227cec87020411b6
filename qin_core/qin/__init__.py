"""Qin by Reiner Knizia: boards, positions, moves, events, records, series and pictures."""

from qin_core.common.base import Moves, Outcome, Played
from qin_core.common.errors import IllegalMove, NotationError, ParseError, PositionError, Problem, RecordError
from qin_core.qin.board import BOARDS, Board, MapError
from qin_core.qin.events import Event, EventKind, OutcomeReason, RefusalReason
from qin_core.qin.move import PASS, Move
from qin_core.qin.pagodas import PAGODAS
from qin_core.qin.position import Position
from qin_core.qin.record import Record, Series, Turn, Variation
from qin_core.qin.refusal import Refusal
from qin_core.qin.state import Province

__all__ = [
    "BOARDS",
    "PAGODAS",
    "PASS",
    "Board",
    "Event",
    "EventKind",
    "IllegalMove",
    "MapError",
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
    "Province",
    "Record",
    "RecordError",
    "Refusal",
    "RefusalReason",
    "Series",
    "Turn",
    "Variation",
]
