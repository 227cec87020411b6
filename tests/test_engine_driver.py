"""The driver: whose turn it is to think, pauses, hurrying, hints, analyses, replays."""

from dataclasses import replace
from typing import Any

import pytest

from engine import ui as view
from engine.games.qin.session import Model as QinModel
from engine.protocol import AiPauseOver, AiResult, Effect, ReplayTick, RunAiTask, SetTimer, StopAiTask
from engine.session.ai_scheduler import PAUSES, REPLAY, Driven, Driver, drive, fall_due, hear, play_now, tick
from engine.session.match import DAILY
from engine.session.session import ANALYSIS, Hint, Model
from engine.session.statistics import daily
from qin_core.qin import Position
from tests import engine_khan_playing as khan
from tests.engine_acting import update
from tests.engine_playing import dealt, finished, turn, turns
from tests.engine_thinking import ranked

PAUSE, LONG_PAUSE = PAUSES["normal"]
NEW = Driver(seed=40)


def thought(job: int, result: object = None, done: bool = True) -> AiResult:
    return AiResult(job, result, done)


def first_move(model: Model) -> Any:
    return model.game.now.moves()[0]


def jobs(driven: Driven) -> list[RunAiTask]:
    return [effect for effect in driven.effects if isinstance(effect, RunAiTask)]


def kinds(driven: Driven) -> list[type[Effect]]:
    return [type(effect) for effect in driven.effects]


def test_on_a_day_the_computers_make_the_same_moves_for_everybody() -> None:
    model = dealt("pc").with_game(daily("qin", "2026-11-17"))
    while model.game.seat.person:
        model = model.with_game(model.game.play(first_move(model)))
    ours, theirs = (jobs(drive(Driver(seed=seed), model, 0.0)) for seed in (1, 2))
    assert ours == theirs != []
    headers = model.game.record.headers | {DAILY: ""}
    plain = model.with_game(replace(model.game, record=replace(model.game.record, headers=headers)))
    assert jobs(drive(Driver(seed=1), plain, 0.0)) != jobs(drive(Driver(seed=2), plain, 0.0))


@pytest.fixture
def computers() -> Driven:
    """A computer on turn that follows a person, at work since the time 1000."""
    return drive(NEW, turn(dealt("pc")), 1000)


# Whose turn it is


def test_a_person_on_turn_is_left_alone() -> None:
    model = dealt("pc")
    assert drive(NEW, model, 0) == (NEW, model, ())


def test_a_computer_on_turn_thinks_with_its_level_of_what_it_sees(computers: Driven) -> None:
    (job,) = jobs(computers)
    game = computers.model.game
    assert (job.number, job.task) == (1, "think")
    assert job.arguments == ["qin", str(game.now.view(2)), game.seats[1].kind, 41]
    assert "?" in str(job.arguments[1]), "what it can't see is hidden"


def test_no_two_jobs_have_the_same_chance() -> None:
    one = drive(NEW, turn(dealt("pc")), 0)
    stopped = drive(one.driver, dealt("pc"), 0)
    other = drive(stopped.driver, turn(dealt("pc")), 0)
    assert [jobs(driven)[0].arguments[-1] for driven in (one, other)] == [41, 42]
    assert jobs(drive(Driver(seed=2**32 - 1), turn(dealt("pc")), 0))[0].arguments[-1] == 0


def test_what_is_under_way_goes_on_while_somebody_looks_around(computers: Driven) -> None:
    for action in (("point", "a1"), ("language", "de"), ("open", "help")):
        model = update(computers.model, *action)
        assert drive(computers.driver, model, 2000) == (computers.driver, model, ())


@pytest.mark.parametrize("action", [("undo", ""), ("look", "0"), ("begin", "3 2026-01-02")])
def test_what_nobody_asks_for_any_more_is_forgotten(computers: Driven, action: tuple[str, str]) -> None:
    after = drive(computers.driver, update(computers.model, *action), 2000)
    assert kinds(after)[:1] == [StopAiTask]
    late = hear(after.driver, after.model, thought(1, ranked(first_move(computers.model))), 2000)
    assert late.model is after.model
    assert late.effects == ()


def test_nobody_thinks_where_nobody_may() -> None:
    model = turn(dealt("pc"))
    assert drive(NEW, model, 0, may_think=False) == (NEW, model, ())
    asked = update(dealt("pc"), "hint")
    assert jobs(drive(NEW, asked, 0, may_think=False)), "but a hint may be asked for"


def test_after_the_end_nobody_thinks() -> None:
    assert drive(NEW, finished("cc"), 0).effects == ()


def test_khan_tsin_is_driven_alike() -> None:
    model = khan.turn(khan.dealt("pc"), khan.dealt("pc").game.now.moves()[0])
    driven = drive(NEW, model, 0)
    assert jobs(driven)[0].arguments[0] == "khan-tsin"
    heard = hear(driven.driver, model, thought(1, ranked(first_move(model))), 0)
    assert len(fall_due(heard.driver, heard.model, 1).model.game.record.turns) == 2
    assert drive(NEW, khan.set_up("pp"), 0).effects == ()


# Pauses


def heard_after(driven: Driven, milliseconds: float) -> SetTimer:
    """Hear the last thought that long after the beginning, and give the pause that follows."""
    result = ranked(first_move(driven.model))
    heard = hear(driven.driver, driven.model, thought(driven.driver.job, result), driven.driver.since + milliseconds)
    (after,) = heard.effects
    assert isinstance(after, SetTimer)
    assert heard.model.game is driven.model.game
    return after


@pytest.mark.parametrize(("took", "left"), [(0, PAUSE), (100, PAUSE - 100), (PAUSE, 0), (9999, 0)])
def test_a_computers_turn_takes_a_moment(computers: Driven, took: float, left: float) -> None:
    assert heard_after(computers, took) == SetTimer(left, AiPauseOver(1))


@pytest.mark.parametrize(("took", "left"), [(0, LONG_PAUSE), (400, LONG_PAUSE - 400), (9999, 0)])
def test_a_computer_after_another_takes_longer(took: float, left: float) -> None:
    driven = drive(NEW, turns(dealt("pcc"), 2), 0)
    assert heard_after(driven, took) == SetTimer(left, AiPauseOver(1))


def test_a_computer_that_begins_takes_the_short_pause() -> None:
    assert heard_after(drive(NEW, dealt("cc"), 0), 0).milliseconds == PAUSE


def test_after_the_pause_the_best_move_is_made(computers: Driven) -> None:
    best = first_move(computers.model)
    heard = hear(computers.driver, computers.model, thought(1, ranked(best)), 1000)
    assert heard.model.thinking == 1.0
    made = fall_due(heard.driver, heard.model, 1)
    assert made.model.game.record.turns[-1].move == best
    assert (made.driver.work, made.effects) == (None, (StopAiTask(),))
    again = fall_due(made.driver, made.model, 1)
    assert again.model is made.model, "once"


def test_a_pause_of_another_job_is_nothing(computers: Driven) -> None:
    heard = hear(computers.driver, computers.model, thought(1, ranked(first_move(computers.model))), 1000)
    for job in (0, 2, 99):
        assert fall_due(heard.driver, heard.model, job).model is heard.model


def test_who_takes_back_in_the_pause_gets_no_move(computers: Driven) -> None:
    heard = hear(computers.driver, computers.model, thought(1, ranked(first_move(computers.model))), 1000)
    back = drive(heard.driver, update(heard.model, "undo"), 1100)
    assert fall_due(back.driver, back.model, 1).model is back.model


# Hurrying


def test_hurrying_makes_the_best_move_so_far(computers: Driven) -> None:
    first, second = computers.model.game.now.moves()[:2]
    some = hear(computers.driver, computers.model, thought(1, ranked(first, 0.1), done=False), 1001)
    more = hear(some.driver, some.model, thought(1, ranked(second, 0.2), done=False), 1002)
    assert more.model.thinking == 0.2
    made = play_now(more.driver, more.model)
    assert made.model.game.record.turns[-1].move == second
    assert made.effects == (StopAiTask(),)


def test_who_hurries_before_anything_is_found_gets_the_first_that_is(computers: Driven) -> None:
    hurried = play_now(computers.driver, computers.model)
    assert hurried.model is computers.model
    assert hurried.effects == ()
    kept = drive(hurried.driver, update(hurried.model, "point", "a1"), 1001)
    nothing = hear(kept.driver, kept.model, thought(1, None, done=False), 1002)
    assert nothing.model.game is computers.model.game
    made = hear(nothing.driver, nothing.model, thought(1, ranked(first_move(computers.model), 0.1), done=False), 1003)
    assert len(made.model.game.record.turns) == 2


def test_a_hurry_is_over_with_the_move(computers: Driven) -> None:
    hurried = play_now(computers.driver, computers.model).driver
    made = hear(hurried, computers.model, thought(1, ranked(first_move(computers.model), 0.1), done=False), 1003)
    assert isinstance(made.model, QinModel)
    person = turn(made.model)
    again = drive(made.driver, person, 2000)
    assert not again.driver.hurried
    found = hear(again.driver, person, thought(2, ranked(first_move(person), 0.1), done=False), 2001)
    assert found.model.game is person.game


def test_hurrying_while_a_person_is_on_turn_does_nothing() -> None:
    model = dealt("pc")
    assert play_now(NEW, model).model is model
    hint = drive(NEW, update(model, "hint"), 0)
    found = hear(hint.driver, hint.model, thought(1, ranked(first_move(model), 0.1), done=False), 1)
    assert play_now(found.driver, found.model).model.game is model.game


# Hints and analyses


def test_a_hint_is_asked_of_the_strongest_level() -> None:
    model = update(dealt("pc"), "hint")
    (job,) = jobs(drive(NEW, model, 0))
    assert job.arguments[:3] == ["qin", str(model.game.now.view(1)), model.game.levels[-1]]


def test_a_hint_is_shown_even_if_the_last_piece_of_work_brings_nothing_new() -> None:
    driven = drive(NEW, update(dealt("pc"), "hint"), 0)
    move = first_move(driven.model)
    some = hear(driven.driver, driven.model, thought(1, ranked(move, 0.9), done=False), 1)
    assert (some.model.thinking, some.model.hints) == (0.9, ())
    last = hear(some.driver, some.model, thought(1), 2)
    assert (last.model.thinking, last.model.hints, last.model.asked) == (None, (Hint(move, 0.5),), "")
    assert kinds(drive(last.driver, last.model, 3)) == [StopAiTask]


def test_a_hint_that_finds_nothing_is_over_too() -> None:
    driven = drive(NEW, update(dealt("pc"), "hint"), 0)
    over = hear(driven.driver, driven.model, thought(1), 1)
    assert (over.model.asked, over.model.hints) == ("", ())


def test_a_hint_that_comes_after_the_move_is_not_shown() -> None:
    asked = update(dealt("pp"), "hint")
    driven = drive(NEW, asked, 0)
    move = first_move(asked)
    moved = drive(driven.driver, turn(asked), 1)
    assert kinds(moved) == [StopAiTask]
    assert hear(moved.driver, moved.model, thought(1, ranked(move)), 2).model.hints == ()


def test_an_analysis_comes_turn_by_turn() -> None:
    over = finished("pp")
    driven = drive(NEW, update(over, "analyse"), 0)
    assert jobs(driven) == [RunAiTask(1, "analyse", ["qin", str(over.game.record)])]
    judged = {"chances": [0.25, 0.75], "best": str(over.game.record.turns[0].move), "cost": 0.1, "kept": 0.8}
    some = hear(driven.driver, driven.model, thought(1, {"progress": 0.1, "turns": [judged]}, done=False), 1)
    assert some.model.analysis
    assert (some.model.asked, some.model.analysis.progress) == (ANALYSIS, 0.1)
    assert some.model.analysis.turns[0].better == over.game.record.turns[0].move
    last = hear(some.driver, some.model, thought(1), 2)
    assert (last.model.asked, last.model.analysis) == ("", some.model.analysis)
    assert kinds(drive(last.driver, last.model, 3)) == [StopAiTask]


def test_an_analysis_judges_the_whole_game_only() -> None:
    """While it runs, the growing graph is shown and how far it is; then accuracy and turning points."""
    over = update(finished("pp"), "analyse")
    judged = {"chances": [0.25, 0.75], "best": str(over.game.record.turns[0].move), "cost": 0.3, "kept": 0.8}
    driven = drive(NEW, over, 0)
    for progress, done in ((0.07, False), (1.0, True)):
        heard = hear(driven.driver, over, thought(1, {"progress": progress, "turns": [judged]}, done=done), 1)
        shown = view.page(heard.model, ("dialog",))["dialog"]
        assert "<svg" in shown
        assert ("<progress" in shown) != done
        assert ("Accuracy" in shown) == ("Turning points" in shown) == ("costly" in shown) == done


def test_while_hints_are_looked_for_the_status_says_so() -> None:
    model = dealt("pp")
    asked = update(model, "hint")
    assert "Looking for hints" in view.page(asked, ("status",))["status"]
    assert "Looking for hints" not in view.page(model, ("status",))["status"]
    heard = hear(drive(NEW, asked, 0).driver, asked, thought(1, ranked(first_move(asked))), 1)
    assert heard.model.hints
    assert "Looking for hints" not in view.page(heard.model, ("status",))["status"]


def test_thoughts_that_come_too_late_change_nothing(computers: Driven) -> None:
    result = ranked(first_move(computers.model))
    for driver, job in ((computers.driver, 0), (computers.driver, 2), (replace(computers.driver, work=None), 1)):
        assert hear(driver, computers.model, thought(job, result), 2000) == (driver, computers.model, ())


# Replays


def test_each_position_of_a_replay_is_shown_for_a_while() -> None:
    model: Model = update(turns(dealt("pp", handover=False), 3), "run", "0")
    driver, shown, ticks = NEW, [], 0
    while model.playing:
        driver, model, effects = drive(driver, model, 0)
        assert effects == (SetTimer(REPLAY, ReplayTick(model.shown)),)
        assert drive(driver, update(model, "point", "a1"), 1).effects == (), "no second clock"
        shown.append(model.shown)
        driver, model, _ = tick(driver, model, model.shown)
        ticks += 1
    assert (shown, ticks, model.live) == ([0, 1, 2], 3, True)
    assert drive(driver, model, 0).effects == ()


def test_a_tick_of_somewhere_else_is_nothing() -> None:
    model = update(turns(dealt("pp", handover=False), 4), "run", "0")
    driven = drive(NEW, model, 0)
    for shown in (1, 99):
        assert tick(driven.driver, driven.model, shown) == (driven.driver, driven.model, ())
    moved = drive(driven.driver, update(update(model, "look", "2"), "run"), 1)
    assert moved.effects == (SetTimer(REPLAY, ReplayTick(2)),)
    assert tick(moved.driver, moved.model, 0).model is moved.model, "the old clock has nothing to say"


def test_a_replay_that_is_stopped_and_begun_again_has_one_clock() -> None:
    model = update(turns(dealt("pp", handover=False), 4), "run", "1")
    driven = drive(NEW, model, 0)
    stopped = drive(driven.driver, update(model, "run"), 1)
    assert stopped.driver.ticking is None
    again = drive(stopped.driver, update(stopped.model, "run"), 2)
    assert again.effects == (SetTimer(REPLAY, ReplayTick(1)),)


def test_while_the_replay_runs_no_computer_thinks() -> None:
    model = update(turns(dealt("pc"), 3), "run", "0")
    assert kinds(drive(NEW, model, 0)) == [SetTimer]


def test_positions_in_texts_hide_nothing_that_matters() -> None:
    """What the thinker is told can be read back as a position."""
    (job,) = jobs(drive(NEW, turn(dealt("pc")), 0))
    assert Position.parse(str(job.arguments[1])).mover == 2
