"""The number of stacks of each mix of colours (K9), in lanes of one integer, six bits per mix.

Whether a player wins at once is one `and` for each of his four stacks: is there a stack of the mix that one of its
parts makes up to three of each colour?
"""

from qin_core.khan_tsin.stack import count_colours

Mixes = int

_LANE = 6
_LANES = 63
_NINE = 63
"""The mix of three of each colour; two mixes that add up to it make up a stack of nine."""


def _mix(barons: str) -> int:
    red, black, white = count_colours(barons)
    return 16 * red + 4 * black + white


class _Counted(dict[str, Mixes]):
    """One stack in the lane of its mix of colours; 0 for an empty one."""

    def __missing__(self, stack: str) -> Mixes:
        self[stack] = lane = 1 << _LANE * _mix(stack) if stack else 0
        return lane


class _Missing(dict[str, Mixes]):
    """The lanes of the mixes that some part of a stack makes up to nine barons, three of each colour (K9)."""

    def __missing__(self, stack: str) -> Mixes:
        lanes = 0
        for count in range(1, len(stack) + 1):
            lanes |= _LANES << _LANE * (_NINE - _mix(stack[-count:]))
        self[stack] = lanes
        return lanes


COUNTED = _Counted()
MISSING = _Missing()
