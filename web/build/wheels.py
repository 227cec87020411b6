"""The wheels that the page loads (the core, the page's own Python, numpy where it can be had) and their lock file."""

import json
import os
import re
import shutil
import sys
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

from pyodide_lock import PackageSpec, PyodideLockSpec
from pyodide_lock.spec import InfoSpec
from pyodide_lock.utils import add_wheels_to_spec

from qin_core import __version__
from web.build.steps import (
    MODULES,
    ROOT,
    WEB,
    WORK,
    Failure,
    file_hash,
    files_under,
    fingerprint,
    fresh_folder,
    run,
    say,
    step,
)

WHEELS = WORK / "wheels"
LOCK = WORK / "lock.json"
PYODIDE = MODULES / "pyodide"
# Wheels are zip files, which hold times; one fixed time makes the same sources give the same bytes.
BUILD_TIME = "1577836800"


def make_core() -> None:
    """Build the core's wheel."""
    sources = [ROOT / "pyproject.toml", ROOT / "README.md", ROOT / "LICENSE", *files_under(ROOT / "qin_core")]
    step("core wheel", fingerprint(sources), [WHEELS / "core"], lambda: _build(ROOT, WHEELS / "core"))


def make_engine() -> None:
    """Build the wheel of the page's own Python, with the words of all languages and the lessons inside."""
    sources = [*files_under(WEB / "engine", WEB / "i18n", WEB / "lessons"), Path(__file__)]
    step("page wheel", fingerprint(sources, __version__), [WHEELS / "engine"], _build_engine)


def _build_engine() -> None:
    stage = fresh_folder(WORK / "engine")
    shutil.copytree(WEB / "engine", stage / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for words, target in (("i18n", "i18n"), ("lessons", "lesson_files")):
        shutil.copytree(WEB / words, stage / "engine" / target)
    (stage / "pyproject.toml").write_text(
        f"""[build-system]
requires = ["flit-core"]
build-backend = "flit_core.buildapi"
[project]
name = "qin-engine"
version = "{__version__}"
description = "The page's own Python"
requires-python = ">=3.11"
[tool.flit.module]
name = "engine"
""",
        encoding="utf-8",
    )
    _build(stage, WHEELS / "engine")


def _build(source: Path, target: Path) -> None:
    run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", fresh_folder(target), source],
        "The lines above say why.",
        env={**os.environ, "SOURCE_DATE_EPOCH": BUILD_TIME},
    )


def make_numpy(local: Path | None) -> Path | None:
    """Get numpy's wheel for this Pyodide: from a local folder, else from its release; None where neither has it."""
    released = json.loads((PYODIDE / "pyodide-lock.json").read_text())["packages"]["numpy"]
    # Any numpy of the same Python and ABI will do, the release's own best of all.
    tags = released["file_name"].split("-", 2)[2]
    here = sorted(local.glob(f"numpy-*-{tags}")) if local else []
    exact = [wheel for wheel in here if wheel.name == released["file_name"]]
    folder = WHEELS / "numpy"
    folder.mkdir(parents=True, exist_ok=True)
    if here:
        wheel = (exact or here)[-1]
        kept = folder / wheel.name
        if not kept.exists() or file_hash(kept) != file_hash(wheel):
            shutil.copyfile(wheel, kept)
    else:
        kept = folder / released["file_name"]
        if not kept.exists() and not _download(kept):
            say(f"  - numpy: no numpy-*-{tags} here (--wheels DIR), and Pyodide's release can't be reached;")
            say("    the site is built without it: computer players choose the same moves, a little more slowly")
            return None
    _check(kept, released["sha256"] if kept.name == released["file_name"] else None)
    return kept


def _check(wheel: Path, expected: str | None) -> None:
    """Refuse a wheel that is not what it should be: by the release's hash, else by the zip's own sums."""
    if expected is not None:
        sound = file_hash(wheel) == expected
    else:
        try:
            sound = zipfile.ZipFile(wheel).testzip() is None
        except zipfile.BadZipFile:
            sound = False
    if not sound:
        wheel.unlink()
        raise Failure(
            f"{wheel.name} is damaged: its SHA-256 or its contents are not what they should be. "
            "Delete it where it came from and get it again, or build without --wheels."
        )


def _download(target: Path) -> bool:
    """Fetch a wheel from the release address that the runtime itself names."""
    code = (PYODIDE / "pyodide.mjs").read_text(encoding="utf-8")
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    named = re.search(r"`(https://[^`]*/pyodide/v)\$\{\w+\}(/full/)`", code)
    if not named:
        return False
    try:
        with urllib.request.urlopen(f"{named[1]}{version}{named[2]}{target.name}", timeout=30) as answer:
            target.write_bytes(answer.read())
    except (urllib.error.URLError, TimeoutError):
        return False
    return True


def pure_wheels() -> list[Path]:
    """List our own two wheels."""
    return [next((WHEELS / name).glob("*.whl")) for name in ("core", "engine")]


def make_lock(ours: list[Path], numpy: Path | None) -> None:
    """Write the lock file: our wheels and numpy, with the hashes that Pyodide checks."""
    wheels = [*ours, *([numpy] if numpy else [])]
    inputs = [*wheels, PYODIDE / "pyodide-lock.json", Path(__file__)]
    step("lock file", fingerprint(inputs), [LOCK], lambda: _write_lock(wheels))


def _write_lock(wheels: list[Path]) -> None:
    released = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    spec = PyodideLockSpec(info=InfoSpec(**{"version": version, **released["info"]}), packages={})
    stage = fresh_folder(WORK / "packages")
    pure = []
    for wheel in wheels:
        shutil.copyfile(wheel, stage / wheel.name)
        if wheel.name.endswith("-none-any.whl"):
            pure.append(stage / wheel.name)
        else:
            # The library knows older names of this platform only; numpy needs no other package.
            spec.packages["numpy"] = PackageSpec(
                name="numpy",
                version=wheel.name.split("-")[1],
                file_name=wheel.name,
                install_dir="site",
                sha256=file_hash(wheel),
                imports=["numpy"],
            )
    add_wheels_to_spec(spec, pure, base_path=stage).to_json(LOCK)
