"""The editor's page: strokes, undo, tiles, texts in and out, what can be taken away, keys, drafts."""

import base64
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from engine.actions import Pressed
from engine.apps.editor import drafts, keys
from engine.apps.editor import view as editing
from engine.apps.editor.exports import FORMS
from engine.apps.editor.lesson_draft import GOALS, solution
from engine.apps.editor.model import MAP, POSITION, Editor
from engine.apps.editor.sketch import Sketch
from engine.apps.editor.update import ACTIONS, DIALOGS, update
from engine.lessons.lesson_file import parse
from engine.main import GAMES
from engine.session import links
from engine.session.session import Preview
from engine.words import LANGUAGES
from qin_core import khan_tsin
from qin_core.qin import Board, Position
from tests.engine_acting import drawn, paged
from tests.engine_acting import update as play
from tests.engine_playing import dealt

RECORD = (Path(__file__).parent / "khan_tsin" / "games" / "plain-1.khan").read_text("utf-8")
MEADOW = Editor(Sketch.on(("......", ".R..a.", "......", "......")), root="https://example.org/qin/")
LONGEST_BUTTON = 26


def done(editor: Editor, *steps: str) -> Editor:
    for step in steps:
        action, _, value = step.partition(" ")
        editor = update(editor, action, value)
    return editor


def codes(editor: Editor) -> list[str]:
    return [found.fault.code for found in editor.found]


def line(editor: Editor) -> str:
    return editor.sketch.line


# Strokes, undo and redo


def test_a_stroke_is_one_edit() -> None:
    editor = done(MEADOW, "brush y", "stroke a1", "over c1", "over d1", "lift")
    assert " 6/1r4/6/4" not in line(editor)
    assert line(editor).split(" ")[1:3] == ["6/1r4/6/yyyy2", "a1=1"]
    assert len(editor.past) == 1
    back = done(editor, "undo")
    assert back.sketch == MEADOW.sketch
    assert done(back, "redo").sketch == editor.sketch
    assert done(back, "brush b", "dab a1", "redo").sketch != editor.sketch, "a new edit takes the place of the old one"


def test_a_stroke_that_begins_on_its_own_colour_erases() -> None:
    editor = done(MEADOW, "brush y", "stroke a1", "over d1", "lift", "stroke b1", "over c1", "lift")
    assert line(editor).split(" ")[1] == "6/1r4/6/y2y2"


def test_what_changes_nothing_is_no_edit() -> None:
    assert done(MEADOW, "brush y", "dab b3").past == ()
    assert done(MEADOW, "undo") == MEADOW
    assert done(MEADOW, "redo") == MEADOW


def test_pagodas_are_given_square_by_square() -> None:
    editor = done(MEADOW, "brush pagoda", "player 2", "stroke e3", "over d3", "over e3", "lift")
    assert editor.sketch.holders == (("a", 2),)


# Players, tiles and the map


def test_players_come_and_go() -> None:
    four = done(MEADOW, "form players=4", "player 4", "brush r", "dab c3", "give 3 e3")
    assert line(four).split(" ")[2:6] == ["b3=4", "a=3", "1", "?3|?3|?3|?3"]
    assert codes(four) == []
    two = done(four, "form mover=4", "form players=2")
    assert (two.sketch.mover, two.player) == (2, 2)
    assert codes(two) == ["no-such-player", "no-such-player"]
    assert {square for found in two.found for square in found.squares} == {"b3", "c3", "e3"}
    assert codes(done(two, "give 1 b3", "give 2 e3")) == []


def test_hands_hold_three_tiles() -> None:
    editor = done(MEADOW, "take-out 1-0", "take-out 1-0", "tile yb", "put 1", "tile rr", "put 1", "put 1")
    assert editor.sketch.hands[0] == ("rr", "yb", "?")
    assert line(editor).split(" ")[5] == "rr,yb,?1|?3"
    assert codes(editor) == []


def test_too_many_tiles_are_found() -> None:
    assert codes(done(MEADOW, "form pile-text=" + "ry" * 13)) == ["too-many-of-a-kind"]
    assert codes(done(MEADOW, "form pile-text=abc")) == ["malformed"]
    assert line(done(MEADOW, "form pile-text= r r y y ")).endswith(" rryy")
    assert line(done(MEADOW, "form piles=none")).endswith(" -")
    assert line(done(MEADOW, "form piles=none", "form piles=rest")) == line(MEADOW)


def test_boards_are_chosen() -> None:
    assert done(MEADOW, "form board=lion").board == "lion"
    own = done(Editor(), "form board=map")
    assert (own.board, own.mode, codes(own)) == (MAP, MAP, ["no-start-space"])
    assert codes(done(own, "brush R", "dab g7")) == []
    assert done(own, "form width=26", "form height=4").sketch.marks == ("." * 26,) * 4
    assert done(own, "form width=27", "form height=3", "form width=x") == own


def test_the_board_is_cleared() -> None:
    editor = done(MEADOW, "brush y", "dab a1")
    assert done(editor, "clear").sketch == MEADOW.sketch
    assert "R" not in "".join(done(editor, "mode map", "clear").sketch.marks)


# Texts


def test_texts_are_opened_and_can_be_taken_back() -> None:
    start = str(Position.deal("lion", 3, seed=2))
    editor = done(Editor(dialog="open"), f"import {start}")
    assert (line(editor), editor.dialog, editor.mode) == (start, "", POSITION)
    assert done(editor, "undo").board == "bird"
    assert done(Editor(), "import ....\n.R..\n....\n....").mode == MAP


def test_what_cannot_be_opened_is_explained_in_place() -> None:
    editor = done(Editor(), "open open", "import <b>x</b>")
    assert editor.dialog == "open"
    for language in LANGUAGES:
        page = editing.page(update(editor, "language", language))["dialog"]
        assert "<b>x" not in page
        assert 'role="alert" class="said">' in page
    assert done(editor, "dismiss-note").note is None


# Taking away


READY = done(MEADOW, "brush r", "dab c3", "give 2 e3")


def written(name: str, editor: Editor = READY) -> str:
    return FORMS[name].write(editor)


def test_every_form_can_be_read_back() -> None:
    position = Position.parse(line(READY))
    assert written("line") == str(position)
    assert links.unwrap(written("link")) == (links.POSITION, str(position))
    assert Board.parse(written("board")).rows == READY.sketch.marks
    assert ET.fromstring(written("svg")).get("width") == "1200"


def test_the_snippet_holds_the_position_and_its_picture() -> None:
    text = written("snippet")
    assert 'src="https://example.org/qin/qin-embed.js"' in text
    assert unescape(re.search('position="([^"]*)"', text)[1]) == line(READY)  # type: ignore[index]
    picture = base64.b64decode(re.search(r"<img [^>]*base64,([^\"]+)", text)[1])  # type: ignore[index]
    assert ET.fromstring(picture).tag.endswith("svg")


@pytest.mark.parametrize("goal", GOALS)
def test_a_lesson_is_made_for_every_goal(goal: str) -> None:
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
    editor = replace(done(MEADOW, f"import {start}"), goal=goal)
    move = solution(Position.parse(start), goal)
    made = parse(written("lesson", editor), "my-lesson.lesson", GAMES)
    assert str(made.start) == start
    assert made.goal.reached(Preview.of(made.start, move))
    assert made.solution == (move,)


def test_a_goal_out_of_reach_makes_no_lesson() -> None:
    page = editing.page(done(READY, "lesson goal=win", "open take"))["dialog"]
    assert "No move does this here." in page
    assert 'id="take-lesson"' not in page


def test_a_lesson_has_the_words_that_were_written() -> None:
    editor = done(
        READY, "lesson goal=expand", "lesson title=Grow\nnow", "language de", "lesson title=Wachse", "lesson x=y"
    )
    made = parse(written("lesson", editor), "my-lesson.lesson", GAMES)
    assert (made.words["en"].title, made.words["de"].title) == ("Grow now", "Wachse")
    assert made.words["fr"].task == "Agrandissez une province."


def test_a_map_is_played_on_in_the_game() -> None:
    page = editing.page(READY)["actions"]
    found = unescape(re.search('href="([^"]*#map=[^"]*)"', page)[1])  # type: ignore[index]
    session = play(dealt(), "import", found)
    assert session.dialog == "new"
    begun = play(session, "begin", "1 2026-01-01").match.now
    assert isinstance(begun, Position)
    assert begun.board.rows == READY.sketch.marks
    tried = unescape(re.search('href="([^"]*#position=[^"]*)"', page)[1])  # type: ignore[index]
    there = play(dealt(), "import", tried).match.now
    assert isinstance(there, Position)
    assert there.colour_at("c3") == "r"


def test_with_faults_nothing_but_the_map_is_given_away() -> None:
    editor = done(READY, "form players=4", "give 4 c3", "form players=2", "open take")
    page = editing.page(editor)
    assert 'href="https://example.org/qin/#position' not in page["actions"]
    assert "#map=" in page["actions"]
    assert 'id="take-board"' in page["dialog"]
    assert 'id="take-line"' not in page["dialog"]
    broken = done(editor, "mode map", "brush .", "dab b3")
    assert "#map=" not in editing.page(broken)["actions"]


def test_the_game_leads_to_the_editor() -> None:
    session = play(dealt(), "open", "share")
    assert "editor.html" not in drawn(session)["dialog"], "a file of its own has no other pages"
    page = drawn(replace(paged(session), site="https://example.org/qin/"))["dialog"]
    found = unescape(re.search('href="([^"]*editor.html[^"]*)"', page)[1])  # type: ignore[index]
    assert line(done(Editor(), f"import {found}")) == str(session.seen)


# Khan Tsin


TWO_FAULTS = "/".join(["rrrr", *["bbb"] * 5, *["-"] * 30]) + " s -"


def test_a_position_of_khan_tsin_gets_its_own_window() -> None:
    start = str(khan_tsin.Position.deal("rt", seed=4))
    for text in (start, f"https://example.org/{links.write('position', start)}", str(khan_tsin.Record.parse(RECORD))):
        editor = done(Editor(root="https://example.org/"), f"import {text}")
        assert editor.dialog == "dragon"
        assert editor.sketch == Editor().sketch
        assert khan_tsin.Position.parse(editor.dragon)
    assert links.unwrap(FORMS["dragon-link"].write(editor)) == ("position", editor.dragon)
    assert f'position="{editor.dragon}"' in FORMS["dragon-snippet"].write(editor)
    assert ET.fromstring(FORMS["dragon-svg"].write(editor)).get("width") == "1200"
    assert play(dealt(), "import", FORMS["dragon-link"].write(editor)).match.ui.name == "khan-tsin"


def test_what_is_wrong_with_a_dragon_is_named_and_marked() -> None:
    page = editing.page(done(Editor(), f"import {TWO_FAULTS}"))["dialog"]
    assert page.count("<li>") == 2
    assert "(black)" in page
    assert "1 rrrr: more than three barons of one colour in a stack." in page
    assert 'class="marks"' in page
    assert 'id="take-dragon-link"' not in page
    assert done(Editor(), "import <b>x /y z</b>").dialog == "", "that isn't meant as one"
    unread = editing.page(done(Editor(), "open dragon", "dragon line=<b>"))["dialog"]
    assert "<b>" not in unread
    assert 'class="dragon" data-touch="space"></div>' in unread


def test_barons_are_put_on_and_taken_off() -> None:
    empty = "/".join(["-"] * 36) + " n -"
    editor = done(Editor(), f"import {empty}", "baron b", "space 36", "baron w", "space 36", "space 1")
    assert editor.dragon == "/".join(["w", *["-"] * 34, "bw"]) + " n -"
    assert done(editor, "baron -", "space 36", "space 1", "space 2").dragon == "/".join(["-"] * 35 + ["b"]) + " n -"
    assert done(editor, *["space 1"] * 20).dragon.startswith("w" * 9 + "/-")
    assert done(editor, "dragon line=x", "space 1").dragon == "x"


# The page


def states() -> dict[str, Editor]:
    faulty = done(READY, "form players=4", "give 4 c3", "form players=2")
    return {
        "new": Editor(),
        "map": done(MEADOW, "mode map"),
        "ready": READY,
        "faulty": faulty,
        "written piles": done(READY, "form pile-text=rr"),
        "pointed": done(READY, "point e3"),
        "note": done(READY, "import nonsense"),
        **{dialog: done(READY, f"open {dialog}") for dialog in DIALOGS},
        "faulty take": done(faulty, "open take"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_drawn_in_every_language(language: str) -> None:
    for name, editor in states().items():
        page = editing.page(update(editor, "language", language))
        for part, text in page.items():
            balanced = re.sub(r"<(input|img|br)[^>]*>", "", text).replace("&nbsp;", " ")
            ET.fromstring(f"<div>{re.sub(' (disabled|selected|readonly|checked)(?=[ >])', '', balanced)}</div>")
            for words in re.findall(r"<button[^>]*>([^<]*)</button>", text):
                assert len(words) <= LONGEST_BUTTON, (name, part, words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_are_named_and_marked(language: str) -> None:
    page = editing.page(update(states()["faulty"], "language", language))
    assert page["faults"].count("<li>") == 1
    assert 'class="marks"' in page["board"]
    assert "<li>" not in editing.page(READY)["faults"]


def test_the_board_tells_what_lies_on_it() -> None:
    page = editing.page(done(READY, "point b3"))
    assert "b3: Start space. Green’s red province, 2 spaces" in page["status"]
    assert 'data-cell="e3">e3: Village at e3, held by White.' in page["grid"]
    assert page["live"] == ""
    assert editing.page(done(READY, "use y a1"))["live"].startswith("a1: A single yellow space")


def test_every_action_says_what_it_does() -> None:
    assert all(ACTIONS[name].__doc__ for name in ACTIONS)


# Keys


def test_keys_on_the_board() -> None:
    editor, mapped = MEADOW, done(MEADOW, "mode map")
    assert keys.on_board("ArrowRight", False, editor, "a1") == Pressed(square="b1")
    assert keys.on_board("ArrowRight", True, editor, "a1") == Pressed("lay", "b1", "b1")
    assert keys.on_board("ArrowLeft", True, editor, "a1") == Pressed(square="a1")
    assert keys.on_board("End", False, editor, "a1") == Pressed(square="f1")
    assert keys.on_board(" ", False, editor, "a1") == Pressed("dab", "a1")
    assert keys.on_board("y", False, editor, "a1") == Pressed("use", "y a1")
    assert keys.on_board("Y", False, mapped, "a1") == Pressed("use", "Y a1")
    assert keys.on_board("w", False, mapped, "a1") == Pressed("use", "~ a1")
    assert keys.on_board("w", False, editor, "a1") == Pressed(), "there is no water brush here"
    assert keys.on_board("Delete", False, editor, "a1") == Pressed("use", "erase a1")
    assert keys.on_board("Delete", False, mapped, "a1") == Pressed("use", ". a1")
    assert keys.on_board("2", False, editor, "e3") == Pressed("give", "2 e3")
    assert keys.on_board("z", False, editor, "a1") == Pressed("undo")
    assert keys.on_page("m", editor) == Pressed("mode", MAP)
    assert keys.on_page("b", editor) == Pressed("brush", "b")
    assert keys.with_control("Z", True) == Pressed("redo")
    assert keys.with_control("c", False) == Pressed()


# Drafts


@pytest.mark.parametrize("name", states())
def test_a_draft_is_kept_with_its_faults(name: str) -> None:
    editor = done(states()[name], "lesson goal=major", "lesson task=Do it")
    again = drafts.restore(drafts.write(editor), Editor())
    assert again
    assert (again.sketch, again.goal, again.written) == (editor.sketch, "major", (("en.task", "Do it"),))


WRONG_TYPES: tuple[object, ...] = (3, None, [], ["major"], {"a": 1}, [[]], True)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"line": "x"}',
        *(
            json.dumps({"line": line(READY), key: value})
            for key in ("goal", "words", "dragon")
            for value in WRONG_TYPES
        ),
    ],
)
def test_a_damaged_draft_is_told_from_none(text: str) -> None:
    assert drafts.restore(text, READY) is None
    assert drafts.restore("", READY) == READY
