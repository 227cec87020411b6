"""The base of every game's sentences: the reader's language and the players' names."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from engine.words import say

P = TypeVar("P")
V = TypeVar("V")
E = TypeVar("E")
R = TypeVar("R")


@dataclass(frozen=True)
class Story(ABC, Generic[P, V, E, R]):
    """Tells of one game in one language; `names` are the players' names in order.

    Its types are those of the game's positions, moves, events and refusals.
    """

    language: str
    names: tuple[str, ...]

    def say(self, key: str, **values: str | int) -> str:
        """Look up a text in this story's language."""
        return say(self.language, key, **values)

    def telling(self, what: str, text: str) -> str:
        """Tell something of a place or a move that is named first."""
        return self.say("telling", what=what, text=text)

    def name(self, player: int) -> str:
        return self.names[player - 1]

    def all_names(self, players: tuple[int, ...]) -> str:
        """Name several players: "A, B and C"."""
        named = [self.name(player) for player in players]
        return f" {self.say('and')} ".join(filter(None, (", ".join(named[:-1]), named[-1])))

    def result(self, winners: tuple[int, ...]) -> str:
        return self.say("wins" if len(winners) == 1 else "share-victory", players=self.all_names(winners))

    @abstractmethod
    def turn(self, before: P, after: P, move: V) -> list[str]:
        """Tell a whole turn: what the mover did, and what followed from it."""

    @abstractmethod
    def events(self, after: P, events: Sequence[E]) -> list[str]:
        """Tell what follows from a move, a sentence each; `after` is the position that it leads to."""

    @abstractmethod
    def refusal(self, before: P, move: V, reason: R) -> str:
        """Tell why a move isn't allowed."""


AnyStory: TypeAlias = Story[Any, Any, Any, Any]
"""A story of which only is known that it tells of some game."""
