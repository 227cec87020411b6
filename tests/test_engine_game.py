"""A game at one screen: taking back, handing over, looking back, replaying, playing on."""

import random
import re

import pytest

from engine import ui as view
from engine.apps.game_page import SERVICES
from engine.games.qin import view as qin_view
from engine.games.qin.session import Model
from engine.session.update import play
from engine.ui import log
from engine.words import LANGUAGES
from tests.engine_acting import update
from tests.engine_playing import aimed, dealt, finished, seated, turn, turns

# Taking back


def test_against_computers_moves_are_taken_back_freely_as_practice() -> None:
    start = dealt("pc")
    model = turns(start, 4)
    back = update(model, "undo")
    assert len(back.game.record.turns) == 2
    assert back.game.record.headers["Practice"] == "yes"
    assert "Practice" not in model.game.record.headers
    assert update(back, "undo").game.now == start.game.now


def test_redo_makes_the_computers_answer_too() -> None:
    model = turns(dealt("pc"), 4)
    back = update(update(model, "undo"), "undo")
    once = update(back, "redo")
    assert len(once.game.record.turns) == 2
    twice = update(once, "redo")
    assert twice.game.record.turns == model.game.record.turns
    assert update(twice, "redo") == twice


def test_a_new_move_forgets_what_was_taken_back() -> None:
    back = update(turns(dealt("pc"), 2), "undo")
    assert back.game.undone
    assert turn(back).game.undone == ()


def test_among_people_a_move_stands_once_its_player_saw_the_new_tile() -> None:
    model = turn(dealt("pp"))
    assert model.game.undo_to() == 0, "before the next person has taken over"
    seen = update(model, "uncover")
    assert seen.game.undo_to() == 0, "the next person sees their own tiles only"
    after = turn(seen)
    assert after.game.undo_to() == 1
    assert update(after, "uncover").game.undo_to() == 1
    again = update(update(after, "uncover"), "undo")
    assert again.game.undo_to() is None, "player 1 has seen the drawn tile"
    assert update(update(after, "undo"), "uncover").game.undo_to() == 0, "player 1 has seen nothing new"


def test_among_people_nothing_is_marked_as_practice() -> None:
    assert "Practice" not in update(turn(dealt("pp")), "undo").game.record.headers


def test_a_pass_is_no_decision() -> None:
    model = turn(seated("map:R.Y./~~~~/B.../.... r1y1/4/b3/4 - - 1 -|bb,bb -", "pc"))
    assert update(model, "undo") == model


# Handing over


def test_tiles_are_hidden_until_the_next_person_is_there() -> None:
    model = turn(dealt("pp"))
    assert model.covered
    assert model.hand == ()
    assert not model.can_act
    assert 'role="group" aria-label="Pass the device to White.' in qin_view.cover(model)
    assert view.status(model) == "White to move."
    assert qin_view.hand(model).count("Face-down tile") == 3
    after = update(model, "uncover")
    assert after.hand == after.game.now.hand(2)
    assert qin_view.cover(after) == ""


def test_hiding_is_a_setting_and_for_several_people_only() -> None:
    assert not turn(dealt("pp", handover=False)).covered
    assert not turns(dealt("pc"), 2).covered


def test_the_only_person_keeps_seeing_their_tiles() -> None:
    model = turn(dealt("pc"))
    assert model.hand == model.game.now.hand(1)
    assert not model.can_act


def test_looking_back_shows_nobody_elses_tiles() -> None:
    model = update(turn(dealt("pp")), "uncover")
    assert update(model, "look", "0").hand == model.game.positions[0].hand(2)
    assert update(turn(dealt("pp")), "look", "0").hand == ()


def test_two_people_and_a_computer() -> None:
    model = turns(dealt("pcp"), 1)
    assert not model.covered, "the computer plays"
    assert turn(model).covered


# Looking back


@pytest.fixture
def played() -> Model:
    return turns(dealt("pc"), 6)


def test_looking_at_an_earlier_position(played: Model) -> None:
    model = update(played, "look", "2")
    assert (model.position, model.live) == (played.game.positions[2], False)
    looking, turn_two = view.status(model).split("\n")
    assert looking == "Looking back: turn 2 of 6."
    assert turn_two == log.latest(model)
    assert 'data-action="play-on"' in view.tools(model)
    assert update(model, "look", "6").at is None
    assert update(model, "tile", "0") == model
    assert update(update(played, "look", "1"), "back").live


def test_the_ends_of_the_game_hold(played: Model) -> None:
    assert update(played, "step", "1").shown == 6
    assert update(update(played, "look", "0"), "step", "-1").shown == 0
    assert update(played, "look", "-5").shown == 0


def test_the_replay_runs_up_to_now(played: Model) -> None:
    model = update(played, "run", "0")
    shown = [model.shown]
    while model.playing:
        model = update(model, "tick")
        shown.append(model.shown)
    assert shown == [0, 1, 2, 3, 4, 5, 6]
    assert model.can_act


def test_the_replay_can_be_stopped(played: Model) -> None:
    model = update(update(played, "run", "0"), "run")
    assert (model.playing, model.shown) == (False, 0)
    assert update(model, "tick") == model
    assert update(model, "run").playing
    assert update(played, "run").shown == 0


def test_the_replay_of_a_finished_game_closes_its_window() -> None:
    model = finished()
    assert update(model, "run", "0").dialog == ""


def test_what_happened_since_my_last_turn(played: Model) -> None:
    model = update(played, "recap")
    assert (model.shown, model.playing) == (5, True)
    assert update(dealt("pc"), "recap").shown == 0


def test_what_is_taken_back_is_told_once() -> None:
    model = update(turns(dealt("pc"), 2), "undo")
    assert view.page(model, only=["live"])["live"] == "Taken back."
    assert " places " in view.page(update(model, "redo"), only=["live"])["live"]


def test_a_move_can_be_taken_back_while_the_computer_thinks() -> None:
    model = turn(dealt("pc"))
    assert not model.game.seat.person
    assert re.search('data-action="undo"(?![^>]*disabled)', view.tools(model))
    assert 'data-action="play-now"' in view.tools(model)


def test_all_tiles_since_my_last_turn_are_framed() -> None:
    model = dealt("pccc")
    framed = []
    for _ in range(5):
        picture = qin_view.board(model)
        framed.append((picture.count('class="last"'), picture.count('class="last earlier"')))
        model = play(model, model.position.moves()[0])
    assert framed == [(0, 0), (1, 0), (1, 0), (1, 1), (1, 2)]
    assert qin_view.board(update(model, "look", "4")).count("earlier") == 0


def test_playing_on_from_here_is_another_game(played: Model) -> None:
    model = update(update(played, "look", "2"), "play-on")
    assert (model.game.key, len(model.game.record.turns), model.live) == ("", 2, True)
    assert model.game.record.headers["Practice"] == "yes"
    assert played.game.key


def test_the_log_tells_every_turn(played: Model) -> None:
    text = log.log(played)
    assert re.findall(r'<li data-key="(\d+)"', text) == ["6", "5", "4", "3", "2", "1"]
    assert 'aria-current="step"' in text
    for turned in played.game.record.turns:
        assert f"<code>{turned.move}</code>" in text
    assert "No moves yet." in log.log(dealt())


def test_the_latest_turn_is_announced(played: Model) -> None:
    assert log.latest(played).startswith("White places ")
    assert log.latest(dealt()) == ""


# Whole games


@pytest.mark.parametrize("kinds", ["pp", "pc", "ppp", "pcpc", "cc"])
@pytest.mark.parametrize("board", ["bird", "lion"])
def test_a_whole_game(kinds: str, board: str) -> None:
    model = finished(kinds, 7, board)
    assert model.winners == model.game.record.end().winners()
    assert not re.search(r"\{\w*\}", "".join(view.page(model).values()))


def test_actions_at_random_never_break_the_page() -> None:
    rng = random.Random(5)
    model = dealt("pp", choose_pile=True)
    squares = sorted(model.position.board.names((1 << model.position.board.bits) - 1 & model.position.board.grass))
    for number in range(1500):
        page = "".join(view.page(model).values()) if number % 10 == 0 else ""
        asked = re.findall(r'<button[^>]*data-action="([\w-]+)"(?: data-value="([^"]*)")?', page)
        action, value = rng.choice(
            [
                ("tile", str(rng.randrange(3))),
                ("square", rng.choice(squares)),
                ("point", rng.choice(squares)),
                ("turn", ""),
                ("place", ""),
                ("back", ""),
                ("undo", ""),
                ("redo", ""),
                ("uncover", ""),
                ("pile", "1"),
                ("recap", ""),
                ("tick", ""),
                ("step", "1"),
                ("language", rng.choice(LANGUAGES)),
                *[(action, value) for action, value in asked if action not in SERVICES],
            ]
        )
        model = update(model, action, value)
        assert model.game.now == model.game.positions[-1]
    assert model.game.record.end() == model.game.now


def test_aiming_needs_a_tile() -> None:
    with pytest.raises(AssertionError):
        aimed(turn(dealt("pp")))
