"""Measure the top level of Qin: `python -m qin_core.lab.qin.report --jobs 2` prints every figure of the lab's README.

Three tables: matches against the baseline and against greedy players with two, three and four players; the steps of the
ladder; and the stated chances against the results, overall and in the band where they differ most. `--share 0.1` plays
a tenth of the games. The seeds differ from those of training and fitting.
"""

import argparse
from collections.abc import Iterator

from qin_core.lab.matches import Match, run
from qin_core.lab.qin.arena import play_in_c
from qin_core.lab.qin.calibration import by_race, means, statements
from qin_core.qin.players.levels import LEVELS

TOP = len(LEVELS)
SEED = 7
SELF_PLAY_SEED = 1
MATCHES = (
    (Match(str(TOP), "baseline", "both", 2, 600), 72),
    (Match(str(TOP), "baseline", "both", 3, 480), 52),
    (Match(str(TOP), "baseline", "both", 4, 800), 40),
    (Match(str(TOP), "greedy", "both", 3, 480), 93),
    (Match(str(TOP), "greedy", "both", 4, 480), 80),
)
"""Matches, and the target percentages."""
STEP = (65, 80)
"""The percentage that a level should win against the one below."""
GAMES = 500
MIN_POSITIONS = 200
"""Bands with fewer positions are left out."""


def match_rows(share: float, jobs: int) -> Iterator[str]:
    """Play the top level's matches."""
    for match, aim in MATCHES:
        scaled = match._replace(games=max(1, round(match.games * share / match.players)) * match.players)
        (result,) = run([scaled], play_in_c, SEED, jobs)
        won, error = 100 * result.share, 100 * result.error
        yield f"| {match.players} | {match.others} | {scaled.games} | {won:.1f} ± {error:.1f} % | {aim} % |"


def ladder_rows(share: float, jobs: int) -> Iterator[str]:
    """Play every level against the one below, and the first one against greedy players."""
    games = max(1, round(100 * share)) * 2
    matches = [Match("1", "greedy", "both", 2, games)]
    matches += [Match(str(number), str(number - 1), "both", 2, games) for number in range(2, TOP + 1)]
    for result in run(matches, play_in_c, SEED, jobs):
        aim = "at most 12 %" if result.match.others == "greedy" else f"{STEP[0]} to {STEP[1]} %"
        won, error = 100 * result.share, 100 * result.error
        yield f"| {result.match.player} | {result.match.others} | {games} | {won:.1f} ± {error:.1f} % | {aim} |"


def calibration_rows(share: float) -> Iterator[str]:
    """Compare stated chances with results, with two, three and four players."""
    games = max(1, round(GAMES * share))
    for players in (2, 3, 4):
        all_statements = list(statements(LEVELS[-1], players, games, SELF_PLAY_SEED))
        bands = [
            (name, *means(group), len(group))
            for name, group in by_race(all_statements)
            if len(group) >= MIN_POSITIONS * share
        ]
        _, stated, won, _ = bands[0]
        name, worst_stated, worst_won, _ = max(bands, key=lambda band: abs(band[1] - band[2]))
        yield (
            f"| {players} | {games} | {100 * (stated - won):+.1f} | {name} | {100 * worst_stated:.1f} % "
            f"| {100 * worst_won:.1f} % | {100 * (worst_stated - worst_won):+.1f} |"
        )


def main() -> None:
    """Print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="the share of the games to play")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    print(f"Level {TOP}, seed {SEED}\n\n| players | against | games | won | aim |\n|---|---|---|---|---|")
    for row in match_rows(options.share, options.jobs):
        print(row, flush=True)
    print(f"\nThe ladder, two players, seed {SEED}\n\n| level | against | games | won | aim |\n|---|---|---|---|---|")
    for row in ladder_rows(options.share, options.jobs):
        print(row, flush=True)
    print(f"\nStated chances less results, in points, self-play, seed {SELF_PLAY_SEED}\n")
    print("| players | games | overall | worst band | stated | won | apart |\n|---|---|---|---|---|---|---|")
    for row in calibration_rows(options.share):
        print(row, flush=True)


if __name__ == "__main__":
    main()
