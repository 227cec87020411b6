"""Computer players of Khan Tsin, in the vocabulary of `qin_core.qin.players`."""

from qin_core.common.levels import SearchInfo
from qin_core.khan_tsin.players.levels import LEVELS, Level, analyse, choose, prepare, rank, set_up, win_chances

__all__ = ["LEVELS", "Level", "SearchInfo", "analyse", "choose", "prepare", "rank", "set_up", "win_chances"]
