"""The editor: strokes, undo, tiles, import and export, keys, drafts."""

import base64
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from engine.actions import Pressed
from engine.apps.board import Board as EmbeddedBoard
from engine.apps.editor import model as drafts
from engine.apps.editor import view as editing
from engine.apps.editor.dialogs import TEXT_EXPORTS, file_name
from engine.apps.editor.model import Draft, Editor, solution
from engine.apps.editor.update import press, update
from engine.apps.editor.view import DIALOGS
from engine.games.khan_tsin.editor import KhanEditor
from engine.games.qin.editor import POSITION, QinEditor
from engine.games.qin.painting import MAP
from engine.games.qin.sketch import Sketch
from engine.html import Note
from engine.lessons import texts_of
from engine.lessons.lesson_file import Lesson, parse
from engine.main import GAMES, LESSONS
from engine.protocol import Key
from engine.session import Preview, links
from engine.words import LANGUAGES, say
from qin_core import khan_tsin
from qin_core.qin import Board, Position
from tests.engine_actions import game_named, page_of, parts_of
from tests.engine_actions import update as play
from tests.engine_qin import deal_session

FOLDER = Path(__file__).parent.parent / "web" / "lessons"
RECORD = (Path(__file__).parent / "khan_tsin" / "games" / "plain-1.khan").read_text("utf-8")
MEADOW = Editor.new(GAMES, site="https://example.org/qin/").with_draft(
    Draft.of(game_named("qin"), QinEditor(Sketch.empty(("......", ".R..a.", "......", "......"))))
)
MEADOW = update(MEADOW, "mode", POSITION)
DRAGON = update(Editor.new(GAMES, site="https://example.org/qin/"), "tab", "khan-tsin position")
MAX_BUTTON_LENGTH = 26
"""The number of letters that fit on a button."""


def run_actions(editor: Editor, *steps: str) -> Editor:
    """Run actions, each a name and a value."""
    for step in steps:
        action, _, value = step.partition(" ")
        editor = update(editor, action, value)
    return editor


def problem_codes(editor: Editor) -> list[str]:
    return [located.problem.code for located in editor.problems]


def position_line(editor: Editor) -> str:
    """Return the position line: in Qin board, spaces, owners, holders, player to move, hands, piles."""
    return editor.sketch.line


def sketch(editor: Editor) -> Sketch:
    """Return Qin's sketch in the editor."""
    assert isinstance(editor.sketch, QinEditor)
    return editor.sketch.sketch


def stack_text(editor: Editor) -> str:
    """Return the stacks that aren't empty as text."""
    assert isinstance(editor.sketch, KhanEditor)
    return " ".join(f"{space}{stack}" for space, stack in enumerate(editor.sketch.stacks, 1) if stack)


# Strokes, undo and redo


def test_a_stroke_is_one_edit() -> None:
    editor = run_actions(MEADOW, "brush y", "paint-start a1", "paint c1", "paint d1", "paint-end")
    assert " 6/1r4/6/4" not in position_line(editor)
    assert position_line(editor).split(" ")[1:3] == ["6/1r4/6/yyyy2", "a1=1"]
    assert len(editor.draft.past) == 1
    undone = run_actions(editor, "undo")
    assert undone.sketch == MEADOW.sketch
    assert run_actions(undone, "redo").sketch == editor.sketch
    assert run_actions(undone, "brush b", "dab a1", "redo").sketch != editor.sketch, (
        "a new edit clears the redo history"
    )


def test_a_stroke_that_begins_on_its_own_colour_erases() -> None:
    editor = run_actions(
        MEADOW, "brush y", "paint-start a1", "paint d1", "paint-end", "paint-start b1", "paint c1", "paint-end"
    )
    assert position_line(editor).split(" ")[1] == "6/1r4/6/y2y2"


def test_an_action_without_effect_is_not_an_edit() -> None:
    assert run_actions(MEADOW, "brush y", "dab b3").draft.past == ()
    assert run_actions(MEADOW, "undo") == MEADOW
    assert run_actions(MEADOW, "redo") == MEADOW


def test_the_status_line_says_why_a_pagoda_or_a_colour_is_refused() -> None:
    def status(*steps: str) -> str:
        return editing.page(run_actions(MEADOW, *steps), ["status"])["status"]

    for square in ("c1", "b3"):
        assert "a village or a province" in status("brush pagoda", f"dab {square}")
    assert "<strong>" not in status("brush pagoda", "dab e3")
    assert "<strong>" not in status("brush r", "dab c3", "brush pagoda", "dab b3")
    assert "Only grassland" in status("brush r", "dab e3")
    assert "Only grassland" in status("brush y", "dab b3"), "a start space keeps its colour"
    assert "<strong>" not in status("brush y", "dab c1")


def test_a_pagoda_stroke_toggles_villages() -> None:
    editor = run_actions(MEADOW, "brush pagoda", "player 2", "paint-start e3", "paint d3", "paint e3", "paint-end")
    assert sketch(editor).holders == (("a", 2),)


# Players, tiles and the map


def test_changing_the_number_of_players() -> None:
    four = run_actions(MEADOW, "form players=4", "player 4", "brush r", "dab c3", "give 3 e3")
    assert position_line(four).split(" ")[2:6] == ["b3=4", "a=3", "1", "?3|?3|?3|?3"]
    assert problem_codes(four) == []
    two = run_actions(four, "form mover=4", "form players=2")
    assert (sketch(two).player_to_move, two.tools.player) == (2, 2)
    assert problem_codes(two) == ["no-such-player", "no-such-player"]
    assert {square for problem in two.problems for square in problem.squares} == {"b3", "c3", "e3"}
    assert problem_codes(run_actions(two, "give 1 b3", "give 2 e3")) == []


def test_hands_have_at_most_three_tiles() -> None:
    editor = run_actions(MEADOW, "form take-1=0", "form take-1=0", "form put-1=yb", "form put-1=rr", "form put-1=rr")
    assert sketch(editor).hands[0] == ("rr", "yb", "?")
    assert position_line(editor).split(" ")[5] == "rr,yb,?1|?3"
    assert problem_codes(editor) == []


def test_problems_of_piles_are_reported() -> None:
    assert problem_codes(run_actions(MEADOW, "form pile-text=" + "ry" * 13)) == ["too-many-of-a-kind"]
    assert problem_codes(run_actions(MEADOW, "form pile-text=abc")) == ["malformed"]
    assert position_line(run_actions(MEADOW, "form pile-text= r r y y ")).endswith(" rryy")
    assert position_line(run_actions(MEADOW, "form piles=none")).endswith(" -")
    assert position_line(run_actions(MEADOW, "form piles=none", "form piles=rest")) == position_line(MEADOW)


def test_choosing_a_board() -> None:
    assert sketch(run_actions(MEADOW, "form board=lion")).board_name == "lion"
    custom = run_actions(Editor.new(GAMES), "form board=map")
    assert (sketch(custom).board_name[:3], custom.tools.mode, problem_codes(custom)) == (MAP, MAP, ["no-start-space"])
    assert problem_codes(run_actions(custom, "brush R", "dab g7")) == []
    assert sketch(run_actions(custom, "form width=26", "form height=4")).terrain == ("." * 26,) * 4
    assert run_actions(custom, "form width=27", "form height=3", "form width=x") == custom


def test_clearing_the_board() -> None:
    editor = run_actions(MEADOW, "brush y", "dab a1")
    assert run_actions(editor, "clear").sketch == MEADOW.sketch
    assert "R" not in "".join(sketch(run_actions(editor, "mode map", "clear")).terrain)


# Texts


def test_importing_a_text_can_be_undone() -> None:
    start = str(Position.deal("lion", 3, seed=2))
    editor = run_actions(replace(Editor.new(GAMES), dialog="open"), f"import {start}")
    assert (position_line(editor), editor.dialog, editor.tools.mode) == (start, "", POSITION)
    assert sketch(run_actions(editor, "undo")).board_name == "bird"
    assert run_actions(Editor.new(GAMES), "import ....\n.R..\n....\n....").tools.mode == MAP


def test_a_failed_import_is_explained_in_the_dialog() -> None:
    editor = run_actions(Editor.new(GAMES), "open open", "import <b>x</b>")
    assert editor.dialog == "open"
    for language in LANGUAGES:
        page = editing.page(update(editor, "language", language))["dialog"]
        assert "<b>x" not in page
        assert 'role="alert" class="note">' in page
    assert run_actions(editor, "dismiss-note").note is None


# Export


READY = run_actions(MEADOW, "brush r", "dab c3", "give 2 e3")


def export_text(name: str, editor: Editor = READY) -> str:
    return TEXT_EXPORTS[name].write(editor)


def test_every_export_can_be_parsed() -> None:
    position = Position.parse(position_line(READY))
    assert export_text("line") == str(position)
    assert links.unwrap(export_text("link")) == (links.POSITION, str(position))
    assert Board.parse(export_text("board")).rows == sketch(READY).terrain
    assert ET.fromstring(export_text("svg")).get("width") == "1200"


def test_the_snippet_contains_the_position_and_its_picture() -> None:
    text = export_text("snippet")
    assert 'src="https://example.org/qin/qin-embed.js"' in text
    assert unescape(re.search('position="([^"]*)"', text)[1]) == position_line(READY)  # type: ignore[index]
    picture = base64.b64decode(re.search(r"<img [^>]*base64,([^\"]+)", text)[1])  # type: ignore[index]
    assert ET.fromstring(picture).tag.endswith("svg")


@pytest.mark.parametrize("goal", QinEditor.goals)
def test_every_goal_gives_a_lesson(goal: str) -> None:
    start = {
        "expand": "map:......./.R...../......./....... 7/1rr4/7/7 b3=1 - 1 ry|bb -",
        "major": "map:......./.R...../......./....... 7/1rrr3/7/7 b3=1 - 1 rr|bb -",
        "absorb": "map:......./.R...../......./....... 7/1rrr1rr/7/7 b3=1,f3=2 - 1 ry|bb -",
        "connect": "map:......./.R...../..a..../....... 7/1r5/7/7 - - 1 rb|bb -",
        "conquer": "map:RY~~/..~~/aB.~/R.~~ ry2/4/1bb1/rr2 a1=1,b2=2 a=2 1 ry|bb -",
        "joins": "map:............/.R........../............/............ 12/1rrrrr1rrrrr/12/12 b3=1,h3=2 - 1 ry|bb -",
        "tied": "map:......./.R...../......./....... 7/1rr1rr1/7/7 b3=1,e3=2 - 1 ry|bb -",
        "found-two": "map:......./......./.Y..R../......./....... 7/7/1y2r2/7/7 - - 1 ry|?3 -",
        "pagodas-two": "map:......./......./.Y..R../......./....... 7/7/1y2r2/7/7 - - 1 ry|?3 -",
        "pagodas-three": "map:RY~~/..~~/a~~~/~~~~ ry2/4/4/4 - - 1 ry|bb -",
        "win": "map:RY~~/..~~/a~~~/~~~~ ry2/4/4/4 - - 1 ry|bb -",
    }.get(goal, "map:......./.R...../......./....... 7/1r5/7/7 - - 1 rr|bb -")
    editor = run_actions(MEADOW, f"import {start}", f"lesson goal={goal}")
    (move,) = solution(editor.draft.ui, editor.sketch, editor.lesson)
    lesson = parse(export_text("lesson", editor), "my-lesson.lesson", GAMES, ())
    assert str(lesson.start) == start
    assert lesson.goal.reached(Preview.of(lesson.start, move))
    assert lesson.solution == (move,)


def test_an_impossible_goal_gives_no_lesson() -> None:
    page = editing.page(run_actions(READY, "lesson goal=win", "open lesson"))["dialog"]
    assert "No move does this here." in page
    assert 'id="take-lesson"' not in page


def test_a_lesson_needs_tiles_that_its_readers_see() -> None:
    start = "map:......./.R...../......./....... 7/1r5/7/7 - - 2 rr|yb,?2 -"
    editor = run_actions(MEADOW, f"import {start}", "lesson goal=found", "open lesson")
    dialog = editing.page(editor)["dialog"]
    assert "White’s tiles are face down" in dialog
    assert 'id="take-lesson"' not in dialog
    dealt = run_actions(editor, "open-hand")
    assert position_line(dealt).split(" ")[5] == "rr|rr,ry,yb"
    assert "face down" not in editing.page(dealt)["dialog"]
    (move,) = exported_lesson(dealt).solution
    assert str(Position.parse(position_line(dealt)).play(move)), "the tile is in the hand"
    assert run_actions(dealt, "undo").sketch == editor.sketch


def test_a_lesson_without_a_task_has_the_goal_as_its_task_in_every_language() -> None:
    lesson = exported_lesson(run_actions(READY, "lesson goal=expand", "lesson title=Growing"))
    for language in LANGUAGES:
        words = texts_of(lesson, language)
        assert (words.title, words.task) == ("Growing", say(language, "goal-expand"))


def exported_lesson(editor: Editor) -> Lesson:
    """Parse the exported lesson like an embedded board."""
    return parse(export_text("lesson", editor), "my-lesson.lesson", GAMES, ())


def test_a_missing_language_falls_back_to_another() -> None:
    editor = run_actions(
        READY, "lesson goal=expand", "lesson title=Grow\nnow", "lesson text=Look.", "lesson task=Do it."
    )
    lesson = exported_lesson(editor)
    assert list(lesson.texts) == ["en"]
    for language in LANGUAGES:
        words = texts_of(lesson, language)
        assert (words.title, words.text, words.task, words.done) == ("Grow now", "Look.", "Do it.", "")


def test_missing_texts_of_a_language_fall_back_to_another() -> None:
    editor = run_actions(READY, "lesson goal=expand", "lesson task=Do it.", "lesson language=de", "lesson title=Wachse")
    lesson = exported_lesson(editor)
    assert lesson.texts["de"].task == ""
    assert (texts_of(lesson, "de").title, texts_of(lesson, "de").task) == ("Wachse", "Do it.")
    assert (texts_of(lesson, "fr").title, texts_of(lesson, "fr").task) == ("Wachse", "Do it.")


def test_without_texts_the_task_describes_the_goal() -> None:
    lesson = exported_lesson(run_actions(READY, "lesson goal=expand"))
    assert [lesson.texts[language].task for language in LANGUAGES][:2] == [
        "Grow a province.",
        "Agrandissez une province.",
    ]
    assert texts_of(lesson, "en").title == ""


def test_a_lesson_can_be_written_in_any_language() -> None:
    editor = run_actions(READY, "lesson language=nl", "lesson title=Groei", "lesson x=y", "lesson language=xx")
    assert editor.language == "en"
    assert editor.lesson.texts == (("nl.title", "Groei"),)
    dialog = editing.page(run_actions(editor, "open lesson"))["dialog"]
    assert "Nederlands ✓" in dialog
    assert 'value="Groei"' in dialog


@pytest.mark.parametrize("start", [READY, update(update(DRAGON, "dab", "1"), "dab", "5")], ids=["qin", "khan-tsin"])
def test_the_editor_opens_its_own_lesson_file(start: Editor) -> None:
    goal = "expand" if start is READY else "stack"
    editor = run_actions(start, f"lesson goal={goal}", "lesson title=Mine", "lesson language=fr", "lesson text=Voici.")
    reopened = run_actions(Editor.new(GAMES), f"import {export_text('lesson', editor)}")
    assert (reopened.sketch, reopened.lesson.texts, reopened.lesson.goal) == (editor.sketch, editor.lesson.texts, goal)
    assert (reopened.dialog, reopened.note) == ("lesson", Note("lesson-opened"))
    assert export_text("lesson", reopened) == export_text("lesson", editor)


def test_paragraphs_of_a_lesson_survive_saving_and_opening() -> None:
    editor = run_actions(READY, "lesson goal=expand", "lesson text= One\nline. \n \n\nTwo. ", "lesson title=A\n\nB")
    text = export_text("lesson", editor)
    assert "\ntitle: A B\ntext: One line.\n\n  Two.\n" in text
    reopened = run_actions(Editor.new(GAMES), f"import {text}")
    assert reopened.lesson.text("en", "text") == "One line.\n\nTwo."
    assert export_text("lesson", reopened) == text
    assert parse(text.replace("\n\n  Two", "\n  Two"), "joined", GAMES, ()).texts["en"].text == "One line. Two."


@pytest.mark.parametrize(
    ("title", "name"),
    [("Größer: zwei auf einen Streich!", "grosser-zwei-auf-einen-streich"), ("", "qin-lesson"), ("2 + 2", "2-2")],
)
def test_a_saved_lesson_is_named_after_its_title(title: str, name: str) -> None:
    editor = run_actions(READY, f"lesson title={title}")
    assert file_name(editor, TEXT_EXPORTS["lesson"]) == f"{name}.lesson"
    assert file_name(editor, TEXT_EXPORTS["lesson-snippet"]) == f"{name}.html"
    assert file_name(editor, TEXT_EXPORTS["line"]) == "qin-position.txt"


@pytest.mark.parametrize("name", LESSONS.names(kind="lesson"))
def test_every_lesson_of_the_site_round_trips(name: str) -> None:
    lesson = LESSONS.lesson(name)
    text = next(file for file in FOLDER.glob("*/*.lesson") if file.stem.partition("-")[2] == name).read_text("utf-8")
    editor = run_actions(Editor.new(GAMES), f"import {text}")
    assert editor.dialog == "lesson", editor.note
    reparsed = exported_lesson(editor)
    assert (reparsed.start, reparsed.goal, reparsed.solution, reparsed.texts) == (
        lesson.start,
        lesson.goal,
        lesson.solution,
        {language: replace(words, comments={}) for language, words in lesson.texts.items()},
    )


def test_problems_of_a_lesson_file_have_a_line() -> None:
    editor = run_actions(
        Editor.new(GAMES), "open open", "import game: qin\nposition: x\ngoal: event found\nsolution: rr\n"
    )
    assert editor.dialog == "open"
    assert editor.note
    assert editor.note.problems[0].field == "lesson 2"


def test_an_embedded_board_shows_title_and_text_of_a_lesson() -> None:
    editor = run_actions(
        READY, "lesson goal=expand", "lesson title=A <b>title", "lesson text=Some text.", "lesson task=Do it."
    )
    board = EmbeddedBoard.open({"lesson-text": export_text("lesson", editor), "language": "de"}, 0, GAMES)
    task_html = board.parts()["task"]
    assert '<span class="lesson-title">A &lt;b&gt;title</span><span class="lesson-text">Some text.</span>' in task_html
    assert task_html.endswith('<span class="lesson-task">Do it.</span>')


def test_the_lesson_snippet_contains_the_whole_lesson() -> None:
    editor = run_actions(READY, "lesson goal=expand", "lesson title=</script><b>")
    code = export_text("lesson-snippet", editor)
    assert code.count("</script>") == 2
    assert "title: < /script><b>" in code


def test_the_short_snippet_has_no_picture() -> None:
    text = export_text("short-snippet")
    assert "<img" not in text
    assert len(text) < 300
    assert unescape(re.search('position="([^"]*)"', text)[1]) == position_line(READY)  # type: ignore[index]


def test_the_editor_links_to_a_game_on_the_map_and_from_the_position() -> None:
    page = editing.page(READY)["actions"]
    link = unescape(re.search('href="([^"]*#map=[^"]*)"', page)[1])  # type: ignore[index]
    session = play(deal_session(), "import", link)
    assert session.dialog == "new"
    position = play(session, "start-game", "1 2026-01-01").match.latest
    assert isinstance(position, Position)
    assert position.board.rows == sketch(READY).terrain
    position_link = unescape(re.search('href="([^"]*#position=[^"]*)"', page)[1])  # type: ignore[index]
    second_position = play(deal_session(), "import", position_link).match.latest
    assert isinstance(second_position, Position)
    assert second_position.colour_at("c3") == "r"


def test_with_problems_only_the_map_can_be_exported() -> None:
    editor = run_actions(READY, "form players=4", "give 4 c3", "form players=2", "open take")
    page = editing.page(editor)
    assert 'href="https://example.org/qin/#position' not in page["actions"]
    assert "#map=" in page["actions"]
    assert 'id="take-board"' in page["dialog"]
    assert 'id="take-line"' not in page["dialog"]
    broken = run_actions(editor, "mode map", "brush .", "dab b3")
    assert "#map=" not in editing.page(broken)["actions"]


def test_the_game_links_to_the_editor() -> None:
    session = play(deal_session(), "open", "share")
    assert "editor.html" not in parts_of(session)["dialog"], "a file of its own has no other pages"
    page = parts_of(replace(page_of(session), site="https://example.org/qin/"))["dialog"]
    link = unescape(re.search('href="([^"]*editor.html[^"]*)"', page)[1])  # type: ignore[index]
    assert position_line(run_actions(Editor.new(GAMES), f"import {link}")) == str(session.visible_position)


# Khan Tsin


# Four red barons in one stack, and fifteen black ones in five others.
TWO_FAULTS = "/".join(["rrrr", *["bbb"] * 5, *["-"] * 30]) + " s -"


def test_a_position_of_khan_tsin_is_opened_in_its_own_draft() -> None:
    start = str(khan_tsin.Position.deal("rt", seed=4))
    for text in (start, f"https://example.org/{links.write('position', start)}", str(khan_tsin.Record.parse(RECORD))):
        editor = run_actions(replace(Editor.new(GAMES, site="https://example.org/"), dialog="open"), f"import {text}")
        assert (editor.sketch.name, editor.dialog) == ("khan-tsin", "")
        assert editor.drafts[0] == Editor.new(GAMES).drafts[0]
        assert khan_tsin.Position.parse(position_line(editor))
    assert links.unwrap(TEXT_EXPORTS["link"].write(editor)) == ("position", position_line(editor))
    assert f'position="{position_line(editor)}"' in TEXT_EXPORTS["snippet"].write(editor)
    assert ET.fromstring(TEXT_EXPORTS["svg"].write(editor)).get("width") == "1200"
    assert play(deal_session(), "import", TEXT_EXPORTS["link"].write(editor)).match.ui.name == "khan-tsin"


def test_problems_of_a_khan_tsin_position_are_named_and_marked() -> None:
    page = editing.page(run_actions(Editor.new(GAMES), f"import {TWO_FAULTS}"))
    assert page["faults"].count("<li>") == 2
    assert "(black)" in page["faults"]
    assert "1 rrrr: more than three barons of one colour in a stack." in page["faults"]
    assert 'class="marks"' in page["board"]
    assert run_actions(Editor.new(GAMES), "import <b>x /y z</b>").note, "this isn't a position"
    nines = run_actions(Editor.new(GAMES), "import " + "/".join(["rrrbbbwww"] * 2 + ["-"] * 34) + " s -")
    assert nines.problems[0].squares == ("1", "2")


def test_barons_are_added_to_and_removed_from_an_empty_dragon() -> None:
    assert stack_text(DRAGON) == ""
    assert ">Put barons on the dragon.<" in editing.problems(DRAGON)
    editor = run_actions(DRAGON, "brush b", "dab 36", "brush w", "dab 36", "dab 1")
    assert stack_text(editor) == "1w 36bw"
    assert stack_text(run_actions(editor, "brush erase", "dab 36", "dab 1", "dab 2")) == "36b"
    assert stack_text(run_actions(editor, "undo", "undo")) == "36b"
    assert stack_text(run_actions(editor, "undo", "undo", "redo", "redo")) == "1w 36bw"
    assert stack_text(run_actions(editor, "clear")) == ""
    assert stack_text(run_actions(editor, "clear", "undo")) == "1w 36bw"
    assert run_actions(editor, "dab 37", "dab 0", "dab x").sketch == editor.sketch


def test_a_stroke_adds_one_baron_to_each_space() -> None:
    editor = run_actions(DRAGON, "paint-start 1", "paint 2", "paint 3", "paint 3", "paint-end")
    assert (stack_text(editor), len(editor.draft.past)) == ("1r 2r 3r", 1)


def test_the_status_explains_why_no_more_barons_fit() -> None:
    full = run_actions(DRAGON, *["dab 1"] * 4)
    assert stack_text(full) == "1rrr"
    assert "at most three of one colour" in editing.page(full)["status"]
    used = run_actions(full, *[f"dab {space}" for space in range(2, 12)])
    assert stack_text(used).count("r") == 12
    assert "All twelve" in editing.page(used)["status"]
    assert 'data-left="0"' in editing.page(used)["brushes"]
    nine = run_actions(full, "brush b", *["dab 1"] * 3, "brush w", *["dab 1"] * 4)
    assert stack_text(nine) == "1rrrbbbwww"
    assert "at most nine" in editing.page(nine)["status"]
    assert "Nothing to take off" in editing.page(run_actions(DRAGON, "brush erase", "point 7"))["status"]


def test_the_editor_says_what_the_variants_change() -> None:
    form = "".join(editing.page(DRAGON).values())
    assert "may be flipped upside down" in form
    assert "as many hops as its space has pairs of claws" in form


def test_choosing_player_variants_and_layout() -> None:
    editor = run_actions(
        DRAGON, "form mover=2", "form two_speeds=true", "form turning=true", "form mover=3", "form x=1"
    )
    assert position_line(editor).split(" ")[1:] == ["n", "rt"]
    assert position_line(run_actions(editor, "form turning=false")).split(" ")[2] == "t"
    dealt_out = run_actions(editor, "form layout=random")
    assert problem_codes(dealt_out) == []
    assert sorted(stack_text(dealt_out)).count("r") == 12
    assert stack_text(run_actions(dealt_out, "form layout=random")) != stack_text(dealt_out)
    page = editing.page(editor)["form"]
    assert 'value="2" checked' in page
    assert page.count('type="checkbox"') == 2
    assert '<input type="text"' not in page + editing.page(editor)["brushes"], "nothing in letters"


@pytest.mark.parametrize("goal", KhanEditor.goals)
def test_a_lesson_of_khan_tsin_is_made_for_every_goal(goal: str) -> None:
    start = {
        "height-4": "rbw/r/b/w" + "/-" * 32 + " s -",
        "height-6": "rrbbw/r/b/w" + "/-" * 32 + " s -",
        "height-8": "rrrbbbw/w/b/w" + "/-" * 32 + " s -",
        "emperor": "rrrbbbww/w/b/w" + "/-" * 32 + " s -",
        "prevents-emperor": "r"
        + "/-" * 10
        + "/wrrrbw/-/r/bwb/w/b/bb/w/r/w/w/b/r/rbrrbb/bbwwwrr/ww"
        + "/-" * 9
        + " n -",
        "harmony": "rrr/r/b/w" + "/-" * 32 + " s -",
        "not-higher": "rb/r/b/w" + "/-" * 32 + " s -",
        "not-near": "r/r/b/w/w" + "/-" * 31 + " s -",
        "wrong-leap": "r/b/w/r/b/w" + "/-" * 30 + " s t",
    }.get(goal, "r/b" + "/-" * 34 + " s -")
    editor = run_actions(Editor.new(GAMES), f"import {start}", f"lesson goal={goal}")
    lesson = exported_lesson(editor)
    assert (lesson.ui.name, str(lesson.start)) == ("khan-tsin", start)
    assert lesson.goal.reached(Preview.of(lesson.start, lesson.solution[0]))


def test_each_game_has_its_own_draft_and_history() -> None:
    editor = run_actions(READY, "tab khan-tsin position", "dab 4", "tab qin map", "undo")
    assert (editor.sketch.name, editor.tools.mode) == ("qin", MAP)
    assert stack_text(run_actions(editor, "tab khan-tsin position")) == "4r"
    assert run_actions(editor, "tab no-such map").sketch.name == "qin"


# The page


def editor_states() -> dict[str, Editor]:
    """Return the editor in every main state, by name."""
    faulty = run_actions(READY, "form players=4", "give 4 c3", "form players=2")
    return {
        "new": Editor.new(GAMES),
        "map": run_actions(MEADOW, "mode map"),
        "ready": READY,
        "faulty": faulty,
        "written piles": run_actions(READY, "form pile-text=rr"),
        "pointed": run_actions(READY, "point e3"),
        "note": run_actions(READY, "import nonsense"),
        **{dialog: run_actions(READY, f"open {dialog}") for dialog in DIALOGS},
        "dragon": DRAGON,
        "barons": run_actions(DRAGON, "dab 1", "dab 1", "point 1"),
        **{f"dragon {dialog}": run_actions(DRAGON, "dab 1", "dab 2", f"open {dialog}") for dialog in DIALOGS},
        "faulty take": run_actions(faulty, "open take"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_drawn_in_every_language(language: str) -> None:
    for name, editor in editor_states().items():
        page = editing.page(update(editor, "language", language))
        for part, text in page.items():
            balanced = re.sub(r"<(input|img|br)[^>]*>", "", text).replace("&nbsp;", " ")
            ET.fromstring(f"<div>{re.sub(' (disabled|selected|readonly|checked)(?=[ >])', '', balanced)}</div>")
            for words in re.findall(r"<button[^>]*>([^<]*)</button>", text):
                assert len(words) <= MAX_BUTTON_LENGTH, (name, part, words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_problems_are_named_and_marked(language: str) -> None:
    page = editing.page(update(editor_states()["faulty"], "language", language))
    assert page["faults"].count("<li>") == 1
    assert 'class="marks"' in page["board"]
    assert "<li>" not in editing.page(READY)["faults"]


def test_squares_are_described() -> None:
    page = editing.page(run_actions(READY, "point b3"))
    assert "b3: Start space. Green’s red province, 2 spaces" in page["status"]
    assert 'data-square="e3">e3: Village at e3, held by White.' in page["grid"]
    assert page["live"] == ""
    assert editing.page(run_actions(READY, "use y a1"))["live"].startswith("a1: A single yellow space")


# Keys


def press_key(editor: Editor, key: str, square: str = "", *, shift: bool = False, control: bool = False) -> Pressed:
    return press(editor, Key(key, square, shift, control))


def test_keys_on_the_board() -> None:
    editor, map_editor = MEADOW, run_actions(MEADOW, "mode map")
    assert press_key(editor, "ArrowRight", "a1") == Pressed(square="b1")
    assert press_key(editor, "ArrowRight", "a1", shift=True) == Pressed("lay", "b1", "b1")
    assert press_key(editor, "ArrowLeft", "a1", shift=True) == Pressed(square="a1")
    assert press_key(editor, "End", "a1") == Pressed(square="f1")
    assert press_key(editor, " ", "a1") == Pressed("dab", "a1")
    assert press_key(editor, "y", "a1") == Pressed("use", "y a1")
    assert press_key(map_editor, "Y", "a1") == Pressed("use", "Y a1")
    assert press_key(map_editor, "w", "a1") == Pressed("use", "~ a1")
    assert press_key(editor, "w", "a1") == Pressed(), "there is no water brush here"
    assert press_key(editor, "Delete", "a1") == Pressed("use", "erase a1")
    assert press_key(map_editor, "Delete", "a1") == Pressed("use", ". a1")
    assert press_key(editor, "2", "e3") == Pressed("give", "2 e3")
    assert press_key(editor, "z", "a1") == Pressed("undo")
    assert press_key(editor, "m") == Pressed("mode", MAP)
    assert press_key(map_editor, "m") == Pressed("mode", POSITION)
    assert press_key(editor, "b") == Pressed("brush", "b")
    assert press_key(editor, "2") == Pressed("player", "2")
    assert press_key(editor, "Z", shift=True, control=True) == Pressed("redo")
    assert press_key(editor, "c", control=True) == Pressed()
    assert press_key(editor, "ArrowRight", "99") == Pressed(), "a square of another game"


def test_keys_on_the_dragon() -> None:
    assert press_key(DRAGON, "ArrowUp", "1") == Pressed(square="12")
    assert press_key(DRAGON, "ArrowRight", "36") == Pressed(square="36")
    assert press_key(DRAGON, "ArrowRight", "1", shift=True) == Pressed("lay", "2", "2")
    assert press_key(DRAGON, "w", "5") == Pressed("use", "w 5")
    assert press_key(DRAGON, "Backspace", "5") == Pressed("use", "erase 5")
    assert press_key(DRAGON, "2", "5") == Pressed(), "barons have no owners"
    assert press_key(DRAGON, "m") == Pressed("mode", POSITION)


# Drafts


@pytest.mark.parametrize("name", editor_states())
def test_a_draft_with_problems_round_trips(name: str) -> None:
    editor = run_actions(editor_states()[name], "lesson task=Do it")
    restored = drafts.restore(drafts.write(editor), Editor.new(GAMES))
    assert restored
    assert [draft.sketch for draft in restored.drafts] == [draft.sketch for draft in editor.drafts]
    assert (restored.shown, restored.lesson) == (editor.shown, editor.lesson)


def test_a_draft_of_the_first_version_is_restored() -> None:
    start = str(khan_tsin.Position.deal(seed=4))
    old = {"line": position_line(READY), "dragon": start, "goal": "major", "words": {"en.title": "Mine"}}
    restored = drafts.restore(json.dumps(old), Editor.new(GAMES))
    assert restored
    assert [draft.sketch.line for draft in restored.drafts] == [position_line(READY), start]
    assert (restored.lesson.goal, restored.lesson.text("en", "title")) == ("major", "Mine")
    partly_restored = drafts.restore(json.dumps(old | {"dragon": "any text"}), Editor.new(GAMES))
    assert partly_restored
    assert partly_restored.drafts[1] == Editor.new(GAMES).drafts[1]


WRONG_TYPES: tuple[object, ...] = (3, None, [], ["major"], {"a": 1}, [[]], True)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"line": "x"}',
        '{"drafts": []}',
        '{"drafts": {"qin": 3}}',
        '{"drafts": {}, "game": []}',
        *(
            json.dumps({"line": position_line(READY), key: value})
            for key in ("goal", "words", "dragon")
            for value in WRONG_TYPES
        ),
        *(
            json.dumps({"drafts": {"qin": {"line": position_line(READY), key: value}}})
            for key in ("goal", "words", "solution", "line")
            for value in WRONG_TYPES
        ),
    ],
)
def test_a_damaged_draft_differs_from_a_missing_one(text: str) -> None:
    assert drafts.restore(text, READY) is None
    assert drafts.restore("", READY) == READY
