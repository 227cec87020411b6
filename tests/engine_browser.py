"""Browser tabs on the game page with storage, address and history, and friends who exchange links."""

from dataclasses import replace
from typing import Any, TypeVar

from engine import correspondence, main
from engine.apps.app import AppMessage
from engine.apps.game_page import GameApp
from engine.games.form import PERSON, REMOTE, Seat
from engine.games.qin.match import Match as QinMatch
from engine.games.qin.session import Session
from engine.main import GAMES
from engine.protocol import (
    GAME_PREFIX,
    QUARANTINE_PREFIX,
    Act,
    Copy,
    Effect,
    GoBack,
    Navigated,
    OpenPage,
    Quarantine,
    SetAddress,
    StoreFound,
    StoreQuery,
)
from engine.session import storage
from engine.session.link_play import write_key
from engine.session.match import Match
from tests.engine_actions import kept
from tests.engine_host import delivered
from tests.engine_qin import aimed, dealt, turns

ADDRESS = "https://example.org/qin/"
NOW = 1_700_000_000_000.0
E = TypeVar("E", bound=Effect)


class Browser:
    """A tab with stored texts, an address and a history, which runs effects like the client."""

    def __init__(self, texts: dict[str, str] | None = None, search: str = "", fragment: str = "", **more: Any) -> None:
        self.texts, self.time = dict(texts or {}), NOW
        self.history = [search + fragment]
        opening = OpenPage("game", search, fragment, ADDRESS + search, ADDRESS, ["en"], 5, dict(self.texts))
        self.app = GameApp.open(opening._replace(**more), self.time, main.GAMES)
        self.carry_out()

    def carry_out(self) -> None:
        """Run the effects that need no client; going back in the history sends a message of its own."""
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
        """Go back in the history."""
        assert len(self.history) > 1, "that would leave the page"
        self.history.pop()
        search, sign, fragment = self.history[-1].partition("#")
        # the effects so far were for the page before
        return self.tell(Navigated(search, sign + fragment))

    def did(self, kind: type[E]) -> list[E]:
        """List the effects of one kind of the last message."""
        return [effect for effect in self.app.effects if isinstance(effect, kind)]

    @property
    def match(self) -> Match:
        return self.app.session.match

    def play(self) -> "Browser":
        """Make a person's move."""
        assert isinstance(self.app.session, Session)
        if self.app.session.hand_hidden:
            self.act("reveal-hand")
        session = aimed(self.app.session)
        assert session.tile is not None
        assert session.square
        return self.act("tile", str(session.tile)).act("square", session.square).act("place")

    def find(self, prefix: str) -> StoreFound:
        """Answer a query as the store does: the greatest keys first."""
        most = next(effect.limit for effect in self.did(StoreQuery) if effect.prefix == prefix)
        keys = sorted((key for key in self.texts if key.startswith(prefix)), reverse=True)
        texts = {key: self.texts[key] for key in keys[:most]}
        return StoreFound(prefix, texts, keys)


def at_table() -> Browser:
    """Start a match of two people, the first of whom sees their tiles."""
    return Browser(kept(storage.save(replace(dealt("pp").match, key="1-0")))).act("reveal-hand")


def saved(count: int = 1, first: int = 1000) -> dict[str, str]:
    """Store several matches."""
    game = turns(dealt("pc"), 2).match
    return kept(*(storage.keep(replace(game, key=f"{first + number}-0")) for number in range(count)))


SMALL = "....a\n.R...\n...Bb\n....."
"""A map on which a game takes few turns."""


class Friend(Browser):
    """A player's browser, in which queries of the store are answered at once."""

    def carry_out(self) -> None:
        super().carry_out()
        for effect in self.did(StoreQuery):
            keys = sorted((key for key in self.texts if key.startswith(effect.prefix)), reverse=True)
            texts = {key: self.texts[key] for key in keys[: effect.limit]}
            self.tell(StoreFound(effect.prefix, texts, keys))

    def open_link(self, link: str) -> "Friend":
        """Open a link in the open page."""
        search, _, fragment = link.removeprefix(ADDRESS).partition("#")
        self.tell(Navigated(search, f"#{fragment}"))
        return self

    def send(self) -> str:
        """Copy the link to send."""
        self.act("open", "send").act("send", "copy")
        return self.did(Copy)[0].text

    def link(self) -> str:
        """Return the link to the game as it is now."""
        return ADDRESS + correspondence.write_link(self.match)

    def start_game(self, *kinds: str, **fields: str) -> "Friend":
        """Start a match by the form."""
        self.act("open", "new")
        if "players" not in fields and self.match.ui.name == "qin":
            self.act("form", f"players={len(kinds)}")
        for number, kind in enumerate(kinds, start=1):
            self.act("form", f"kind-{number}={kind}")
        for field, value in fields.items():
            self.act("form", f"{field}={value}")
        self.act("start-game")
        return self

    def move(self, choice: int = 0) -> "Friend":
        """Make one of the legal moves of the player to move."""
        self.now()
        moves = list(self.match.now.moves())
        move = moves[choice % len(moves)]
        if str(move) == "pass":
            self.act("place")
        else:
            if getattr(self.app.session, "hand_hidden", False):
                self.act("reveal-hand")
            self.act("try", str(move)).act("place")
        return self

    def now(self) -> "Friend":
        """Go to the latest position."""
        return self.act("go-to-turn", "9999")

    @property
    def note(self) -> str:
        return self.app.page.note.key if self.app.page.note else ""

    def act(self, action: str, value: str = "") -> "Friend":
        super().act(action, value)
        return self

    @property
    def said(self) -> str:
        """The message over the page, or the open dialog."""
        return self.part("dialog" if self.app.page.dialog else "note")

    def part(self, name: str) -> str:
        return str(self.app.draw([name])[name])


def linked_game(game_name: str = "qin", players: int = 2, seed: int = 1, **fields: Any) -> Match:
    """Start a match by links at the first player's screen."""
    ui = GAMES.named(game_name)
    assert ui
    form: Any = replace(ui.new_form(), **fields)
    seats = (*(Seat(kind=REMOTE if number else PERSON) for number in range(players)), *form.seats[players:])
    more = {"players": players} if game_name == "qin" else {}
    game: Match = correspondence.start(ui.deal(replace(form, seats=seats, **more), seed, "2026-01-02"), seed)
    return replace(game, key=write_key(1_700_000_000_000, seed))


def far_away(here: tuple[int, ...] = (1,)) -> Session:
    """Start a match of Qin against a remote player."""
    game = linked_game(first=1)
    assert isinstance(game, QinMatch)
    assert game.remote is not None
    return Session(game.with_remote(replace(game.remote, here=here)))


def again(game: Match) -> Match:
    """Send a game through a link."""
    return correspondence.read_link(correspondence.write_link(game), GAMES)


def kept_games(browser: Browser) -> list[str]:
    return sorted(key for key in browser.texts if key.startswith(GAME_PREFIX + "far-"))
