"""Thinking in pieces: the jobs that the worker and the page share, hints and analysis."""

import asyncio
import json
import random
import sys
from types import SimpleNamespace

import pytest

from engine import thinker, view
from engine.game import Seat
from engine.page import services
from engine.rooms.qin.game import Game
from engine.rooms.qin.levels import LEVELS
from engine.rooms.qin.model import Model
from engine.thinking import Thinking
from engine.update import show_analysis, show_hints, update
from qin_core.qin import Position
from qin_core.qin import players as ai


def finished() -> Game:
    """Play a short game between two novices on a small map."""
    start = Position.deal("bird", 2, seed=4, first=1)
    game, chance = Game.begin(start, [Seat("Ada"), Seat("Bo")]), random.Random(1)
    while game.now.moves():
        game = game.play(chance.choice(game.now.moves()))
    return game


def test_a_job_goes_on_where_it_stopped() -> None:
    """Work in the smallest pieces and come to the same move as in one go."""
    view_of = Position.deal("bird", 2, seed=3).view(1)
    line = str(view_of) if view_of.mover == 1 else str(Position.deal("bird", 2, seed=3, first=1).view(1))
    thinker.begin("think", json.dumps(["qin", line, LEVELS[-1], 7]))
    pieces, done, best = 0, False, ""
    while not done:
        result, done = json.loads(thinker.go_on(0))
        pieces += 1
        if result:
            best = result["ranked"][0][0]
            assert 0 <= result["progress"] <= 1
    assert pieces > 2
    assert best == str(ai.choose(Position.parse(line), len(LEVELS), 7))


def test_a_new_job_replaces_the_one_before() -> None:
    first, second = (str(Position.deal("bird", 2, seed=seed, first=1).view(1)) for seed in (1, 2))
    thinker.begin("think", json.dumps(["qin", first, LEVELS[-1], 1]))
    thinker.go_on(0)
    thinker.begin("think", json.dumps(["qin", second, LEVELS[0], 1]))
    result, done = json.loads(thinker.go_on(60_000))
    assert done
    assert result["ranked"][0][0] == str(ai.choose(Position.parse(second), 1, 1))


def test_hints_are_on_the_board_and_can_be_tried() -> None:
    model = Model(Game.begin(Position.deal("bird", 2, seed=3, first=1), [Seat(), Seat()]))
    ranked = [(str(move), chance) for move, chance in ai.rank(model.position.view(1), 4)]
    hinted = show_hints(model, ranked)
    page = view.page(hinted)
    assert page["hints"].count("<li>") == len(ranked) == page["board"].count("<circle")
    for text, _ in ranked:
        assert str(update(hinted, "try", text).ghost) == text
    assert update(update(hinted, "try", ranked[0][0]), "place").hints == ()


def test_analysis_finds_what_a_turn_cost() -> None:
    game = finished()
    thinker.begin("analyse", json.dumps(["qin", str(game.record)]))
    result, done = json.loads(thinker.go_on(600_000))
    assert done
    assert result["progress"] == 1
    assert len(result["turns"]) == len(game.record.turns)
    for turn in result["turns"]:
        assert abs(sum(turn["chances"]) - 1) < 0.001
        assert (turn["cost"] > 0) <= bool(turn["best"])
    last = result["turns"][-1]["chances"]
    assert [player for player in (1, 2) if last[player - 1] == max(last)] == list(game.now.winners() or ())
    model = show_analysis(update(Model(game), "open", "end"), result)
    page = view.page(model)
    assert "costly" in page["dialog"]
    assert "−" in page["log"]
    worst = max(range(len(result["turns"])), key=lambda at: result["turns"][at]["cost"])
    better = result["turns"][worst]["best"]
    visited = update(model, "visit", f"{worst} {better}")
    assert (visited.shown, visited.dialog, str(visited.ghost)) == (worst, "", better)
    assert "ghost" in view.page(visited)["board"]
    assert update(visited, "step", "1").ghost is None


def test_a_hint_is_shown_even_if_the_last_piece_of_work_brings_nothing_new() -> None:
    model = Model(Game.begin(Position.deal("bird", 2, seed=3, first=1), [Seat(), Seat()]))
    app = SimpleNamespace(model=model)
    app.become = lambda model: setattr(app, "model", model)
    app.think = lambda _name, _arguments, report: setattr(app, "report", report)
    services.EFFECTS["hint"](app, "")  # type: ignore[arg-type]
    move = str(model.position.moves()[0])
    app.report({"progress": 0.9, "ranked": [[move, 0.5]]}, False)
    assert (app.model.thinking, app.model.hints) == (0.9, ())
    app.model = update(app.model, "look", "0")
    app.report(None, True)
    assert (app.model.thinking, app.model.hints) == (None, ((move, 0.5),))


def test_a_worker_waits_for_pyscript_which_comes_after_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start() -> None:
        ready, worker = (asyncio.get_running_loop().create_future() for _ in range(2))
        worker.set_result("worker")
        script = SimpleNamespace(getAttribute=lambda _: '{"interpreter": "", "packages": []}', setAttribute=print)
        document = SimpleNamespace(
            querySelector=lambda _: script,
            createElement=lambda _: script,
            getElementById=lambda _: SimpleNamespace(textContent="{}"),
            body=SimpleNamespace(append=print),
        )
        address = SimpleNamespace(protocol="https:", href="")
        url = SimpleNamespace(new=lambda *_: address)
        thinking = Thinking(SimpleNamespace(document=document, location=address, URL=url, qinPyScript=ready))
        thinking.prepare()
        await asyncio.sleep(0)
        monkeypatch.setitem(sys.modules, "pyscript", SimpleNamespace(workers={"thinker-1": worker}))
        ready.set_result(None)
        for _ in range(3):
            await asyncio.sleep(0)
        assert thinking._remote == "worker"

    asyncio.run(start())
