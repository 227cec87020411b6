"""Boards in other people's pages: what the attributes mean, who may do what, what is reported."""

from typing import Any

import pytest
from ui_playing import JOINS, finished

from qin_core.errors import FaultyText
from ui import links
from ui.embedded import Embedded, complaint
from ui.words import LANGUAGES


def opened(**attributes: str) -> Embedded:
    return Embedded.open(attributes, seed=3)


def acted(board: Embedded, *actions: str) -> Embedded:
    """Do actions, each a name and a value."""
    for action in actions:
        board = board.act(*action.split(" ", 1))
    return board


def reported(board: Embedded, name: str) -> list[dict[str, Any]]:
    return [report.detail for report in board.reports if report.name == name]


def placed(board: Embedded) -> Embedded:
    """Place the first tile that fits somewhere, as a reader would."""
    for number in "012":
        picked = board.act("tile", number)
        if picked.model.lit:
            return acted(picked, f"square {min(picked.model.lit)}", "place")
    raise AssertionError("no tile can be placed")


def test_without_a_position_a_game_begins_against_the_computer() -> None:
    board = opened(level="5")
    assert [seat.kind for seat in board.model.game.seats].count("master") == 1
    assert board.model.game.seat.person
    assert not board.waits_for_computer
    after = placed(board)
    assert after.waits_for_computer
    (made,) = reported(after, "qin-move")
    assert made["position"] == str(after.model.game.now)
    assert made["player"] == board.model.game.now.mover


def test_nobody_moves_on_a_position_unless_the_page_says_so() -> None:
    board = opened(position=JOINS)
    assert acted(board, "tile 0", "square c4", "place").model.game.record.turns == ()
    parts = board.act("point", "b3").parts()
    assert parts["hand"] == parts["tools"] == parts["players"] == ""
    assert "b3" in parts["status"]
    assert "Green" in board.parts()["status"]
    assert placed(opened(position=JOINS, move="anybody")).model.game.record.turns


def test_a_refusal_is_reported_when_a_square_is_meant_not_when_it_is_passed_over() -> None:
    board = opened(position=JOINS, move="anybody").act("tile", "0")
    assert not reported(board.act("point", "d3"), "qin-refused")
    (refused,) = reported(board.act("square", "d3"), "qin-refused")
    assert refused["reason"] == "tied-merge"
    assert set(refused["squares"]) >= {"b3", "e3"}
    assert refused["words"]


def test_scripts_of_the_page_play_even_where_nobody_moves() -> None:
    board = opened(position=JOINS)
    move = board.state()["moves"][0]
    played = board.play(move)
    assert played.state()["turns"] == [move]
    assert played.state()["refused"] is None
    assert reported(played, "qin-move")[0]["move"] == move


@pytest.mark.parametrize(("move", "reason"), [("rd3yd2", "tied-merge"), ("<b>", "malformed"), ("rr9", "malformed")])
def test_a_forbidden_move_of_a_script_changes_nothing(move: str, reason: str) -> None:
    board = opened(position=JOINS).play(move)
    assert board.state()["turns"] == []
    assert board.state()["refused"]["reason"] == reason
    assert board.state()["refused"]["words"]


def test_every_move_can_be_taken_back() -> None:
    board = opened(position=JOINS, move="anybody")
    for _ in range(3):
        board = placed(board)
    for _ in range(3):
        board = board.act("undo")
    assert board.state()["turns"] == []
    assert board.reports == ()


def test_the_end_is_reported_and_the_board_can_begin_again() -> None:
    record = finished("pp").game.record
    board = opened(record=str(record.cut(len(record.turns) - 1)), move="anybody")
    over = board.play(str(record.turns[-1].move))
    assert reported(over, "qin-end") == [{"winners": list(record.end().winners() or ())}]
    assert 'data-action="again"' in over.parts()["tools"]
    assert over.act("again").model.game.record == board.model.game.record


def test_a_record_is_looked_through() -> None:
    board = opened(record=links.write("game", str(finished().game.record)))
    assert board.parts()["replay"]
    assert board.parts()["players"]
    first = board.act("look", "0")
    assert first.model.shown == 0
    assert "to move" in first.parts()["status"]
    assert not first.waits_for_computer


def test_seats_one_by_one() -> None:
    board = opened(position=JOINS, move="anybody", players="adept, person")
    assert [seat.kind for seat in board.model.game.seats] == ["adept", "person"]
    assert board.waits_for_computer


@pytest.mark.parametrize(
    "attributes",
    [
        {"position": "<script>alert(1)</script>"},
        {"position": JOINS, "move": "everybody"},
        {"position": JOINS, "players": "person"},
        {"level": "99"},
        {"level": "²"},
        {"game": "chess"},
        {"coordinates": "maybe"},
        {"record": "#game=AAAA"},
        {"record": "x" * 200_000},
        {"position": ""},
    ],
)
def test_faults_are_named_in_every_language(attributes: dict[str, str]) -> None:
    with pytest.raises(FaultyText) as caught:
        opened(**attributes)
    told = {tuple(complaint(language, caught.value)) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert all(len(lines) >= 2 for lines in told)


def test_all_faults_are_found_at_once() -> None:
    with pytest.raises(FaultyText) as caught:
        opened(position="?", move="x", coordinates="y")
    assert len(caught.value.faults) >= 3


def test_languages_and_coordinates() -> None:
    board = opened(position=JOINS, language="de", coordinates="off")
    assert "am Zug" in board.parts()["status"]
    assert not board.model.settings.coordinates
