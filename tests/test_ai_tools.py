"""Training and the arena, on a small scale."""

import json
import shutil
import sys
from math import exp, log
from pathlib import Path

import pytest

from qin_core.common.levels import Strength, Wins, ratings, read_strengths, write_strengths
from qin_core.lab.khan_tsin.arena import ARENA as KHAN_ARENA
from qin_core.lab.matches import Arena, Match, Outcome, match_table, run
from qin_core.lab.qin.arena import ARENA, play_game
from qin_core.qin.players.calibration import calibrate
from qin_core.qin.players.levels import LEVELS, Level


def require_compiler() -> None:
    """Skip the test where the lab's C can't be compiled or numpy is missing."""
    pytest.importorskip("numpy")
    if not shutil.which("cc"):
        pytest.skip("no C compiler")


def test_the_arena_swaps_seats_and_counts_shares(capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = run([Match("one-ply", "random", "both", 2, 4)], play_game, 1, 1)
    assert result.share == 1
    assert "4/4" in capsys.readouterr().err
    assert "| one-ply | random | both | 2 | 4 | 100.0%" in match_table([result])


def test_elo_adds_up_the_steps() -> None:
    levels = [Strength(Wins(75, 5, 10) if number else None, {}, 2.0) for number in range(6)]
    assert read_strengths(write_strengths(levels)) == levels
    assert [round(rating) for rating, _ in ratings(levels)] == [1000, 1191, 1382, 1573, 1763, 1954]
    assert ratings(levels)[5][1] > ratings(levels)[1][1] > 40


@pytest.mark.parametrize("arena", [ARENA, KHAN_ARENA])
def test_the_documentation_shows_the_measurements(arena: Arena) -> None:
    assert arena.table() in (Path(__file__).parent.parent / "docs" / "computer-players.md").read_text("utf-8")


def test_the_arena_measures_every_level(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without arguments it prints the table of all levels."""

    def play(_match: Match, _seed: int, game: int) -> Outcome:
        return float(game % 2), [0.5, 0.5], [10, 10]

    for arena, levels, columns in ((ARENA, 8, 8), (KHAN_ARENA, 6, 9)):
        monkeypatch.setattr(sys, "argv", ["arena", "--games", "4"])
        arena._replace(play_game=play, play_timed=play).command()
        lines = capsys.readouterr().out.strip().splitlines()
        assert len(lines) == 2 + levels, "the head of the table has two lines"
        assert {line.count("|") for line in lines} == {columns}
        assert "50 ± " in lines[-1]


def test_the_arena_keeps_the_measurements_of_other_levels() -> None:

    def play(_match: Match, _seed: int, game: int) -> Outcome:
        return float(game % 2), [0.5, 0.5], [10, 10]

    arena = ARENA._replace(play_game=play, play_timed=play)
    measured = list(arena.measure(4, 1, 1, [2]))
    assert measured[1].below == Wins(50.0, 0.0, 4)
    assert [measured[0], *measured[2:]] == [ARENA.strengths()[0], *ARENA.strengths()[2:]]


def test_training_resumes_from_checkpoints_and_writes_weights_and_a_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_compiler()
    from qin_core.lab.qin import train

    def trained_weights(name: str, rounds: int, seed: int) -> str:
        out = tmp_path / name
        words = f"train --players 2 3 --rounds {rounds} --games 36 --seed {seed} --out {out}"
        monkeypatch.setattr(sys, "argv", words.split())
        train.main()
        return (out / "weights.json").read_text()

    assert trained_weights("halves", 1, 5) != (whole := trained_weights("whole", 2, 5))
    assert trained_weights("halves", 2, 5) == whole, "the same seed gives the same weights, in one go or in two"
    assert trained_weights("other", 2, 6) != whole
    assert sorted(json.loads(whole)) == ["2", "3"]
    assert (tmp_path / "whole" / "curve.svg").read_text().startswith("<svg")


def test_reported_chances_are_grouped_by_race_and_charted() -> None:
    require_compiler()
    from qin_core.lab.qin.calibration import Statement, by_race, calibration_svg, calibration_table, statements

    stated = list(statements(LEVELS[5], 2, 2, 1))
    assert len(stated) > 60
    assert {statement.won for statement in stated} <= {0.0, 0.5, 1.0}
    groups = dict(by_race(stated))
    assert len(groups["all, ahead or level"]) + len(groups["all, behind"]) == len(groups["all"]) == len(stated)
    close_races = groups["rival 1-2"]
    assert close_races
    assert all(1 <= statement.rival <= 2 for statement in close_races)
    examples = [Statement(0.75, 1.0, 3, 4), Statement(0.75, 0.0, 5, 2)]
    assert "| all | 2 | 75.0% | 50.0% | -25.0 |" in calibration_table(examples)
    assert "| rival 1-2, behind | 1 | 75.0% | 0.0% | -75.0 |" in calibration_table(examples)
    assert calibration_svg(examples).count("<circle") == 1


def test_the_correction_of_chances_is_fitted_to_the_results() -> None:
    require_compiler()
    from qin_core.lab.qin.calibration import Statement, fit, statements

    def actual_chance(chance: float) -> float:
        return 1 / (1 + exp(-1.5 * log(chance / (1 - chance)) + 0.25))

    examples = [Statement(number / 40, actual_chance(number / 40), 3, 4) for number in range(1, 40)]
    assert fit([*examples, Statement(1.0, 1.0, 1, 2)]) == pytest.approx((1.5, -0.25))
    level = Level("two plies", 0.0, (3, 2))
    calibrated_statements, raw_statements = (list(statements(level, 2, 1, 1, raw)) for raw in (False, True))
    assert len(calibrated_statements) == len(raw_statements)
    assert calibrated_statements != raw_statements
    assert [calibrate(statement.stated, 2, 2) for statement in raw_statements] == pytest.approx(
        [statement.stated for statement in calibrated_statements], abs=1e-5
    )


def test_the_report_prints_all_tables(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    require_compiler()
    from qin_core.lab.qin import report

    monkeypatch.setattr(sys, "argv", ["report", "--share", "0.004"])
    report.main()
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert len(lines) == 3 + len(report.MATCHES) + len(LEVELS) + 3
    assert lines[1].startswith("| 2 | baseline | 2 | ")
