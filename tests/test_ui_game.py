"""The page's Python without a browser: what actions do and what is drawn."""

import random
import re

import pytest
from ui import view
from ui.model import STEPS, Model
from ui.update import ACTIONS, new_game, update
from ui.words import LANGUAGES

from qin_core.qin import PASS, Position


@pytest.fixture
def model() -> Model:
    return new_game("en", seed=3)


def picked(model: Model) -> Model:
    """Pick a tile and a square for it."""
    model = update(model, "tile", "0")
    return update(model, "square", min(model.lit))


def test_picking_a_tile_lights_its_squares(model: Model) -> None:
    assert model.lit == frozenset()
    after = update(model, "tile", "1")
    assert after.lit == {s for s, _ in after.choices}
    assert after.lit
    assert update(after, "tile", "1").tile is None


def test_every_legal_placement_can_be_pointed_at(model: Model) -> None:
    shown = set()
    for number in range(3):
        shown |= set(update(model, "tile", str(number)).choices.values())
    assert shown == set(model.position.moves())


def test_the_second_space_lies_where_the_turn_says(model: Model) -> None:
    after = update(model, "tile", "0")
    for (square, turn), move in after.choices.items():
        step = STEPS[turn]
        second = chr(ord(square[0]) + step[0]) + str(int(square[1:]) + step[1])
        assert {square, second} == set(move.squares)


def test_turning_goes_through_all_ways_at_a_square(model: Model) -> None:
    after = picked(model)
    ways = {turn for square, turn in after.choices if square == after.square}
    seen = set()
    for _ in range(len(ways)):
        seen.add(after.turn)
        after = update(after, "turn")
    assert seen == ways


def test_the_same_square_again_turns(model: Model) -> None:
    after = picked(model)
    assert update(after, "square", after.square or "") == update(after, "turn")


def test_a_square_that_is_not_open_lets_go(model: Model) -> None:
    assert update(picked(model), "square", "a1").square is None


def test_placing_passes_the_turn(model: Model) -> None:
    before = picked(model)
    after = update(before, "place")
    assert after.position == before.position.play(str(before.ghost))
    assert (after.tile, after.square, after.last) == (None, None, before.ghost)


def test_actions_that_make_no_sense_change_nothing(model: Model) -> None:
    for action, value in (("place", ""), ("turn", ""), ("tile", "9"), ("square", "e5")):
        assert update(model, action, value) == model


def test_going_back_step_by_step(model: Model) -> None:
    once = update(picked(model), "back")
    assert (once.tile, once.square) == (0, None)
    assert update(once, "back").tile is None


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game(seed: int) -> None:
    chance = random.Random(seed)
    model = new_game("en", seed)
    while model.over is None:
        if not model.must_pass:
            number = next(n for n in range(len(model.hand)) if update(model, "tile", str(n)).lit)
            model = update(model, "tile", str(number))
            model = update(model, "square", chance.choice(sorted(model.lit)))
        model = update(model, "place")
    assert model.over == model.position.winners()
    assert 'data-action="new"' in view.tools(model)
    assert update(model, "tile", "0") == model


def test_a_forced_pass_is_offered() -> None:
    line = "map:R.../YRYR/~~~~/.... r3/yryr/4/4 - - 1 rr|yy -"
    model = Model(Position.parse(line))
    if PASS in model.position.moves():
        assert model.must_pass
        assert "Pass" in view.tools(model)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_can_be_drawn_in_every_language(language: str) -> None:
    model = update(new_game("en", 1), "language", language)
    for state in (model, update(model, "tile", "0"), picked(model), update(picked(model), "place")):
        parts = view.page(state)
        assert all(parts.values())
        assert not re.search(r"\{\w*\}", "".join(parts.values()))


def test_every_action_on_the_page_is_known(model: Model) -> None:
    parts = "".join(view.page(picked(model)).values())
    assert set(re.findall(r'data-action="(\w+)"', parts)) <= set(ACTIONS)
