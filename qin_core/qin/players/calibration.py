"""What a search believes, made true.

Whoever takes the best of many placements takes those that are overrated, too. By how much was learnt from games of the
top level against itself, for each number of players (`qin_core.lab.qin.calibration --fit`): the log of the odds is
multiplied by a slope, and a shift is added. The order of placements stays as it is.
"""

from math import exp, log

SLOPE_AND_SHIFT = {2: (1.16, -0.14), 3: (0.99, -0.13), 4: (0.9, -0.22)}


def calibrated(chance: float, players: int, plies: int) -> float:
    """Correct a win chance that a search of so many plies believes; one ply deep there is nothing to correct."""
    if plies < 2 or not 0 < chance < 1:
        return chance
    slope, shift = SLOPE_AND_SHIFT[players]
    return 1 / (1 + exp(-slope * log(chance / (1 - chance)) - shift))
