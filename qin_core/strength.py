"""How strong the computer's levels are: what was measured once, kept in a file, and the table made of it."""

import json
from collections.abc import Sequence
from math import log10, sqrt
from typing import NamedTuple


class Wins(NamedTuple):
    """What is kept of a match: share and error in percent, and the number of games."""

    share: float
    error: float
    games: int

    def __str__(self) -> str:
        """Write the share with its error, and of how many games."""
        return f"{self.share:.0f} ± {self.error:.0f} % of {self.games}"

    @property
    def elo(self) -> float:
        """The difference in Elo that the share stands for."""
        share = min(0.999, max(0.001, self.share / 100))
        return 400 * log10(share / (1 - share))

    @property
    def elo_error(self) -> float:
        """The error of that."""
        return self._replace(share=self.share + self.error).elo - self.elo


class Strength(NamedTuple):
    """What was measured of a level: wins against the level below and, by setting, against greedy players; time."""

    below: Wins | None
    greedy: dict[str, Wins]
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
    """Write what was measured of all levels, the weakest first: a line each."""
    return "[\n" + ",\n".join(json.dumps(level._asdict()) for level in levels) + "\n]\n"


def ratings(levels: Sequence[Strength]) -> list[tuple[float, float]]:
    """Give each level's Elo and its error: the first has 1000, the others the sum of the steps up to them."""
    found, rating, variance = [], 1000.0, 0.0
    for level in levels:
        if level.below:
            rating += level.below.elo
            variance += level.below.elo_error**2
        found.append((rating, sqrt(variance)))
    return found


def level_table(names: Sequence[str], settings: Sequence[str], levels: Sequence[Strength]) -> str:
    """Write the table of the levels as Markdown; the settings head the columns of wins against greedy players."""
    heads = ["level", "wins against the one below", "Elo", *settings, "ms a move"]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for number, (name, level, (rating, error)) in enumerate(zip(names, levels, ratings(levels), strict=True), 1):
        below = str(level.below or "–")
        elo = f"{rating:.0f} ± {error:.0f}" if level.below else f"{rating:.0f}"
        shares = [str(wins) for wins in level.greedy.values()]
        lines.append(f"| {number} {' | '.join([name.title(), below, elo, *shares, f'{level.milliseconds:.3g}'])} |")
    return "\n".join(lines)
