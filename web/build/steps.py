"""The base of every step of the build: where things are, how progress is told, what a failure says."""

import hashlib
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
WORK = ROOT / "build"
DIST = ROOT / "dist"
MODULES = WEB / "node_modules"


class Failure(Exception):
    """Something the person at the keyboard can mend; its text says how."""


def say(text: str) -> None:
    """Tell progress at once, whatever the output is piped into."""
    print(text, flush=True)


def files_under(*places: Path) -> Iterator[Path]:
    """List the files of some files and folders, in a stable order, without caches."""
    for place in places:
        if place.is_file():
            yield place
        else:
            yield from sorted(f for f in place.rglob("*") if f.is_file() and "__pycache__" not in f.parts)


def fingerprint(files: Iterable[Path], *words: str) -> str:
    """Hash the names and contents of files, and some words."""
    whole = hashlib.sha256()
    for word in words:
        whole.update(f"{word}\0".encode())
    for file in files:
        name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.name
        whole.update(f"{name}\0{file_hash(file)}\0".encode())
    return whole.hexdigest()


def file_hash(file: Path) -> str:
    """Give a file's SHA-256."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def step(name: str, key: str, results: Sequence[Path], work: Callable[[], object]) -> None:
    """Do one step, unless its inputs (the key) are those of last time and its results are still there."""
    stamp = WORK / "stamps" / f"{name.replace(' ', '-')}.json"
    seen = json.loads(stamp.read_text()) if stamp.exists() else None
    if seen == key and all(result.exists() for result in results):
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
    """Run a command quietly and give what it printed; if it fails, show that and say what to do."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
    except FileNotFoundError as error:
        raise Failure(f"{words[0]} was not found. {advice}") from error
    if done.returncode:
        sys.stderr.write(done.stdout[-4000:])
        raise Failure(f"'{' '.join(words[:4])} …' failed (exit code {done.returncode}). {advice}")
    return done.stdout


def fresh_folder(folder: Path) -> Path:
    """Make an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def megabytes(size: int) -> str:
    """Write a number of bytes for people."""
    return f"{size / 1e6:.2f} MB"
