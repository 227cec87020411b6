"""The evaluator's weights, interpolated by the progress of the game.

A player's score is the weighted sum of their features; the softmax turns scores into win chances.
"""

import json
from functools import cache
from importlib.resources import files

from qin_core.qin.players.features import PAGODA, SLOTS, pair_slots, province_slot, village_features
from qin_core.qin.province import MAJOR_SIZE

KNOTS = 3
"""Weights are trained for the start, the middle and the end of a game, and interpolated between them."""
STEPS = 24
"""The number of steps of the interpolation."""
_MAX_CACHED = 20_000
_PRECISION = 1 << 20
"""Weights are rounded to multiples of about a millionth, so that sums are exact in any order."""

Row = tuple[float, ...]
"""Weights by slot, the number of a feature (see features)."""
Numbers = list[list[list[float]]]
"""Weights by knot, by distance from the player to move, by slot."""


class PlayerWeights:
    """The weights that turn the features of all players into a position's value for one of them."""

    def __init__(self, by_distance: tuple[Row, ...], factors: tuple[float, ...], player_to_move: int) -> None:
        """Multiply each player's weights by that player's factor: positive for the valued player, else negative."""
        self.players = len(factors)
        self.player_to_move = player_to_move
        self.rows: list[Row] = [()]  # by player
        for player, factor in enumerate(factors, 1):
            row = by_distance[(player - player_to_move) % self.players]
            self.rows.append(tuple(round(factor * weight * _PRECISION) / _PRECISION for weight in row))
        self._enclosed_provinces = [[], *(_province_values(row, is_open=False) for row in self.rows[1:])]
        self._open_provinces = [[], *(_province_values(row, is_open=True) for row in self.rows[1:])]
        self._pairs: dict[tuple[int, int, int, int, bool], float] = {}
        self._villages: dict[tuple[int, int, bool], float] = {}

    def province(self, owner: int, size: int, is_open: bool) -> float:
        """Value a province with its pagodas."""
        return (self._open_provinces if is_open else self._enclosed_provinces)[owner][size]

    def pair(self, owner: int, size: int, other_owner: int, other_size: int, by_one_space: bool) -> float:
        """Value that two provinces of different players could be joined."""
        key = owner, size, other_owner, other_size, by_one_space
        value = self._pairs.get(key)
        if value is None:
            slot, other_slot = pair_slots(size, other_size, by_one_space)
            value = self._pairs[key] = self.rows[owner][slot] + self.rows[other_owner][other_slot]
        return value

    def village(self, counts: int, holder: int, is_open: bool) -> float:
        """Value a village after it is awarded; `counts` are the pagodas beside it, packed by player."""
        key = counts, holder, is_open
        value = self._villages.get(key)
        if value is None:
            value = 0.0
            for player, slot, amount in village_features(counts, holder, is_open, self.players, self.player_to_move):
                value += amount * self.rows[player][slot]
            self._villages[key] = value
        return value


def _province_values(row: Row, is_open: bool) -> list[float]:
    """Value a player's provinces with their pagodas, by size."""
    sizes = range(2, MAJOR_SIZE + 1)
    return [0.0, 0.0, *((1 + size // MAJOR_SIZE) * row[PAGODA] + row[province_slot(size, is_open)] for size in sizes)]


class Weights:
    """All weights for one number of players, with cached tables."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._rows: dict[int, tuple[Row, ...]] = {}
        self._provinces: dict[int, tuple[list[list[float]], list[list[float]]]] = {}
        self._with_factors: dict[tuple[int, tuple[float, ...], int], PlayerWeights] = {}
        self._villages: dict[tuple[int, int, int, int, bool], list[tuple[int, float]]] = {}

    def interpolated(self, step: int) -> tuple[Row, ...]:
        """Interpolate the weights for a step of the game: by distance from the player to move, by slot."""
        rows = self._rows.get(step)
        if rows is None:
            knot = step / STEPS * (KNOTS - 1)
            low = min(int(knot), KNOTS - 2)
            fraction = knot - low
            rows = self._rows[step] = tuple(
                tuple((1 - fraction) * early + fraction * late for early, late in zip(row, later, strict=True))
                for row, later in zip(self.numbers[low], self.numbers[low + 1], strict=True)
            )
        return rows

    def provinces(self, step: int) -> tuple[list[list[float]], list[list[float]]]:
        """Value enclosed provinces and open ones for their owners: by distance, by size."""
        values = self._provinces.get(step)
        if values is None:
            rows = self.interpolated(step)
            values = self._provinces[step] = (
                [_province_values(row, is_open=False) for row in rows],
                [_province_values(row, is_open=True) for row in rows],
            )
        return values

    def village(
        self, step: int, player_to_move: int, counts: int, holder: int, is_open: bool
    ) -> list[tuple[int, float]]:
        """Value a village for each player with features there, as (player, value); `counts` as in `PlayerWeights`."""
        key = step, player_to_move, counts, holder, is_open
        values = self._villages.get(key)
        if values is None:
            players = len(self.numbers[0])
            rows = self.interpolated(step)
            values = self._villages[key] = [
                (player, amount * rows[(player - player_to_move) % players][slot])
                for player, slot, amount in village_features(counts, holder, is_open, players, player_to_move)
            ]
        return values

    def with_factors(self, step: int, factors: tuple[float, ...], player_to_move: int) -> PlayerWeights:
        """Return the weights for a step that value a position by these factors, cached."""
        key = step, factors, player_to_move
        weights = self._with_factors.get(key)
        if weights is None:
            if len(self._with_factors) > _MAX_CACHED:
                self._with_factors.clear()
            weights = self._with_factors[key] = PlayerWeights(self.interpolated(step), factors, player_to_move)
        return weights


@cache
def trained_weights(players: int) -> Weights:
    """Read the trained weights for a number of players."""
    return Weights(json.loads((files(__package__) / "weights.json").read_text("utf-8"))[str(players)])


@cache
def pagodas_only(players: int) -> Weights:
    """Return weights that count pagodas only: those of the greedy player."""
    row = [float(slot == PAGODA) for slot in range(SLOTS)]
    return Weights([[row for _ in range(players)] for _ in range(KNOTS)])


def step_of(progress: float) -> int:
    """Return the step of a position's progress."""
    return round(progress * STEPS)
