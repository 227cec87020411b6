"""How much to test: inside Pyodide, which is several times slower, a part of the random cases is enough."""

import sys

from hypothesis import settings

IN_PYODIDE = sys.platform == "emscripten"


def few(count: int) -> int:
    """Say how many cases of so many to try."""
    return max(2, count // 5) if IN_PYODIDE else count


def examples(count: int) -> settings:
    """Let Hypothesis try so many examples."""
    return settings(max_examples=few(count), deadline=None)
