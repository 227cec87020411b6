"""Moves are previewed once and played once, and few calls lead from a click to the rules."""

import inspect
from collections import Counter
from typing import Any

import pytest

from engine import ui
from engine.html import Markup
from engine.lessons.lesson_file import Goal
from engine.main import LESSONS
from engine.protocol import Act
from engine.session import Session
from qin_core import khan_tsin, qin
from tests import engine_khan_tsin as khan
from tests.engine_actions import page_of, update
from tests.engine_host import OPEN_GAME, FakePage
from tests.engine_qin import JOINS, deal_session, session_at


@pytest.fixture(params=["qin", "khan-tsin"])
def session(request: pytest.FixtureRequest) -> Session:
    """A session against a computer with a selected piece."""
    if request.param == "qin":
        return update(deal_session("pc", coach="on"), "tile", "0")  # type: ignore[no-any-return]
    start = khan.deal_session("pc")
    return update(start, "square", str(start.near[0]))  # type: ignore[no-any-return]


@pytest.fixture
def call_counts(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """Count how often each move is applied and checked, without calls inside the rules."""
    counts: Counter[tuple[str, str]] = Counter()
    stack: list[str] = []
    for kind in (qin.Position, khan_tsin.Position):
        for name in ("apply", "why_not", "play"):
            original = getattr(kind, name)

            def counting(self: Any, move: Any, *, original: Any = original, name: str = name) -> Any:
                if not stack:
                    counts["apply" if name == "play" else name, str(move)] += 1
                stack.append(name)
                try:
                    return original(self, move)
                finally:
                    stack.pop()

            monkeypatch.setattr(kind, name, counting)
    return counts


def draw(session: Session) -> dict[str, Markup]:
    """Draw all parts of the page."""
    return ui.draw(ui.page_parts(page_of(session)))


def point_somewhere(session: Session) -> Session:
    """Point at a legal square."""
    pointed: Session = update(session, "point", min(session.legal_squares))
    assert pointed.ghost is not None
    return pointed


def test_a_move_that_is_pointed_at_is_applied_once(session: Session, call_counts: Counter[tuple[str, str]]) -> None:
    pointed = point_somewhere(session)
    call_counts.clear()
    draw(pointed)
    draw(pointed)
    move = str(pointed.ghost)
    assert call_counts["apply", move] <= 1
    assert sum(count for (name, _), count in call_counts.items() if name == "apply") <= 1, call_counts
    assert max([0, *(count for (name, _), count in call_counts.items() if name == "why_not")]) <= 1, call_counts


def test_a_refused_move_is_checked_once(call_counts: Counter[tuple[str, str]]) -> None:
    picked = update(session_at(JOINS), "tile", "0")
    call_counts.clear()
    refused = update(picked, "square", "d3")
    assert refused.refusal
    draw(refused)
    assert max(call_counts.values()) == 1, call_counts
    assert not [move for name, move in call_counts if name == "apply"]


def test_a_played_move_is_applied_once_more(session: Session, call_counts: Counter[tuple[str, str]]) -> None:
    staged = update(point_somewhere(session), "square", min(session.legal_squares))
    move = str(staged.ghost)
    draw(staged)
    call_counts.clear()
    played = update(staged, "place")
    assert len(played.match.record.turns) == len(staged.match.record.turns) + 1
    draw(played)
    assert call_counts["apply", move] == 1, call_counts
    assert call_counts["why_not", move] <= 1, call_counts


def calls_between(page: FakePage, message: Act, kind: type, name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Send a message; return the file of each call between `Engine.receive` and a method."""
    files_called: list[str] = []
    original = getattr(kind, name)

    def tracing(self: Any, *arguments: Any) -> Any:
        frame = inspect.currentframe()
        assert frame
        files: list[str] = []
        caller = frame.f_back
        while caller and caller.f_code.co_name != "send":
            files.append(caller.f_code.co_filename)
            caller = caller.f_back
        files_called[:] = files_called or files[:-1]
        return original(self, *arguments)

    monkeypatch.setattr(kind, name, tracing)
    page.send(message)
    assert files_called
    return [*files_called, "the method itself"]


CLIENT = 2
"""The number of calls in JavaScript, in as many files: `inputs.js` and `client.js`."""


def test_a_click_reaches_the_rules_in_20_calls_and_14_files(monkeypatch: pytest.MonkeyPatch) -> None:
    page = FakePage()
    page.send(OPEN_GAME._replace(seed=next(seed for seed in range(20) if first_move(seed))))
    page.send(Act("try", page.move()))
    files = calls_between(page, Act("place"), qin.Position, "apply", monkeypatch)
    assert len(files) + CLIENT <= 20, files
    assert len(set(files)) + CLIENT <= 14, files


def first_move(seed: int) -> bool:
    """Return whether a person moves first in the match of a seed."""
    page = FakePage()
    page.send(OPEN_GAME._replace(seed=seed))
    return page.session().can_act


def test_an_attempt_at_a_lesson_reaches_its_goal_in_20_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    page = FakePage()
    page.open(lesson="two-at-once")
    page.send(Act("try", str(LESSONS.lesson("two-at-once").solution[0])))
    files = calls_between(page, Act("place"), Goal, "reached", monkeypatch)
    assert len(files) + CLIENT <= 20, files
