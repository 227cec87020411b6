"""Computer players of Qin. They see only `position.view(player)`, were trained by self-play and are measured in games.

`choose` returns a move and `rank` the best few with their win chances; `analyse` is the search behind both, a generator
that can be stopped at any time. `evaluate_move` evaluates one placement and lists the likely replies. `win_chances`
returns every player's chance in a position. `prepare` fills the caches for the first search step by step.
"""

from qin_core.common.levels import SearchInfo
from qin_core.qin.players.levels import LEVELS, Level, analyse, choose, evaluate_move, rank
from qin_core.qin.players.net import win_chances
from qin_core.qin.players.places import prepare

__all__ = ["LEVELS", "Level", "SearchInfo", "analyse", "choose", "evaluate_move", "prepare", "rank", "win_chances"]
