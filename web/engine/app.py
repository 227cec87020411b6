"""The shape of everything that runs in the engine: a page or an embedded board, from messages to what it shows.

An app is an immutable value. A message makes the next app of it, with the effects that have to be carried out outside;
what it shows follows from it alone.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from engine.effects import Effect, Effects, Focus, Go, GoBack
from engine.keys import Pressed
from engine.look import Look
from engine.scenes import Scene
from engine.view.html import Html

Message = Mapping[str, Any]
Messages = Mapping[str, Callable[[Any, Message], Any]]


@dataclass(frozen=True)
class App:
    """A page or a board."""

    effects: Effects = field(default=(), compare=False, kw_only=True)
    """What the last message has to have done outside."""
    scenes: tuple[Scene, ...] = field(default=(), compare=False, kw_only=True)
    """What has moved with the last message."""
    time: float = field(default=0.0, kw_only=True)
    """When that came, in milliseconds since 1970."""

    groups: ClassVar[tuple[tuple[str, ...], ...]]
    """Its parts: the first group is drawn at once, the others one a frame."""
    messages: ClassVar[Messages]
    """What it does with a message, by the field that tells what kind of message it is."""

    def receive(self, message: Message, time: float) -> Self:
        """Do what a message asks for, and what follows from that; what makes no sense changes nothing."""
        app = replace(self, effects=(), scenes=(), time=time)
        kind = next((kind for kind in self.messages if kind in message), None)
        done: Self = self.messages[kind](app, message).settle(self) if kind else app
        return done

    def act(self, message: Message) -> Self:
        """Do what a button, a square or a key asks for."""
        raise NotImplementedError

    def settle(self, before: Self) -> Self:
        """Do what follows from a change."""
        raise NotImplementedError

    def do(self, *effects: Effect) -> Self:
        """Have something done outside."""
        return replace(self, effects=(*self.effects, *effects))

    def obey(self, pressed: Pressed) -> Self:
        """Do what a key asks for: walk to another place, act, or both."""
        app = self.do(Focus(pressed.square)) if pressed.square else self
        return app.act({"act": pressed.action, "value": pressed.value}) if pressed.action else app

    def recover(self) -> Self:
        """Put away whatever may not let itself be drawn, such as a window."""
        return self

    def draw(self, names: Collection[str]) -> Mapping[str, Html]:
        """Draw some parts: what belongs into the element of each name."""
        raise NotImplementedError

    def look(self) -> Look:
        """Tell what the whole of it looks like: language, colours, the window that is open."""
        raise NotImplementedError


def follow_window(fragment: str, before: str, now: str) -> Go | GoBack | None:
    """Let the address name the window that is open: the browser's way back closes it, closing it goes back."""
    if now and now != before and fragment != f"#{now}":
        return Go(f"#{now}", push=not before)
    return GoBack() if before and not now and fragment == f"#{before}" else None
