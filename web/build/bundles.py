"""The client's scripts: each with the modules that it imports, as one small file."""

import json
import subprocess
from functools import cache
from pathlib import Path

from web.build.steps import MODULES, WEB, Failure

ESBUILD = MODULES / "esbuild" / "bin" / "esbuild"
OLDEST = "chrome111,firefox115,safari16.4"
"""The oldest browsers that can run the game."""


def bundle(name: str, *, classic: bool = False, **values: object) -> str:
    """Bundle a module of `web/client/`; a `classic` script leaves nothing behind.

    Values are written into it: `words` where it says `__WORDS__`.
    """
    written = tuple((key.upper(), json.dumps(value, ensure_ascii=False)) for key, value in values.items())
    return _bundle(name, classic, written)


@cache
def _bundle(name: str, classic: bool, values: tuple[tuple[str, str], ...]) -> str:
    command: list[str | Path] = [
        ESBUILD,
        WEB / "client" / name,
        "--bundle",
        "--minify",
        "--charset=utf8",
        f"--format={'iife' if classic else 'esm'}",
        f"--target={OLDEST}",
        *(f"--define:__{key}__={value}" for key, value in values),
        "--external:./qr.js",
        "--log-level=warning",
    ]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=WEB)
    if done.returncode:
        raise Failure(f"web/client/{name} can't be bundled:\n{done.stderr}")
    return done.stdout
