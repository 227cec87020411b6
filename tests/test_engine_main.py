"""The engine's interface: every message gets one reply, which contains only changes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine import protocol, wire
from engine import ui as view
from engine.apps.board_app import BoardApp
from engine.apps.game_page import GameApp
from engine.protocol import (
    Act,
    AiPauseOver,
    Close,
    DrawAll,
    DrawMore,
    Key,
    Message,
    Navigated,
    OpenPage,
    QrDrawn,
    ReplayTick,
    Request,
)
from tests.engine_host import OPEN_GAME, FakePage, search_result
from tests.engine_qin import JOINS


@pytest.fixture
def page() -> FakePage:
    return FakePage()


@pytest.mark.parametrize("time", [float("nan"), float("inf"), -float("inf"), -1e18, 1e15, 1e18, 1e300])
def test_a_wrong_clock_prevents_neither_starting_nor_playing(page: FakePage, time: float) -> None:
    page.clock.time = time
    answer = page.send(OpenPage("game", "", "", "https://example.org/", "https://example.org/", ["en"], 1, {}), "page")
    assert "error" not in answer or not answer["error"]
    moved = page.send(Act("open", "new"), "page")
    assert not moved.get("error")
    assert not page.send(DrawAll(), "page").get("error")


def test_a_clock_that_raises_is_ignored(page: FakePage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> float:
        raise OverflowError("timestamp out of range")

    monkeypatch.setattr(page.engine, "_clock", broken)
    assert not page.open(position=JOINS).get("error")


# Messages


@pytest.mark.parametrize(
    "message",
    [
        Act("go-to-turn", "abc"),
        Act("go-to-turn", "9" * 5000),
        Act("square", "zz99"),
        Act("tile", ""),
        Act("tile", "-1"),
        Act("try", "<b>"),
        Act("visit", "1"),
        Act("visit", "9999999 rr"),
        Act("next", "1 2026-01-01"),
        Key("ß"),
        Key("a", "zz99"),
        Key("Dead", "a1"),
        AiPauseOver(99),
        ReplayTick(99),
    ],
)
def test_a_message_with_an_invalid_value_is_answered_and_changes_nothing(page: FakePage, message: Message) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_all()
    before, parts = page.session(), dict(page.parts["b"])
    answer = page.send(message)
    assert "error" not in answer
    page.draw_all()
    assert page.session().match is before.match
    assert (page.session(), page.parts["b"]) == (before, parts)
    assert page.send(Act("tile", "0"))["parts"]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"type": "Nothing"}, 'unknown message: "Nothing"'),
        ({"type": "AiResult", "task": 1, "result": None, "done": True}, 'unknown message: "AiResult"'),
        ({"act": "tile", "value": "0"}, "unknown message: null"),
        ({}, "unknown message: null"),
        (None, "unknown message: null"),
        ("Act", 'unknown message: "Act"'),
        ({"type": "Act"}, "Act: .*action"),
        ({"type": "Act", "action": 3}, "Act.action should be str, not 3"),
        ({"type": "Act", "action": "tile", "values": "0"}, "Act has no field values"),
        ({"type": "Key", "key": "a", "shift": 1}, "Key.shift should be bool, not 1"),
        ({"type": "ReplayTick", "ply": True}, "ReplayTick.ply should be int, not true"),
        ({"type": "Call", "number": 1, "method": "eval"}, "Call.method should be 'state' or 'play' or 'undo'"),
        (
            {"type": "OptionsChanged", "attributes": {"language": 1}},
            "OptionsChanged.attributes.language should be str, not 1",
        ),
        ({"type": "StoreFound", "prefix": "", "texts": {}, "keys": [1]}, r"StoreFound.keys\[0\] should be str, not 1"),
        ({"type": "StoreChanged", "key": "", "text": 1}, "StoreChanged.text should be str or NoneType, not 1"),
        ({"type": "OpenBoard", "attributes": 3, "seed": 1}, "OpenBoard.attributes should be an object, not 3"),
    ],
)
def test_a_message_that_breaks_the_protocol_is_answered_with_the_error(
    page: FakePage, message: object, words: str
) -> None:
    page.open(position=JOINS, move="anybody")
    before = page.session()
    answer = page.send_raw(message)
    assert re.match(f"ProtocolError: {words}", answer["error"])
    assert page.session() is before
    with pytest.raises(protocol.ProtocolError, match=words):
        wire.read(json.dumps({"to": "b", "message": message}))


@pytest.mark.parametrize("text", ["", "[", "3", '{"message": 1}', '{"to": 1}'])
def test_an_envelope_that_breaks_the_protocol_is_an_error(page: FakePage, text: str) -> None:
    assert "ProtocolError" in json.loads(page.engine.receive(text))["error"]


@pytest.mark.parametrize("name", ["no-such", "__init__", ""])
def test_an_unknown_action_is_an_error(page: FakePage, name: str) -> None:
    page.open(position=JOINS, move="anybody")
    before = page.session()
    assert f"unknown action: {name!r}" in page.send(Act(name))["error"]
    assert page.session() is before


def test_a_message_for_another_app_is_an_error(page: FakePage) -> None:
    page.open(position=JOINS)
    assert "BoardApp takes no QrDrawn" in page.send(QrDrawn(""))["error"]


def test_a_message_from_another_session_is_dropped(page: FakePage) -> None:
    first = page.open(position=JOINS, move="anybody")["generation"]
    assert page.send(Act("tile", "0"), generation=first)["parts"]
    second = page.open(position=JOINS, move="anybody")["generation"]
    assert second != first
    page.draw_all()
    assert page.send(Act("tile", "0"), generation=first)["parts"] == {}
    assert not page.session().legal_squares
    assert page.send(Act("tile", "0"), generation=second)["generation"] == second
    assert page.session().legal_squares


def test_a_key_from_the_picture_of_the_other_game_is_dropped(page: FakePage) -> None:
    first = page.send(OPEN_GAME, "page")["generation"]
    page.draw_all("page")
    remote = page.send(Navigated("?game=khan-tsin", ""), "page")
    assert remote["generation"] != first
    assert remote["parts"]["board"]
    late_reply = page.send(Key("ArrowUp", "e5"), "page", generation=first)
    assert "error" not in late_reply
    assert (late_reply["parts"], "effects" in late_reply) == ({}, False)
    page.draw_all("page")
    part_names = {name for group in GameApp.groups for name in group}
    assert page.parts["page"] == dict(page.app("page").draw(part_names)), "all parts show the new game"


@pytest.mark.parametrize("message", [Act("tile", "0"), DrawMore(), DrawAll(), AiPauseOver(1), Close()])
def test_before_opening_a_message_gets_an_empty_reply(page: FakePage, message: Message | Request) -> None:
    answer = page.send(message)
    assert not answer.get("parts")
    assert not answer.get("effects")
    assert not answer.get("more")


def test_an_opening_that_fails_is_answered_with_the_error(page: FakePage, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(BoardApp, "after_update", lambda *_: 1 / 0)
        assert "Traceback" in page.open(position=JOINS)["error"]
    assert page.app() is None
    assert page.open(position=JOINS)["parts"]["board"]


@pytest.mark.parametrize("attributes", [{"puzzle": "9" * 5000}, {"players": "9" * 5000}, {"level": "9" * 5000}])
def test_very_long_numbers_are_refused(page: FakePage, attributes: dict[str, str]) -> None:
    assert page.open(**attributes)["appearance"]["problems"]


def test_an_exception_is_reported_and_the_app_is_unchanged(page: FakePage, monkeypatch: pytest.MonkeyPatch) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_all()
    before = page.app()
    with monkeypatch.context() as patched:
        patched.setattr(BoardApp, "after_update", lambda *_: 1 / 0)
        answer = page.send(Act("tile", "0"))
    assert "ZeroDivisionError" in answer["error"]
    assert page.app() is before
    assert answer["parts"]["board"], "all parts are drawn again"
    assert page.send(Act("tile", "0"))["parts"]
    assert page.session().legal_squares


def test_an_exception_while_drawing_is_reported_and_the_next_message_draws(
    page: FakePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_all()
    before = page.app()
    with monkeypatch.context() as patched:
        real = BoardApp.draw

        def draw(app: BoardApp, names: tuple[str, ...]) -> Any:
            return 1 / 0 if app.board and app.board.session.legal_squares else real(app, names)

        patched.setattr(BoardApp, "draw", draw)
        answer = page.send(Act("tile", "0"))
    assert "ZeroDivisionError" in answer["error"]
    assert answer["parts"]["board"]
    assert page.app() == before
    page.send(Act("tile", "0"))
    page.draw_all()
    assert "The tile can go here." in page.parts["b"]["grid"]


def test_a_closed_board_stops_its_task(page: FakePage) -> None:
    page.open(players="1 1")
    assert page.runner.running
    report = page.runner.running.report
    page.send(Close())
    assert page.runner.running is None
    count = len(page.replies)
    report(search_result("pass"), True)
    assert len(page.replies) == count
    assert not page.send(Act("tile", "0")).get("parts")


# Drawing


def test_opening_sends_every_part(page: FakePage) -> None:
    first = page.open(position=JOINS, move="anybody")
    assert first["more"]
    page.draw_all()
    part_names = {name for group in BoardApp.groups for name in group}
    assert page.parts["b"].keys() == part_names
    assert page.parts["b"] == dict(page.app().draw(part_names))


def test_reopening_sends_every_part_again(page: FakePage) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_all()
    reopened = page.open(position=JOINS, move="anybody")
    assert reopened["parts"].keys() == set(BoardApp.groups[0])
    assert page.send(DrawMore())["parts"].keys() == {"grid"}


def test_only_what_changed_is_sent(page: FakePage) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_all()
    answer = page.send(Act("point", "b3"))
    assert answer["parts"]
    assert not answer["parts"].keys() & {"players", "hand", "replay"}
    assert answer["appearance"]["hover"] == "b3"
    repeated = page.send(Act("point", "b3"))
    assert (repeated["parts"], "appearance" in repeated) == ({}, False)


def test_drawing_a_later_message_of_a_frame_is_deferred(page: FakePage) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_all()
    answer = page.send(Act("tile", "0"), later=True)
    assert (answer["parts"], answer["more"]) == ({}, True)
    assert page.session().legal_squares
    rest = page.send(DrawMore())
    assert rest["parts"].keys() >= {"hand", "board", "grid"}
    assert rest["more"] is False
    assert page.parts["b"] == dict(page.app().draw(page.parts["b"]))


def test_the_next_message_draws_deferred_parts(page: FakePage) -> None:
    page.open(position=JOINS, move="anybody")
    page.draw_all()
    page.send(Act("tile", "0"), later=True)
    assert "hand" in page.send(Act("point", "a1"))["parts"]
    page.draw_all()
    assert page.parts["b"] == dict(page.app().draw(page.parts["b"]))


@pytest.mark.parametrize("later", [False, True])
def test_waiting_parts_are_drawn_even_if_every_frame_has_changes(page: FakePage, later: bool) -> None:
    page.send(OPEN_GAME, "page")
    page.draw_all("page")
    page.send(Act("language", "de"), "page")
    for square in ("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"):
        page.send(DrawMore(), "page")
        page.send(Act("point", square), "page", later=later)
    waiting = {name for group in GameApp.groups[1:] for name in group}
    assert "Neues Spiel" in page.parts["page"]["menu"]
    current = page.app("page").draw(waiting)
    assert {name for name in waiting if page.parts["page"][name] != current[name]} <= {"grid"}, (
        "only the latest square is missing"
    )


@pytest.mark.parametrize("later", [False, True])
def test_without_changes_no_part_keeps_waiting(page: FakePage, later: bool) -> None:
    page.open(position=JOINS, move="anybody")
    page.send(Act("tile", "0"), later=later)
    assert page.draw_all() <= len(BoardApp.groups)
    assert page.send(DrawMore()) == {"to": "b", "generation": 1, "answers_message": True, "parts": {}, "more": False}


def test_a_rematch_draws_the_whole_page_at_once(page: FakePage) -> None:
    record = (Path(__file__).parent / "games/bird-2-last-pagoda.qin").read_text()
    page.send(OPEN_GAME, "page")
    page.send(Act("import", record), "page")
    page.draw_all("page")
    answer = page.send(Act("rematch"), "page")
    assert [animation["sweeps"] for animation in answer["animations"]] == [True]
    assert answer["parts"].keys() >= {"board", "players", "cover", "log", "replay"}
    assert page.parts["page"] == dict(page.app("page").draw(page.parts["page"]))


def test_a_dialog_that_cannot_be_drawn_is_closed(page: FakePage, monkeypatch: pytest.MonkeyPatch) -> None:
    page.send(OPEN_GAME, "page")
    page.draw_all("page")
    monkeypatch.setitem(view.DIALOGS, "help", lambda _: 1 // 0)
    page.send(Act("open", "help"), "page")
    answers = [page.send(DrawMore(), "page") for _ in range(8)]
    with_errors = [answer for answer in answers if "error" in answer]
    assert len(with_errors) == 1, "reported once"
    assert "ZeroDivisionError" in with_errors[0]["error"]
    assert ["GoBack"] in with_errors[0]["effects"]
    assert page.app("page").page.dialog == ""
    assert answers[-1]["more"] is False


def test_half_an_emoji_becomes_a_sign_that_links_and_files_can_hold() -> None:
    malformed = {"text": "a\ud83d", "more": ["\ude80b", {"\ud83d": "\ud83d\ude80"}], "n": 1}
    assert wire.repair_surrogates(malformed) == {
        "text": "a\ufffd",
        "more": ["\ufffdb", {"\ufffd": "\U0001f680"}],
        "n": 1,
    }
