"""What a position is worth to the player on turn, in thousandths of a logit, where nobody wins at once.

Khan Tsin is decided by tactics, which the search sees; the valuation says which way to drift: barons are good for
whoever they stand near, be it among the four that he may move (K4) or just behind them, where his opponent can't reach
them. The numbers were fitted to the results of games that the search played against itself.
"""

from operator import mul

from qin_core.khan_tsin.dragon import LENGTH, SOUTH

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


_PULLS = tuple(map(_pulls, range(LENGTH + 1)))


def value(row: list[str], mover: int, threatened: bool) -> int:
    """Value a position for the mover, who can't win at once; `threatened` if his opponent could, were it his turn.

    `row` has the stacks from South's end on, without the empty spaces.
    """
    drift: int = sum(map(mul, map(len, row), _PULLS[len(row)]))
    return (drift if mover == SOUTH else -drift) + (_TURN - _THREAT if threatened else _TURN)
