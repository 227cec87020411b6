"""Prepare Pyodide's interpreter: drop unused exports, split it by the recorded profile, compress it."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from web.build import compress
from web.build.halves import Interpreter, Range, split
from web.build.pyodide_script import trim_script
from web.build.steps import WEB, WORK, fingerprint, fresh_folder, say, step
from web.build.wheels import PYODIDE

RUNTIME = WORK / "pyodide"
"""The files of Pyodide that the site ships and the snapshot is made with."""
WHOLE, FIRST, SECOND = (RUNTIME / name for name in ("pyodide.asm.wasm", "first.wasm", "second.wasm"))
PACKED = RUNTIME / "packed"
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
_HERE = Path(__file__).parent
PROFILE = _HERE / "profile.json"
# Our own scripts that use exports of the interpreter by name.
_EXPORT_USERS = (
    *(_HERE / name for name in ("snapshot.mjs", "snapshot_strip.mjs")),
    *(WEB / "client" / "boot" / name for name in ("runtime.js", "snapshot.js")),
)
_TOOLS = tuple(_HERE / name for name in ("interpreter.py", "halves.py", "pyodide_script.py", "wasm.py"))


class Profile(NamedTuple):
    """How to split the interpreter."""

    wasm: str
    """The hash of the `pyodide.asm.wasm` that the profile was recorded with."""
    functions: list[int]
    """The functions of the first half: those that were called."""
    deferred: list[Range]
    """The data of the second half: what only its functions use."""

    @classmethod
    def read(cls, text: str) -> "Profile":
        """Parse the JSON of `write`."""
        profile = json.loads(text)
        runs = [run.partition("-") for run in " ".join(profile["functions"]).split()]
        functions = [index for first, _, last in runs for index in range(int(first), int(last or first) + 1)]
        ranges = (run.split("-") for run in profile["deferred"])
        return cls(profile["wasm"], functions, [(int(start), int(end)) for start, end in ranges])

    def write(self) -> str:
        """Write JSON, with functions as runs of numbers and twelve runs on each line."""
        runs = [str(first) if first == last else f"{first}-{last}" for first, last in _runs(self.functions)]
        lines = [" ".join(runs[start : start + 12]) for start in range(0, len(runs), 12)]
        deferred = [f"{start}-{end}" for start, end in self.deferred]
        return json.dumps({"wasm": self.wasm, "functions": lines, "deferred": deferred}, indent=1) + "\n"


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


def make_interpreter() -> None:
    """Write the interpreter without unused exports, and its halves if the profile fits."""
    key = fingerprint([PYODIDE / "package.json", PROFILE, *_TOOLS, *_EXPORT_USERS])
    step("interpreter", key, [WHOLE, RUNTIME / SCRIPTS[1]], lambda: _write(fresh_folder(RUNTIME)))


def _write(folder: Path) -> None:
    """Write Pyodide's scripts and the interpreter, trimmed and split if script and profile have the expected form."""
    for name in (SCRIPTS[0], "pyodide-lock.json", "package.json"):
        shutil.copyfile(PYODIDE / name, folder / name)
    original = (PYODIDE / WHOLE.name).read_bytes()
    whole = Interpreter(original)
    text = (PYODIDE / SCRIPTS[1]).read_text(encoding="utf-8")
    others = "\n".join(file.read_text(encoding="utf-8") for file in (PYODIDE / SCRIPTS[0], *_EXPORT_USERS))
    script = trim_script(text, others, {export.name.decode() for export in whole.exports})
    if not script:
        say("    pyodide.asm.mjs has an unknown form: it isn't trimmed, and the interpreter isn't split.")
    (folder / SCRIPTS[1]).write_text(script.text if script else text, encoding="utf-8")
    WHOLE.write_bytes(whole.with_exports(script.exports) if script else original)
    if not script:
        return
    profile = Profile.read(PROFILE.read_text())
    if profile.wasm != hashlib.sha256(original).hexdigest():
        say("    The recorded profile belongs to another Pyodide: the interpreter isn't split (docs/building.md).")
        return
    halves = split(Interpreter(WHOLE.read_bytes()), profile.functions, profile.deferred)
    FIRST.write_bytes(halves.first)
    SECOND.write_bytes(halves.second)


def is_split() -> bool:
    """Return whether the interpreter has been split."""
    return FIRST.exists() and SECOND.exists()


def parts() -> dict[str, Path]:
    """Return the compressed files of the interpreter by the names that the page uses."""
    return {name: PACKED / f"{name}.bin" for name in (("wasm", "second") if is_split() else ("wasm",))}


def fallback() -> dict[str, Path]:
    """Return the compressed interpreter for pages that can't load its second half."""
    return {"whole": PACKED / "whole.bin"} if is_split() else {}


def compress_interpreter(level: int) -> None:
    """Compress the interpreter, unless a result of this level or the best one exists."""
    sources = [FIRST, SECOND, WHOLE] if is_split() else [WHOLE]
    results = parts() | fallback()
    best = fingerprint([*sources, _HERE / "compress.py"])
    key = best if level == compress.BEST else f"{best} {level}"
    step(
        "compressed runtime",
        key,
        list(results.values()),
        lambda: _compress(dict(zip(results.values(), sources, strict=True)), level),
        also_good=[best],
    )


def _compress(sources: dict[Path, Path], level: int) -> None:
    fresh_folder(PACKED)
    for file, source in sources.items():
        # The fallback is hardly ever loaded, so a quick compression is enough.
        file.write_bytes(compress.pack(source.read_bytes(), compress.QUICK if file.stem == "whole" else level))
