"""Archives without what no page of ours can use: Python's standard library, our wheels, numpy for the computers."""

import re
import zipfile
from pathlib import Path

from web.build.environment import node
from web.build.slim import slim_archive
from web.build.steps import MODULES, WORK, fingerprint, fresh_folder, run, step
from web.build.wheels import PYODIDE, pure_wheels

LIBRARY = WORK / "python_stdlib.zip"
SLIM = WORK / "slim"
# Tools for terminals, servers, processes and tests; mail; XML; encrypted lines; ways of packing that wheels don't use;
# and the alphabets of old files, but for the one that zip files use.
NOT_FOR_A_PAGE = re.compile(
    r"(_pyrepl|compression/zstd|multiprocessing|unittest|wsgiref|xml|xmlrpc)/"
    r"|(_pydatetime|_pyio|antigravity|bdb|bz2|cProfile|compression/(bz2|lzma)|compileall|configparser|difflib|doctest|filecmp|fileinput|ftplib"
    r"|getopt|imaplib|lzma|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|pyclbr"
    r"|pydoc|rlcompleter|sched|shelve|smtplib|socketserver|ssl|statistics|symtable|tabnanny|this|timeit|trace|wave"
    r"|webbrowser|zipapp)\.py"
    r"|encodings/(?!cp437)(big5|cp|euc|gb|hp|hz|iso2022|iso8859_1\d|iso8859_[2-9]|johab|koi8|kz|mac|palmos|ptcp|shift|tis)"
)
# What only compilers read, and numpy's own compiler of Fortran.
FOR_COMPILERS = re.compile(r"numpy/f2py/|.*\.(a|c|h|pxd|pyi)$")
# Training and arenas.
ONLY_FOR_US = re.compile(r"qin_core/lab/")


def trim_library() -> None:
    """Write the standard library that the site carries and the snapshot is made with."""
    here = Path(__file__).parent
    tools = [here / "slim.mjs", here / "slim.py"]
    key = fingerprint([PYODIDE / "package.json", *tools], NOT_FOR_A_PAGE.pattern)
    step("standard library", key, [LIBRARY], lambda: _write_library(tools[0]))


def _write_library(script: Path) -> None:
    """Leave out what no page needs; what is written for a newer Python than this one, that one makes slim."""
    part = WORK / "part.zip"
    _copy_without(NOT_FOR_A_PAGE, PYODIDE / LIBRARY.name, part)
    run([node(), script, MODULES, part, LIBRARY], "The lines above say why; Node 20 or later is needed.")
    part.unlink()


def trim_wheels() -> None:
    """Write our wheels as the site carries them."""
    key = fingerprint([*pure_wheels(), Path(__file__).parent / "slim.py"], ONLY_FOR_US.pattern)
    step("slim wheels", key, [SLIM], lambda: _write_wheels(fresh_folder(SLIM)))


def _write_wheels(folder: Path) -> None:
    part = WORK / "part.zip"
    for wheel in pure_wheels():
        _copy_without(ONLY_FOR_US, wheel, part)
        slim_archive(part, folder / wheel.name, typed=False)
    part.unlink()


def slim_wheels() -> list[Path]:
    """List our own two wheels as the site carries them."""
    return [SLIM / wheel.name for wheel in pure_wheels()]


def trim_numpy(wheel: Path) -> Path:
    """Write numpy's wheel as the site carries it."""
    trimmed = WORK / "numpy" / wheel.name
    trimmed.parent.mkdir(parents=True, exist_ok=True)
    key = fingerprint([wheel], FOR_COMPILERS.pattern)
    step("numpy", key, [trimmed], lambda: _copy_without(FOR_COMPILERS, wheel, trimmed))
    return trimmed


def _copy_without(unused: re.Pattern[str], source: Path, target: Path) -> None:
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as trimmed:
        for entry in whole.infolist():
            if not unused.match(entry.filename):
                trimmed.writestr(entry, whole.read(entry), zipfile.ZIP_DEFLATED, compresslevel=9)
