"""Computer players of Khan Tsin, in the vocabulary of `qin_core.qin.players`."""

from qin_core.khan_tsin.players.levels import LEVELS, Level, choose, prepare, rank, set_up, think, win_chances
from qin_core.levels import Thought

__all__ = ["LEVELS", "Level", "Thought", "choose", "prepare", "rank", "set_up", "think", "win_chances"]
