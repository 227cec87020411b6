"""Stacks (K6-K8): barons from bottom to top as text, and the bit tables that make listing moves fast.

The features of all 36 stacks are bits of one integer: 36 bits for "at least 1 high", 36 for "at least 2 high" and so
on, then the same for at least 1, 2 and 3 barons of each colour. A move changes two spaces, so two `xor`s update it.
Four shifts find all stacks that some barons may land on (K7, K8).
"""

import re

from qin_core.khan_tsin.board import ALL, LENGTH, Spaces

COLOURS = "rbw"
COPIES = 12
"""Barons of each colour (K1)."""
MAX_OF_COLOUR = 3
"""The maximum number of barons of one colour in a stack (K8)."""
EMPEROR = MAX_OF_COLOUR * len(COLOURS)
"""The height that wins (K9)."""

STACK_PATTERN = re.compile(r"[rbw]{1,12}")

Features = int
_PAST_ALL_FEATURES = LENGTH * (EMPEROR + EMPEROR)
"""A shift after which no bit is set."""
NINE: Features = ALL << LENGTH * (EMPEROR - 1)
"""The feature bits of stacks of nine."""


def count_colours(barons: str) -> tuple[int, int, int]:
    """Count the red, the black and the white barons."""
    return barons.count("r"), barons.count("b"), barons.count("w")


def is_harmonious(barons: str) -> bool:
    """Tell whether there are at most three barons of each colour (K8)."""
    return max(count_colours(barons)) <= MAX_OF_COLOUR


class _Features(dict[str, Features]):
    """The feature bits of a stack on space 1, computed on first use."""

    def __missing__(self, stack: str) -> Features:
        bits = sum(1 << LENGTH * level for level in range(len(stack)))
        for colour, count in enumerate(count_colours(stack)):
            bits |= sum(1 << LENGTH * (EMPEROR + MAX_OF_COLOUR * colour + level) for level in range(count))
        self[stack] = bits
        return bits


Part = tuple[int, int, int, int, int]
"""Barons that move together (K6): their number, and four shifts into the features.

A stack is tall enough if its bit is set after the first shift (K7), and in harmony with them if it is not set after any
of the other three (K8).
"""


class _Parts(dict[str, tuple[Part, ...]]):
    """The parts of a stack, from the top baron alone to all of them, computed on first use."""

    def __missing__(self, stack: str) -> tuple[Part, ...]:
        parts = []
        for count in range(1, len(stack) + 1):
            red, black, white = (
                LENGTH * (EMPEROR + MAX_OF_COLOUR * colour + MAX_OF_COLOUR - number) if number else _PAST_ALL_FEATURES
                for colour, number in enumerate(count_colours(stack[-count:]))
            )
            parts.append((count, LENGTH * (len(stack) - count), red, black, white))
        self[stack] = result = tuple(parts)
        return result


FEATURES = _Features()
PARTS = _Parts()


def all_features(stacks: tuple[str, ...]) -> Features:
    """Combine the features of all stacks."""
    features = 0
    for bit, stack in enumerate(stacks):
        features |= FEATURES[stack] << bit
    return features


def can_take(features: Features, part: Part) -> Spaces:
    """Return the spaces whose stacks a part may land on: tall enough (K7), in harmony (K8)."""
    _, higher, red, black, white = part
    return features >> higher & ~(features >> red | features >> black | features >> white) & ALL


def flip(stack: str) -> str:
    """Turn barons over (K12)."""
    return stack[::-1]
