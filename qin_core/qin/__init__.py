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
from qin_core.qin.board import BOARDS, Board
from qin_core.qin.event import Event
from qin_core.qin.move import PASS, Move
from qin_core.qin.pagodas import PAGODAS
from qin_core.qin.position import Area, Position
from qin_core.qin.record import Record, Turn
from qin_core.qin.series import Series

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
    "NotationError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Refusal",
    "Series",
    "Turn",
]
