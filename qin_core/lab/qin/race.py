"""Fit the numbers by which chances become true: `python -m qin_core.lab.qin.race FILE --games 500`.

Levels play against themselves in C, on Bird and Lion in turn; what they say before the race is looked at, what is left
to everybody and who won go into a logistic regression. `calibration` measures what has come of it.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qin_core.lab.qin.native import Native, Rows, by_distance
from qin_core.qin.board import Board
from qin_core.qin.players.levels import LEVELS, Level
from qin_core.qin.players.race import Race
from qin_core.qin.players.weights import learnt

Floats = NDArray[np.float64]
ONE_PLY, SEARCHING = LEVELS[5], Level("between those that search", 0.0, (6, 3))
_ROUNDS = 12
_HOLD = 0.1


class Said(NamedTuple):
    """One position: logs of chances, what is left, and shares in the victory, by party in the order of turns."""

    totals: tuple[float, ...]
    left: tuple[int, ...]
    won: tuple[float, ...]


def fit(said: Sequence[Said]) -> Race:
    """Find the numbers that make what was said most likely true: Newton's method, held a little to "as it was said"."""
    parties = len(said[0].left)
    totals = np.array([one.totals for one in said])
    share = 1 / np.array([one.left for one in said], dtype=np.float64)
    won = np.array([one.won for one in said])
    nearest = share.max(axis=1, keepdims=True)
    terms = [totals, totals * nearest]
    for party in range(parties):
        mine = np.arange(parties) == party
        terms += [share * mine, share**2 * mine, np.ones_like(share) * mine]
    facts = np.stack(terms, axis=2)
    as_said = np.eye(facts.shape[2])[0]
    numbers = as_said.copy()
    for _ in range(_ROUNDS):
        logs = facts @ numbers
        chances = np.exp(logs - logs.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        means = np.einsum("np,npk->nk", chances, facts)
        slope = np.einsum("np,npk->k", chances - won, facts) + _HOLD * (numbers - as_said)
        bend = np.einsum("np,npi,npj->ij", chances, facts, facts) - means.T @ means + _HOLD * np.eye(len(numbers))
        numbers -= np.linalg.solve(bend, slope)
    stretch, growth, *added = (round(float(number), 3) for number in numbers)
    return Race(stretch, growth, tuple((added[at], added[at + 1], added[at + 2]) for at in range(0, 3 * parties, 3)))


def games_of(level: Level, players: int, games: int, seed: int) -> Iterator[Said]:
    """Let a level play against itself: what it says of the positions after its placements, or before if it searches."""
    native = Native(players, [Board.named("bird"), Board.named("lion")])
    rows = native.self_play(native.player(level), seed, games)
    if not level.widths:
        rows = rows[rows["over"] == 0]
        totals, order = scores_of(rows, players)
        left, won = (np.take_along_axis(rows[name], order, 1).tolist() for name in ("left", "won"))
        yield from (Said(*map(tuple, one)) for one in zip(totals.tolist(), left, won, strict=True))
        return
    for row in rows[(rows["stated"] > 0) & (rows["stated"] < 1)]:
        chance, won = float(row["stated"]), float(row["won"][row["player"]])
        yield Said((log(chance), log(1 - chance)), left_to(row, players), (won, 1 - won))


def scores_of(rows: Rows, players: int) -> tuple[Floats, NDArray[np.intp]]:
    """Score positions by the learnt weights, in the order of turns; and that order."""
    facts, knots, order = by_distance(rows, players)
    numbers = np.array(learnt(players).numbers)
    return np.einsum("brs,krs,bk->br", facts, numbers, knots, optimize=True), order


def left_to(row: np.void, players: int) -> tuple[int, int]:
    """Say what was left before a placement to the player who made it, and to the nearest rival."""
    before = row["left_before"][:players].tolist()
    own = before.pop(row["player"])
    return own, min(before)


def main() -> None:
    """Fit all numbers and write them into a file."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=500_000)
    options = parser.parse_args()
    races = {
        players: [fit(list(games_of(level, players, options.games, options.seed))) for level in (ONE_PLY, SEARCHING)]
        for players in (2, 3, 4)
    }
    options.file.write_text(json.dumps(races) + "\n", "utf-8")


if __name__ == "__main__":
    main()
