"""The state of the game page around its session: dialogs, the form, stored games, sharing, arriving links."""

from dataclasses import dataclass, field, replace
from typing import Self

from engine.games.base import AnyGameUi, Form, Games
from engine.html import Note
from engine.session.embed_code import EmbedCode
from engine.session.match import Match
from engine.session.session import Analysis, Session


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
    """The newest stored matches, while their dialog is open."""
    saved_count: int = 0
    """The number of all stored matches."""
    damaged: tuple[str, ...] = ()
    """The keys of unreadable matches in quarantine."""
    arrived: Match | None = None
    """A match that a link brought, before anyone has joined it here."""
    qr: str = ""
    """The QR code of the link to send, as the outline of its dark squares."""
    date: str = "1970-01-01"
    """Today, for the puzzle and the deal of the day."""
    results: tuple[str, ...] = ()
    """The results of matches against computers, a line each."""
    embed_code: EmbedCode = field(default_factory=EmbedCode)
    address: str = ""
    """The address of this page, for links."""
    site: str = ""
    """The address of the site's folder; empty in the single-file page."""
    welcome: str = ""
    """The greeting over the board: on a first visit, or about what a link brought."""
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
