"""Make the memory snapshot from which the page starts Python, and compress it."""

import json
from pathlib import Path

from web.build import compress
from web.build.environment import node
from web.build.interpreter import FIRST, RUNTIME, SCRIPTS, SECOND, WHOLE, is_split
from web.build.steps import NODE_MODULES, WORK, fingerprint, run, step
from web.build.trim_archives import LIBRARY, trimmed_wheels

MEMORY = WORK / "memory"
OMISSIONS = WORK / "memory.json"
COLD_CODE = WORK / "cold.marshal"
"""The code of the functions that the start of the page doesn't call."""
SNAPSHOT = WORK / "snapshot.bin"
PACKED_CODE = WORK / "cold.bin"
SIZES = WORK / "snapshot.json"
WHEELS_FOLDER = "/lib/qin"
"""The folder of our wheels in Python's own file system."""
PYSCRIPT = NODE_MODULES / "@pyscript" / "core"
_HERE = Path(__file__).parent
_SCRIPTS = ("snapshot.mjs", "snapshot_strip.mjs", "prewarm.py", "rehearsal.py", "cold_code.py")


def make_memory(*, quick: bool = False) -> None:
    """Save the memory of an interpreter after all imports; `quick` keeps code that the start doesn't need."""
    scripts = [_HERE / name for name in _SCRIPTS]
    best = fingerprint([*scripts], snapshot_name())
    key = f"{best} quick" if quick else best
    command: list[str | Path] = [node(), scripts[0], RUNTIME, PYSCRIPT, LIBRARY, WHEELS_FOLDER, snapshot_name()]
    results = [MEMORY, OMISSIONS, COLD_CODE]
    advice = "See the error above; Node 20 or later is required."
    command += [*results, "quick" if quick else "small", *trimmed_wheels()]
    step("memory snapshot", key, results, lambda: run(command, advice), also_good=[best])


def snapshot_name() -> str:
    """Return a hash of the snapshot's inputs, which the page checks."""
    interpreter = (WHOLE, *(RUNTIME / name for name in SCRIPTS))
    return fingerprint([*trimmed_wheels(), LIBRARY, *interpreter, PYSCRIPT / "package.json"])[:16]


def compress_snapshot(level: int) -> None:
    """Compress the snapshot, unless a result of this level or the best one exists."""
    best = fingerprint([MEMORY, OMISSIONS, COLD_CODE, *_halves(), _HERE / "compress.py"])
    key = best if level == compress.BEST else f"{best} {level}"
    step(
        "compressed snapshot", key, [SNAPSHOT, PACKED_CODE, SIZES], lambda: _compress_snapshot(level), also_good=[best]
    )


def _halves() -> list[Path]:
    return [FIRST, SECOND] if is_split() else [WHOLE]


def _compress_snapshot(level: int) -> None:
    difference = compress.Difference(MEMORY.read_bytes(), *(file.read_bytes() for file in _halves()))
    SNAPSHOT.write_bytes(compress.pack(difference.content, level))
    PACKED_CODE.write_bytes(compress.pack(COLD_CODE.read_bytes(), level))
    sizes = {"memory": difference.snapshot_size, "data": difference.data_end}
    SIZES.write_text(json.dumps(sizes | json.loads(OMISSIONS.read_text())))
