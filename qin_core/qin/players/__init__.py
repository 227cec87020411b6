"""Computer players of Qin. They see only `position.view(player)` and were trained by self-play.

`choose` returns a move and `rank` the best few with their win chances; `analyse` is the search behind both, a generator
that can be stopped at any time. `compare_move` quickly compares a placement with the best ones, for comments while a
person plays; `evaluate_move` evaluates one placement as a level does and lists the likely replies; `advise` decides
whether the coach asks about a placement. These are generators; `run_to_end` runs them without pausing. `win_chances`
returns every player's chance in a position. `prepare` fills the caches for the first search step by step.
"""

from qin_core.common.levels import Comparison, SearchInfo, run_to_end
from qin_core.qin.players.coach import Advice, advise
from qin_core.qin.players.levels import LEVELS, QUICK, Level, analyse, choose, compare_move, evaluate_move, rank
from qin_core.qin.players.net import win_chances
from qin_core.qin.players.placements import prepare

__all__ = [
    "LEVELS",
    "QUICK",
    "Advice",
    "Comparison",
    "Level",
    "SearchInfo",
    "advise",
    "analyse",
    "choose",
    "compare_move",
    "evaluate_move",
    "prepare",
    "rank",
    "run_to_end",
    "win_chances",
]
