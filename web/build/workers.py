"""The service worker: told which files make up this version of the site."""

import json
from pathlib import Path

from web.build.steps import WEB, file_hash, files_under, fingerprint


def write_worker(site: Path, version: str) -> None:
    """Write the worker of a finished site, with the hash of every file."""
    files = [file for file in files_under(site) if file.name not in (".nojekyll", "sw.js")]
    hashes = {file.relative_to(site).as_posix(): file_hash(file) for file in files}
    code = (WEB / "sw.js").read_text(encoding="utf-8")
    whole = fingerprint([], json.dumps(hashes), version)[:12]
    code = code.replace("__VERSION__", whole).replace("__FILES__", json.dumps(hashes, indent=1))
    (site / "sw.js").write_text(code, encoding="utf-8")
