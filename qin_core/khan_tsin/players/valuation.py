"""The value of a position to the player on turn, in thousandths of a logit, without an immediate win.

Khan Tsin is decided by tactics, which the search sees. The valuation adds a direction: barons are good for the player
whose end they are near, among the four stacks that he may move (K4) or just behind them, where his opponent can't reach
them. The numbers were fitted to the results of self-play.
"""

from collections.abc import Sequence
from operator import mul

from qin_core.khan_tsin.board import LENGTH, SOUTH

_PULL = (210, 200, 215, 250, 225, 220, 180, 175, 145, 125, 100, 75)
"""The worth of a baron to a player, by the number of stacks that are nearer to the player's end."""
_THREAT = 1800
"""The cost of a threat: the opponent would win if it were the opponent's turn."""
_TURN = 170
"""The worth of being to move."""


def _pulls(stacks: int) -> tuple[int, ...]:
    """Return the weights of a number of stacks from South's end: their worth to South, less that to North."""
    pull = _PULL + (0,) * LENGTH
    return tuple(pull[rank] - pull[stacks - 1 - rank] for rank in range(stacks))


PULLS = tuple(map(_pulls, range(LENGTH + 1)))
"""By the number of stacks and the rank of its stack: a baron's worth to South, less that to North."""


def drift(row: Sequence[str]) -> int:
    """Add up the worth of all barons to South; `row` has the stacks from South's end, without empty spaces."""
    return sum(map(mul, map(len, row), PULLS[len(row)]))


def value(drifted: int, mover: int, threatened: bool) -> int:
    """Value a position for the player to move, who can't win at once; `threatened` if the opponent could."""
    return (drifted if mover == SOUTH else -drifted) + (_TURN - _THREAT if threatened else _TURN)
