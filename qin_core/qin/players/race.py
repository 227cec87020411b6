"""True chances: what scores or a search say, set right by the race, that is by what is left to everybody.

Scores are sums of facts and don't see the finish: with two pagodas left the next one is worth far more than with
twelve. So the log of a chance is stretched by how near the end is, and what is left to its party added, with numbers
for each party in the order of turns. They were fitted to the results of games (`qin_core.lab.qin.race`); a greater
chance stays the greater one, so that no choice depends on them.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import NamedTuple

from qin_core.qin.position import Position


class Race(NamedTuple):
    """The stretch, and how much it grows with 1/n where n pagodas are left to whoever has the fewest.

    By party, from the player on turn on: what is added for 1/n, for its square, and in any case.
    """

    stretch: float
    growth: float
    added: tuple[tuple[float, float, float], ...]


class Races(NamedTuple):
    """The numbers for chances from scores, with everybody a party, and from a search: the player on turn, the rest."""

    scored: Race
    searched: Race


@cache
def races(players: int) -> Races:
    """Read the numbers for a number of players."""
    text = (files(__package__) / "race.json").read_text("utf-8")
    return Races(*(Race(stretch, growth, tuple(added)) for stretch, growth, added in json.loads(text)[str(players)]))


def racing(totals: Sequence[float], left: Sequence[int], race: Race) -> list[float]:
    """Turn logs of chances (or scores) into true chances, given what is left to everybody; in the order of turns."""
    stretch = race.stretch + race.growth / min(left)
    logs = [
        stretch * total + (once + twice / count) / count + always
        for total, count, (once, twice, always) in zip(totals, left, race.added, strict=True)
    ]
    most = max(logs)
    powers = [exp(value - most) for value in logs]
    whole = sum(powers)
    return [power / whole for power in powers]


def true_chance(chance: float, own: int, rival: int, race: Race) -> float:
    """Set right the chance of a player on turn who races against the nearest rival; what is certain stays so."""
    if not 0 < chance < 1:
        return chance
    return racing((log(chance), log(1 - chance)), (own, rival), race)[0]


def truth_of(position: Position) -> Callable[[float], float]:
    """Give what sets right the chances that a search finds for the player on turn."""
    own, *others = position.mover, *(player for player in position.players if player != position.mover)
    race = races(len(position.packed_hands)).searched
    left, rival = position.left(own), min(map(position.left, others))
    return lambda chance: true_chance(chance, left, rival, race)
