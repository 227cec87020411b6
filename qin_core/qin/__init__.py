"""Qin by Reiner Knizia: boards, positions, moves, events, records, series and pictures."""

from qin_core.errors import (
    Fault,
    FaultyText,
    IllegalMove,
    MapError,
    NotationError,
    PositionError,
    RecordError,
    Refusal,
)
from qin_core.moves import Moves, Played
from qin_core.outcome import Outcome, Reason
from qin_core.qin.board import BOARDS, Board
from qin_core.qin.event import Event
from qin_core.qin.move import PASS, Move
from qin_core.qin.pagodas import PAGODAS
from qin_core.qin.position import Position
from qin_core.qin.record import Record, Turn
from qin_core.qin.series import Series
from qin_core.qin.state import Area

__all__ = [
    "BOARDS",
    "PAGODAS",
    "PASS",
    "Area",
    "Board",
    "Event",
    "Fault",
    "FaultyText",
    "IllegalMove",
    "MapError",
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
    "Series",
    "Turn",
]
