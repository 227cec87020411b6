"""Basics of the build: folders, cached steps, parallel tasks, progress and failures."""

import hashlib
import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
WORK = ROOT / "build"
DIST = ROOT / "dist"
NODE_MODULES = WEB / "node_modules"
STARTED = "QIN_STARTED"
"""The environment variable with the start time of the command."""
MAX_SHOWN = 4000
"""How many characters of a failed command's output to show, from its end."""
T = TypeVar("T")


class Failure(Exception):
    """An error that the user can fix; the message explains how."""


_PRINTING = threading.Lock()


def say(text: str) -> None:
    """Print a text and flush it; texts from different threads don't mix."""
    with _PRINTING:
        print(text, flush=True)


def files_under(*paths: Path) -> Iterator[Path]:
    """Yield files, and all files in folders except bytecode, in a stable order."""
    for path in paths:
        if path.is_file():
            yield path
        else:
            yield from sorted(file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


def fingerprint(files: Iterable[Path], *strings: str) -> str:
    """Hash the names and contents of files, and some strings."""
    digest = hashlib.sha256()
    for text in strings:
        digest.update(f"{text}\0".encode())
    for file in files:
        name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.name
        digest.update(f"{name}\0{file_hash(file)}\0".encode())
    return digest.hexdigest()


def file_hash(file: Path) -> str:
    """Return a file's SHA-256."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def step(
    name: str, key: str, results: Sequence[Path], work: Callable[[], object], *, also_good: Sequence[str] = ()
) -> None:
    """Run a step, unless its results exist and its last key was the same one or one of `also_good`."""
    stamp = WORK / "stamps" / f"{name.replace(' ', '-')}.json"
    previous_key = json.loads(stamp.read_text()) if stamp.exists() else None
    if previous_key in (key, *also_good) and all(result.exists() for result in results):
        say(f"  = {name}")
        return
    say(f"  … {name}")
    stamp.unlink(missing_ok=True)
    start = time.perf_counter()
    work()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(json.dumps(key))
    say(f"  ✓ {name} ({time.perf_counter() - start:.1f} s)")


def run(
    command: Sequence[str | Path],
    advice: str,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> str:
    """Run a command and return its output; if it fails, print its last output and raise a `Failure` with advice."""
    arguments = [str(word) for word in command]
    try:
        process = subprocess.run(
            arguments, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
    except FileNotFoundError as error:
        raise Failure(f"Command not found: {arguments[0]}. {advice}") from error
    if process.returncode:
        sys.stderr.write(process.stdout[-MAX_SHOWN:])
        raise Failure(f"`{' '.join(arguments[:4])} …` failed with exit code {process.returncode}. {advice}")
    return process.stdout


def fresh_folder(folder: Path) -> Path:
    """Create an empty folder, deleting an existing one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def megabytes(size: int) -> str:
    """Format a number of bytes."""
    return f"{size / 1e6:.2f} MB"


class Tasks:
    """Runs tasks in parallel threads; each starts when the tasks that it depends on have finished."""

    def __init__(self) -> None:
        """Start a pool with more threads than the build has tasks: a waiting task occupies its thread."""
        self._pool = ThreadPoolExecutor(max_workers=32)

    def start(self, work: Callable[[], T], *after: Future[Any]) -> Future[T]:
        """Start a task after others have succeeded; if one of them fails, so does this task."""

        def wait_and_work() -> T:
            for future in after:
                future.result()
            return work()

        return self._pool.submit(wait_and_work)

    def __enter__(self) -> Self:
        """Return the tasks."""
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for running tasks, and cancel those that haven't started."""
        self._pool.shutdown(wait=True, cancel_futures=True)
