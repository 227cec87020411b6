"""The value of a position to the player on turn, in thousandths of a logit, without an immediate win.

Khan Tsin is decided by tactics, which the search sees. The valuation adds a direction: barons are good for the player
whose end they are near, among the four stacks that he may move (K4) or just behind them, where his opponent can't reach
them. The numbers were fitted to the results of self-play.
"""

from collections.abc import Sequence
from operator import mul

from qin_core.khan_tsin.board import LENGTH, SOUTH

_PULL = (210, 200, 215, 250, 225, 220, 180, 175, 145, 125, 100, 75)
"""How much each baron of a stack counts for a player, by how many stacks are nearer to his end."""
_THREAT = 1800
"""What it costs that the opponent would win if it were his turn."""
_TURN = 170
"""What it is worth to be on turn."""


def _pulls(stacks: int) -> tuple[int, ...]:
    """Weigh so many stacks from South's end on: what they count for South, less what they count for North."""
    pull = _PULL + (0,) * LENGTH
    return tuple(pull[rank] - pull[stacks - 1 - rank] for rank in range(stacks))


PULLS = tuple(map(_pulls, range(LENGTH + 1)))
"""By the number of stacks: what each baron counts for South, less what it counts for North, by its stack's rank."""


def drift(row: Sequence[str]) -> int:
    """Add up what all barons count for South; `row` has the stacks from South's end on, without the empty spaces."""
    return sum(map(mul, map(len, row), PULLS[len(row)]))


def value(drifted: int, mover: int, threatened: bool) -> int:
    """Value a position for the mover, who can't win at once; `threatened` if his opponent could, were it his turn."""
    return (drifted if mover == SOUTH else -drifted) + (_TURN - _THREAT if threatened else _TURN)
