"""AI tasks in slices, in the page and in a worker; hints and analysis."""

import asyncio
import json
import random
import re
import sys
from dataclasses import replace
from itertools import starmap
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine import main
from engine.ai_client import AiClient
from engine.games.form import Seat
from engine.games.qin.match import LEVELS, Match
from engine.games.qin.session import Session
from engine.session import Hint
from engine.session.ai_scheduler import AnalysisResult, show_analysis_result
from engine.session.update import show_analysis, show_hints
from engine.words import say
from qin_core.qin import Move, Position
from qin_core.qin import players as ai
from tests.engine_actions import parts_of, update
from tests.engine_qin import QIN, deal_session, with_tile_and_square

ANALYSED_TURNS = 16
"""How many turns at the end of a match are analysed."""


def random_match() -> Match:
    """Play a random match of two people."""
    start = Position.deal("bird", 2, seed=4, first=1)
    game, rng = Match.start(QIN, start, [Seat("Ada"), Seat("Bo")]), random.Random(1)
    while game.latest.moves():
        game = game.play(rng.choice(game.latest.moves()))
    return game


def test_a_task_continues_where_it_stopped() -> None:
    """A search in small slices finds the same move as an uninterrupted one."""
    view = Position.deal("bird", 2, seed=3).view(1)
    line = str(view) if view.player_to_move == 1 else str(Position.deal("bird", 2, seed=3, first=1).view(1))
    main.start_task("think", json.dumps(["qin", line, LEVELS[-1], 7]))
    slices, done, best = 0, False, ""
    while not done:
        result, done = json.loads(main.continue_task(0))
        slices += 1
        if result:
            best = result["ranked"][0][0]
            assert 0 <= result["progress"] <= 1
    assert slices > 2
    assert best == str(ai.choose(Position.parse(line), len(LEVELS), 7))


def test_a_new_task_replaces_the_running_one() -> None:
    first, second = (str(Position.deal("bird", 2, seed=seed, first=1).view(1)) for seed in (1, 2))
    main.start_task("think", json.dumps(["qin", first, LEVELS[-1], 1]))
    main.continue_task(0)
    main.start_task("think", json.dumps(["qin", second, LEVELS[0], 1]))
    result, done = json.loads(main.continue_task(60_000))
    assert done
    assert result["ranked"][0][0] == str(ai.choose(Position.parse(second), 1, 1))


def test_hints_are_on_the_board_and_can_be_tried() -> None:
    session = Session(Match.start(QIN, Position.deal("bird", 2, seed=3, first=1), [Seat(), Seat()]))
    ranked = list(ai.rank(session.position.view(1), 4))
    hinted = show_hints(session, starmap(Hint, ranked))
    page = parts_of(hinted)
    assert page["hints"].count("<li") == len(ranked) == page["board"].count("<circle")
    for move, _ in ranked:
        assert update(hinted, "try", str(move)).ghost == move
    assert update(update(hinted, "try", str(ranked[0][0])), "place").hints == ()


def test_pointing_at_a_hint_previews_it() -> None:
    """The staged move doesn't change: it is drawn again afterwards, and Place plays it."""
    session = with_tile_and_square(deal_session())
    one, two = [move for move in session.position.moves() if move != session.ghost][:2]
    hinted = update(replace(session, hints=(Hint(one, 0.5), Hint(two, 0.4))), "point", "")
    pointed = update(hinted, "point", str(two))
    assert f'class="ghost tentative" data-move="{two}"' in parts_of(pointed)["board"]
    assert 'data-hint="1"' in parts_of(pointed)["board"], "the other hints stay visible"
    assert pointed.appearance().hover == str(two)
    assert re.search(r'class=explained>.*?data-value="([^"]+)"', parts_of(pointed)["hints"])[1] == str(two)  # type: ignore[index]
    explained = re.search('class="effect"><b>[^<]*</b> ([^<]+)', parts_of(pointed)["hints"].partition("explained")[2])
    assert explained
    assert explained[1] in parts_of(pointed)["status"]
    assert '<p class="reason" aria-hidden="true"></p>' in parts_of(pointed)["hints"], "said once"
    assert parts_of(pointed)["tools"] == parts_of(hinted)["tools"]
    assert parts_of(update(pointed, "point", ""))["board"] == parts_of(hinted)["board"]
    assert update(pointed, "place").match.record.turns[-1].move == session.ghost
    tried = update(pointed, "try", str(two))
    assert f'class="ghost" data-move="{two}"' in parts_of(tried)["board"]
    assert update(tried, "point", str(two)) == tried, "a staged move has no tentative preview"


def test_hints_explain_their_percentage_and_can_be_closed() -> None:
    session = deal_session()
    hinted = replace(session, hints=(Hint(session.position.moves()[0], 0.5),))
    assert "50% chance of winning" in parts_of(hinted)["hints"]
    assert 'data-action="hint" aria-label="Hint" title="Hint" aria-pressed="true"' in parts_of(hinted)["tools"]
    closed = update(hinted, "hint")
    assert (closed.hints, closed.request) == ((), "")


@pytest.mark.parametrize(
    ("chances", "heading"),
    [
        ((1, 0.996), "Best moves: you should win"),
        ((0.64, 0.643), "Best moves: 64% each"),
        ((0.003, 0), "Best moves: hard to save"),
        ((0.64, 0.6), "Best moves and your chances of winning"),
    ],
)
def test_equally_good_hints_say_so_once(chances: tuple[float, ...], heading: str) -> None:
    session = deal_session()
    hinted = replace(session, hints=tuple(map(Hint, session.position.moves(), chances)))
    html = str(parts_of(hinted)["hints"])
    assert f"<h2>{heading}</h2>" in html
    assert html.count("<strong>") == (2 if "chances" in heading else 0)


def test_a_running_analysis_shows_turning_points_and_the_remaining_time() -> None:
    """Known turning points come before the graph of chances; accuracy follows at the end."""
    game = random_match()
    turn = {"chances": [0.5, 0.5], "best": "", "cost": 0.0, "accuracy": 1.0, "allows": None, "reasons": []}
    better = str(game.positions[2].moves()[0])
    turns = [turn, turn, {**turn, "best": better, "cost": 0.3, "accuracy": 0.5}, turn]
    page = update(Session(game), "open", "end")

    def dialog_html(progress: float, count: int, elapsed: float) -> str:
        result = AnalysisResult(progress=progress, turns=cast(Any, turns[:count]))
        return str(parts_of(page.with_session(show_analysis_result(page.session, result, elapsed)))["dialog"])

    start = dialog_html(0.1, 1, 0.2)
    assert say("en", "analysis-runs") in start
    assert ">Analysis</h2>" in start
    assert say("en", "no-turning-point") in start
    assert start.index('class="chart"') < start.index("<table"), "the result is folded below"
    assert say("en", "analysis-left-minutes", n=5) in dialog_html(0.25, 3, 100)
    halfway = dialog_html(0.25, 3, 10)
    assert say("en", "analysis-left", n=30) in halfway
    assert halfway.index('class="costly"') < halfway.index('class="chart"')
    assert f'data-value="2 {better}"' in halfway
    assert "Accuracy" not in halfway, "accuracy needs the whole match"
    complete = dialog_html(1, 4, 40)
    assert "left-over" not in complete
    assert complete.index('class="costly"') < complete.index("Accuracy") < complete.index('class="chart"')


def test_the_remaining_time_of_an_analysis_only_decreases() -> None:
    session = Session(random_match())
    left = []
    for progress, elapsed in ((0.1, 0.5), (0.1, 10), (0.2, 15), (0.21, 60), (0.5, 30)):
        session = show_analysis(session, progress, (), elapsed)
        assert session.analysis
        left.append(session.analysis.seconds_left)
    assert left == [None, 90, 60, 60, 30]


def test_own_turning_points_come_first_and_keep_their_order() -> None:
    """A costlier turn that is found later is inserted, in front of what others did."""
    game = random_match()
    game = replace(game, seats=(game.seats[0], Seat("Bo", LEVELS[0])))
    costs = [0.2, 0.6, 0.3, 0.9, 0.1]
    assert [game.positions[number].player_to_move for number in range(5)] == [1, 2, 1, 2, 1]
    turns = [
        {
            "chances": [0.5, 0.5],
            "best": str(game.positions[number].moves()[0]),
            "cost": cost,
            "accuracy": 0.5,
            "allows": None,
            "reasons": [],
        }
        for number, cost in enumerate(costs)
    ]
    page = update(Session(game), "open", "end")
    listed = []
    for count in range(1, 6):
        result = AnalysisResult(progress=count / 5, turns=cast(Any, turns[:count]))
        html = str(parts_of(page.with_session(show_analysis_result(page.session, result, 1)))["dialog"])
        listed.append([int(number) for number in re.findall(r'data-action="visit" data-value="(\d+) ', html)])
    assert listed == [[0], [0, 1], [2, 0, 1], [2, 0, 3], [2, 0, 4]]


def test_analysis_finds_what_a_turn_cost() -> None:
    match = random_match()
    game = Match.start(QIN, match.positions[-ANALYSED_TURNS - 1], match.seats)
    for turn in match.record.turns[-ANALYSED_TURNS:]:
        game = game.play(turn.move)
    main.start_task("analyse", json.dumps(["qin", str(game.record)]))
    result, done = json.loads(main.continue_task(600_000))
    assert done
    assert result["progress"] == 1
    assert len(result["turns"]) == len(game.record.turns)
    for turn_result in result["turns"]:
        assert abs(sum(turn_result["chances"]) - 1) < 0.001
        assert turn_result["best"] or not turn_result["cost"], "a costly turn has a better move"
    last = result["turns"][-1]["chances"]
    assert [player for player in (1, 2) if last[player - 1] == max(last)] == list(game.latest.winners() or ())
    page = update(Session(game), "open", "end")
    analysed = page.with_session(show_analysis_result(page.session, result))
    session = analysed.session
    page = parts_of(analysed)
    assert "costly" in page["dialog"]
    assert "−" in page["log"]
    # A curve that starts on the left, halfway up: at even chances.
    halfway = 'd="M60.0 100.0L'
    assert halfway not in page["dialog"], "the curve starts at the first position"
    dealt_game = replace(game, record=replace(game.record, headers={"Date": "2026-01-02"}))
    assert halfway in parts_of(analysed.with_session(replace(session, match=dealt_game)))["dialog"]
    worst = max(range(len(result["turns"])), key=lambda index: result["turns"][index]["cost"])
    better = result["turns"][worst]["best"]
    for key, move in (("Played", game.record.turns[worst].move), ("Better", Move.parse(better))):
        (first, one), (second, two) = move.halves
        assert f"{key}: {say('en', first)} on {one}, {say('en', second)} on {two}." in page["dialog"]
    visited = update(analysed, "visit", f"{worst} {better}")
    assert (visited.session.ply, visited.dialog, str(visited.session.ghost)) == (worst, "", better)
    assert "ghost" in parts_of(visited)["board"]
    assert update(visited, "step", "1").session.ghost is None
    assert 'data-value="end"' in parts_of(visited)["tools"], "a link back to the list"
    tried = update(visited, "play-on")
    assert (len(tried.match.record.turns), str(tried.session.ghost)) == (worst, better), (
        "one press stages the better move"
    )
    assert 'data-action="back-to-analysis"' in parts_of(tried)["coach"]
    back = update(update(tried, "place"), "back-to-analysis")
    assert (back.match.record, back.session.analysis, back.dialog) == (game.record, session.analysis, "end")
    accuracies = [turn_result["accuracy"] for turn_result in result["turns"][::2]]
    assert f"{round(100 * sum(accuracies) / len(accuracies))}%" in page["dialog"]
    assert page["dialog"].count('data-action="visit"') <= 3


def test_a_worker_waits_for_pyscript(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start() -> None:
        ready, worker = (asyncio.get_running_loop().create_future() for _ in range(2))
        worker.set_result("worker")
        added_workers: list[tuple[str, str]] = []
        client = AiClient(
            SimpleNamespace(workers=lambda: ready, addWorker=lambda *arguments: added_workers.append(arguments)),
            main.start_task,
            main.continue_task,
        )
        client.warm_up_worker()
        client.warm_up_worker()
        await asyncio.sleep(0)
        assert not added_workers
        monkeypatch.setitem(sys.modules, "pyscript", SimpleNamespace(workers={"thinker-1": worker}))
        ready.set_result(True)
        for _ in range(3):
            await asyncio.sleep(0)
        assert client._worker == "worker"
        assert [name for name, _ in added_workers] == ["thinker-1"]

    asyncio.run(start())


def search_opening(client: AiClient, level: str = LEVELS[0]) -> tuple[Any, int]:
    """Search a start position; return the last result and the number of reports."""

    async def think() -> tuple[Any, int]:
        finished = asyncio.get_running_loop().create_future()
        results: list[Any] = []

        def report(result: Any, done: bool) -> None:
            results.append(result)
            if done:
                finished.set_result(results)

        line = str(Position.deal("bird", 2, seed=2, first=1).view(1))
        client.start("think", ["qin", line, level, 1], report)
        await asyncio.wait_for(finished, 60)
        with_result = [result for result in results if result]
        return with_result[-1], len(results)

    return asyncio.run(think())


EXPECTED_MOVE = str(ai.choose(Position.deal("bird", 2, seed=2, first=1).view(1), 1, 1))


async def no_workers() -> bool:
    return False


def test_without_workers_tasks_run_in_the_page() -> None:
    result, _ = search_opening(AiClient(SimpleNamespace(workers=no_workers), main.start_task, main.continue_task))
    assert result["ranked"][0][0] == EXPECTED_MOVE


def test_a_worker_that_fails_is_terminated_and_the_task_starts_again() -> None:
    """The task is restarted in the page."""

    class FailingWorker:
        async def start_task(self, *_: str) -> None:
            worker_calls.append("started")

        async def continue_task(self, _: int) -> str:
            raise RuntimeError("gone")

    worker_calls: list[str] = []
    client = AiClient(SimpleNamespace(workers=no_workers), main.start_task, main.continue_task)
    client._worker, client._worker_requested = FailingWorker(), True
    client._script = SimpleNamespace(
        xworker=SimpleNamespace(terminate=lambda: worker_calls.append("terminated")),
        remove=lambda: worker_calls.append("removed"),
    )
    result, _ = search_opening(client)
    assert result["ranked"][0][0] == EXPECTED_MOVE
    assert worker_calls == ["started", "terminated", "removed"]
    assert client._worker is None


def test_a_stopped_task_reports_nothing_more() -> None:
    async def think() -> list[Any]:
        results: list[Any] = []
        client = AiClient(SimpleNamespace(workers=no_workers), main.start_task, main.continue_task)
        line = str(Position.deal("bird", 2, seed=2, first=1).view(1))
        client.start("think", ["qin", line, LEVELS[-1], 1], lambda *report: results.append(report))
        await asyncio.sleep(0)
        client.stop()
        count = len(results)
        await asyncio.gather(*client._futures)
        return results[count:]

    assert asyncio.run(think()) == []
