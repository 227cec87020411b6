"""A tab for tests of the game's page: it keeps texts, has an address with a way back, and carries effects out."""

from dataclasses import replace
from typing import Any, TypeVar

from engine.app import AppMessage
from engine.apps.game_page import GameApp
from engine.games.qin.session import Model
from engine.page import storage as saves
from engine.protocol import Act, Effect, GoBack, Navigated, OpenPage, Quarantine, SetAddress, StoreFound, StoreQuery
from engine.session.match import Game
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
        self.app = GameApp.open(opening._replace(**more), self.time)
        self.carry_out()

    def carry_out(self) -> None:
        """Do what can be done without a client; the browser's way back comes as a message of its own."""
        for effect in self.app.effects:
            if isinstance(effect, SetAddress):
                self.go(effect)
        self.texts = kept(self.app.effects, before=self.texts)
        for effect in self.app.effects:
            if isinstance(effect, Quarantine) and effect.key in self.texts:
                self.texts[saves.DAMAGED + effect.key.removeprefix(saves.GAMES)] = self.texts.pop(effect.key)
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
    def game(self) -> Game:
        return self.app.model.game

    def play(self) -> "Browser":
        """Make a person's move."""
        assert isinstance(self.app.model, Model)
        if self.app.model.covered:
            self.act("uncover")
        model = aimed(self.app.model)
        assert model.tile is not None
        assert model.square
        return self.act("tile", str(model.tile)).act("square", model.square).act("place")

    def find(self, prefix: str) -> StoreFound:
        """Look texts up as the store does: the greatest keys first."""
        most = next(effect.limit for effect in self.did(StoreQuery) if effect.prefix == prefix)
        keys = sorted((key for key in self.texts if key.startswith(prefix)), reverse=True)
        texts = {key: self.texts[key] for key in keys[:most]}
        return StoreFound(prefix, texts, keys)


def at_table() -> Browser:
    """Let two people play, the first of whom has taken their seat."""
    return Browser(kept(saves.save(replace(dealt("pp").game, key="1-0")))).act("uncover")


def saved(count: int = 1, first: int = 1000) -> dict[str, str]:
    """Keep several games of one visit each."""
    game = turns(dealt("pc"), 2).game
    return kept(*(saves.keep(replace(game, key=f"{first + number}-0")) for number in range(count)))
