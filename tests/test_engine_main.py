"""The engine's edge: every message is answered once, only what changed is sent."""

from typing import Any

import pytest

from engine import main, view
from engine.embedding.app import BoardApp
from tests.engine_messages import GAME, Page
from tests.engine_playing import JOINS
from tests.engine_thinking import ranked


@pytest.fixture
def page() -> Page:
    return Page()


# Messages


@pytest.mark.parametrize(
    "message",
    [
        {"act": "look", "value": "abc"},
        {"act": "look", "value": "9" * 5000},
        {"act": "square", "value": "zz99"},
        {"act": "tile", "value": ""},
        {"act": "tile", "value": "-1"},
        {"act": "try", "value": "<b>"},
        {"act": "visit", "value": "1"},
        {"act": "visit", "value": "9999999 rr"},
        {"act": "next", "value": "1 2026-01-01"},
        {"act": "no-such"},
        {"act": "__init__"},
        {"act": ""},
        {"key": "ß"},
        {"key": "a", "cell": "zz99"},
        {"key": "Dead", "cell": "a1"},
        {"due": 99},
        {"tick": 99},
        {"due": None},
        {"tick": "x"},
        {"thought": {"job": 99, "result": None, "done": True}},
        {"nothing": "known"},
        {},
    ],
)
def test_a_message_that_makes_no_sense_is_answered_and_changes_nothing(page: Page, message: dict[str, Any]) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_rest()
    before, shown = page.model(), dict(page.shown["b"])
    answer = page.tell(**message)
    assert "error" not in answer
    page.draw_rest()
    assert page.model().game is before.game
    assert (page.model(), page.shown["b"]) == (before, shown)
    assert page.tell(act="tile", value="0")["parts"]


@pytest.mark.parametrize("message", [{"act": "tile", "value": "0"}, {"draw": True}, {"due": 1}, {"close": True}, {}])
def test_before_anything_is_open_a_message_is_answered_with_nothing(page: Page, message: dict[str, Any]) -> None:
    answer = page.tell(**message)
    assert not answer.get("parts")
    assert not answer.get("effects")
    assert not answer.get("more")


@pytest.mark.parametrize("message", [{"app": "no-such", "open": {}}, {"app": "board", "open": 3, "seed": 1}])
def test_an_opening_that_fails_is_answered_with_the_error(page: Page, message: dict[str, Any]) -> None:
    assert "Traceback" in page.tell(**message)["error"]
    assert page.app() is None
    assert page.open(position=JOINS)["parts"]["board"]


@pytest.mark.parametrize("attributes", [{"puzzle": "9" * 5000}, {"players": "9" * 5000}, {"level": "9" * 5000}])
def test_endless_numbers_are_faults(page: Page, attributes: dict[str, str]) -> None:
    assert page.open(**attributes)["look"]["faults"]


def test_an_exception_leaves_the_app_as_it_was_and_is_told(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_rest()
    before = page.app()
    with monkeypatch.context() as patched:
        patched.setattr(BoardApp, "settle", lambda *_: 1 / 0)
        answer = page.tell(act="tile", value="0")
    assert "ZeroDivisionError" in answer["error"]
    assert page.app() is before
    assert answer["whole"]
    assert answer["parts"]["board"], "the client may show anything by now"
    assert page.tell(act="tile", value="0")["parts"]
    assert page.model().lit


def test_an_exception_while_drawing_is_told_and_the_next_message_draws(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_rest()
    before = page.app()
    with monkeypatch.context() as patched:
        real = BoardApp.draw

        def draw(app: BoardApp, names: tuple[str, ...]) -> Any:
            return 1 / 0 if app.board and app.board.model.lit else real(app, names)

        patched.setattr(BoardApp, "draw", draw)
        answer = page.tell(act="tile", value="0")
    assert "ZeroDivisionError" in answer["error"]
    assert answer["parts"]["board"]
    assert page.app() == before
    page.tell(act="tile", value="0")
    page.draw_rest()
    assert "The tile can go here." in page.shown["b"]["grid"]


def test_a_closed_board_is_forgotten_and_thinks_no_more(page: Page) -> None:
    page.open(players="1 1")
    assert page.thinking.under_way
    report = page.thinking.under_way.report
    page.tell(close=True)
    assert page.thinking.under_way is None
    heard = len(page.heard)
    report(ranked("pass"), True)
    assert len(page.heard) == heard
    assert not page.tell(act="tile", value="0").get("parts")


# What is drawn


def test_after_an_opening_every_part_is_sent(page: Page) -> None:
    first = page.open(position=JOINS, move="anybody")
    assert first["whole"]
    assert first["more"]
    page.draw_rest()
    drawn = {name for group in BoardApp.groups for name in group}
    assert page.shown["b"].keys() == drawn
    assert page.shown["b"] == dict(page.app().draw(drawn))


def test_another_opening_sends_everything_again(page: Page) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_rest()
    again = page.open(position=JOINS, move="anybody")
    assert again["whole"]
    assert again["parts"].keys() == set(BoardApp.groups[0])
    assert page.tell(draw=True)["parts"].keys() == {"grid"}


def test_only_what_changed_is_sent(page: Page) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_rest()
    answer = page.tell(act="point", value="b3")
    assert answer["parts"]
    assert not answer["parts"].keys() & {"players", "hand", "replay"}
    assert answer["look"]["hover"] == "b3"
    same = page.tell(act="point", value="b3")
    assert (same["parts"], "look" in same) == ({}, False)


def test_what_comes_later_in_a_frame_is_drawn_by_the_next_one(page: Page) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_rest()
    answer = page.tell(act="tile", value="0", later=True)
    assert (answer["parts"], answer["more"]) == ({}, True)
    assert page.model().lit
    drawn = page.tell(draw=True)
    assert drawn["parts"].keys() >= {"hand", "board", "grid"}
    assert drawn["more"] is False
    assert page.shown["b"] == dict(page.app().draw(page.shown["b"]))


def test_a_message_in_time_draws_what_came_later_before_it(page: Page) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_rest()
    page.tell(act="tile", value="0", later=True)
    assert "hand" in page.tell(act="point", value="a1")["parts"]
    page.draw_rest()
    assert page.shown["b"] == dict(page.app().draw(page.shown["b"]))


@pytest.mark.parametrize("later", [False, True])
def test_parts_that_wait_come_even_while_every_frame_brings_something_new(page: Page, later: bool) -> None:
    page.tell("page", app="game", open=GAME)
    page.draw_rest("page")
    page.tell("page", act="language", value="de")
    for square in ("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"):
        page.tell("page", draw=True)
        page.tell("page", act="point", value=square, later=later)
    waiting = {name for group in main.app_named("game").groups[1:] for name in group}
    assert "Neues Spiel" in page.shown["page"]["menu"]
    now = page.app("page").draw(waiting)
    assert {name for name in waiting if page.shown["page"][name] != now[name]} <= {"grid"}, "but for the latest square"


@pytest.mark.parametrize("later", [False, True])
def test_with_nothing_new_nothing_waits_for_ever(page: Page, later: bool) -> None:
    page.open(position=JOINS, move="anybody")
    page.tell(act="tile", value="0", later=later)
    assert page.draw_rest() <= len(BoardApp.groups)
    assert page.tell(draw=True) == {"to": "b", "reply": True, "parts": {}, "more": False}


def test_a_window_that_cannot_be_drawn_is_closed_and_the_rest_drawn(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.tell("page", app="game", open=GAME)
    page.draw_rest("page")
    monkeypatch.setitem(view.DIALOGS, "help", lambda _: 1 // 0)
    page.tell("page", act="open", value="help")
    answers = [page.tell("page", draw=True) for _ in range(8)]
    told = [answer for answer in answers if "error" in answer]
    assert len(told) == 1, "said once, not for ever"
    assert "ZeroDivisionError" in told[0]["error"]
    assert ["GoBack"] in told[0]["effects"]
    assert page.app("page").model.dialog == ""
    assert answers[-1]["more"] is False


def test_half_an_emoji_becomes_a_sign_that_links_and_files_can_hold() -> None:
    odd = {"text": "a\ud83d", "more": ["\ude80b", {"\ud83d": "\ud83d\ude80"}], "n": 1}
    assert main.whole_signs(odd) == {"text": "a\ufffd", "more": ["\ufffdb", {"\ufffd": "\U0001f680"}], "n": 1}
