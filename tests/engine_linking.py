"""Helpers for tests of games by links: browsers of people far from each other, who know nothing but links."""

from dataclasses import replace
from typing import Any

from engine.correspondence import codec as codec
from engine.correspondence import game as correspondence
from engine.games.base import PERSON, REMOTE, Seat
from engine.games.qin.match import Match as QinMatch
from engine.games.qin.session import Session
from engine.main import GAMES
from engine.protocol import GAME_PREFIX, Copy, Navigated, StoreFound, StoreQuery
from engine.session.link_play import write_key
from engine.session.match import Match
from tests.engine_browser import ADDRESS, Browser

SMALL = "....a\n.R...\n...Bb\n....."
"""A map on which a game takes few turns."""


class Friend(Browser):
    """Somebody's browser: what is looked up is found at once, as in the page's store."""

    def carry_out(self) -> None:
        super().carry_out()
        for effect in self.did(StoreQuery):
            keys = sorted((key for key in self.texts if key.startswith(effect.prefix)), reverse=True)
            texts = {key: self.texts[key] for key in keys[: effect.limit]}
            self.tell(StoreFound(effect.prefix, texts, keys))

    def open_link(self, link: str) -> "Friend":
        """Open a link in the page that is there."""
        search, _, fragment = link.removeprefix(ADDRESS).partition("#")
        self.tell(Navigated(search, f"#{fragment}"))
        return self

    def send(self) -> str:
        """Copy the link that is to be sent."""
        self.act("open", "send").act("send", "copy")
        return self.did(Copy)[0].text

    def begin(self, *kinds: str, **fields: str) -> "Friend":
        """Begin a game by the form."""
        self.act("open", "new")
        if "players" not in fields and self.match.ui.name == "qin":
            self.act("form", f"players={len(kinds)}")
        for number, kind in enumerate(kinds, start=1):
            self.act("form", f"kind-{number}={kind}")
        for field, value in fields.items():
            self.act("form", f"{field}={value}")
        self.act("begin")
        return self

    def move(self, choice: int = 0) -> "Friend":
        """Make one of the legal moves of whoever is on turn here."""
        self.now()
        moves = list(self.match.now.moves())
        move = moves[choice % len(moves)]
        if str(move) == "pass":
            self.act("place")
        else:
            if getattr(self.app.session, "covered", False):
                self.act("uncover")
            self.act("try", str(move)).act("place")
        return self

    def now(self) -> "Friend":
        """Go to the game as it stands."""
        return self.act("look", "9999")

    @property
    def note(self) -> str:
        return self.app.page.note.key if self.app.page.note else ""

    def act(self, action: str, value: str = "") -> "Friend":
        super().act(action, value)
        return self

    @property
    def said(self) -> str:
        """What is said over the page, or in the window that is open."""
        return self.part("dialog" if self.app.page.dialog else "note")

    def part(self, name: str) -> str:
        return str(self.app.draw([name])[name])


def far_game(room: str = "qin", players: int = 2, seed: int = 1, **fields: Any) -> Match:
    """Begin a game by links at the first player's screen."""
    ui = GAMES.named(room)
    assert ui
    form: Any = replace(ui.new_form(), **fields)
    seats = (*(Seat(kind=REMOTE if number else PERSON) for number in range(players)), *form.seats[players:])
    more = {"players": players} if room == "qin" else {}
    game: Match = correspondence.begin(ui.deal(replace(form, seats=seats, **more), seed, "2026-01-02"), seed)
    return replace(game, key=write_key(1_700_000_000_000, seed))


def far_away(here: tuple[int, ...] = (1,)) -> Session:
    """Sit somebody down to a game of Qin against somebody far away."""
    game = far_game(first=1)
    assert isinstance(game, QinMatch)
    assert game.remote is not None
    return Session(game.with_remote(replace(game.remote, here=here)))


def again(game: Match) -> Match:
    """Send a game through a link."""
    return codec.find(codec.write(game), GAMES)


def kept_games(browser: Browser) -> list[str]:
    return sorted(key for key in browser.texts if key.startswith(GAME_PREFIX + "far-"))
