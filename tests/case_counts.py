"""How much to test: a part of the random cases is enough inside Pyodide, which is slow, and for `test --fast`."""

import os
import sys

from hypothesis import settings

IN_PYODIDE = sys.platform == "emscripten"
QUICK = IN_PYODIDE or os.environ.get("QIN_QUICK") == "1"


def cases(count: int) -> int:
    """Say how many cases of so many to try."""
    return max(2, count // 5) if QUICK else count


def examples(count: int) -> settings:
    """Let Hypothesis try so many examples."""
    return settings(max_examples=cases(count), deadline=None)
