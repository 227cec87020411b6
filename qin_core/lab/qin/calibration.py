"""Compare the chances that a level states with what it wins: `python -m qin_core.lab.qin.calibration 6 --games 500`.

The level plays against itself in C, on Bird and Lion in turn; before every placement it states its chance, and the
game's end says what that was worth. The table shows both by what is left to the nearest rival and by who is ahead;
`--chart FILE` draws stated against won; `calibration.svg` is that of level 8, 500 games of two. `--fit` shows the slope
and the shift that make true what a search believes (`players/calibration.py`). The lab's README has the tables.
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
_ROUNDS = 12
_SIZE, _MARGIN = 300, 40


class Statement(NamedTuple):
    """What was stated in one position, what came of it, and how the race stood."""

    stated: float
    won: float
    left: int
    rival: int


def statements(level: Level, players: int, games: int, seed: int, believed: bool = False) -> Iterator[Statement]:
    """Play a level against itself and give what it stated, turn by turn; or what it believed, uncorrected."""
    native = Native(players, [Board.named("bird"), Board.named("lion")])
    player = native.player(level)
    if believed:
        player.slope = 0.0
    for row in native.self_play(player, seed, games):
        before = row["left_before"][:players].tolist()
        own = before.pop(row["player"])
        yield Statement(float(row["stated"]), float(row["won"][row["player"]]), own, min(before))


def by_race(found: Sequence[Statement]) -> Iterator[tuple[str, list[Statement]]]:
    """Sort statements by how the race stood: all of them, by who is ahead, by the rival's pagodas left, by both."""
    bands = [("all", list(found))]
    bands += [(f"rival {low}-{high}", [one for one in found if low <= one.rival <= high]) for low, high in BANDS]
    for where, some in bands:
        yield where, some
        yield f"{where}, ahead or level", [one for one in some if one.left <= one.rival]
        yield f"{where}, behind", [one for one in some if one.left > one.rival]


def means(found: Sequence[Statement]) -> tuple[float, float]:
    """Give the mean chance stated and the mean share won."""
    count = max(1, len(found))
    return sum(one.stated for one in found) / count, sum(one.won for one in found) / count


def fit(found: Iterable[Statement]) -> tuple[float, float]:
    """Find the slope and the shift that make true what was believed: logistic regression, by Newton's method."""
    doubtful = [(log(one.stated / (1 - one.stated)), one.won) for one in found if 0 < one.stated < 1]
    slope, shift = 1.0, 0.0
    for _ in range(_ROUNDS):
        up, sideways, flat, right, wrong = (0.0,) * 5
        for odds, won in doubtful:
            chance = 1 / (1 + exp(-slope * odds - shift))
            weight, error = chance * (1 - chance), won - chance
            up += weight * odds * odds
            sideways += weight * odds
            flat += weight
            right += error * odds
            wrong += error
        whole = up * flat - sideways * sideways
        slope += (flat * right - sideways * wrong) / whole
        shift += (up * wrong - sideways * right) / whole
    return slope, shift


def calibration_table(found: Sequence[Statement]) -> str:
    """Write stated and won by how the race stood, as Markdown."""
    lines = ["| where | positions | stated | won | points apart |", "|---|---|---|---|---|"]
    for where, some in by_race(found):
        stated, won = means(some)
        lines.append(f"| {where} | {len(some)} | {stated:.1%} | {won:.1%} | {100 * (won - stated):+.1f} |")
    return "\n".join(lines)


def calibration_svg(found: Iterable[Statement]) -> str:
    """Draw what was won over what was stated, in tenths; true chances lie on the diagonal."""
    tenths: list[list[Statement]] = [[] for _ in range(_TENTHS)]
    for one in found:
        tenths[min(_TENTHS - 1, int(one.stated * _TENTHS))].append(one)
    whole = sum(map(len, tenths)) or 1
    wide = _SIZE + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {wide}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<path d="M{_MARGIN} {_MARGIN}v{_SIZE}h{_SIZE}" fill="none" stroke="#777"/>'
        f'<path d="M{_MARGIN} {_MARGIN + _SIZE}l{_SIZE} -{_SIZE}" stroke="#bbb" stroke-dasharray="4"/>'
    ]
    for some in filter(None, tenths):
        stated, won = means(some)
        x, y = _MARGIN + _SIZE * stated, _MARGIN + _SIZE * (1 - won)
        radius = 3 + 12 * (len(some) / whole) ** 0.5
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#b3392f" fill-opacity=".6"/>')
    middle = wide / 2
    parts.append(f'<text x="{middle}" y="{wide - 12}" text-anchor="middle">chance stated, 0 to 1</text>')
    parts.append(f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">games won</text></svg>\n')
    return "".join(parts)


def main() -> None:
    """Measure how true a level's chances are."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("level", type=int)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chart", type=Path)
    parser.add_argument("--fit", action="store_true", help="what a search believes, and what makes it true")
    chosen = parser.parse_args()
    found = list(statements(LEVELS[chosen.level - 1], chosen.players, chosen.games, chosen.seed, chosen.fit))
    if chosen.fit:
        slope, shift = fit(found)
        print(f"slope {slope:.3f}, shift {shift:+.3f}\n")
    if chosen.chart:
        chosen.chart.write_text(calibration_svg(found), "utf-8")
    print(calibration_table(found))


if __name__ == "__main__":
    main()
