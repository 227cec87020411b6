"""A tab for tests of the game's page: it keeps texts, has an address with a way back, and carries effects out."""

from dataclasses import replace
from typing import Any, TypeVar

from engine import main
from engine.apps.app import AppMessage
from engine.apps.game_page import GameApp
from engine.games.qin.session import Session
from engine.protocol import (
    GAME_PREFIX,
    QUARANTINE_PREFIX,
    Act,
    Effect,
    GoBack,
    Navigated,
    OpenPage,
    Quarantine,
    SetAddress,
    StoreFound,
    StoreQuery,
)
from engine.session import storage as saves
from engine.session.match import Match
from tests.engine_messages import delivered
from tests.engine_playing import aimed, dealt, turns
from tests.engine_saving import kept

ADDRESS = "https://example.org/qin/"
NOW = 1_700_000_000_000.0
E = TypeVar("E", bound=Effect)


class Browser:
    """A tab: it keeps texts, has an address with a way back, and carries effects out as the client does."""

    def __init__(self, texts: dict[str, str] | None = None, search: str = "", fragment: str = "", **more: Any) -> None:
        self.texts, self.time = dict(texts or {}), NOW
        self.history = [search + fragment]
        opening = OpenPage("game", search, fragment, ADDRESS + search, ADDRESS, ["en"], 5, dict(self.texts))
        self.app = GameApp.open(opening._replace(**more), self.time, main.GAMES)
        self.carry_out()

    def carry_out(self) -> None:
        """Do what can be done without a client; the browser's way back comes as a message of its own."""
        for effect in self.app.effects:
            if isinstance(effect, SetAddress):
                self.go(effect)
        self.texts = kept(self.app.effects, before=self.texts)
        for effect in self.app.effects:
            if isinstance(effect, Quarantine) and effect.key in self.texts:
                self.texts[QUARANTINE_PREFIX + effect.key.removeprefix(GAME_PREFIX)] = self.texts.pop(effect.key)
        if any(isinstance(effect, GoBack) for effect in self.app.effects):
            self.back()

    def go(self, effect: SetAddress) -> None:
        here = self.history[-1].partition("#")[0]
        there = effect.address.removeprefix(ADDRESS) if effect.address.startswith(ADDRESS) else here + effect.address
        self.history = [*(self.history if effect.push else self.history[:-1]), there]

    def tell(self, message: AppMessage) -> "Browser":
        self.time += 1000
        self.app = self.app.receive(delivered(message), self.time)
        self.carry_out()
        return self

    def act(self, action: str, value: str = "") -> "Browser":
        return self.tell(Act(action, value))

    def back(self) -> "Browser":
        """Take the browser's way back."""
        assert len(self.history) > 1, "that would leave the page"
        self.history.pop()
        search, sign, fragment = self.history[-1].partition("#")
        # What follows is told apart from what led here.
        return self.tell(Navigated(search, sign + fragment))

    def did(self, kind: type[E]) -> list[E]:
        """List what the last message had done, of one kind."""
        return [effect for effect in self.app.effects if isinstance(effect, kind)]

    @property
    def match(self) -> Match:
        return self.app.session.match

    def play(self) -> "Browser":
        """Make a person's move."""
        assert isinstance(self.app.session, Session)
        if self.app.session.hand_hidden:
            self.act("uncover")
        session = aimed(self.app.session)
        assert session.tile is not None
        assert session.square
        return self.act("tile", str(session.tile)).act("square", session.square).act("place")

    def find(self, prefix: str) -> StoreFound:
        """Look texts up as the store does: the greatest keys first."""
        most = next(effect.limit for effect in self.did(StoreQuery) if effect.prefix == prefix)
        keys = sorted((key for key in self.texts if key.startswith(prefix)), reverse=True)
        texts = {key: self.texts[key] for key in keys[:most]}
        return StoreFound(prefix, texts, keys)


def at_table() -> Browser:
    """Let two people play, the first of whom has taken their seat."""
    return Browser(kept(saves.save(replace(dealt("pp").match, key="1-0")))).act("uncover")


def saved(count: int = 1, first: int = 1000) -> dict[str, str]:
    """Keep several games of one visit each."""
    game = turns(dealt("pc"), 2).match
    return kept(*(saves.keep(replace(game, key=f"{first + number}-0")) for number in range(count)))
