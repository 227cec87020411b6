"""The wheels that the page loads, and their lock file."""

import json
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("pyodide_lock", reason="part of the build's own environment")

from web.build import wheels
from web.build.steps import ROOT, file_hash


def test_the_lock_file_contains_hashes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    info = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}
    for name, value in (("pyodide-lock.json", {"info": info, "packages": {}}), ("package.json", {"version": "1"})):
        (tmp_path / name).write_text(json.dumps(value))
    for name, place in (("PYODIDE", tmp_path), ("LOCK", tmp_path / "lock.json"), ("WORK", tmp_path / "work")):
        monkeypatch.setattr(wheels, name, place)
    wheels._build(ROOT, tmp_path / "core")
    (wheel,) = (tmp_path / "core").glob("*.whl")
    wheels._write_lock([wheel])
    packages = json.loads((tmp_path / "lock.json").read_text())["packages"]
    assert list(packages) == ["qin-core"]
    assert packages["qin-core"]["sha256"] == file_hash(wheel)
    assert packages["qin-core"]["file_name"] == wheel.name


def test_the_core_wheel_leaves_research_code_out(tmp_path: Path) -> None:
    wheels._build(ROOT, tmp_path / "core")
    (wheel,) = (tmp_path / "core").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "qin_core/qin/position.py" in names
    assert "qin_core/qin/players/weights.json" in names
    assert not [name for name in names if name.startswith("qin_core/lab/") or name.endswith((".c", ".h"))]
