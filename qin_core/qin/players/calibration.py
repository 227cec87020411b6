"""Calibration: the correction that makes the stated win chances match the results.

A search misjudges its chances: it is overconfident with three or four players, and too cautious with two (its chances
are too close to 50 %). The correction was fitted to games of the top level against itself, for each number of players
(`qin_core.lab.qin.calibration --fit`): the log-odds are multiplied by a slope, and a shift is added. The order of
placements does not change.
"""

from math import exp, log

SLOPE_AND_SHIFT = {2: (1.28, -0.01), 3: (0.99, -0.13), 4: (0.9, -0.22)}


def calibrate(chance: float, players: int, plies: int) -> float:
    """Correct the win chance computed by a search of `plies` plies; a search of one ply needs no correction."""
    if plies < 2 or not 0 < chance < 1:
        return chance
    slope, shift = SLOPE_AND_SHIFT[players]
    return 1 / (1 + exp(-slope * log(chance / (1 - chance)) - shift))
