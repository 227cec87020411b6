"""The state of a game of Khan Tsin: the representation of a position, and its plain words for people.

The attributes of `State` are public, so that players and pictures can read them, and may change with any version; the
methods and properties below them stay. Nobody writes to a state: all attributes are final.
"""

from typing import Final

from qin_core.khan_tsin.board import ALL, PLAYERS, Space, Spaces, nearest
from qin_core.khan_tsin.stack import Features
from qin_core.values import WrittenPosition


class State(WrittenPosition):
    """The barons, the variants that are played and whose turn it is.

    | attribute | what it holds |
    |---|---|
    | `stacks` | by space, its barons from bottom to top, an empty text for an empty space |
    | `mover` | the player whose turn it is: 1 for South, 2 for North |
    | `variants` | `-`, `r` (turning, K12), `t` (two speeds, K11) or `rt` |
    | `features` | heights and colours of all stacks as bits of one integer (see `stack`) |
    """

    __slots__ = ("features", "mover", "stacks", "variants")

    def __init__(self, stacks: tuple[str, ...], mover: int, variants: str, features: Features) -> None:
        """Take the representation as it is; `deal`, `parse` and `build` work it out."""
        self.stacks: Final = stacks
        self.mover: Final = mover
        self.variants: Final = variants
        self.features: Final = features

    @property
    def players(self) -> range:
        return PLAYERS

    @property
    def turning(self) -> bool:
        """Whether barons may be turned upside down (K12)."""
        return "r" in self.variants

    @property
    def two_speeds(self) -> bool:
        """Whether barons leap nearby and fly far (K11)."""
        return "t" in self.variants

    @property
    def occupied(self) -> Spaces:
        """The occupied spaces as a set of bits."""
        return self.features & ALL

    def stack(self, space: Space) -> str:
        """The barons on a space from bottom to top."""
        return self.stacks[space - 1]

    def near(self, player: int | None = None) -> tuple[Space, ...]:
        """The occupied spaces, four at most, whose tops a player may move, the nearest first (K4)."""
        return tuple(bit + 1 for bit in nearest(self.occupied, player or self.mover))

    def _key(self) -> tuple[object, ...]:
        return self.stacks, self.mover, self.variants
