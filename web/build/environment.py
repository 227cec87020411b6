"""The build's own environment: a Python one with pinned tools, a Node, and the npm packages; standard library only."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

from web.build.steps import MODULES, ROOT, WEB, Failure, fingerprint, run, step

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
PIP = "pip==26.3"
OLDEST_NODE = 20
NETWORK = "Is the network there? The first run needs it once; behind a proxy set HTTPS_PROXY."


def make_python(groups: tuple[str, ...]) -> None:
    """Make `.venv` with the named dependency groups of pyproject.toml."""
    wanted = groups if usable_node() else (*groups, "node")
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    words = [PIP, sys.version, *(pin for group in wanted for pin in pins[group])]
    step(f"tools {'+'.join(groups)}", fingerprint([], *words), [PYTHON], lambda: _install(wanted))


def _install(groups: tuple[str, ...]) -> None:
    if not _has_pip():
        try:
            venv.EnvBuilder(with_pip=True, clear=True).create(VENV)
        except (subprocess.CalledProcessError, ImportError) as error:
            raise Failure(
                "Python could not make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv."
            ) from error
    quiet = ["-q", "--disable-pip-version-check", "--no-input"]
    run([PYTHON, "-m", "pip", "install", *quiet, PIP], NETWORK)
    named = [word for group in groups for word in ("--group", group)]
    run([PYTHON, "-m", "pip", "install", *quiet, *named], NETWORK)


def _has_pip() -> bool:
    """Look whether there is an environment that was finished: one without pip was interrupted while it was made."""
    try:
        answer = subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return answer.returncode == 0


def usable_node() -> Path | None:
    """Find a Node on the path that is new enough and has npm."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)", answer)
    return Path(node) if version and int(version[1]) >= OLDEST_NODE else None


def node() -> Path:
    """Give the Node to use: the machine's own, else the one in `.venv`."""
    return usable_node() or BIN / "node"


def _npm() -> str:
    return "npm" if usable_node() else str(BIN / "npm")


def make_modules() -> None:
    """Get the npm packages of `web/package-lock.json`; npm checks their integrity."""
    locks = [WEB / "package.json", WEB / "package-lock.json"]
    command = [_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    step(
        "browser runtimes",
        fingerprint(locks),
        [MODULES / "pyodide" / "pyodide.mjs", MODULES / "@pyscript" / "core" / "dist" / "core.js"],
        lambda: run(command, NETWORK, WEB, environment),
    )
