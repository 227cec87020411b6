"""Run all checks: lint and types, tests of the core natively and under Pyodide, the page in real browsers."""

import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from web.build.environment import NETWORK, node
from web.build.protocol import stale
from web.build.report import Part, summary
from web.build.steps import MODULES, ROOT, WEB, WORK, Failure, fingerprint, fresh_folder, run, say, step
from web.build.wheels import pure_wheels

LIBRARIES = WORK / "pyodide-libraries"
REPORTS = WORK / "reports"
# Chromium without windows and scroll bars, as on a phone; it starts faster.
WINDOWLESS = ("chromium-headless-shell",)
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Tests that need threads, processes or the build; the engine is tested in pages.
NOT_IN_PYODIDE = tuple(
    f"tests/test_{name}.py" for name in ("build_*", "editing_*", "engine_*", "guide", "learn_pages", "lessons")
)
# These take two thirds of the time of all native tests, and their code seldom changes.
SLOW = (
    *(f"tests/test_ai_{name}.py" for name in ("levels", "native", "net", "tools")),
    *(f"tests/khan_tsin/test_khan_{name}.py" for name in ("nodes", "player", "properties")),
    "tests/test_against_reference.py",
    "tests/test_build_environment.py",
    "tests/test_coach.py",
    "tests/test_engine_monkey.py",
    "tests/test_engine_ai_tasks.py",
    "tests/test_lab_coach.py",
    "tests/test_nodes.py",
)
# A browser that hangs fails its test, with a stack trace, instead of blocking the run.
BROWSER_TIMEOUT = ("--timeout=240", "--timeout-method=thread")
BROWSER_MEMORY = 2e9
"""Bytes of memory for each worker that drives a browser."""
MOST_WORKERS = 8

Check = Callable[[Part], None]


def run_all(only: str | None, actions: int, seed: int, before: Sequence[Part] = ()) -> int:
    """Run all checks, or one part; `before` are the set-up and the build."""
    if only == "monkey":
        return _run([{"monkey": lambda part: monkey(part, actions, seed)}], before)
    # Type checkers use one core, so lint runs beside the native tests.
    groups: list[dict[str, Check]] = [
        {"lint": lint, "client": client, "core": native},
        {"pyodide": in_pyodide},
        {"e2e": end_to_end},
    ]
    chosen = [{name: check for name, check in group.items() if only in (None, name)} for group in groups]
    return _run([group for group in chosen if group], before)


def run_fast(before: Sequence[Part] = ()) -> int:
    """Run the checks for every change: lint, the client, and the native tests without the slow ones."""
    return _run([{"lint": lint, "client": client, "core": quick}], before)


def _run(groups: Sequence[Mapping[str, Check]], before: Sequence[Part]) -> int:
    """Run groups of parts one after the other, the parts of a group side by side; print the summary."""
    fresh_folder(REPORTS)
    parts = list(before)
    for group in groups:
        with ThreadPoolExecutor() as pool:
            parts += pool.map(_run_part, group.keys(), group.values())
    say(summary(parts))
    return 1 if any(part.failed for part in parts) else 0


def _run_part(name: str, check: Check) -> Part:
    part, began = Part(name), time.perf_counter()
    say(f"  … {name}")
    try:
        check(part)
    except Failure as failure:
        part.failed.append(str(failure))
    part.seconds = time.perf_counter() - began
    say(f"  {'✗' if part.failed else '✓'} {name} ({part.seconds:.0f} s)")
    return part


def _call(*command: str | Path, folder: Path = ROOT, environment: Mapping[str, str] | None = None) -> bool:
    """Run a command and print its output in one piece, because others may run beside it."""
    paths = os.pathsep.join([str(ROOT), str(WEB)])
    env = {**os.environ, "PYTHONPATH": paths, "MYPYPATH": paths, **(environment or {})}
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=folder, env=env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if output := done.stdout.strip():
        say(output)
    return done.returncode == 0


def _pytest(part: Part, *arguments: str | Path, workers: int, **environment: str) -> None:
    report = REPORTS / f"{part.name}.xml"
    command = (sys.executable, "-m", "pytest", *arguments, "-n", str(workers), f"--junitxml={report}")
    part.read(report, _call(*command, environment=environment))


def workers(memory_each: float = 0.0) -> int:
    """Return how many workers this machine has cores and memory for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if memory_each and hasattr(os, "sysconf"):
        cores = min(cores, int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / memory_each))
    return max(1, min(cores, MOST_WORKERS))


def lint(part: Part) -> None:
    """Check style, format and types of the Python and the JavaScript."""
    python = sys.executable
    typescript = MODULES / "typescript" / "bin" / "tsc"
    biome = MODULES / "@biomejs" / "biome" / "bin" / "biome"
    part.check("ruff check", _call(python, "-m", "ruff", "check", "."))
    part.check("ruff format", _call(python, "-m", "ruff", "format", "--check", "."))
    part.check("mypy", _call(python, "-m", "mypy"))
    part.check("import-linter", _call(Path(python).with_name("lint-imports"), "--no-logo"))
    part.check(f"protocol: {', '.join(stale())} is stale; run `python -m web.build.protocol`", not stale())
    for project in sorted(WEB.glob("jsconfig*.json")):
        part.check(f"tsc {project.name}", _call(node(), typescript, "-p", project))
    # Biome reads its settings from the current folder.
    part.check("biome", _call(node(), biome, "check", "--error-on-warnings", folder=WEB))


def client(part: Part) -> None:
    """Run the client's unit tests in Node."""
    report = REPORTS / "client.xml"
    files = sorted((ROOT / "tests" / "client").glob("*.test.mjs"))
    reporters = ("--test-reporter=dot", "--test-reporter-destination=stdout")
    junit = ("--test-reporter=junit", f"--test-reporter-destination={report}")
    part.read(report, _call(node(), "--test", *reporters, *junit, *files))


def native(part: Part) -> None:
    """Run the tests of the core, the engine and the build on this Python."""
    _pytest(part, "tests", workers=workers())


def quick(part: Part) -> None:
    """Run the native tests with fewer random cases and without the slow files."""
    _pytest(part, "tests", *(f"--ignore={file}" for file in SLOW), workers=workers(), QIN_QUICK="1")


def in_pyodide(part: Part) -> None:
    """Run the core's tests inside the interpreter that the page loads, under Node; each core gets a share."""
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["pyodide"]
    step("libraries for Pyodide", fingerprint([], *pins), [LIBRARIES], lambda: _get_libraries(pins))
    files = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    fitting = [file for file in files if not any(file.match(pattern) for pattern in NOT_IN_PYODIDE)]
    command = [*pyodide_command(), "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    shares = [fitting[first :: workers()] for first in range(workers())]
    reports = [REPORTS / f"pyodide-{number}.xml" for number in range(len(shares))]
    # Python under Node sees the repository at another path.
    outputs = [f"--junitxml={report.relative_to(ROOT).as_posix()}" for report in reports]
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda share, output: _call(*command, output, *share), shares, outputs))
    for report, ok in zip(reports, done, strict=True):
        part.read(report, ok)


def pyodide_command() -> list[str | Path]:
    """Return the start of a command that runs a Python module inside Pyodide, under Node."""
    script = WEB / "build" / "in_pyodide.mjs"
    LIBRARIES.mkdir(parents=True, exist_ok=True)
    return [node(), script, MODULES, ROOT, LIBRARIES, pure_wheels()[0]]


def _get_libraries(pins: list[str]) -> None:
    pure = ["--python-version=3.14", "--implementation=py", "--abi=none", "--platform=any", "--only-binary=:all:"]
    target = ["--target", str(fresh_folder(LIBRARIES)), "--no-compile", "-q", "--disable-pip-version-check"]
    run([sys.executable, "-m", "pip", "install", *target, *pure, *pins], NETWORK)


def end_to_end(part: Part) -> None:
    """Play the finished site in real browsers."""
    browser = str(find_chromium(*WINDOWLESS))
    options = (*BROWSER_TIMEOUT, "--dist=worksteal")
    _pytest(part, "e2e", *options, workers=workers(BROWSER_MEMORY), QIN_CHROMIUM=browser)


def monkey(part: Part, actions: int, seed: int) -> None:
    """Perform random actions on the finished page."""
    settings = {"QIN_MONKEY": str(actions), "QIN_SEED": str(seed), "QIN_CHROMIUM": str(find_chromium(*WINDOWLESS))}
    _pytest(part, "e2e/test_monkey.py", workers=workers(BROWSER_MEMORY), **settings)


def find_chromium(*preferred: str) -> Path:
    """Return a Chromium, preferably of one of these names; install one if there is none."""
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
            "The browser tests need Chromium, and it could not be installed. Install it (apt-get install chromium, or "
            ".venv/bin/python -m playwright install chromium) or set QIN_CHROMIUM=/path/to/chrome."
        )
    return found


def _on_path(*names: str) -> Path | None:
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def _of_playwright() -> Path | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None
