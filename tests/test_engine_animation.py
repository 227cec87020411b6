"""Scenes: the client is told of a turn, so that it can show it moving and celebrate it."""

import pytest

from engine.session.animation import animate
from engine.session.update import play
from qin_core.qin import Move, Position
from tests.engine_acting import update
from tests.engine_playing import dealt


def greedy(position: Position) -> Move:
    return max(position.moves(), key=lambda move: position.play(move).pagodas_placed(position.mover))


@pytest.mark.parametrize(
    ("kinds", "good", "festive"),
    [("pc", 1, True), ("pc", 2, False), ("cp", 1, False), ("cp", 2, True), ("pp", 1, True), ("cc", 2, True)],
)
def test_a_win_is_celebrated_unless_only_computers_won_against_somebody(kinds: str, good: int, festive: bool) -> None:
    """`good` plays well, the other one does anything."""
    session = dealt(kinds, handover=False)
    while session.winners is None:
        before, now = session, session.match.now
        session = play(session, greedy(now) if now.mover == good else now.moves()[0])
        (animation,) = animate(before, session)
        if session.winners is None:
            assert (animation.won, animation.celebrate) == ((), False)
    assert session.winners == (good,)
    assert animation.won
    assert animation.celebrate is festive
    (back,) = animate(session, update(session, "step", "-1"))
    assert (back.undone, back.celebrate) == (True, False)
