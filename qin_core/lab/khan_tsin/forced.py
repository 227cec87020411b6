"""Forced wins in seven plies, proved by trying all moves and all replies. The top level must find them.

    python -m qin_core.lab.khan_tsin.forced                  # solve the stored positions, with a table
    python -m qin_core.lab.khan_tsin.forced --level 5        # the same at another level
    python -m qin_core.lab.khan_tsin.forced --find 50        # find new ones; needs a C compiler

Games are without variants. Each line has a position and all moves that win in seven plies; none wins in five. Slower
wins that the top level preferred were proved by the same program and added by hand.
"""

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.players.levels import LEVELS, analyse, choose
from qin_core.khan_tsin.position import Position

TURNS = 4
"""The winner's own moves: seven plies."""
_PLAYING = (2, 3, 3)
"""The levels that play the games."""
_STORED = "forced_wins.txt"


class Forced(NamedTuple):
    """A position, and the moves that win."""

    position: Position
    winning: frozenset[str]

    @classmethod
    def parse(cls, line: str) -> "Forced":
        """Read a stored line."""
        position, _, moves = line.rpartition(" ")
        return cls(Position.parse(position), frozenset(moves.split(",")))

    def __str__(self) -> str:
        return f"{self.position} {','.join(sorted(self.winning))}"


class Answer(NamedTuple):
    """A level's answer to a position."""

    move: Move
    wins: bool
    certain: bool
    """Whether the level states a chance of 1."""
    seconds: float


def stored() -> tuple[Forced, ...]:
    """Return the stored positions."""
    lines = (files(__package__) / _STORED).read_text("ascii").splitlines()
    return tuple(map(Forced.parse, lines))


def solve(forced: Forced, level: int = len(LEVELS)) -> Answer:
    """Let a level choose a move, and check whether the move wins."""
    start, info = perf_counter(), None
    for info in analyse(forced.position, level):  # noqa: B007  # the last one counts
        pass
    assert info is not None
    move, chance = info.ranked[0]
    return Answer(move, str(move) in forced.winning, chance == 1, perf_counter() - start)


def find(first: int) -> Iterator[Forced]:
    """Play games and list the positions seven turns before their end in which the winner could force it."""
    with TemporaryDirectory() as folder:
        program = Path(folder) / "forced"
        subprocess.run(["cc", "-O3", "-o", program, Path(__file__).with_suffix(".c")], check=True)
        for seed in count(first):
            position = _before_the_end(seed)
            if position is None:
                continue
            question = f"{position} {TURNS}\n"
            answer = subprocess.run([program], input=question, capture_output=True, text=True, check=True).stdout
            if answer.strip():
                yield Forced(position, frozenset(answer.split()))


def _before_the_end(seed: int) -> Position | None:
    rng, earlier = random.Random(seed), list[Position]()
    position = Position.deal(seed=seed)
    while position.winners() is None:
        earlier.append(position)
        position = position.play(choose(position, rng.choice(_PLAYING), rng.getrandbits(32)))
    plies = 2 * TURNS - 1
    return earlier[-plies] if len(earlier) >= plies else None


def main(arguments: list[str] | None = None) -> int:
    """Solve the stored positions, after finding new ones if asked; return 1 if any is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--find", type=int, metavar="N", help="find this number of positions and store them")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first game")
    parser.add_argument("--level", type=int, default=len(LEVELS), choices=range(1, len(LEVELS) + 1))
    options = parser.parse_args(arguments)
    if options.find:
        lines = [f"{forced}\n" for forced in islice(find(options.seed), options.find)]
        Path(__file__).with_name(_STORED).write_text("".join(lines), encoding="ascii")
    results = []
    for number, forced in enumerate(stored(), start=1):
        result = solve(forced, options.level)
        results.append(result)
        remark = "" if result.wins else "  MISSED"
        print(f"{number:3}  {result.move!s:8} {result.seconds:6.2f} s{remark}", flush=True)
    won, certain = sum(result.wins for result in results), sum(result.certain for result in results)
    slowest = max((result.seconds for result in results), default=0)
    print(f"level {options.level}: {won} of {len(results)} solved, {certain} as certain; longest {slowest:.1f} s")
    return 0 if won == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
