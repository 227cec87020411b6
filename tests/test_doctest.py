"""The README's Python example and the examples in the core's docstrings run and give what they say."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import qin_core.qin

README = Path(__file__).parent.parent / "README.md"
MODULES = [
    "qin_core.errors",
    *(f"qin_core.qin.{module.name}" for module in pkgutil.iter_modules(qin_core.qin.__path__)),
]


def python_blocks() -> list[str]:
    """Find the README's code blocks that are written as a Python session."""
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [block for block in blocks if ">>>" in block]


def test_the_readme_has_an_example() -> None:
    """A short one, with deal, moves, play and the picture."""
    text = "".join(python_blocks())
    for word in ("Position.deal", ".moves()", ".play(", "svg"):
        assert word in text


@pytest.mark.parametrize("number", range(len(python_blocks())))
def test_the_readmes_example_runs(number: int) -> None:
    """What stands there is what one gets."""
    block = python_blocks()[number]
    example = doctest.DocTestParser().get_doctest(block, {}, f"README example {number + 1}", str(README), 0)
    complaints: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=complaints.append)
    assert not complaints, "".join(complaints)


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module: str) -> None:
    """Every example in a docstring of the core."""
    failed, _ = doctest.testmod(importlib.import_module(module))
    assert failed == 0
