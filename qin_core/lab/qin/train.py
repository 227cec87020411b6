"""Learn the evaluator's weights by self-play: `python -m qin_core.lab.qin.train`.

TD(λ) on afterstates. Games are played by one-ply choice with a little noise; the target of every position is a blend
of the chances that the weights see later in the same game and of its outcome; the weights follow by Adam on the
cross-entropy of all players' chances, over the games of the last rounds. It starts from pagodas alone.

The same seed gives the same weights. Those that ship come from two runs, each stopped at a checkpoint:

    python -m qin_core.lab.qin.train --rounds 120 --games 20 --measure 20 --seed 1 --out first
    python -m qin_core.lab.qin.train --rounds 60 --games 24 --measure 15 --rate 0.006 --seed 3 \\
        --start first/round00040.json --out second

The first was stopped after its checkpoint of round 40, the second after that of round 15, which is what ships;
`learning-curve.svg` shows both.
"""

import argparse
import json
import random
import sys
import time
from collections import deque
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from qin_core.lab.qin.curve import Curve, curve_svg
from qin_core.lab.qin.maps import random_map
from qin_core.qin.board import Board
from qin_core.qin.move import PASS
from qin_core.qin.players.features import PAGODA, SLOTS, facts, progress
from qin_core.qin.players.greedy import choose_greedily
from qin_core.qin.players.levels import blur
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.players.weights import KNOTS, STEPS, Weights, step_of
from qin_core.qin.position import Position

Array = NDArray[np.float64]
Game = tuple[Array, Array, Array]
"""Facts (ply, distance from the player on turn, slot), knots (ply, knot), targets (ply, distance)."""


class Learner:
    """The weights for one number of players, and how they follow the games."""

    def __init__(self, players: int, rate: float, decay: float) -> None:
        self.players = players
        self.rate, self.decay = rate, decay
        self.numbers: Array = np.zeros((KNOTS, players, SLOTS))
        self.numbers[:, :, PAGODA] = 0.3
        self._mean, self._square = np.zeros_like(self.numbers), np.zeros_like(self.numbers)
        self._steps = 0
        self.games: deque[Game] = deque(maxlen=1500)

    def weights(self) -> Weights:
        """Freeze the weights as they are now."""
        return Weights(self.numbers.tolist())

    def chances(self, found: Array, knots: Array) -> Array:
        """Give the chances that the weights see."""
        totals = np.einsum("brs,krs,bk->br", found, self.numbers, knots)
        totals -= totals.max(axis=1, keepdims=True)
        powers = np.exp(totals)
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))

    def learn(self, chance: np.random.Generator, batches: int, batch: int) -> float:
        """Follow the games at hand; give the mean cross-entropy."""
        found, knots, targets = (np.concatenate(parts) for parts in zip(*self.games, strict=True))
        loss = 0.0
        for _ in range(batches):
            pick = chance.integers(0, len(found), batch)
            seen = self.chances(found[pick], knots[pick])
            loss -= float((targets[pick] * np.log(seen + 1e-9)).sum(axis=1).mean()) / batches
            slope = np.einsum("bk,br,brs->krs", knots[pick], seen - targets[pick], found[pick]) / batch
            slope += self.decay * self.numbers
            self._steps += 1
            self._mean += 0.1 * (slope - self._mean)
            self._square += 0.001 * (slope**2 - self._square)
            mean, square = self._mean / (1 - 0.9**self._steps), self._square / (1 - 0.999**self._steps)
            self.numbers -= self.rate * mean / (np.sqrt(square) + 1e-8)
        return loss


def knot_shares(position: Position) -> list[float]:
    """Say how much each knot of the weights counts in a position."""
    where = step_of(progress(position)) / STEPS * (KNOTS - 1)
    return [max(0.0, 1 - abs(where - knot)) for knot in range(KNOTS)]


def fact_rows(position: Position) -> Array:
    """Lay a position's facts out by distance from the player on turn and by slot."""
    players = len(position.players)
    rows = np.zeros((players, SLOTS))
    for player, slot, amount in facts(position):
        rows[(player - position.mover) % players, slot] += amount
    return rows


def self_play(learner: Learner, board: str | Board, seed: int, noise: float, trace: float) -> Game:
    """Play a game and give every afterstate its target."""
    chance = random.Random(seed)
    weights = learner.weights()
    position = Position.deal(board, learner.players, seed=seed)
    found, knots, turns = [], [], []
    while (winners := position.winners()) is None:
        ranking = Valuation(position, weights).all()
        position = position.play(blur(ranking, noise, chance)[0][1] if ranking else PASS)
        found.append(fact_rows(position))
        knots.append(knot_shares(position))
        turns.append(position.mover)
    rows, shares = np.stack(found), np.array(knots)
    seen = learner.chances(rows, shares)
    share = np.array([1 / len(winners) if player in winners else 0.0 for player in position.players])
    targets = np.zeros_like(seen)
    target = share
    for ply in reversed(range(len(turns))):
        order = [(turns[ply] - 1 + step) % learner.players for step in range(learner.players)]
        targets[ply] = target[order]
        now = np.empty(learner.players)
        now[order] = seen[ply]
        target = trace * target + (1 - trace) * now
    # The last afterstate is decided: its facts needn't tell so.
    return rows[:-1], shares[:-1], targets[:-1]


def against_greedy(weights: Weights, players: int, games: int, seed: int) -> float:
    """Measure the share of wins of one-ply choice against greedy players, on Bird and Lion, seats swapped."""
    won = 0.0
    for game in range(games):
        deal, seat = divmod(game, players)
        position = Position.deal(("bird", "lion")[deal % 2], players, seed=seed + deal, first=1)
        chance = random.Random(game)
        while (winners := position.winners()) is None:
            view = position.view(position.mover)
            mine = position.mover == seat + 1
            position = position.play(Valuation(view, weights).best() if mine else choose_greedily(view, chance))
        won += (seat + 1 in winners) / len(winners)
    return won / games


def main() -> None:
    """Learn, show how far it is, and save weights, checkpoints and the learning curve."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=24, help="games a round, for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--decay", type=float, default=1e-5)
    parser.add_argument("--noise", type=float, default=0.1)
    parser.add_argument("--trace", type=float, default=0.85, help="λ: 1 looks at outcomes only")
    parser.add_argument("--measure", type=int, default=10, help="measure against greedy players every so many rounds")
    parser.add_argument("--start", type=Path, help="a checkpoint to go on from")
    parser.add_argument("--out", type=Path, default=Path("build/train"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    learners = {players: Learner(players, options.rate, options.decay) for players in options.players}
    if options.start:
        for players, numbers in json.loads(options.start.read_text()).items():
            if int(players) in learners:
                learners[int(players)].numbers[:] = numbers
    curve: Curve = {players: [] for players in options.players}
    chance = random.Random(options.seed)
    generator = np.random.default_rng(options.seed)
    began = time.time()
    for number in range(options.rounds + 1):
        losses = {}
        for players, learner in learners.items():
            if number % options.measure == 0 or number == options.rounds:
                share = against_greedy(learner.weights(), players, 8 * players, 10**6)
                curve[players].append((number * options.games, share))
            if number == options.rounds:
                continue
            for _ in range(options.games):
                board = chance.choice(("bird", "lion", "map"))
                learner.rate = options.rate * (1 - number / options.rounds) + 1e-4
                learner.games.append(
                    self_play(
                        learner,
                        random_map(chance) if board == "map" else board,
                        chance.getrandbits(32),
                        options.noise,
                        options.trace,
                    )
                )
            losses[players] = learner.learn(generator, 40, 512)
        if number % options.measure == 0 or number == options.rounds:
            text = json.dumps({p: np.round(lr.numbers, 4).tolist() for p, lr in learners.items()})
            (options.out / "weights.json").write_text(text)
            (options.out / f"round{number:05}.json").write_text(text)
            (options.out / "curve.svg").write_text(curve_svg(curve))
        filled = 30 * number // options.rounds
        shown = " ".join(f"{players}p {loss:.3f}" for players, loss in losses.items())
        last = " ".join(f"{players}p {points[-1][1]:.0%}" for players, points in curve.items())
        sys.stderr.write(
            f"\r[{'#' * filled:<30}] {number}/{options.rounds} {time.time() - began:.0f} s"
            f" loss {shown} against greedy {last} "
        )
        sys.stderr.flush()
    sys.stderr.write("\n")


if __name__ == "__main__":
    main()
