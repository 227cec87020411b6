"""Train the net by self-play: `python -m qin_core.lab.qin.learn --out DIRECTORY`.

The games of the first round are played one ply deep by the weights (`train`), and the net learns their results. The
games of every later round are played by a search with the net of the round before, with some noisy placements at any
ply, and a new net learns from them. Each position is seen by one of the players. Its target is partly the result,
and partly that player's calibrated win chance by the search on their next turn. All games are played on Bird, Lion
and random maps, the first plies with noise. Nets are trained by Adam on the cross-entropy of all players' chances.
Games and training run in C (`native`).

Games run on all cores and are stored in parts, nets are stored by round. A new run continues from what is stored. The
same seed gives the same net.
"""

import argparse
import ctypes
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple
from zlib import compress

import numpy as np
from numpy.typing import NDArray

from qin_core.lab.qin.baseline import baseline_weights
from qin_core.lab.qin.calibration import Statement, fit
from qin_core.lab.qin.curve import Curve, curve_svg
from qin_core.lab.qin.native import Native, Rows, library
from qin_core.lab.qin.train import Adam, boards
from qin_core.qin.board import Board
from qin_core.qin.players.levels import Level
from qin_core.qin.players.net import ONE, Net, layout_of
from qin_core.qin.players.weights import trained_weights

Floats = NDArray[np.float32]
LARGEST = 32767
"""The greatest number in a net: it has two bytes for each."""
ONE_PLY, SHORT = Level("one-ply", 0.0), Level("short", 0.0, (3,))
TEACHER = Level("teacher", 0.0, (4, 2))
"""The search that plays the games of later rounds, and whose chances the net learns."""
HIDDEN = {2: 32, 3: 12, 4: 12}
"""The number of hidden units, by the number of players."""
ROUNDS = {2: 2, 3: 1, 4: 1}
"""The number of rounds behind the nets that ship, by the number of players."""


class Recipe(NamedTuple):
    """The parameters of a run."""

    rounds: int
    parts: int
    """Parts in the first round."""
    later_parts: int
    """Parts in every other round."""
    games: int
    """Games per part; games of a search, which take longer, are a fifth of them."""
    seed: int
    hidden: int
    opening: int = 10
    """The number of plies at the start of a game that are played with noise."""
    noise: float = 0.2
    fitting: Adam = Adam(epochs=3, batch=2048, rate=0.003, decay=0.003)
    search_fitting: Adam = Adam(epochs=4, batch=2048, rate=0.003, decay=0.003)
    """Used for the games of a search; `fitting` is used for one-ply games."""
    explore: float = 0.1
    """The share of noisy placements in the games of a search."""
    search_share: float = 0.7
    """The weight of the search's chance in the target; the result has the rest."""
    deals: int = 200
    """Deals against the baseline for every point of the learning curve."""


class Positions(NamedTuple):
    """Training data: the inputs of positions, their numbers, and the target chances in turn order."""

    inputs: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    chances: Floats


def play_part(players: int, recipe: Recipe, net: Net | None, part: int) -> Positions:
    """Play the games of a part, by a search if there is a net."""
    seed = recipe.seed * 1000 + part
    native = Native(players, boards(recipe.seed + part)[:12])
    if not net:
        player = native.player_without_net(ONE_PLY, trained_weights(players).numbers)
        rows = native.self_play(player, seed, recipe.games, recipe.opening, recipe.noise)
        chances = rows["won"]
    else:
        player = native.player(TEACHER, net)
        player.slope = 0.0
        rows = native.self_play(player, seed, recipe.games // 5, recipe.opening, recipe.noise, recipe.explore)
        chances = recipe.search_share * calibrated_chances(rows) + (1 - recipe.search_share) * rows["won"]
    unfinished = rows["over"] == 0
    turn_order = (rows["mover"][:, None].astype(np.intp) + np.arange(players)) % players
    chances = np.take_along_axis(chances, turn_order, 1).astype(np.float32)
    return Positions(rows["inputs"][unfinished], rows["count"][unfinished], chances[unfinished])


def calibrated_chances(rows: Rows) -> Floats:
    """Calibrate the viewers' chances by the results, and scale the chances of the other players."""
    viewer = rows["viewer"].astype(np.intp)[:, None]
    stated = np.take_along_axis(rows["uncalibrated"], viewer, 1)[:, 0].astype(float)
    won = np.take_along_axis(rows["won"], viewer, 1)[:, 0]
    slope, shift = fit(
        Statement(chance, share, 0, 0) for chance, share in zip(stated.tolist(), won.tolist(), strict=True)
    )
    undecided = (stated > 0) & (stated < 1)
    inner = np.where(undecided, stated, 0.5)
    log_odds = np.log(inner / (1 - inner))
    calibrated = np.where(undecided, 1 / (1 + np.exp(-slope * log_odds - shift)), stated)
    chances: Floats = (
        rows["uncalibrated"] * ((1 - calibrated) / np.maximum(1e-9, 1 - stated)).astype(np.float32)[:, None]
    )
    np.put_along_axis(chances, viewer, calibrated[:, None], 1)
    return chances


def store_part(players: int, recipe: Recipe, net: Net | None, out: Path, part: int) -> None:
    """Play and store a part, unless it is stored already."""
    path = part_path(players, out, part)
    if not path.exists():
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, *play_part(players, recipe, net, part))
        unfinished.rename(path)


def part_path(players: int, out: Path, part: int) -> Path:
    """Return the path of a part."""
    return out / f"{players}-{part}.npz"


def load_parts(players: int, recipe: Recipe, net: Net | None, out: Path, parts: Sequence[int]) -> list[Positions]:
    """Load parts; play missing ones first, on all cores."""
    library()
    with ProcessPoolExecutor() as pool:
        list(pool.map(partial(store_part, players, recipe, net, out), parts))
    positions = []
    for part in parts:
        with np.load(part_path(players, out, part)) as arrays:
            positions.append(Positions(*(arrays[name] for name in arrays.files)))
    return positions


def train_net(players: int, played: Sequence[Positions], recipe: Recipe, adam: Adam) -> Net:
    """Train a new net on the positions of some parts."""
    positions = Positions(*map(np.concatenate, zip(*played, strict=True)))
    rng = np.random.default_rng(recipe.seed)
    inputs, hidden = layout_of(players).size, recipe.hidden
    numbers = _new_numbers(players, hidden, positions, rng)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    count = len(positions.counts)
    step, steps = ctypes.c_long(), adam.epochs * (count // adam.batch)
    for _ in range(adam.epochs):
        order = rng.permutation(count).astype(np.int32)
        library().train_net(
            *map(_address, (numbers, mean, square)),
            inputs,
            hidden,
            players,
            _address(positions.inputs),
            _address(positions.counts),
            _address(positions.chances),
            _address(order),
            positions.inputs.shape[1],
            ctypes.c_long(count),
            adam.batch,
            ctypes.c_float(adam.rate),
            ctypes.c_float(adam.decay),
            ctypes.byref(step),
            ctypes.c_long(steps),
        )
    return Net(players, hidden, np.clip(np.round(numbers * ONE), -LARGEST, LARGEST).astype(int).tolist())


def _new_numbers(players: int, hidden: int, positions: Positions, rng: np.random.Generator) -> Floats:
    """Return small random numbers, and zeros for inputs that never occur."""
    inputs = layout_of(players).size
    first_layer = rng.normal(0, 0.08 * (8 / hidden) ** 0.25, (inputs, hidden + players))
    first_layer[:, hidden:] = 0
    first_layer[np.bincount(positions.inputs[used_inputs(positions)], minlength=inputs) == 0] = 0
    constants = np.repeat((0.4, 0.0), (hidden, players))
    second_layer = rng.normal(0, 0.15 * (8 / hidden) ** 0.5, hidden * players)
    return np.concatenate([first_layer.ravel(), constants, second_layer]).astype(np.float32)


def used_inputs(positions: Positions) -> NDArray[np.bool_]:
    """Mark the used entries of `inputs`."""
    return np.arange(positions.inputs.shape[1]) < positions.counts[:, None]


def _address(numbers: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.ctypes.data)


def pack_net(net: Net) -> bytes:
    """Pack a net in the package's format: the number of hidden units, the rows lane by lane, the second layer."""
    lanes = net.hidden + net.players
    rows = (net.layout.size + 1) * lanes
    by_lane = [net.numbers[index] for lane in range(lanes) for index in range(lane, rows, lanes)]
    return compress(np.array([net.hidden, *by_lane, *net.numbers[rows:]], np.int16).tobytes(), 9)


def against_baseline(net: Net, recipe: Recipe) -> float:
    """Return a net's share of wins against the baseline's weights, both in a short search."""
    native = Native(net.players, [Board.named("bird"), Board.named("lion")])
    baseline = native.player_without_net(SHORT, baseline_weights(net.players))
    return native.match(native.player(SHORT, net), baseline, recipe.seed, recipe.deals)


def learn(players: int, recipe: Recipe, out: Path) -> list[tuple[int, float]]:
    """Train for a number of players and write the net; return the points of the learning curve."""
    net: Net | None = None
    parts = games = 0
    curve: list[tuple[int, float]] = []
    for number in range(recipe.rounds):
        new_parts = recipe.later_parts if net else recipe.parts
        played = load_parts(players, recipe, net, out, range(parts, parts + new_parts))
        if not net:
            curve += first_round_points(players, played, recipe)
        parts, games = parts + new_parts, games + new_parts * (recipe.games // 5 if net else recipe.games)
        path = out / f"{players}-{number}.json"
        if path.exists():
            net = Net(players, *json.loads(path.read_text("utf-8")))
        else:
            net = train_net(players, played, recipe, recipe.search_fitting if net else recipe.fitting)
            path.write_text(json.dumps([net.hidden, list(net.numbers)]), "utf-8")
        (out / f"net-{players}.bin").write_bytes(pack_net(net))
        curve.append((games, against_baseline(net, recipe)))
        sys.stderr.write(f"{players} players, round {number + 1}/{recipe.rounds}: {games} games, {curve[-1][1]:.1%}\n")
    return curve


def first_round_points(players: int, played: Sequence[Positions], recipe: Recipe) -> Iterator[tuple[int, float]]:
    """Measure nets trained on the first 1, 2, 4, ... parts, but not on all of them."""
    for parts in (2**power for power in range(len(played).bit_length())):
        if parts < len(played):
            yield (
                parts * recipe.games,
                against_baseline(train_net(players, played[:parts], recipe, recipe.fitting), recipe),
            )


def main() -> None:
    """Train, and save games, nets and the learning curve."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--rounds", type=int, help="default: 2 with two players, else 1")
    parser.add_argument("--parts", type=int, default=20, help="parts in the first round, for each number of players")
    parser.add_argument("--more", type=int, default=20, help="parts in every other round")
    parser.add_argument("--games", type=int, default=10_000, help="games a part")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--out", type=Path, default=Path("build/learn"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    curve: Curve = {}
    for players in options.players:
        recipe = Recipe(
            options.rounds or ROUNDS[players], options.parts, options.more, options.games, options.seed, HIDDEN[players]
        )
        curve[players] = learn(players, recipe, options.out)
    (options.out / "curve.svg").write_text(curve_svg(curve), "utf-8")


if __name__ == "__main__":
    main()
