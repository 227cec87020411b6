"""Texts that people type, made fit to be kept: halves of characters mended, names without invisible signs."""

import re

_HALVES = re.compile("[\ud800-\udfff]")
_JOINERS = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible, but part of what is seen: families and flags are emoji joined by them, Persian needs the first one."""


def mend(text: str) -> str:
    """Put halves of characters together, as browsers hand them over; a half without its other one becomes U+FFFD.

    >>> mend("\\ud83c\\udc04"), mend("half \\ud83c")
    ('🀄', 'half �')
    """
    if not _HALVES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def clean_name(text: str, most: int) -> str:
    """Make a text fit for a name on one line: nothing invisible but the joiners of emoji, and not too long.

    >>> clean_name(" Ann\\t\\u202e ", 20), clean_name("👩\\u200d🚀", 20) == "👩\\u200d🚀", clean_name("👩\\u200d🚀", 2)
    ('Ann', True, '👩')
    """
    shown = "".join(sign for sign in mend(text) if sign.isprintable() or sign in _JOINERS)
    return shown.strip()[:most].rstrip("".join(_JOINERS) + " ")
