"""Embedded boards: attributes, permissions, events."""

import html
import re
from typing import Any

import pytest

from engine.apps.board import Board
from engine.apps.board_app import BoardApp
from engine.games.qin.match import LEVELS
from engine.lessons import texts_of
from engine.main import GAMES, LESSONS
from engine.protocol import DispatchEvent, OpenBoard
from engine.session import links
from engine.words import LANGUAGES, explain_all
from qin_core.common.errors import ParseError
from tests.engine_qin import JOINS, finished_session


def open_board(**attributes: str) -> Board:
    return Board.open(attributes, seed=3, games=GAMES)


def run_actions(board: Board, *actions: str) -> Board:
    """Run actions, each a name and a value."""
    for action in actions:
        board = board.act(*action.split(" ", 1))
    return board


def events_named(board: Board, name: str) -> list[dict[str, Any]]:
    return [
        dict(report.detail) for report in board.reports if isinstance(report, DispatchEvent) and report.name == name
    ]


def computer_is_thinking(board: Board) -> bool:
    """Return whether a computer is to move and may think."""
    return board.may_think and board.session.computer_to_move


def place_first_tile(board: Board) -> Board:
    """Place the first tile that fits, like a user."""
    for number in "012":
        picked = board.act("tile", number)
        if picked.session.legal_squares:
            return run_actions(picked, f"square {min(picked.session.legal_squares)}", "place")
    raise AssertionError("no tile can be placed")


def test_without_a_position_a_match_against_the_computer_starts() -> None:
    board = open_board(level="5")
    assert [seat.kind for seat in board.session.match.seats].count(LEVELS[4]) == 1
    assert board.session.match.seat.person
    assert not computer_is_thinking(board)
    after = place_first_tile(board)
    assert computer_is_thinking(after)
    (event,) = events_named(after, "qin-move")
    assert event["position"] == str(after.session.match.latest)
    assert event["player"] == board.session.match.latest.player_to_move


def test_moves_on_a_position_must_be_allowed() -> None:
    board = open_board(position=JOINS)
    assert run_actions(board, "tile 0", "square c4", "place").session.match.record.turns == ()
    parts = board.act("point", "b3").parts()
    assert parts["hand"] == parts["tools"] == parts["players"] == ""
    assert "b3" in parts["status"]
    assert "Green" in board.parts()["status"]
    assert place_first_tile(open_board(position=JOINS, move="anybody")).session.match.record.turns


def test_a_refusal_is_reported_for_a_click_but_not_for_pointing() -> None:
    board = open_board(position=JOINS, move="anybody").act("tile", "0")
    assert not events_named(board.act("point", "d3"), "qin-refused")
    (refused,) = events_named(board.act("square", "d3"), "qin-refused")
    assert refused["reason"] == "tied-merge"
    assert set(refused["squares"]) >= {"b3", "e3"}
    assert refused["words"]


def test_scripts_can_play_even_if_users_may_not() -> None:
    board = open_board(position=JOINS)
    move = board.state()["moves"][0]
    played = board.play(move)
    assert played.state()["turns"] == [move]
    assert played.state()["refused"] is None
    assert events_named(played, "qin-move")[0]["move"] == move


@pytest.mark.parametrize(("move", "reason"), [("rd3yd2", "tied-merge"), ("<b>", "malformed"), ("rr9", "malformed")])
def test_an_illegal_move_by_a_script_changes_nothing(move: str, reason: str) -> None:
    board = open_board(position=JOINS).play(move)
    assert board.state()["turns"] == []
    assert board.state()["refused"]["reason"] == reason
    assert board.state()["refused"]["words"]


def test_every_move_can_be_undone() -> None:
    board = open_board(position=JOINS, move="anybody")
    for _ in range(3):
        board = place_first_tile(board)
    for _ in range(3):
        board = board.act("undo")
    assert board.state()["turns"] == []
    assert board.reports == ()


def test_the_end_is_reported_and_the_board_can_restart() -> None:
    record = finished_session("pp").match.record
    board = open_board(record=str(record.cut(len(record.turns) - 1)), move="anybody")
    over = board.play(str(record.turns[-1].move))
    assert events_named(over, "qin-end") == [{"winners": list(record.end().winners() or ())}]
    assert 'data-action="again"' in over.parts()["tools"]
    assert over.act("again").session.match.record == board.session.match.record


def test_a_record_can_be_replayed() -> None:
    board = open_board(record=links.write("game", str(finished_session().match.record)))
    assert board.parts()["replay"]
    assert board.parts()["players"]
    first = board.act("go-to-turn", "0")
    assert first.session.ply == 0
    assert "to move" in first.parts()["status"]
    assert not computer_is_thinking(first)


def test_seats_can_be_listed() -> None:
    board = open_board(position=JOINS, move="anybody", players="adept, person")
    assert [seat.kind for seat in board.session.match.seats] == ["adept", "person"]
    assert computer_is_thinking(board)


@pytest.mark.parametrize(
    "attributes",
    [
        {"position": "<script>alert(1)</script>"},
        {"position": JOINS, "move": "everybody"},
        {"position": JOINS, "players": "person"},
        {"level": "99"},
        {"level": "²"},
        {"game": "chess"},
        {"lesson": "no-such"},
        {"puzzle": "0"},
        {"coordinates": "maybe"},
        {"record": "#game=AAAA"},
        {"record": "x" * 200_000},
        {"position": ""},
    ],
)
def test_problems_are_explained_in_every_language(attributes: dict[str, str]) -> None:
    with pytest.raises(ParseError):
        open_board(**attributes)
    apps = [BoardApp.open(OpenBoard(attributes | {"language": language}, 3), 0.0, GAMES) for language in LANGUAGES]
    assert [app.board for app in apps] == [None] * len(LANGUAGES)
    messages = {app.problems for app in apps}
    assert len(messages) == len(LANGUAGES)
    assert all(len(lines) >= 2 for lines in messages)


def test_all_problems_are_listed() -> None:
    with pytest.raises(ParseError) as raised:
        open_board(position="?", move="x", coordinates="y")
    assert len(raised.value.problems) >= 3


def test_languages_and_coordinates() -> None:
    board = open_board(position=JOINS, language="de", coordinates="off")
    assert "am Zug" in board.parts()["status"]
    assert not board.session.settings.coordinates


def test_khan_tsin_is_played_the_same_way() -> None:
    board = open_board(game="khan-tsin", level="1")
    assert board.state()["game"] == "khan-tsin"
    line = board.state()["position"]
    second = open_board(position=line, move="anybody")
    assert second.state()["game"] == "khan-tsin"
    refused_board = run_actions(second, "point 30", "square 30")
    (refused,) = events_named(refused_board, "qin-refused")
    assert (refused["reason"], refused["squares"][0]) == ("not-near", "30")
    assert refused_board.parts()["status"].partition("<span")[0].rstrip() == html.escape(refused["words"])
    played = second.play(second.state()["moves"][0])
    assert events_named(played, "qin-move")[0]["player"] == 1
    assert computer_is_thinking(board.play(board.state()["moves"][0]))


# Lessons


def test_a_solved_lesson_praises_and_reports_it() -> None:
    board = open_board(lesson="two-at-once")
    assert '<span class="lesson-task">Found two provinces with one tile.</span>' in board.parts()["task"]
    solved = board.play("rd3yc3")
    assert events_named(solved, "qin-goal") == [{"lesson": "two-at-once", "move": "rd3yc3"}]
    assert "Two provinces, two pagodas" in solved.parts()["status"]
    assert solved.parts()["hand"] == ""
    assert 'class="player p1 on-turn"' in solved.parts()["players"], "it is still the solver's turn"
    assert run_actions(solved, "tile 0").session is solved.session
    assert solved.act("again").parts() == board.parts()


@pytest.mark.parametrize("name", ["two-at-once", *LESSONS.names("qin", "puzzle")[:3]])
def test_moves_in_lessons_and_puzzles_are_graded(name: str) -> None:
    board = open_board(lesson=name)
    (first, *_) = LESSONS.lesson(name).solution
    grades = [move.get("result") for move in events_named(board.play(first), "qin-move")]
    assert grades in (["correct"], ["correct", None]), "with the reply, if there is one"
    boards = [board.play(move) for move in board.state()["moves"]]
    wrong = [after for after in boards if after.attempt and after.attempt.failed]
    assert wrong
    assert [move["result"] for after in wrong for move in events_named(after, "qin-move")] == ["wrong"] * len(wrong)
    assert {move["result"] for move in events_named(board.act("solution"), "qin-move")} == {"shown"}


def test_moves_outside_lessons_are_not_graded() -> None:
    board = open_board(position=JOINS)
    assert "result" not in events_named(board.play(board.state()["moves"][0]), "qin-move")[0]


def test_a_lesson_addresses_the_solver_before_and_after_a_move() -> None:
    staged = open_board(lesson="two-at-once").act("try", "rd3yc3")
    assert "You\u00a0+2. You found a red and a yellow province!" in staged.parts()["status"]
    assert "Green" in staged.parts()["players"], "the seat keeps its name"


TASKS = [
    *(("puzzle", name) for name in LESSONS.names("qin", "puzzle")[:8]),
    *(("lesson", name) for name in ("found", "village", "grow", "major", "conquer", "absorb", "last-pagoda")),
]


@pytest.mark.parametrize(("kind", "name"), TASKS)
def test_lessons_and_puzzles_do_not_mark_the_best_squares(kind: str, name: str) -> None:
    board = open_board(**{kind: name})
    for number in range(len(board.session.hand)):  # type: ignore[attr-defined]
        parts = board.act("pick-up", str(number)).parts()
        assert 'class="legal"' in parts["board"] or number
        assert 'class="gain"' not in parts["board"]
        assert "big dots" not in parts["status"]


def test_a_lesson_explains_a_wrong_attempt_and_can_restart() -> None:
    board = open_board(lesson="two-at-once")
    wrong = next(move for move in board.state()["moves"] if not board.play(move).attempt.reached)  # type: ignore[union-attr]
    attempted = board.play(wrong)
    assert not events_named(attempted, "qin-goal")
    assert attempted.parts()["status"] != board.parts()["status"]
    assert 'data-action="again"' in attempted.parts()["tools"]
    assert run_actions(attempted, "undo", "tile 0").session.match is attempted.session.match
    assert attempted.act("again").state()["turns"] == []


def test_a_lesson_explains_a_refusal() -> None:
    board = open_board(lesson="two-at-once").act("tile", "0").act("square", "a1")
    assert events_named(board, "qin-refused")
    assert "Try something else." in board.parts()["status"]
    assert "<strong>" not in board.act("back").parts()["status"]


def test_the_goal_of_a_lesson_may_be_a_refusal() -> None:
    name = "corner"
    board = open_board(lesson=name)
    solution = board.act("solution")
    assert not events_named(solution, "qin-goal")
    assert solution.session.refusal
    (move,) = LESSONS.lesson(name).solution
    first = move[1:3]
    rotated = (run_actions(board, "tile 0", *["rotate"] * count, f"square {first}") for count in range(4))
    assert any(events_named(attempt, "qin-goal") for attempt in rotated)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_can_be_opened_and_shows_its_solution(language: str) -> None:
    for name in LESSONS.names():
        board = open_board(lesson=name, language=language)
        texts, task_html = texts_of(LESSONS.lesson(name), language), board.parts()["task"]
        assert all(html.escape(text) in task_html for text in (texts.title, texts.text, texts.task))
        if board.attempt and not board.attempt.guided:
            assert html.escape(texts.done) in board.act("solution").parts()["status"]


def test_puzzles_are_numbered_by_game() -> None:
    assert open_board(game="khan-tsin", puzzle="1").session.match.ui.name == "khan-tsin"
    assert open_board(puzzle="1").session.match.ui.name == "qin"


def test_a_refusal_by_a_script_names_the_squares() -> None:
    refused = open_board(position=JOINS).play("ra1ya2").state()["refused"]
    assert refused["squares"] == ["b3"]
    assert "a1, a2" in refused["words"]


def test_a_link_to_a_map_starts_a_match_on_it() -> None:
    board = open_board(position="https://a.example/#" + links.write("map", "R.....\n......\n.....Y\nB.....")[1:])
    assert str(board.session.match.latest).startswith("map:R...../....../.....Y/B.....")
    assert (
        open_board(map="R...../....../.....Y/B.....", players="person person novice").state()["position"].count("|")
        == 5
    )


def test_changing_display_options_does_not_change_the_match() -> None:
    board = place_first_tile(open_board(position=JOINS, move="anybody"))
    restyled = board.set_options({"language": "de", "coordinates": "off"})
    assert restyled.state()["turns"] == board.state()["turns"]
    assert "Grün" in restyled.parts()["players"]
    assert restyled.act("again").session.language == "de"
    with pytest.raises(ParseError):
        board.set_options({"language": "de", "coordinates": "maybe"})


def test_a_record_starts_at_a_turn_and_shows_its_comments() -> None:
    record = finished_session("pc").match.record
    lines = str(record).split("\n")
    second = next(number for number, line in enumerate(lines) if line.startswith("2. "))
    lines[second] += " {Look <here>}"
    board = open_board(record="\n".join(lines), at="2", home="https://a.example/")
    assert board.session.ply == 2
    assert "<span>Look &lt;here&gt;" in board.parts()["status"]
    assert "<span>Look" not in board.act("step", "1").parts()["status"]
    assert 'href="https://a.example/#game=' in board.parts()["replay"]
    first = open_board(record="\n".join(lines), at="first", move="anybody")
    assert first.session.ply == 0
    assert re.search('class="primary" data-action="step" data-value="1"[^>]*>Next<', first.parts()["tools"])
    assert open_board(record="\n".join(lines), autoplay="").session.replaying
    with pytest.raises(ParseError):
        open_board(record="\n".join(lines), at="half")


def test_variations_in_comments_can_be_replayed() -> None:
    record = finished_session("pc").match.record
    before, played = record.positions()[1], str(record.turns[1].move)
    alternative = next(str(move) for move in before.moves() if str(move) != played)
    answer = str(before.play(alternative).moves()[0])
    lines = str(record).split("\n")
    second = next(number for number, line in enumerate(lines) if line.startswith("2. "))
    lines[second] += f" {{Better ({alternative} {answer}) (or so), not (rz9yz9) or ({answer} {answer} {alternative})}}"
    board = open_board(record="\n".join(lines), at="2", move="nobody")
    status = board.parts()["status"]
    assert status.count('data-action="variation"') == 1
    assert f">{alternative} {answer}</button>) (or so), not (<del title" in status
    assert status.count("these moves can’t be made here") == 2, "invalid moves in a comment are marked for the author"
    variation = board.act("variation", "0")
    assert variation.session.replaying
    assert variation.session.ply == 1
    assert [str(turn.move) for turn in variation.session.match.record.turns][1:] == [alternative, answer]
    assert variation.reports == ()
    assert 'data-action="main-line"' in variation.parts()["status"]
    assert variation.set_options({"language": "fr"}).act("main-line").session.language == "fr"
    back = variation.act("main-line")
    assert back.session == board.session
    assert 'data-action="main-line"' not in back.parts()["status"]
    assert board.act("variation", "1").session == board.session
    assert board.act("variation", "x").session == board.session
    assert board.act("main-line").session == board.session


def test_variations_of_a_record_can_be_replayed() -> None:
    record = finished_session("pc").match.record
    before, played = record.positions()[1], str(record.turns[1].move)
    alternative = next(str(move) for move in before.moves() if str(move) != played)
    line = record.cut(1).add(alternative)
    with_variation = record.add_variation(line.add(line.end().moves()[0], comment="then"))
    board = open_board(record=str(with_variation), at="2", move="nobody")
    answer = str(line.end().moves()[0])
    assert f">{alternative} {answer}</button>)" in board.parts()["status"]
    variation = board.act("variation", "0")
    assert [str(turn.move) for turn in variation.session.match.record.turns][1:] == [alternative, answer]
    assert variation.act("main-line").session == board.session
    assert board.session.match.record == with_variation


LESSON_FILE = """game: qin
position: map:......./.R...../......./....... 7/1r5/7/7 - - 1 ry,yy|rr,bb -
goal: event found
solution: rc3yd3

[en]
title: Mine
text: A lesson of my own.
task: Found a province.
done: Well done.
"""


def test_custom_lessons_can_be_used_and_their_problems_have_lines() -> None:
    board = open_board(lesson="https://a.example/mine.lesson", **{"lesson-text": LESSON_FILE})
    assert board.parts()["task"].endswith('<span class="lesson-task">Found a province.</span>')
    assert events_named(board.play("rc3yd3"), "qin-goal") == [{"lesson": "mine", "move": "rc3yd3"}]
    for text, line in (
        (LESSON_FILE.replace("event found", "fly"), 3),
        (LESSON_FILE.replace("task", "tusk"), 9),
        (LESSON_FILE + "odd", 11),
    ):
        with pytest.raises(ParseError) as raised:
            open_board(lesson="mine.lesson", **{"lesson-text": text})
        assert f"lesson {line}" in [fault.field for fault in raised.value.problems]
        messages = {tuple(explain_all(language, raised.value.problems)) for language in LANGUAGES}
        assert len(messages) == len(LANGUAGES)
    with pytest.raises(ParseError):
        open_board(lesson="mine.lesson", **{"lesson-text": ""})
    with pytest.raises(ParseError):
        open_board(**{"lesson-text": LESSON_FILE.partition("[en]")[0]})


def test_nothing_is_marked_as_movable_after_the_answer() -> None:
    board = open_board(lesson="khan-take")
    assert 'class="origins"' in board.parts()["board"]
    solved = board.play(LESSONS.lesson("khan-take").solution[0])
    assert solved.attempt
    assert solved.attempt.closed
    assert 'class="origins"' not in solved.parts()["board"]
    assert "data-draggable" not in solved.parts()["squares"]
