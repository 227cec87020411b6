"""The summary of a test run."""

import os
from pathlib import Path

import pytest

pytest.importorskip("pyodide_lock", reason="part of the build's own environment")

from web.build import testing
from web.build.report import Part, summary

JUNIT = """<testsuites><testsuite tests="4">
<testcase classname="tests.test_a" name="test_good" time="0.5"/>
<testcase classname="tests.test_a" name="test_bad" time="3.25"><failure message="no"/></testcase>
<testcase classname="tests.test_a" name="test_worse" time="0"><error message="no"/></testcase>
<testcase classname="tests.test_b" name="test_skipped" time="0"><skipped message="no Firefox here"/></testcase>
</testsuite></testsuites>"""


@pytest.fixture
def junit(tmp_path: Path) -> Path:
    (tmp_path / "junit.xml").write_text(JUNIT)
    return tmp_path / "junit.xml"


def test_the_summary_lists_all_results(junit: Path) -> None:
    part = Part("core", seconds=12)
    part.read(junit, ok=False)
    lint = Part("lint")
    lint.check("ruff", ok=True)
    lint.check("mypy", ok=False)
    text = summary([Part("set-up", 7, is_test=False), lint, part])
    assert text.splitlines()[-1] == "2 passed, 3 failed"
    assert "1 × no Firefox here (core)" in text
    assert "3.2 s  tests.test_a::test_bad (core)" in text
    assert "set-up" in text
    assert text.split("Failed:")[1].split()[:2] == ["mypy", "(lint)"]


@pytest.mark.parametrize("has_report", [True, False])
def test_a_command_that_fails_without_a_failed_test_counts_as_a_failure(tmp_path: Path, has_report: bool) -> None:
    file = tmp_path / "junit.xml"
    if has_report:
        file.write_text('<testsuite><testcase classname="a" name="b" time="0"/></testsuite>')
    part = Part("core")
    part.read(file, ok=False)
    assert len(part.failed) == 1


@pytest.mark.parametrize(("ok", "code"), [(True, 0), (False, 1)])
def test_the_exit_code_is_1_after_a_failure(
    ok: bool, code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(testing, "REPORTS", tmp_path / "reports")
    groups = [{"one": lambda part: part.check("a", True), "two": lambda part: part.check("b", ok)}]
    assert testing._run(groups, []) == code
    assert capsys.readouterr().out.splitlines()[-1] == f"{1 + ok} passed, {1 - ok} failed"


def test_the_number_of_workers_is_limited_by_cores_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(32)), raising=False)
    assert testing.worker_count() == testing.MAX_WORKERS
    assert testing.worker_count(memory_each=1e15) == 1
