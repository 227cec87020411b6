"""The coach: when it helps, what it evaluates, and whether its statements agree with the core's events."""

import random
import re
from collections.abc import Generator
from dataclasses import replace

import pytest

from engine.games.ai_tasks import BestMove, recall_best
from engine.games.base import Capture, Reason
from engine.games.qin.ai_tasks import UNCLAIMED, captures, own_captures
from engine.games.qin.session import Session as QinSession
from engine.html import text
from engine.lessons.attempt import start_guide
from engine.main import GAMES
from engine.protocol import AiResult, RunAiTask, StopAiTask
from engine.session import EvaluatedMove, Hint, Session, Settings
from engine.session.ai_scheduler import AiScheduler, on_result, schedule
from engine.session.coach import MISSED_CHANCE, agreeing, coached, missed, remember, threat, to_evaluate, warning
from engine.session.update import play, show_hints
from engine.ui.coaching import explain_hint
from engine.words import LANGUAGES, catalogue
from qin_core import khan_tsin
from qin_core.khan_tsin.players import greedy as khan_greedy
from qin_core.qin import Move, Position
from qin_core.qin import players as ai
from qin_core.qin.players import greedy as qin_greedy
from qin_core.qin.players.coach import GIFT_LOSS_TO_ASK
from tests import engine_khan_tsin as khan
from tests.coach_examples import GIFTS, run_task
from tests.engine_actions import game_named, parts_of, update
from tests.engine_qin import deal_session, play_turn, session_at, with_tile_and_square

BLUNDER = "map:......./......./.a...../.....R./....... 7/7/2rr1rr/5r1/7 f2=1,c3=2 a=2 1 rb,yb|rr,yy,bb -"
"""Red provinces of 3 spaces (the player's) and 2 (the opponent's); expanding the smaller one makes the join a tie."""


def with_level(session: Session, name: str) -> Session:
    """Give the computers of a session another level."""
    seats = tuple(seat if seat.person else replace(seat, kind=name) for seat in session.match.seats)
    return replace(session, match=replace(session.match, seats=seats))


def evaluate_with_coach(session: Session) -> Session:
    """Run all evaluations that the coach requests."""
    scheduler = AiScheduler()
    for _ in range(5):
        step = schedule(scheduler, session, 0)
        jobs = [effect for effect in step.effects if isinstance(effect, RunAiTask)]
        if not jobs:
            return step.session
        assert jobs[0].task == "evaluate_move"
        result = run_task("evaluate_move", *jobs[0].arguments)
        scheduler, session, _ = on_result(step.scheduler, step.session, AiResult(jobs[0].number, result, True), 1)
    raise AssertionError("the coach keeps requesting evaluations")


# When it helps


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_by_default_the_coach_helps_against_the_beginner_levels(game_name: str) -> None:
    session: Session = deal_session("pc", coach="auto") if game_name == "qin" else khan.deal_session("pc")
    levels = game_named(game_name).levels
    coached_levels = [name for name in levels if coached(with_level(session, name))]
    assert tuple(coached_levels) == game_named(game_name).beginner_levels
    for setting, expected in (("on", True), ("off", False)):
        changed = replace(session, settings=replace(session.settings, coach=setting))
        assert {coached(with_level(changed, name)) for name in levels} == {expected}


def test_the_coach_is_off_between_people_and_in_guided_games() -> None:
    on = Settings(coach="on")
    assert not coached(replace(deal_session("pp"), settings=on))
    assert not coached(replace(QinSession(start_guide(game_named("qin"))), settings=on))  # type: ignore[arg-type]


# What it evaluates


def test_the_coach_evaluates_the_best_move_then_the_staged_move_then_the_played_move() -> None:
    session = replace(deal_session("pc"), settings=Settings(coach="on"))
    position = session.match.latest
    assert to_evaluate(session) == (position, "")
    with_best = remember(session, EvaluatedMove(position, "", None, 0.5, 0.5, None))
    assert to_evaluate(with_best) is None
    with_move = with_tile_and_square(with_best)
    move = str(with_move.ghost)
    assert to_evaluate(with_move) == (position, move)
    after_turn = play_turn(update(with_move, "place"))
    assert after_turn.person_to_move
    assert to_evaluate(after_turn) == (position, move)


def test_a_hint_interrupts_the_coach() -> None:
    session = replace(deal_session("pc"), settings=Settings(coach="on"))
    step = schedule(AiScheduler(), session, 0)
    hinting = schedule(step.scheduler, update(session, "hint"), 1)
    stop, start = hinting.effects
    assert isinstance(stop, StopAiTask)
    assert isinstance(start, RunAiTask)
    assert start.task == "hint"
    assert session.thinking is step.session.thinking is None


@pytest.mark.parametrize(("chance", "first"), [(0.44, 1), (0.4, 0)])
def test_a_nearly_equal_move_that_the_coach_has_named_is_the_first_hint(chance: float, first: int) -> None:
    session = replace(deal_session("pc"), settings=Settings(coach="on"))
    position, moves = session.match.latest, session.match.latest.moves()
    named = remember(session, EvaluatedMove(position, str(moves[2]), moves[1], 0.5, 0.3, None))
    ranked = [Hint(moves[0], 0.45, ()), Hint(moves[1], chance, ())]
    assert agreeing(named, ranked)[0] == ranked[first]
    assert agreeing(session, ranked) == tuple(ranked)
    step = schedule(AiScheduler(), update(named, "hint"), 0)
    result = {"progress": 1.0, "ranked": [[str(hint.move), hint.chance] for hint in ranked]}
    hinted = on_result(step.scheduler, step.session, AiResult(step.scheduler.task, result, True), 1).session
    assert hinted.hints[0].move == moves[first]


def test_the_coach_does_not_see_hidden_tiles() -> None:
    session = replace(deal_session("pc"), settings=Settings(coach="on"))
    (start,) = schedule(AiScheduler(), session, 0).effects
    assert isinstance(start, RunAiTask)
    assert start.arguments[1] == str(session.match.latest.view(1)) != str(session.match.latest)


# What it says


def best_move(session: Session) -> str:
    """Return the move that the coach finds best."""
    return str(run_task("evaluate_move", session.match.ui.name, str(session.match.latest.view(1)), "")["best"])


def test_a_blunder_is_questioned_before_the_move_and_explained_after_it() -> None:
    """A game against a novice has a placement that gives something away; the statements about it are true."""
    session = replace(deal_session("pc", seed=3), settings=Settings(coach="on", speed="off"))
    question_count = review_count = 0
    for _ in range(10):
        line = str(session.match.latest.view(1))
        best = best_move(session)
        after_best = Position.parse(line).play(best)
        captured_after_best = {capture for reply in after_best.moves() for capture in captures(after_best, reply, 1)}
        worst = None
        for move in list(session.match.latest.moves())[::9]:
            result = run_task("evaluate_move", "qin", line, str(move))
            if result["allows"]:
                after = Position.parse(line).play(move)
                captured = {capture for reply in after.moves() for capture in captures(after, reply, 1)}
                assert tuple(result["allows"]) in captured - captured_after_best, (
                    "the best move doesn't allow this capture"
                )
            worst = worst or (
                move if result["allows"] and result["best_chance"] - result["chance"] >= MISSED_CHANCE else None
            )
        if worst is None:
            session = play(play(session, best), session.match.latest.play(best).moves()[0])
            continue
        with_blunder = evaluate_with_coach(update(session, "try", str(worst)))
        assert isinstance(with_blunder, QinSession)
        assert warning(with_blunder)
        question_count += "Play it anyway?" in parts_of(with_blunder, ("status",))["status"]
        assert str(update(with_blunder, "place").match.record.turns[-1].move) == str(worst), (
            "the coach never prevents a move"
        )
        after_blunder = evaluate_with_coach(play_turn(update(with_blunder, "place")))
        missed_chance = missed(after_blunder)
        assert missed_chance
        assert missed_chance.best_chance - missed_chance.chance >= MISSED_CHANCE
        html = parts_of(after_blunder, ("coach",))["coach"]
        visit = f"{after_blunder.last_own_turn - 1} {missed_chance.best}"
        assert f'data-action="visit" data-value="{text(visit)}"' in html
        assert str(update(after_blunder, "visit", visit).ghost) == str(missed_chance.best)
        assert 'data-action="undo"' in html
        assert update(after_blunder, "undo").match.latest is with_blunder.match.latest
        assert "Yours:" not in html, "the warning has said the rest"
        assert "White" not in html
        review_count += 1
        break
    assert question_count
    assert review_count


@pytest.mark.parametrize("kind", GIFTS)
def test_a_gift_is_questioned_immediately(kind: str) -> None:
    """A quick search suffices; the page names the gift, rings it, and labels both placements."""
    move, line = GIFTS[kind]
    view, levels_used = Position.parse(line), []

    def find_best(level: ai.Level) -> Generator[None, None, tuple[Move, float]]:
        levels_used.append(level)
        yield
        return ai.rank(view, level, most=1)[0]

    assert ai.run_to_end(ai.advise(view, Move.parse(move), find_best)).asks
    assert levels_used == [ai.QUICK]
    session = replace(session_at(line, "pc"), settings=Settings(coach="on", speed="off"))
    with_gift = evaluate_with_coach(update(session, "try", move))
    asked = warning(with_gift)
    assert asked
    assert asked.allows
    assert asked.allows[0] == kind
    parts = parts_of(with_gift, ("status", "board", "coach"))
    assert "White" in parts["status"]
    assert "Play it anyway?" in parts["status"]
    assert "Better: " in parts["status"]
    assert 'class="marks"' in parts["board"]
    assert re.findall('class="labelled".*?<text[^>]*>([^<]*)', parts["board"]) == ["yours", "better"]
    assert not parts["coach"]
    assert "Play it anyway?" not in parts_of(update(with_gift, "try", str(asked.best)), ("status",))["status"]


def test_threats_that_no_placement_creates_raise_no_question() -> None:
    """White can capture something after many placements, but few of them are much worse than the best one."""
    position, rng = Position.deal("bird", 2, seed=5, first=1), random.Random(1)
    for _ in range(6):
        position = position.play(qin_greedy.choose_greedily(position, rng))
    line = str(position.view(1))
    best = run_task("evaluate_move", "qin", line, "")["best"]
    assert not run_task("evaluate_move", "qin", line, best)["warns"]
    exposed_count = question_count = 0
    for move in position.view(1).moves()[::12]:
        after = position.view(1).play(move)
        result = run_task("evaluate_move", "qin", line, str(move))
        exposed_count += any(captures(after, reply, 1) for reply in after.moves())
        question_count += result["warns"]
        if result["warns"]:
            assert result["best_chance"] - result["chance"] >= GIFT_LOSS_TO_ASK
    assert question_count < exposed_count


def test_a_threat_is_shown_before_a_tile_is_selected() -> None:
    session = replace(session_at(GIFTS["gives-major"][1], "pc"), settings=Settings(coach="on", speed="off"))
    position = session.match.latest
    with_threat = remember(session, EvaluatedMove(position, "", None, 0.5, 0.5, None, threat=Capture("village", "c5")))
    assert "White threatens your village at c5" in parts_of(with_threat, ("status",))["status"]
    with_move = update(with_threat, "try", GIFTS["gives-major"][0])
    assert threat(with_move) is None
    assert "threatens" not in parts_of(with_move, ("status",))["status"]


def test_the_best_placement_averts_the_threat() -> None:
    """Afterwards one's own places are safe, and an unclaimed village is taken before White can take it."""
    kinds = set()
    # Games in which White threatens something.
    for seed, turns in ((104, 16), (105, 20), (21, 2), (22, 4)):
        position, rng = Position.deal("bird", 2, seed=seed, first=1), random.Random(seed)
        for _ in range(turns):
            position = position.play(qin_greedy.choose_greedily(position, rng))
        view = position.view(1)
        result = run_task("evaluate_move", "qin", str(view), "")
        if not result["threat"]:
            continue
        kind, place = result["threat"]
        kinds.add(kind)
        others_turn = view.with_player_to_move(2)
        if kind == UNCLAIMED:
            assert any((kind, place) in captures(others_turn, reply, 1) for reply in others_turn.moves())
            assert ("village", place) in own_captures(view, result["best"])
        else:
            assert (kind, place) in takeable(others_turn) - takeable(view.play(result["best"]))
    assert kinds > {UNCLAIMED}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_threat_has_words(language: str) -> None:
    session = replace(session_at(GIFTS["gives-major"][1], "pc"), settings=Settings(coach="on"), language=language)
    for kind in ("win", "village", "province", UNCLAIMED):
        evaluated = EvaluatedMove(session.match.latest, "", None, 0.5, 0.5, None, threat=Capture(kind, "c5"))
        assert "c5" in parts_of(remember(session, evaluated), ("status",))["status"] or kind == "win"


def test_a_stopped_search_is_continued() -> None:
    steps = []

    def search() -> Generator[None, None, BestMove]:
        for number in range(4):
            steps.append(number)
            yield
        return BestMove("best", 0.5)

    first = recall_best("a line", search)
    next(first)
    next(first)
    first.close()
    assert ai.run_to_end(recall_best("a line", search)) == ("best", 0.5)
    assert steps == [0, 1, 2, 3]


def takeable(position: Position) -> set[tuple[str, str]]:
    """Return what player 2 could take from player 1 with any tile."""
    captured = (capture for reply in position.moves() for capture in captures(position, reply, 1))
    return {capture for capture in captured if capture[0] != UNCLAIMED}


def test_the_reasons_of_qin_hints_agree_with_the_core() -> None:
    kinds_seen = set()
    # Eight games of 0, 4, … 28 turns, and four more of 16 to 28 turns.
    for seed in (*range(8), *range(104, 108)):
        position, rng = Position.deal("bird", 2, seed=seed, first=1), random.Random(seed)
        for _ in range(4 * (seed % 100)):
            position = position.play(qin_greedy.choose_greedily(position, rng))
        position = position.view(1)
        endangered = takeable(position.with_player_to_move(2))
        for move, _, reasons in run_task("hint", "qin", str(position), "master", 1)["ranked"]:
            after, gains = position.play(move), any(event.player == 1 for event in position.events(move))
            possible = takeable(after)
            has_benefit = gains
            for reason, place in reasons:
                kind, _, target = reason.rpartition("-")
                kinds_seen.add(kind or reason)
                has_benefit = has_benefit or kind in ("saves", "next") or reason in ("none", "costs", "wins")
                if kind == "saves":
                    assert (target, place) in endangered - possible
                elif kind == "next":
                    next_turn = after.with_player_to_move(1)
                    own_moves = [
                        own_move for tile in next_turn.hand(1) if tile != "?" for own_move in next_turn.placements(tile)
                    ]
                    assert any((target, place) in own_captures(next_turn, own_move) for own_move in own_moves)
                elif reason == "costs":
                    assert position.pagodas_placed(2) - after.pagodas_placed(2) == int(place) > 0
                elif reason == "wins":
                    assert after.winners() == (1,)
                elif reason == "none":
                    assert gains
                    assert not possible
                else:
                    assert (target, place) in possible
                    assert ((target, place) in endangered) == (kind == "still")
            assert has_benefit, "every hint has a reason in its favour"
    assert kinds_seen >= {"none", "saves", "next", "still", "costs"}


def test_a_reason_that_all_hints_share_is_omitted() -> None:
    session = deal_session("pc")
    first, second, *_ = session.match.latest.moves()
    harmless, winning = Hint(first, 0.5, (Reason("none"),)), Hint(second, 0.4, (Reason("next-win"),))
    shared_reason = "can’t take anything from you"
    assert shared_reason in explain_hint(replace(session, hints=(harmless, winning)), harmless)
    both_harmless = (harmless, harmless._replace(move=second))
    assert shared_reason not in "".join(
        explain_hint(replace(session, hints=both_harmless), hint) for hint in both_harmless
    )


def test_the_status_line_alone_tells_the_events_of_a_tried_hint() -> None:
    session = session_at(BLUNDER, "pc")
    hints = tuple(Hint(move, 0.5, (Reason("saves-win"),)) for move in session.match.latest.moves()[:2])
    hinted = show_hints(session, hints)
    tried = update(hinted, "try", str(hints[1].move))
    events = explain_hint(session, hints[1]).removesuffix(explain_hint(session, hints[1], tells_events=False))

    def reason(shown: Session) -> str:
        found = re.search(r'class="reason"[^>]*>([^<]*)<', parts_of(shown, ("hints",))["hints"])
        assert found
        return found[1]

    assert events
    assert text(events.strip()) in parts_of(tried, ("status",))["status"]
    assert text(events.strip()) not in reason(tried)
    assert reason(tried) == text(explain_hint(session, hints[1], tells_events=False))


def test_captures_of_a_placement() -> None:
    position = Position.parse(
        "map:......./......./.a...../.....R./....... 7/7/2rr1rr/5rr/7 f2=2,c3=1 a=1 2 yb|rb,yy,yb -"
    )
    assert captures(position, "re3be2", 1) == [("village", "b3"), ("province", "c3")]
    assert captures(position, "re3be2", 2) == []


def test_an_emperor_is_the_best_move() -> None:
    line = "w/b/rwww/-/-/-/rb/-/-/-/-/-/-/-/-/rrrbbb/-/-/-/-/-/-/-/-/wb/-/-/-/-/-/-/-/r/-/-/- n -"
    position = khan_tsin.Position.parse(line.replace(" n ", " s "))
    best = run_task("evaluate_move", "khan-tsin", str(position), "1x1>2")
    assert best["best"] == "3x3>16"
    assert best["best_chance"] == 1.0


def khan_hints(line: str) -> list[tuple[str, dict[str, str]]]:
    """Return the hints for a position of Khan Tsin: each move with its reasons and their places."""
    return [(move, dict(reasons)) for move, _, reasons in run_task("hint", "khan-tsin", line, "adept", 1)["ranked"]]


def winning_spaces(position: khan_tsin.Position, player: int) -> set[str]:
    """Return the spaces on which a player could win immediately on their turn."""
    position_of_player = khan_tsin.Position.build(position.stacks, player, position.variants)
    return {
        str(event.space)
        for move in position_of_player.moves()
        for event in position_of_player.events(move)
        if event.kind == "emperor"
    }


def test_the_reasons_of_khan_tsin_hints_agree_with_the_core() -> None:
    reasons_seen = set()
    for seed in range(6):
        position = khan_tsin.Position.deal(seed=seed)
        while position.winners() is None:
            player, opponent = position.player_to_move, 3 - position.player_to_move
            for move, reasons in khan_hints(str(position)):
                after = position.play(move)
                reasons_seen |= set(reasons)
                if after.winners():
                    assert not reasons
                    continue
                winning = winning_spaces(after, opponent)
                assert ("lost" in reasons) == bool(winning)
                if winning:
                    assert all(winning_spaces(position.play(candidate), opponent) for candidate in position.moves()), (
                        "nothing can stop it"
                    )
                    continue
                assert ("averted" in reasons) == bool(winning_spaces(position, opponent))
                threats = winning_spaces(after, player)
                assert reasons.get("threat", "") in {*threats, ""}
                assert ("threat" in reasons or "threat-flight" in reasons) == bool(threats)
                assert "threat-flight" not in reasons or len(threats) > 1
                if "highest" in reasons:
                    stack = after.stack(khan_tsin.Move.parse(move).target)
                    assert all(len(candidate) < len(stack) for candidate in position.stacks)
                if "frees" in reasons:
                    assert int(reasons["frees"]) in set(after.nearest(player)) - set(position.nearest(player))
                if "few" in reasons:
                    assert len(after.moves()) == int(reasons["few"])
                if "forced" in reasons:
                    assert len(khan_hints(str(position))) == 1
            position = position.play(khan_greedy.choose_greedily(position, random.Random(seed)))
    assert reasons_seen >= {"averted", "threat", "highest", "frees", "forced"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_text(language: str) -> None:
    """All reasons of both games have a text in every language."""
    qin = replace(session_at(BLUNDER, "pc"), language=language)
    dragon = replace(khan.deal_session("pc"), language=language)
    kinds = [key.removeprefix("coach-why-") for key in catalogue(language) if key.startswith("coach-why-")]
    for kind in kinds:
        for session in (qin, dragon):
            sentence = explain_hint(session, Hint(session.match.latest.moves()[0], 0.5, (Reason(kind, "3"),)))
            assert len(sentence) > 10
            assert "{" not in sentence
    hinted = show_hints(dragon, [Hint(move, 0.5) for move in dragon.match.latest.moves()[:3]])
    assert "&gt;" not in re.sub("<[^>]*>", "", parts_of(hinted, ("hints",))["hints"])
