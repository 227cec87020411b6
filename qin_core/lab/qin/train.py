"""Train the evaluator's weights by self-play: `python -m qin_core.lab.qin.train --out DIRECTORY`.

In each round, games are played one ply deep with the weights of the previous round and noise in the opening. Then
Adam fits the weights to the outcomes of the round's positions, by the cross-entropy of all players' chances. Training
starts from the baseline's weights, and its result is the mean over all rounds, which averages out their errors. The
games are played in C (`native`).

After every round a checkpoint is kept for each number of players; started again, it continues from there. The same seed
gives the same weights. The lab's README says which run those that ship come from.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qin_core.lab.qin.baseline import baseline_weights
from qin_core.lab.qin.curve import Curve, curve_svg
from qin_core.lab.qin.maps import random_map
from qin_core.lab.qin.native import Native, Rows, by_distance
from qin_core.qin.board import Board
from qin_core.qin.players.levels import Level

Array = NDArray[np.float64]
ONE_PLY = Level("one-ply", 0.0)
_MAPS = 12


class Adam(NamedTuple):
    """Parameters of Adam."""

    epochs: int
    batch: int
    rate: float
    decay: float


class Recipe(NamedTuple):
    """Parameters of the training."""

    rounds: int
    games: int
    """Games per round."""
    seed: int
    opening: int = 10
    noise: float = 0.15
    fitting: Adam = Adam(epochs=3, batch=4096, rate=0.01, decay=1e-5)
    deals: int = 300
    """Games against the baseline after every round."""


class Checkpoint(NamedTuple):
    """The state after some rounds: by round, the weights, the number of positions, and the share of wins against the
    baseline."""

    numbers: list[Array]
    positions: list[int]
    wins: list[float]

    def mean(self) -> Array:
        """Return the result: the mean over all rounds."""
        return np.asarray(np.mean(self.numbers, axis=0))


def boards(seed: int) -> list[Board]:
    """Return the boards to play on in turn: Bird, Lion and a random map."""
    chance = Random(seed)
    return [board for _ in range(_MAPS) for board in (Board.named("bird"), Board.named("lion"), random_map(chance))]


def fit(numbers: Array, rows: Rows, how: Adam, chance: np.random.Generator) -> Array:
    """Fit weights to the outcomes of positions."""
    players = numbers.shape[1]
    rows = rows[rows["over"] == 0]
    facts, knots, order = by_distance(rows, players)
    won = np.take_along_axis(rows["won"], order, 1)
    numbers = numbers.copy()
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    steps = max(1, how.epochs * len(rows) // how.batch)
    for step in range(1, steps + 1):
        pick = chance.integers(0, len(rows), how.batch)
        seen, share = facts[pick], knots[pick]
        totals = np.einsum("brs,brs->br", seen, np.einsum("bk,krs->brs", share, numbers.astype(np.float32)))
        chances = np.exp(totals - totals.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        errors = (chances - won[pick])[:, :, None] * seen
        slope = (share.T @ errors.reshape(how.batch, -1)).reshape(numbers.shape) / how.batch
        slope = slope + how.decay * numbers
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope**2 - square)
        rate = how.rate * (1 - (step - 1) / steps) + 1e-4
        numbers -= rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return numbers


def learn(players: int, recipe: Recipe, out: Path) -> Checkpoint:
    """Train for a number of players, from the checkpoint if there is one."""
    path = out / f"{players}.json"
    known = Checkpoint([], [], [])
    if path.exists():
        numbers, positions, wins = json.loads(path.read_text("utf-8"))
        known = Checkpoint([np.array(one) for one in numbers], positions, wins)
    native = Native(players, boards(recipe.seed))
    judged = Native(players, [Board.named("bird"), Board.named("lion")])
    baseline = judged.without_net(ONE_PLY, baseline_weights(players))
    for number in range(len(known.numbers), recipe.rounds):
        now = known.numbers[-1] if known.numbers else np.array(baseline_weights(players))
        seed = recipe.seed * 1000 + number * 10 + players
        rows = native.self_play(native.without_net(ONE_PLY, now), seed, recipe.games, recipe.opening, recipe.noise)
        known.numbers.append(np.round(fit(now, rows, recipe.fitting, np.random.default_rng(seed)), 6))
        known.positions.append(len(rows))
        trained = judged.without_net(ONE_PLY, known.mean())
        known.wins.append(judged.match(trained, baseline, recipe.seed, recipe.deals))
        path.write_text(json.dumps([[one.tolist() for one in known.numbers], known.positions, known.wins]), "utf-8")
        sys.stderr.write(f"{players} players, round {number + 1}/{recipe.rounds}: {known.wins[-1]:.1%}\n")
    return known


def write(out: Path, recipe: Recipe, trained: Iterable[tuple[int, Checkpoint]]) -> None:
    """Write the weights as the package reads them, and the learning curve."""
    found = dict(trained)
    weights = {players: np.round(known.mean(), 4).tolist() for players, known in found.items()}
    (out / "weights.json").write_text(json.dumps(weights), "utf-8")
    curve: Curve = {
        players: [((number + 1) * recipe.games, share) for number, share in enumerate(known.wins)]
        for players, known in found.items()
    }
    (out / "curve.svg").write_text(curve_svg(curve), "utf-8")


def main() -> None:
    """Train, and save checkpoints, weights and the learning curve."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=10_000, help="games a round, for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/train"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(options.rounds, options.games, options.seed)
    with ProcessPoolExecutor(options.jobs) as pool:
        found = list(pool.map(partial(learn, recipe=recipe, out=options.out), options.players))
    write(options.out, recipe, zip(options.players, found, strict=True))


if __name__ == "__main__":
    main()
