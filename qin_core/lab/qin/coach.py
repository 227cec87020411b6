"""Measure the coach of Qin: `python -m qin_core.lab.qin.coach --positions 500 --jobs 2`.

Levels 2 to 5 play against themselves, two players on Bird and Lion in turn. From each game some turns are chosen at
random. The coach decides whether to ask about the placement, and the top level measures its loss compared with the best
one. By level, the table shows how often the coach asks, how many of these placements lose at least 5 points, how many
of all lose at least 10 (blunders), and how many of these it misses. The best placements are computed in C.
"""

import argparse
import random
from collections.abc import Generator, Iterable, Sequence
from functools import cache
from math import ceil
from multiprocessing import Pool
from typing import NamedTuple

from qin_core.lab.qin.native import Native, Player, encode_move
from qin_core.qin import Board, Move, Position
from qin_core.qin.players import LEVELS, QUICK, Level, advise, choose, evaluate_move, run_to_end

MEASURED_LEVELS = (2, 3, 4, 5)
"""The levels whose games are measured."""
TURNS = 4
"""The number of turns that are chosen from a game."""
BOARDS = ("bird", "lion")
COSTLY, BLUNDER = 0.05, 0.1
"""The loss of win chance that justifies a question, and the loss that the coach must not miss."""


class Case(NamedTuple):
    """A placement in a game: the level that made it, whether the coach asks, and its loss by the top level."""

    level: int
    asks: bool
    loss: float


class Summary(NamedTuple):
    """How often the coach asks, is right to ask, and misses a blunder; and the share of blunders.

    Each blunder is either questioned or missed, so the coach asks at least as often as `blunders * (1 - misses)`.
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
    """Play a game, and let the coach and the top level evaluate some of its turns."""
    rng = random.Random(f"{seed} {game}")
    level, name = MEASURED_LEVELS[game % len(MEASURED_LEVELS)], BOARDS[game // len(MEASURED_LEVELS) % len(BOARDS)]
    native, players = _players(name)
    position = Position.deal(name, 2, seed=rng.randrange(2**32))
    first = position.player_to_move
    history: list[tuple[int, ...]] = []
    turns: list[tuple[Position, Move, int]] = []  # placements, with the number of moves before them
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
    level_number: int,
    view: Position,
    move: Move,
    native: Native,
    players: dict[Level, Player],
    first: int,
    history: Sequence[tuple[int, ...]],
) -> Case:
    """Ask the coach about a placement, and measure its loss by the top level."""
    encoded = {encode_move(view.board, legal_move): legal_move for legal_move in view.moves()}

    @cache
    def best(level: Level) -> tuple[Move, float]:
        choice = native.choose(view, first, history, players[level])
        assert choice
        return encoded[choice[0]], choice[1]

    def find_best(level: Level) -> Generator[None, None, tuple[Move, float]]:
        yield
        return best(level)

    advice = run_to_end(advise(view, move, find_best))
    top = LEVELS[-1]
    best_move, best_chance = best(top)
    chance = best_chance
    if move != best_move:
        chance, _ = run_to_end(evaluate_move(view, move, top))
    return Case(level_number, advice.asks, max(0.0, best_chance - chance))


def summarize(measured: Iterable[Case]) -> Summary:
    """Return the shares of questions, justified questions, missed blunders and blunders."""
    measured = list(measured)
    questions = [case for case in measured if case.asks]
    blunders = [case for case in measured if case.loss >= BLUNDER]
    return Summary(
        len(questions) / max(1, len(measured)),
        sum(case.loss >= COSTLY for case in questions) / max(1, len(questions)),
        sum(not case.asks for case in blunders) / max(1, len(blunders)),
        len(blunders) / max(1, len(measured)),
    )


def table(measured: Sequence[Case]) -> str:
    """Format the summaries by level as a Markdown table."""
    lines = [
        "| level | positions | asks | asks rightly | blunders | missed |",
        "|---|---|---|---|---|---|",
    ]
    groups = [(str(level), [case for case in measured if case.level == level]) for level in MEASURED_LEVELS]
    for name, group in [*groups, ("all", list(measured))]:
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
    games = [(game, options.seed) for game in range(ceil(options.positions / TURNS))]
    with Pool(options.jobs) as pool:
        measured = [case for group in pool.starmap(cases, games, chunksize=1) for case in group]
    print(table(measured[: options.positions]))


if __name__ == "__main__":
    main()
