"""The evaluator's weights, interpolated by the progress of the game.

A player's score is the weighted sum of their facts; the softmax turns scores into win chances.
"""

import json
from functools import cache
from importlib.resources import files

from qin_core.qin.players.features import PAGODA, SLOTS, pair_slots, province_slot, village_facts
from qin_core.qin.province import MAJOR_SIZE

KNOTS = 3
"""The weights are known for the start, the middle and the end of a game, and interpolated between them."""
STEPS = 24
"""The number of steps of the interpolation."""
_MOST_SCALES = 20_000
_GRAIN = 1 << 20
"""Weights are whole multiples of about a millionth, so that sums are exact in any order."""

Row = tuple[float, ...]
Numbers = list[list[list[float]]]
"""Weights by knot, by distance from the player on turn, by slot."""


def pair_key(owner: int, size: int, other: int, other_size: int) -> int:
    """Return the key of two provinces that two spaces could join; the next number is for one space."""
    return ((owner * 5 + other) * 6 + size) * 12 + other_size * 2


class _Pairs(dict[int, float]):
    """Values of two provinces of different players that could be joined, by `pair_key`, computed on first use."""

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
    """Weights from one player's view: each owner's weights times their share in the value that the player maximises."""

    def __init__(self, rows: tuple[Row, ...], shares: tuple[float, ...], turn: int) -> None:
        """Weigh for the player to move, `turn`; `shares` by player, positive for that of the view."""
        self.players = len(shares)
        self.turn = turn
        self.rows: list[Row] = [()]
        for player, share in enumerate(shares, 1):
            row = rows[(player - turn) % self.players]
            self.rows.append(tuple(round(share * weight * _GRAIN) / _GRAIN for weight in row))
        self.open, self.closed = ([[], *(_provinces(row, room) for row in self.rows[1:])] for room in (1, 0))
        self.pairs = _Pairs(self.rows)
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


def _provinces(row: Row, room: int) -> list[float]:
    """Value a player's provinces with their pagodas by size, with room beside them or without; majors are alike."""
    sizes = range(2, MAJOR_SIZE + 1)
    return [0.0, 0.0, *((1 + size // MAJOR_SIZE) * row[PAGODA] + row[province_slot(size, room)] for size in sizes)]


class Weights:
    """All weights for one number of players, with cached tables."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._blended: dict[int, tuple[Row, ...]] = {}
        self._provinces: dict[int, tuple[list[list[float]], list[list[float]]]] = {}
        self._scales: dict[tuple[int, tuple[float, ...], int], Scale] = {}
        self._villages: dict[tuple[int, int, int, int, bool], list[tuple[int, float]]] = {}

    def blended(self, step: int) -> tuple[Row, ...]:
        """Blend the weights for a moment of the game: by distance from the player on turn, by slot."""
        rows = self._blended.get(step)
        if rows is None:
            where = step / STEPS * (KNOTS - 1)
            low = min(int(where), KNOTS - 2)
            share = where - low
            rows = self._blended[step] = tuple(
                tuple((1 - share) * early + share * late for early, late in zip(row, later, strict=True))
                for row, later in zip(self.numbers[low], self.numbers[low + 1], strict=True)
            )
        return rows

    def provinces(self, step: int) -> tuple[list[list[float]], list[list[float]]]:
        """Value provinces for their owners, those closed in and those with room: by distance, by size."""
        found = self._provinces.get(step)
        if found is None:
            closed, room = ([_provinces(row, room) for row in self.blended(step)] for room in (0, 1))
            found = self._provinces[step] = closed, room
        return found

    def village(self, step: int, turn: int, counts: int, holder: int, room: bool) -> list[tuple[int, float]]:
        """Value a village for each player whom it concerns."""
        key = step, turn, counts, holder, room
        found = self._villages.get(key)
        if found is None:
            players = len(self.numbers[0])
            rows = self.blended(step)
            found = self._villages[key] = [
                (player, amount * rows[(player - turn) % players][slot])
                for player, slot, amount in village_facts(counts, holder, room, players, turn)
            ]
        return found

    def scale(self, step: int, shares: tuple[float, ...], turn: int) -> Scale:
        """Return a scale, cached."""
        key = step, shares, turn
        found = self._scales.get(key)
        if found is None:
            if len(self._scales) > _MOST_SCALES:
                self._scales.clear()
            found = self._scales[key] = Scale(self.blended(step), shares, turn)
        return found


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
