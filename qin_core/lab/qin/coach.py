"""Measure the coach of Qin: `python -m qin_core.lab.qin.coach --positions 500 --jobs 2`.

Levels 2 to 5 play against themselves on Bird and Lion in turn, two players; from each game some turns are drawn at
random. The coach decides whether it would have asked about the placement, and the top level says what that lost against
the best one. The table shows by level how often the coach asks, how many of the placements in question lose at least
5 points, how many of all lose at least 10 (blunders), and how many of these are not questioned. C finds the best
placements.
"""

import argparse
import random
from collections.abc import Generator, Iterable, Sequence
from functools import cache
from multiprocessing import Pool
from typing import NamedTuple

from qin_core.lab.qin.native import Native, Player, encode_move
from qin_core.qin import Board, Move, Position
from qin_core.qin.players import LEVELS, QUICK, Level, advise, choose, evaluate_move, run_to_end

PLAYED = (2, 3, 4, 5)
"""The levels whose games are measured."""
TURNS = 4
"""How many turns are drawn from a game."""
BOARDS = ("bird", "lion")
COSTLY, BLUNDER = 0.05, 0.1
"""What a questioned placement has to lose, and what must not go unquestioned, in win chance."""


class Case(NamedTuple):
    """A placement in a game: the level that made it, whether the coach asks, and what it loses by the top level."""

    level: int
    asks: bool
    loss: float


class Summary(NamedTuple):
    """How often the coach asks, is right to ask, and misses a blunder; and how many blunders there were.

    Of every blunder it asks or it misses it: it can't ask less often than `blunders * (1 - misses)`.
    """

    asks: float
    precision: float
    misses: float
    blunders: float


@cache
def _players(board: str) -> tuple[Native, dict[Level, Player]]:
    native = Native(2, [Board.named(board)])
    return native, {level: native.player(level) for level in (QUICK, LEVELS[-1])}


def cases(game: int, seed: int = 0) -> list[Case]:
    """Play a game by its number, and let the coach and the top level look at some of its turns."""
    rng = random.Random(f"{seed} {game}")
    level, name = PLAYED[game % len(PLAYED)], BOARDS[game // len(PLAYED) % len(BOARDS)]
    native, players = _players(name)
    position = Position.deal(name, 2, seed=rng.randrange(2**32))
    first, history, turns = position.player_to_move, list[tuple[int, ...]](), list[tuple[Position, Move, int]]()
    while position.winners() is None:
        view = position.view(position.player_to_move)
        move = choose(view, level, rng.randrange(2**32))
        if move.halves:
            turns.append((view, move, len(history)))
        history.append(encode_move(position.board, move))
        position = position.play(move)
    return [
        _case(level, view, move, native, players, first, history[:ply])
        for view, move, ply in rng.sample(turns, min(TURNS, len(turns)))
    ]


def _case(
    number: int,
    view: Position,
    move: Move,
    native: Native,
    players: dict[Level, Player],
    first: int,
    history: Sequence[tuple[int, ...]],
) -> Case:
    encoded = {encode_move(view.board, each): each for each in view.moves()}

    @cache
    def best(level: Level) -> tuple[Move, float]:
        found = native.choose(view, first, history, players[level])
        assert found
        return encoded[found[0]], found[1]

    def find_best(level: Level) -> Generator[None, None, tuple[Move, float]]:
        yield
        return best(level)

    advice = run_to_end(advise(view, move, find_best))
    top = LEVELS[-1]
    (better, most), chance = best(top), best(top)[1]
    if move != better:
        chance, _ = run_to_end(evaluate_move(view, move, top))
    return Case(number, advice.asks, max(0.0, most - chance))


def summarize(found: Iterable[Case]) -> Summary:
    """Count questions, right ones, blunders, and those without a question."""
    found = list(found)
    asked = [case for case in found if case.asks]
    blunders = [case for case in found if case.loss >= BLUNDER]
    return Summary(
        len(asked) / max(1, len(found)),
        sum(case.loss >= COSTLY for case in asked) / max(1, len(asked)),
        sum(not case.asks for case in blunders) / max(1, len(blunders)),
        len(blunders) / max(1, len(found)),
    )


def table(found: Sequence[Case]) -> str:
    """Format the summaries by level as a Markdown table."""
    lines = [
        "| level | positions | asks | asks rightly | blunders | missed |",
        "|---|---|---|---|---|---|",
    ]
    groups = [(str(level), [case for case in found if case.level == level]) for level in PLAYED]
    for name, group in [*groups, ("all", list(found))]:
        asks, precision, misses, blunders = summarize(group)
        shares = f"{asks:.1%} | {precision:.0%} | {blunders:.1%} | {misses:.0%}".replace("%", " %")
        lines.append(f"| {name} | {len(group)} | {shares} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    games = [(game, options.seed) for game in range(-(-options.positions // TURNS))]
    with Pool(options.jobs) as pool:
        found = [case for some in pool.starmap(cases, games, chunksize=1) for case in some]
    print(table(found[: options.positions]))


if __name__ == "__main__":
    main()
