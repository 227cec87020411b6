"""Learn the net by self-play: `python -m qin_core.lab.qin.learn --out DIRECTORY`.

In the first round games are played by one-ply choice with the weights (`train`), and a new net follows their outcomes.
In every other round they are played by a search with the net of the round before, which then learns on from what that
search believed: each position is seen by one of the players, and what this player believes on the next turn, by looking
ahead, says more than the outcome alone. All games are played on Bird, Lion and maps by lot, the first plies with noise.
Nets follow by Adam on the cross-entropy of everybody's chances. Games and learning are done in C (`native`).

Games are played on all cores and kept in parts, nets by round: started again, it goes on from there. The same seed
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

from qin_core.lab.qin.curve import Curve, curve_svg
from qin_core.lab.qin.native import Native, library
from qin_core.lab.qin.train import Following, boards
from qin_core.lab.qin.yardstick import yardstick_numbers
from qin_core.qin.board import Board
from qin_core.qin.players.levels import Level
from qin_core.qin.players.net import ONE, Net, layout_of
from qin_core.qin.players.weights import learnt

Floats = NDArray[np.float32]
ONE_PLY, SHORT, TEACHER = Level("one-ply", 0.0), Level("short", 0.0, (3,)), Level("teacher", 0.0, (8, 4, 2))


HIDDEN = {2: 8, 3: 12, 4: 12}
"""How many hidden units a net has, by the number of players."""


class Recipe(NamedTuple):
    """How it is learnt."""

    rounds: int
    parts: int
    """In the first round."""
    more: int
    """In every other round."""
    games: int
    """A part; one that is searched has a tenth of them."""
    seed: int
    hidden: int
    opening: int = 10
    noise: float = 0.2
    following: Following = Following(epochs=3, batch=2048, rate=0.003, decay=0.003)
    learning_on: Following = Following(epochs=3, batch=2048, rate=0.001, decay=0.0)
    believed: float = 0.8
    """How much a search's belief counts beside the outcome."""
    deals: int = 200
    """So many are played against the yardstick for every point of the learning curve."""


class Positions(NamedTuple):
    """What is learnt from: inputs of positions, how many of them count, everybody's chances in the order of turns."""

    inputs: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    chances: Floats


def play_part(players: int, recipe: Recipe, net: Net | None, part: int) -> Positions:
    """Play a part's games, by a search if there is a net already."""
    seed = recipe.seed * 1000 + part
    native = Native(players, boards(recipe.seed + part)[:12])
    player = native.player(TEACHER, net) if net else native.without_net(ONE_PLY, learnt(players).numbers)
    games = recipe.games // 10 if net else recipe.games
    rows = native.self_play(player, seed, games, recipe.opening, recipe.noise)
    rows = rows[rows["over"] == 0]
    order = (rows["mover"][:, None].astype(np.intp) + np.arange(players)) % players
    believed = recipe.believed if net else 0.0
    chances = believed * rows["believed"] + (1 - believed) * rows["won"]
    chances = np.take_along_axis(chances, order, 1).astype(np.float32)
    return Positions(rows["inputs"].copy(), rows["count"].copy(), chances)


def keep_part(players: int, recipe: Recipe, net: Net | None, out: Path, part: int) -> None:
    """Play a part, unless it was played before."""
    path = part_path(players, out, part)
    if not path.exists():
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, *play_part(players, recipe, net, part))
        unfinished.rename(path)


def part_path(players: int, out: Path, part: int) -> Path:
    """Say where a part is kept."""
    return out / f"{players}-{part}.npz"


def kept_parts(players: int, recipe: Recipe, net: Net | None, out: Path, parts: Sequence[int]) -> list[Positions]:
    """Play parts on all cores, but for those that were played before."""
    library()
    with ProcessPoolExecutor() as pool:
        list(pool.map(partial(keep_part, players, recipe, net, out), parts))
    found = []
    for part in parts:
        with np.load(part_path(players, out, part)) as kept:
            found.append(Positions(*(kept[name] for name in kept.files)))
    return found


def follow(players: int, played: Sequence[Positions], recipe: Recipe, before: Net | None = None) -> Net:
    """Learn a net from the positions of some parts: a new one, or one that goes on from the net of the round before."""
    positions = Positions(*map(np.concatenate, zip(*played, strict=True)))
    chance = np.random.default_rng(recipe.seed)
    inputs = layout_of(players).all
    if before:
        how, hidden = recipe.learning_on, before.hidden
        numbers = (np.array(before.numbers) / ONE).astype(np.float32)
    else:
        how, hidden = recipe.following, recipe.hidden
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
    return Net(players, hidden, np.clip(np.round(numbers * ONE), -127, 127).astype(int).tolist())


def _new_numbers(players: int, hidden: int, positions: Positions, chance: np.random.Generator) -> Floats:
    """Begin with small numbers by lot, and with nothing where there is nothing to learn from."""
    inputs = layout_of(players).all
    first = chance.normal(0, 0.08, (inputs, hidden + players))
    first[:, hidden:] = 0
    first[np.bincount(positions.inputs[counted(positions)], minlength=inputs) == 0] = 0
    start = np.repeat((0.4, 0.0), (hidden, players))
    second = chance.normal(0, 0.15, hidden * players)
    return np.concatenate([first.ravel(), start, second]).astype(np.float32)


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


def learn(players: int, recipe: Recipe, out: Path) -> list[tuple[int, float]]:
    """Learn for a number of players and write the net; gives the points of the learning curve."""
    net: Net | None = None
    parts = games = 0
    curve: list[tuple[int, float]] = []
    for number in range(recipe.rounds):
        more = recipe.more if net else recipe.parts
        played = kept_parts(players, recipe, net, out, range(parts, parts + more))
        if not net:
            curve += first_points(players, played, recipe)
        parts, games = parts + more, games + more * (recipe.games // 10 if net else recipe.games)
        path = out / f"{players}-{number}.json"
        if path.exists():
            net = Net(players, *json.loads(path.read_text("utf-8")))
        else:
            net = follow(players, played, recipe, net)
            path.write_text(json.dumps([net.hidden, list(net.numbers)]), "utf-8")
        (out / f"net-{players}.bin").write_bytes(packed(net))
        curve.append((games, against_yardstick(net, recipe)))
        sys.stderr.write(f"{players} players, round {number + 1}/{recipe.rounds}: {games} games, {curve[-1][1]:.1%}\n")
    return curve


def first_points(players: int, played: Sequence[Positions], recipe: Recipe) -> Iterator[tuple[int, float]]:
    """Measure nets learnt from the first part, the first two, the first four and so on, but not from all."""
    for parts in (2**power for power in range(len(played).bit_length())):
        if parts < len(played):
            yield parts * recipe.games, against_yardstick(follow(players, played[:parts], recipe), recipe)


def main() -> None:
    """Learn, and save games, nets and the learning curve."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--parts", type=int, default=20, help="parts in the first round, for each number of players")
    parser.add_argument("--more", type=int, default=12, help="parts in every other round")
    parser.add_argument("--games", type=int, default=10_000, help="games a part")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--out", type=Path, default=Path("build/learn"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    curve: Curve = {}
    for players in options.players:
        recipe = Recipe(options.rounds, options.parts, options.more, options.games, options.seed, HIDDEN[players])
        curve[players] = learn(players, recipe, options.out)
    (options.out / "curve.svg").write_text(curve_svg(curve), "utf-8")


if __name__ == "__main__":
    main()
