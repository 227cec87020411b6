"""The data of a Khan Tsin position, and the methods that read it.

The attributes of `State` are public so that computer players and pictures can read them, but they may change with any
version. The methods and properties are stable. Positions are immutable: never assign to an attribute.
"""

from typing import Self

from qin_core.common.base import BasePosition
from qin_core.khan_tsin.board import ALL, PLAYERS, Space, Spaces, nearest
from qin_core.khan_tsin.stack import Features

# Skips `__init__`, which refuses to make a position.
_new = object.__new__


class State(BasePosition):
    """The barons, the variants in play and the player to move.

    | attribute | contents |
    |---|---|
    | `stacks` | the barons of each space from bottom to top; an empty text for an empty space |
    | `player_to_move` | 1 for South, 2 for North |
    | `variants` | `-`, `r` (turning, K12), `t` (two speeds, K11) or `rt` |
    | `features` | heights and colours of all stacks as bits of one integer (see `stack`) |
    """

    __slots__ = ("features", "player_to_move", "stacks", "variants")
    stacks: tuple[str, ...]
    player_to_move: int
    variants: str
    features: Features

    @classmethod
    def _make(cls, stacks: tuple[str, ...], player_to_move: int, variants: str, features: Features) -> Self:
        """Make a position from its attributes, unchecked."""
        state = _new(cls)
        state.stacks = stacks
        state.player_to_move = player_to_move
        state.variants = variants
        state.features = features
        return state

    @property
    def players(self) -> range:
        """The players' numbers: 1 for South, 2 for North."""
        return PLAYERS

    @property
    def turning(self) -> bool:
        """Whether the variant *turning* (K12) is in play."""
        return "r" in self.variants

    @property
    def two_speeds(self) -> bool:
        """Whether the variant *two speeds* (K11) is in play."""
        return "t" in self.variants

    @property
    def occupied(self) -> Spaces:
        """The occupied spaces."""
        return self.features & ALL

    def stack(self, space: Space) -> str:
        """Return the barons on a space from bottom to top."""
        return self.stacks[space - 1]

    def nearest(self, player: int | None = None) -> tuple[Space, ...]:
        """List the spaces (at most four) whose top barons a player may move, nearest first (K4)."""
        return tuple(bit + 1 for bit in nearest(self.occupied, player or self.player_to_move))

    def _key(self) -> tuple[object, ...]:
        return self.stacks, self.player_to_move, self.variants
