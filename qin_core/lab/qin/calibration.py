"""Compare the win chances that a level states with its results: `python -m qin_core.lab.qin.calibration 6 --games 500`.

The level plays against itself in C, on Bird and Lion in turn; before every placement it states its win chance,
which is compared with the result of the game. The table groups both by the pagodas left to the nearest rival and by who
is ahead. `--chart FILE` draws results over stated chances; `calibration.svg` shows 500 games of level 8 with two
players. `--fit` prints the slope and the shift that calibrate a search (`players/calibration.py`). The lab's README has
the tables.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from math import exp, log
from pathlib import Path
from typing import NamedTuple

from qin_core.lab.qin.native import Native
from qin_core.qin.board import Board
from qin_core.qin.players.levels import LEVELS, Level

BANDS = ((1, 2), (3, 4), (5, 8), (9, 14))
_TENTHS = 10
_NEWTON_STEPS = 12
_SIZE, _MARGIN = 300, 40


class Statement(NamedTuple):
    """The chance stated in one position, the share won, and the pagodas left to the player and the nearest rival."""

    stated: float
    won: float
    left: int
    rival: int


def statements(level: Level, players: int, games: int, seed: int, uncalibrated: bool = False) -> Iterator[Statement]:
    """Play a level against itself and yield the chances that it stated, calibrated or not."""
    native = Native(players, [Board.named("bird"), Board.named("lion")])
    player = native.player(level)
    if uncalibrated:
        player.slope = 0.0
    for row in native.self_play(player, seed, games):
        pagodas_left = row["left_before"][:players].tolist()
        own = pagodas_left.pop(row["player"])
        yield Statement(float(row["stated"]), float(row["won"][row["player"]]), own, min(pagodas_left))


def by_race(samples: Sequence[Statement]) -> Iterator[tuple[str, list[Statement]]]:
    """Group statements: all of them, by who is ahead, by the pagodas left to the rival, and by both."""
    bands = [("all", list(samples))]
    bands += [
        (f"rival {low}-{high}", [statement for statement in samples if low <= statement.rival <= high])
        for low, high in BANDS
    ]
    for name, group in bands:
        yield name, group
        yield f"{name}, ahead or level", [statement for statement in group if statement.left <= statement.rival]
        yield f"{name}, behind", [statement for statement in group if statement.left > statement.rival]


def means(samples: Sequence[Statement]) -> tuple[float, float]:
    """Return the mean chance stated and the mean share won."""
    count = max(1, len(samples))
    return sum(statement.stated for statement in samples) / count, sum(statement.won for statement in samples) / count


def fit(samples: Iterable[Statement]) -> tuple[float, float]:
    """Fit the slope and the shift that calibrate the stated chances: logistic regression, by Newton's method."""
    usable = [
        (log(statement.stated / (1 - statement.stated)), statement.won)
        for statement in samples
        if 0 < statement.stated < 1
    ]
    slope, shift = 1.0, 0.0
    for _ in range(_NEWTON_STEPS):
        sum_xx, sum_x, sum_1, error_x, error_1 = (0.0,) * 5
        for log_odds, won in usable:
            chance = 1 / (1 + exp(-slope * log_odds - shift))
            weight, error = chance * (1 - chance), won - chance
            sum_xx += weight * log_odds * log_odds
            sum_x += weight * log_odds
            sum_1 += weight
            error_x += error * log_odds
            error_1 += error
        determinant = sum_xx * sum_1 - sum_x * sum_x
        slope += (sum_1 * error_x - sum_x * error_1) / determinant
        shift += (sum_xx * error_1 - sum_x * error_x) / determinant
    return slope, shift


def calibration_table(samples: Sequence[Statement]) -> str:
    """Format the mean chances stated and shares won by group, as a Markdown table."""
    lines = ["| where | positions | stated | won | points apart |", "|---|---|---|---|---|"]
    for name, group in by_race(samples):
        stated, won = means(group)
        lines.append(f"| {name} | {len(group)} | {stated:.1%} | {won:.1%} | {100 * (won - stated):+.1f} |")
    return "\n".join(lines)


def calibration_svg(samples: Iterable[Statement]) -> str:
    """Draw shares won over chances stated, in tenths; calibrated chances are on the diagonal."""
    tenths: list[list[Statement]] = [[] for _ in range(_TENTHS)]
    for statement in samples:
        tenths[min(_TENTHS - 1, int(statement.stated * _TENTHS))].append(statement)
    total = sum(map(len, tenths)) or 1
    side = _SIZE + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<path d="M{_MARGIN} {_MARGIN}v{_SIZE}h{_SIZE}" fill="none" stroke="#777"/>'
        f'<path d="M{_MARGIN} {_MARGIN + _SIZE}l{_SIZE} -{_SIZE}" stroke="#bbb" stroke-dasharray="4"/>'
    ]
    for group in filter(None, tenths):
        stated, won = means(group)
        x, y = _MARGIN + _SIZE * stated, _MARGIN + _SIZE * (1 - won)
        radius = 3 + 12 * (len(group) / total) ** 0.5
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#b3392f" fill-opacity=".6"/>')
    middle = side / 2
    parts.append(f'<text x="{middle}" y="{side - 12}" text-anchor="middle">chance stated, 0 to 1</text>')
    parts.append(f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">games won</text></svg>\n')
    return "".join(parts)


def main() -> None:
    """Measure how well a level's chances are calibrated."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("level", type=int)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chart", type=Path)
    parser.add_argument("--fit", action="store_true", help="use uncalibrated chances, and print slope and shift")
    options = parser.parse_args()
    samples = list(statements(LEVELS[options.level - 1], options.players, options.games, options.seed, options.fit))
    if options.fit:
        slope, shift = fit(samples)
        print(f"slope {slope:.3f}, shift {shift:+.3f}\n")
    if options.chart:
        options.chart.write_text(calibration_svg(samples), "utf-8")
    print(calibration_table(samples))


if __name__ == "__main__":
    main()
