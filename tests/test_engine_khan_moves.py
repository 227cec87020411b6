"""Moving barons on the page: picking, how many go, where they land, refusals with their reasons, turning, passes."""

import re

import pytest

from engine import ui as view
from engine.games.khan_tsin import ending
from engine.games.khan_tsin import view as khan_view
from engine.games.khan_tsin.session import Model
from engine.session.animation import animate
from engine.ui import log
from engine.words import LANGUAGES
from qin_core.khan_tsin import Move, Position
from tests.engine_acting import update
from tests.engine_khan_playing import aimed, dealt, finished, seated, stacked, turn

TOWERS = stacked({2: "rbw", 5: "r", 8: "bw", 10: "w", 20: "rbwr"})


def test_the_four_that_may_move_are_ringed() -> None:
    model = dealt()
    assert model.near == (1, 2, 3, 4)
    assert khan_view.board(model).count('class="origins"') == 4
    assert view.status(model) == "South: pick one of the four ringed barons."
    assert not model.lit


def test_picking_lights_where_it_can_land() -> None:
    model = update(dealt(), "square", "2")
    assert (model.source, model.count) == (2, 1)
    assert model.lit == {str(space) for space in range(1, 37) if space != 2}
    assert khan_view.board(model).count('class="targets"') == len(model.lit)
    assert view.status(model) == "Where should it land? Choose a stack with a dot."
    assert not khan_view.hand(model), "there is nothing to choose"


def test_more_go_along_where_one_alone_can_land_nowhere() -> None:
    model = update(seated(stacked({2: "rbw", 5: "r", 8: "b", 10: "w"})), "square", "2")
    assert model.count == 3


def test_choosing_how_many_go() -> None:
    model = update(seated(TOWERS), "square", "2")
    assert update(model, "square", "2").count == 2, "the same stack again takes one more"
    assert update(update(update(model, "square", "2"), "square", "2"), "square", "2").count == 1
    assert update(model, "take", "3").count == 3
    assert update(update(model, "more", "1"), "more", "-1").count == 1
    assert update(model, "take", "4") == model
    assert update(model, "more", "-1") == model
    assert khan_view.hand(update(model, "take", "2")).count('aria-pressed="true"') == 2


def test_another_number_keeps_the_target_while_it_fits() -> None:
    model = aimed(seated(TOWERS), Move.parse("2x1>20"))
    assert update(model, "more", "1").square == "20"
    assert aimed(seated(TOWERS), Move.parse("2x2>8")).square == "8"
    assert update(aimed(seated(TOWERS), Move.parse("2x2>8")), "more", "-1").square is None, "two would be too low"


@pytest.mark.parametrize("variants", ["-", "t", "r", "rt"])
def test_every_legal_move_can_be_picked(variants: str) -> None:
    game = finished("cc", variants, 4).game
    for position in game.positions[:-1:5]:
        model = seated(position)
        for move in list(position.moves())[::7]:
            assert move.count == 0 or aimed(model, move).ghost == move


def test_the_ghost_tells_what_the_stack_becomes() -> None:
    model = aimed(seated(TOWERS), Move.parse("2x2>8"))
    assert view.status(model).endswith(">The stack on 8 grows to 4; from the bottom: black, white, black, white.")
    assert "Enter makes the move." in view.status(model)
    assert 'class="ghost"' in khan_view.board(model)
    assert 'data-action="place" disabled' not in view.tools(model)
    assert "is empty now" in view.status(aimed(seated(TOWERS), Move.parse("5x1>2")))


REFUSED: dict[str, tuple[Position, str, str]] = {
    "not-near": (TOWERS, "", "20"),
    "empty-space": (TOWERS, "", "7"),
    "empty-target": (TOWERS, "2", "7"),
    "not-higher": (TOWERS, "2", "5"),
    "harmony": (stacked({2: "r", 5: "rrr", 8: "b", 10: "w"}), "2", "5"),
    "wrong-leap": (stacked({space: "rbw"[space % 3] for space in range(1, 12)}, variants="t"), "1", "2"),
}


def refused(code: str, language: str = "en") -> Model:
    position, source, place = REFUSED[code]
    if code == "not-near":
        position = stacked(dict(enumerate(position.stacks, 1)) | {12: "b"})
    model = update(seated(position), "language", language)
    for space in filter(None, (source, place)):
        model = update(model, "square", space)
    return model


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", REFUSED)
def test_a_refused_move_says_why_and_where(code: str, language: str) -> None:
    model = refused(code, language)
    assert model.refused
    assert model.refused[1] == code
    assert "{" not in view.status(model)
    assert len(view.status(model)) >= len("Vak 1 is leeg.")
    assert 'class="marks"' in khan_view.board(model)
    assert update(model, "place") == model


def test_reasons_have_the_numbers_that_explain_them() -> None:
    assert "only the four tops nearest your end (2, 5, 8, 10)" in view.status(refused("not-near"))
    assert "would be 2 high. It has to be taller than the 3 on space 2" in view.status(refused("not-higher"))
    assert "(red)" in view.status(refused("harmony"))
    assert "here exactly 2 hops (1 has 2 pairs of claws)" in view.status(refused("wrong-leap"))


def test_a_refused_baron_of_ones_own_is_picked_the_second_time() -> None:
    model = update(update(seated(TOWERS), "square", "2"), "square", "5")
    assert (model.source, str(model.refused and model.refused[1])) == (2, "not-higher")
    assert update(model, "square", "5").source == 5


def test_letting_go_step_by_step() -> None:
    model = aimed(seated(TOWERS), Move.parse("2x2>8"))
    once = update(model, "back")
    assert (once.square, once.source, once.count) == (None, 2, 2)
    assert update(once, "back").source is None


def test_moving_with_and_without_confirming() -> None:
    assert len(update(aimed(dealt(), Move.parse("2x1>9")), "place").game.record.turns) == 1
    assert len(aimed(dealt(confirm=False), Move.parse("2x1>9")).game.record.turns) == 1


def test_enter_picks_aims_and_moves() -> None:
    model = dealt()
    for space in ("2", "9", "9"):
        model = update(model, "enter", space)
    assert [str(made.move) for made in model.game.record.turns] == ["2x1>9"]


def test_turning_needs_its_variant_and_two_barons() -> None:
    model = update(seated(TOWERS), "square", "2")
    assert update(model, "turn") == update(model, "flip") == model
    assert 'data-action="turn"' not in view.tools(model)
    turning = update(seated(stacked({2: "rbw", 5: "r", 8: "bw"}, variants="r")), "square", "2")
    alone = update(turning, "take", "1")
    assert update(alone, "turn") == alone
    both = update(update(update(turning, "take", "2"), "turn"), "flip")
    assert str(update(both, "square", "8").ghost) == "2x2~>8~"
    assert view.tools(both).count('aria-pressed="true"') == 2
    assert "new stack is flipped" in " ".join(both.story.turn(both.position, both.position, Move.parse("2x2~>8~"), ()))


STUCK = stacked({1: "rrbbwr", 2: "rwrwbwr", 3: "wrwbrbr", 4: "rwbbrwr", 30: "bbb"})
"""South can’t move, North can."""


def test_a_forced_pass_is_offered_and_told() -> None:
    model = seated(STUCK)
    assert model.must_pass
    assert model.near == ()
    assert view.status(model) == "South can’t make any move and has to pass."
    after = update(model, "place")
    assert str(after.game.record.turns[0].move) == "pass"
    assert log.latest(after) == "South passes."


@pytest.mark.parametrize("variants", ["-", "t", "r", "rt"])
@pytest.mark.parametrize("kinds", ["pp", "pc", "cp", "cc"])
def test_a_whole_game(kinds: str, variants: str) -> None:
    model = finished(kinds, variants, 5)
    assert model.winners == model.game.record.end().winners()
    assert not re.search(r"\{\w*\}", "".join(view.page(model).values()))


def test_the_end_shows_the_emperor_leaving() -> None:
    model = finished()
    board = khan_view.board(model)
    assert 'class="emperor"' in board
    assert 'class="last"' in board, "the last move is seen"
    (animation,) = animate(update(model, "step", "-1"), model)
    assert animation.walks
    winner = model.names[(model.winners or (0,))[0] - 1]
    assert f"{winner} completed a stack of nine" in view.page(update(model, "open", "end"))["dialog"]
    counts = ending.tally(model)
    assert sum(row["moves"] + row["passes"] for row in counts.values()) == len(model.game.record.turns)
    assert counts[(model.winners or (0,))[0]]["highest"] == 9


def test_a_draw_is_told() -> None:
    model = update(seated(stacked({2: "rrrbbb", 5: "rrrbbb"})), "open", "end")
    assert model.winners == (1, 2)
    assert "The game is a draw." in view.page(model)["dialog"]
    assert "Neither side can move any more." in view.page(model)["dialog"]


def test_taking_back_and_making_again() -> None:
    model = turn(turn(dealt("pc"), Move.parse("2x1>9")), Move.parse("36x1>20"))
    back = update(model, "undo")
    assert (back.game.record.turns, back.game.record.headers["Practice"]) == ((), "yes")
    assert update(back, "redo").game.record.turns == model.game.record.turns
    people = turn(dealt(), Move.parse("2x1>9"))
    assert update(people, "undo").game.record.turns == (), "everything is open, so moves can be taken back"
