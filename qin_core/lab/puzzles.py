"""Find, check, grade and pack the puzzles of both games.

Commands of `python -m qin_core.lab.puzzles`:

- `find qin --into FILE --games 50` plays games and appends their puzzles to a file of JSON lines. It continues after
  the last game in that file.
- `check` proves that every stored puzzle has exactly one answer. It prints those that don't and fails.
- `grade` measures how often each level finds the answers, writes `found` and `grade` into the lesson files and prints
  a table.
- `pack qin FILE` appends the puzzles of a file to the pool of the puzzles of the day, without near-duplicates.
"""

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from qin_core import khan_tsin, qin
from qin_core.common.puzzles import Puzzle
from qin_core.khan_tsin import puzzles as khan_goals
from qin_core.lab.khan_tsin import puzzles as khan_finder
from qin_core.lab.qin import puzzles as qin_finder
from qin_core.qin import puzzles as qin_goals

ROOT = Path(__file__).parents[2]
GRADES = {"qin": (77, 50), "khan-tsin": (95, 70)}
"""Percentages (easy, hard): a puzzle is easy if the levels find it at least `easy` percent of the time on average, and
hard if less than `hard` percent. The levels of Khan Tsin search, so they find solutions that people overlook."""
MIN_DISTANCE = {"qin": 12, "khan-tsin": 6}
"""Positions that differ in fewer squares or stacks are near-duplicates."""
MAX_GOAL_SHARE = 0.3
"""The maximum share of one goal in a pool."""

AnyPuzzle = Puzzle[Any]


class Game(NamedTuple):
    """The functions and files of a game that the commands need."""

    parse: Callable[[str], Any]
    find: Callable[[int], Iterator[AnyPuzzle]]
    is_unique: Callable[[AnyPuzzle], bool]
    found_by_level: Callable[[AnyPuzzle], tuple[int, ...]]
    pack: Callable[[AnyPuzzle], str]
    unpack: Callable[[str], AnyPuzzle]
    lessons: Path
    pool: Path

    def stored(self) -> dict[str, AnyPuzzle]:
        """Read the numbered puzzles, by file name."""
        puzzles = {}
        for file in sorted(self.lessons.glob("*.lesson")):
            fields = dict(re.findall(r"^(\w+): (.*)$", file.read_text("utf-8").partition("\n[")[0], re.MULTILINE))
            puzzles[file.name] = Puzzle(
                self.parse(fields["position"]), fields["goal"], tuple(fields["solution"].split())
            )
        return puzzles

    def packed(self) -> list[str]:
        """Read the packed puzzles of the pool."""
        return self.pool.read_text("ascii").split() if self.pool.exists() else []


GAMES = {
    "qin": Game(
        qin.Position.parse,
        qin_finder.find,
        qin_finder.is_unique,
        qin_finder.found_by_level,
        qin_goals.pack,
        qin_goals.unpack,
        ROOT / "web/lessons/qin-puzzles",
        ROOT / "qin_core/qin/puzzles.txt",
    ),
    "khan-tsin": Game(
        khan_tsin.Position.parse,
        khan_finder.find,
        khan_finder.is_unique,
        khan_finder.found_by_level,
        khan_goals.pack,
        khan_goals.unpack,
        ROOT / "web/lessons/khan-tsin-puzzles",
        ROOT / "qin_core/khan_tsin/puzzles.txt",
    ),
}


def find(game: Game, into: Path, games: int) -> None:
    """Append the puzzles of a number of games to a file; each line starts with the game's seed."""
    last = int(json.loads(into.read_text().splitlines()[-1])[0]) if into.exists() and into.stat().st_size else 0
    with into.open("a") as file:
        for seed in range(last + 1, last + 1 + games):
            for puzzle in game.find(seed):
                file.write(json.dumps([seed, str(puzzle.start), puzzle.goal, puzzle.solution]) + "\n")
            file.flush()


def check() -> list[str]:
    """Return the names of stored puzzles that don't have exactly one answer."""
    wrong = []
    for name, game in GAMES.items():
        wrong += [f"{name} {file}" for file, puzzle in game.stored().items() if not game.is_unique(puzzle)]
        pool = map(game.unpack, game.packed())
        wrong += [f"{name} day {number}" for number, puzzle in enumerate(pool) if not game.is_unique(puzzle)]
    return wrong


def grade_of(name: str, rates: tuple[int, ...]) -> int:
    """Grade a puzzle of a game by how often the levels find its answer: 1 easy, 2, 3 hard.

    >>> grade_of("qin", (60, 80, 100)), grade_of("qin", (0, 0, 100))
    (1, 3)
    """
    average, (easy, hard) = sum(rates) / len(rates), GRADES[name]
    return 1 if average >= easy else 3 if average < hard else 2


def grade(game_name: str) -> Iterator[str]:
    """Write `grade` and `found` into a game's lesson files; yield a row of the table for each."""
    game = GAMES[game_name]
    for name, puzzle in game.stored().items():
        rates = game.found_by_level(puzzle)
        graded = grade_of(game_name, rates)
        fields = f"grade: {graded}\nfound: {' '.join(map(str, rates))}\n"
        file = game.lessons / name
        text = re.sub(r"^(grade|found): .*\n", "", file.read_text("utf-8"), flags=re.MULTILINE)
        file.write_text(re.sub(r"(?m)^(solution: .*\n)", rf"\g<1>{fields}", text, count=1), encoding="utf-8")
        yield f"| {name.removesuffix('.lesson')} | {graded} | {' | '.join(map(str, rates))} |"


def distance(first: AnyPuzzle, second: AnyPuzzle) -> int:
    """Count the squares or stacks in which two positions differ."""
    if isinstance(first.start, qin.Position):
        differing = 0
        for a, b in zip(first.start.spaces, second.start.spaces, strict=True):
            differing |= a ^ b
        return differing.bit_count() if first.start.board is second.start.board else len(first.start.board.text)
    return sum(a != b for a, b in zip(first.start.stacks, second.start.stacks, strict=True))


def choose_for_pool(game: str, puzzles: list[AnyPuzzle], known: list[AnyPuzzle]) -> list[AnyPuzzle]:
    """Select puzzles without near-duplicates, and order them so that goals alternate."""
    selected: list[AnyPuzzle] = []
    limit = max(1, int(len(puzzles) * MAX_GOAL_SHARE))
    goals: Counter[str] = Counter()
    for puzzle in puzzles:
        kind = f"{puzzle.goal} {len(puzzle.solution)}"
        if goals[kind] < limit and all(distance(puzzle, other) >= MIN_DISTANCE[game] for other in (*known, *selected)):
            goals[kind] += 1
            selected.append(puzzle)
    # Spread the puzzles of each goal evenly over the days.
    counts: Counter[str] = Counter()
    schedule = []
    for puzzle in selected:
        kind = f"{puzzle.goal} {len(puzzle.solution)}"
        counts[kind] += 1
        schedule.append(((counts[kind] - 0.5) / goals[kind], puzzle))
    return [puzzle for _, puzzle in sorted(schedule, key=lambda placed: placed[0])]


def pack(name: str, source: Path) -> None:
    """Append the puzzles of a file to a game's pool."""
    game = GAMES[name]
    lines = map(json.loads, source.read_text().splitlines())
    puzzles = [Puzzle(game.parse(line), goal, tuple(solution)) for _, line, goal, solution in lines]
    pool_texts = game.packed()
    known = [*game.stored().values(), *map(game.unpack, pool_texts)]
    new_texts = [game.pack(puzzle) for puzzle in choose_for_pool(name, puzzles, known)]
    game.pool.write_text("\n".join([*pool_texts, *new_texts]) + "\n", "ascii")


def main() -> None:
    """Run a command."""
    parser = ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    finder = commands.add_parser("find")
    finder.add_argument("game", choices=GAMES)
    finder.add_argument("--into", type=Path, required=True)
    finder.add_argument("--games", type=int, default=20)
    commands.add_parser("check")
    grader = commands.add_parser("grade")
    grader.add_argument("games", nargs="*", choices=GAMES, default=list(GAMES))
    packer = commands.add_parser("pack")
    packer.add_argument("game", choices=GAMES)
    packer.add_argument("source", type=Path)
    options = parser.parse_args()
    if options.command == "find":
        find(GAMES[options.game], options.into, options.games)
    elif options.command == "pack":
        pack(options.game, options.source)
    elif options.command == "grade":
        for name in options.games:
            for row in grade(name):
                sys.stdout.write(f"{row}\n")
    else:
        wrong = check()
        counts = [f"{name}: {len(game.stored())} numbered, {len(game.packed())} daily" for name, game in GAMES.items()]
        sys.stdout.write("\n".join([*counts, *wrong]) + "\n")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
