"""Measure work in executed lines of Python: the same count on every machine, however busy."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")


def count_lines(function: Callable[..., T], *arguments: Any) -> tuple[T, int]:
    """Call a function; return its result and the number of executed lines, including calls."""
    lines = 0

    def count(_frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal lines
        lines += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        result = function(*arguments)
    finally:
        sys.settrace(before)
    return result, lines
