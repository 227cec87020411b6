"""The coach: when it helps, what it thinks about, and that what it says is true by the core's own events."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine import rooms, thinker, view
from engine.coach import ASKS, TELLS, coached, missed, question, remember, to_weigh
from engine.driver import Driver, drive, hear
from engine.effects import StopThinking, Think
from engine.lessons.guided import begin
from engine.model import Hint, Model, Settings
from engine.rooms.qin.coaching import FREE, takings
from engine.rooms.qin.model import Model as QinModel
from engine.update import play
from engine.view.coaching import why
from engine.view.html import text
from engine.words import LANGUAGES
from qin_core import khan_tsin
from qin_core.qin import Position
from tests import engine_khan_playing as khan
from tests.engine_acting import update
from tests.engine_playing import aimed, dealt, seated, turn

BLUNDER = "map:......./......./.a...../.....R./....... 7/7/2rr1rr/5r1/7 f2=1,c3=2 a=2 1 rb,yb|rr,yy,bb -"
"""Two red provinces, three spaces of one's own to the other's two: whoever makes the other's as large spoils it."""


def level(model: Model, name: str) -> Model:
    seats = tuple(seat if seat.person else replace(seat, kind=name) for seat in model.game.seats)
    return replace(model, game=replace(model.game, seats=seats))


def job(name: str, *arguments: object) -> Any:
    """Let the computer do a job to its end."""
    thinker.begin(name, json.dumps(arguments))
    result, done = json.loads(thinker.go_on(60_000))
    assert done
    return result


def weighed(model: Model) -> Model:
    """Let the coach think about everything that it wants to think about."""
    driver = Driver()
    for _ in range(5):
        driven = drive(driver, model, 0)
        jobs = [effect for effect in driven.effects if isinstance(effect, Think)]
        if not jobs:
            return driven.model
        assert jobs[0].job == "weigh"
        result = job("weigh", *jobs[0].arguments)
        driver, model, _ = hear(driven.driver, driven.model, {"job": jobs[0].number, "result": result, "done": True}, 1)
    raise AssertionError("the coach doesn't come to an end")


# When it helps


@pytest.mark.parametrize("room", rooms.ROOMS)
def test_by_itself_it_helps_against_the_levels_for_newcomers(room: str) -> None:
    model: Model = dealt("pc", coach="auto") if room == "qin" else khan.dealt("pc")
    levels = rooms.room(room).levels
    helped = [name for name in levels.LEVELS if coached(level(model, name))]
    assert tuple(helped) == levels.NEWCOMERS
    for wanted, helps in (("on", True), ("off", False)):
        chosen = replace(model, settings=replace(model.settings, coach=wanted))
        assert {coached(level(chosen, name)) for name in levels.LEVELS} == {helps}


def test_it_keeps_quiet_between_people_and_in_a_guided_game() -> None:
    on = Settings(coach="on")
    assert not coached(replace(dealt("pp"), settings=on))
    assert not coached(replace(QinModel(begin("qin")), settings=on))  # type: ignore[arg-type]


# What it thinks about


def test_it_looks_for_the_best_then_at_what_is_aimed_at_then_at_the_turn_that_was_made() -> None:
    model = replace(dealt("pc"), settings=Settings(coach="on"))
    now = model.game.now
    assert to_weigh(model) == (now, "")
    known = remember(model, now, "", {"best": "", "most": 0.5, "chance": 0.5, "lets": None})
    assert to_weigh(known) is None
    aiming = aimed(known)
    move = str(aiming.ghost)
    assert to_weigh(aiming) == (now, move)
    after = turn(update(aiming, "place"))
    assert after.at_turn
    assert to_weigh(after) == (now, move)


def test_the_computers_turn_and_a_hint_come_first() -> None:
    model = replace(dealt("pc"), settings=Settings(coach="on"))
    driven = drive(Driver(), model, 0)
    asked = drive(driven.driver, update(model, "hint"), 1)
    stop, think = asked.effects
    assert isinstance(stop, StopThinking)
    assert isinstance(think, Think)
    assert think.job == "hint"
    assert model.thinking is driven.model.thinking is None


def test_the_other_players_tiles_stay_hidden_from_it() -> None:
    model = replace(dealt("pc"), settings=Settings(coach="on"))
    (think,) = drive(Driver(), model, 0).effects
    assert isinstance(think, Think)
    assert think.arguments[1] == str(model.game.now.view(1)) != str(model.game.now)


# What it says


def best_of(model: Model) -> str:
    return str(job("weigh", model.game.room, str(model.game.now.view(1)), "")["best"])


def test_a_blunder_is_asked_about_and_told_of_afterwards() -> None:
    """Somewhere in a game against a novice there is a placement that gives something away; what is said of it is so."""
    model = replace(dealt("pc", seed=3), settings=Settings(coach="on", speed="off"))
    asked = told = 0
    for _ in range(10):
        line = str(model.game.now.view(1))
        best = best_of(model)
        after_best = Position.parse(line).play(best)
        safe = {taking for reply in after_best.moves() for taking in takings(after_best, reply, 1)}
        worst = None
        for move in list(model.game.now.moves())[::9]:
            found = job("weigh", "qin", line, str(move))
            if found["lets"]:
                after = Position.parse(line).play(move)
                taken = {taking for reply in after.moves() for taking in takings(after, reply, 1)}
                assert tuple(found["lets"]) in taken - safe, "what it lets others take, the best move doesn't"
            worst = worst or (move if found["lets"] and found["most"] - found["chance"] >= TELLS else None)
        if worst is None:
            model = play(play(model, best), model.game.now.play(best).moves()[0])
            continue
        aiming = weighed(update(model, "try", str(worst)))
        assert isinstance(aiming, QinModel)
        assert question(aiming)
        asked += "sure?" in view.page(aiming, ("coach",))["coach"]
        assert str(update(aiming, "place").game.record.turns[-1].move) == str(worst), "it never is in the way"
        later = weighed(turn(update(aiming, "place")))
        missing = missed(later)
        assert missing
        assert missing.most - missing.chance >= TELLS > ASKS
        shown = view.page(later, ("coach",))["coach"]
        visit = f"{later.since - 1} {missing.best}"
        assert f'data-action="visit" data-value="{text(visit)}"' in shown
        assert str(update(later, "visit", visit).ghost) == str(missing.best)
        told += 1
        break
    assert asked
    assert told


def test_a_hints_reason_is_true_by_the_cores_events() -> None:
    reasons = set()
    for seed in range(4):
        model = replace(dealt("pc", seed=seed), settings=Settings(coach="off"))
        for _ in range(4):
            model = turn(turn(model))
        for best in job("hint", "qin", str(model.game.now.view(1)), "master", 1)["ranked"]:
            move, _, answer, place = best
            after = model.game.now.view(1).play(move)
            possible = {taking for reply in after.moves() for taking in takings(after, reply, 1) if taking[0] != FREE}
            reasons.add(answer)
            if answer == "none":
                assert not possible
                assert any(event.player == 1 for event in model.game.now.events(move))
            elif answer:
                assert (answer, place) in possible
    assert "none" in reasons
    assert len(reasons) > 1


def test_what_a_placement_takes() -> None:
    position = Position.parse(
        "map:......./......./.a...../.....R./....... 7/7/2rr1rr/5rr/7 f2=2,c3=1 a=1 2 yb|rb,yy,yb -"
    )
    assert takings(position, "re3be2", 1) == [("village", "b3"), ("province", "c3")]
    assert takings(position, "re3be2", 2) == []


def test_the_emperor_is_watched_over() -> None:
    line = "w/b/rwww/-/-/-/rb/-/-/-/-/-/-/-/-/rrrbbb/-/-/-/-/-/-/-/-/wb/-/-/-/-/-/-/-/r/-/-/- n -"
    position = khan_tsin.Position.parse(line.replace(" n ", " s "))
    best = job("weigh", "khan-tsin", str(position), "1x1>2")
    assert best["best"] == "3x3>16"
    assert best["most"] == 1.0
    north = khan_tsin.Position.parse(line)
    for move, *_, answer, _place in job("hint", "khan-tsin", line, "adept", 1)["ranked"]:
        stopped = not any(
            event.kind == "emperor" for reply in north.play(move).moves() for event in north.play(move).events(reply)
        )
        assert (answer == "averted") == stopped


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_have_words(language: str) -> None:
    model = replace(seated(BLUNDER, "pc"), language=language)
    for answer in ("none", "win", "village", "province"):
        assert len(why(model, Hint(model.game.now.moves()[0], 0.5, answer, "c3"))) > 10
