"""Trimmed archives."""

import zipfile
from pathlib import Path

import pytest

pytest.importorskip("pyodide_lock", reason="part of the build's own environment")

from web.build import compress, steps, trim_archives
from web.build.strip_sources import strip_archive


@pytest.fixture(autouse=True)
def work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in (steps, trim_archives):
        monkeypatch.setattr(module, "WORK", tmp_path / "work")
    (tmp_path / "work").mkdir()


def _archive(file: Path, names: list[str]) -> Path:
    """Write an archive with these files."""
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, f"this is {name}")
    return file


def _content(file: Path) -> dict[str, str]:
    """Read the files of an archive by name."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_the_trimmed_library_contains_what_pages_need(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stays = ["json/__init__.py", "random.py", "encodings/utf_8.py", "encodings/cp437.py", "encodings/iso8859_1.py"]
    goes = ["unittest/mock.py", "pdb.py", "encodings/cp1252.py", "encodings/iso8859_15.py", "encodings/mac_roman.py"]
    _archive(tmp_path / "python_stdlib.zip", stays + goes)
    (tmp_path / "package.json").write_text("{}")
    monkeypatch.setattr(trim_archives, "PYODIDE", tmp_path)
    monkeypatch.setattr(trim_archives, "LIBRARY", tmp_path / "work" / "python_stdlib.zip")
    trim_archives.trim_library()
    assert list(_content(trim_archives.LIBRARY)) == stays


def test_archives_are_compressed_as_a_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Their files aren't compressed one by one before."""
    names = [f"json/part{number}.py" for number in range(200)]
    whole = _archive(tmp_path / "whole.zip", names)
    strip_archive(whole, tmp_path / "work" / "python_stdlib.zip")
    wheel = _archive(tmp_path / "qin_core-1-py3-none-any.whl", ["qin_core/__init__.py"])
    monkeypatch.setattr(trim_archives, "LIBRARY", tmp_path / "work" / "python_stdlib.zip")
    monkeypatch.setattr(trim_archives, "PACKED", tmp_path / "work" / "archives")
    monkeypatch.setattr(trim_archives, "trimmed_wheels", lambda: [wheel])
    trim_archives.compress_archives(compress.QUICK)
    packed = trim_archives.packed_archives()
    assert {name: file.name for name, file in packed.items()} == {"library": "library.bin", wheel.name: "qin_core.bin"}
    assert compress.unpack(packed["library"]) == trim_archives.LIBRARY.read_bytes()
    assert packed["library"].stat().st_size < whole.stat().st_size / 4
