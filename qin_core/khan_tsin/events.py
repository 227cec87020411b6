"""Events, refusal reasons and outcome reasons of Khan Tsin: enums whose values are the words of the notation.

Being `StrEnum`s, they compare equal to those words, and a type checker can tell whether a `match` covers all of them.
"""

from enum import StrEnum
from typing import NamedTuple


class EventKind(StrEnum):
    """The kinds of consequences that a move has, in the order in which they are reported."""

    STACK = "stack"
    """A stack was made: `space`, `height`."""
    EMPTY = "empty"
    """The start space becomes empty, so that the nearest four stacks change (K4): `space`."""
    EMPEROR = "emperor"
    """A player takes the Emperor off a stack of nine and wins (K9): `space`, `player`."""
    PASS = "pass"
    """A player had to pass (K10): `player`. There is no other event then."""


class Event(NamedTuple):
    """One consequence of a move; parameters that its kind doesn't have are 0.

    >>> str(Event(EventKind.STACK, space=8, height=7))
    'stack 8 7'
    """

    kind: EventKind
    space: int = 0
    height: int = 0
    player: int = 0

    def __str__(self) -> str:
        return " ".join([self.kind, *(str(number) for number in self[1:] if number)])


class RefusalReason(StrEnum):
    """The reasons why a move is illegal, in the order in which they are checked."""

    GAME_OVER = "game-over"
    """The game has ended (K9, K10). `players`: the winners."""
    NOT_A_PASS = "not-a-pass"
    """The player has a legal move (K10). `players`: that player."""
    NO_TURNING = "no-turning"
    """The game is played without turning (K12)."""
    EMPTY_SPACE = "empty-space"
    """The start space is empty (K4). `spaces`: the start."""
    NOT_NEAR = "not-near"
    """The start is not one of the player's four nearest stacks (K4). `spaces`: the start, then the four."""
    TOO_FEW_BARONS = "too-few-barons"
    """The stack is not that high (K6). `spaces`: the start; `counts`: its height, the barons to move."""
    SAME_SPACE = "same-space"
    """Start and target are the same space (K5). `spaces`: that space."""
    EMPTY_TARGET = "empty-target"
    """The target space is empty (K5). `spaces`: the target."""
    WRONG_LEAP = "wrong-leap"
    """A leap of the wrong distance (K11). `spaces`: start, target; `counts`: claws, distance."""
    NOT_HIGHER = "not-higher"
    """The new stack is not taller than the old one (K7). `spaces`: start, target; `counts`: old, new height."""
    HARMONY = "harmony"
    """More than three barons of a colour (K8). `spaces`: start, target; `colours`; `counts`: barons of each."""


class OutcomeReason(StrEnum):
    """The reasons why a game is over."""

    EMPEROR = "emperor"
    """A player has made a stack of nine (K9)."""
    NO_MOVES = "no-moves"
    """Neither player can move (K10)."""
