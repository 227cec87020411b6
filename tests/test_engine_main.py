"""The engine's edge: every message is answered once, only what changed is sent, what goes on by itself keeps going."""

import json
from typing import Any

import pytest

from engine import main, view
from engine.driver import REPLAY
from engine.embedding.app import BoardApp
from engine.main import Engine
from engine.model import Model
from qin_core.qin import Position
from tests.engine_playing import JOINS, finished
from tests.engine_thinking import FakeClock, FakeThinking, ranked

GAME = {
    "search": "",
    "fragment": "",
    "address": "https://example.org/qin/",
    "site": "https://example.org/qin/",
    "languages": ["en"],
    "texts": {},
    "seed": 7,
}


class Page:
    """A page around boards: it hears every answer, and time passes when the test wants it."""

    def __init__(self) -> None:
        self.thinking, self.clock = FakeThinking(), FakeClock()
        self.heard: list[dict[str, Any]] = []
        self.timers: list[tuple[float, str, dict[str, Any]]] = []
        self.shown: dict[str, dict[str, str]] = {}
        self.engine = Engine(lambda text: self.hear(json.loads(text)), self.thinking, self.clock)

    def hear(self, answer: dict[str, Any]) -> None:
        """Show what changed, and remember what to do later, as the client does."""
        self.heard.append(answer)
        if "to" in answer:
            self.shown.setdefault(answer["to"], {}).update(answer.get("parts", {}))
        for name, *values in answer.get("effects", []):
            if name == "After":
                self.timers.append((self.clock.time + values[0], answer["to"], values[1]))

    def tell(self, to: str = "b", **message: Any) -> dict[str, Any]:
        """Send a message and give the one answer to it."""
        answer: dict[str, Any] = json.loads(self.engine.receive(json.dumps({"to": to, **message})))
        assert answer.get("reply") or "close" in message
        self.hear(answer)
        return answer

    def open(self, to: str = "b", **attributes: str) -> dict[str, Any]:
        return self.tell(to, app="board", open=attributes, seed=3)

    def wait(self, milliseconds: float) -> int:
        """Let time pass and the timers go off; count them."""
        self.clock.time += milliseconds
        due = [timer for timer in self.timers if timer[0] <= self.clock.time]
        self.timers = [timer for timer in self.timers if timer[0] > self.clock.time]
        for _, to, message in due:
            self.tell(to, **message)
        return len(due)

    def draw_rest(self, to: str = "b") -> int:
        """Send for everything that waits; count how often."""
        count = 1
        while self.tell(to, draw=True)["more"]:
            count += 1
        return count

    def app(self, to: str = "b") -> Any:
        return self.engine._running[to]._app

    def model(self, to: str = "b") -> Model:
        model: Model = self.app(to).board.model
        return model

    def report(self, result: Any = None, done: bool = True) -> None:
        assert self.thinking.under_way
        self.thinking.under_way.report(result, done)

    def move(self, to: str = "b") -> str:
        """Give a move that can be made now."""
        return str(self.model(to).game.now.moves()[0])


@pytest.fixture
def page() -> Page:
    return Page()


def turns(model: Model) -> int:
    return len(model.game.record.turns)


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


# What goes on by itself


def test_a_replay_runs_on_while_the_pointer_moves(page: Page) -> None:
    page.open(record=str(finished("pc").game.record))
    page.tell(act="run", value="0")
    for square in ("a1", "b2", "c3"):
        page.tell(act="point", value=square)
    assert page.wait(REPLAY) == 1
    assert page.model().shown == 1
    page.tell(act="point", value="d4")
    assert page.wait(REPLAY) == 1
    assert page.model().shown == 2


def test_play_now_is_not_forgotten(page: Page) -> None:
    page.open(players="1 1")
    page.tell(act="play-now")
    page.tell(act="point", value="a1")
    move = page.move()
    page.report(ranked(move, 0.1), done=False)
    assert [str(turn.move) for turn in page.model().game.record.turns] == [move]


def test_whoever_looks_back_is_left_alone(page: Page) -> None:
    page.open(players="1 1")
    for number in (1, 2):
        page.tell(call="play", value=page.move(), number=number)
    assert page.thinking.under_way
    report, third = page.thinking.under_way.report, page.move()
    page.tell(act="look", value="1")
    assert page.thinking.under_way is None
    report(ranked(third), True)
    page.wait(10_000)
    assert (page.model().shown, turns(page.model())) == (1, 2)
    page.tell(act="look", value="2")
    page.report(ranked(third))
    page.wait(10_000)
    assert turns(page.model()) == 3


def test_whoever_looks_back_in_the_pause_is_left_alone(page: Page) -> None:
    page.open(players="1 1")
    page.tell(call="play", value=page.move(), number=1)
    page.report(ranked(page.move()))
    page.tell(act="look", value="0")
    assert page.wait(10_000) >= 1
    assert (page.model().shown, turns(page.model())) == (0, 1)


def test_a_computers_move_is_sent_without_being_asked_for(page: Page) -> None:
    page.open(players="1 1")
    page.report(ranked(page.move(), 0.5), done=False)
    assert "reply" not in page.heard[-1]
    assert 'value="50"' in page.heard[-1]["parts"]["thinking"]
    page.report(None)
    page.wait(10_000)
    assert [values[0] for name, *values in page.heard[-1]["effects"] if name == "Emit"] == ["qin-move"]


def test_several_boards_think_one_after_the_other(page: Page) -> None:
    for name in ("a", "b", "c"):
        page.open(name, players="1 1")
    assert len(page.thinking.jobs) == 1
    page.report(ranked(page.move("a")))
    assert len(page.thinking.jobs) == 2, "the next one begins while the first one pauses"
    page.tell("b", close=True)
    assert len(page.thinking.jobs) == 3
    page.report(ranked(page.move("c")))
    assert page.wait(10_000) == 2
    assert (turns(page.model("a")), turns(page.model("c"))) == (1, 1)
    assert page.thinking.under_way is page.thinking.jobs[-1]
    assert len(page.thinking.jobs) == 4, "of two that go on, one thinks"


def test_a_board_that_waits_and_asks_no_more_is_passed_over(page: Page) -> None:
    page.open("a", players="1 1")
    page.open("b", players="1 1")
    page.tell("b", call="play", value=page.move("b"), number=1)
    page.tell("b", act="look", value="0")
    page.report(ranked(page.move("a")))
    assert page.thinking.under_way is None


def test_the_client_carries_out_effects_by_their_names(page: Page) -> None:
    answer = page.open(position=JOINS)
    assert answer["effects"] == [["Emit", "qin-ready", {"position": str(Position.parse(JOINS))}]]


def test_what_concerns_thinking_never_reaches_the_client(page: Page) -> None:
    page.tell("page", app="game", open=GAME)
    page.tell("page", rested=True)
    assert page.thinking.warmed_up == 1
    page.open(players="1 1")
    page.tell(act="look", value="0")
    sent = {name for answer in page.heard for name, *_ in answer.get("effects", [])}
    assert not sent & {"Think", "StopThinking", "WarmUpWorker"}


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
