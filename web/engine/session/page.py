"""The state of the game page around its session: dialogs, the form, stored games, sharing, arriving links."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from engine.games.base import AnyGameUi, Games
from engine.games.form import Form
from engine.html import Note
from engine.session import Analysis, Session
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
    saved: tuple[Match, ...] = ()
    """The stored matches in sight, while their dialog is open."""
    saved_count: int = 0
    """The number of stored matches that were looked for."""
    saved_at: float = 0.0
    """When they were looked for, in milliseconds since 1970."""
    shelf: Shelf = field(default_factory=Shelf)
    """All stored matches, while their dialog is open, and what is looked for."""
    lesson: str = ""
    """The lesson in the single file's window of lessons; empty for their contents."""
    completed: frozenset[str] = frozenset()
    """The lessons and puzzles that are done, as far as this page knows."""
    maps: Mapping[str, str] = field(default_factory=dict)
    """The boards of the reader's own, by name."""
    damaged: tuple[str, ...] = ()
    """The keys of unreadable matches in quarantine."""
    arrived: Match | None = None
    """A match that a link brought, before anyone has joined it here."""
    newcomer: bool = False
    """Whether nobody here has played the game of that match yet."""
    qr: str = ""
    """The QR code of the link to send, as the outline of its dark squares."""
    date: str = "1970-01-01"
    """Today, for the puzzle and the deal of the day."""
    day: str = ""
    """The day that is chosen in the calendar; empty for today."""
    returning: bool = False
    """Whether this browser has been here before."""
    results: tuple[str, ...] = ()
    """The results of matches against computers, a line each."""
    embed_code: EmbedCode = field(default_factory=EmbedCode)
    address: str = ""
    """The address of this page, for links."""
    site: str = ""
    """The address of the site's folder; empty in the single-file page."""
    welcome: str = ""
    """The greeting over the board: on a first visit, or about what a link brought."""
    demo: Session | None = None
    """What the board behind the greeting of a first visitor plays by itself."""
    demo_paused: bool = False
    banner: bool = False
    """Whether the result is shown over the board."""
    analysed: tuple[Match, Analysis] | None = None
    """The analysed match that this one was tried from."""

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
    def shown(self) -> Session:
        """The session whose board is shown."""
        return self.demo if self.demo and self.welcome and not self.match.record.turns else self.session

    @property
    def inert(self) -> bool:
        return self.session.inert

    def with_session(self, session: Session) -> Self:
        """Show another state of the session; what belongs to another match is dropped."""
        if session is self.session:
            return self
        moved = session.match is not self.match or session.cursor != self.session.cursor
        page = replace(self, session=session, banner=self.banner and not moved)
        if session.match.key == self.match.key:
            return page
        return replace(page, note=None, analysed=None, form=session.ui.new_form())
