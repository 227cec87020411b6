"""Checks and repairs for text from outside: length limits, surrogates, names, excerpts for error messages."""

import re

from qin_core.common.errors import NotationError, Problem

MAX_TEXT = 100_000
"""The longest text that is parsed, in characters."""

_SURROGATES = re.compile("[\ud800-\udfff]")
_JOINERS = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible characters with a visible effect: emoji sequences and flags use them, and Persian needs the first one."""


def check_text(text: object, field: str) -> str:
    """Return the text if it is a string of acceptable length; raise `NotationError` otherwise."""
    if not isinstance(text, str):
        raise NotationError(Problem(field, "not-text", type(text).__name__))
    if len(text) > MAX_TEXT:
        raise NotationError(Problem(field, "too-long", str(len(text))))
    return text


def abbreviate(text: str, max_length: int = 24) -> str:
    """Shorten and escape untrusted text for an error message.

    >>> abbreviate("re5\\n<b>")
    're5\\\\n<b>'
    """
    safe = text[: max_length + 1].encode("unicode_escape").decode("ascii")
    return safe if len(safe) <= max_length else safe[:max_length] + "..."


def repair_surrogates(text: str) -> str:
    """Join surrogate pairs, which JavaScript strings may contain; replace a lone surrogate with U+FFFD.

    >>> repair_surrogates("\\ud83c\\udc04"), repair_surrogates("half \\ud83c")
    ('🀄', 'half �')
    """
    if not _SURROGATES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def clean_name(text: str, max_length: int) -> str:
    """Turn text into a one-line name: drop invisible characters except emoji joiners, and cut it to length.

    >>> clean_name(" Ann\\t\\u202e ", 20), clean_name("👩\\u200d🚀", 20) == "👩\\u200d🚀", clean_name("👩\\u200d🚀", 2)
    ('Ann', True, '👩')
    """
    visible = "".join(
        character for character in repair_surrogates(text) if character.isprintable() or character in _JOINERS
    )
    return visible.strip()[:max_length].rstrip("".join(_JOINERS) + " ")
