"""The dragon of Khan Tsin (K1, K2): 36 spaces from South's end to North's, their claws, and the players."""

from collections.abc import Iterator

Space = int
"""The number of a space, from 1 at South's end to 36 at North's; its bit is one less."""
Spaces = int
"""A set of spaces: bit 0 is space 1."""

LENGTH = 36
ALL: Spaces = (1 << LENGTH) - 1
NEAREST = 4
"""The number of stacks that a player can choose from (K4), and the greatest distance of a leap (K11)."""

PLAYERS = range(1, 3)
SOUTH, NORTH = PLAYERS
SIDES = "sn"
"""The players' letters in a position line: South is player 1, North player 2."""


def opponent_of(player: int) -> int:
    """Return the other player."""
    return SOUTH + NORTH - player


CLAWS = (2, 1, 3) * 12
"""The pairs of claws on each space (K2)."""


def claws(space: Space) -> int:
    """Count the pairs of claws on a space (K2).

    >>> [claws(space) for space in (1, 2, 3, 4, 36)]
    [2, 1, 3, 2, 3]
    """
    return CLAWS[space - 1]


def nearest(occupied: Spaces, player: int) -> Iterator[int]:
    """Yield the bits of the occupied spaces nearest to a player's end, at most four (K4)."""
    for _ in range(NEAREST):
        if not occupied:
            return
        bit = (occupied & -occupied if player == SOUTH else occupied).bit_length() - 1
        yield bit
        occupied ^= 1 << bit


def in_reach(occupied: Spaces, source: int, two_speeds: bool) -> Spaces:
    """Return the occupied spaces within reach of a baron (K5, K11), regardless of heights and colours.

    With two speeds, only one of the next four stacks on each side is within reach: the one whose distance equals the
    number of pairs of claws on the start space.
    """
    targets = occupied & ~(1 << source)
    if not two_speeds:
        return targets
    leap = CLAWS[source]
    above, below = targets >> source, targets & (1 << source) - 1
    for distance in range(1, NEAREST + 1):
        # The next stack on each side: the lowest bit above, the highest bit below.
        up = above & -above
        down = 1 << below.bit_length() >> 1
        above ^= up
        below ^= down
        if distance != leap:
            targets ^= up << source | down
    return targets


def distance(occupied: Spaces, source: int, target: int) -> int:
    """Return the distance between two spaces in stacks: the next stack has distance 1 (K11)."""
    low, high = sorted((source, target))
    return (occupied >> low & (1 << high - low) - 1).bit_count()
