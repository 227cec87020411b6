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
class Narrator(ABC, Generic[P, V, E, R]):
    """Tells of one match in one language; `names` are the players' names in order.

    Its types are those of the game's positions, moves, events and refusals.
    """

    language: str
    names: tuple[str, ...]

    def say(self, key: str, **values: str | int) -> str:
        """Look up a text in the narrator's language."""
        return say(self.language, key, **values)

    @property
    def you(self) -> int:
        """The player who is called "You"; 0 if there is none."""
        you = self.say("you")
        return self.names.index(you) + 1 if you in self.names else 0

    def say_of(self, key: str, *players: int, **values: str | int) -> str:
        """Say something about players; the player called "You" has sentences of their own."""
        named = self.all_names(players)
        key = f"you-{key}" if self.you in players else key
        return self.say(key, player=named, players=named, **values)

    def at_place(self, what: str, text: str) -> str:
        """Say something about a place or a move, which is named first."""
        return self.say("telling", what=what, text=text)

    def name(self, player: int) -> str:
        return self.names[player - 1]

    def all_names(self, players: tuple[int, ...]) -> str:
        """Name several players: "A, B and C"; "You" comes first."""
        named = [self.name(player) for player in sorted(players, key=lambda player: player != self.you)]
        return f" {self.say('and')} ".join(filter(None, (", ".join(named[:-1]), named[-1])))

    def result(self, winners: tuple[int, ...]) -> str:
        return self.say_of("wins" if len(winners) == 1 else "share-victory", *winners)

    @abstractmethod
    def turn(self, before: P, after: P, move: V, events: Sequence[E]) -> list[str]:
        """Tell a whole turn: what the player did, and what followed from it."""

    def brief(self, before: P, after: P, move: V, events: Sequence[E]) -> str:
        """Tell a turn in a line: what followed from it, or else what the player did."""
        return " ".join(self.events(after, events) if events else self.turn(before, after, move, events)[:1])

    @abstractmethod
    def move_name(self, move: V) -> str:
        """Name a move by its places, without the player."""

    @abstractmethod
    def events(self, after: P, events: Sequence[E]) -> list[str]:
        """Tell what follows from a move, a sentence each; `after` is the position that it leads to."""

    def summary(self, after: P, events: Sequence[E]) -> list[str]:
        """Say in short what follows from a move."""
        return self.events(after, events)

    def tells_result(self, events: Sequence[E]) -> bool:  # noqa: ARG002
        """Tell whether the sentences of events already say who has won."""
        return False

    @abstractmethod
    def refusal(self, before: P, move: V, reason: R) -> str:
        """Tell why a move isn't allowed."""


AnyNarrator: TypeAlias = Narrator[Any, Any, Any, Any]
"""The narrator of any game."""
