"""The README has a Python example, and the examples in docstrings print the stated results."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from tests.case_counts import IN_PYODIDE

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
# Pyodide has only the core.
PACKAGES = {"qin_core": ROOT} if IN_PYODIDE else {"qin_core": ROOT, "engine": ROOT / "web", "web/build": ROOT}
MODULES = [
    ".".join(file.relative_to(above).with_suffix("").parts)
    for package, above in PACKAGES.items()
    for file in sorted((above / package).rglob("*.py"))
    if ">>>" in file.read_text("utf-8")
]


def python_blocks() -> list[str]:
    """Return the README's Python sessions."""
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [block for block in blocks if ">>>" in block]


def test_the_readme_has_an_example() -> None:
    """It shows deal, moves, play and the picture; `test_docs.py` runs it."""
    text = "".join(python_blocks())
    for word in ("Position.deal", ".moves()", ".play(", "svg"):
        assert word in text


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried
    assert failed == 0
