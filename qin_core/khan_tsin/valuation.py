"""What a position is worth to the player on turn, in thousandths of a logit, where nobody wins at once.

Khan Tsin is decided by tactics, which the search sees; the valuation only says which way to drift. Tall stacks are good
for whoever they stand near, best just behind the four that move (K4): the opponent can't reach them, and they come
within one's own reach when a nearer space is left empty. The numbers were fitted to the results of games that the
search played against itself.
"""

from operator import mul

from qin_core.khan_tsin.dragon import LENGTH, SOUTH
from qin_core.khan_tsin.stack import EMPEROR

_WORTH = (0, 0, 6, 10, 10, 12, 40, 48, 56, 0)
"""A stack by its height."""
_PULL = (5, 6, 6, 8, 12, 9, 8, 6, 5, 3, 1, 1)
"""How much a stack counts for a player by how many others are nearer to his end."""
_THREAT = 600
"""What it costs that the opponent would win if it were his turn."""


class _Worths(dict[str, int]):
    """Stacks' worths; worked out when first asked for."""

    def __missing__(self, stack: str) -> int:
        self[stack] = worth = _WORTH[min(len(stack), EMPEROR)]
        return worth


_WORTHS = _Worths()


def _pulls(stacks: int) -> tuple[int, ...]:
    """Weigh so many stacks from South's end on: what they count for South, less what they count for North."""
    pull = _PULL + (0,) * LENGTH
    return tuple(pull[rank] - pull[stacks - 1 - rank] for rank in range(stacks))


_PULLS = tuple(map(_pulls, range(LENGTH + 1)))


def value(row: list[str], mover: int, threatened: bool) -> int:
    """Value a position for the mover, who can't win at once; `threatened` if his opponent could, were it his turn.

    `row` has the stacks from South's end on, without the empty spaces.
    """
    drift: int = sum(map(mul, map(_WORTHS.__getitem__, row), _PULLS[len(row)]))
    return (drift if mover == SOUTH else -drift) - (_THREAT if threatened else 0)
