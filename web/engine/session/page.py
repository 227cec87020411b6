"""The state of the game page around a session: dialog, form, stored matches, sharing, arriving links."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from engine.games.base import AnyGameUi, Games
from engine.games.form import Form
from engine.html import Note
from engine.session import Session, links
from engine.session.links import EmbedCode
from engine.session.match import Match
from engine.session.shelf import Shelf


@dataclass(frozen=True)
class Page:
    """A game page."""

    session: Session
    games: Games
    form: Form
    """The form for a new match."""
    dialog: str = ""
    """The open dialog."""
    note: Note | None = None
    shelf: Shelf = field(default_factory=Shelf)
    """All stored matches and the search, while their dialog is open."""
    saved: tuple[Match, ...] = ()
    """The stored matches that the dialog lists."""
    saved_count: int = 0
    """The number of stored matches that fit the search, listed or not."""
    saved_at: float = 0.0
    """The time of the search, in milliseconds since 1970."""
    lesson: str = ""
    """The lesson in the dialog of the single-file page; empty for the contents."""
    completed: frozenset[str] = frozenset()
    """The completed lessons and puzzles."""
    maps: Mapping[str, str] = field(default_factory=dict)
    """The user's custom maps by name."""
    damaged: tuple[str, ...] = ()
    """The keys of unreadable matches in quarantine."""
    arrived: Match | None = None
    """A match that arrived by a link and that nobody at this screen has joined yet."""
    joining_name: str = ""
    """The name with which a player joins that match."""
    newcomer: bool = False
    """Whether nobody at this screen has played the game of that match yet."""
    qr: str = ""
    """The QR code of the link to send, as in `QrDrawn`."""
    date: str = "1970-01-01"
    """Today."""
    day: str = ""
    """The selected day of the calendar; empty for today."""
    returning: bool = False
    """Whether this browser has opened the page before."""
    results: tuple[str, ...] = ()
    """The stored lines of results."""
    embed_code: EmbedCode = field(default_factory=EmbedCode)
    address: str = ""
    """The address of this page, for links."""
    site: str = ""
    """The address of the site's folder; empty in the single-file page."""
    welcome: str = ""
    """The card over the board: on a first visit, or about an opened link."""
    from_editor: bool = False
    """Whether the match is a position that the user tries out from the editor."""
    demo: Session | None = None
    """The demonstration on the board while a first visitor is greeted."""
    demo_paused: bool = False
    banner: bool = False
    """Whether the result is shown over the board."""
    showing_highlights: bool = False
    """Whether the user goes through the highlights of a finished match."""
    analysed: Session | None = None
    """The session with the analysed match from which this one branched off."""

    @classmethod
    def open(cls, session: Session, games: Games, address: str = "", site: str = "") -> Self:
        """Show a session."""
        return cls(session, games, session.ui.new_form(), address=address, site=site)

    @property
    def ui(self) -> AnyGameUi:
        return self.session.ui

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def language(self) -> str:
        return self.session.language

    @property
    def board_session(self) -> Session:
        """The session whose board is shown: the demonstration for a first visitor, or the page's own."""
        return self.demo if self.demo and self.welcome and not self.match.record.turns else self.session

    @property
    def lessons_address(self) -> str:
        """The address of the lessons of this game."""
        return self.site + links.lessons_path(self.ui, self.language)

    @property
    def inert(self) -> bool:
        return self.session.inert

    def with_session(self, session: Session) -> Self:
        """Replace the session; drop what belongs to another match."""
        if session is self.session:
            return self
        moved = session.match is not self.match or session.cursor != self.session.cursor
        page = replace(self, session=session, banner=self.banner and not moved)
        if session.match.key == self.match.key:
            return page
        return replace(
            page, note=None, analysed=None, from_editor=False, showing_highlights=False, form=session.ui.new_form()
        )
