"""Fit the numbers by which chances become true: `python -m qin_core.lab.qin.race FILE --games 500`.

Levels play against themselves on Bird and Lion in turn; what they say before the race is looked at, what is left to
everybody and who won go into a logistic regression. `calibration` measures what has come of it.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qin_core.levels import Thought
from qin_core.qin.move import PASS, Move
from qin_core.qin.players.levels import LEVELS, Level
from qin_core.qin.players.race import Race
from qin_core.qin.players.search import search
from qin_core.qin.players.valuation import scores, valuation
from qin_core.qin.position import Position

Floats = NDArray[np.float64]
ONE_PLY, SEARCHING = LEVELS[5], LEVELS[6]
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
    for game in range(games):
        position = Position.deal(("bird", "lion")[game % 2], players, seed=seed + game)
        made: list[tuple[tuple[float, ...], tuple[int, ...], tuple[int, ...]]] = []
        while (winners := position.winners()) is None:
            view = position.view(position.mover)
            move, chance = _choice(view, level)
            if level.widths and 0 < chance < 1:
                order = _order(view)
                nearest = min(view.left(player) for player in order[1:])
                made.append(((log(chance), log(1 - chance)), (view.left(order[0]), nearest), order))
            position = position.play(move)
            if not level.widths and position.winners() is None:
                after = view.play(move)
                totals, order = scores(after), _order(after)
                made.append((tuple(totals[player - 1] for player in order), tuple(map(after.left, order)), order))
        for said, left, order in made:
            won = tuple((player in winners) / len(winners) for player in order)
            yield Said(said, left, (won[0], 1 - won[0]) if level.widths else won)


def _choice(view: Position, level: Level) -> tuple[Move, float]:
    """Give a level's choice, and what its search says of it."""
    ranking = valuation(view).all()
    if not ranking or not level.widths:
        return (ranking[0][1] if ranking else PASS), 0.0
    *_, last = search(view, level.widths, ranking, Thought(0.0, ()))
    return last.ranked[0]


def _order(position: Position) -> tuple[int, ...]:
    """List the players from the one on turn on."""
    players = len(position.packed_hands)
    return tuple((position.mover - 1 + step) % players + 1 for step in range(players))


def main() -> None:
    """Fit all numbers and write them into a file."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=500_000)
    options = parser.parse_args()
    levels = (ONE_PLY, SEARCHING)
    races = {
        players: [fit(list(games_of(level, players, options.games, options.seed))) for level in levels]
        for players in (2, 3, 4)
    }
    options.file.write_text(json.dumps(races) + "\n", "utf-8")


if __name__ == "__main__":
    main()
