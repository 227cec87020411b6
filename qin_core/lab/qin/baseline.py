"""A fixed baseline for the players of Qin: the weights of an earlier version, trained on about 1,200 games each."""

import json
from importlib.resources import files

from qin_core.qin.players.weights import Numbers

WIDTHS = (12, 6, 3)
"""The search of the strongest level that played with them."""


def baseline_weights(players: int) -> Numbers:
    """Read the baseline's weights for a number of players."""
    numbers: Numbers = json.loads((files(__package__) / "baseline.json").read_text("utf-8"))[str(players)]
    return numbers
