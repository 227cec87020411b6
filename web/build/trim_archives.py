"""Remove the parts of Python's standard library and of our own wheels that our pages can't use."""

import re
import zipfile
from pathlib import Path

from web.build import compress
from web.build.environment import node
from web.build.steps import NODE_MODULES, ROOT, WORK, fingerprint, fresh_folder, run, step
from web.build.strip_sources import strip_archive
from web.build.wheels import PYODIDE, pure_wheels

LIBRARY = WORK / "python_stdlib.zip"
TRIMMED = WORK / "trimmed"
PACKED = WORK / "archives"
# Tools for terminals, servers, processes and tests; mail; XML; TLS; compression formats that wheels don't use; legacy
# encodings except the one in zip files.
NOT_FOR_A_PAGE = re.compile(
    r"(_pyrepl|compression/zstd|multiprocessing|unittest|wsgiref|xml|xmlrpc)/"
    r"|(_pydatetime|_pyio|antigravity|bdb|bz2|cProfile|compression/(bz2|lzma)|compileall|configparser|difflib|doctest|filecmp|fileinput|ftplib"
    r"|getopt|imaplib|lzma|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|pyclbr"
    r"|pydoc|rlcompleter|sched|shelve|smtplib|socketserver|ssl|statistics|symtable|tabnanny|this|timeit|trace|wave"
    r"|webbrowser|zipapp)\.py"
    r"|encodings/(?!cp437)(big5|cp|euc|gb|hp|hz|iso2022|iso8859_1\d|iso8859_[2-9]|johab|koi8|kz|mac|palmos|ptcp|shift|tis)"
)
# Training and arenas.
RESEARCH = re.compile(r"qin_core/lab/")


def trim_library() -> None:
    """Trim the standard library for the site and the snapshot."""
    here = Path(__file__).parent
    tools = [here / "in_pyodide.mjs", here / "strip_sources.py"]
    key = fingerprint([PYODIDE / "package.json", *tools], NOT_FOR_A_PAGE.pattern)
    step("standard library", key, [LIBRARY], lambda: _write_library(tools[0]))


def _write_library(script: Path) -> None:
    unstripped = WORK / "library-part.zip"
    unstripped.parent.mkdir(parents=True, exist_ok=True)
    _copy_without(NOT_FOR_A_PAGE, PYODIDE / LIBRARY.name, unstripped)
    names = [f"/folder/{file.name}" for file in (unstripped, LIBRARY)]
    run(
        [node(), script, NODE_MODULES, ROOT, WORK, "", "web.build.strip_sources", *names],
        "See the error above; Node 20 or later is required.",
    )
    unstripped.unlink()


def trim_wheels() -> None:
    """Trim our wheels for the site."""
    key = fingerprint([*pure_wheels(), Path(__file__).parent / "strip_sources.py"], RESEARCH.pattern)
    step("trimmed wheels", key, [TRIMMED], lambda: _write_wheels(fresh_folder(TRIMMED)))


def _write_wheels(folder: Path) -> None:
    unstripped = WORK / "wheel-part.zip"
    for wheel in pure_wheels():
        _copy_without(RESEARCH, wheel, unstripped)
        strip_archive(unstripped, folder / wheel.name, keep_types=False)
    unstripped.unlink()


def trimmed_wheels() -> list[Path]:
    """Return our two wheels after trimming."""
    return [TRIMMED / wheel.name for wheel in pure_wheels()]


def packed_archives() -> dict[str, Path]:
    """Return the compressed archives by the names that the page uses: `library`, and each wheel's own name."""
    return {"library": PACKED / "library.bin"} | {
        wheel.name: PACKED / f"{wheel.name.partition('-')[0]}.bin" for wheel in trimmed_wheels()
    }


def compress_archives(level: int) -> None:
    """Compress the archives, unless they have been compressed at this level or at the best one."""
    sources, results = [LIBRARY, *trimmed_wheels()], list(packed_archives().values())
    best = fingerprint([*sources, Path(compress.__file__)])
    key = best if level == compress.BEST else f"{best} {level}"
    step("compressed archives", key, results, lambda: _compress(sources, results, level), also_good=[best])


def _compress(sources: list[Path], results: list[Path], level: int) -> None:
    fresh_folder(PACKED)
    for source, result in zip(sources, results, strict=True):
        result.write_bytes(compress.pack(source.read_bytes(), level))


def _copy_without(unused: re.Pattern[str], source: Path, target: Path) -> None:
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as trimmed:
        for entry in whole.infolist():
            if not unused.match(entry.filename):
                trimmed.writestr(entry, whole.read(entry), zipfile.ZIP_DEFLATED, compresslevel=9)
