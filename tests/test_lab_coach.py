"""The lab's measurement of the coach on a small sample; its command uses 500 positions."""

import shutil

import pytest

pytest.importorskip("numpy")
if not shutil.which("cc"):
    pytest.skip("no C compiler", allow_module_level=True)

from qin_core.lab.qin.coach import MEASURED_LEVELS, Case, cases, summarize, table


def test_questions_are_right_and_few_blunders_go_unquestioned() -> None:
    sample = [case for game in range(2 * len(MEASURED_LEVELS)) for case in cases(game, seed=1)]
    asks, precision, misses, blunders = summarize(sample)
    assert blunders
    assert 0 < asks <= blunders + 0.05, "it asks about few moves besides blunders"
    assert precision >= 0.9
    assert misses <= 0.1


def test_the_table_counts_by_level() -> None:
    sample = [Case(2, True, 0.2), Case(2, True, 0.01), Case(3, False, 0.15), Case(3, False, 0.0)]
    lines = table(sample).splitlines()
    assert lines[2] == "| 2 | 2 | 100.0 % | 50 % | 50.0 % | 0 % |"
    assert lines[-1] == "| all | 4 | 50.0 % | 50 % | 50.0 % | 50 % |"
