"""Bundle the client's scripts, and write the service worker with the list of the site's files."""

import json
import subprocess
from functools import cache
from pathlib import Path

from web.build.steps import NODE_MODULES, WEB, WORK, Failure, file_hash, files_under, fingerprint, fresh_folder

ESBUILD = NODE_MODULES / "esbuild" / "bin" / "esbuild"
BUNDLES = WORK / "bundles"
"""The last bundles: esbuild would take most of the time in which a changed style sheet gets into the page."""
OLDEST_BROWSERS = "chrome111,firefox115,safari16.4"
"""The oldest browsers that the game supports."""


def bundle(name: str, *, classic: bool = False, **values: object) -> str:
    """Bundle a module of `web/client/` with its imports, as a module or as a `classic` script without globals.

    Each of the `values` replaces a placeholder in the source: `words` replaces `__WORDS__`.
    """
    defines = tuple((key.upper(), json.dumps(value, ensure_ascii=False)) for key, value in values.items())
    return _bundle(name, classic, defines)


@cache
def _folder() -> Path:
    """Return the folder for bundles of the current sources."""
    sources = files_under(WEB / "client", WEB / "package-lock.json", Path(__file__))
    folder = BUNDLES / fingerprint(sources)[:16]
    if not folder.exists():
        fresh_folder(BUNDLES)
        folder.mkdir()
    return folder


@cache
def _bundle(name: str, classic: bool, values: tuple[tuple[str, str], ...]) -> str:
    """Return a stored bundle, or run esbuild and store its result."""
    result = _folder() / fingerprint([], name, str(classic), str(values))[:16]
    if result.exists():
        return result.read_text(encoding="utf-8")
    command: list[str | Path] = [
        ESBUILD,
        WEB / "client" / name,
        "--bundle",
        "--minify",
        "--charset=utf8",
        f"--format={'iife' if classic else 'esm'}",
        f"--target={OLDEST_BROWSERS}",
        *(f"--define:__{key}__={value}" for key, value in values),
        "--external:./qr.js",
        "--log-level=warning",
    ]
    process = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=WEB)
    if process.returncode:
        raise Failure(f"esbuild failed on web/client/{name}:\n{process.stderr}")
    unfinished = result.with_suffix(".new")
    unfinished.write_text(process.stdout, encoding="utf-8")
    unfinished.replace(result)
    return process.stdout


NOT_CACHED = (".nojekyll", "sw.js", "whole.bin")
"""Files that aren't needed offline: `whole.bin` replaces a half of the interpreter that fails to load."""


def write_worker(site: Path, version: str) -> None:
    """Write the service worker of a finished site, with the hash of every file to cache."""
    files = [file for file in files_under(site) if file.name not in NOT_CACHED]
    hashes = {file.relative_to(site).as_posix(): file_hash(file) for file in files}
    code = bundle("boot/sw.js", classic=True)
    version_hash = fingerprint([], json.dumps(hashes), version)[:12]
    code = code.replace("__VERSION__", json.dumps(version_hash)).replace("__FILES__", json.dumps(hashes, indent=1))
    (site / "sw.js").write_text(code, encoding="utf-8")
