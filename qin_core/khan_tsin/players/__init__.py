"""Computer players of Khan Tsin, in the vocabulary of `qin_core.qin.players`."""

from qin_core.khan_tsin.players.levels import LEVELS, Level, Thought, choose, rank, think

__all__ = ["LEVELS", "Level", "Thought", "choose", "rank", "think"]
