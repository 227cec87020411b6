"""What the computer players of all games share: levels, search progress, and the measured strength of the levels.

Each game's `players` module has `LEVELS` (weakest first; a level's number is its index plus one),
`analyse(view, level, seed)` as a generator that can be stopped at any time, `choose` and `rank` built on it,
`win_chances(position)` for every player, `compare_move(view, move)`, which quickly compares a move with the best ones,
and `prepare(position)`, which fills, step by step, the caches that the first search needs.
"""

import json
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from typing import Generic, NamedTuple, TypeVar

Move = TypeVar("Move")
Status = TypeVar("Status")
Result = TypeVar("Result")
Ranked = tuple[tuple[Move, float], ...]
"""Moves with their win chances, best first."""


@dataclass(frozen=True)
class Level:
    """How a computer player plays; each game adds its own parameters."""

    name: str


AnyLevel = TypeVar("AnyLevel", bound=Level)


class SearchInfo(NamedTuple, Generic[Move]):
    """The state of a search: its progress from 0 to 1, the moves with their win chances, best first, and the depth."""

    progress: float
    ranked: Ranked[Move]
    depth: int = 0


class Comparison(NamedTuple, Generic[Move]):
    """A move compared with the best ones: its win chance, and the best few moves with theirs, best first."""

    chance: float
    best: Ranked[Move]

    @property
    def loss(self) -> float:
        """The win chance that the move gives away; 0 for the best move."""
        return self.best[0][1] - self.chance


def compare(move: Move, chances: dict[Move, float], count: int) -> Comparison[Move]:
    """Compare a move with others by their win chances, and rank it before those with the same chance."""
    ranked = sorted(chances.items(), key=lambda item: (-item[1], item[0] != move))
    return Comparison(chances[move], tuple(ranked[:count]))


def find_level(levels: Sequence[AnyLevel], level: int | AnyLevel) -> AnyLevel:
    """Look a level up by its number; return a `Level` object unchanged."""
    if not isinstance(level, int):
        return level
    if not 1 <= level <= len(levels):
        raise ValueError(f"no level {level}")
    return levels[level - 1]


def choose_by(search: Iterable[SearchInfo[Move]]) -> Move:
    """Run a search to its end and return the best move; raise `ValueError` if the game is over."""
    ranked = rank_by(search, 1)
    if not ranked:
        raise ValueError("the game is over")
    return ranked[0][0]


def rank_by(search: Iterable[SearchInfo[Move]], count: int) -> Ranked[Move]:
    """Run a search to its end and return the best moves with their win chances, best first."""
    info = None
    for info in search:  # noqa: B007
        pass
    return info.ranked[:count] if info else ()


def yield_while(status: Status, work: Generator[None, None, Result]) -> Generator[Status, None, Result]:
    """Run a generator to its end, yielding `status` at each of its steps; return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield status


def run_to_end(work: Generator[None, None, Result]) -> Result:
    """Run a generator to its end without pausing; return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result


class Wins(NamedTuple):
    """The result of a match: share and standard error in percent, and the number of games."""

    share: float
    error: float
    games: int

    def __str__(self) -> str:
        """Format the share with its error and the number of games."""
        return f"{self.share:.0f} ± {self.error:.0f} % of {self.games}"

    @property
    def elo(self) -> float:
        """The Elo difference that corresponds to the share."""
        share = min(0.999, max(0.001, self.share / 100))
        return 400 * log10(share / (1 - share))

    @property
    def elo_error(self) -> float:
        """The standard error of `elo`."""
        return self._replace(share=self.share + self.error).elo - self.elo


class Strength(NamedTuple):
    """A level's measurements: wins against the level below, wins against greedy players, and the time per move."""

    below: Wins | None
    greedy: dict[str, Wins]
    """By the board or the variants."""
    milliseconds: float


def read_strengths(text: str) -> list[Strength]:
    """Read the file that `write_strengths` wrote."""
    return [
        Strength(
            Wins(*level["below"]) if level["below"] else None,
            {setting: Wins(*wins) for setting, wins in level["greedy"].items()},
            level["milliseconds"],
        )
        for level in json.loads(text)
    ]


def write_strengths(levels: Sequence[Strength]) -> str:
    """Write the measurements of all levels as JSON, one level per line, weakest first."""
    return "[\n" + ",\n".join(json.dumps(level._asdict()) for level in levels) + "\n]\n"


def ratings(levels: Sequence[Strength]) -> list[tuple[float, float]]:
    """Return each level's Elo rating and error: 1000 for the first level, plus the sum of the steps up to each one."""
    result, rating, variance = [], 1000.0, 0.0
    for level in levels:
        if level.below:
            rating += level.below.elo
            variance += level.below.elo_error**2
        result.append((rating, sqrt(variance)))
    return result


def level_table(names: Sequence[str], settings: Sequence[str], levels: Sequence[Strength]) -> str:
    """Format the levels as a Markdown table; `settings` name the columns of wins against greedy players."""
    headers = ["level", "wins against the one below", "Elo", *settings, "ms a move"]
    lines = ["| " + " | ".join(headers) + " |", "|---" * len(headers) + "|"]
    for number, (name, level, (rating, error)) in enumerate(zip(names, levels, ratings(levels), strict=True), 1):
        below = str(level.below or "–")
        elo = f"{rating:.0f} ± {error:.0f}" if level.below else f"{rating:.0f}"
        shares = [str(wins) for wins in level.greedy.values()]
        lines.append(f"| {number} {' | '.join([name.title(), below, elo, *shares, f'{level.milliseconds:.3g}'])} |")
    return "\n".join(lines)
