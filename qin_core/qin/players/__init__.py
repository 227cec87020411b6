"""Computer players of Qin: they see only `position.view(player)`, learnt by self-play and are measured in games.

`choose` gives a move, `think` the same as a generator that can be stopped, `rank` the best few with win chances,
`weigh` values a single placement and names the likely replies, `win_chances` gives every player's chance in a position.
`prepare` spreads the work that the first thought needs.
"""

from qin_core.levels import Thought
from qin_core.qin.players.levels import LEVELS, Level, choose, rank, think
from qin_core.qin.players.net import win_chances
from qin_core.qin.players.places import prepare
from qin_core.qin.players.search import weigh

__all__ = ["LEVELS", "Level", "Thought", "choose", "prepare", "rank", "think", "weigh", "win_chances"]
