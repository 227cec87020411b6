"""The coach: when it helps, what it evaluates, and that its statements agree with the core's events."""

import json
import random
import re
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from engine import main
from engine.games.ai_tasks import recall_best
from engine.games.qin.ai_tasks import UNCLAIMED, captures, own_captures
from engine.games.qin.session import Session as QinSession
from engine.html import text
from engine.lessons.attempt import start_guide
from engine.main import GAMES
from engine.protocol import AiResult, RunAiTask, StopAiTask
from engine.session import EvaluatedMove, Hint, Session, Settings
from engine.session.ai_scheduler import AiScheduler, on_result, schedule
from engine.session.coach import TELLS, coached, missed, question, remember, threat, to_evaluate
from engine.session.update import play, show_hints
from engine.ui.coaching import why
from engine.words import LANGUAGES, catalogue
from qin_core import khan_tsin
from qin_core.khan_tsin.players.greedy import choose_greedily
from qin_core.qin import Move, Position
from qin_core.qin import players as ai
from qin_core.qin.players.coach import GIFT_LOSS_TO_ASK
from qin_core.qin.players.greedy import choose_greedily as grab
from tests import engine_khan_tsin as khan
from tests.engine_actions import game_named, parts_of, update
from tests.engine_qin import deal_session, play_turn, session_at, with_tile_and_square

BLUNDER = "map:......./......./.a...../.....R./....... 7/7/2rr1rr/5r1/7 f2=1,c3=2 a=2 1 rb,yb|rr,yy,bb -"
"""Two red provinces, 3 spaces of the player and 2 of the opponent: making the latter as large spoils the join."""


def level(session: Session, name: str) -> Session:
    seats = tuple(seat if seat.person else replace(seat, kind=name) for seat in session.match.seats)
    return replace(session, match=replace(session.match, seats=seats))


def job(name: str, *arguments: object) -> Any:
    """Let the computer do a job to its end."""
    main.start_task(name, json.dumps(arguments))
    result, done = json.loads(main.continue_task(60_000))
    assert done
    return result


def weighed(session: Session) -> Session:
    """Let the coach think about everything that it wants to think about."""
    scheduler = AiScheduler()
    for _ in range(5):
        step = schedule(scheduler, session, 0)
        jobs = [effect for effect in step.effects if isinstance(effect, RunAiTask)]
        if not jobs:
            return step.session
        assert jobs[0].task == "evaluate_move"
        result = job("evaluate_move", *jobs[0].arguments)
        scheduler, session, _ = on_result(step.scheduler, step.session, AiResult(jobs[0].number, result, True), 1)
    raise AssertionError("the coach doesn't come to an end")


# When it helps


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_by_itself_it_helps_against_the_levels_for_newcomers(game_name: str) -> None:
    session: Session = deal_session("pc", coach="auto") if game_name == "qin" else khan.deal_session("pc")
    levels = game_named(game_name).levels
    helped = [name for name in levels if coached(level(session, name))]
    assert tuple(helped) == game_named(game_name).beginner_levels
    for wanted, helps in (("on", True), ("off", False)):
        chosen = replace(session, settings=replace(session.settings, coach=wanted))
        assert {coached(level(chosen, name)) for name in levels} == {helps}


def test_it_keeps_quiet_between_people_and_in_a_guided_game() -> None:
    on = Settings(coach="on")
    assert not coached(replace(deal_session("pp"), settings=on))
    assert not coached(replace(QinSession(start_guide(game_named("qin"))), settings=on))  # type: ignore[arg-type]


# What it thinks about


def test_it_looks_for_the_best_then_at_what_is_aimed_at_then_at_the_turn_that_was_made() -> None:
    session = replace(deal_session("pc"), settings=Settings(coach="on"))
    now = session.match.latest
    assert to_evaluate(session) == (now, "")
    known = remember(session, EvaluatedMove(now, "", None, 0.5, 0.5, None))
    assert to_evaluate(known) is None
    aiming = with_tile_and_square(known)
    move = str(aiming.ghost)
    assert to_evaluate(aiming) == (now, move)
    after = play_turn(update(aiming, "place"))
    assert after.person_to_move
    assert to_evaluate(after) == (now, move)


def test_the_computers_turn_and_a_hint_come_first() -> None:
    session = replace(deal_session("pc"), settings=Settings(coach="on"))
    step = schedule(AiScheduler(), session, 0)
    asked = schedule(step.scheduler, update(session, "hint"), 1)
    stop, think = asked.effects
    assert isinstance(stop, StopAiTask)
    assert isinstance(think, RunAiTask)
    assert think.task == "hint"
    assert session.thinking is step.session.thinking is None


def test_the_other_players_tiles_stay_hidden_from_it() -> None:
    session = replace(deal_session("pc"), settings=Settings(coach="on"))
    (think,) = schedule(AiScheduler(), session, 0).effects
    assert isinstance(think, RunAiTask)
    assert think.arguments[1] == str(session.match.latest.view(1)) != str(session.match.latest)


# What it says


def best_of(session: Session) -> str:
    return str(job("evaluate_move", session.match.ui.name, str(session.match.latest.view(1)), "")["best"])


def test_a_blunder_is_asked_about_and_told_of_afterwards() -> None:
    """Somewhere in a game against a novice there is a placement that gives something away; what is said of it is so."""
    session = replace(deal_session("pc", seed=3), settings=Settings(coach="on", speed="off"))
    asked = told = 0
    for _ in range(10):
        line = str(session.match.latest.view(1))
        best = best_of(session)
        after_best = Position.parse(line).play(best)
        safe = {taking for reply in after_best.moves() for taking in captures(after_best, reply, 1)}
        worst = None
        for move in list(session.match.latest.moves())[::9]:
            found = job("evaluate_move", "qin", line, str(move))
            if found["lets"]:
                after = Position.parse(line).play(move)
                taken = {taking for reply in after.moves() for taking in captures(after, reply, 1)}
                assert tuple(found["lets"]) in taken - safe, "what it lets others take, the best move doesn't"
            worst = worst or (move if found["lets"] and found["most"] - found["chance"] >= TELLS else None)
        if worst is None:
            session = play(play(session, best), session.match.latest.play(best).moves()[0])
            continue
        aiming = weighed(update(session, "try", str(worst)))
        assert isinstance(aiming, QinSession)
        assert question(aiming)
        asked += "Play it anyway?" in parts_of(aiming, ("status",))["status"]
        assert str(update(aiming, "place").match.record.turns[-1].move) == str(worst), "it never is in the way"
        later = weighed(play_turn(update(aiming, "place")))
        missing = missed(later)
        assert missing
        assert missing.most - missing.chance >= TELLS
        shown = parts_of(later, ("coach",))["coach"]
        visit = f"{later.last_own_turn - 1} {missing.best}"
        assert f'data-action="visit" data-value="{text(visit)}"' in shown
        assert str(update(later, "visit", visit).ghost) == str(missing.best)
        told += 1
        break
    assert asked
    assert told


GIVEN = {
    "gives-village": (
        "yg12yh12",
        "bird 8y4/8y4/8r4/8r4/5rb1r4/5rbyb4/6yyb4/8rr3/3bbrr6/5b7/5b7/3bbrb6/6b6 g1=1,d2=1,f3=2,d5=2,f5=1,i6=2,g7=1,"
        "i7=2,f8=2,g8=1,i9=1,i12=2 d=1,e=2,f=2,g=1 1 rr,yy,yb|?3 ?5|?17|?16|?16",
    ),
    "gives-major": (
        "bh5bi5",
        "bird 13/13/13/3yb2ry4/3ybybry4/5y7/6y6/6rbbb3/3ybbr6/3yr8/4r8/13/13 e3=2,d4=2,e5=1,g5=1,h6=2,f8=1,d9=2,e9=1,"
        "h9=1,i9=2 c=2,d=2,e=2,f=2 1 rb,bb,bb|?3 ?7|?17|?16|?16",
    ),
    "gives-absorb": (
        "yd4be4",
        "bird 13/13/13/13/5rb1r4/5rbyb4/6yyb4/8rr3/3bbrr6/5b7/5b7/3bbrb6/6b6 g1=1,d2=1,f3=2,d5=2,f5=1,i6=2,g7=1,i7=2,"
        "f8=2,g8=1 e=2,f=2,g=1 1 rr,rr,yb|?3 ?7|?17|?16|?16",
    ),
}
"""Placements that give something away in positions that aren't decided: a village, a major province, a join."""


@pytest.mark.parametrize("kind", GIVEN)
def test_a_gift_is_questioned_at_once(kind: str) -> None:
    """A quick search suffices; the page names the gift, rings it, and labels both placements on the board."""
    move, line = GIVEN[kind]
    view, consulted = Position.parse(line), []

    def find_best(level: ai.Level) -> Generator[None, None, tuple[Move, float]]:
        consulted.append(level)
        yield
        return ai.rank(view, level, most=1)[0]

    assert ai.run_to_end(ai.advise(view, Move.parse(move), find_best)).asks
    assert consulted == [ai.QUICK]
    session = replace(session_at(line, "pc"), settings=Settings(coach="on", speed="off"))
    aiming = weighed(update(session, "try", move))
    found = question(aiming)
    assert found
    assert found.allows
    assert found.allows[0] == kind
    parts = parts_of(aiming, ("status", "board", "coach"))
    assert "White" in parts["status"]
    assert "Play it anyway?" in parts["status"]
    assert "Better: " in parts["status"]
    assert 'class="marks"' in parts["board"]
    assert re.findall('class="labelled".*?<text[^>]*>([^<]*)', parts["board"]) == ["yours", "better"]
    assert not parts["coach"]
    assert "Play it anyway?" not in parts_of(update(aiming, "try", str(found.best)), ("status",))["status"]


def test_threats_that_no_placement_creates_raise_no_question() -> None:
    """White may take several things after any of them, but few placements are much worse than the best one."""
    start, rng = Position.deal("bird", 2, seed=5, first=1), random.Random(1)
    for _ in range(6):
        start = start.play(grab(start, rng))
    line = str(start.view(1))
    best = job("evaluate_move", "qin", line, "")["best"]
    assert not job("evaluate_move", "qin", line, best)["asks"]
    exposed = asked = 0
    for move in start.view(1).moves()[::12]:
        after = start.view(1).play(move)
        found = job("evaluate_move", "qin", line, str(move))
        exposed += any(captures(after, reply, 1) for reply in after.moves())
        asked += found["asks"]
        assert found["asks"] <= (found["most"] - found["chance"] >= GIFT_LOSS_TO_ASK)
    assert asked < exposed


def test_a_threat_is_told_of_before_a_tile_is_chosen() -> None:
    session = replace(session_at(GIVEN["gives-major"][1], "pc"), settings=Settings(coach="on", speed="off"))
    now = session.match.latest
    known = remember(session, EvaluatedMove(now, "", None, 0.5, 0.5, None, threat=("village", "c5")))
    assert "White threatens your village at c5" in parts_of(known, ("status",))["status"]
    aiming = update(known, "try", GIVEN["gives-major"][0])
    assert threat(aiming) is None
    assert "threatens" not in parts_of(aiming, ("status",))["status"]


def test_what_is_told_as_a_threat_is_averted_by_the_best_placement() -> None:
    """What is mine is safe after it; an unclaimed village is mine before White comes."""
    told = set()
    for seed, turns in ((104, 16), (105, 20), (21, 2), (22, 4)):
        now, rng = Position.deal("bird", 2, seed=seed, first=1), random.Random(seed)
        for _ in range(turns):
            now = now.play(grab(now, rng))
        view = now.view(1)
        found = job("evaluate_move", "qin", str(view), "")
        if not found["threat"]:
            continue
        kind, place = found["threat"]
        told.add(kind)
        turned = view.with_player_to_move(2)
        if kind == UNCLAIMED:
            assert any((kind, place) in captures(turned, reply, 1) for reply in turned.moves())
            assert ("village", place) in own_captures(view, found["best"])
        else:
            assert (kind, place) in in_reach(turned) - in_reach(view.play(found["best"]))
    assert told > {UNCLAIMED}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_threat_has_words(language: str) -> None:
    session = replace(session_at(GIVEN["gives-major"][1], "pc"), settings=Settings(coach="on"), language=language)
    for kind in ("win", "village", "province", UNCLAIMED):
        known = remember(session, EvaluatedMove(session.match.latest, "", None, 0.5, 0.5, None, threat=(kind, "c5")))
        assert "c5" in parts_of(known, ("status",))["status"] or kind == "win"


def test_a_search_that_was_stopped_is_continued() -> None:
    steps = []

    def search() -> Generator[None, None, tuple[str, float]]:
        for number in range(4):
            steps.append(number)
            yield
        return "best", 0.5

    first = recall_best("a line", search)
    next(first)
    next(first)
    first.close()
    assert ai.run_to_end(recall_best("a line", search)) == ("best", 0.5)
    assert steps == [0, 1, 2, 3]


def in_reach(position: Position) -> set[tuple[str, str]]:
    """Find what the second player could take from the first, with any tile."""
    taken = (taking for reply in position.moves() for taking in captures(position, reply, 1))
    return {taking for taking in taken if taking[0] != UNCLAIMED}


def test_a_hints_reasons_are_true_by_the_cores_events() -> None:
    seen = set()
    for seed in (*range(8), *range(104, 108)):
        now, rng = Position.deal("bird", 2, seed=seed, first=1), random.Random(seed)
        for _ in range(4 * (seed % 100)):
            now = now.play(grab(now, rng))
        now = now.view(1)
        endangered = in_reach(now.with_player_to_move(2))
        for move, _, reasons in job("hint", "qin", str(now), "master", 1)["ranked"]:
            after, gains = now.play(move), any(event.player == 1 for event in now.events(move))
            possible = in_reach(after)
            good = gains
            for reason, place in reasons:
                kind, _, what = reason.rpartition("-")
                seen.add(kind or reason)
                good = good or kind in ("saves", "next") or reason in ("none", "costs", "wins")
                if kind == "saves":
                    assert (what, place) in endangered - possible
                elif kind == "next":
                    again = after.with_player_to_move(1)
                    kept = [each for tile in again.hand(1) if tile != "?" for each in again.placements(tile)]
                    assert any((what, place) in own_captures(again, each) for each in kept)
                elif reason == "costs":
                    assert now.pagodas_placed(2) - after.pagodas_placed(2) == int(place) > 0
                elif reason == "wins":
                    assert after.winners() == (1,)
                elif reason == "none":
                    assert gains
                    assert not possible
                else:
                    assert (what, place) in possible
                    assert ((what, place) in endangered) == (kind == "still")
            assert good, "something speaks for every hint"
    assert seen >= {"none", "saves", "next", "still", "costs"}


def test_what_is_said_of_every_hint_is_said_of_none() -> None:
    session = deal_session("pc")
    one, two, *_ = session.match.latest.moves()
    harmless, other = Hint(one, 0.5, (("none", ""),)), Hint(two, 0.4, (("next-win", ""),))
    said = "can’t take anything from you"
    assert said in why(replace(session, hints=(harmless, other)), harmless)
    both = (harmless, harmless._replace(move=two))
    assert said not in "".join(why(replace(session, hints=both), hint) for hint in both)


def test_what_a_placement_takes() -> None:
    position = Position.parse(
        "map:......./......./.a...../.....R./....... 7/7/2rr1rr/5rr/7 f2=2,c3=1 a=1 2 yb|rb,yy,yb -"
    )
    assert captures(position, "re3be2", 1) == [("village", "b3"), ("province", "c3")]
    assert captures(position, "re3be2", 2) == []


def test_the_emperor_is_watched_over() -> None:
    line = "w/b/rwww/-/-/-/rb/-/-/-/-/-/-/-/-/rrrbbb/-/-/-/-/-/-/-/-/wb/-/-/-/-/-/-/-/r/-/-/- n -"
    position = khan_tsin.Position.parse(line.replace(" n ", " s "))
    best = job("evaluate_move", "khan-tsin", str(position), "1x1>2")
    assert best["best"] == "3x3>16"
    assert best["most"] == 1.0


def khan_hints(line: str) -> list[tuple[str, dict[str, str]]]:
    """Get hints for a position on the dragon: each move with its reasons and their places."""
    return [(move, dict(reasons)) for move, _, reasons in job("hint", "khan-tsin", line, "adept", 1)["ranked"]]


def wins(position: khan_tsin.Position, player: int) -> set[str]:
    """List the spaces on which a player would win at once, if it were their turn."""
    turned = khan_tsin.Position.build(position.stacks, player, position.variants)
    return {str(event.space) for move in turned.moves() for event in turned.events(move) if event.kind == "emperor"}


def test_reasons_on_the_dragon_are_true_by_the_cores_events() -> None:
    seen = set()
    for seed in range(6):
        position = khan_tsin.Position.deal(seed=seed)
        while position.winners() is None:
            mover, other = position.player_to_move, 3 - position.player_to_move
            for move, reasons in khan_hints(str(position)):
                after = position.play(move)
                seen |= set(reasons)
                if after.winners():
                    assert not reasons
                    continue
                gives = wins(after, other)
                assert ("lost" in reasons) == bool(gives)
                if gives:
                    assert all(wins(position.play(each), other) for each in position.moves()), "nothing can stop it"
                    continue
                assert ("averted" in reasons) == bool(wins(position, other))
                assert reasons.get("threat", "") in {*wins(after, mover), ""}
                assert ("threat" in reasons) == bool(wins(after, mover))
                if "highest" in reasons:
                    stack = after.stack(khan_tsin.Move.parse(move).target)
                    assert all(len(each) < len(stack) for each in position.stacks)
                if "frees" in reasons:
                    assert int(reasons["frees"]) in set(after.nearest(mover)) - set(position.nearest(mover))
                if "few" in reasons:
                    assert len(after.moves()) == int(reasons["few"])
                if "forced" in reasons:
                    assert len(khan_hints(str(position))) == 1
            position = position.play(choose_greedily(position, random.Random(seed)))
    assert seen >= {"averted", "threat", "highest", "frees", "forced"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_have_words(language: str) -> None:
    """All that any thinker may say, in both games; none is written as a code."""
    qin = replace(session_at(BLUNDER, "pc"), language=language)
    dragon = replace(khan.deal_session("pc"), language=language)
    kinds = [key.removeprefix("coach-why-") for key in catalogue(language) if key.startswith("coach-why-")]
    for kind in kinds:
        for session in (qin, dragon):
            told = why(session, Hint(session.match.latest.moves()[0], 0.5, ((kind, "3"),)))
            assert len(told) > 10
            assert "{" not in told
    hinted = show_hints(dragon, [Hint(move, 0.5) for move in dragon.match.latest.moves()[:3]])
    assert "&gt;" not in re.sub("<[^>]*>", "", parts_of(hinted, ("hints",))["hints"])
