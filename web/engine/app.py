"""The shape of everything that runs in the engine: a page or an embedded board, from messages to what it shows.

An app is an immutable value. A message makes the next app of it, with the effects that have to be carried out outside;
what it shows follows from it alone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from engine.effects import Effects
from engine.scenes import Scene
from engine.view.html import Html

Message = Mapping[str, Any]


@dataclass(frozen=True)
class App:
    """A page or a board."""

    effects: Effects = field(default=(), compare=False, kw_only=True)
    """What the last message has to have done outside."""
    scenes: tuple[Scene, ...] = field(default=(), compare=False, kw_only=True)
    """What has moved with the last message."""

    groups: ClassVar[tuple[tuple[str, ...], ...]]
    """Its parts: the first group is drawn at once, the others one a frame."""

    def receive(self, message: Message, time: float) -> Self:
        """Do what a message asks for; `time` is the clock's, in milliseconds since 1970."""
        raise NotImplementedError

    def recover(self) -> Self:
        """Put away whatever may not let itself be drawn, such as a window."""
        return self

    def draw(self, names: Collection[str]) -> Mapping[str, Html]:
        """Draw some parts: what belongs into the element of each name."""
        raise NotImplementedError

    def look(self) -> dict[str, Any]:
        """Tell what the whole of it looks like: language, colours, the window that is open."""
        raise NotImplementedError
