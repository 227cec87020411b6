"""Helpers for tests of games by links: browsers of people far from each other, who know nothing but links."""

from dataclasses import replace
from typing import Any

from engine import games as rooms
from engine.correspondence import codec as turn_links
from engine.correspondence import game as by_links
from engine.games.qin.match import Game as QinGame
from engine.games.qin.session import Model
from engine.page import storage as saves
from engine.protocol import Copy, Navigated, StoreFound, StoreQuery
from engine.session.link_play import write_key
from engine.session.match import FAR, PERSON, Game, Seat
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
        if "players" not in fields and self.game.room == "qin":
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
        moves = list(self.game.now.moves())
        move = moves[choice % len(moves)]
        if str(move) == "pass":
            self.act("place")
        else:
            if getattr(self.app.model, "covered", False):
                self.act("uncover")
            self.act("try", str(move)).act("place")
        return self

    def now(self) -> "Friend":
        """Go to the game as it stands."""
        return self.act("look", "9999")

    @property
    def note(self) -> str:
        return self.app.model.note.key if self.app.model.note else ""

    def act(self, action: str, value: str = "") -> "Friend":
        super().act(action, value)
        return self

    @property
    def said(self) -> str:
        """What is said over the page, or in the window that is open."""
        return self.part("dialog" if self.app.model.dialog else "note")

    def part(self, name: str) -> str:
        return str(self.app.draw([name])[name])


def far_game(room: str = "qin", players: int = 2, seed: int = 1, **fields: Any) -> Game:
    """Begin a game by links at the first player's screen."""
    draft: Any = rooms.room(room).draft(**fields)
    seats = (*(Seat(kind=FAR if number else PERSON) for number in range(players)), *draft.seats[players:])
    more = {"players": players} if room == "qin" else {}
    game: Game = by_links.begin(replace(draft, seats=seats, **more).begin(seed, "2026-01-02"), seed)
    return replace(game, key=write_key(1_700_000_000_000, seed))


def far_away(here: tuple[int, ...] = (1,)) -> Model:
    """Sit somebody down to a game of Qin against somebody far away."""
    game = far_game(first=1)
    assert isinstance(game, QinGame)
    assert game.far is not None
    return Model(game.by_links(replace(game.far, here=here)))


def again(game: Game) -> Game:
    """Send a game through a link."""
    return turn_links.find(turn_links.write(game))


def kept_games(browser: Browser) -> list[str]:
    return sorted(key for key in browser.texts if key.startswith(saves.GAMES + "far-"))
