"""Sets as integers, one bit for each member."""

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import TypeVar

T = TypeVar("T")

SELECTORS = bytes.maketrans(b"01", b"\0\1")
"""Translates binary digits into the bytes 0 and 1, which `itertools.compress` takes as selectors."""


def iter_bits(bits: int) -> list[int]:
    """List the members of a set, lowest first.

    A list, because building one is faster than running a generator.

    >>> iter_bits(0b1101)
    [0, 2, 3]
    """
    members = []
    while bits:
        lowest = bits & -bits
        members.append(lowest.bit_length() - 1)
        bits ^= lowest
    return members


def select(table: Iterable[T], bits: int) -> Iterator[T]:
    """Select the items of a table whose indices are in a set.

    `compress` does the work in C: four times faster than testing bit by bit.

    >>> list(select("abcd", 0b1101))
    ['a', 'c', 'd']
    """
    return compress(table, bin(bits)[:1:-1].encode().translate(SELECTORS))
