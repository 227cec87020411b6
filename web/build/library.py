"""Python's standard library without what no page of ours can use: a fifth less to load."""

import re
import zipfile

from web.build.steps import WORK, fingerprint, step
from web.build.wheels import PYODIDE

LIBRARY = WORK / "python_stdlib.zip"
# Tools for terminals, servers and processes; mail; and the alphabets of old files, but for the one that zip files use.
UNUSED = re.compile(
    r"(_pyrepl|multiprocessing|wsgiref|xmlrpc)/"
    r"|(bdb|ftplib|imaplib|mailbox|pdb|pickletools|poplib|pydoc|smtplib|socketserver|trace|webbrowser)\.py"
    r"|encodings/(?!cp437)(big5|cp|euc|gb|hp|hz|iso2022|iso8859_1\d|iso8859_[2-9]|johab|koi8|kz|mac|palmos|ptcp|shift|tis)"
)


def trim_library() -> None:
    """Write the library that the site carries and the snapshot is made with."""
    step("standard library", fingerprint([PYODIDE / "package.json"], UNUSED.pattern), [LIBRARY], _trim)


def _trim() -> None:
    with zipfile.ZipFile(PYODIDE / LIBRARY.name) as whole, zipfile.ZipFile(LIBRARY, "w") as trimmed:
        for entry in whole.infolist():
            if not UNUSED.match(entry.filename):
                trimmed.writestr(entry, whole.read(entry), compresslevel=9)
