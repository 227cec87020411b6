"""The number of stacks of each mix of colours (K9), in lanes of one integer, six bits per mix.

A player can win at once if barons of one of their four stacks complete another stack to three of each colour: one `and`
for each of the four stacks.
"""

from qin_core.khan_tsin.stack import count_colours

Mixes = int

_LANE_BITS = 6
_LANE_MASK = 63
_NINE = 63
"""The mix of three of each colour; two stacks whose mixes add up to it make a stack of nine."""


def _mix(barons: str) -> int:
    red, black, white = count_colours(barons)
    return 16 * red + 4 * black + white


class _MixCount(dict[str, Mixes]):
    """A count of one in the lane of a stack's mix of colours; 0 for an empty stack."""

    def __missing__(self, stack: str) -> Mixes:
        self[stack] = lane = 1 << _LANE_BITS * _mix(stack) if stack else 0
        return lane


class _CompletingMixes(dict[str, Mixes]):
    """The lanes of the mixes that the top barons of a stack complete to nine, three of each colour (K9)."""

    def __missing__(self, stack: str) -> Mixes:
        lanes = 0
        for count in range(1, len(stack) + 1):
            lanes |= _LANE_MASK << _LANE_BITS * (_NINE - _mix(stack[-count:]))
        self[stack] = lanes
        return lanes


MIX_COUNT = _MixCount()
COMPLETING_MIXES = _CompletingMixes()
