"""Learn the net by self-play: `python -m qin_core.lab.qin.learn --out DIRECTORY`.

Round by round games are played on Bird, Lion and maps by lot, the first plies with noise: in the first round by one-ply
choice with the weights (`train`), then by a short search with the net of the round before. After each round a new net
follows the outcomes of the positions of all rounds, each as one of the players sees it, by Adam on the cross-entropy of
everybody's chances. Games and learning are done in C (`native`).

Games are kept in parts and nets by round: started again, it goes on from there. The same seed gives the same net.
"""

import argparse
import ctypes
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import compress

import numpy as np
from numpy.typing import NDArray

from qin_core.lab.qin.curve import Curve, curve_svg
from qin_core.lab.qin.native import Native, library
from qin_core.lab.qin.train import boards
from qin_core.lab.qin.yardstick import yardstick_numbers
from qin_core.qin.board import Board
from qin_core.qin.players.levels import Level
from qin_core.qin.players.net import ONE, Net, layout_of
from qin_core.qin.players.weights import learnt

Floats = NDArray[np.float32]
ONE_PLY, SHORT = Level("one-ply", 0.0), Level("short", 0.0, (3,))


class Recipe(NamedTuple):
    """How it is learnt."""

    rounds: int
    parts: int
    """In the first round."""
    more: int
    """In every other round."""
    games: int
    """A part."""
    seed: int
    hidden: int = 8
    opening: int = 10
    noise: float = 0.2
    epochs: int = 3
    batch: int = 2048
    rate: float = 0.003
    decay: float = 0.003
    deals: int = 200
    """So many are played against the yardstick for every point of the learning curve."""


class Positions(NamedTuple):
    """What is learnt from: inputs of positions, how many of them count, shares in the victory in the order of turns."""

    inputs: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    won: Floats


def play_part(players: int, recipe: Recipe, part: int, net: Net | None) -> Positions:
    """Play a part's games, by a short search if there is a net already."""
    seed = recipe.seed * 1000 + part
    native = Native(players, boards(recipe.seed + part)[:12])
    player = native.player(SHORT, net) if net else native.without_net(ONE_PLY, learnt(players).numbers)
    rows = native.self_play(player, seed, recipe.games, recipe.opening, recipe.noise)
    rows = rows[rows["over"] == 0]
    order = (rows["mover"][:, None].astype(np.intp) + np.arange(players)) % players
    won = np.take_along_axis(rows["won"], order, 1)
    return Positions(rows["inputs"].copy(), rows["count"].copy(), np.ascontiguousarray(won))


def kept_part(players: int, recipe: Recipe, part: int, net: Net | None, out: Path) -> Positions:
    """Play a part, or read it if it was played before."""
    path = out / f"{players}-{part}.npz"
    if not path.exists():
        played = play_part(players, recipe, part, net)
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, *played)
        unfinished.rename(path)
    with np.load(path) as kept:
        return Positions(*(kept[name] for name in kept.files))


def follow(players: int, played: Sequence[Positions], recipe: Recipe) -> Net:
    """Learn a new net from the positions of some parts."""
    positions = Positions(*map(np.concatenate, zip(*played, strict=True)))
    chance = np.random.default_rng(recipe.seed)
    inputs, lanes = layout_of(players).all, recipe.hidden + players
    first = chance.normal(0, 0.08, (inputs, lanes))
    first[:, recipe.hidden :] = 0
    first[np.bincount(positions.inputs[counted(positions)], minlength=inputs) == 0] = 0
    start = np.repeat((0.4, 0.0), (recipe.hidden, players))
    second = chance.normal(0, 0.15, recipe.hidden * players)
    numbers = np.concatenate([first.ravel(), start, second]).astype(np.float32)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    many = len(positions.counts)
    step, steps = ctypes.c_long(), recipe.epochs * (many // recipe.batch)
    for _ in range(recipe.epochs):
        order = chance.permutation(many).astype(np.int32)
        library().net_follow(
            *map(_address, (numbers, mean, square)),
            *(inputs, recipe.hidden, players),
            *(_address(positions.inputs), _address(positions.counts), _address(positions.won), _address(order)),
            *(positions.inputs.shape[1], ctypes.c_long(many), recipe.batch),
            *(ctypes.c_float(recipe.rate), ctypes.c_float(recipe.decay), ctypes.byref(step), ctypes.c_long(steps)),
        )
    return Net(players, recipe.hidden, np.clip(np.round(numbers * ONE), -127, 127).astype(int).tolist())


def counted(positions: Positions) -> NDArray[np.bool_]:
    """Mark the inputs that count."""
    return np.arange(positions.inputs.shape[1]) < positions.counts[:, None]


def _address(numbers: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.ctypes.data)


def packed(net: Net) -> bytes:
    """Pack a net as the package reads it: the number of hidden units, all rows lane after lane, the second layer."""
    lanes = net.hidden + net.players
    rows = (net.at.all + 1) * lanes
    by_lane = [net.numbers[place] for lane in range(lanes) for place in range(lane, rows, lanes)]
    return compress(np.array([net.hidden, *by_lane, *net.numbers[rows:]], np.int8).tobytes(), 9)


def against_yardstick(net: Net, recipe: Recipe) -> float:
    """Give a net's share of wins against the yardstick's weights, both in a short search."""
    native = Native(net.players, [Board.named("bird"), Board.named("lion")])
    yardstick = native.without_net(SHORT, yardstick_numbers(net.players))
    return native.match(native.player(SHORT, net), yardstick, recipe.seed, recipe.deals)


def learn(players: int, recipe: Recipe, out: Path) -> list[Positions]:
    """Learn for a number of players and write the net; gives all positions, part by part."""
    net = None
    played: list[Positions] = []
    for number in range(recipe.rounds):
        parts = range(len(played), recipe.parts + number * recipe.more)
        played += [kept_part(players, recipe, part, net, out) for part in parts]
        path = out / f"{players}-{number}.json"
        if path.exists():
            hidden, numbers = json.loads(path.read_text("utf-8"))
            net = Net(players, hidden, numbers)
        else:
            net = follow(players, played, recipe)
            path.write_text(json.dumps([net.hidden, list(net.numbers)]), "utf-8")
        (out / f"net-{players}.bin").write_bytes(packed(net))
        sys.stderr.write(f"{players} players, round {number + 1}/{recipe.rounds}\n")
    return played


def curve_of(players: int, played: Sequence[Positions], recipe: Recipe) -> Iterator[tuple[int, float]]:
    """Measure nets learnt from the first part, the first two, the first four and so on, and from all."""
    doubled = [2**power for power in range(len(played).bit_length()) if 2**power < len(played)]
    for parts in (*doubled, len(played)):
        share = against_yardstick(follow(players, played[:parts], recipe), recipe)
        sys.stderr.write(f"{players} players, {parts * recipe.games} games: {share:.1%}\n")
        yield parts * recipe.games, share


def main() -> None:
    """Learn, and save games, nets and the learning curve."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--parts", type=int, default=5, help="parts in the first round, for each number of players")
    parser.add_argument("--more", type=int, default=1, help="parts in every other round")
    parser.add_argument("--games", type=int, default=10_000, help="games a part")
    parser.add_argument("--hidden", type=int, default=Recipe._field_defaults["hidden"])
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--out", type=Path, default=Path("build/learn"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(options.rounds, options.parts, options.more, options.games, options.seed, options.hidden)
    curve: Curve = {}
    for players in options.players:
        curve[players] = list(curve_of(players, learn(players, recipe, options.out), recipe))
    (options.out / "curve.svg").write_text(curve_svg(curve), "utf-8")


if __name__ == "__main__":
    main()
