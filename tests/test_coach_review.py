"""What the coach and the review of a match say about a missed chance, compared with the played move."""

import re
from dataclasses import replace

from engine.games.ai_tasks import COSTLY_LOSS
from engine.games.base import Capture, Reason
from engine.session import Analysis, EvaluatedMove, Settings, TurnReview
from engine.session.coach import remember
from engine.session.update import play
from engine.ui.endings import _turning_point
from qin_core import khan_tsin
from qin_core.qin import Move
from tests import engine_khan_tsin
from tests.coach_examples import GIFTS, run_task
from tests.engine_actions import page_of, parts_of
from tests.engine_qin import session_at


def test_a_missed_chance_is_compared_with_the_played_move() -> None:
    """The coach and the review say what the played move did, and what only the better move protects."""
    move, line = GIFTS["gives-village"]
    session = replace(session_at(line, "pc"), settings=Settings(coach="on", speed="off"))
    position = session.match.latest
    best = next(str(candidate) for candidate in position.moves() if str(candidate) != move)
    later = play(session, move)
    later = play(later, later.match.latest.moves()[0]) if later.match.seat.computer else later
    for allows, reasons, sentence in (
        (Capture("gives-village", "f13"), (), "White takes the village at f13."),
        (Capture("village", "c5"), (), "White could take your village at c5."),
        (None, (Reason("saves-village", "j10"),), "Your village at j10 is still in danger."),
    ):
        evaluated = EvaluatedMove(position, move, Move.parse(best), 0.6, 0.3, allows, reasons=reasons)
        html = parts_of(remember(later, evaluated), ("coach",))["coach"]
        yours = html.partition("Yours: ")[2]
        assert sentence in yours
        assert yours.count("f13") == 1, "a gift is named once"
        assert yours.index("f13") <= yours.index(sentence) + len(sentence), "the consequence of the move comes first"
        review = TurnReview((0.3, 0.7), Move.parse(best), 0.3, 0.5, allows, reasons)
        finished = replace(later, analysis=Analysis(1.0, (review,)))
        page = page_of(finished)
        assert sentence in re.sub("<[^>]*>", "", _turning_point(page, 1, review))


def test_a_review_gives_reasons_for_costly_turns() -> None:
    """The analysis gives reasons for costly turns only."""
    move, line = GIFTS["gives-village"]
    record = session_at(line, "pc").match.play(move).record
    result = run_task("analyse", "qin", str(record))
    (turn,) = result["turns"]
    assert turn["cost"] >= COSTLY_LOSS
    assert turn["allows"][0] == "gives-village"
    assert turn["reasons"]
    best = session_at(line, "pc").match.play(turn["best"]).record
    result = run_task("analyse", "qin", str(best))
    assert result["turns"][0]["allows"] is None
    assert result["turns"][0]["reasons"] == []


def test_a_review_gives_reasons_on_the_dragon() -> None:
    start = khan_tsin.Position.parse(
        "-/-/wbrrwwb/r/b/-/r/r/b/w/b/b/w/b/b/w/w/r/w/r/b/w/r/r/w/r/r/b/b/w/r/b/-/w/-/- s -"
    )
    over = play(engine_khan_tsin.session_at(start, "pc"), "3x7>4")
    (turn,) = run_task("analyse", "khan-tsin", str(over.match.record))["turns"]
    assert turn["allows"] == ["emperor", "4"]
    reasons = tuple(Reason(*reason) for reason in turn["reasons"])
    assert reasons
    review = TurnReview((0.3, 0.7), khan_tsin.Move.parse(turn["best"]), 0.3, 0.5, Capture("emperor", "4"), reasons)
    words = re.sub("<[^>]*>", "", _turning_point(page_of(replace(over, analysis=Analysis(1.0, (review,)))), 1, review))
    assert "But then North can crown the Emperor on space 4." in words
