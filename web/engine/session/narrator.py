"""`Narrator`, the base of the games' sentences."""

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
    """Describes a match in one language; `names` are the players' names in order.

    Its parameters are the types of position, move, event and refusal.
    """

    language: str
    names: tuple[str, ...]

    def say(self, key: str, **values: str | int) -> str:
        """Return a text of the catalogue in the narrator's language."""
        return say(self.language, key, **values)

    @property
    def you(self) -> int:
        """The player who is called "You"; 0 if there is none."""
        you = self.say("you")
        return self.names.index(you) + 1 if you in self.names else 0

    def say_of(self, key: str, *players: int, **values: str | int) -> str:
        """Return a sentence about players; there are special sentences for "You"."""
        names = self.all_names(players)
        key = f"you-{key}" if self.you in players else key
        return self.say(key, player=names, players=names, **values)

    def labelled(self, label: str, text: str) -> str:
        """Put the name of a square or a move before a text, as in "e5: grassland"."""
        return self.say("telling", what=label, text=text)

    def name(self, player: int) -> str:
        return self.names[player - 1]

    def all_names(self, players: tuple[int, ...]) -> str:
        """List players; "You" comes first."""
        return self.enumerated([self.name(player) for player in sorted(players, key=lambda player: player != self.you)])

    def enumerated(self, items: Sequence[str]) -> str:
        """Join texts: "A, B and C"."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.say('and')} {items[-1]}"

    def result(self, winners: tuple[int, ...]) -> str:
        return self.say_of("wins" if len(winners) == 1 else "share-victory", *winners)

    @abstractmethod
    def turn(self, before: P, after: P, move: V, events: Sequence[E]) -> list[str]:
        """Describe a turn: the move, then its events."""

    def brief(self, before: P, after: P, move: V, events: Sequence[E]) -> str:
        """Describe a turn in a line: its events, or the move if there are none."""
        return " ".join(self.events(after, events) if events else self.turn(before, after, move, events)[:1])

    @abstractmethod
    def move_name(self, move: V) -> str:
        """Name a move by its squares, without the player."""

    @abstractmethod
    def events(self, after: P, events: Sequence[E]) -> list[str]:
        """Describe each event in a sentence; `after` is the position after the move."""

    def summary(self, after: P, events: Sequence[E]) -> list[str]:
        """Describe the events in short."""
        return self.events(after, events)

    def tells_result(self, events: Sequence[E]) -> bool:  # noqa: ARG002
        """Return whether the sentences about events already name the winners."""
        return False

    @abstractmethod
    def refusal(self, before: P, move: V, reason: R) -> str:
        """Say why a move is illegal."""


AnyNarrator: TypeAlias = Narrator[Any, Any, Any, Any]
"""The narrator of any game."""
