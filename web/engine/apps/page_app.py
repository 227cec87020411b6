"""The base of the game page's app: the page, its stored texts and its address."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from engine.apps.app import App
from engine.apps.page_actions import take_over
from engine.games.base import AnyGameUi
from engine.html import Note
from engine.protocol import AcquireTabLock
from engine.session import storage
from engine.session.ai_scheduler import AiScheduler
from engine.session.keys import NOTHING_TYPED, Typed
from engine.session.match import Match
from engine.session.page import Page
from engine.session.session import Session


@dataclass(frozen=True)
class PageApp(App):
    """A game page with its surroundings."""

    page: Page
    scheduler: AiScheduler = field(default_factory=AiScheduler)
    seed: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)
    """The stored texts that the page needs: the keys of the matches being played, and those matches."""
    newest: int = 0
    """When the newest match was started, in milliseconds since 1970."""
    search: str = ""
    fragment: str = ""
    """The query and the fragment of the address."""
    closing: bool = False
    """Whether a dialog was closed and the address has yet to follow."""
    following: bool = False
    """Whether another tab plays this match."""
    typed: Typed = NOTHING_TYPED
    deleted: tuple[Match, ...] = ()
    """Deleted matches that can be restored, the latest last."""
    warned_of: str = ""
    """The key of the match that could not be stored."""
    arriving: Match | None = None
    """A match that a link brought, while the store is searched for it."""

    @property
    def session(self) -> Session:
        return self.page.session

    @property
    def match(self) -> Match:
        return self.page.match

    def with_page(self, page: Page) -> Self:
        return replace(self, page=page)

    def with_note(self, key: str, *, link: str = "", n: int = 0) -> Self:
        """Show a message."""
        return self.with_page(replace(self.page, note=Note(key, link=link, n=n)))

    def draw_number(self) -> int:
        """Return a random number."""
        return random.Random(f"{self.seed} {self.time} {len(self.match.positions)}").getrandbits(48)

    def restore(self, ui: AnyGameUi, new: Match | None = None) -> Self:
        """Return to the match that was being played, or start the `new` one, or any."""
        restored = storage.restore(self.texts, ui, self.page.games)
        match: Match = restored.match or new or ui.deal(ui.new_form(), self.draw_number(), storage.date_of(self.time))
        app = self.with_effects(*restored.quarantine).with_page(take_over(self.page, match))
        return app.say_quarantined() if restored.quarantine else app

    def say_quarantined(self) -> Self:
        """Say that something stored was unreadable."""
        return self.with_note("set-aside", link="show-games")

    def enter(self, name: str) -> Self:
        """Switch to another game: to the match that was being played there, or to a new one."""
        ui = self.page.games.named(name)
        if ui is None or ui is self.page.ui:
            return self
        known = storage.current_key(ui) in self.texts
        app = self.restore(ui)
        return app if known else app.with_page(replace(app.page, welcome="first"))

    def take_over_from_other_tab(self) -> Self:
        """Play the match in this tab; the other tab follows from now on."""
        if not self.following:
            return self
        return replace(self, following=False).with_effects(AcquireTabLock(self.match.key, now=True))
