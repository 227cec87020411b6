"""Wheels from elsewhere: taken only when they are what they should be."""

import json
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("pyodide_lock", reason="part of the build's own environment")

from web.build import wheels
from web.build.steps import Failure, file_hash

TAGS = "cp314-cp314-pyemscripten_2026_0_wasm32.whl"


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Stand in for a Pyodide whose release has numpy 2.0, and a folder with wheels."""
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    released = {"packages": {"numpy": {"file_name": f"numpy-2.0-{TAGS}", "sha256": "0" * 64}}}
    (pyodide / "pyodide-lock.json").write_text(json.dumps(released))
    monkeypatch.setattr(wheels, "PYODIDE", pyodide)
    monkeypatch.setattr(wheels, "WHEELS", tmp_path / "wheels")
    monkeypatch.setattr(wheels, "_download", lambda _: False)
    (tmp_path / "local").mkdir()
    return tmp_path / "local"


def _wheel(folder: Path, version: str) -> Path:
    wheel = folder / f"numpy-{version}-{TAGS}"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("numpy/__init__.py", "")
    return wheel


def test_no_numpy_anywhere(local: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert wheels.make_numpy(local) is None
    assert wheels.make_numpy(None) is None
    said = capsys.readouterr().out
    assert "without it" in said
    # All computer players are there without it.
    assert "stay out" not in said
    assert "the same moves, a little more slowly" in said


def test_another_version_for_the_same_python_will_do(local: Path) -> None:
    kept = wheels.make_numpy(_wheel(local, "1.9").parent)
    assert kept
    assert kept.name == f"numpy-1.9-{TAGS}"


def test_a_wheel_with_a_wrong_hash_is_refused(local: Path) -> None:
    with pytest.raises(Failure, match="damaged"):
        wheels.make_numpy(_wheel(local, "2.0").parent)
    assert not list((wheels.WHEELS / "numpy").iterdir())


def test_a_damaged_wheel_is_refused(local: Path) -> None:
    wheel = _wheel(local, "1.9")
    wheel.write_bytes(wheel.read_bytes()[:40])
    with pytest.raises(Failure, match="damaged"):
        wheels.make_numpy(local)


def test_the_lock_file_holds_hashes(local: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    info = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}
    (wheels.PYODIDE / "pyodide-lock.json").write_text(json.dumps({"info": info, "packages": {}}))
    (wheels.PYODIDE / "package.json").write_text('{"version": "1"}')
    monkeypatch.setattr(wheels, "LOCK", tmp_path / "lock.json")
    monkeypatch.setattr(wheels, "WORK", tmp_path / "work")
    numpy = _wheel(local, "1.9")
    wheels._write_lock([numpy])
    entry = json.loads((tmp_path / "lock.json").read_text())["packages"]["numpy"]
    assert entry["sha256"] == file_hash(numpy)
    assert entry["file_name"] == numpy.name
