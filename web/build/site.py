"""Puts the finished site together: `dist/site/` for any host, `dist/qin.html` as one file."""

import base64
import gzip
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from web.build import embedding, fonts, guide, learning, packing, pages
from web.build.bundles import bundle
from web.build.environment import node
from web.build.steps import (
    DIST,
    MODULES,
    WEB,
    WORK,
    file_hash,
    files_under,
    fingerprint,
    fresh_folder,
    megabytes,
    run,
    say,
    step,
)
from web.build.trimming import LIBRARY, slim_wheels, trim_library
from web.build.wheels import LOCK, PYODIDE
from web.build.workers import write_worker

SITE = DIST / "site"
SINGLE = DIST / "qin.html"
MEMORY = WORK / "memory"
OMISSIONS = WORK / "memory.json"
SNAPSHOT = WORK / "snapshot.bin"
SIZES = WORK / "snapshot.json"
WASM = WORK / "python.bin"
# Where the wheels lie in Python's own file system.
WHEELS_FOLDER = "/lib/qin"
PACKAGES = ("qin-core", "qin-engine")
# Plain servers don't know what .mjs is.
RUNTIME_SCRIPTS = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}
PYSCRIPT = MODULES / "@pyscript" / "core"
_WASM_FILE = PYODIDE / "pyodide.asm.wasm"


def make_snapshot() -> None:
    """Save the memory of an interpreter that has everything imported; pack it and the interpreter itself."""
    trim_library()
    here = Path(__file__).parent
    scripts = [here / name for name in ("snapshot.mjs", "warm.py", "lighter.mjs")]
    key = fingerprint([*slim_wheels(), *scripts, LIBRARY, PYODIDE / "package.json", PYSCRIPT / "package.json"])
    command: list[str | Path] = [node(), scripts[0], MODULES, LIBRARY, WHEELS_FOLDER, snapshot_name()]
    advice = "The lines above say why; Node 20 or later is needed."
    made = [MEMORY, OMISSIONS]
    step("memory snapshot", key, made, lambda: run([*command, *made, *slim_wheels()], advice))
    packed = fingerprint([*made, PYODIDE / "package.json", here / "packing.py"])
    step("packed snapshot", packed, [SNAPSHOT, SIZES], _pack_snapshot)
    step("packed runtime", fingerprint([PYODIDE / "package.json", here / "packing.py"]), [WASM], _pack_runtime)


def snapshot_name() -> str:
    """Name what the snapshot was made from, so that the page can tell it from a foreign one."""
    return fingerprint([*slim_wheels(), LIBRARY, PYODIDE / "package.json", PYSCRIPT / "package.json"])[:16]


def _pack_runtime() -> None:
    WASM.write_bytes(packing.pack(_WASM_FILE.read_bytes()))


def _pack_snapshot() -> None:
    difference = packing.Difference(MEMORY.read_bytes(), _WASM_FILE.read_bytes())
    SNAPSHOT.write_bytes(packing.pack(difference.content))
    sizes = {"memory": difference.memory, "data": difference.data}
    sizes |= json.loads(OMISSIONS.read_text())
    SIZES.write_text(json.dumps(sizes))


def make_site(numpy: Path | None) -> None:
    """Assemble both forms of the site."""
    fonts.make_font()
    inputs = files_under(*(place for place in WEB.iterdir() if place != MODULES))
    made = [SNAPSHOT, fonts.FONT, WASM, LIBRARY, LOCK, *slim_wheels(), *([numpy] if numpy else [])]
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
    for file in (SNAPSHOT, *slim_wheels(), *([numpy] if numpy else [])):
        shutil.copyfile(file, own / file.name)
    described = [*pages.site_pages(), *embedding.pages(), *learning.pages(), *guide.pages()]
    scripts = _scripts()
    for name, text in {**scripts, **pages.shared_files(described)}.items():
        (own / name).write_text(text, encoding="utf-8")
    shared = fresh_folder(WORK / "shared") / pyodide
    _copy(PYODIDE, RUNTIME_SCRIPTS, shared)
    for file in (WASM, LIBRARY):
        shutil.copyfile(file, shared / file.name)
    runtime = _runtime(pyodide_version, own, shared)
    (own / "runtime.js").write_text(runtime, encoding="utf-8")
    extras = ["numpy"] if numpy else []
    modules = [f"{pyscript}/{name}" for name in _pyscript_files()]
    first = [f"{pyodide}/{name}" for name in (*RUNTIME_SCRIPTS.values(), WASM.name)]
    unnamed = pages.Site("", modules, list(PACKAGES), extras, first)
    version = fingerprint(files_under(own), *(unnamed.write(page) for page in described))[:12]

    (site / "v").mkdir()
    shutil.copytree(own, site / "v" / version)
    shutil.copytree(shared, site / pyodide)
    _copy(PYSCRIPT / "dist", {name: name for name in _pyscript_files()}, site / pyscript)
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
    _write_single(runtime, scripts["unpack.js"])


BUNDLES = ("page.js", "qr.js", "host.js", "live.js", "frame.js")
MODULES_OF_OURS = ("page.js", "qr.js")


def _scripts() -> dict[str, str]:
    """Give the scripts that pages load by name."""
    unpack = packing.unpacker(pages.read("unpack.js"), pages.read("zstd.js"))
    own = {name: pages.read(name) for name in ("offline.js", "guide.js")}
    return {"unpack.js": unpack, **own, **{name: bundle(name, classic=name not in MODULES_OF_OURS) for name in BUNDLES}}


def _copy(source: Path, names: Mapping[str, str], target: Path) -> None:
    target.mkdir()
    for name, shipped in names.items():
        (target / shipped).write_text(_script(source / name), encoding="utf-8")


def _script(file: Path) -> str:
    """Read a script of somebody else's as we ship it."""
    # Source maps stay behind, so nothing may point to them.
    code = re.sub(r"\n//# sourceMappingURL=\S+\s*$", "\n", file.read_text(encoding="utf-8"))
    # Browsers parse a function in parentheses at once, beside the page's thread, instead of when it is called.
    return re.sub(
        r"^async function (\w+)(\(.*\})\s*export default \1;",
        r"const \1=(async function\2);export default \1;",
        code,
        flags=re.DOTALL,
    )


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


def _runtime(version: str, own: Path, shared: Path) -> str:
    """Tell the script that boots Python where its files lie, how large they are and what they must be."""
    wheels = slim_wheels()
    sizes = json.loads(SIZES.read_text())
    base = f"../../{shared.name}/"
    packed = {"wasm": {"compile": True}, "snapshot": {}}
    places = {
        "wasm": shared / WASM.name,
        "library": shared / LIBRARY.name,
        "loader": shared / RUNTIME_SCRIPTS["pyodide.mjs"],
        "module": shared / RUNTIME_SCRIPTS["pyodide.asm.mjs"],
        "snapshot": own / SNAPSHOT.name,
        "unpack": own / "unpack.js",
        **{wheel.name: own / wheel.name for wheel in wheels},
    }
    settings = {
        "version": version,
        "base": base,
        "files": {
            name: {
                "address": f"{base if file.parent == shared else './'}{file.name}",
                "hash": file_hash(file),
                "size": file.stat().st_size,
                **packed.get(name, {}),
            }
            for name, file in places.items()
        },
        "bytes": sum(places[name].stat().st_size for name in packed),
        "lock": LOCK.read_text(),
        "folder": WHEELS_FOLDER,
        "snapshot": snapshot_name(),
        **{name: sizes[name] for name in ("memory", "data", "chain", "hashes")},
        "wheels": [
            {"package": package, "name": wheel.name, "file": wheel.name}
            for package, wheel in zip(PACKAGES, wheels, strict=True)
        ],
    }
    return pages.read("runtime.js").replace("__SETTINGS__", json.dumps(settings, indent=2))


def _write_single(runtime: str, unpack: str) -> None:
    scripts = {"loader": "pyodide.mjs", "module": "pyodide.asm.mjs"}
    modules = {"runtime": runtime, "unpack": unpack} | {name: _script(PYODIDE / file) for name, file in scripts.items()}
    packed = {"wasm": WASM, "library": LIBRARY, "snapshot": SNAPSHOT}
    packed |= {wheel.name: wheel for wheel in slim_wheels()}
    inside = {
        **{name: base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode() for name, text in modules.items()},
        **{name: base64.b64encode(file.read_bytes()).decode() for name, file in packed.items()},
    }
    SINGLE.write_text(pages.single_page(inside), encoding="utf-8")
