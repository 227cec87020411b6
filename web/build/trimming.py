"""Archives without what no page of ours can use: Python's standard library, and numpy for the computer players."""

import re
import zipfile
from pathlib import Path

from web.build.steps import WORK, fingerprint, step
from web.build.wheels import PYODIDE

LIBRARY = WORK / "python_stdlib.zip"
# Tools for terminals, servers, processes and tests; mail; XML; and the alphabets of old files, but for the one that zip
# files use.
NOT_FOR_A_PAGE = re.compile(
    r"(_pyrepl|multiprocessing|unittest|wsgiref|xml|xmlrpc)/"
    r"|(_pydatetime|_pyio|antigravity|bdb|cProfile|compileall|configparser|difflib|doctest|filecmp|fileinput|ftplib"
    r"|getopt|imaplib|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|pyclbr"
    r"|pydoc|rlcompleter|sched|shelve|smtplib|socketserver|statistics|symtable|tabnanny|this|timeit|trace|wave"
    r"|webbrowser|zipapp)\.py"
    r"|encodings/(?!cp437)(big5|cp|euc|gb|hp|hz|iso2022|iso8859_1\d|iso8859_[2-9]|johab|koi8|kz|mac|palmos|ptcp|shift|tis)"
)
# What only compilers read, and numpy's own compiler of Fortran.
FOR_COMPILERS = re.compile(r"numpy/f2py/|.*\.(a|c|h|pxd|pyi)$")


def trim_library() -> None:
    """Write the standard library that the site carries and the snapshot is made with."""
    key = fingerprint([PYODIDE / "package.json"], NOT_FOR_A_PAGE.pattern)
    whole = PYODIDE / LIBRARY.name
    step("standard library", key, [LIBRARY], lambda: _copy_without(NOT_FOR_A_PAGE, whole, LIBRARY))


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
