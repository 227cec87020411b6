"""Run all checks: lint and types, native tests, tests under Pyodide, the page in real browsers."""

import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from web.build.browsers import HEADLESS_SHELL, ensure_chromium
from web.build.environment import NETWORK, node
from web.build.protocol import stale_files
from web.build.report import Part, summary
from web.build.steps import NODE_MODULES, ROOT, WEB, WORK, Failure, fingerprint, fresh_folder, run, say, step
from web.build.wheels import pure_wheels

LIBRARIES = WORK / "pyodide-libraries"
REPORTS = WORK / "reports"

# Tests that need threads, processes or the build. The browser tests cover the engine under Pyodide.
NOT_IN_PYODIDE = tuple(
    f"tests/test_{name}.py" for name in ("build_*", "editing_*", "engine_*", "guide", "learn_pages", "lessons")
)
# These take two thirds of the native tests' time, and their code seldom changes.
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
MAX_WORKERS = 8

Check = Callable[[Part], None]
"""Runs one part, and adds its results to the part."""


def run_all(only: str | None, actions: int, seed: int, setup_parts: Sequence[Part] = ()) -> int:
    """Run all checks, or one part; the summary starts with `setup_parts`."""
    if only == "monkey":
        return _run([{"monkey": lambda part: monkey(part, actions, seed)}], setup_parts)
    # Type checkers use one core, so lint runs beside the native tests.
    groups: list[dict[str, Check]] = [
        {"lint": lint, "client": client, "core": native},
        {"pyodide": in_pyodide},
        {"e2e": end_to_end},
    ]
    selected = [{name: check for name, check in group.items() if only in (None, name)} for group in groups]
    return _run([group for group in selected if group], setup_parts)


def run_fast(setup_parts: Sequence[Part] = ()) -> int:
    """Run lint, the client's tests and the native tests except the slow ones."""
    return _run([{"lint": lint, "client": client, "core": quick}], setup_parts)


def _run(groups: Sequence[Mapping[str, Check]], setup_parts: Sequence[Part]) -> int:
    """Run groups one after the other, and the parts of each group in parallel; print the summary."""
    fresh_folder(REPORTS)
    parts = list(setup_parts)
    for group in groups:
        with ThreadPoolExecutor() as pool:
            parts += pool.map(_run_part, group.keys(), group.values())
    say(summary(parts))
    return 1 if any(part.failed for part in parts) else 0


def _run_part(name: str, check: Check) -> Part:
    part, start = Part(name), time.perf_counter()
    say(f"  … {name}")
    try:
        check(part)
    except Failure as failure:
        part.failed.append(str(failure))
    part.seconds = time.perf_counter() - start
    say(f"  {'✗' if part.failed else '✓'} {name} ({part.seconds:.0f} s)")
    return part


def _call(*command: str | Path, folder: Path = ROOT, environment: Mapping[str, str] | None = None) -> bool:
    """Run a command, and print its output when it ends, so that parallel commands don't mix theirs."""
    paths = os.pathsep.join([str(ROOT), str(WEB)])
    env = {**os.environ, "PYTHONPATH": paths, "MYPYPATH": paths, **(environment or {})}
    arguments = [str(argument) for argument in command]
    process = subprocess.run(
        arguments, cwd=folder, env=env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if output := process.stdout.strip():
        say(output)
    return process.returncode == 0


def _pytest(part: Part, *arguments: str | Path, workers: int, **environment: str) -> None:
    report = REPORTS / f"{part.name}.xml"
    command = (sys.executable, "-m", "pytest", *arguments, "-n", str(workers), f"--junitxml={report}")
    part.read(report, _call(*command, environment=environment))


def worker_count(memory_each: float = 0.0) -> int:
    """Return how many workers fit this machine's cores and memory."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if memory_each and hasattr(os, "sysconf"):
        cores = min(cores, int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / memory_each))
    return max(1, min(cores, MAX_WORKERS))


def lint(part: Part) -> None:
    """Check style, format and types of the Python and the JavaScript."""
    python = sys.executable
    typescript = NODE_MODULES / "typescript" / "bin" / "tsc"
    biome = NODE_MODULES / "@biomejs" / "biome" / "bin" / "biome"
    part.check("ruff check", _call(python, "-m", "ruff", "check", "."))
    part.check("ruff format", _call(python, "-m", "ruff", "format", "--check", "."))
    part.check("mypy", _call(python, "-m", "mypy"))
    part.check("import-linter", _call(Path(python).with_name("lint-imports"), "--no-logo"))
    stale = stale_files()
    part.check(f"protocol: {', '.join(stale)} out of date; run `python -m web.build.protocol`", not stale)
    for project in sorted(WEB.glob("jsconfig*.json")):
        part.check(f"tsc {project.name}", _call(node(), typescript, "-p", project))
    # Biome reads its settings from the working directory.
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
    _pytest(part, "tests", workers=worker_count())


def quick(part: Part) -> None:
    """Run the native tests with fewer random cases and without the slow files."""
    _pytest(part, "tests", *(f"--ignore={file}" for file in SLOW), workers=worker_count(), QIN_QUICK="1")


def in_pyodide(part: Part) -> None:
    """Run the core's tests in Pyodide under Node, with one process for each CPU core."""
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["pyodide"]
    step("libraries for Pyodide", fingerprint([], *pins), [LIBRARIES], lambda: _install_libraries(pins))
    files = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    included = [file for file in files if not any(file.match(pattern) for pattern in NOT_IN_PYODIDE)]
    command = [*pyodide_command(), "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    count = worker_count()
    shares = [included[first::count] for first in range(count)]
    reports = [REPORTS / f"pyodide-{number}.xml" for number in range(count)]
    # Pyodide sees the repository at another path.
    outputs = [f"--junitxml={report.relative_to(ROOT).as_posix()}" for report in reports]
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda share, output: _call(*command, output, *share), shares, outputs))
    for report, ok in zip(reports, results, strict=True):
        part.read(report, ok)


def pyodide_command() -> list[str | Path]:
    """Return the start of a command that runs a Python module in Pyodide under Node."""
    script = WEB / "build" / "in_pyodide.mjs"
    LIBRARIES.mkdir(parents=True, exist_ok=True)
    return [node(), script, NODE_MODULES, ROOT, LIBRARIES, pure_wheels()[0]]


def _install_libraries(pins: list[str]) -> None:
    pure = ["--python-version=3.14", "--implementation=py", "--abi=none", "--platform=any", "--only-binary=:all:"]
    target = ["--target", str(fresh_folder(LIBRARIES)), "--no-compile", "-q", "--disable-pip-version-check"]
    run([sys.executable, "-m", "pip", "install", *target, *pure, *pins], NETWORK)


def end_to_end(part: Part) -> None:
    """Test the finished site in real browsers."""
    browser = str(ensure_chromium(HEADLESS_SHELL))
    # Each worker waits for about a quarter of its time: for the page's timeouts, animations and servers.
    workers = worker_count(BROWSER_MEMORY) + 1
    _pytest(part, "e2e", *BROWSER_TIMEOUT, workers=workers, QIN_CHROMIUM=browser)


def monkey(part: Part, actions: int, seed: int) -> None:
    """Perform random actions on the finished page."""
    settings = {"QIN_MONKEY": str(actions), "QIN_SEED": str(seed), "QIN_CHROMIUM": str(ensure_chromium(HEADLESS_SHELL))}
    _pytest(part, "e2e/test_monkey.py", workers=worker_count(BROWSER_MEMORY), **settings)
