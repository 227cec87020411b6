"""Helpers for engine tests: run actions on a session or a page, draw the page, collect stored texts."""

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


class SessionPage(Page):
    """A page that also has the attributes of its session."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "session":
            raise AttributeError(name)
        return getattr(self.session, name)


def page_of(state: Session | Page, **fields: Any) -> Any:
    """Return a game page with a session, or change fields of a page."""
    page = state if isinstance(state, Page) else SessionPage.open(state, GAMES)
    return replace(page, **fields)


def update(state: Any, action: str, value: str = "") -> Any:
    """Run an action; if a session doesn't have it, run it on a page with the session."""
    if isinstance(state, Session) and action in session_actions(state.ui):
        return update_session(state, action, value)
    return page_app.update(page_of(state), action, value)


def parts_of(state: Session | Page, names: Collection[str] | None = None) -> dict[str, Markup]:
    """Draw all parts of the page, or those with some names."""
    return view.draw(view.page_parts(page_of(state)), names)


def grade_move(lesson: Lesson, position: GamePosition, move: str) -> Verdict:
    """Grade a move in a position."""
    return grade_attempt(lesson, Preview.of(position, move))


def game_named(game: str) -> AnyGameUi:
    """Return the game of the site with a name."""
    ui = GAMES.by_name(game)
    assert ui
    return ui


def stored_texts(*steps: Iterable[Effect], initial: Mapping[str, str] | None = None) -> dict[str, str]:
    """Apply storage effects, step by step, and return all stored texts."""
    texts = dict(initial or {})
    for effects in steps:
        for effect in effects:
            if isinstance(effect, StoreUpdate):
                texts[effect.key] = json.dumps(json.loads(texts.get(effect.key, "{}")) | dict(effect.values))
            if isinstance(effect, StorePut):
                texts.pop(effect.key, None)
                if effect.text is not None:
                    texts[effect.key] = effect.text
    return texts
