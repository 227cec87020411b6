"""The number of random cases: fewer in Pyodide, which is slow, and for `test --fast`."""

import os
import sys

from hypothesis import settings

IN_PYODIDE = sys.platform == "emscripten"
QUICK = IN_PYODIDE or os.environ.get("QIN_QUICK") == "1"


def cases(count: int) -> int:
    """Return the number of cases to try: `count`, or a fifth of it in quick runs."""
    return max(2, count // 5) if QUICK else count


def examples(count: int) -> settings:
    """Return Hypothesis settings for `count` examples, or fewer in quick runs."""
    return settings(max_examples=cases(count), deadline=None)
