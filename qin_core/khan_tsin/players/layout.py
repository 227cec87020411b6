"""The value of a layout (K3): mixed colours near one's own end, barons of one colour near the opponent's.

Barons of one colour block each other: no stack takes more than three of them (K8). How much that costs, for each pair
among those nearest to a player's end, was fitted to 6,000 games of the search from random layouts.
"""

from qin_core.khan_tsin import setup
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.stack import COLOURS

_COSTS = ((4, 79), (8, 110), (12, 194))
"""The cost of two barons of one colour among the nearest to an end, for its player, in thousandths of a logit, by the
number of those barons."""
_ALIKE = 11 / 23
"""The probability that two barons that aren't red have the same colour."""


def layout_value(layout: str) -> float:
    """Value a layout for South; on spaces that are still free black and white are equally likely."""
    return sum(cost * (_alike(layout[LENGTH - near :]) - _alike(layout[:near])) for near, cost in _COSTS)


def _alike(barons: str) -> float:
    """Count the pairs of one colour."""
    counts = [barons.count(colour) for colour in COLOURS]
    free = barons.count(setup.FREE)
    pairs = sum(count * (count - 1) for count in counts)
    return (pairs + _ALIKE * free * (free - 1)) / 2
