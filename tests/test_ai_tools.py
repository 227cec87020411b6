"""Training and the arena, in small."""

import json
import sys
from pathlib import Path

import pytest

from qin_core.ai import arena
from qin_core.ai.arena import Match, run


def test_the_arena_swaps_seats_and_counts_shares(capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = run([Match("one-ply", "random", "both", 2, 4)], 1, 1)
    assert result.share == 1
    assert "4/4" in capsys.readouterr().err
    assert "| one-ply | random | both | 2 | 4 | 100.0%" in arena.match_table([result])


def test_a_level_table_adds_up_the_steps() -> None:
    steps = [arena.Result(Match(str(n + 1), str(n), "both", 2, 10), 0.75, 0.05, (2.0, 1.0)) for n in range(1, 6)]
    lines = arena.level_table(steps).splitlines()
    assert lines[2].startswith("| 1 ")
    assert "| 1954 |" in lines[-1]


def test_training_writes_weights_checkpoints_and_a_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from qin_core.ai import train

    monkeypatch.setattr(train, "against_greedy", lambda *_: 0.5)
    options = ["train", "--rounds", "1", "--games", "1", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", options)
    train.main()
    weights = json.loads((tmp_path / "weights.json").read_text())
    assert sorted(weights) == ["2", "3", "4"]
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    assert len(list(tmp_path.glob("round*.json"))) == 2
