"""Actions of a person on a page or in a session, and what is drawn after them."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from engine import ui as view
from engine.apps import page_actions
from engine.games.base import AnyGameUi
from engine.html import Markup
from engine.main import GAMES
from engine.session.page import Page
from engine.session.session import Session
from engine.session.update import session_actions
from engine.session.update import update as update_session


class OpenedPage(Page):
    """A page through which the attributes of its session can be read."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "session":
            raise AttributeError(name)
        return getattr(self.session, name)


def paged(shown: Session | Page, **fields: Any) -> Any:
    """Put a session on a game page, with some fields of the page."""
    page = shown if isinstance(shown, Page) else OpenedPage.open(shown, GAMES)
    return replace(page, **fields)


def update(shown: Any, action: str, value: str = "") -> Any:
    """Run an action on a session or a page; an action of the page puts a session on one."""
    if isinstance(shown, Session) and action in session_actions(shown.ui):
        return update_session(shown, action, value)
    return page_actions.update(paged(shown), action, value)


def drawn(shown: Session | Page, only: Collection[str] = ()) -> dict[str, Markup]:
    """Draw the parts of the page, all or `only` some."""
    return view.draw(view.page_parts(paged(shown)), only)


def named(game: str) -> AnyGameUi:
    """Return a game of the site."""
    ui = GAMES.named(game)
    assert ui
    return ui
