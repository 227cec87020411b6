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
from engine.session.ai_scheduler import Reviewed, review
from engine.session.update import show_hints
from engine.words import say
from qin_core.qin import Move, Position
from qin_core.qin import players as ai
from tests.engine_actions import parts_of, update
from tests.engine_qin import QIN, deal_session, with_tile_and_square

LATE = 16
"""The number of the last turns that are analysed."""


def finished() -> Match:
    """Play a short game between two novices on a small map."""
    start = Position.deal("bird", 2, seed=4, first=1)
    game, rng = Match.start(QIN, start, [Seat("Ada"), Seat("Bo")]), random.Random(1)
    while game.latest.moves():
        game = game.play(rng.choice(game.latest.moves()))
    return game


def test_a_task_continues_where_it_stopped() -> None:
    """Small slices lead to the same move as an uninterrupted search."""
    view_of = Position.deal("bird", 2, seed=3).view(1)
    line = str(view_of) if view_of.player_to_move == 1 else str(Position.deal("bird", 2, seed=3, first=1).view(1))
    main.start_task("think", json.dumps(["qin", line, LEVELS[-1], 7]))
    pieces, done, best = 0, False, ""
    while not done:
        result, done = json.loads(main.continue_task(0))
        pieces += 1
        if result:
            best = result["ranked"][0][0]
            assert 0 <= result["progress"] <= 1
    assert pieces > 2
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


def test_a_hint_that_is_pointed_at_is_previewed() -> None:
    """What is picked stays as it was: it is drawn again afterwards, and it is what Place places."""
    session = with_tile_and_square(deal_session())
    one, two = [move for move in session.position.moves() if move != session.ghost][:2]
    hinted = update(replace(session, hints=(Hint(one, 0.5), Hint(two, 0.4))), "point", "")
    pointed = update(hinted, "point", str(two))
    assert f'class="ghost tentative" data-move="{two}"' in parts_of(pointed)["board"]
    assert 'data-hint="1"' in parts_of(pointed)["board"], "the others stay in sight"
    assert pointed.appearance().hover == str(two)
    assert re.search(r'class=explained>.*?data-value="([^"]+)"', parts_of(pointed)["hints"])[1] == str(two)  # type: ignore[index]
    assert parts_of(pointed)["tools"] == parts_of(hinted)["tools"]
    assert parts_of(update(pointed, "point", ""))["board"] == parts_of(hinted)["board"]
    assert update(pointed, "place").match.record.turns[-1].move == session.ghost
    tried = update(pointed, "try", str(two))
    assert f'class="ghost" data-move="{two}"' in parts_of(tried)["board"]
    assert update(tried, "point", str(two)) == tried, "what is staged isn't shown as pointed at"


def test_hints_say_what_their_percentage_is_and_close_again() -> None:
    session = deal_session()
    hinted = replace(session, hints=(Hint(session.position.moves()[0], 0.5),))
    assert "50% chance of winning" in parts_of(hinted)["hints"]
    assert 'data-action="hint" aria-label="Hint" title="Hint" aria-pressed="true"' in parts_of(hinted)["tools"]
    closed = update(hinted, "hint")
    assert (closed.hints, closed.request) == ((), "")


def test_an_analysis_grows_while_it_is_made() -> None:
    """The turning points come first, as far as they are known, then the chances; and how long it still takes."""
    game = finished()
    turn = {"chances": [0.5, 0.5], "best": "", "cost": 0.0, "kept": 1.0, "lets": None, "reasons": []}
    better = str(game.positions[2].moves()[0])
    turns = [turn, turn, {**turn, "best": better, "cost": 0.3, "kept": 0.5}, turn]
    page = update(Session(game), "open", "end")

    def shown(progress: float, count: int, elapsed: float) -> str:
        result = Reviewed(progress=progress, turns=cast(Any, turns[:count]))
        return str(parts_of(page.with_session(review(page.session, result, elapsed)))["dialog"])

    start = shown(0.1, 1, 0.2)
    assert say("en", "analysis-runs") in start
    assert 'class="costly"' not in start
    half = shown(0.25, 3, 10)
    assert say("en", "analysis-left", n=30) in half
    assert half.index('class="costly"') < half.index('class="chart"')
    assert f'data-value="2 {better}"' in half
    assert "Accuracy" not in half, "that can be said of the whole game only"
    whole = shown(1, 4, 40)
    assert "left-over" not in whole
    assert whole.index('class="costly"') < whole.index("Accuracy") < whole.index('class="chart"')


def test_analysis_finds_what_a_turn_cost() -> None:
    whole = finished()
    game = Match.start(QIN, whole.positions[-LATE - 1], whole.seats)
    for turn in whole.record.turns[-LATE:]:
        game = game.play(turn.move)
    main.start_task("analyse", json.dumps(["qin", str(game.record)]))
    result, done = json.loads(main.continue_task(600_000))
    assert done
    assert result["progress"] == 1
    assert len(result["turns"]) == len(game.record.turns)
    for judged in result["turns"]:
        assert abs(sum(judged["chances"]) - 1) < 0.001
        assert (judged["cost"] > 0) <= bool(judged["best"])
    last = result["turns"][-1]["chances"]
    assert [player for player in (1, 2) if last[player - 1] == max(last)] == list(game.latest.winners() or ())
    page = update(Session(game), "open", "end")
    shown = page.with_session(review(page.session, result))
    session = shown.session
    page = parts_of(shown)
    assert "costly" in page["dialog"]
    assert "−" in page["log"]
    halfway = 'd="M60.0 100.0L'
    assert halfway not in page["dialog"], "the curve begins where the game began"
    dealt_game = replace(game, record=replace(game.record, headers={"Date": "2026-01-02"}))
    assert halfway in parts_of(shown.with_session(replace(session, match=dealt_game)))["dialog"]
    worst = max(range(len(result["turns"])), key=lambda at: result["turns"][at]["cost"])
    better = result["turns"][worst]["best"]
    for key, named in (("Played", game.record.turns[worst].move), ("Better", Move.parse(better))):
        (first, one), (second, two) = named.halves
        assert f"{key}: {say('en', first)} on {one}, {say('en', second)} on {two}." in page["dialog"]
    visited = update(shown, "visit", f"{worst} {better}")
    assert (visited.session.ply, visited.dialog, str(visited.session.ghost)) == (worst, "", better)
    assert "ghost" in parts_of(visited)["board"]
    assert update(visited, "step", "1").session.ghost is None
    assert 'data-value="end"' in parts_of(visited)["tools"], "the way back to the list"
    tried = update(visited, "play-on")
    assert (len(tried.match.record.turns), str(tried.session.ghost)) == (worst, better), "one press, and it lies there"
    assert 'data-action="back-to-analysis"' in parts_of(tried)["coach"]
    back = update(update(tried, "place"), "back-to-analysis")
    assert (back.match.record, back.session.analysis, back.dialog) == (game.record, session.analysis, "end")
    kept = [judged["kept"] for judged in result["turns"][::2]]
    assert f"{round(100 * sum(kept) / len(kept))}%" in page["dialog"]
    assert page["dialog"].count('data-action="visit"') <= 3


def test_a_worker_waits_for_pyscript_which_comes_after_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start() -> None:
        ready, worker = (asyncio.get_running_loop().create_future() for _ in range(2))
        worker.set_result("worker")
        added: list[tuple[str, str]] = []
        thinking = AiClient(
            SimpleNamespace(workers=lambda: ready, addWorker=lambda *given: added.append(given)),
            main.start_task,
            main.continue_task,
        )
        thinking.warm_up_worker()
        thinking.warm_up_worker()
        await asyncio.sleep(0)
        assert not added
        monkeypatch.setitem(sys.modules, "pyscript", SimpleNamespace(workers={"thinker-1": worker}))
        ready.set_result(True)
        for _ in range(3):
            await asyncio.sleep(0)
        assert thinking._remote == "worker"
        assert [name for name, _ in added] == ["thinker-1"]

    asyncio.run(start())


def searched(thinking: AiClient, level: str = LEVELS[0]) -> tuple[Any, int]:
    """Search an opening; return the last result and the number of reports."""

    async def think() -> tuple[Any, int]:
        over = asyncio.get_running_loop().create_future()
        results: list[Any] = []

        def report(result: Any, done: bool) -> None:
            results.append(result)
            if done:
                over.set_result(results)

        line = str(Position.deal("bird", 2, seed=2, first=1).view(1))
        thinking.start("think", ["qin", line, level, 1], report)
        await asyncio.wait_for(over, 60)
        found = [result for result in results if result]
        return found[-1], len(results)

    return asyncio.run(think())


EXPECTED = str(ai.choose(Position.deal("bird", 2, seed=2, first=1).view(1), 1, 1))


async def no_workers() -> bool:
    return False


def test_without_workers_tasks_run_in_the_page() -> None:
    result, _ = searched(AiClient(SimpleNamespace(workers=no_workers), main.start_task, main.continue_task))
    assert result["ranked"][0][0] == EXPECTED


def test_a_worker_that_fails_is_terminated_and_the_task_starts_again() -> None:
    """The worker fails during a task; the task starts again in the page."""

    class Dying:
        async def start_task(self, *_: str) -> None:
            ended.append("started")

        async def continue_task(self, _: int) -> str:
            raise RuntimeError("gone")

    ended: list[str] = []
    thinking = AiClient(SimpleNamespace(workers=no_workers), main.start_task, main.continue_task)
    thinking._remote, thinking._asked = Dying(), True
    thinking._script = SimpleNamespace(
        xworker=SimpleNamespace(terminate=lambda: ended.append("terminated")), remove=lambda: ended.append("removed")
    )
    result, _ = searched(thinking)
    assert result["ranked"][0][0] == EXPECTED
    assert ended == ["started", "terminated", "removed"]
    assert thinking._remote is None


def test_a_stopped_task_reports_nothing_more() -> None:
    async def think() -> list[Any]:
        results: list[Any] = []
        thinking = AiClient(SimpleNamespace(workers=no_workers), main.start_task, main.continue_task)
        line = str(Position.deal("bird", 2, seed=2, first=1).view(1))
        thinking.start("think", ["qin", line, LEVELS[-1], 1], lambda *report: results.append(report))
        await asyncio.sleep(0)
        thinking.stop()
        count = len(results)
        await asyncio.gather(*thinking._tasks)
        return results[count:]

    assert asyncio.run(think()) == []
