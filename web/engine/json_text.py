"""Reading JSON that anybody may have written: measured before it is parsed."""

import json
import re
from itertools import accumulate
from typing import Any

MAX_DEPTH = 100
MAX_KEPT = 1_000_000
"""How many characters a text may have that the browser keeps."""
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")


class NotAnObject(ValueError):
    """The text is no JSON object, or is longer or nested deeper than any of ours."""


def read_object(text: str, max_length: int = 100_000) -> dict[str, Any]:
    """Read a JSON object; raises `NotAnObject` for anything else.

    Deep nesting would end the interpreter itself, so it is measured first.
    """
    if len(text) > max_length or depth(text) > MAX_DEPTH:
        raise NotAnObject("too long or too deep")
    try:
        found = json.loads(text)
    except ValueError as error:
        raise NotAnObject("no JSON") from error
    if not isinstance(found, dict):
        raise NotAnObject("no object")
    return found


def depth(text: str) -> int:
    """Measure how deep brackets are nested, without those inside of strings.

    >>> depth('{"a": [1, "[[[[", {}]}')
    3
    """
    brackets = _BRACKETS.findall(_STRING.sub("", text))
    return max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0)
