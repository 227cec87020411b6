"""The evaluator's weights: read once, blended for a moment of the game, looked up as plain lists.

A player's score is the sum of their facts by weight; scores turn into win chances by the softmax.
"""

import json
from functools import cache, lru_cache
from importlib.resources import files

from qin_core.ai.features import PAGODA, SLOTS, village_facts

KNOTS = 3
"""Each weight is known for the start, the middle and the end of a game; between them it is blended."""
STEPS = 24
"""Moments of a game that are told apart."""

Row = tuple[float, ...]
Table = tuple[tuple[Row, ...], ...]
"""Weights by knot, by distance from the player on turn, by slot."""


@cache
def learnt(players: int) -> Table:
    """Read the learnt weights for a number of players."""
    text = (files(__package__) / "weights.json").read_text("utf-8")
    return table(json.loads(text)[str(players)])


def table(numbers: list[list[list[float]]]) -> Table:
    """Freeze weights, so that they can be a key of caches."""
    return tuple(tuple(tuple(map(float, row)) for row in rows) for rows in numbers)


@cache
def greedy_table(players: int) -> Table:
    """Weigh nothing but pagodas: the yardstick's view of the game."""
    row = tuple(float(slot == PAGODA) for slot in range(SLOTS))
    return tuple(tuple(row for _ in range(players)) for _ in range(KNOTS))


def step_of(progress: float) -> int:
    """Find the moment of the game."""
    return round(progress * STEPS)


@lru_cache(maxsize=1024)
def blended(weights: Table, step: int) -> tuple[Row, ...]:
    """Blend the weights for a moment of the game: by distance from the player on turn, by slot."""
    where = step / STEPS * (KNOTS - 1)
    low = min(int(where), KNOTS - 2)
    share = where - low
    return tuple(
        tuple((1 - share) * early + share * late for early, late in zip(row, later, strict=True))
        for row, later in zip(weights[low], weights[low + 1], strict=True)
    )


class Scale:
    """Weights as one player sees them: by owner, everybody's share in the one number that the player maximises."""

    def __init__(self, rows: tuple[Row, ...], shares: tuple[float, ...], turn: int) -> None:
        """Weigh for the moment when it is `turn`'s turn; `shares` by player, positive for oneself."""
        self.players = len(shares)
        self.turn = turn
        self.rows: list[Row] = [()]
        for player, share in enumerate(shares, 1):
            self.rows.append(tuple(share * weight for weight in rows[(player - turn) % self.players]))
        self._villages: dict[tuple[int, int, bool], float] = {}

    def village(self, counts: int, holder: int, room: bool) -> float:
        """Value a settled village."""
        key = counts, holder, room
        value = self._villages.get(key)
        if value is None:
            value = 0.0
            for player, slot, amount in village_facts(counts, holder, room, self.players, self.turn):
                value += amount * self.rows[player][slot]
            self._villages[key] = value
        return value


@lru_cache(maxsize=4096)
def scale(weights: Table, step: int, shares: tuple[float, ...], turn: int) -> Scale:
    """Make a scale, or find one made before."""
    return Scale(blended(weights, step), shares, turn)
