"""Train the net by self-play: `python -m qin_core.lab.qin.learn --out DIRECTORY`.

The games of the first round are played one ply deep by the weights (`train`), and the net learns their results. The
games of every later round are played by a search with the net of the round before, with some noisy placements at any
ply, and a new net learns from them. Each position is seen by one of the players; its target is partly the result and
partly that player's win chance on their next turn, by the search, after calibration. All games are played on Bird, Lion
and random maps, the first plies with noise. Nets are trained by Adam on the cross-entropy of all players' chances.
Games and training run in C (`native`).

Games run on all cores and are stored in parts, nets by round: started again, it continues from there. The same seed
gives the same net.
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
ONE_PLY, SHORT, TEACHER = Level("one-ply", 0.0), Level("short", 0.0, (3,)), Level("teacher", 0.0, (4, 2))


HIDDEN = {2: 32, 3: 12, 4: 12}
"""The number of hidden units, by the number of players."""
ROUNDS = {2: 2, 3: 1, 4: 1}
"""The number of rounds behind the nets that ship, by the number of players."""


class Recipe(NamedTuple):
    """The parameters of a run."""

    rounds: int
    parts: int
    """In the first round."""
    more: int
    """In every other round."""
    games: int
    """A part; with a search, a fifth of them."""
    seed: int
    hidden: int
    opening: int = 10
    noise: float = 0.2
    fitting: Adam = Adam(epochs=3, batch=2048, rate=0.003, decay=0.003)
    searched: Adam = Adam(epochs=4, batch=2048, rate=0.003, decay=0.003)
    """For the games of a search."""
    explore: float = 0.1
    """The share of noisy placements in the games of a search."""
    believed: float = 0.7
    """How much the chance by the search counts beside the result."""
    deals: int = 200
    """So many are played against the baseline for every point of the learning curve."""


class Positions(NamedTuple):
    """Training data: the inputs of positions, how many of them are used, the target chances in turn order."""

    inputs: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    chances: Floats


def play_part(players: int, recipe: Recipe, net: Net | None, part: int) -> Positions:
    """Play a part's games, by a search if there is a net already."""
    seed = recipe.seed * 1000 + part
    native = Native(players, boards(recipe.seed + part)[:12])
    if not net:
        player = native.without_net(ONE_PLY, trained_weights(players).numbers)
        rows = native.self_play(player, seed, recipe.games, recipe.opening, recipe.noise)
        chances = rows["won"]
    else:
        player = native.player(TEACHER, net)
        player.slope = 0.0
        rows = native.self_play(player, seed, recipe.games // 5, recipe.opening, recipe.noise, recipe.explore)
        chances = recipe.believed * calibrated_chances(rows) + (1 - recipe.believed) * rows["won"]
    going_on = rows["over"] == 0
    order = (rows["mover"][:, None].astype(np.intp) + np.arange(players)) % players
    chances = np.take_along_axis(chances, order, 1).astype(np.float32)
    return Positions(rows["inputs"][going_on], rows["count"][going_on], chances[going_on])


def calibrated_chances(rows: Rows) -> Floats:
    """Calibrate the viewers' chances by the results, and give the other players shares of the rest."""
    viewer = rows["viewer"].astype(np.intp)[:, None]
    stated = np.take_along_axis(rows["believed"], viewer, 1)[:, 0].astype(float)
    won = np.take_along_axis(rows["won"], viewer, 1)[:, 0]
    slope, shift = fit(Statement(*pair, 0, 0) for pair in zip(stated.tolist(), won.tolist(), strict=True))
    open_ended = (stated > 0) & (stated < 1)
    odds = np.log(np.where(open_ended, stated, 0.5) / (1 - np.where(open_ended, stated, 0.5)))
    true = np.where(open_ended, 1 / (1 + np.exp(-slope * odds - shift)), stated)
    chances: Floats = rows["believed"] * ((1 - true) / np.maximum(1e-9, 1 - stated)).astype(np.float32)[:, None]
    np.put_along_axis(chances, viewer, true[:, None], 1)
    return chances


def keep_part(players: int, recipe: Recipe, net: Net | None, out: Path, part: int) -> None:
    """Play a part, unless it was played before."""
    path = part_path(players, out, part)
    if not path.exists():
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, *play_part(players, recipe, net, part))
        unfinished.rename(path)


def part_path(players: int, out: Path, part: int) -> Path:
    """Return the path of a part."""
    return out / f"{players}-{part}.npz"


def kept_parts(players: int, recipe: Recipe, net: Net | None, out: Path, parts: Sequence[int]) -> list[Positions]:
    """Load parts; play those on all cores that are missing."""
    library()
    with ProcessPoolExecutor() as pool:
        list(pool.map(partial(keep_part, players, recipe, net, out), parts))
    found = []
    for part in parts:
        with np.load(part_path(players, out, part)) as kept:
            found.append(Positions(*(kept[name] for name in kept.files)))
    return found


def train_net(players: int, played: Sequence[Positions], recipe: Recipe, how: Adam) -> Net:
    """Train a new net on the positions of some parts."""
    positions = Positions(*map(np.concatenate, zip(*played, strict=True)))
    chance = np.random.default_rng(recipe.seed)
    inputs, hidden = layout_of(players).size, recipe.hidden
    numbers = _new_numbers(players, hidden, positions, chance)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    many = len(positions.counts)
    step, steps = ctypes.c_long(), how.epochs * (many // how.batch)
    for _ in range(how.epochs):
        order = chance.permutation(many).astype(np.int32)
        library().net_follow(
            *map(_address, (numbers, mean, square)),
            *(inputs, hidden, players),
            *(_address(positions.inputs), _address(positions.counts), _address(positions.chances), _address(order)),
            *(positions.inputs.shape[1], ctypes.c_long(many), how.batch),
            *(ctypes.c_float(how.rate), ctypes.c_float(how.decay), ctypes.byref(step), ctypes.c_long(steps)),
        )
    return Net(players, hidden, np.clip(np.round(numbers * ONE), -LARGEST, LARGEST).astype(int).tolist())


def _new_numbers(players: int, hidden: int, positions: Positions, chance: np.random.Generator) -> Floats:
    """Start with small random numbers, and with zeros for inputs that never occur."""
    inputs = layout_of(players).size
    first = chance.normal(0, 0.08 * (8 / hidden) ** 0.25, (inputs, hidden + players))
    first[:, hidden:] = 0
    first[np.bincount(positions.inputs[counted(positions)], minlength=inputs) == 0] = 0
    start = np.repeat((0.4, 0.0), (hidden, players))
    second = chance.normal(0, 0.15 * (8 / hidden) ** 0.5, hidden * players)
    return np.concatenate([first.ravel(), start, second]).astype(np.float32)


def counted(positions: Positions) -> NDArray[np.bool_]:
    """Mark the inputs that are used."""
    return np.arange(positions.inputs.shape[1]) < positions.counts[:, None]


def _address(numbers: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.ctypes.data)


def packed(net: Net) -> bytes:
    """Pack a net in the package's format: the number of hidden units, the rows lane by lane, the second layer."""
    lanes = net.hidden + net.players
    rows = (net.layout.size + 1) * lanes
    by_lane = [net.numbers[place] for lane in range(lanes) for place in range(lane, rows, lanes)]
    return compress(np.array([net.hidden, *by_lane, *net.numbers[rows:]], np.int16).tobytes(), 9)


def against_baseline(net: Net, recipe: Recipe) -> float:
    """Return a net's share of wins against the baseline's weights, both in a short search."""
    native = Native(net.players, [Board.named("bird"), Board.named("lion")])
    baseline = native.without_net(SHORT, baseline_weights(net.players))
    return native.match(native.player(SHORT, net), baseline, recipe.seed, recipe.deals)


def learn(players: int, recipe: Recipe, out: Path) -> list[tuple[int, float]]:
    """Train for a number of players and write the net; return the points of the learning curve."""
    net: Net | None = None
    parts = games = 0
    curve: list[tuple[int, float]] = []
    for number in range(recipe.rounds):
        more = recipe.more if net else recipe.parts
        played = kept_parts(players, recipe, net, out, range(parts, parts + more))
        if not net:
            curve += first_points(players, played, recipe)
        parts, games = parts + more, games + more * (recipe.games // 5 if net else recipe.games)
        path = out / f"{players}-{number}.json"
        if path.exists():
            net = Net(players, *json.loads(path.read_text("utf-8")))
        else:
            net = train_net(players, played, recipe, recipe.searched if net else recipe.fitting)
            path.write_text(json.dumps([net.hidden, list(net.numbers)]), "utf-8")
        (out / f"net-{players}.bin").write_bytes(packed(net))
        curve.append((games, against_baseline(net, recipe)))
        sys.stderr.write(f"{players} players, round {number + 1}/{recipe.rounds}: {games} games, {curve[-1][1]:.1%}\n")
    return curve


def first_points(players: int, played: Sequence[Positions], recipe: Recipe) -> Iterator[tuple[int, float]]:
    """Measure nets trained on the first part, the first two, the first four and so on, but not on all."""
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
