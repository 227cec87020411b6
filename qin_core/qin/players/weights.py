"""The evaluator's weights, interpolated by the progress of the game.

A player's score is the weighted sum of their facts; the softmax turns scores into win chances.
"""

import json
from functools import cache
from importlib.resources import files

from qin_core.qin.players.features import PAGODA, SLOTS, pair_slots, province_slot, village_facts
from qin_core.qin.province import MAJOR_SIZE

KNOTS = 3
"""Weights are trained for the start, the middle and the end of a game, and interpolated between them."""
STEPS = 24
"""The number of steps of the interpolation."""
_MAX_SCALES = 20_000
_PRECISION = 1 << 20
"""Weights are rounded to multiples of about a millionth, so that sums are exact in any order."""

Row = tuple[float, ...]
Numbers = list[list[list[float]]]
"""Weights by knot, by distance from the player to move, by slot."""


def pair_key(owner: int, size: int, other: int, other_size: int) -> int:
    """Return the key of two provinces that two spaces could join; the next number is the key if one space could."""
    return ((owner * 5 + other) * 6 + size) * 12 + other_size * 2


class _PairValues(dict[int, float]):
    """The values of two provinces of different players that could be joined, by `pair_key`; computed on first use."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows

    def __missing__(self, key: int) -> float:
        rest, link = divmod(key, 2)
        rest, other_size = divmod(rest, 6)
        rest, size = divmod(rest, 6)
        owner, other = divmod(rest, 5)
        slot, other_slot = pair_slots(size, other_size, link)
        value = self[key] = self._rows[owner][slot] + self._rows[other][other_slot]
        return value


class Scale:
    """Weights from one player's point of view: each owner's weights times the owner's share in that player's value."""

    def __init__(self, rows: tuple[Row, ...], shares: tuple[float, ...], player_to_move: int) -> None:
        """Scale the weights by `shares`, one for each player: positive for the player whose point of view this is."""
        self.players = len(shares)
        self.player_to_move = player_to_move
        self.rows: list[Row] = [()]
        for player, share in enumerate(shares, 1):
            row = rows[(player - player_to_move) % self.players]
            self.rows.append(tuple(round(share * weight * _PRECISION) / _PRECISION for weight in row))
        self.open_values, self.enclosed_values = (
            [[], *(_provinces(row, has_room) for row in self.rows[1:])] for has_room in (1, 0)
        )
        self.pairs = _PairValues(self.rows)
        self._villages: dict[tuple[int, int, bool], float] = {}

    def village(self, counts: int, holder: int, has_room: bool) -> float:
        """Value a village after it is awarded."""
        key = counts, holder, has_room
        value = self._villages.get(key)
        if value is None:
            value = 0.0
            for player, slot, amount in village_facts(counts, holder, has_room, self.players, self.player_to_move):
                value += amount * self.rows[player][slot]
            self._villages[key] = value
        return value


def _provinces(row: Row, has_room: int) -> list[float]:
    """Value a player's provinces and their pagodas, by size; `has_room` if there are free squares beside them."""
    sizes = range(2, MAJOR_SIZE + 1)
    return [0.0, 0.0, *((1 + size // MAJOR_SIZE) * row[PAGODA] + row[province_slot(size, has_room)] for size in sizes)]


class Weights:
    """All weights for one number of players, with cached tables."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._rows: dict[int, tuple[Row, ...]] = {}
        self._provinces: dict[int, tuple[list[list[float]], list[list[float]]]] = {}
        self._scales: dict[tuple[int, tuple[float, ...], int], Scale] = {}
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
        """Value provinces for their owners, enclosed ones and those with room: by distance, by size."""
        values = self._provinces.get(step)
        if values is None:
            enclosed, with_room = (
                [_provinces(row, with_room) for row in self.interpolated(step)] for with_room in (0, 1)
            )
            values = self._provinces[step] = enclosed, with_room
        return values

    def village(
        self, step: int, player_to_move: int, counts: int, holder: int, has_room: bool
    ) -> list[tuple[int, float]]:
        """Value a village for each player with facts about it."""
        key = step, player_to_move, counts, holder, has_room
        values = self._villages.get(key)
        if values is None:
            players = len(self.numbers[0])
            rows = self.interpolated(step)
            values = self._villages[key] = [
                (player, amount * rows[(player - player_to_move) % players][slot])
                for player, slot, amount in village_facts(counts, holder, has_room, players, player_to_move)
            ]
        return values

    def scale(self, step: int, shares: tuple[float, ...], player_to_move: int) -> Scale:
        """Return a scale, cached."""
        key = step, shares, player_to_move
        scale = self._scales.get(key)
        if scale is None:
            if len(self._scales) > _MAX_SCALES:
                self._scales.clear()
            scale = self._scales[key] = Scale(self.interpolated(step), shares, player_to_move)
        return scale


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
