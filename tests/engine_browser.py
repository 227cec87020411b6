"""Fake browser tabs with the game page, and friends who exchange links."""

from dataclasses import replace
from typing import Any, TypeVar

from engine import correspondence, main
from engine.apps import AppMessage
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
from tests.engine_actions import stored_texts
from tests.engine_host import via_protocol
from tests.engine_qin import deal_session, play_turns, with_tile_and_square

ADDRESS = "https://example.org/qin/"
NOW = 1_700_000_000_000.0
E = TypeVar("E", bound=Effect)


class Browser:
    """A tab with stored texts, an address and a history that runs effects like the client."""

    def __init__(
        self, texts: dict[str, str] | None = None, search: str = "", fragment: str = "", **fields: Any
    ) -> None:
        self.texts, self.time = dict(texts or {}), NOW
        self.history = [search + fragment]
        opening = OpenPage("game", search, fragment, ADDRESS + search, ADDRESS, ["en"], seed=5, texts=dict(self.texts))
        self.app = GameApp.open(opening._replace(**fields), self.time, main.GAMES)
        self.run_effects()

    def run_effects(self) -> None:
        """Run the effects on storage, address and history."""
        for effect in self.app.effects:
            if isinstance(effect, SetAddress):
                self.set_address(effect)
        self.texts = stored_texts(self.app.effects, initial=self.texts)
        for effect in self.app.effects:
            if isinstance(effect, Quarantine) and effect.key in self.texts:
                self.texts[QUARANTINE_PREFIX + effect.key.removeprefix(GAME_PREFIX)] = self.texts.pop(effect.key)
        if any(isinstance(effect, GoBack) for effect in self.app.effects):
            self.back()

    def set_address(self, effect: SetAddress) -> None:
        current = self.history[-1].partition("#")[0]
        address = (
            effect.address.removeprefix(ADDRESS) if effect.address.startswith(ADDRESS) else current + effect.address
        )
        self.history = [*(self.history if effect.push else self.history[:-1]), address]

    def dispatch(self, message: AppMessage) -> "Browser":
        self.time += 1000
        self.app = self.app.receive(via_protocol(message), self.time)
        self.run_effects()
        return self

    def act(self, action: str, value: str = "") -> "Browser":
        return self.dispatch(Act(action, value))

    def back(self) -> "Browser":
        """Go back in the history."""
        assert len(self.history) > 1, "that would leave the page"
        self.history.pop()
        search, sign, fragment = self.history[-1].partition("#")
        return self.dispatch(Navigated(search, sign + fragment))

    def effects_of(self, kind: type[E]) -> list[E]:
        """List the effects of one kind that the last message caused."""
        return [effect for effect in self.app.effects if isinstance(effect, kind)]

    @property
    def match(self) -> Match:
        return self.app.session.match

    def play(self) -> "Browser":
        """Make a move for a person."""
        assert isinstance(self.app.session, Session)
        if self.app.session.hand_hidden:
            self.act("reveal-hand")
        session = with_tile_and_square(self.app.session)
        assert session.tile is not None
        assert session.square
        return self.act("tile", str(session.tile)).act("square", session.square).act("place")

    def answer_query(self, prefix: str) -> StoreFound:
        """Return the store's answer to a query, with the greatest keys first."""
        limit = next(effect.limit for effect in self.effects_of(StoreQuery) if effect.prefix == prefix)
        keys = sorted((key for key in self.texts if key.startswith(prefix)), reverse=True)
        texts = {key: self.texts[key] for key in keys[:limit]}
        return StoreFound(prefix, texts, keys)


def hot_seat() -> Browser:
    """Start a match of two people at one screen, with the key 1-0, and reveal the first hand."""
    return Browser(stored_texts(storage.save_current(replace(deal_session("pp").match, key="1-0")))).act("reveal-hand")


def stored_matches(count: int = 1, first: int = 1000) -> dict[str, str]:
    """Return the stored texts of several matches."""
    match = play_turns(deal_session("pc"), 2).match
    return stored_texts(*(storage.save(replace(match, key=f"{first + number}-0")) for number in range(count)))


SMALL = "....a\n.R...\n...Bb\n....."
"""A map for short games."""


class Friend(Browser):
    """A player's browser whose store answers queries immediately."""

    def run_effects(self) -> None:
        super().run_effects()
        for effect in self.effects_of(StoreQuery):
            keys = sorted((key for key in self.texts if key.startswith(effect.prefix)), reverse=True)
            texts = {key: self.texts[key] for key in keys[: effect.limit]}
            self.dispatch(StoreFound(effect.prefix, texts, keys))

    def open_link(self, link: str) -> "Friend":
        """Open a link in the current page."""
        search, _, fragment = link.removeprefix(ADDRESS).partition("#")
        self.dispatch(Navigated(search, f"#{fragment}"))
        return self

    def copy_link(self) -> str:
        """Copy the link for the other players."""
        self.act("open", "send").act("send", "copy")
        return self.effects_of(Copy)[0].text

    def current_link(self) -> str:
        """Return the link to the current state of the match."""
        return ADDRESS + correspondence.write_link(self.match)

    def start_game(self, *seat_kinds: str, **fields: str) -> "Friend":
        """Start a match with the form."""
        self.act("open", "new")
        if "players" not in fields and self.match.ui.name == "qin":
            self.act("form", f"players={len(seat_kinds)}")
        for player, kind in enumerate(seat_kinds, start=1):
            self.act("form", f"kind-{player}={kind}")
        for field, value in fields.items():
            self.act("form", f"{field}={value}")
        self.act("start-game")
        return self

    def move(self, choice: int = 0) -> "Friend":
        """Make one of the legal moves."""
        self.go_to_latest()
        moves = list(self.match.latest.moves())
        move = moves[choice % len(moves)]
        if str(move) == "pass":
            self.act("place")
        else:
            if getattr(self.app.session, "hand_hidden", False):
                self.act("reveal-hand")
            self.act("try", str(move)).act("place")
        return self

    def go_to_latest(self) -> "Friend":
        """Go to the latest position."""
        return self.act("go-to-turn", "9999")  # beyond the last one

    @property
    def note(self) -> str:
        return self.app.page.note.key if self.app.page.note else ""

    def act(self, action: str, value: str = "") -> "Friend":
        super().act(action, value)
        return self

    @property
    def visible_message(self) -> str:
        """The open dialog, or else the note."""
        return self.part("dialog" if self.app.page.dialog else "note")

    def part(self, name: str) -> str:
        return str(self.app.draw([name])[name])


def new_link_match(game_name: str = "qin", players: int = 2, seed: int = 1, **fields: Any) -> Match:
    """Start a match by links as the first player."""
    ui = GAMES.by_name(game_name)
    assert ui
    form: Any = replace(ui.new_form(), **fields)
    seats = (*(Seat(kind=REMOTE if number else PERSON) for number in range(players)), *form.seats[players:])
    options = {"players": players} if game_name == "qin" else {}
    match: Match = correspondence.start(ui.deal(replace(form, seats=seats, **options), seed, "2026-01-02"), seed)
    return replace(match, key=write_key(1_700_000_000_000, seed))


def remote_session(here: tuple[int, ...] = (1,)) -> Session:
    """Start a session of Qin against a remote player."""
    match = new_link_match(first=1)
    assert isinstance(match, QinMatch)
    assert match.remote is not None
    return Session(match.with_remote(replace(match.remote, local_players=here)))


def through_link(match: Match) -> Match:
    """Encode a match in a link and decode it."""
    return correspondence.read_link(correspondence.write_link(match), GAMES)


def stored_link_games(browser: Browser) -> list[str]:
    """List the keys of the stored matches by links."""
    return sorted(key for key in browser.texts if key.startswith(GAME_PREFIX + "far-"))
