"""Stacks (K6-K8): barons from bottom to top as text, and the tables that make listing moves quick.

The features of all 36 stacks are bits of one integer: 36 bits for "at least 1 high", 36 for "at least 2 high" and so
on, then the same for at least 1, 2 and 3 barons of each colour. A move changes two spaces, so two `xor`s keep it up to
date; which stacks a part may land on (K7, K8) takes four shifts, whatever the number of stacks.
"""

import re

from qin_core.khan_tsin.board import ALL, LENGTH, Spaces

COLOURS = "rbw"
COPIES = 12
"""Barons of each colour (K1)."""
MAX_OF_COLOUR = 3
"""Barons of one colour in a stack (K8)."""
EMPEROR = MAX_OF_COLOUR * len(COLOURS)
"""The height that wins (K9)."""

FORM = re.compile(r"[rbw]{1,12}")

Features = int
_NEVER = LENGTH * (EMPEROR + EMPEROR)
NINE: Features = ALL << LENGTH * (EMPEROR - 1)
"""Where stacks of nine have their bits."""


def count_colours(barons: str) -> tuple[int, int, int]:
    """Count the red, the black and the white barons."""
    return barons.count("r"), barons.count("b"), barons.count("w")


def is_harmonious(barons: str) -> bool:
    """Tell whether no colour is there more than three times (K8)."""
    return max(count_colours(barons)) <= MAX_OF_COLOUR


class _Features(dict[str, Features]):
    """A stack's bits, as they lie for space 1; worked out when first asked for."""

    def __missing__(self, stack: str) -> Features:
        bits = sum(1 << LENGTH * below for below in range(len(stack)))
        for colour, count in enumerate(count_colours(stack)):
            bits |= sum(1 << LENGTH * (EMPEROR + MAX_OF_COLOUR * colour + below) for below in range(count))
        self[stack] = bits
        return bits


Part = tuple[int, int, int, int, int]
"""Barons that leave a stack together (K6): how many, and four features of the stacks they might land on.

A stack is high enough if its bit at the first is set (K7), in harmony with them if none is set at the other three (K8).
"""


class _Parts(dict[str, tuple[Part, ...]]):
    """A stack's parts from the top baron alone to all of them; worked out when first asked for."""

    def __missing__(self, stack: str) -> tuple[Part, ...]:
        parts = []
        for count in range(1, len(stack) + 1):
            red, black, white = (
                LENGTH * (EMPEROR + MAX_OF_COLOUR * colour + MAX_OF_COLOUR - number) if number else _NEVER
                for colour, number in enumerate(count_colours(stack[-count:]))
            )
            parts.append((count, LENGTH * (len(stack) - count), red, black, white))
        self[stack] = found = tuple(parts)
        return found


FEATURES = _Features()
PARTS = _Parts()


def all_features(stacks: tuple[str, ...]) -> Features:
    """Put the features of all stacks together."""
    features = 0
    for bit, stack in enumerate(stacks):
        features |= FEATURES[stack] << bit
    return features


def can_take(features: Features, part: Part) -> Spaces:
    """Mark the stacks that the part of a stack may land on: high enough (K7), in harmony (K8)."""
    _, higher, red, black, white = part
    return features >> higher & ~(features >> red | features >> black | features >> white) & ALL


def turn(stack: str) -> str:
    """Turn barons upside down (K12)."""
    return stack[::-1]
