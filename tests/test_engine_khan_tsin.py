"""Khan Tsin on the page: set-up by hand, the form, keys, storage, links, AI tasks, and what all games share."""

import json
import random
import re
from dataclasses import replace
from itertools import starmap

import pytest

from engine import main
from engine import ui as view
from engine.actions import Pressed
from engine.apps.game_page import ACTIONS as APP_ACTIONS
from engine.apps.page_app import page_actions
from engine.games.ai_tasks import monotone
from engine.games.khan_tsin import view as khan_view
from engine.games.khan_tsin.dialogs import RULE_PICTURES, position_of
from engine.games.khan_tsin.match import LEVELS, Form, Match, form_from_match
from engine.games.khan_tsin.session import Session
from engine.main import GAMES
from engine.session import Hint, links, storage
from engine.session.ai_scheduler import show_analysis_result
from engine.session.update import NOTHING_TYPED, new_session, on_board, on_page, press, show_hints
from engine.ui import log
from engine.words import LANGUAGES
from qin_core.khan_tsin import Move, Position, Record
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.players import levels as player
from tests.engine_actions import game_named, page_of, parts_of, stored_texts, update
from tests.engine_khan_tsin import (
    KHAN_TSIN,
    deal_session,
    finished_session,
    play_turn,
    position_with_stacks,
    session_at,
    setup_session,
    with_move,
)
from tests.engine_qin import deal_session as qin_dealt

DATE = "2026-03-04"

# Setting up by hand


def place_barons(session: Session, *spaces: int) -> Session:
    """Place the next barons on these spaces."""
    for space in spaces:
        session = update(session, "square", str(space))
    return session


def test_south_places_red_then_north_black_then_white_fills() -> None:
    session = setup_session()
    assert (session.setting_up, session.winners, session.match.latest.player_to_move) == (True, None, 1)
    how = "Press any free space, or drag the baron there. Press one to take it back, or drag it elsewhere."
    assert view.status(session) == f"South: put a red baron on a free space (12 left). {how}"
    assert how not in view.status(place_barons(session, 5))
    session = place_barons(session, *range(1, 13))
    assert (session.match.latest.player_to_move, session.legal_squares) == (2, frozenset(map(str, range(13, 37))))
    assert "North: put a black baron" in view.status(session)
    session = place_barons(session, *range(13, 25))
    assert not session.setting_up
    assert session.position.stacks == tuple("r" * 12 + "b" * 12 + "w" * 12)
    assert (session.match.latest.player_to_move, session.near) == (1, (1, 2, 3, 4))


def test_there_is_no_score_before_all_barons_are_set_up() -> None:
    during, after = place_barons(setup_session(), *range(1, 24)), place_barons(setup_session(), *range(1, 25))
    assert (during.setting_up, after.setting_up) == (True, False)
    assert ("/9" in parts_of(during)["players"], "/9" in parts_of(after)["players"]) == (False, True)


def test_barons_are_placed_only_on_free_spaces() -> None:
    session = place_barons(setup_session(), *range(1, 13))
    assert update(session, "square", "5").match is session.match
    assert "5: 1 baron: red." in view.status(update(session, "square", "5"))


def test_placed_barons_are_undone_one_by_one() -> None:
    session = place_barons(setup_session(), 5, 9)
    once = update(session, "undo")
    assert once.match.placed == (5,)
    assert update(update(once, "undo"), "undo").match.placed == ()
    complete = place_barons(setup_session(), *range(1, 25))
    undone = update(complete, "undo")
    assert (undone.setting_up, undone.legal_squares >= {"24", "30"}) == (True, True), (
        "white barons are removed with the last black one"
    )
    assert update(play_turn(complete, Move.parse("2x1>9")), "undo").match.latest == complete.match.latest, (
        "moves are undone before placements"
    )


def test_clicking_a_placed_baron_removes_it() -> None:
    session = place_barons(setup_session(), 5, 9, 12)
    assert update(session, "square", "9").match.placed == (5, 12)
    black = place_barons(setup_session(), *range(1, 13), 20, 30)
    assert update(black, "square", "20").match.placed == (*range(1, 13), 30)
    assert update(black, "square", "3").match is black.match, "South is complete"
    assert update(place_barons(setup_session("cp"), 30), "square", "30").match.placed[-1:] != (30,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tap_on_any_stack_describes_it(language: str) -> None:
    """The description says which colours are full and which are missing (K8, K9)."""
    position = position_with_stacks({1: "r", 2: "w", 3: "b", 4: "w", 20: "rrrbw", 36: "b"})
    session = replace(update(session_at(position), "square", "20"), language=language)
    assert session.source is None
    sentence = str(KHAN_TSIN.hover_description(session))
    barons = [*"rrrbw", *["b missing"] * 2, *["w missing"] * 2]
    assert re.findall(r'<i class="([^"]*)">', sentence) == barons, "missing barons are pale"
    red, black, white = (session.narrator.colour(colour) for colour in "rbw")
    assert session.narrator.say("khan-full", barons=red) in sentence
    assert session.narrator.say("khan-needs", barons=f"2\u00a0×\u00a0{black}, 2\u00a0×\u00a0{white}") in sentence
    assert sentence in parts_of(session)["status"]
    assert "2\u00a0×\u00a0" in parts_of(session)["grid"]


@pytest.mark.parametrize(("kinds", "left"), [("cp", 12), ("pc", 12), ("cc", 0)])
def test_a_computer_places_its_own_barons(kinds: str, left: int) -> None:
    session = setup_session(kinds)
    own_spaces = [space for space in range(1, 37) if str(space) in session.legal_squares][:left]
    session = place_barons(session, *own_spaces)
    assert not session.setting_up
    assert sorted(session.position.stacks) == sorted("r" * 12 + "b" * 12 + "w" * 12)
    if left:
        colour = "r" if kinds == "pc" else "b"
        assert all(session.position.stack(space) == colour for space in own_spaces)
        back = update(session, "undo")
        assert (back.setting_up, back.match.seat.person) == (True, True)


def test_the_computer_places_the_rest_for_a_person() -> None:
    session = update(place_barons(setup_session(), 5), "fill")
    assert (session.position.stack(5), session.match.latest.player_to_move) == ("r", 2)
    assert not update(session, "fill").setting_up


def test_an_unfinished_set_up_is_stored_and_restored() -> None:
    game = place_barons(setup_session("pp", "rt"), 5, 9).match
    restored = Match.from_record(KHAN_TSIN, Record.parse(str(game.record)), game.key)
    assert (restored.placed, restored.setting_up, restored.positions) == ((5, 9), True, game.positions)
    for setup in ("5,x", "5,5", "5,99", "7"):
        headers = game.record.headers | {"Setup": setup}
        assert Match.from_record(KHAN_TSIN, replace(game.record, headers=headers)).placed is None


def test_the_set_up_is_drawn_in_every_language() -> None:
    for language in LANGUAGES:
        page = parts_of(update(place_barons(setup_session(), 5), "language", language))
        assert "{" not in page["status"]
        assert 'data-action="fill"' in page["tools"]
        assert page["grid"].count('role="gridcell"') == LENGTH


# The form


def test_the_form_and_the_game_that_follows() -> None:
    session = update(deal_session("pc"), "open", "new")
    for field in ("two_speeds=true", "turning=true", "kind-1=emperor", "kind-2=person", "name-2=Ada"):
        session = update(session, "form", field)
    game = update(session, "start-game", f"4 {DATE}").match
    assert (game.latest.variants, [seat.kind for seat in game.seats]) == ("rt", ["emperor", "person"])
    assert form_from_match(game) == replace(Form(game.seats), two_speeds=True, turning=True)
    by_hand = update(update(session, "form", "layout=hand"), "start-game", f"4 {DATE}").match
    assert by_hand.setting_up, "the computer has placed South's barons, Ada places North's"
    assert by_hand.latest.player_to_move == 2
    assert update(session, "form", "layout=wild").form == session.form


def test_a_rematch_changes_nothing_but_the_layout() -> None:
    session = deal_session("pc", "t")
    rematch = update(session, "rematch", f"9 {DATE}")
    assert (rematch.match.seats, rematch.match.latest.variants) == (session.match.seats, "t")
    assert rematch.match.latest != session.match.latest


# Switching games


def test_importing_a_record_of_the_other_game_switches_the_game() -> None:
    session = page_of(replace(qin_dealt(), language="fr"), address="https://example.org/qin/")
    entered = update(session, "import", str(deal_session().match.record))
    assert (entered.match.ui.name, entered.language) == ("khan-tsin", "fr")
    assert entered.address == "https://example.org/qin/?game=khan-tsin"
    back = update(entered, "import", str(session.match.record))
    assert (back.match.ui.name, back.address) == ("qin", "https://example.org/qin/")
    assert isinstance(back.session, type(session.session))
    assert update(back, "tile", "0").session.tile == 0


@pytest.mark.parametrize("kind", [links.GAME, links.POSITION])
def test_a_link_opens_the_right_game(kind: str) -> None:
    played = play_turn(deal_session("pc", "rt"), Move.parse("2x1>9"))
    text = str(played.match.record) if kind == links.GAME else str(played.match.latest)
    assert update(qin_dealt(), "import", links.write(kind, text)).match.latest == played.match.latest


def test_the_address_names_the_game() -> None:
    assert GAMES.for_query("?game=khan-tsin").name == "khan-tsin"
    assert [GAMES.for_query(search).name for search in ("", "?game=chess", "?x=1&game=qin")] == ["qin"] * 3


def test_the_switch_shows_the_current_game() -> None:
    for session in (qin_dealt(), deal_session()):
        page = parts_of(session)
        assert f'data-value="{session.match.ui.name}" aria-pressed="true"' in page["game-switch"]
        assert page["title"] == game_named(session.match.ui.name).title


def test_each_game_restores_its_own_match() -> None:
    khan_match, qin_match = replace(deal_session("pc").match, key="2000-1"), replace(qin_dealt().match, key="1000-1")
    texts = stored_texts(storage.save_current(qin_match), storage.save_current(khan_match))
    assert storage.load_current(texts, game_named("qin"), GAMES).match == qin_match
    assert storage.load_current(texts, game_named("khan-tsin"), GAMES).match == khan_match
    page = parts_of(replace(page_of(qin_dealt()), dialog="games", saved=(khan_match, qin_match)))
    assert "khan-svg" in page["dialog"]


# Keys


@pytest.mark.parametrize(
    ("key", "start", "target"),
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
def test_arrow_keys_move_along_the_dragon(key: str, start: str, target: str) -> None:
    assert on_board(key, deal_session(), start, "").square == target


def test_jumping_by_typing_a_number() -> None:
    session = deal_session()
    assert on_board("3", session, "20", "") == Pressed(square="3", typed="3")
    assert on_board("6", session, "3", "3") == Pressed(square="36", typed="36")
    assert on_board("7", session, "36", "36") == Pressed(square="7", typed="7"), "no such space: a new number"
    assert on_board("0", session, "20", "") == Pressed()


def test_a_key_typed_in_the_other_game_is_forgotten() -> None:
    typed = press("a", qin_dealt(), "e5", NOTHING_TYPED, 0)[1]
    assert press("1", qin_dealt(), "e5", typed, 100)[0].square == "a1"
    assert press("3", deal_session(), "20", typed, 100)[0] == Pressed(square="3", typed="3")


def test_keys_of_khan_tsin() -> None:
    session = deal_session()
    assert on_page("2", session) == Pressed("near", "2")
    assert update(session, "near", "2").source == 2
    assert update(session, "near", "9") == session
    assert on_board("+", session, "20", "") == Pressed("more", "1")
    assert on_board("Enter", session, "20", "") == Pressed("enter", "20")
    assert [on_page(key, session).action for key in "rfz"] == ["rotate", "flip", "undo"]


# Words and pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_is_described(language: str) -> None:
    session = update(finished_session("pp", "rt", 3), "language", language)
    text = log.log(session)
    assert text.count("<li data-key=") == len(session.match.record.turns)
    assert not re.search(r"\{\w*\}", text)


def test_the_grid_describes_every_space() -> None:
    grid = parts_of(update(deal_session(variants="t"), "square", "2"))["grid"]
    assert grid.count('role="gridcell"') == LENGTH
    assert "2 pairs of claws." in grid
    assert grid.count("You may move its top baron.") == 4
    assert grid.count("They can land here.") == len(update(deal_session(variants="t"), "square", "2").legal_squares)


@pytest.mark.parametrize("name", RULE_PICTURES)
def test_the_pictures_of_the_help_show_their_rule(name: str) -> None:
    picture = RULE_PICTURES[name]
    position = position_of(picture)
    refusal = position.why_not(picture.move) if picture.move else None
    assert refusal == {"higher": "not-higher", "harmony": "harmony"}.get(name)
    if name == "emperor":
        assert position.play(picture.move).winners() == (1,)


def test_drawing_a_whole_game_never_fails() -> None:
    session = finished_session("pc", "rt", 8)
    for ply in range(0, len(session.match.positions), 3):
        page = parts_of(update(replace(page_of(session), dialog=""), "go-to-turn", str(ply)))
        assert page["board"].startswith("<svg")


def test_random_actions_never_break_the_page() -> None:
    rng = random.Random(5)
    session: Session = setup_session("pp", "rt")
    for number in range(1500):
        page = "".join(parts_of(session).values()) if number % 10 == 0 else ""
        buttons = re.findall(r'<button[^>]*data-action="([\w-]+)"(?: data-value="([^"]*)")?', page)
        action, value = rng.choice(
            [
                *[("square", str(rng.randint(1, LENGTH)))] * 4,
                ("point", str(rng.randint(1, LENGTH))),
                ("near", str(rng.randint(0, 5))),
                ("take", str(rng.randint(0, 9))),
                *[(name, "") for name in ("rotate", "flip", "place", "back", "undo", "redo", "replay-since", "tick")],
                ("more", rng.choice(["1", "-1"])),
                ("language", rng.choice(LANGUAGES)),
                *[(action, value) for action, value in buttons if action not in APP_ACTIONS],
            ]
        )
        session = update(session, action, value)
        assert session.match.latest == session.match.record.end()


# AI tasks


def test_the_think_task_uses_khan_tsins_levels() -> None:
    position = deal_session().position
    main.start_task("think", json.dumps(["khan-tsin", str(position), LEVELS[1], 7]))
    result, done = json.loads(main.continue_task(60_000))
    assert done
    assert result["ranked"][0][0] == str(player.choose(position, 2, 7))


def test_hints_can_be_tried() -> None:
    session = deal_session(variants="r")
    ranked = list(player.rank(session.position, 2))
    hinted = show_hints(session, starmap(Hint, ranked))
    page = parts_of(hinted)
    assert page["hints"].count("<li") == len(ranked) == page["board"].count("data-hint=")
    for move, _ in ranked:
        assert update(hinted, "try", str(move)).ghost == move
    assert update(hinted, "try", "pass") == hinted


def test_hints_lead_to_different_stacks_and_their_chances_fall() -> None:
    for seed in range(3):
        position = Position.deal(seed=seed)
        main.start_task("hint", json.dumps(["khan-tsin", str(position), LEVELS[2], 7]))
        result, done = json.loads(main.continue_task(60_000))
        assert done
        moves, chances = (
            [Move.parse(text) for text, *_ in result["ranked"]],
            [ranked_move[1] for ranked_move in result["ranked"]],
        )
        assert len({move.target for move in moves}) == len(moves) > 1
        assert chances == sorted(chances, reverse=True)


def test_no_hint_has_a_higher_chance_than_a_better_one() -> None:
    assert monotone([("a", 0.53), ("b", 0.55), ("c", 0.5)]) == [("a", 0.53), ("b", 0.53), ("c", 0.5)]


def test_the_page_shows_while_the_number_of_barons_can_be_chosen() -> None:
    session = session_at(position_with_stacks({2: "rb", 5: "r", 8: "b", 10: "w"}))
    assert session.appearance().data["picking"] == ""
    picked = update(session, "square", "2")
    assert khan_view.hand(picked)
    assert picked.appearance().data["picking"] == "yes"
    higher = session_at(position_with_stacks({2: "rbw", 5: "rb", 8: "b", 10: "w"}))
    sentence = update(update(update(higher, "square", "2"), "take", "1"), "square", "5")
    assert sentence.appearance().data["picking"] == "explained", "the refusal is shown first"
    alone = update(session, "square", "5")
    assert not khan_view.hand(alone)
    assert alone.appearance().data["picking"] == ""
    assert setup_session().appearance().data["picking"] == "explained", "a short page says which baron to set up next"


def test_analysis_finds_a_missed_win() -> None:
    start = position_with_stacks({2: "rbw", 5: "rbwrbw", 8: "b", 10: "w", 12: "r"})
    session = play_turn(session_at(start, "pp"), Move.parse("2x1>5"))
    main.start_task("analyse", json.dumps(["khan-tsin", str(session.match.record)]))
    result, done = json.loads(main.continue_task(60_000))
    assert done
    assert result["turns"][0]["best"] == "2x3>5"
    assert result["turns"][0]["cost"] > 0.2
    page = parts_of(show_analysis_result(session, result))
    assert "−" in page["log"]


def test_games_are_found_by_name_and_position() -> None:
    for name, title in [(game.name, game.title) for game in GAMES]:
        assert (game_named(name).name, game_named(name).title) == (name, title)
        position = new_session(game_named(name), "en", 1, DATE).position
        assert GAMES.for_line(str(position)) is game_named(name)


def test_new_sessions_of_every_game() -> None:
    for name in [game.name for game in GAMES]:
        session = new_session(game_named(name), "en", 1, DATE)
        assert session.match.ui.name == name
        assert [seat.person for seat in session.match.seats] == [True, False]
        assert all(action.__doc__ for action in page_actions(game_named(name)).values())


def test_a_position_of_khan_tsin_has_no_hidden_parts() -> None:
    session = update(with_move(deal_session(), Move.parse("2x1>9")), "open", "share")
    assert str(session.position) in parts_of(session)["dialog"]
    assert Position.parse(str(session.visible_position)) == session.position
