"""Basics of the build: folders, steps that run only when needed, progress and failures."""

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
MODULES = WEB / "node_modules"
STARTED = "QIN_STARTED"
"""The environment variable with the time at which the command was started."""
T = TypeVar("T")


class Failure(Exception):
    """An error that the user can fix; the message says how."""


_PRINTING = threading.Lock()


def say(text: str) -> None:
    """Print a line at once, even into a pipe, and in one piece, even from several threads."""
    with _PRINTING:
        print(text, flush=True)


def files_under(*places: Path) -> Iterator[Path]:
    """Yield files, and all files in folders, in a stable order, without caches."""
    for place in places:
        if place.is_file():
            yield place
        else:
            yield from sorted(f for f in place.rglob("*") if f.is_file() and "__pycache__" not in f.parts)


def fingerprint(files: Iterable[Path], *words: str) -> str:
    """Hash the names and contents of files, and some strings."""
    whole = hashlib.sha256()
    for word in words:
        whole.update(f"{word}\0".encode())
    for file in files:
        name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.name
        whole.update(f"{name}\0{file_hash(file)}\0".encode())
    return whole.hexdigest()


def file_hash(file: Path) -> str:
    """Return a file's SHA-256."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def step(
    name: str, key: str, results: Sequence[Path], work: Callable[[], object], *, also_good: Sequence[str] = ()
) -> None:
    """Run a step, unless its results are there and were made with the same key, or one that is `also_good`."""
    stamp = WORK / "stamps" / f"{name.replace(' ', '-')}.json"
    seen = json.loads(stamp.read_text()) if stamp.exists() else None
    if seen in (key, *also_good) and all(result.exists() for result in results):
        say(f"  = {name}")
        return
    say(f"  … {name}")
    stamp.unlink(missing_ok=True)
    began = time.perf_counter()
    work()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(json.dumps(key))
    say(f"  ✓ {name} ({time.perf_counter() - began:.1f} s)")


def run(
    command: Sequence[str | Path],
    advice: str,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> str:
    """Run a command and return its output; if it fails, print the output and raise a failure with advice."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
    except FileNotFoundError as error:
        raise Failure(f"Command not found: {words[0]}. {advice}") from error
    if done.returncode:
        sys.stderr.write(done.stdout[-4000:])
        raise Failure(f"`{' '.join(words[:4])} …` failed with exit code {done.returncode}. {advice}")
    return done.stdout


def fresh_folder(folder: Path) -> Path:
    """Create an empty folder, deleting an existing one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def megabytes(size: int) -> str:
    """Format a number of bytes."""
    return f"{size / 1e6:.2f} MB"


class Tasks:
    """Run tasks side by side in threads; each starts when those it comes after are done."""

    def __init__(self) -> None:
        """Start a pool with more threads than a build has tasks: waiting tasks cost nothing."""
        self._pool = ThreadPoolExecutor(max_workers=32)

    def start(self, work: Callable[[], T], *after: Future[Any]) -> Future[T]:
        """Start a task as soon as others have succeeded; it fails with them."""

        def wait_and_work() -> T:
            for future in after:
                future.result()
            return work()

        return self._pool.submit(wait_and_work)

    def __enter__(self) -> Self:
        """Return the tasks."""
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for running tasks; after a failure, start no others."""
        self._pool.shutdown(wait=True, cancel_futures=True)
