"""The board of Khan Tsin (K1, K2): a dragon of 36 spaces from South's end to North's, with claws, and its players."""

from collections.abc import Iterator

from qin_core.bits import each

Space = int
"""A space by its number, 1 at South's end to 36 at North's; inside the core the bit before it, 0 to 35."""
Spaces = int
"""A set of spaces: bit 0 is space 1."""

LENGTH = 36
ALL: Spaces = (1 << LENGTH) - 1
NEAREST = 4
"""How many barons a player may choose from (K4), and how far a baron leaps with two speeds (K11)."""

PLAYERS = range(1, 3)
SOUTH, NORTH = PLAYERS
SIDES = "sn"
"""The players' letters in a position line: South is player 1, North player 2."""

CLAWS = (2, 1, 3) * 12
"""Pairs of claws by space, from South (K2)."""


def claws(space: Space) -> int:
    """Count the pairs of claws on a space (K2).

    >>> [claws(space) for space in (1, 2, 3, 4, 36)]
    [2, 1, 3, 2, 3]
    """
    return CLAWS[space - 1]


def numbers(spaces: Spaces) -> tuple[Space, ...]:
    """List a set of spaces by number."""
    return tuple(bit + 1 for bit in each(spaces))


def nearest(occupied: Spaces, player: int) -> Iterator[int]:
    """List the bits of the occupied spaces nearest a player's end, four at most (K4)."""
    for _ in range(NEAREST):
        if not occupied:
            return
        bit = (occupied & -occupied if player == SOUTH else occupied).bit_length() - 1
        yield bit
        occupied ^= 1 << bit


def in_reach(occupied: Spaces, source: int, two_speeds: bool) -> Spaces:
    """Mark the occupied spaces that a baron can get to from a space, whatever stands there (K5, K11).

    With two speeds the four next barons on either side are out of reach, but for the one that lies as many barons
    away as the start space has pairs of claws.
    """
    others = occupied & ~(1 << source)
    if not two_speeds:
        return others
    leap = CLAWS[source]
    above, below = others >> source, others & (1 << source) - 1
    for distance in range(1, NEAREST + 1):
        up = above & -above
        down = 1 << below.bit_length() >> 1
        above ^= up
        below ^= down
        if distance != leap:
            others ^= up << source | down
    return others


def distance(occupied: Spaces, source: int, target: int) -> int:
    """Count the barons from a space to another, the next one being 1 (K11)."""
    low, high = sorted((source, target))
    return (occupied >> low & (1 << high - low) - 1).bit_count()
