"""Animations of turns, and celebrations."""

import pytest

from engine.session.update import animate, play
from qin_core.qin import Move, Position
from tests.engine_actions import update
from tests.engine_qin import deal_session


def greedy(position: Position) -> Move:
    return max(position.moves(), key=lambda move: position.play(move).pagodas_placed(position.player_to_move))


@pytest.mark.parametrize(
    ("kinds", "good_player", "celebrated"),
    [("pc", 1, True), ("pc", 2, False), ("cp", 1, False), ("cp", 2, True), ("pp", 1, True), ("cc", 2, True)],
)
def test_a_win_is_celebrated_unless_a_computer_beat_a_person(kinds: str, good_player: int, celebrated: bool) -> None:
    """`good_player` plays greedily, the opponent plays the first legal move."""
    session = deal_session(kinds, handover=False)
    while session.winners is None:
        before, position = session, session.match.latest
        session = play(session, greedy(position) if position.player_to_move == good_player else position.moves()[0])
        (animation,) = animate(before, session)
        if session.winners is None:
            assert (animation.winning_elements, animation.celebrate) == ((), False)
    assert session.winners == (good_player,)
    assert animation.winning_elements
    assert animation.celebrate is celebrated
    (undone,) = animate(session, update(session, "step", "-1"))
    assert (undone.undone, undone.celebrate) == (True, False)


def test_a_computers_move_is_told_while_its_tile_flies() -> None:
    before = deal_session("pc")
    own = play(before, greedy(before.match.latest))
    assert animate(before, own)[0].caption == ""
    reply = play(own, greedy(own.match.latest))
    (animation,) = animate(own, reply)
    move = reply.match.record.turns[-1].move
    assert all(square in animation.caption for square in move.squares)
    assert animate(reply, update(reply, "step", "-1"))[0].caption == ""
