"""The base of all apps: pages and embedded boards.

An app is an immutable value. Each message leads to the next app and effects for the client; parts and appearance
depend on the app alone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from engine.actions import Pressed
from engine.html import Markup
from engine.protocol import (
    Act,
    AiResult,
    Appearance,
    Effect,
    Effects,
    FocusSquare,
    GoBack,
    Message,
    ProtocolError,
    SetAddress,
    TurnAnimation,
)

AppMessage = Message | AiResult


@dataclass(frozen=True)
class App:
    """A page or a board."""

    effects: Effects = field(default=(), compare=False, kw_only=True)
    """The effects of the last message."""
    animations: tuple[TurnAnimation, ...] = field(default=(), compare=False, kw_only=True)
    """The animated turns of the last message."""
    time: float = field(default=0.0, kw_only=True)
    """The time of the last message, in milliseconds since 1970."""

    groups: ClassVar[tuple[tuple[str, ...], ...]]
    """Its parts: the first group is drawn at once, the others one a frame."""

    @property
    def scope(self) -> str:
        """The game on the page; messages from a page that still showed another game are dropped."""
        return ""

    def receive(self, message: AppMessage, time: float) -> Self:
        """Handle a message, then call `after_update`."""
        return replace(self, effects=(), animations=(), time=time).handle(message).after_update(self)

    def handle(self, message: AppMessage) -> Self:
        """Handle a message; raise `ProtocolError` for a type that this app doesn't handle."""
        raise ProtocolError(f"{type(self).__name__} takes no {type(message).__name__}")

    def act(self, message: Act) -> Self:
        """Run the action of a button, a square or a key."""
        raise NotImplementedError

    def after_update(self, before: Self) -> Self:
        """Update what depends on other state: storage, address, AI tasks, animations."""
        raise NotImplementedError

    def with_effects(self, *effects: Effect) -> Self:
        return replace(self, effects=(*self.effects, *effects))

    def on_key(self, pressed: Pressed) -> Self:
        """Run a key's action: move the focus, act, or both."""
        app = self.with_effects(FocusSquare(pressed.square)) if pressed.square else self
        return app.act(Act(pressed.action, pressed.value)) if pressed.action else app

    def recover(self) -> Self:
        """Close what may have failed to draw, such as a dialog."""
        return self

    def draw(self, names: Collection[str]) -> Mapping[str, Markup]:
        """Draw some parts: HTML by the id of its element."""
        raise NotImplementedError

    def only_progress(self, before: Self) -> bool:
        """Return whether at most the progress of the computer's search has changed."""
        return self is before

    def appearance(self) -> Appearance:
        """Return language, colours, the open dialog and the like."""
        raise NotImplementedError


def sync_dialog(fragment: str, old_dialog: str, dialog: str) -> SetAddress | GoBack | None:
    """Return the effect after which the address names the open dialog; None if it does already.

    An opened dialog has a history entry of its own, so going back closes it, and closing it goes back.
    """
    if dialog and fragment != f"#{dialog}":
        return SetAddress(f"#{dialog}", push=not old_dialog or fragment != f"#{old_dialog}")
    return GoBack() if old_dialog and not dialog and fragment == f"#{old_dialog}" else None
