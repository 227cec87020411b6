"""Scenes: the client is told of a turn, so that it can show it moving and celebrate it."""

import pytest

from engine.scenes import between
from engine.update import play
from qin_core.qin import Move, Position
from tests.engine_acting import update
from tests.engine_playing import dealt


def greedy(position: Position) -> Move:
    return max(position.moves(), key=lambda move: position.play(move).on_board(position.mover))


@pytest.mark.parametrize(
    ("kinds", "good", "festive"),
    [("pc", 1, True), ("pc", 2, False), ("cp", 1, False), ("cp", 2, True), ("pp", 1, True), ("cc", 2, True)],
)
def test_a_win_is_celebrated_unless_only_computers_won_against_somebody(kinds: str, good: int, festive: bool) -> None:
    """`good` plays well, the other one does anything."""
    model = dealt(kinds, handover=False)
    while model.winners is None:
        before, now = model, model.game.now
        model = play(model, greedy(now) if now.mover == good else now.moves()[0])
        (scene,) = between(before, model)
        if model.winners is None:
            assert (scene.won, scene.festive) == ((), False)
    assert model.winners == (good,)
    assert scene.won
    assert scene.festive is festive
    (back,) = between(model, update(model, "step", "-1"))
    assert (back.back, back.festive) == (True, False)
