"""Computer players of Khan Tsin, in the vocabulary of `qin_core.qin.players`."""

from qin_core.common.levels import Comparison, SearchInfo, run_to_end
from qin_core.khan_tsin.players.levels import (
    LEVELS,
    Level,
    analyse,
    choose,
    compare_move,
    evaluate_move,
    prepare,
    rank,
    set_up,
    win_chances,
)

__all__ = [
    "LEVELS",
    "Comparison",
    "Level",
    "SearchInfo",
    "analyse",
    "choose",
    "compare_move",
    "evaluate_move",
    "prepare",
    "rank",
    "run_to_end",
    "set_up",
    "win_chances",
]
