"""Train the evaluator's weights by self-play: `python -m qin_core.lab.qin.train --out DIRECTORY`.

In each round, games are played one ply deep with the weights of the previous round and noise in the opening. Then
Adam fits the weights to the outcomes of the round's positions, by the cross-entropy of all players' chances. Training
starts from the baseline's weights, and its result is the mean over all rounds, which averages out their errors. The
games are played in C (`native`).

A checkpoint is written after every round for each number of players, and a new run continues from it. The same seed
gives the same weights. The lab's README describes the run behind the weights that ship.
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
    """The number of plies at the start of a game that are played with noise."""
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
    rng = Random(seed)
    return [board for _ in range(_MAPS) for board in (Board.named("bird"), Board.named("lion"), random_map(rng))]


def fit(numbers: Array, rows: Rows, adam: Adam, rng: np.random.Generator) -> Array:
    """Fit weights to the outcomes of positions."""
    players = numbers.shape[1]
    rows = rows[rows["over"] == 0]
    features, knots, order = by_distance(rows, players)
    won = np.take_along_axis(rows["won"], order, 1)
    numbers = numbers.copy()
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    steps = max(1, adam.epochs * len(rows) // adam.batch)
    for step in range(1, steps + 1):
        batch = rng.integers(0, len(rows), adam.batch)
        batch_features, shares = features[batch], knots[batch]
        weights = np.einsum("bk,krs->brs", shares, numbers.astype(np.float32))
        totals = np.einsum("brs,brs->br", batch_features, weights)
        chances = np.exp(totals - totals.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        errors = (chances - won[batch])[:, :, None] * batch_features
        gradient = (shares.T @ errors.reshape(adam.batch, -1)).reshape(numbers.shape) / adam.batch
        gradient = gradient + adam.decay * numbers
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        rate = adam.rate * (1 - (step - 1) / steps) + 1e-4
        numbers -= rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return numbers


def learn(players: int, recipe: Recipe, out: Path) -> Checkpoint:
    """Train for a number of players, from the checkpoint if there is one."""
    path = out / f"{players}.json"
    checkpoint = Checkpoint([], [], [])
    if path.exists():
        numbers, positions, wins = json.loads(path.read_text("utf-8"))
        checkpoint = Checkpoint([np.array(array) for array in numbers], positions, wins)
    native = Native(players, boards(recipe.seed))
    evaluation = Native(players, [Board.named("bird"), Board.named("lion")])
    baseline = evaluation.player_without_net(ONE_PLY, baseline_weights(players))
    for number in range(len(checkpoint.numbers), recipe.rounds):
        weights = checkpoint.numbers[-1] if checkpoint.numbers else np.array(baseline_weights(players))
        seed = recipe.seed * 1000 + number * 10 + players
        rows = native.self_play(
            native.player_without_net(ONE_PLY, weights), seed, recipe.games, recipe.opening, recipe.noise
        )
        checkpoint.numbers.append(np.round(fit(weights, rows, recipe.fitting, np.random.default_rng(seed)), 6))
        checkpoint.positions.append(len(rows))
        trained = evaluation.player_without_net(ONE_PLY, checkpoint.mean())
        checkpoint.wins.append(evaluation.match(trained, baseline, recipe.seed, recipe.deals))
        path.write_text(
            json.dumps([[array.tolist() for array in checkpoint.numbers], checkpoint.positions, checkpoint.wins]),
            "utf-8",
        )
        sys.stderr.write(f"{players} players, round {number + 1}/{recipe.rounds}: {checkpoint.wins[-1]:.1%}\n")
    return checkpoint


def write(out: Path, recipe: Recipe, trained: Iterable[tuple[int, Checkpoint]]) -> None:
    """Write the weights as the package reads them, and the learning curve."""
    checkpoints = dict(trained)
    weights = {players: np.round(checkpoint.mean(), 4).tolist() for players, checkpoint in checkpoints.items()}
    (out / "weights.json").write_text(json.dumps(weights), "utf-8")
    curve: Curve = {
        players: [((number + 1) * recipe.games, share) for number, share in enumerate(checkpoint.wins)]
        for players, checkpoint in checkpoints.items()
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
        checkpoints = list(pool.map(partial(learn, recipe=recipe, out=options.out), options.players))
    write(options.out, recipe, zip(options.players, checkpoints, strict=True))


if __name__ == "__main__":
    main()
