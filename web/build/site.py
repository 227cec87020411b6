"""Assemble the finished site: `dist/site/` for any host, `dist/qin.html` as a single file."""

import base64
import gzip
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from web.build import compress, docs, embedding, fonts, guide, interpreter, learning, pages
from web.build.bundles import bundle, write_worker
from web.build.snapshot import PACKED_CODE, PYSCRIPT, SIZES, SNAPSHOT, WHEELS_FOLDER, snapshot_name
from web.build.steps import (
    DIST,
    NODE_MODULES,
    WEB,
    WORK,
    Failure,
    file_hash,
    files_under,
    fingerprint,
    fresh_folder,
    megabytes,
    say,
    step,
)
from web.build.trim_archives import packed_archives, trimmed_wheels
from web.build.wheels import LOCK, PYODIDE

SITE = DIST / "site"
SINGLE = DIST / "qin.html"
MAX_SINGLE_BYTES = 10_500_000
"""The size of the single file, in bytes, above which a build fails."""
PACKAGES = ("qin-core", "qin-engine")
# Some static servers don't know the media type of .mjs files.
RUNTIME_SCRIPTS = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}


def make_site() -> None:
    """Assemble both forms of the site."""
    inputs = files_under(*(path for path in WEB.iterdir() if path != NODE_MODULES))
    packed = [SNAPSHOT, PACKED_CODE, *_interpreter_files().values(), *packed_archives().values()]
    key = fingerprint(sorted({*inputs, *packed, *(face.file for face in fonts.FACES), LOCK}))
    step("site", key, [SITE / "sw.js", SINGLE], _assemble)
    docs.make_docs(SITE)
    site_bytes = sum(file.stat().st_size for file in files_under(SITE))
    say(f"dist/site: {megabytes(site_bytes)} as stored; dist/qin.html: {megabytes(SINGLE.stat().st_size)}")


def check_size() -> None:
    """Refuse a single file that is too large to send or to keep on a phone."""
    size = SINGLE.stat().st_size
    if size > MAX_SINGLE_BYTES:
        raise Failure(f"dist/qin.html has {megabytes(size)}: at most {megabytes(MAX_SINGLE_BYTES)} are allowed.")


def _versions() -> tuple[str, str]:
    pyodide, pyscript = (json.loads((folder / "package.json").read_text())["version"] for folder in (PYODIDE, PYSCRIPT))
    return pyodide, pyscript


def _assemble() -> None:
    """Write the site: the files of a version in `v/VERSION/`, Pyodide and PyScript in folders named by version."""
    pyodide_version, pyscript_version = _versions()
    pyscript = f"pyscript-{pyscript_version}"
    site = fresh_folder(DIST / "site.new")
    version_folder = fresh_folder(WORK / "own")
    library, *wheels = packed_archives().values()
    for file in (SNAPSHOT, PACKED_CODE, *wheels):
        shutil.copyfile(file, version_folder / file.name)
    all_pages = [*pages.site_pages(), *embedding.pages(), *learning.pages(), *guide.pages()]
    scripts = scripts_by_name()
    for name, text in {**scripts, **pages.shared_files(all_pages)}.items():
        (version_folder / name).write_text(text, encoding="utf-8")
    shared = fresh_folder(WORK / "shared") / "pyodide"
    _copy(interpreter.RUNTIME, RUNTIME_SCRIPTS, shared)
    for file in (*_interpreter_files().values(), library):
        shutil.copyfile(file, shared / file.name)
    # The hash changes the address when the same Pyodide is split differently.
    shared = shared.rename(shared.with_name(f"pyodide-{pyodide_version}-{fingerprint(files_under(shared))[:8]}"))
    pyodide = shared.name
    runtime = _runtime(pyodide_version, version_folder, shared)
    (version_folder / "runtime.js").write_text(runtime, encoding="utf-8")
    modules = [f"{pyscript}/{name}" for name in _pyscript_files()]
    needed_first = [f"{pyodide}/{name}" for name in (*RUNTIME_SCRIPTS.values(), interpreter.parts()["wasm"].name)]
    unversioned = pages.Site("", modules, list(PACKAGES), needed_first)
    version = fingerprint(files_under(version_folder), *(unversioned.write(page) for page in all_pages))[:12]

    (site / "v").mkdir()
    shutil.copytree(version_folder, site / "v" / version)
    shutil.copytree(shared, site / pyodide)
    _copy(PYSCRIPT / "dist", {name: name for name in _pyscript_files()}, site / pyscript)
    _copy_assets(site)
    html = {page.path: unversioned._replace(version=version).write(page) for page in all_pages}
    for path, text in {**html, **embedding.files(), **learning.files(), **guide.files()}.items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    write_worker(site, version)
    # Replace the folder in one step: a server may be reading the old site.
    shutil.rmtree(SITE, ignore_errors=True)
    site.rename(SITE)
    _write_single(runtime, scripts["unpack.js"])


def _copy_assets(site: Path) -> None:
    """Copy the icons, the fonts and the manifest."""
    shutil.copytree(WEB / "icons", site / "icons")
    (site / "fonts").mkdir()
    for face in fonts.FACES:
        shutil.copyfile(face.file, site / "fonts" / face.name)
        shutil.copyfile(face.licence, site / "fonts" / f"LICENSE-{face.package}")
    shutil.copyfile(WEB / "manifest.webmanifest", site / "manifest.webmanifest")
    # Without this file, GitHub Pages runs its own site generator on the folder.
    (site / ".nojekyll").touch()


def _interpreter_files() -> dict[str, Path]:
    return interpreter.parts() | interpreter.fallback()


MODULE_SCRIPTS = ("page.js", "qr.js", "guide.js", "boot/updates.js", "boot/unpack.js")
CLASSIC_SCRIPTS = ("embed/engine_page.js", "embed/board_client.js", "embed/embed_page.js")


def scripts_by_name() -> dict[str, str]:
    """Bundle the scripts that pages load by name."""
    scripts = {Path(name).name: bundle(name) for name in MODULE_SCRIPTS}
    scripts["unpack.js"] = scripts["unpack.js"].replace("__DECODER__", json.dumps(compress.decoder()))
    return scripts | {Path(name).name: bundle(name, classic=True) for name in CLASSIC_SCRIPTS}


def _copy(source: Path, names: Mapping[str, str], target: Path) -> None:
    """Copy scripts to a new folder, under new names."""
    target.mkdir()
    for name, new_name in names.items():
        (target / new_name).write_text(_read_script(source / name), encoding="utf-8")


def _read_script(file: Path) -> str:
    """Read a third-party script and adapt it to the site."""
    # Source maps aren't shipped, so nothing may point to them.
    return re.sub(r"\n//# sourceMappingURL=\S+\s*$", "\n", file.read_text(encoding="utf-8"))


def _pyscript_files() -> list[str]:
    """List the files that PyScript imports, including its error plugin, which it always imports."""
    dist = PYSCRIPT / "dist"
    names: set[str] = set()
    queue = ["core.js", *(file.name for file in dist.glob("error-*.js"))]
    while queue:
        name = queue.pop()
        if name not in names:
            names.add(name)
            code = (dist / name).read_text(encoding="utf-8")
            queue += re.findall(r"(?:from|import)\s*[\"']\./([\w.-]+\.js)[\"']", code)
    return ["core.js", *sorted(names - {"core.js"})]


def _runtime(pyodide_version: str, version_folder: Path, shared: Path) -> str:
    """Write the script that starts Python, with the address, size and hash of each file that it loads."""
    library, *wheels = packed_archives().values()
    sizes = json.loads(SIZES.read_text())
    base = f"../../{shared.name}/"
    paths = {
        **{name: shared / file.name for name, file in _interpreter_files().items()},
        "library": shared / library.name,
        "loader": shared / RUNTIME_SCRIPTS["pyodide.mjs"],
        "module": shared / RUNTIME_SCRIPTS["pyodide.asm.mjs"],
        "snapshot": version_folder / SNAPSHOT.name,
        "cold": version_folder / PACKED_CODE.name,
        "unpack": version_folder / "unpack.js",
        **{wheel.name: version_folder / file.name for wheel, file in zip(trimmed_wheels(), wheels, strict=True)},
    }
    settings = {
        "version": pyodide_version,
        "base": base,
        "files": {
            name: {
                "address": f"{base if file.parent == shared else './'}{file.name}",
                "hash": file_hash(file),
                "size": file.stat().st_size,
                **({"compile": True} if name in _interpreter_files() else {}),
            }
            for name, file in paths.items()
        },
        "bytes": sum(paths[name].stat().st_size for name in ("wasm", "snapshot")),
        "lock": LOCK.read_text(),
        "folder": WHEELS_FOLDER,
        "snapshot": snapshot_name(),
        **{name: sizes[name] for name in ("memory", "data", "chain", "hashes")},
        "wheels": [
            {"package": package, "name": wheel.name} for package, wheel in zip(PACKAGES, trimmed_wheels(), strict=True)
        ],
    }
    return bundle("boot/runtime.js").replace("__SETTINGS__", json.dumps(settings, indent=2))


def _write_single(runtime: str, unpack: str) -> None:
    """Write the single file, with scripts and binary files as base64."""
    scripts = {"loader": "pyodide.mjs", "module": "pyodide.asm.mjs"}
    modules = {"runtime": runtime, "unpack": unpack} | {
        name: _read_script(interpreter.RUNTIME / file) for name, file in scripts.items()
    }
    binaries = interpreter.parts() | packed_archives() | {"snapshot": SNAPSHOT, "cold": PACKED_CODE}
    contents = {
        **{name: base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode() for name, text in modules.items()},
        **{name: base64.b64encode(file.read_bytes()).decode() for name, file in binaries.items()},
    }
    SINGLE.write_text(
        pages.single_page(contents, embedding.single_file_script(), embedding.board_style()), encoding="utf-8"
    )
