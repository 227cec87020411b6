"""The value of a layout (K3). Good layouts mix the colours near the player's own end, but not near the opponent's.

Barons of one colour block each other, because no stack may have more than three of them (K8). The cost of each pair
near a player's end was fitted to 6,000 games of the search from random layouts.
"""

from qin_core.khan_tsin import setup
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.stack import COLOURS

_COSTS = ((4, 79), (8, 110), (12, 194))
"""As (n, cost): the cost of two barons of one colour among the n nearest to an end, in thousandths of a logit."""
_SAME_COLOUR = 11 / 23
"""The probability that two barons that aren't red have the same colour: two of 24, of which 12 are black."""


def layout_value(layout: str) -> float:
    """Value a layout, complete or with all red barons, for South, whose end is space 1.

    On free spaces, black and white are equally likely.
    """
    return sum(
        cost * (_same_coloured_pairs(layout[LENGTH - count :]) - _same_coloured_pairs(layout[:count]))
        for count, cost in _COSTS
    )


def _same_coloured_pairs(barons: str) -> float:
    """Count the pairs of barons of one colour; pairs on free spaces count by probability."""
    counts = [barons.count(colour) for colour in COLOURS]
    free = barons.count(setup.FREE)
    pairs = sum(count * (count - 1) for count in counts)
    return (pairs + _SAME_COLOUR * free * (free - 1)) / 2
