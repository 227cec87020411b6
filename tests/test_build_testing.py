"""Browser tests that fail: a few get a second try and are named, more are no accident."""

import json
from pathlib import Path

import pytest

from web.build import testing

ONE, TWO, THREE = "e2e/test_a.py::test_one", "e2e/test_a.py::test_two", "e2e/test_b.py::test_three"


@pytest.mark.parametrize(
    ("failing", "passes", "tries"),
    [
        ([[]], True, 1),
        ([[ONE], []], True, 2),
        ([[ONE, TWO], []], True, 2),
        ([[ONE], [ONE]], False, 2),
        ([[ONE, TWO, THREE]], False, 1),
        ([None], False, 1),
    ],
    ids=["none", "one-once", "two-once", "one-twice", "three", "the-run-itself"],
)
def test_second_tries(
    failing: list[list[str] | None],
    passes: bool,
    tries: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`None` stands for a run that ended before it could say what failed."""
    noted = tmp_path / "lastfailed"
    calls: list[tuple[str, ...]] = []

    def call(*command: str, **_: str) -> bool:
        failed = failing[len(calls)]
        calls.append(command)
        if failed:
            noted.write_text(json.dumps(dict.fromkeys(failed, True)), encoding="utf-8")
        return failed == []

    noted.write_text(json.dumps({ONE: True}), encoding="utf-8")
    monkeypatch.setattr(testing, "FAILED", noted)
    monkeypatch.setattr(testing, "find_chromium", lambda *_: "chromium")
    monkeypatch.setattr(testing, "_call", call)
    assert testing.end_to_end() is passes
    assert len(calls) == tries
    assert ["--last-failed" in command for command in calls] == [False, True][:tries]
    unsteady = passes and tries == 2
    assert (f"alone): {', '.join(failing[0] or [])}" in capsys.readouterr().out) is unsteady
