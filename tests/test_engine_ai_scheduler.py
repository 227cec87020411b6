"""The AI scheduler: which task runs, pauses, playing now, hints, analyses, replays."""

from dataclasses import replace
from typing import Any

import pytest

from engine.games.qin.session import Session as QinSession
from engine.protocol import AiPauseOver, AiResult, Effect, ReplayTick, RunAiTask, SetTimer, StopAiTask
from engine.session import ANALYSIS, Hint, Session
from engine.session.ai_scheduler import (
    PAUSES,
    PAUSES_AFTER_COMPUTERS,
    REPLAY_PAUSE,
    AiScheduler,
    Step,
    on_pause_over,
    on_replay_tick,
    on_result,
    play_now,
    schedule,
)
from engine.session.match import DAILY
from engine.session.statistics import deal_of_the_day
from qin_core.qin import Position
from tests import engine_khan_tsin as khan
from tests.engine_actions import game_named, page_of, parts_of, update
from tests.engine_host import search_result
from tests.engine_qin import deal_session, finished_session, play_turn, play_turns

PAUSE, LONG_PAUSE = PAUSES["normal"], PAUSES_AFTER_COMPUTERS["normal"]
NEW = AiScheduler(seed=40)


def ai_result(task: int, result: object = None, done: bool = True) -> AiResult:
    """Return the message with the result of a task."""
    return AiResult(task, result, done)


def first_move(session: Session) -> Any:
    return session.match.latest.moves()[0]


def started_tasks(step: Step) -> list[RunAiTask]:
    return [effect for effect in step.effects if isinstance(effect, RunAiTask)]


def effect_types(step: Step) -> list[type[Effect]]:
    return [type(effect) for effect in step.effects]


def test_in_daily_matches_computers_play_the_same_moves_for_everybody() -> None:
    session = deal_session("pc").with_match(deal_of_the_day(game_named("qin"), "2026-11-17"))
    while session.match.seat.person:
        session = session.with_match(session.match.play(first_move(session)))
    first_tasks, second_tasks = (started_tasks(schedule(AiScheduler(seed=seed), session, 0.0)) for seed in (1, 2))
    assert first_tasks == second_tasks != []
    headers = session.match.record.headers | {DAILY: ""}
    plain = session.with_match(replace(session.match, record=replace(session.match.record, headers=headers)))
    assert started_tasks(schedule(AiScheduler(seed=1), plain, 0.0)) != started_tasks(
        schedule(AiScheduler(seed=2), plain, 0.0)
    )


@pytest.fixture
def thinking() -> Step:
    """Start the search of a computer that moves after a person, at time 1000."""
    return schedule(NEW, play_turn(deal_session("pc")), 1000)


# Whose turn it is


def test_a_persons_turn_starts_no_task() -> None:
    session = deal_session("pc")
    assert schedule(NEW, session, 0) == (NEW, session, ())


def test_a_computer_searches_its_view_with_its_level(thinking: Step) -> None:
    (task,) = started_tasks(thinking)
    game = thinking.session.match
    assert (task.number, task.task) == (1, "think")
    assert task.arguments == ["qin", str(game.latest.view(2)), game.seats[1].kind, 41]
    assert "?" in str(task.arguments[1]), "tiles that it can't see are hidden"


def test_every_task_has_its_own_seed() -> None:
    first = schedule(NEW, play_turn(deal_session("pc")), 0)
    stopped = schedule(first.scheduler, deal_session("pc"), 0)
    second = schedule(stopped.scheduler, play_turn(deal_session("pc")), 0)
    assert [started_tasks(step)[0].arguments[-1] for step in (first, second)] == [41, 42]
    assert started_tasks(schedule(AiScheduler(seed=2**32 - 1), play_turn(deal_session("pc")), 0))[0].arguments[-1] == 0


def test_a_search_continues_during_unrelated_actions(thinking: Step) -> None:
    for action in (("point", "a1"), ("language", "de"), ("open", "help")):
        session = update(thinking.session, *action)
        assert schedule(thinking.scheduler, session, 2000) == (thinking.scheduler, session, ())


@pytest.mark.parametrize("action", [("undo", ""), ("go-to-turn", "0"), ("start-game", "3 2026-01-02")])
def test_an_obsolete_search_is_stopped_and_its_result_ignored(thinking: Step, action: tuple[str, str]) -> None:
    after = schedule(thinking.scheduler, update(thinking.session, *action), 2000)
    assert effect_types(after)[:1] == [StopAiTask]
    late_result = on_result(
        after.scheduler, after.session, ai_result(1, search_result(first_move(thinking.session))), 2000
    )
    assert late_result.session is after.session
    assert late_result.effects == ()


def test_where_thinking_is_disabled_only_hints_are_computed() -> None:
    session = play_turn(deal_session("pc"))
    assert schedule(NEW, session, 0, may_think=False) == (NEW, session, ())
    hinting = update(deal_session("pc"), "hint")
    assert started_tasks(schedule(NEW, hinting, 0, may_think=False)), "a hint is allowed"


def test_no_task_starts_after_the_end() -> None:
    assert schedule(NEW, finished_session("cc"), 0).effects == ()


def test_khan_tsin_is_scheduled_in_the_same_way() -> None:
    session = khan.play_turn(khan.deal_session("pc"), khan.deal_session("pc").match.latest.moves()[0])
    step = schedule(NEW, session, 0)
    assert started_tasks(step)[0].arguments[0] == "khan-tsin"
    results = on_result(step.scheduler, session, ai_result(1, search_result(first_move(session))), 0)
    assert len(on_pause_over(results.scheduler, results.session, 1).session.match.record.turns) == 2
    assert schedule(NEW, khan.setup_session("pp"), 0).effects == ()


# Pauses


def pause_after(step: Step, milliseconds: float) -> SetTimer:
    """Report the result some milliseconds after the start; return the timer of the pause that follows."""
    result = search_result(first_move(step.session))
    results = on_result(
        step.scheduler, step.session, ai_result(step.scheduler.task, result), step.scheduler.started + milliseconds
    )
    (after,) = results.effects
    assert isinstance(after, SetTimer)
    assert results.session.match is step.session.match
    return after


@pytest.mark.parametrize(("elapsed", "remaining"), [(0, PAUSE), (100, PAUSE - 100), (PAUSE, 0), (9999, 0)])
def test_a_computers_turn_has_a_minimum_duration(thinking: Step, elapsed: float, remaining: float) -> None:
    assert pause_after(thinking, elapsed) == SetTimer(remaining, AiPauseOver(1))


@pytest.mark.parametrize(("elapsed", "remaining"), [(0, LONG_PAUSE), (400, LONG_PAUSE - 400), (9999, 0)])
def test_a_computer_after_a_computer_takes_longer(elapsed: float, remaining: float) -> None:
    step = schedule(NEW, play_turns(deal_session("pcc"), 2), 0)
    assert pause_after(step, elapsed) == SetTimer(remaining, AiPauseOver(1))


def test_a_computer_that_moves_first_takes_the_short_pause() -> None:
    assert pause_after(schedule(NEW, deal_session("cc"), 0), 0).milliseconds == PAUSE


def test_after_the_pause_the_best_move_is_played(thinking: Step) -> None:
    best = first_move(thinking.session)
    results = on_result(thinking.scheduler, thinking.session, ai_result(1, search_result(best)), 1000)
    assert results.session.thinking == 1.0
    played = on_pause_over(results.scheduler, results.session, 1)
    assert played.session.match.record.turns[-1].move == best
    assert (played.scheduler.work, played.effects) == (None, (StopAiTask(),))
    repeated = on_pause_over(played.scheduler, played.session, 1)
    assert repeated.session is played.session, "once"


def test_the_pause_of_another_task_is_ignored(thinking: Step) -> None:
    results = on_result(
        thinking.scheduler, thinking.session, ai_result(1, search_result(first_move(thinking.session))), 1000
    )
    for task in (0, 2, 99):
        assert on_pause_over(results.scheduler, results.session, task).session is results.session


def test_undoing_in_the_pause_prevents_the_move(thinking: Step) -> None:
    results = on_result(
        thinking.scheduler, thinking.session, ai_result(1, search_result(first_move(thinking.session))), 1000
    )
    back = schedule(results.scheduler, update(results.session, "undo"), 1100)
    assert on_pause_over(back.scheduler, back.session, 1).session is back.session


# Playing now


def test_play_now_plays_the_best_move_so_far(thinking: Step) -> None:
    first, second = thinking.session.match.latest.moves()[:2]
    first_step = on_result(
        thinking.scheduler, thinking.session, ai_result(1, search_result(first, 0.1), done=False), 1001
    )
    second_step = on_result(
        first_step.scheduler, first_step.session, ai_result(1, search_result(second, 0.2), done=False), 1002
    )
    assert second_step.session.thinking == 0.2
    played = play_now(second_step.scheduler, second_step.session)
    assert played.session.match.record.turns[-1].move == second
    assert played.effects == (StopAiTask(),)


def test_play_now_without_a_result_plays_the_first_one(thinking: Step) -> None:
    hurried = play_now(thinking.scheduler, thinking.session)
    assert hurried.session is thinking.session
    assert hurried.effects == ()
    pointing = schedule(hurried.scheduler, update(hurried.session, "point", "a1"), 1001)
    without_move = on_result(pointing.scheduler, pointing.session, ai_result(1, None, done=False), 1002)
    assert without_move.session.match is thinking.session.match
    played = on_result(
        without_move.scheduler,
        without_move.session,
        ai_result(1, search_result(first_move(thinking.session), 0.1), done=False),
        1003,
    )
    assert len(played.session.match.record.turns) == 2


def test_play_now_applies_to_one_move(thinking: Step) -> None:
    hurried = play_now(thinking.scheduler, thinking.session).scheduler
    played = on_result(
        hurried, thinking.session, ai_result(1, search_result(first_move(thinking.session), 0.1), done=False), 1003
    )
    assert isinstance(played.session, QinSession)
    person = play_turn(played.session)
    repeated = schedule(played.scheduler, person, 2000)
    assert not repeated.scheduler.hurried
    result = on_result(
        repeated.scheduler, person, ai_result(2, search_result(first_move(person), 0.1), done=False), 2001
    )
    assert result.session.match is person.match


def test_play_now_on_a_persons_turn_does_nothing() -> None:
    session = deal_session("pc")
    assert play_now(NEW, session).session is session
    hint = schedule(NEW, update(session, "hint"), 0)
    result = on_result(
        hint.scheduler, hint.session, ai_result(1, search_result(first_move(session), 0.1), done=False), 1
    )
    assert play_now(result.scheduler, result.session).session.match is session.match


# Hints and analyses


def test_hints_use_the_strongest_level() -> None:
    session = update(deal_session("pc"), "hint")
    (task,) = started_tasks(schedule(NEW, session, 0))
    assert task.arguments[:3] == ["qin", str(session.match.latest.view(1)), session.match.ui.levels[-1]]


def test_a_hint_is_shown_even_if_the_last_result_is_empty() -> None:
    step = schedule(NEW, update(deal_session("pc"), "hint"), 0)
    move = first_move(step.session)
    partial = on_result(step.scheduler, step.session, ai_result(1, search_result(move, 0.9), done=False), 1)
    assert (partial.session.thinking, partial.session.hints) == (0.9, ())
    last = on_result(partial.scheduler, partial.session, ai_result(1), 2)
    assert (last.session.thinking, last.session.hints, last.session.request) == (None, (Hint(move, 0.5),), "")
    assert effect_types(schedule(last.scheduler, last.session, 3)) == [StopAiTask]


def test_a_hint_without_a_result_ends() -> None:
    step = schedule(NEW, update(deal_session("pc"), "hint"), 0)
    over = on_result(step.scheduler, step.session, ai_result(1), 1)
    assert (over.session.request, over.session.hints) == ("", ())


def test_a_hint_that_arrives_after_the_move_is_ignored() -> None:
    hinting = update(deal_session("pp"), "hint")
    step = schedule(NEW, hinting, 0)
    move = first_move(hinting)
    moved = schedule(step.scheduler, play_turn(hinting), 1)
    assert effect_types(moved) == [StopAiTask]
    assert on_result(moved.scheduler, moved.session, ai_result(1, search_result(move)), 2).session.hints == ()


def test_an_analysis_is_updated_turn_by_turn() -> None:
    finished_match = finished_session("pp")
    step = schedule(NEW, update(finished_match, "analyse"), 0)
    assert started_tasks(step) == [RunAiTask(1, "analyse", ["qin", str(finished_match.match.record)])]
    turn_result = {
        "chances": [0.25, 0.75],
        "best": str(finished_match.match.record.turns[0].move),
        "cost": 0.1,
        "accuracy": 0.8,
        "allows": None,
        "reasons": [],
    }
    partial = on_result(
        step.scheduler, step.session, ai_result(1, {"progress": 0.1, "turns": [turn_result]}, done=False), 1
    )
    assert partial.session.analysis
    assert (partial.session.request, partial.session.analysis.progress) == (ANALYSIS, 0.1)
    assert partial.session.analysis.turns[0].better_move == finished_match.match.record.turns[0].move
    last = on_result(partial.scheduler, partial.session, ai_result(1), 2)
    assert (last.session.request, last.session.analysis) == ("", partial.session.analysis)
    assert effect_types(schedule(last.scheduler, last.session, 3)) == [StopAiTask]


def test_accuracy_is_shown_only_for_a_complete_analysis() -> None:
    """A running analysis shows turning points, the graph and its progress; accuracy follows at the end."""
    over = update(finished_session("pp"), "analyse")
    turn_result = {
        "chances": [0.25, 0.75],
        "best": str(over.match.record.turns[0].move),
        "cost": 0.3,
        "accuracy": 0.8,
        "allows": None,
        "reasons": [],
    }
    step = schedule(NEW, over, 0)
    for progress, done in ((0.07, False), (1.0, True)):
        results = on_result(
            step.scheduler, over, ai_result(1, {"progress": progress, "turns": [turn_result]}, done=done), 1
        )
        html = parts_of(page_of(results.session, dialog="end"), ("dialog",))["dialog"]
        assert "<svg" in html
        assert ("<progress" in html) != done
        assert "Turning points" in html
        assert "costly" in html
        assert ("Accuracy" in html) == done


def test_the_status_shows_that_hints_are_being_computed() -> None:
    session = deal_session("pp")
    hinting = update(session, "hint")
    assert "Looking for hints" in parts_of(hinting, ("status",))["status"]
    assert "Looking for hints" not in parts_of(session, ("status",))["status"]
    results = on_result(
        schedule(NEW, hinting, 0).scheduler, hinting, ai_result(1, search_result(first_move(hinting))), 1
    )
    assert results.session.hints
    assert "Looking for hints" not in parts_of(results.session, ("status",))["status"]


def test_late_results_change_nothing(thinking: Step) -> None:
    result = search_result(first_move(thinking.session))
    for scheduler, task in (
        (thinking.scheduler, 0),
        (thinking.scheduler, 2),
        (replace(thinking.scheduler, work=None), 1),
    ):
        assert on_result(scheduler, thinking.session, ai_result(task, result), 2000) == (
            scheduler,
            thinking.session,
            (),
        )


# Replays


def test_each_position_of_a_replay_is_shown_for_a_while() -> None:
    session: Session = update(play_turns(deal_session("pp", handover=False), 3), "replay", "0")
    scheduler, plies, ticks = NEW, [], 0
    while session.replaying:
        scheduler, session, effects = schedule(scheduler, session, 0)
        assert effects == (SetTimer(REPLAY_PAUSE, ReplayTick(session.ply)),)
        assert schedule(scheduler, update(session, "point", "a1"), 1).effects == (), "no second timer"
        plies.append(session.ply)
        scheduler, session, _ = on_replay_tick(scheduler, session, session.ply)
        ticks += 1
    assert (plies, ticks, session.at_end) == ([0, 1, 2], 3, True)
    assert schedule(scheduler, session, 0).effects == ()


def test_a_tick_for_another_position_is_ignored() -> None:
    session = update(play_turns(deal_session("pp", handover=False), 4), "replay", "0")
    step = schedule(NEW, session, 0)
    for ply in (1, 99):
        assert on_replay_tick(step.scheduler, step.session, ply) == (step.scheduler, step.session, ())
    moved = schedule(step.scheduler, update(update(session, "go-to-turn", "2"), "replay"), 1)
    assert moved.effects == (SetTimer(REPLAY_PAUSE, ReplayTick(2)),)
    assert on_replay_tick(moved.scheduler, moved.session, 0).session is moved.session, "the old timer is ignored"


def test_a_restarted_replay_has_one_timer() -> None:
    session = update(play_turns(deal_session("pp", handover=False), 4), "replay", "1")
    step = schedule(NEW, session, 0)
    stopped = schedule(step.scheduler, update(session, "replay"), 1)
    assert stopped.scheduler.ticking is None
    repeated = schedule(stopped.scheduler, update(stopped.session, "replay"), 2)
    assert repeated.effects == (SetTimer(REPLAY_PAUSE, ReplayTick(1)),)


def test_during_a_replay_no_computer_thinks() -> None:
    session = update(play_turns(deal_session("pc"), 3), "replay", "0")
    assert effect_types(schedule(NEW, session, 0)) == [SetTimer]


def test_the_arguments_of_tasks_are_valid_position_lines() -> None:
    """The line has the player to move."""
    (task,) = started_tasks(schedule(NEW, play_turn(deal_session("pc")), 0))
    assert Position.parse(str(task.arguments[1])).player_to_move == 2
