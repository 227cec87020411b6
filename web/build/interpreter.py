"""Prepare Pyodide's interpreter: drop unused exports, divide it by the recorded profile, compress it."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from web.build import compress
from web.build.halves import Interpreter, divide, trim_script
from web.build.steps import WEB, WORK, fingerprint, fresh_folder, say, step
from web.build.wheels import PYODIDE

RUNTIME = WORK / "pyodide"
"""The files of Pyodide that the site ships and the snapshot is made with."""
WHOLE, FIRST, SECOND = (RUNTIME / name for name in ("pyodide.asm.wasm", "first.wasm", "second.wasm"))
PACKED = RUNTIME / "packed"
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
_HERE = Path(__file__).parent
PROFILE = _HERE / "profile.json"
# These name exports of the interpreter.
_USERS = (
    *(_HERE / name for name in ("snapshot.mjs", "snapshot_strip.mjs")),
    *(WEB / "client" / "boot" / name for name in ("runtime.js", "snapshot.js")),
)
_TOOLS = tuple(_HERE / name for name in ("interpreter.py", "halves.py", "wasm.py"))


class Profile(NamedTuple):
    """What the first half has: functions that were called, and no data that only other functions use."""

    wasm: str
    functions: list[int]
    later: list[tuple[int, int]]

    @classmethod
    def read(cls, text: str) -> "Profile":
        """Read what `write` has written."""
        written = json.loads(text)
        runs = [run.partition("-") for run in " ".join(written["functions"]).split()]
        functions = [each for first, _, last in runs for each in range(int(first), int(last or first) + 1)]
        stretches = (run.split("-") for run in written["later"])
        return cls(written["wasm"], functions, [(int(start), int(end)) for start, end in stretches])

    def write(self) -> str:
        """Write runs of functions, some on each line."""
        runs = [str(first) if first == last else f"{first}-{last}" for first, last in _runs(self.functions)]
        lines = [" ".join(runs[start : start + 12]) for start in range(0, len(runs), 12)]
        later = [f"{start}-{end}" for start, end in self.later]
        return json.dumps({"wasm": self.wasm, "functions": lines, "later": later}, indent=1) + "\n"


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
    key = fingerprint([PYODIDE / "package.json", PROFILE, *_TOOLS, *_USERS])
    step("interpreter", key, [WHOLE, RUNTIME / SCRIPTS[1]], lambda: _write(fresh_folder(RUNTIME)))


def _write(folder: Path) -> None:
    for name in (SCRIPTS[0], "pyodide-lock.json", "package.json"):
        shutil.copyfile(PYODIDE / name, folder / name)
    original = (PYODIDE / WHOLE.name).read_bytes()
    whole = Interpreter(original)
    text = (PYODIDE / SCRIPTS[1]).read_text(encoding="utf-8")
    others = "\n".join(file.read_text(encoding="utf-8") for file in (PYODIDE / SCRIPTS[0], *_USERS))
    script = trim_script(text, others, {export.name.decode() for export in whole.exports})
    if not script:
        say("    pyodide.asm.mjs has an unknown form: it stays whole, and so does the interpreter.")
    (folder / SCRIPTS[1]).write_text(script.text if script else text, encoding="utf-8")
    WHOLE.write_bytes(whole.with_exports(script.exports) if script else original)
    if not script:
        return
    profile = Profile.read(PROFILE.read_text())
    if profile.wasm != hashlib.sha256(original).hexdigest():
        say("    The recorded profile belongs to another Pyodide: the interpreter stays whole (docs/building.md).")
        return
    halves = divide(Interpreter(WHOLE.read_bytes()), profile.functions, profile.later)
    FIRST.write_bytes(halves.first)
    SECOND.write_bytes(halves.second)


def divided() -> bool:
    """Tell whether the interpreter has been divided."""
    return FIRST.exists() and SECOND.exists()


def parts() -> dict[str, Path]:
    """Return the compressed files of the interpreter by the names that the page uses."""
    return {name: PACKED / f"{name}.bin" for name in (("wasm", "second") if divided() else ("wasm",))}


def fallback() -> dict[str, Path]:
    """Return the compressed interpreter for pages that can't load its second half."""
    return {"whole": PACKED / "whole.bin"} if divided() else {}


def compress_interpreter(level: int) -> None:
    """Compress the interpreter, unless it has been compressed at this level or at the best one."""
    sources = [FIRST, SECOND, WHOLE] if divided() else [WHOLE]
    made = parts() | fallback()
    best = fingerprint([*sources, _HERE / "compress.py"])
    key = best if level == compress.BEST else f"{best} {level}"
    step(
        "compressed runtime",
        key,
        list(made.values()),
        lambda: _compress(dict(zip(made.values(), sources, strict=True)), level),
        also_good=[best],
    )


def _compress(sources: dict[Path, Path], level: int) -> None:
    fresh_folder(PACKED)
    for file, source in sources.items():
        # The fallback is hardly ever loaded: a quick compression will do.
        file.write_bytes(compress.pack(source.read_bytes(), compress.QUICK if file.stem == "whole" else level))
