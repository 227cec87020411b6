"""The value of a position to the player to move, in thousandths of a logit (the logarithm of the odds of winning).

Tactics decide Khan Tsin, and the search finds them. The valuation adds a sense of direction: barons near a player's end
are good for that player, in the four stacks that may be moved (K4) or just behind them, where the opponent can't reach
them. The numbers were fitted to the results of self-play.
"""

from collections.abc import Sequence
from operator import mul

from qin_core.khan_tsin.board import LENGTH, SOUTH

_BARON_VALUES = (210, 200, 215, 250, 225, 220, 180, 175, 145, 125, 100, 75)
"""The value of a baron to a player, by the number of stacks that are nearer to the player's end."""
_THREAT = 1800
"""The cost of a threat: the opponent could win if it were the opponent's turn."""
_TURN = 170
"""The value of having the move."""


def _net_baron_values(stacks: int) -> tuple[int, ...]:
    """Return the value of a baron to South minus that to North, by the rank of its stack from South's end."""
    values = _BARON_VALUES + (0,) * LENGTH
    return tuple(values[rank] - values[stacks - 1 - rank] for rank in range(stacks))


NET_BARON_VALUES = tuple(map(_net_baron_values, range(LENGTH + 1)))
"""The value of a baron to South minus that to North, by the number of stacks and the rank of its stack."""


def south_lead(row: Sequence[str]) -> int:
    """Add up the net value of all barons to South; `row` has the stacks from South's end, without empty spaces."""
    return sum(map(mul, map(len, row), NET_BARON_VALUES[len(row)]))


def value(lead_of_south: int, player_to_move: int, threatened: bool) -> int:
    """Value a position for the player to move, who can't win at once; `threatened` if the opponent could."""
    lead = lead_of_south if player_to_move == SOUTH else -lead_of_south
    return lead + (_TURN - _THREAT if threatened else _TURN)
