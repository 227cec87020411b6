"""Puts the finished site together: `dist/site/` for any host, `dist/qin.html` as one file."""

import base64
import gzip
import json
import re
import shutil
from pathlib import Path

from web.build import embedding, fonts, guide, learning, pages
from web.build.bundles import bundle
from web.build.environment import node
from web.build.steps import (
    DIST,
    MODULES,
    WEB,
    WORK,
    files_under,
    fingerprint,
    fresh_folder,
    megabytes,
    run,
    say,
    step,
)
from web.build.trimming import LIBRARY, trim_library
from web.build.wheels import LOCK, PYODIDE, pure_wheels
from web.build.workers import write_worker

SITE = DIST / "site"
SINGLE = DIST / "qin.html"
SNAPSHOT = WORK / "snapshot.pack"
WASM = WORK / "python.wasm.pack"
# Where the wheels lie in Python's own file system.
WHEELS_FOLDER = "/lib/qin"
PACKAGES = ("qin-core", "qin-engine")
PYSCRIPT = MODULES / "@pyscript" / "core"


def make_snapshot() -> None:
    """Save the memory of an interpreter that has everything imported, and compress the interpreter itself."""
    trim_library()
    here = Path(__file__).parent
    scripts = [here / "snapshot.mjs", here / "warm.py"]
    key = fingerprint([*pure_wheels(), *scripts, LIBRARY, PYODIDE / "package.json", PYSCRIPT / "package.json"])
    command: list[str | Path] = [node(), scripts[0], MODULES, LIBRARY, WHEELS_FOLDER, snapshot_name(), SNAPSHOT]
    advice = "The lines above say why; Node 20 or later is needed."
    step("memory snapshot", key, [SNAPSHOT], lambda: run([*command, *pure_wheels()], advice))
    step("compressed runtime", fingerprint([PYODIDE / "package.json"]), [WASM], _pack_runtime)


def snapshot_name() -> str:
    """Name what the snapshot was made from, so that the page can tell it from a foreign one."""
    return fingerprint([*pure_wheels(), LIBRARY, PYODIDE / "package.json", PYSCRIPT / "package.json"])[:16]


def _pack_runtime() -> None:
    # Not every host compresses .wasm, so it is stored compressed.
    WASM.write_bytes(gzip.compress((PYODIDE / "pyodide.asm.wasm").read_bytes(), 9, mtime=0))


def make_site(numpy: Path | None) -> None:
    """Assemble both forms of the site."""
    fonts.make_font()
    inputs = files_under(*(place for place in WEB.iterdir() if place != MODULES))
    made = [SNAPSHOT, fonts.FONT, WASM, LIBRARY, LOCK, *pure_wheels(), *([numpy] if numpy else [])]
    key = fingerprint(sorted({*inputs, *made}))
    step("site", key, [SITE / "sw.js", SINGLE], lambda: _assemble(numpy))
    first = sum(file.stat().st_size for file in files_under(SITE))
    say(f"dist/site: {megabytes(first)} as stored; dist/qin.html: {megabytes(SINGLE.stat().st_size)}")


def _versions() -> tuple[str, str]:
    pyodide, pyscript = (json.loads((folder / "package.json").read_text())["version"] for folder in (PYODIDE, PYSCRIPT))
    return pyodide, pyscript


def _assemble(numpy: Path | None) -> None:
    pyodide_version, pyscript_version = _versions()
    pyodide, pyscript = f"pyodide-{pyodide_version}", f"pyscript-{pyscript_version}"
    site = fresh_folder(SITE)
    own = fresh_folder(WORK / "own")
    scripts = [WEB / "offline.mjs", WEB / "unpack.mjs", WEB / "guide.mjs"]
    for name in ("page.js", "host.js", "live.js", "frame.js"):
        (own / name).write_text(bundle(name, classic=name != "page.js"), encoding="utf-8")
    for file in (SNAPSHOT, LOCK, *scripts, *pure_wheels(), *([numpy] if numpy else [])):
        shutil.copyfile(file, own / file.name)
    addresses = {
        "base": f"../../{pyodide}/",
        "wasm": f"../../{pyodide}/{WASM.name}",
        "stdlib": f"../../{pyodide}/{LIBRARY.name}",
        "loader": f"../../{pyodide}/pyodide.mjs",
        "module": f"../../{pyodide}/pyodide.asm.mjs",
        "snapshot": f"./{SNAPSHOT.name}",
        "lock": f"./{LOCK.name}",
        "unpack": "./unpack.mjs",
        **{wheel.name: f"./{wheel.name}" for wheel in pure_wheels()},
    }
    runtime = _runtime(pyodide_version, addresses)
    (own / "runtime.mjs").write_text(runtime, encoding="utf-8")
    extras = ["numpy"] if numpy else []
    modules = [f"{pyscript}/{name}" for name in _pyscript_files()]
    described = [*pages.site_pages(), *embedding.pages(), *learning.pages(), *guide.pages()]
    unnamed = pages.Site("", modules, list(PACKAGES), extras)
    version = fingerprint(files_under(own), *(unnamed.write(page) for page in described))[:12]

    (site / "v").mkdir()
    shutil.copytree(own, site / "v" / version)
    _copy(PYODIDE, ["pyodide.mjs", "pyodide.asm.mjs"], site / pyodide)
    for file in (WASM, LIBRARY):
        shutil.copyfile(file, site / pyodide / file.name)
    _copy(PYSCRIPT / "dist", _pyscript_files(), site / pyscript)
    shutil.copytree(WEB / "icons", site / "icons")
    (site / "fonts").mkdir()
    for file, name in ((fonts.FONT, fonts.PATH), (fonts.PACKAGE / "LICENSE", "fonts/LICENSE")):
        shutil.copyfile(file, site / name)
    shutil.copyfile(WEB / "manifest.webmanifest", site / "manifest.webmanifest")
    written = {page.path: unnamed._replace(version=version).write(page) for page in described}
    for path, text in {**written, **embedding.files(), **learning.files(), **guide.files()}.items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    # GitHub Pages must not run the folder through its own site generator.
    (site / ".nojekyll").touch()
    write_worker(site, version)
    _write_single(runtime)


def _copy(source: Path, names: list[str], target: Path) -> None:
    target.mkdir()
    for name in names:
        text = (source / name).read_bytes()
        # Source maps stay behind, so nothing may point to them.
        (target / name).write_bytes(re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", text))


def _pyscript_files() -> list[str]:
    """Follow PyScript's static imports from its entry; of its plugins it asks for the errors' one in any case."""
    dist = PYSCRIPT / "dist"
    names: set[str] = set()
    waiting = ["core.js", *(file.name for file in dist.glob("error-*.js"))]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            code = (dist / name).read_text(encoding="utf-8")
            waiting += re.findall(r"(?:from|import)\s*[\"']\./([\w.-]+\.js)[\"']", code)
    return ["core.js", *sorted(names - {"core.js"})]


def _runtime(version: str, addresses: dict[str, str]) -> str:
    wheels = pure_wheels()
    parts = [WASM, LIBRARY, SNAPSHOT, *wheels]
    settings = {
        "version": version,
        "files": addresses,
        "packed": ["wasm", "snapshot"],
        "bytes": sum(file.stat().st_size for file in parts),
        "folder": WHEELS_FOLDER,
        "snapshot": snapshot_name(),
        # A gzip file ends with the size of what is in it.
        "memory": int.from_bytes(SNAPSHOT.read_bytes()[-4:], "little"),
        "wheels": [
            {"package": package, "name": wheel.name, "file": wheel.name}
            for package, wheel in zip(PACKAGES, wheels, strict=True)
        ],
    }
    code = (WEB / "runtime.mjs").read_text(encoding="utf-8")
    return code.replace("__SETTINGS__", json.dumps(settings, indent=2))


def _write_single(runtime: str) -> None:
    modules = {"runtime": runtime, "loader": _text("pyodide.mjs"), "module": _text("pyodide.asm.mjs")}
    packed = {"wasm": WASM, "stdlib": LIBRARY, "snapshot": SNAPSHOT, "lock": LOCK}
    packed |= {wheel.name: wheel for wheel in pure_wheels()}
    inside = {
        **{name: base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode() for name, text in modules.items()},
        **{name: base64.b64encode(file.read_bytes()).decode() for name, file in packed.items()},
    }
    SINGLE.write_text(pages.single_page(inside), encoding="utf-8")


def _text(name: str) -> str:
    return re.sub(r"\n//# sourceMappingURL=\S+\s*$", "\n", (PYODIDE / name).read_text(encoding="utf-8"))
