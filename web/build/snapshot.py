"""Make the memory snapshot from which the page starts Python, and compress it and the interpreter."""

import json
from pathlib import Path

from web.build import compress
from web.build.environment import node
from web.build.steps import MODULES, WORK, fingerprint, run, step
from web.build.trim_archives import LIBRARY, trimmed_wheels
from web.build.wheels import PYODIDE

MEMORY = WORK / "memory"
OMISSIONS = WORK / "memory.json"
SNAPSHOT = WORK / "snapshot.bin"
SIZES = WORK / "snapshot.json"
WASM = WORK / "python.bin"
WHEELS_FOLDER = "/lib/qin"
"""The folder of our wheels in Python's own file system."""
PYSCRIPT = MODULES / "@pyscript" / "core"
_WASM_FILE = PYODIDE / "pyodide.asm.wasm"
_HERE = Path(__file__).parent


def make_memory() -> None:
    """Save the memory of an interpreter that has imported everything."""
    scripts = [_HERE / name for name in ("snapshot.mjs", "prewarm.py", "snapshot_strip.mjs")]
    key = fingerprint([*trimmed_wheels(), *scripts, LIBRARY, PYODIDE / "package.json", PYSCRIPT / "package.json"])
    command: list[str | Path] = [node(), scripts[0], MODULES, LIBRARY, WHEELS_FOLDER, snapshot_name()]
    made = [MEMORY, OMISSIONS]
    advice = "See the error above; Node 20 or later is required."
    step("memory snapshot", key, made, lambda: run([*command, *made, *trimmed_wheels()], advice))


def snapshot_name() -> str:
    """Return a hash of what the snapshot is made from; the page checks it."""
    return fingerprint([*trimmed_wheels(), LIBRARY, PYODIDE / "package.json", PYSCRIPT / "package.json"])[:16]


def compress_snapshot(level: int) -> None:
    """Compress the snapshot, unless it has been compressed at this level or at the best one."""
    best = fingerprint([MEMORY, OMISSIONS, PYODIDE / "package.json", _HERE / "compress.py"])
    key = best if level == compress.BEST else f"{best} {level}"
    step("compressed snapshot", key, [SNAPSHOT, SIZES], lambda: _compress_snapshot(level), also_good=[best])


def compress_runtime(level: int) -> None:
    """Compress the interpreter, unless it has been compressed at this level or at the best one."""
    best = fingerprint([PYODIDE / "package.json", _HERE / "compress.py"])
    key = best if level == compress.BEST else f"{best} {level}"
    content = _WASM_FILE.read_bytes
    step("compressed runtime", key, [WASM], lambda: WASM.write_bytes(compress.pack(content(), level)), also_good=[best])


def _compress_snapshot(level: int) -> None:
    difference = compress.Difference(MEMORY.read_bytes(), _WASM_FILE.read_bytes())
    SNAPSHOT.write_bytes(compress.pack(difference.content, level))
    sizes = {"memory": difference.memory, "data": difference.data}
    SIZES.write_text(json.dumps(sizes | json.loads(OMISSIONS.read_text())))
