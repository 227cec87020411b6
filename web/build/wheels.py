"""Build the wheels that the page loads (core, engine), and write the lock file."""

import json
import os
import shutil
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from pyodide_lock import PyodideLockSpec
from pyodide_lock.spec import InfoSpec
from pyodide_lock.utils import add_wheels_to_spec

from qin_core import __version__
from web.build.steps import (
    NODE_MODULES,
    ROOT,
    WEB,
    WORK,
    files_under,
    fingerprint,
    fresh_folder,
    step,
)

WHEELS = WORK / "wheels"
LOCK = WORK / "lock.json"
PYODIDE = NODE_MODULES / "pyodide"
# Zip files contain timestamps; a fixed one makes builds reproducible.
os.environ["SOURCE_DATE_EPOCH"] = "1577836800"


def make_core() -> None:
    """Build the core's wheel."""
    sources = [ROOT / "pyproject.toml", ROOT / "README.md", ROOT / "LICENSE", *files_under(ROOT / "qin_core")]
    step("core wheel", fingerprint(sources), [WHEELS / "core"], lambda: _build(ROOT, WHEELS / "core"))


def make_engine() -> None:
    """Build the engine's wheel, including the catalogues of all languages and the lessons."""
    sources = [*files_under(WEB / "engine", WEB / "i18n", WEB / "lessons"), Path(__file__)]
    step("engine wheel", fingerprint(sources, __version__), [WHEELS / "engine"], _build_engine)


def _build_engine() -> None:
    stage = fresh_folder(WORK / "engine")
    shutil.copytree(WEB / "engine", stage / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for source, target in (("i18n", "i18n"), ("lessons", "lesson_files")):
        shutil.copytree(WEB / source, stage / "engine" / target)
    (stage / "pyproject.toml").write_text(
        f"""[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "qin-engine"
version = "{__version__}"
description = "The engine of Qin's pages"
requires-python = ">=3.11"
[tool.hatch.build]
ignore-vcs = true
packages = ["engine"]
""",
        encoding="utf-8",
    )
    _build(stage, WHEELS / "engine")


def _build(source: Path, target: Path) -> None:
    list(WheelBuilder(str(source)).build(directory=str(fresh_folder(target))))


def pure_wheels() -> list[Path]:
    """Return the wheels of the core and the engine."""
    return [next((WHEELS / name).glob("*.whl")) for name in ("core", "engine")]


def make_lock(wheels: list[Path]) -> None:
    """Write the lock file, with the hashes of our wheels for Pyodide to check."""
    inputs = [*wheels, PYODIDE / "pyodide-lock.json", Path(__file__)]
    step("lock file", fingerprint(inputs), [LOCK], lambda: _write_lock(wheels))


def _write_lock(wheels: list[Path]) -> None:
    released = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    spec = PyodideLockSpec(info=InfoSpec(**{"version": version, **released["info"]}), packages={})
    stage = fresh_folder(WORK / "packages")
    staged = [Path(shutil.copyfile(wheel, stage / wheel.name)) for wheel in wheels]
    add_wheels_to_spec(spec, staged, base_path=stage).to_json(LOCK)
