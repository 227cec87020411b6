"""The build's virtual environment, and folders with unusual names."""

import json
import marshal
import shutil
import subprocess
import sys
import venv
import zipfile
from array import array
from pathlib import Path

import pytest

from web.build import environment, steps
from web.build.steps import NODE_MODULES

BUILD = Path(steps.__file__).parent


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """Use a temporary folder for the environment, and collect the install commands."""
    folder = tmp_path / ".venv"
    monkeypatch.setattr(environment, "VENV", folder)
    monkeypatch.setattr(environment, "PYTHON", folder / environment.PYTHON.relative_to(steps.ROOT / ".venv"))
    install_commands: list[list[str]] = []
    monkeypatch.setattr(environment, "run", lambda command, _: install_commands.append([str(word) for word in command]))
    return install_commands


def can_run(*arguments: str) -> bool:
    """Return whether the environment's Python can run a module."""
    return subprocess.run([environment.PYTHON, "-m", *arguments], capture_output=True, check=False).returncode == 0


@pytest.mark.usefixtures("commands")
def test_an_incomplete_environment_is_created_again() -> None:
    venv.EnvBuilder(with_pip=False).create(environment.VENV)
    assert not can_run("pip", "--version")
    environment._install(["build==1"])
    assert can_run("pip", "--version")


def test_a_complete_environment_is_reused(commands: list[list[str]]) -> None:
    environment.PYTHON.parent.mkdir(parents=True)
    environment.PYTHON.symlink_to(sys.executable)
    marker = environment.VENV / "marker"
    marker.touch()
    environment._install(["one==1", "two==2"])
    assert marker.exists()
    assert [command[-2:] for command in commands] == [["one==1", "two==2"]]


# Folders with unusual names


@pytest.fixture
def odd_folder(tmp_path: Path) -> Path:
    """Copy the interpreter and its scripts into a folder whose name ends in “ (1)”, like a second download."""
    folder = tmp_path / "qin (1) #2 100%"
    shutil.copytree(NODE_MODULES / "pyodide", folder / "node_modules" / "pyodide")
    library = Path("@pyscript", "core", "src", "stdlib")
    shutil.copytree(NODE_MODULES / library, folder / "node_modules" / library)
    for script in BUILD.glob("*.mjs"):
        shutil.copy(script, folder)
    return folder


def test_python_runs_in_a_folder_with_an_odd_name(odd_folder: Path) -> None:
    wheel = odd_folder / "qin_core-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("qin_core/__init__.py", "")
        archive.writestr("qin_core/said.py", "import sys; print('hello from', sys.platform)")
    script = odd_folder / "in_pyodide.mjs"
    command = [environment.node(), script, odd_folder / "node_modules", odd_folder, odd_folder, wheel, "qin_core.said"]
    assert steps.run(list(map(str, command)), "") == "hello from emscripten\n"


def test_a_snapshot_is_made_in_a_folder_with_an_odd_name(odd_folder: Path) -> None:
    (odd_folder / "prewarm.py").write_text("import json")
    (odd_folder / "rehearsal.py").write_text("async def rehearse(): json.dumps(1)")
    shutil.copy(BUILD / "cold_code.py", odd_folder)
    names = ("node_modules", "memory", "memory.json", "cold.marshal")
    modules, memory, omissions, cold_code = (odd_folder / name for name in names)
    pyodide, pyscript = modules / "pyodide", modules / "@pyscript" / "core"
    library = pyodide / "python_stdlib.zip"
    script = odd_folder / "snapshot.mjs"
    command = [environment.node(), script, pyodide, pyscript, library, "/lib/qin", "name", memory, omissions, cold_code]
    steps.run(list(map(str, [*command, "quick"])), "")
    assert marshal.loads(cold_code.read_bytes()) == [], "a quick build keeps the code of all functions"
    steps.run(list(map(str, [*command, "small"])), "")
    assert cold_code.stat().st_size > 100_000, "most functions of the standard library aren't called"
    omitted = json.loads(omissions.read_text())
    # The memory as words of four bytes, without the header, whose second word is its length.
    words = array("I", memory.read_bytes())
    words = words[words[1] // 4 :]
    assert words.count(omitted["hashes"]["mark"]) > 5_000, "hashes of strings are removed"
    links, address = set(), omitted["chain"]
    while address not in links:
        links.add(address)
        # A link is the distance to the next object; its lowest bits are flags.
        address = (address + words[address // 4] - words[address // 4] % 4) % 2**32
    assert address == omitted["chain"], "the garbage collector's list is circular"
    assert len(links) > 5_000
    assert all(words[link // 4 + 1] < 4 for link in links), "backward links are removed"
