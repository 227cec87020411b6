"""Set up the build's environment: `.venv` with pinned tools, Node, npm packages. Needs only the standard library."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from web.build.steps import MODULES, ROOT, WEB, Failure, fingerprint, run, step

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST_NODE = 20
NETWORK = "The first run needs a network connection; behind a proxy, set HTTPS_PROXY."


def set_up(groups: tuple[str, ...]) -> None:
    """Make `.venv` and get the npm packages, side by side where the system has a Node."""
    if not usable_node():
        make_python((*groups, "node"))
        make_modules()
        return
    with ThreadPoolExecutor() as pool:
        for work in (pool.submit(make_python, groups), pool.submit(make_modules)):
            work.result()


def make_python(groups: tuple[str, ...]) -> None:
    """Make `.venv` with the named dependency groups of pyproject.toml."""
    pinned = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    pins = [pin for group in groups for pin in pinned[group]]
    step(f"tools {'+'.join(groups)}", fingerprint([], sys.version, *pins), [PYTHON], lambda: _install(pins))


def _install(pins: list[str]) -> None:
    if not _has_pip():
        try:
            venv.EnvBuilder(with_pip=True, clear=True).create(VENV)
        except (subprocess.CalledProcessError, ImportError) as error:
            raise Failure(
                "Python could not create a virtual environment. On Debian and Ubuntu: apt-get install python3-venv."
            ) from error
    # Compiling all modules in advance takes longer than compiling those that are imported.
    options = ["-q", "--disable-pip-version-check", "--no-input", "--no-compile"]
    run([PYTHON, "-m", "pip", "install", *options, *pins], NETWORK)


def _has_pip() -> bool:
    """Return whether there is a complete environment: one without pip was interrupted."""
    try:
        answer = subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return answer.returncode == 0


def usable_node() -> Path | None:
    """Return the Node on the path, if it is new enough and has npm."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)", answer)
    return Path(node) if version and int(version[1]) >= OLDEST_NODE else None


def node() -> Path:
    """Return the Node to use: the system's, else the one in `.venv`."""
    return usable_node() or BIN / "node"


def _npm() -> str:
    return "npm" if usable_node() else str(BIN / "npm")


def make_modules() -> None:
    """Install the npm packages of `web/package-lock.json`."""
    locks = [WEB / "package.json", WEB / "package-lock.json"]
    command = [_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    step(
        "npm packages",
        fingerprint(locks),
        [MODULES / "pyodide" / "pyodide.mjs", MODULES / "@pyscript" / "core" / "dist" / "core.js"],
        lambda: run(command, NETWORK, WEB, environment),
    )
