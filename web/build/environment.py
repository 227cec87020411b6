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

from web.build.steps import NODE_MODULES, ROOT, WEB, Failure, fingerprint, run, step

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST_NODE = 20
NETWORK = "The first run needs a network connection; behind a proxy, set HTTPS_PROXY."


def set_up(groups: tuple[str, ...]) -> None:
    """Create `.venv` and install the npm packages, in parallel if the system has a usable Node."""
    if not usable_node():
        install_python_tools((*groups, "node"))
        install_npm_packages()
        return
    with ThreadPoolExecutor() as pool:
        for future in (pool.submit(install_python_tools, groups), pool.submit(install_npm_packages)):
            future.result()


def install_python_tools(groups: tuple[str, ...]) -> None:
    """Create `.venv` with some dependency groups of pyproject.toml."""
    all_pins = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    pins = [pin for group in groups for pin in all_pins[group]]
    step(f"tools {'+'.join(groups)}", fingerprint([], sys.version, *pins), [PYTHON], lambda: _install(pins))


def _install(pins: list[str]) -> None:
    if not _has_pip():
        try:
            venv.EnvBuilder(with_pip=True, clear=True).create(VENV)
        except (subprocess.CalledProcessError, ImportError) as error:
            raise Failure(
                "Python could not create a virtual environment. On Debian and Ubuntu: apt-get install python3-venv."
            ) from error
    # Compiling the modules on import is faster: most are never imported.
    options = ["-q", "--disable-pip-version-check", "--no-input", "--no-compile"]
    run([PYTHON, "-m", "pip", "install", *options, *pins], NETWORK)


def _has_pip() -> bool:
    """Return whether `.venv` has a working pip; it has none if its creation was interrupted."""
    try:
        result = subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return result.returncode == 0


def usable_node() -> Path | None:
    """Return the system's Node if it is new enough and has npm."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return None
    output = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)", output)
    return Path(node) if version and int(version[1]) >= OLDEST_NODE else None


def node() -> Path:
    """Return the Node to use: the system's, else the one in `.venv`."""
    return usable_node() or BIN / "node"


def _npm() -> str:
    return "npm" if usable_node() else str(BIN / "npm")


def install_npm_packages() -> None:
    """Install the npm packages of `web/package-lock.json`."""
    locks = [WEB / "package.json", WEB / "package-lock.json"]
    command = [_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    step(
        "npm packages",
        fingerprint(locks),
        [NODE_MODULES / "pyodide" / "pyodide.mjs", NODE_MODULES / "@pyscript" / "core" / "dist" / "core.js"],
        lambda: run(command, NETWORK, WEB, environment),
    )
