"""Actions on a session or a page, what is drawn after them, and what a browser would store."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine import ui as view
from engine.apps import page_app
from engine.games.base import AnyGameUi
from engine.html import Markup
from engine.lessons import Verdict, grade_attempt
from engine.lessons.lesson_file import Lesson
from engine.main import GAMES
from engine.protocol import Effect, StorePut, StoreUpdate
from engine.session import Preview, Session
from engine.session.page import Page
from engine.session.update import session_actions
from engine.session.update import update as update_session
from qin_core.common.protocols import GamePosition


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
    return page_app.update(paged(shown), action, value)


def drawn(shown: Session | Page, only: Collection[str] = ()) -> dict[str, Markup]:
    """Draw the parts of the page, all or `only` some."""
    return view.draw(view.page_parts(paged(shown)), only)


def grade_move(lesson: Lesson, before: GamePosition, move: str) -> Verdict:
    """Grade a move by its text, from the position before it."""
    return grade_attempt(lesson, Preview.of(before, move))


def named(game: str) -> AnyGameUi:
    """Return a game of the site."""
    ui = GAMES.named(game)
    assert ui
    return ui


def kept(*steps: Iterable[Effect], before: Mapping[str, str] | None = None) -> dict[str, str]:
    """Apply storage effects, step by step, and return the stored texts."""
    texts = dict(before or {})
    for effects in steps:
        for effect in effects:
            if isinstance(effect, StoreUpdate):
                texts[effect.key] = json.dumps(json.loads(texts.get(effect.key, "{}")) | dict(effect.values))
            if isinstance(effect, StorePut):
                texts.pop(effect.key, None)
                if effect.text is not None:
                    texts[effect.key] = effect.text
    return texts
