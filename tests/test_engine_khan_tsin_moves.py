"""Moving barons on the page: source, number, target, refusals, rotating and flipping, passes."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from engine import ui
from engine.games.form import Seat
from engine.games.khan_tsin import dialogs
from engine.games.khan_tsin import view as khan_view
from engine.games.khan_tsin.match import LEVELS
from engine.session.coach import coached, warning
from engine.session.link_play import LinkPlay
from engine.session.update import animate
from engine.ui import log
from engine.words import LANGUAGES
from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.players.greedy import can_win
from tests.engine_actions import parts_of, update
from tests.engine_khan_tsin import (
    deal_session,
    finished_session,
    play_turn,
    position_with_stacks,
    session_at,
    setup_session,
    with_move,
)

TOWERS = position_with_stacks({2: "rbw", 5: "r", 8: "bw", 10: "w", 20: "rbwr"})


def test_the_four_movable_barons_are_ringed() -> None:
    session = deal_session()
    assert session.near == (1, 2, 3, 4)
    assert khan_view.board(session).count('class="origins"') == 4
    assert ui.status(session) == "South: pick one of the four ringed barons."
    assert not session.legal_squares


def test_selecting_a_baron_marks_its_targets() -> None:
    session = update(deal_session(), "square", "2")
    assert (session.source, session.count) == (2, 1)
    assert session.legal_squares == {str(space) for space in range(1, 37) if space != 2}
    assert khan_view.board(session).count('class="targets many"') == len(session.legal_squares), "thin rings"
    assert khan_view.board(session).count('class="alternatives"') == 3, "the others can be picked instead"
    assert "away" not in khan_view.board(session)
    assert ui.status(session) == "Where should it land? Choose a ringed stack."
    assert not khan_view.hand(session), "there is only one choice"


def test_stacks_on_which_picked_barons_cannot_land_are_paler() -> None:
    session = update(
        session_at(position_with_stacks({2: "rbw", 5: "r", 8: "bw", 10: "w", 20: "rrr", 21: "b"})), "square", "5"
    )
    assert session.legal_squares
    picture = khan_view.board(session)
    away = {int(space) for space in re.findall(r'class="stack away" data-sweep="self" data-on="(\d+)"', picture)}
    assert away == {2, 8, 10, 20, 21} - set(map(int, session.legal_squares)) - set(session.near)
    assert picture.count('class="targets"') == len(session.legal_squares), "few targets have strong rings"


@pytest.mark.parametrize("seed", range(6))
def test_highlights_of_a_match_have_different_names(seed: int) -> None:
    session = finished_session(seed=seed)
    keys = [highlight.key for highlight in dialogs.highlights(session)]
    assert len({*keys}) == len(keys)
    assert keys[-1] == "story-last"
    if session.winners:
        assert "khan-story-built" in keys


def test_highlights_of_a_resigned_match_build_no_emperor() -> None:
    session = deal_session()
    while len(session.match.record.turns) < 12:
        session = play_turn(session, session.position.moves()[0])
    remote = LinkPlay(1, (1,), (1, 1), resigned=2, local_players=(1,))
    resigned = replace(session, match=session.match.with_remote(remote))
    assert resigned.winners == (1,)
    assert "khan-story-built" in [highlight.key for highlight in dialogs.highlights(finished_session())]
    assert "khan-story-built" not in [highlight.key for highlight in dialogs.highlights(resigned)]


def test_a_baron_without_a_target_takes_others_along() -> None:
    session = update(session_at(position_with_stacks({2: "rbw", 5: "r", 8: "b", 10: "w"})), "square", "2")
    assert session.count == 3


def test_choosing_the_number_of_barons() -> None:
    session = update(session_at(TOWERS), "square", "2")
    assert update(session, "take", "3").count == 3
    assert update(update(session, "more", "1"), "more", "-1").count == 1
    assert update(session, "take", "4") == session
    assert update(session, "more", "-1") == session
    assert khan_view.hand(update(session, "take", "2")).count('aria-pressed="true"') == 2


def test_changing_the_number_keeps_a_legal_target() -> None:
    session = with_move(session_at(TOWERS), Move.parse("2x1>20"))
    assert update(session, "more", "1").square == "20"
    assert with_move(session_at(TOWERS), Move.parse("2x2>8")).square == "8"
    assert update(with_move(session_at(TOWERS), Move.parse("2x2>8")), "more", "-1").square is None, (
        "a stack of three is not taller than the one on 2"
    )


# The variants in the notation: none, leaps by claws ("t"), turning ("r"), and both.
@pytest.mark.parametrize("variants", ["-", "t", "r", "rt"])
def test_every_legal_move_can_be_selected(variants: str) -> None:
    game = finished_session("cc", variants, 4).match
    for position in game.positions[:-1:5]:
        session = session_at(position)
        for move in list(position.moves())[::7]:
            assert move.count == 0 or with_move(session, move).ghost == move


def barons_shown(html: str) -> list[str]:
    """Read the picture of a horizontal stack."""
    return re.findall(r'<i class="([^"]*)">', html)


def test_no_ring_cuts_through_the_previewed_stack() -> None:
    near_target, far_target = (with_move(session_at(TOWERS), Move.parse(move)) for move in ("2x2>8", "2x1>20"))
    assert khan_view.board(near_target).count('class="alternatives"') == 2
    assert khan_view.board(far_target).count('class="alternatives"') == 3


def test_the_preview_describes_the_new_stack() -> None:
    session = with_move(session_at(TOWERS), Move.parse("2x2>8"))
    status = ui.status(session)
    assert ">The stack on 8 grows to 4; from the bottom: black, white, black, white.<" in status
    assert "The stack on 8 grows to 4. <" in status, "the visible text has a picture instead"
    assert barons_shown(status) == ["b", "w", "b", "w", *["r missing"] * 3, "b missing", "w missing"]
    assert "3\u00a0×\u00a0red, 1\u00a0×\u00a0black, 1\u00a0×\u00a0white.<" in status
    assert "Enter makes the move." in ui.status(session)
    assert 'class="ghost"' in khan_view.board(session)
    assert 'data-action="place" disabled' not in ui.tools(session)
    assert "is empty now" in ui.status(with_move(session_at(TOWERS), Move.parse("5x1>2")))


# By reason: a position, the source and the target; without a source, a stack that may not move.
REFUSED_MOVES: dict[str, tuple[Position, str, str]] = {
    "not-near": (TOWERS, "", "20"),
    "empty-space": (TOWERS, "", "7"),
    "empty-target": (TOWERS, "2", "7"),
    "not-higher": (TOWERS, "2", "5"),
    "harmony": (position_with_stacks({2: "r", 5: "rrr", 8: "b", 10: "w"}), "2", "5"),
    "wrong-leap": (position_with_stacks({space: "rbw"[space % 3] for space in range(1, 12)}, variants="t"), "1", "2"),
}


def refused_session(code: str, language: str = "en") -> Any:
    """Return a session in which a move has been refused with a reason."""
    position, source, target = REFUSED_MOVES[code]
    if code == "not-near":
        position = position_with_stacks(dict(enumerate(position.stacks, 1)) | {12: "b"})
    session = update(session_at(position), "language", language)
    for space in (source, target) if source else (target,):
        session = update(session, "square", space)
    return session


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", REFUSED_MOVES)
def test_a_refused_move_is_explained_and_marked(code: str, language: str) -> None:
    session = refused_session(code, language)
    assert session.refusal == code
    assert "{" not in ui.status(session)
    assert len(ui.status(session)) >= len("Vak 1 is leeg."), "this is about the shortest explanation"
    allowed = int(REFUSED_MOVES[code][2]) in session.near
    assert khan_view.board(session).count('class="marks"') == (not allowed), "movable barons aren't marked"
    assert update(session, "place") == session


def test_refusals_have_the_numbers_that_explain_them() -> None:
    assert "only from the four occupied spaces nearest your end (2, 5, 8, 10)" in ui.status(refused_session("not-near"))
    assert "would be 2 high. It has to be taller than the 3 on space 2" in ui.status(refused_session("not-higher"))
    assert "(red)" in ui.status(refused_session("harmony"))
    full = with_move(session_at(position_with_stacks({2: "rbw", 5: "rrrbbbww", 8: "b", 10: "w"})), Move.parse("2x3>5"))
    assert "(red and black)" in ui.status(full)
    fuller = with_move(
        session_at(position_with_stacks({2: "rrbbww", 5: "rrrbbbww", 8: "b", 10: "w"})), Move.parse("2x6>5")
    )
    assert "(red, black and white)" in ui.status(fuller)
    assert "here exactly 2 hops (1 has 2 pairs of claws)" in ui.status(refused_session("wrong-leap"))


def test_a_baron_is_deselected_by_clicking_it_or_an_illegal_target() -> None:
    session = update(session_at(TOWERS), "square", "2")
    assert update(update(session_at(TOWERS), "square", "5"), "square", "5").source is None
    assert update(session, "square", "5").source == 5, "this one is an illegal target, but may move"
    assert update(session, "put-down").source is None
    elsewhere = update(session, "square", "7")
    assert (elsewhere.source, str(elsewhere.refusal)) == (None, "empty-target")
    assert update(elsewhere, "square", "7").refusal is None


def test_clicking_a_selected_stack_takes_more_barons_then_deselects() -> None:
    session, counts = session_at(TOWERS), []
    for _ in range(4):
        session = update(session, "square", "2")
        counts.append(session.count if session.source else 0)
    assert counts == [1, 2, 3, 0]


def test_undo_deselects_a_baron_before_it_undoes_a_turn() -> None:
    session = play_turn(play_turn(deal_session("pp"), Move.parse("2x1>9")), Move.parse("36x1>20"))
    picked = update(session, "square", "1")
    assert update(picked, "undo") == session
    assert len(update(session, "undo").match.record.turns) == 1
    for state, disabled in ((deal_session(), True), (update(deal_session(), "square", "1"), False)):
        undo_button = re.search(r'data-action="undo"[^>]*', ui.tools(state))
        assert undo_button
        assert ("disabled" in undo_button[0]) == disabled


def test_barons_are_dragged_with_the_barons_above_them() -> None:
    session = session_at(TOWERS)
    assert 'data-square="2" data-draggable=""' in khan_view.hits(session)
    assert 'data-square="20" data-draggable' not in khan_view.hits(session_at(TOWERS, "cc"))
    picked = update(session, "pick-up", "2 2")
    assert (picked.source, picked.count) == (2, 2)
    assert update(picked, "pick-up", "2 2") is picked
    assert str(update(picked, "drop", "8").ghost) == "2x2>8"
    assert update(picked, "drop", "2").source is None
    refused_drop = update(picked, "drop", "5")
    assert (refused_drop.source, str(refused_drop.refusal)) == (None, "not-higher")
    assert update(session_at(position_with_stacks({2: "rbw", 5: "r", 8: "b", 10: "w"})), "pick-up", "2 1").count == 3, (
        "a single baron has no target"
    )
    assert update(session, "pick-up", "7 1") is session


def test_back_deselects_step_by_step() -> None:
    session = with_move(session_at(TOWERS), Move.parse("2x2>8"))
    once = update(session, "back")
    assert (once.square, once.source, once.count) == (None, 2, 2)
    assert update(once, "back").source is None


def test_moving_with_and_without_confirming() -> None:
    assert len(update(with_move(deal_session(), Move.parse("2x1>9")), "place").match.record.turns) == 1
    assert len(with_move(deal_session(confirm=False), Move.parse("2x1>9")).match.record.turns) == 1


def test_enter_selects_source_and_target_and_moves() -> None:
    session = deal_session()
    for space in ("2", "9", "9"):
        session = update(session, "enter", space)
    assert [str(made.move) for made in session.match.record.turns] == ["2x1>9"]


def test_rotating_and_flipping_show_every_possible_stack() -> None:
    """K12: the barons rotated or not, and the stack flipped or not."""
    session = session_at(position_with_stacks({2: "rbw", 5: "r", 8: "br", 10: "w"}, variants="r"))
    picked = update(update(session, "square", "2"), "take", "2")
    assert 'class="result"' not in khan_view.tools(picked), "there is no target yet"
    with_target = update(picked, "square", "8")
    choice_pattern = re.compile(r'data-value="([^"]*)" aria-pressed="(\w+)" aria-label="[^"]*: ([^"]*)"')
    choices = choice_pattern.findall(khan_view.tools(with_target))
    assert [(pressed, stack) for _, pressed, stack in choices] == [
        ("true", "black, red, black, white"),
        ("false", "black, red, white, black"),
        ("false", "white, black, red, black"),
        ("false", "black, white, red, black"),
    ]
    for value, _, stack in choices:
        after = update(with_target, "try", unescape(value))
        ghost = after.ghost
        assert ghost is not None
        stack_made = after.position.apply(ghost)[0].stack(8)
        assert after.narrator.barons(stack_made) == stack
        assert f'aria-pressed="true" aria-label="{after.narrator.move_name(ghost)}: {stack}"' in khan_view.tools(after)


def test_rotations_without_effect_are_not_offered() -> None:
    session = update(session_at(position_with_stacks({2: "r", 5: "r", 8: "b", 10: "w"}, variants="r")), "square", "2")
    assert 'class="result"' not in khan_view.tools(update(session, "square", "5"))
    assert khan_view.tools(update(session, "square", "8")).count('class="result"') == 2


def test_the_log_shows_the_new_stack() -> None:
    """The log shows a picture; screen readers get the list of barons."""
    session = update(with_move(session_at(TOWERS), Move.parse("2x2>8")), "place")
    log_html = log.log(session)
    assert (
        '<span class="horizontal-stack"><i class="b"></i><i class="w"></i><i class="b"></i><i class="w"></i></span>'
        in log_html
    )
    visible_html = re.sub(r'<span class="hidden">.*?</span>', "", log_html)
    assert "The stack on 8 grows to 4." in visible_html
    assert "black, white" not in visible_html
    assert "from the bottom: black, white, black, white." in log_html


def test_rotating_needs_the_variant_and_two_barons() -> None:
    session = update(session_at(TOWERS), "square", "2")
    assert update(session, "rotate") == update(session, "flip") == session
    assert 'data-action="rotate"' not in ui.tools(session)
    turning = update(session_at(position_with_stacks({2: "rbw", 5: "r", 8: "bw"}, variants="r")), "square", "2")
    alone = update(turning, "take", "1")
    assert update(alone, "rotate") == alone
    both = update(update(update(turning, "take", "2"), "rotate"), "flip")
    assert str(update(both, "square", "8").ghost) == "2x2~>8~"
    assert ui.tools(both).count('aria-pressed="true"') == 2
    assert "new stack is flipped" in " ".join(
        both.narrator.turn(both.position, both.position, Move.parse("2x2~>8~"), ())
    )


STUCK = position_with_stacks({1: "rrbbwr", 2: "rwrwbwr", 3: "wrwbrbr", 4: "rwbbrwr", 30: "bbb"})
"""South can’t move, North can."""


def test_a_forced_pass_is_offered_and_announced() -> None:
    session = session_at(STUCK)
    assert session.must_pass
    assert session.near == ()
    assert ui.status(session) == "South can’t make any move and has to pass."
    after = update(session, "place")
    assert str(after.match.record.turns[0].move) == "pass"
    assert log.latest(after) == "South passes."


@pytest.mark.parametrize("variants", ["-", "t", "r", "rt"])
@pytest.mark.parametrize("kinds", ["pp", "pc", "cp", "cc"])
def test_a_whole_game(kinds: str, variants: str) -> None:
    session = finished_session(kinds, variants, 5)
    assert session.winners == session.match.record.end().winners()
    assert not re.search(r"\{\w*\}", "".join(parts_of(session).values()))


def test_the_end_animates_the_emperor() -> None:
    session = finished_session()
    board = khan_view.board(session)
    assert 'class="emperor"' in board
    assert 'class="last"' in board, "the last move is marked"
    (animation,) = animate(update(session, "step", "-1"), session)
    assert animation.walker
    winner = session.names[(session.winners or (0,))[0] - 1]
    assert f"{winner} completed a stack of nine" in parts_of(update(session, "open", "end"))["dialog"]
    counts = dialogs.tally(session)
    assert sum(row["moves"] + row["passes"] for row in counts.values()) == len(session.match.record.turns)
    assert counts[(session.winners or (0,))[0]]["highest"] == 9


def test_a_draw_is_announced() -> None:
    session = update(session_at(position_with_stacks({2: "rrrbbb", 5: "rrrbbb"})), "open", "end")
    assert session.winners == (1, 2)
    assert "The game is a draw." in parts_of(session)["dialog"]
    assert "Neither side can move any more." in parts_of(session)["dialog"]


def test_undo_and_redo() -> None:
    session = play_turn(play_turn(deal_session("pc"), Move.parse("2x1>9")), Move.parse("36x1>20"))
    back = update(session, "undo")
    assert (back.match.record.turns, back.match.record.headers["Practice"]) == ((), "yes")
    assert update(back, "redo").match.record.turns == session.match.record.turns
    people = play_turn(deal_session(), Move.parse("2x1>9"))
    assert update(people, "undo").match.record.turns == (), "nothing is hidden, so undo is allowed"


DANGER = position_with_stacks({1: "r", 2: "b", 3: "w", 4: "r", 20: "rrbbwwb", 30: "wr", 33: "b", 34: "w", 35: "r"})


def test_all_dangers_are_named_and_movable_barons_keep_their_rings() -> None:
    stacks = {1: "w", 2: "ww", 14: "r", 20: "rrrbbbww", 30: "rrrbbbw", 33: "b", 36: "b"}
    session = session_at(position_with_stacks(stacks, player_to_move=2))
    assert "South can crown the Emperor on 1, 20 and 30 next!" in ui.status(session)
    board = khan_view.board(session)
    assert (board.count('class="dangers"'), board.count('class="marks"')) == (3, 1), (
        "20 and 30 keep the golden rings of movable barons"
    )


@pytest.mark.parametrize("seats", ["pc", "pp"])
def test_danger_is_marked_and_announced(seats: str) -> None:
    session = session_at(DANGER, seats)
    assert session.danger == ("emperor", (20,))
    assert khan_view.board(session).count('class="dangers"') == 1
    assert "can crown the Emperor on 20 next!" in ui.status(session)
    careless, careful = (with_move(session, Move.parse(move)) for move in ("1x1>2", "1x1>30"))
    assert (careless.danger, careful.danger) == (("emperor", (20,)), None)
    assert khan_view.board(careless).count('class="dangers"') == 1, "the previewed position is marked"
    assert not session_at(DANGER, seats, coach="off").danger


FLIGHT = position_with_stacks({1: "r", 2: "b", 3: "w", 4: "r", 20: "b", 21: "b", 25: "b", 30: "rrrbbwww"})
"""The stack on 30 lacks one black baron, which both sides have."""


def test_if_a_stack_can_win_on_several_others_only_that_stack_is_marked() -> None:
    session = session_at(FLIGHT, "pc")
    assert session.danger == ("flight", (30,))
    assert khan_view.board(session).count('class="dangers"') == 1
    assert "crown the Emperor next with the stack on 30!" in ui.status(session)
    coach_question = warning(with_move(session, Move.parse("1x1>2")))
    assert coach_question is not None
    assert coach_question.allows == ("flight", "30")


def test_only_an_avoidable_loss_is_questioned_whatever_the_level() -> None:
    session = session_at(DANGER, "pc")
    strong = replace(session, match=replace(session.match, seats=(Seat(), Seat(kind=LEVELS[-1]))))
    careless = with_move(strong, Move.parse("1x1>2"))
    assert not coached(strong), "against a strong computer, the coach helps with less"
    assert warning(careless)
    button = re.search(r'<button[^>]*data-action="place"[^>]*>.*?</button>', ui.tools(careless))
    assert button
    assert "Play it anyway" in button[0]
    assert "primary" not in button[0]
    assert "Move" in ui.tools(with_move(strong, Move.parse("1x1>30")))
    silent = replace(careless, settings=replace(careless.settings, coach="off"))
    assert warning(silent) is None
    lost = session_at(position_with_stacks({1: "r", 2: "w", 3: "w", 4: "r", 20: "b", 21: "b", 30: "rrrbbwww"}), "pc")
    moves = lost.position.moves()
    assert moves
    assert all(lost.position.play(move).winners() or can_win(lost.position.play(move)) for move in moves)
    assert all(warning(with_move(lost, move)) is None for move in moves)


def test_players_are_told_of_their_own_chance_to_win() -> None:
    session = session_at(position_with_stacks({2: "rbw", 5: "rbwrbw", 8: "b", 10: "w", 30: "r"}), "pc")
    assert "You can crown the Emperor this turn!" in ui.status(session)
    assert 'class="chance"' in khan_view.score_html(session, 1)
    assert 'class="danger"' in khan_view.score_html(session, 2)
    assert "this turn" not in ui.status(session_at(session.position, "pc", coach="off"))


def test_without_agreed_hints_a_match_by_links_announces_nothing() -> None:
    for hints in (False, True):
        session = session_at(DANGER, "pp")
        session = replace(
            session, match=replace(session.match, remote=LinkPlay(1, (1,), (1, 0), local_players=(1, 2), hints=hints))
        )
        assert ("can crown the Emperor" in ui.status(session)) == hints
        assert bool(khan_view.score_html(session, 2)) == hints
        assert ('class="dangers"' in khan_view.board(session)) == hints


def test_a_tap_explains_why_a_stack_is_out_of_reach_and_describes_it() -> None:
    tapped = update(session_at(DANGER), "square", "20")
    assert tapped.refusal == "not-near"
    status = ui.status(tapped)
    assert "20 is out of reach: you may move only from the four occupied spaces nearest your end" in status
    assert "Still missing for nine: 1\u00a0×\u00a0red" in status
    assert update(tapped, "square", "20").square is None
    lone = next(space for space, stack in enumerate(DANGER.stacks, 1) if len(stack) == 1 and space not in tapped.near)
    status = ui.status(update(session_at(DANGER), "square", str(lone)))
    assert f"{lone} is out of reach" in status
    assert "1 baron" not in status, "the barons of a stack are described, not a lone one"


def test_the_status_names_the_baron_that_was_picked_instead() -> None:
    session = refused_session("wrong-leap")
    assert session.source == 2
    assert ui.status(session).startswith("Now 2 is picked instead of 1. Not there: 2 is 1 away.")


def test_a_move_that_gives_away_the_emperor_is_questioned_without_a_search() -> None:
    careless, careful = (with_move(session_at(DANGER, "pc"), Move.parse(move)) for move in ("1x1>2", "1x1>30"))
    assert not careless.evaluated_moves
    coach_question = warning(careless)
    assert coach_question is not None
    assert coach_question.allows == ("emperor", "20")
    assert warning(careful) is None
    assert not careful.danger
    hasty = with_move(session_at(DANGER, "pc", confirm=False), Move.parse("1x1>2"))
    assert not hasty.match.record.turns, "it is questioned first"
    people = with_move(session_at(DANGER, "pp", confirm=False), Move.parse("1x1>2"))
    assert people.match.record.turns, "there is no coach between people"


def test_the_score_is_the_tallest_stack_possible_with_the_next_move() -> None:
    session = session_at(DANGER, "pc")
    south, north = (khan_view.score_html(session, player) for player in (1, 2))
    assert "8 of 9 barons" in south
    assert "9 of 9 barons" in north
    assert ['class="danger"' in score for score in (south, north)] == [False, True]


def test_the_winner_has_the_crown() -> None:
    won = play_turn(session_at(position_with_stacks({1: "r", 2: "rrbbbwww"})), Move.parse("1x1>2"))
    assert won.winners == (1,)
    assert "crown" in khan_view.score_html(won, 1)
    assert not khan_view.score_html(won, 2)


# Dragging in the manual setup


def test_barons_are_dragged_into_the_setup_and_elsewhere() -> None:
    session = setup_session()
    assert 'data-draggable="" data-value="0 1"' in khan_view.hand(session)
    session = update(update(session, "pick-up", "0 1"), "drop", "7")
    assert session.match.layout[6] == "r"
    assert khan_view.hits(session).count("data-draggable") == 1
    dragged = update(session, "pick-up", "7 1")
    assert "away" not in khan_view.board(dragged)
    moved = update(replace(dragged, hover="12"), "drop", "12")
    assert (moved.match.layout[6], moved.match.layout[11], moved.source) == ("-", "r", None)
    assert update(update(moved, "pick-up", "12 1"), "drop", "12").match.layout == moved.match.layout
    assert update(update(moved, "pick-up", "0 1"), "drop", "12").match.layout == moved.match.layout, "it isn't free"
