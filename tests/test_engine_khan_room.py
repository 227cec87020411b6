"""The room of Khan Tsin: setting up by hand, the form, keys, saves, links, thinking, and what both rooms must have."""

import json
import random
import re
from dataclasses import replace
from itertools import starmap

import pytest

from engine import games as rooms
from engine import thinker
from engine import ui as view
from engine.apps.game_page import SERVICES
from engine.games.ai_tasks import falling
from engine.games.khan_tsin import view as khan_view
from engine.games.khan_tsin.form import Draft, draft_of
from engine.games.khan_tsin.help import PICTURES, position_of
from engine.games.khan_tsin.levels import LEVELS
from engine.games.khan_tsin.match import Game
from engine.games.khan_tsin.session import Model
from engine.page import storage as saves
from engine.session import links
from engine.session.keys import Pressed, on_board, on_page
from engine.session.session import Hint
from engine.session.update import actions, new_game, show_analysis, show_hints
from engine.session.update import update as anywhere
from engine.ui import log
from engine.words import LANGUAGES
from qin_core.khan_tsin import Move, Position, Record
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.players import levels as player
from tests.engine_acting import update
from tests.engine_khan_playing import aimed, dealt, finished, seated, set_up, stacked, turn
from tests.engine_playing import dealt as qin_dealt
from tests.engine_saving import kept

DATE = "2026-03-04"

# Setting up by hand


def placed(model: Model, *spaces: int) -> Model:
    for space in spaces:
        model = update(model, "square", str(space))
    return model


def test_south_puts_red_then_north_black_and_white_fills() -> None:
    model = set_up()
    assert (model.placing, model.winners, model.game.now.mover) == (True, None, 1)
    assert view.status(model) == "South: put a red baron on a free space (12 left)."
    model = placed(model, *range(1, 13))
    assert (model.game.now.mover, model.lit) == (2, frozenset(map(str, range(13, 37))))
    assert "North: put a black baron" in view.status(model)
    model = placed(model, *range(13, 25))
    assert not model.placing
    assert model.position.stacks == tuple("r" * 12 + "b" * 12 + "w" * 12)
    assert (model.game.now.mover, model.near) == (1, (1, 2, 3, 4))


def test_only_free_spaces_take_a_baron() -> None:
    model = placed(set_up(), 5)
    assert update(model, "square", "5").game is model.game
    assert "5: 1 baron: red." in view.status(update(model, "square", "5"))


def test_barons_are_taken_back_one_by_one() -> None:
    model = placed(set_up(), 5, 9)
    once = update(model, "undo")
    assert once.game.placed == (5,)
    assert update(update(once, "undo"), "undo").game.placed == ()
    whole = placed(set_up(), *range(1, 25))
    again = update(whole, "undo")
    assert (again.placing, again.lit >= {"24", "30"}) == (True, True), "white goes with the last black baron"
    assert update(turn(whole, Move.parse("2x1>9")), "undo").game.now == whole.game.now, "moves come first"


@pytest.mark.parametrize(("kinds", "left"), [("cp", 12), ("pc", 12), ("cc", 0)])
def test_a_computer_places_its_own(kinds: str, left: int) -> None:
    model = set_up(kinds)
    own = [space for space in range(1, 37) if str(space) in model.lit][:left]
    model = placed(model, *own)
    assert not model.placing
    assert sorted(model.position.stacks) == sorted("r" * 12 + "b" * 12 + "w" * 12)
    if left:
        colour = "r" if kinds == "pc" else "b"
        assert all(model.position.stack(space) == colour for space in own)
        back = update(model, "undo")
        assert (back.placing, back.game.seat.person) == (True, True)


def test_the_computer_places_the_rest_for_a_person() -> None:
    model = update(placed(set_up(), 5), "fill")
    assert (model.position.stack(5), model.game.now.mover) == ("r", 2)
    assert not update(model, "fill").placing


def test_a_half_finished_set_up_is_saved_and_comes_back() -> None:
    game = placed(set_up("pp", "rt"), 5, 9).game
    again = Game.from_record(Record.parse(str(game.record)), game.key)
    assert (again.placed, again.placing, again.positions) == ((5, 9), True, game.positions)
    for odd in ("5,x", "5,5", "5,99", "7"):
        headers = game.record.headers | {"Setup": odd}
        assert Game.from_record(replace(game.record, headers=headers)).placed is None


def test_set_up_games_are_drawn_in_every_language() -> None:
    for language in LANGUAGES:
        page = view.page(update(placed(set_up(), 5), "language", language))
        assert "{" not in page["status"]
        assert 'data-action="fill"' in page["tools"]
        assert page["grid"].count('role="gridcell"') == LENGTH


# The form


def test_the_form_and_the_game_that_follows() -> None:
    model = update(dealt("pc"), "open", "new")
    for field in ("two_speeds=true", "turning=true", "kind-1=emperor", "kind-2=person", "name-2=Ada"):
        model = update(model, "form", field)
    game = update(model, "begin", f"4 {DATE}").game
    assert (game.now.variants, [seat.kind for seat in game.seats]) == ("rt", ["emperor", "person"])
    assert draft_of(game) == replace(Draft(game.seats), two_speeds=True, turning=True)
    by_hand = update(update(model, "form", "layout=hand"), "begin", f"4 {DATE}").game
    assert by_hand.placing, "the computer has placed South's barons, Ada places North's"
    assert by_hand.now.mover == 2
    assert update(model, "form", "layout=wild").draft == model.draft


def test_a_rematch_changes_nothing_but_the_layout() -> None:
    model = dealt("pc", "t")
    again = update(model, "rematch", f"9 {DATE}")
    assert (again.game.seats, again.game.now.variants) == (model.game.seats, "t")
    assert again.game.now != model.game.now


# Going from one game to the other


def test_a_game_of_the_other_kind_leads_to_its_room() -> None:
    model = replace(qin_dealt(), address="https://example.org/qin/", language="fr")
    entered = anywhere(model, "import", str(dealt().game.record))
    assert (entered.game.room, entered.language) == ("khan-tsin", "fr")
    assert entered.address == "https://example.org/qin/?game=khan-tsin"
    back = anywhere(entered, "import", str(model.game.record))
    assert (back.game.room, back.address) == ("qin", "https://example.org/qin/")
    assert isinstance(back, type(model))
    assert update(back, "tile", "0").tile == 0


@pytest.mark.parametrize("kind", [links.GAME, links.POSITION])
def test_a_link_opens_the_right_game(kind: str) -> None:
    played = turn(dealt("pc", "rt"), Move.parse("2x1>9"))
    text = str(played.game.record) if kind == links.GAME else str(played.game.now)
    assert anywhere(qin_dealt(), "import", links.write(kind, text)).game.now == played.game.now


def test_the_address_names_the_game() -> None:
    assert rooms.asked_for("?game=khan-tsin") == "khan-tsin"
    assert [rooms.asked_for(search) for search in ("", "?game=chess", "?x=1&game=qin")] == ["qin"] * 3


def test_the_switch_shows_where_one_is() -> None:
    for model in (qin_dealt(), dealt()):
        page = view.page(model)
        assert f'data-value="{model.game.room}" aria-pressed="true"' in page["rooms"]
        assert page["title"] == rooms.ROOMS[model.game.room]


def test_each_room_has_its_last_game() -> None:
    ours, other = replace(dealt("pc").game, key="2000-1"), replace(qin_dealt().game, key="1000-1")
    texts = kept(saves.save(other), saves.save(ours))
    assert saves.restore(texts, "qin").game == other
    assert saves.restore(texts, "khan-tsin").game == ours
    page = view.page(replace(qin_dealt(), dialog="games", saved=(ours, other)))
    assert "khan-svg" in page["dialog"]


# Keys


@pytest.mark.parametrize(
    ("key", "at", "to"),
    [
        ("ArrowRight", "5", "6"),
        ("ArrowRight", "6", "7"),
        ("ArrowLeft", "7", "6"),
        ("ArrowLeft", "1", "1"),
        ("ArrowRight", "36", "36"),
        ("ArrowUp", "1", "12"),
        ("ArrowUp", "12", "13"),
        ("ArrowDown", "13", "12"),
        ("ArrowDown", "3", "3"),
        ("ArrowUp", "36", "36"),
        ("Home", "20", "1"),
        ("End", "20", "36"),
        ("PageUp", "20", "26"),
        ("PageDown", "3", "3"),
    ],
)
def test_walking_along_the_dragon(key: str, at: str, to: str) -> None:
    assert on_board(key, dealt(), at, "").square == to


def test_jumping_by_typing_a_number() -> None:
    model = dealt()
    assert on_board("3", model, "20", "") == Pressed(square="3", typed="3")
    assert on_board("6", model, "3", "3") == Pressed(square="36", typed="36")
    assert on_board("7", model, "36", "36") == Pressed(square="7", typed="7"), "no such space: a new number"
    assert on_board("0", model, "20", "") == Pressed()


def test_keys_of_the_room() -> None:
    model = dealt()
    assert on_page("2", model) == Pressed("near", "2")
    assert update(model, "near", "2").source == 2
    assert update(model, "near", "9") == model
    assert on_board("+", model, "20", "") == Pressed("more", "1")
    assert on_board("Enter", model, "20", "") == Pressed("enter", "20")
    assert [on_page(key, model).action for key in "rfz"] == ["turn", "flip", "undo"]


# Words and pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_is_told(language: str) -> None:
    model = update(finished("pp", "rt", 3), "language", language)
    text = log.log(model)
    assert text.count("<li data-key=") == len(model.game.record.turns)
    assert not re.search(r"\{\w*\}", text)


def test_the_grid_speaks_every_space() -> None:
    grid = view.page(update(dealt(variants="t"), "square", "2"))["grid"]
    assert grid.count('role="gridcell"') == LENGTH
    assert "2 pairs of claws." in grid
    assert grid.count("You may move its top.") == 4
    assert grid.count("They can land here.") == len(update(dealt(variants="t"), "square", "2").lit)


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_of_the_help_show_their_rule(name: str) -> None:
    shown = PICTURES[name]
    position = position_of(shown)
    reason = position.why_not(shown.move) if shown.move else None
    assert reason == {"higher": "not-higher", "harmony": "harmony"}.get(name)
    if name == "emperor":
        assert position.play(shown.move).winners() == (1,)


def test_drawing_a_whole_game_never_fails() -> None:
    model = finished("pc", "rt", 8)
    for at in range(0, len(model.game.positions), 3):
        page = view.page(update(replace(model, dialog=""), "look", str(at)))
        assert page["board"].startswith("<svg")


def test_actions_at_random_never_break_the_page() -> None:
    rng = random.Random(5)
    model: Model = set_up("pp", "rt")
    for number in range(1500):
        page = "".join(view.page(model).values()) if number % 10 == 0 else ""
        shown = re.findall(r'<button[^>]*data-action="([\w-]+)"(?: data-value="([^"]*)")?', page)
        action, value = rng.choice(
            [
                *[("square", str(rng.randint(1, LENGTH)))] * 4,
                ("point", str(rng.randint(1, LENGTH))),
                ("near", str(rng.randint(0, 5))),
                ("take", str(rng.randint(0, 9))),
                *[(name, "") for name in ("turn", "flip", "place", "back", "undo", "redo", "recap", "tick")],
                ("more", rng.choice(["1", "-1"])),
                ("language", rng.choice(LANGUAGES)),
                *[(action, value) for action, value in shown if action not in SERVICES],
            ]
        )
        model = update(model, action, value)
        assert model.game.now == model.game.record.end()


# Thinking


def test_the_computer_is_asked_by_the_room() -> None:
    position = dealt().position
    thinker.begin("think", json.dumps(["khan-tsin", str(position), LEVELS[1], 7]))
    result, done = json.loads(thinker.go_on(60_000))
    assert done
    assert result["ranked"][0][0] == str(player.choose(position, 2, 7))


def test_hints_can_be_tried() -> None:
    model = dealt(variants="r")
    ranked = list(player.rank(model.position, 2))
    hinted = show_hints(model, starmap(Hint, ranked))
    page = view.page(hinted)
    assert page["hints"].count("<li") == len(ranked) == page["board"].count("data-hint=")
    for move, _ in ranked:
        assert update(hinted, "try", str(move)).ghost == move
    assert update(hinted, "try", "pass") == hinted


def test_hints_lead_to_different_stacks_and_their_chances_fall() -> None:
    for seed in range(3):
        position = Position.deal(seed=seed)
        thinker.begin("hint", json.dumps(["khan-tsin", str(position), LEVELS[2], 7]))
        result, done = json.loads(thinker.go_on(60_000))
        assert done
        moves, chances = [Move.parse(text) for text, *_ in result["ranked"]], [each[1] for each in result["ranked"]]
        assert len({move.target for move in moves}) == len(moves) > 1
        assert chances == sorted(chances, reverse=True)


def test_no_hint_states_more_than_a_better_one() -> None:
    assert falling([("a", 0.53), ("b", 0.55), ("c", 0.5)]) == [("a", 0.53), ("b", 0.53), ("c", 0.5)]


def test_the_page_knows_while_there_are_barons_to_choose_from() -> None:
    model = seated(stacked({2: "rb", 5: "r", 8: "b", 10: "w"}))
    assert model.appearance().data["picking"] == ""
    picked = update(model, "square", "2")
    assert khan_view.hand(picked)
    assert picked.appearance().data["picking"] == "yes"
    assert update(picked, "square", "20").appearance().data["picking"] == "told", "why that can't be comes first"
    alone = update(model, "square", "5")
    assert not khan_view.hand(alone)
    assert alone.appearance().data["picking"] == ""


def test_analysis_finds_a_missed_win() -> None:
    start = stacked({2: "rbw", 5: "rbwrbw", 8: "b", 10: "w", 12: "r"})
    model = turn(seated(start, "pp"), Move.parse("2x1>5"))
    thinker.begin("analyse", json.dumps(["khan-tsin", str(model.game.record)]))
    result, done = json.loads(thinker.go_on(60_000))
    assert done
    assert result["turns"][0]["best"] == "2x3>5"
    assert result["turns"][0]["cost"] > 0.2
    page = view.page(show_analysis(model, result))
    assert "−" in page["log"]


def test_the_doors_lead_to_the_rooms_that_they_name() -> None:
    for name, title in rooms.ROOMS.items():
        assert (rooms.room(name).name, rooms.room(name).title) == (name, title)
        position = new_game("en", 1, DATE, name).position
        assert rooms.holding(str(position)) is rooms.room(name)


def test_new_games_begin_in_either_room() -> None:
    for name in rooms.ROOMS:
        model = new_game("en", 1, DATE, name)
        assert model.game.room == name
        assert [seat.person for seat in model.game.seats] == [True, False]
        assert all(action.__doc__ for action in actions(name).values())


def test_a_position_in_khan_tsin_hides_nothing() -> None:
    model = update(aimed(dealt(), Move.parse("2x1>9")), "open", "share")
    assert str(model.position) in view.page(model)["dialog"]
    assert Position.parse(str(model.seen)) == model.position
