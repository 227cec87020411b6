"""Matches at one screen: undo, handing over, earlier positions, replays, playing on."""

import random
import re

import pytest

from engine import ui as view
from engine.apps.game_page import ACTIONS as APP_ACTIONS
from engine.games.qin import view as qin_view
from engine.games.qin.session import Session
from engine.session.update import animate, play
from engine.ui import log
from engine.words import LANGUAGES
from tests.engine_actions import parts_of, update
from tests.engine_qin import (
    JOINS,
    deal_session,
    finished_session,
    play_turn,
    play_turns,
    session_at,
    with_tile_and_square,
)

# Undo


def test_against_computers_undo_is_unlimited_and_marks_practice() -> None:
    start = deal_session("pc")
    session = play_turns(start, 4)
    back = update(session, "undo")
    assert len(back.match.record.turns) == 2
    assert back.match.record.headers["Practice"] == "yes"
    assert "Practice" not in session.match.record.headers
    assert update(back, "undo").match.latest == start.match.latest


def test_redo_includes_the_computers_reply() -> None:
    session = play_turns(deal_session("pc"), 4)
    back = update(update(session, "undo"), "undo")
    once = update(back, "redo")
    assert len(once.match.record.turns) == 2
    twice = update(once, "redo")
    assert twice.match.record.turns == session.match.record.turns
    assert update(twice, "redo") == twice


def test_a_new_move_clears_the_redo_history() -> None:
    back = update(play_turns(deal_session("pc"), 2), "undo")
    assert back.match.undone
    assert play_turn(back).match.undone == ()


def test_among_people_a_move_is_final_once_its_player_has_seen_the_drawn_tile() -> None:
    session = play_turn(deal_session("pp"))
    assert session.match.undo_to() == 0, "the next player hasn't taken over yet"
    revealed = update(session, "reveal-hand")
    assert revealed.match.undo_to() == 0, "the next player sees only their own tiles"
    after = play_turn(revealed)
    assert after.match.undo_to() == 1
    assert update(after, "reveal-hand").match.undo_to() == 1
    undone = update(update(after, "reveal-hand"), "undo")
    assert undone.match.undo_to() is None, "player 1 has seen the drawn tile"
    assert update(update(after, "undo"), "reveal-hand").match.undo_to() == 0, "player 1 has seen nothing new"


def test_among_people_nothing_is_marked_as_practice() -> None:
    assert "Practice" not in update(play_turn(deal_session("pp")), "undo").match.record.headers


def test_a_forced_pass_cannot_be_undone() -> None:
    session = play_turn(session_at("map:R.Y./~~~~/B.../.... r1y1/4/b3/4 - - 1 -|bb,bb -", "pc"))
    assert update(session, "undo") == session


# Handing over


def test_tiles_are_hidden_until_the_next_player_reveals_them() -> None:
    session = play_turn(deal_session("pp"))
    assert session.hand_hidden
    assert session.hand == ()
    assert not session.can_act
    assert 'role="group" aria-label="Pass the device to White.' in qin_view.overlay(session)
    assert view.status(session) == "White to move."
    assert qin_view.hand(session).count("Face-down tile") == 3
    after = update(session, "reveal-hand")
    assert after.hand == after.match.latest.hand(2)
    assert qin_view.overlay(after) == ""


def test_hands_are_hidden_only_with_the_setting_and_several_people() -> None:
    assert not play_turn(deal_session("pp", handover=False)).hand_hidden
    assert not play_turns(deal_session("pc"), 2).hand_hidden


def test_the_only_person_keeps_seeing_their_tiles() -> None:
    session = play_turn(deal_session("pc"))
    assert session.hand == session.match.latest.hand(1)
    assert not session.can_act


def test_earlier_positions_show_no_other_players_tiles() -> None:
    session = update(play_turn(deal_session("pp")), "reveal-hand")
    assert update(session, "go-to-turn", "0").hand == session.match.positions[0].hand(2)
    assert update(play_turn(deal_session("pp")), "go-to-turn", "0").hand == ()


def test_two_people_and_a_computer() -> None:
    session = play_turns(deal_session("pcp"), 1)
    assert not session.hand_hidden, "it is the computer's turn"
    assert play_turn(session).hand_hidden


# The hand and the pile


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_drawn_tile_fills_the_slot_of_the_placed_one(seed: int) -> None:
    """The other tiles keep their slots, even when nothing is left to draw."""
    session, rng = deal_session("pc", seed=seed), random.Random(seed)
    while session.winners is None:
        previous, session = session, play_turn(session, rng)
        slots = session.match.hand(1, session.ply)
        assert sorted(filter(None, slots)) == sorted(session.position.hand(1))
        is_own_turn = previous.can_act and not previous.must_pass
        changed = [slot for slot, tile in enumerate(previous.hand) if tile != slots[slot]]
        assert len(slots) == 3
        assert changed in ([], [with_tile_and_square(previous).tile] if is_own_turn else [])


def test_a_drawn_tile_fills_the_slot_of_the_selected_tile() -> None:
    """Of two equal tiles, the selected one is replaced."""
    start = session_at(JOINS.replace("ry,yy|rr,bb -", "yy,bb,bb|rr,ry,rb rrrr|rrrr|rrrr|rrrr"), "pc")
    assert start.hand == ("yy", "bb", "bb")
    picked = update(start, "tile", "2")
    after = update(update(picked, "square", min(picked.legal_squares)), "place")
    assert after.hand == ("yy", "bb", "rr")
    (animation,) = animate(start, after)
    assert (animation.drawn_tile, animation.by_hand) == ('.tile[data-value="2"]', True)
    assert after.match.hand(1, 0) == start.hand, "earlier positions show the earlier hand"


def test_only_the_viewers_draw_is_animated() -> None:
    own_turn = play_turn(deal_session("pc"))
    (animation,) = animate(own_turn, play_turn(own_turn))
    assert animation.drawn_tile == "", "the computer draws into a hidden hand"
    hidden = deal_session("pp")
    assert animate(hidden, play_turn(hidden))[0].drawn_tile == "", "the next person's hand is covered"


def test_the_pile_shows_how_many_tiles_are_left() -> None:
    session = deal_session("pc")
    assert 'aria-label="66 tiles left to draw"' in qin_view.hand(session)
    assert 'aria-label="64 tiles left to draw"' in qin_view.hand(play_turns(session, 2))
    assert 'class="pile"' not in qin_view.hand(session_at(JOINS)), "a lesson without tiles to draw has no pile"
    layers = [qin_view.hand(session).count("tile-edge") for session in (session, play_turns(session, 40))]
    assert layers[0] > layers[1], "the pile gets lower"


# Earlier positions


@pytest.fixture
def played() -> Session:
    return play_turns(deal_session("pc"), 6)


def test_viewing_an_earlier_position(played: Session) -> None:
    session = update(played, "go-to-turn", "2")
    assert (session.position, session.at_end) == (played.match.positions[2], False)
    looking, turn_two = re.sub("<[^>]*>", "", view.status(session)).split("\n")
    assert looking == "Looking back: turn 2 of 6."
    assert turn_two == log.describe_turn(session.narrator, session.match, 2, brief=True)
    (start,) = session.match.positions[0].board.names(session.match.positions[0].board.starts[0])
    pointed = re.sub("<[^>]*>", "", view.status(update(session, "point", start))).split("\n")
    assert pointed[0] == looking
    assert start in pointed[1]
    assert len(pointed) == 2, "the line keeps its height"
    assert 'data-action="play-on"' in view.tools(session)
    assert "To your turn" in view.tools(session)
    replayed = update(update(played, "replay", "1"), "tick")
    assert "Looking back" not in view.status(replayed)
    assert "Replay" in view.status(update(played, "replay", "0"))
    assert update(session, "go-to-turn", "6").cursor is None
    assert update(session, "tile", "0") == session
    assert update(update(played, "go-to-turn", "1"), "back").at_end


def test_the_cursor_stays_within_the_match(played: Session) -> None:
    assert update(played, "step", "1").ply == 6
    assert update(update(played, "go-to-turn", "0"), "step", "-1").ply == 0
    assert update(played, "go-to-turn", "-5").ply == 0


def test_the_replay_runs_to_the_latest_position(played: Session) -> None:
    session = update(played, "replay", "0")
    plies = [session.ply]
    while session.replaying:
        session = update(session, "tick")
        plies.append(session.ply)
    assert plies == [0, 1, 2, 3, 4, 5, 6]
    assert session.can_act


def test_the_replay_can_be_stopped(played: Session) -> None:
    session = update(update(played, "replay", "0"), "replay")
    assert (session.replaying, session.ply) == (False, 0)
    assert update(session, "tick") == session
    assert update(session, "replay").replaying
    assert update(played, "replay").ply == 0


def test_the_replay_of_a_finished_game_closes_the_dialog() -> None:
    session = finished_session()
    assert update(update(session, "open", "end"), "replay", "0").dialog == ""


def test_replaying_since_the_last_own_turn(played: Session) -> None:
    session = update(played, "replay-since")
    assert (session.ply, session.replaying) == (5, True)
    assert update(deal_session("pc"), "replay-since").ply == 0


def test_undo_is_announced_once() -> None:
    session = update(play_turns(deal_session("pc"), 2), "undo")
    assert parts_of(session, names=["live"])["live"] == "Taken back."
    assert " places " in parts_of(update(session, "redo"), names=["live"])["live"]


def test_a_move_can_be_undone_while_the_computer_thinks() -> None:
    session = play_turn(deal_session("pc"))
    assert not session.match.seat.person
    assert re.search('data-action="undo"(?![^>]*disabled)', view.tools(session))
    assert 'data-action="play-now"' in view.tools(session)


def test_all_tiles_since_the_last_own_turn_are_framed() -> None:
    session = deal_session("pccc")
    framed = []
    for _ in range(5):
        picture = qin_view.board(session)
        framed.append((len(re.findall('class="last p[1-4]"', picture)), picture.count('class="last earlier p')))
        session = play(session, session.position.moves()[0])
    assert framed == [(0, 0), (1, 0), (1, 0), (1, 1), (1, 2)]
    assert qin_view.board(update(session, "go-to-turn", "4")).count("earlier") == 0


def test_playing_on_starts_a_new_match(played: Session) -> None:
    session = update(update(played, "go-to-turn", "2"), "play-on")
    assert (session.match.key, len(session.match.record.turns), session.at_end) == ("", 2, True)
    assert session.match.record.headers["Practice"] == "yes"
    assert played.match.key


def test_the_log_describes_every_turn(played: Session) -> None:
    text = log.log(played)
    assert re.findall(r'<li data-key="(\d+)"', text) == ["6", "5", "4", "3", "2", "1"]
    assert 'aria-current="step"' in text
    for turn_played in played.match.record.turns:
        assert f"<code>{turn_played.move}</code>" in text
    sentences = re.findall(r"<span>([^<]*) <code>", text)
    assert sentences[0].startswith("White places "), "the current turn is described in full"
    assert not any(" on " in line and "province" in line for line in sentences[1:]), "other turns have one line"
    assert "No moves yet." in log.log(deal_session())


def test_the_latest_turn_is_announced(played: Session) -> None:
    assert log.latest(played).startswith("White places ")
    assert log.latest(deal_session()) == ""


# Whole games


@pytest.mark.parametrize("kinds", ["pp", "pc", "ppp", "pcpc", "cc"])
@pytest.mark.parametrize("board", ["bird", "lion"])
def test_a_whole_game(kinds: str, board: str) -> None:
    session = finished_session(kinds, 7, board)
    assert session.winners == session.match.record.end().winners()
    assert not re.search(r"\{\w*\}", "".join(parts_of(session).values()))


def test_random_actions_never_break_the_page() -> None:
    rng = random.Random(5)
    session = deal_session("pp", choose_pile=True)
    squares = sorted(
        session.position.board.names((1 << session.position.board.bits) - 1 & session.position.board.grass)
    )
    for number in range(1500):
        page = "".join(parts_of(session).values()) if number % 10 == 0 else ""
        buttons = re.findall(r'<button[^>]*data-action="([\w-]+)"(?: data-value="([^"]*)")?', page)
        action, value = rng.choice(
            [
                ("tile", str(rng.randrange(3))),
                ("square", rng.choice(squares)),
                ("point", rng.choice(squares)),
                ("rotate", ""),
                ("place", ""),
                ("back", ""),
                ("undo", ""),
                ("redo", ""),
                ("reveal-hand", ""),
                ("pile", "1"),
                ("replay-since", ""),
                ("tick", ""),
                ("step", "1"),
                ("language", rng.choice(LANGUAGES)),
                *[(action, value) for action, value in buttons if action not in APP_ACTIONS],
            ]
        )
        session = update(session, action, value)
        assert session.match.latest == session.match.positions[-1]
    assert session.match.record.end() == session.match.latest


def test_staging_needs_a_revealed_hand() -> None:
    with pytest.raises(AssertionError):
        with_tile_and_square(play_turn(deal_session("pp")))
