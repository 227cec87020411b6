"""Thinking in pieces: the jobs that the worker and the page share, hints and analysis."""

import asyncio
import json
import random
import sys
from dataclasses import replace
from itertools import starmap
from types import SimpleNamespace
from typing import Any

import pytest

from engine import main
from engine.ai_client import AiClient
from engine.games.base import Seat
from engine.games.qin.match import LEVELS, Match
from engine.games.qin.session import Session
from engine.session.ai_scheduler import review
from engine.session.session import Hint
from engine.session.update import show_hints
from engine.words import say
from qin_core.qin import Move, Position
from qin_core.qin import players as ai
from tests.engine_acting import drawn, update
from tests.engine_playing import QIN

LATE = 16
"""So many of a game's last turns are analysed, of which some are still worth something."""


def finished() -> Match:
    """Play a short game between two novices on a small map."""
    start = Position.deal("bird", 2, seed=4, first=1)
    game, rng = Match.start(QIN, start, [Seat("Ada"), Seat("Bo")]), random.Random(1)
    while game.now.moves():
        game = game.play(rng.choice(game.now.moves()))
    return game


def test_a_job_goes_on_where_it_stopped() -> None:
    """Work in the smallest pieces and come to the same move as in one go."""
    view_of = Position.deal("bird", 2, seed=3).view(1)
    line = str(view_of) if view_of.mover == 1 else str(Position.deal("bird", 2, seed=3, first=1).view(1))
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


def test_a_new_job_replaces_the_one_before() -> None:
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
    page = drawn(hinted)
    assert page["hints"].count("<li") == len(ranked) == page["board"].count("<circle")
    for move, _ in ranked:
        assert update(hinted, "try", str(move)).ghost == move
    assert update(update(hinted, "try", str(ranked[0][0])), "place").hints == ()


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
    assert [player for player in (1, 2) if last[player - 1] == max(last)] == list(game.now.winners() or ())
    page = update(Session(game), "open", "end")
    shown = page.with_session(review(page.session, result))
    session = shown.session
    page = drawn(shown)
    assert "costly" in page["dialog"]
    assert "−" in page["log"]
    halfway = 'd="M60.0 100.0L'
    assert halfway not in page["dialog"], "the curve begins where the game began"
    dealt_game = replace(game, record=replace(game.record, headers={"Date": "2026-01-02"}))
    assert halfway in drawn(shown.with_session(replace(session, match=dealt_game)))["dialog"]
    worst = max(range(len(result["turns"])), key=lambda at: result["turns"][at]["cost"])
    better = result["turns"][worst]["best"]
    for key, named in (("Played", game.record.turns[worst].move), ("Better", Move.parse(better))):
        (first, one), (second, two) = named.halves
        assert f"{key}: {say('en', first)} on {one}, {say('en', second)} on {two}." in page["dialog"]
    visited = update(shown, "visit", f"{worst} {better}")
    assert (visited.session.ply, visited.dialog, str(visited.session.ghost)) == (worst, "", better)
    assert "ghost" in drawn(visited)["board"]
    assert update(visited, "step", "1").session.ghost is None
    assert 'data-value="end"' in drawn(visited)["tools"], "the way back to the list"
    tried = update(visited, "play-on")
    assert (len(tried.match.record.turns), str(tried.session.ghost)) == (worst, better), "one press, and it lies there"
    assert 'data-action="back-to-analysis"' in drawn(tried)["coach"]
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


def thought(thinking: AiClient, level: str = LEVELS[0]) -> tuple[Any, int]:
    """Let it think about an opening; give the last result and how many there were."""

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


def test_without_workers_the_page_thinks_itself() -> None:
    result, _ = thought(AiClient(SimpleNamespace(workers=no_workers), main.start_task, main.continue_task))
    assert result["ranked"][0][0] == EXPECTED


def test_a_worker_that_dies_is_replaced_and_the_job_begun_again() -> None:
    """The worker breaks in the middle of a job; the page goes on without it."""

    class Dying:
        async def begin(self, *_: str) -> None: ...

        async def go_on(self, _: int) -> str:
            raise RuntimeError("gone")

    ended: list[str] = []
    thinking = AiClient(SimpleNamespace(workers=no_workers), main.start_task, main.continue_task)
    thinking._remote, thinking._asked = Dying(), True
    thinking._script = SimpleNamespace(
        xworker=SimpleNamespace(terminate=lambda: ended.append("terminated")), remove=lambda: ended.append("removed")
    )
    result, _ = thought(thinking)
    assert result["ranked"][0][0] == EXPECTED
    assert ended == ["terminated", "removed"]
    assert thinking._remote is None


def test_a_job_that_is_stopped_reports_nothing_more() -> None:
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
