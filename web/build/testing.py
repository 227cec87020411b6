"""Every check there is: lint and types, the core's tests natively and inside Pyodide, the page in real browsers."""

import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from web.build.environment import NETWORK, node
from web.build.steps import MODULES, ROOT, WEB, WORK, Failure, fingerprint, fresh_folder, run, say, step
from web.build.wheels import pure_wheels

LIBRARIES = WORK / "pyodide-libraries"
# The same browser without windows and scroll bars, as on a phone; it starts sooner.
WINDOWLESS = ("chromium-headless-shell",)
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# What needs threads, processes or the build itself makes no sense inside Pyodide; the page's Python is tested in pages.
NOT_IN_PYODIDE = tuple(
    f"tests/test_{name}.py" for name in ("build_*", "editing_*", "guide", "lessons", "engine_*", "merging")
)

# Half of the time of all native tests, for what seldom changes: the slow twins of the rules, and a new environment.
SLOW = (
    "tests/test_against_reference.py",
    "tests/test_build_environment.py",
    "tests/test_nodes.py",
    "tests/khan_tsin/test_khan_nodes.py",
    "tests/khan_tsin/test_khan_properties.py",
)
SLOWEST = "--durations=10"
ON_TWO_CORES = ("-n", "2", SLOWEST)
# A browser that hangs ends its test, with the stack of where it hung, instead of the whole run.
IN_BROWSERS = (*ON_TWO_CORES, "--timeout=240", "--timeout-method=thread")


def run_all(only: str | None, actions: int, seed: int) -> int:
    """Run every check there is, or one part; the monkey, which is also part of `e2e`, does so many `actions`."""
    if only == "monkey":
        return _run({"monkey": lambda: monkey(actions, seed)})
    parts = {"lint": lint, "core": native, "pyodide": in_pyodide, "e2e": end_to_end}
    return _run({name: part for name, part in parts.items() if only in (None, name)})


def run_fast() -> int:
    """Run what can be run after every change: lint, and the native tests without those that take long."""
    return _run({"lint": lint, "core": quick})


def _run(parts: Mapping[str, Callable[[], bool]]) -> int:
    """Run the parts in turn; every part is run, and the result says which ones failed."""
    failed = []
    for name, part in parts.items():
        say(f"\n— {name} —")
        began = time.perf_counter()
        failed += [] if part() else [name]
        say(f"— {name}: {time.perf_counter() - began:.0f} s —")
    say(f"\nFailed: {', '.join(failed)}" if failed else "\nEverything passed.")
    return 1 if failed else 0


def _call(*command: str | Path, quiet: bool = False, folder: Path = ROOT, **environment: str) -> bool:
    """Run a command; a `quiet` one, which is not the only one, says everything at its end."""
    paths = os.pathsep.join([str(ROOT), str(WEB)])
    env = {**os.environ, "PYTHONPATH": paths, "MYPYPATH": paths, **environment}
    out, errors = (subprocess.PIPE, subprocess.STDOUT) if quiet else (None, None)
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=env, check=False, stdout=out, stderr=errors, text=True)
    if quiet:
        say(done.stdout)
    return done.returncode == 0


def lint() -> bool:
    """Check style, format and types, of the Python and of the scripts."""
    python = sys.executable
    return all(
        [
            _call(python, "-m", "ruff", "check", "."),
            _call(python, "-m", "ruff", "format", "--check", "."),
            _call(python, "-m", "mypy"),
            _call(node(), MODULES / "typescript" / "bin" / "tsc", "-p", WEB / "jsconfig.json"),
            # It takes its settings from the folder that it is started in.
            _call(node(), MODULES / "@biomejs" / "biome" / "bin" / "biome", "check", "--error-on-warnings", folder=WEB),
        ]
    )


def native() -> bool:
    """Run the tests of the core, the page's Python and the build on this Python."""
    return _call(sys.executable, "-m", "pytest", "tests", *ON_TWO_CORES)


def quick() -> bool:
    """Run the native tests, with fewer random cases and without the files that take long."""
    ignored = [f"--ignore={file}" for file in SLOW]
    return _call(sys.executable, "-m", "pytest", "tests", *ON_TWO_CORES, *ignored, QIN_EFFORT="little")


def in_pyodide() -> bool:
    """Run the core's tests inside the interpreter that the page loads, under Node: half of them on each core."""
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["pyodide"]
    step("libraries for Pyodide", fingerprint([], *pins), [LIBRARIES], lambda: _get_libraries(pins))
    files = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    fitting = [file for file in files if not any(file.match(pattern) for pattern in NOT_IN_PYODIDE)]
    command = [*pyodide_command(), "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", SLOWEST]
    with ThreadPoolExecutor() as pool:
        return all(list(pool.map(lambda half: _call(*command, *half, quiet=True), (fitting[::2], fitting[1::2]))))


def pyodide_command() -> list[str | Path]:
    """Begin a command that runs a Python module inside Pyodide, under Node."""
    script = WEB / "build" / "in_pyodide.mjs"
    LIBRARIES.mkdir(parents=True, exist_ok=True)
    return [node(), script, MODULES, ROOT, LIBRARIES, pure_wheels()[0]]


def _get_libraries(pins: list[str]) -> None:
    pure = ["--python-version=3.14", "--implementation=py", "--abi=none", "--platform=any", "--only-binary=:all:"]
    target = ["--target", str(fresh_folder(LIBRARIES)), "--no-compile", "-q", "--disable-pip-version-check"]
    run([sys.executable, "-m", "pip", "install", *target, *pure, *pins], NETWORK)


def end_to_end() -> bool:
    """Play the finished site in real browsers."""
    return _call(sys.executable, "-m", "pytest", "e2e", *IN_BROWSERS, QIN_CHROMIUM=str(find_chromium(*WINDOWLESS)))


def monkey(actions: int, seed: int) -> bool:
    """Let a monkey do anything to the finished page."""
    command = (sys.executable, "-m", "pytest", "e2e/test_monkey.py", *ON_TWO_CORES)
    return _call(*command, QIN_CHROMIUM=str(find_chromium(*WINDOWLESS)), QIN_MONKEY=str(actions), QIN_SEED=str(seed))


def find_chromium(*preferred: str) -> Path:
    """Find a Chromium, if possible one of these names, or get one."""
    if named := os.environ.get("QIN_CHROMIUM"):
        return Path(named)
    if found := _on_path(*preferred, *CHROMIUM) or _of_playwright():
        return found
    say("  … Chromium")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], **quiet)  # type: ignore[call-overload]
    if not _of_playwright() and shutil.which("apt-get") and os.name == "posix" and os.geteuid() == 0:
        for words in (["update"], ["install", "-y", "chromium"]):
            subprocess.run(["apt-get", *words], **quiet)  # type: ignore[call-overload]
    found = _of_playwright() or _on_path(*CHROMIUM)
    if not found:
        raise Failure(
            "The browser tests need a Chromium and none could be got. Install one (Debian: apt-get install chromium; "
            "or: .venv/bin/python -m playwright install chromium), or name it: QIN_CHROMIUM=/path/to/chrome."
        )
    return found


def _on_path(*names: str) -> Path | None:
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def _of_playwright() -> Path | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None
