"""The engine's timers and tasks: replays, thinking computers, several boards that share a worker."""

from typing import Any

import pytest

from engine.protocol import Act, Call, Close, PageIdle
from engine.session import Session
from engine.session.ai_scheduler import PAUSES, REPLAY_PAUSE
from qin_core.qin import Position
from tests.engine_host import OPEN_GAME, FakePage, search_result
from tests.engine_qin import JOINS, finished_session


@pytest.fixture
def page() -> FakePage:
    return FakePage()


def turns(session: Session) -> int:
    return len(session.match.record.turns)


def test_a_replay_continues_while_the_pointer_moves(page: FakePage) -> None:
    page.open(record=str(finished_session("pc").match.record))
    page.send(Act("replay", "0"))
    for square in ("a1", "b2", "c3"):
        page.send(Act("point", square))
    assert page.advance(REPLAY_PAUSE) == 1
    assert page.session().ply == 1
    page.send(Act("point", "d4"))
    assert page.advance(REPLAY_PAUSE) == 1
    assert page.session().ply == 2


def test_play_now_is_not_forgotten(page: FakePage) -> None:
    page.open(players="1 1")
    page.send(Act("play-now"))
    page.send(Act("point", "a1"))
    move = page.move()
    page.report_result(search_result(move, 0.1), done=False)
    assert [str(turn.move) for turn in page.session().match.record.turns] == [move]


def test_going_to_an_earlier_turn_stops_the_search(page: FakePage) -> None:
    page.open(players="1 1")
    for number in (1, 2):
        page.send(Call(number, "play", page.move()))
    assert page.runner.running
    report, third = page.runner.running.report, page.move()
    page.send(Act("go-to-turn", "1"))
    assert page.runner.running is None
    report(search_result(third), True)
    page.advance(10_000)
    assert (page.session().ply, turns(page.session())) == (1, 2)
    page.send(Act("go-to-turn", "2"))
    page.report_result(search_result(third))
    page.advance(10_000)
    assert turns(page.session()) == 3


def test_going_to_an_earlier_turn_in_the_pause_delays_the_move(page: FakePage) -> None:
    page.open(players="1 1")
    page.send(Call(1, "play", page.move()))
    page.report_result(search_result(page.move()))
    page.send(Act("go-to-turn", "0"))
    assert page.advance(10_000) >= 1
    assert (page.session().ply, turns(page.session())) == (0, 1)


def test_a_computers_move_is_sent_without_a_request(page: FakePage) -> None:
    page.open(players="1 1")
    page.report_result(search_result(page.move(), 0.5), done=False)
    assert "answers_message" not in page.replies[-1]
    assert 'value="50"' in page.replies[-1]["parts"]["thinking"]
    page.report_result(None)
    page.advance(10_000)
    assert [values[0] for name, *values in page.replies[-1]["effects"] if name == "DispatchEvent"] == ["qin-move"]


def test_several_boards_think_one_after_the_other(page: FakePage) -> None:
    for name in ("a", "b", "c"):
        page.open(name, players="1 1")
    assert len(page.runner.tasks) == 1
    page.report_result(search_result(page.move("a")))
    assert len(page.runner.tasks) == 2, "the next one begins while the first one pauses"
    page.send(Close(), "b")
    assert len(page.runner.tasks) == 3
    page.report_result(search_result(page.move("c")))
    assert page.advance(10_000) == 2
    assert (turns(page.session("a")), turns(page.session("c"))) == (1, 1)
    assert page.runner.running is page.runner.tasks[-1]
    assert len(page.runner.tasks) == 4, "only one of the two boards thinks"


def test_a_waiting_board_without_a_task_is_skipped(page: FakePage) -> None:
    page.open("a", players="1 1")
    page.open("b", players="1 1")
    page.send(Call(1, "play", page.move("b")), "b")
    page.send(Act("go-to-turn", "0"), "b")
    page.report_result(search_result(page.move("a")))
    assert page.runner.running is None


def test_effects_are_sent_with_their_names(page: FakePage) -> None:
    answer = page.open(position=JOINS)
    assert answer["effects"] == [["DispatchEvent", "qin-ready", {"position": str(Position.parse(JOINS))}]]


def test_effects_of_ai_tasks_are_not_sent_to_the_client(page: FakePage) -> None:
    page.send(OPEN_GAME, "page")
    page.send(PageIdle(), "page")
    assert page.runner.warm_ups == 1
    page.open(players="1 1")
    page.send(Act("go-to-turn", "0"))
    sent = {name for answer in page.replies for name, *_ in answer.get("effects", [])}
    assert not sent & {"RunAiTask", "StopAiTask", "WarmUpAiWorker"}


def test_setting_the_clock_back_does_not_extend_a_pause(page: FakePage) -> None:
    page.open(players="1 1")
    page.advance(100)
    page.clock.time -= 86_400_000
    page.ticks.time += 100
    page.report_result(search_result(page.move()))
    (timer,) = (values for name, *values in page.replies[-1]["effects"] if name == "SetTimer")
    assert timer[0] == PAUSES["normal"] - 200


@pytest.mark.parametrize("app", ["board", "game"])
def test_progress_redraws_only_the_progress(page: FakePage, app: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if app == "board":
        page.open(players="1 1")
    else:
        page.send(OPEN_GAME)
        page.send(Act("setting", "coach=off"))
        while page.app().session.match.seat.person:
            page.send(Act("try", page.move()))
            page.send(Act("place"))
    page.draw_all()
    assert page.runner.running
    drawn: list[tuple[str, ...]] = []
    draw = type(page.app()).draw

    def counting(self: Any, names: Any) -> Any:
        drawn.append(tuple(names))
        return draw(self, names)

    monkeypatch.setattr(type(page.app()), "draw", counting)
    best = page.move()
    for progress in (0.25, 0.5, 0.5):
        page.report_result(search_result(best, progress), done=False)
    assert drawn == [("thinking",)] * 3
    first, second, third = page.replies[-3:]
    assert 'value="25"' in first["parts"]["thinking"]
    assert second["parts"].keys() == {"thinking"}
    assert not third.get("parts")
    assert not any(answer.get("more") for answer in (first, second, third))
    page.report_result(search_result(best), done=True)
    page.advance(5000)
    page.draw_all()
    assert page.parts["b"] == dict(page.app().draw(page.parts["b"])), "the computer's move is drawn in full"
