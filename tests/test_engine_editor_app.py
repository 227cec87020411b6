"""The editor's page as a whole: drafts kept and restored, windows in the address, what is given away, keys."""

import json
from typing import Any

import pytest

from engine import links
from engine.editor import drafts
from engine.editor.app import EditorApp
from engine.editor.exports import FORMS, PAINTED
from engine.effects import Copy, CopyPng, Download, DownloadPng, Focus, Go, GoBack, Keep
from engine.model import Note
from engine.page import preferences
from tests.engine_khan_playing import dealt as khan_dealt
from tests.engine_playing import JOINS
from tests.engine_saving import kept

ADDRESS = "https://example.org/qin/editor.html"


def opened(texts: dict[str, str] | None = None, fragment: str = "", language: str = "en") -> EditorApp:
    given = {
        "search": "",
        "fragment": fragment,
        "address": ADDRESS,
        "site": "https://example.org/qin/",
        "languages": [language],
        "texts": texts or {},
        "seed": 1,
    }
    return EditorApp.open({"open": given}, 0.0)


def told(app: EditorApp, *messages: dict[str, Any]) -> EditorApp:
    for message in messages:
        app = app.receive(json.loads(json.dumps(message)), 0.0)
    return app


def acted(app: EditorApp, *steps: str) -> EditorApp:
    """Do actions, each a name and a value."""
    for step in steps:
        action, _, value = step.partition(" ")
        app = told(app, {"act": action, "value": value})
    return app


def test_the_draft_of_the_last_visit_comes_back() -> None:
    app = acted(opened(), "brush y", "dab e5")
    assert isinstance(app.effects[-1], Keep)
    again = opened(kept(app.effects))
    assert again.model.sketch == app.model.sketch
    assert again.effects == (), "nothing has changed"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"line": 3}', "[" * 100_000])
def test_a_damaged_draft_is_left_alone(text: str) -> None:
    assert opened({drafts.KEY: text}).model.sketch == opened().model.sketch


def test_every_edit_is_kept_but_a_stroke_only_once() -> None:
    app = acted(opened(), "brush y", "stroke a1")
    assert app.effects == ()
    app = acted(app, "over c1")
    assert app.effects == ()
    app = acted(app, "lift")
    assert app.effects == (Keep(drafts.KEY, drafts.write(app.model)),)
    assert acted(app, "point a1", "brush r").effects == ()
    assert acted(app, "undo").effects == (Keep(drafts.KEY, drafts.write(opened().model)),)


def test_that_a_draft_cannot_be_kept_is_said_once() -> None:
    app = told(opened(), {"unkept": "qin.game.1"})
    assert app.model.note is None
    app = told(app, {"unkept": drafts.KEY})
    assert app.model.note == Note("edit-kept-not")
    assert told(acted(app, "dismiss-note"), {"unkept": drafts.KEY}).model.note is None


def test_the_language_is_shared_with_the_game() -> None:
    app = acted(opened(language="nl"), "language fr")
    texts = kept(app.effects)
    assert preferences.read(texts[preferences.KEY], "en").language == "fr"
    assert opened(texts, language="nl").model.language == "fr"
    assert app.look()["language"] == "fr"


# The address


def test_the_address_names_the_window_and_the_way_back_closes_it() -> None:
    app = acted(opened(), "open help")
    assert app.effects == (Go("#help", push=True),)
    app = acted(app, "open take")
    assert app.effects == (Go("#take"),), "from window to window is no step"
    closed = acted(app, "open")
    assert closed.effects == (GoBack(),)
    back = told(closed, {"went": {"search": "", "fragment": ""}})
    assert (back.model.dialog, back.effects) == ("", ())
    assert told(app, {"went": {"search": "", "fragment": ""}}).model.dialog == ""


def test_a_window_that_the_address_names_is_open() -> None:
    assert opened(fragment="#help").model.dialog == "help"
    assert opened(fragment="#help").effects == ()


@pytest.mark.parametrize("fragment", ["#no-such", "#", "#__class__", "#position"])
def test_odd_fragments_open_nothing(fragment: str) -> None:
    app = opened(fragment=fragment)
    assert (app.model.dialog, app.model.note, app.effects) == ("", None, ())


def test_a_link_is_opened_kept_and_the_address_is_clean() -> None:
    app = opened(fragment=links.write(links.POSITION, JOINS))
    assert app.model.sketch.line == JOINS
    assert app.effects == (Go(ADDRESS), Keep(drafts.KEY, drafts.write(app.model)))
    followed = told(opened(), {"went": {"search": "", "fragment": links.write(links.POSITION, JOINS)}})
    assert followed.model.sketch.line == JOINS


def test_a_faulty_link_says_what_is_wrong_and_changes_nothing() -> None:
    app = opened(fragment="#position=AAAA")
    assert app.model.sketch == opened().model.sketch
    assert app.model.note
    assert app.model.note.key == "import-failed"
    assert app.effects == (Go(ADDRESS),)


def test_a_position_of_khan_tsin_gets_its_window() -> None:
    app = opened(fragment=links.write(links.POSITION, str(khan_dealt(seed=2).game.now)))
    assert app.model.dialog == "dragon"
    assert app.effects == (Go(ADDRESS), Keep(drafts.KEY, drafts.write(app.model)), Go("#dragon", push=True))


# Keys, files, what is given away


def test_keys_walk_and_paint() -> None:
    app = told(opened(), {"key": "ArrowRight", "cell": "e5"})
    assert app.effects == (Focus("f5"),)
    painted = told(acted(app, "brush y"), {"key": "Enter", "cell": "e5"})
    assert painted.model.sketch != app.model.sketch
    assert told(painted, {"key": "z", "control": True}).model.sketch == app.model.sketch
    again = told(painted, {"key": "z", "control": True}, {"key": "Z", "control": True, "shift": True})
    assert again.model.sketch == painted.model.sketch


def test_keys_wait_while_a_window_is_open() -> None:
    app = acted(opened(), "brush y", "open help")
    assert told(app, {"key": "Enter", "cell": "e5"}).model == app.model


def test_files_are_opened() -> None:
    app = told(opened(), {"file": "game-file", "text": JOINS})
    assert app.model.sketch.line == JOINS
    faulty = told(app, {"file": "game-file", "text": "<html>"})
    assert faulty.model.sketch == app.model.sketch
    assert faulty.model.note


@pytest.mark.parametrize("name", sorted(FORMS))
def test_every_form_is_copied_and_saved(name: str) -> None:
    app = told(opened(), {"file": "", "text": JOINS})
    text = FORMS[name].write(app.model)
    assert acted(app, f"copy-as {name}").effects == (Copy(text),)
    assert acted(app, f"save-as {name}").effects == (Download(FORMS[name].file, text, FORMS[name].kind),)


@pytest.mark.parametrize("name", sorted(PAINTED))
def test_every_picture_is_copied_and_saved(name: str) -> None:
    app = told(opened(), {"file": "", "text": JOINS})
    picture = PAINTED[name].write(app.model)
    assert acted(app, f"copy-as {name}").effects == (CopyPng(picture),)
    assert acted(app, f"save-as {name}").effects == (DownloadPng(PAINTED[name].file, picture),)


def test_what_was_copied_is_told() -> None:
    assert told(opened(), {"copied": True}).model.note == Note("copied")
    assert told(opened(), {"copied": False}).model.note == Note("not-copied")


@pytest.mark.parametrize("message", [{}, {"nothing": 1}, {"act": "no-such"}, {"act": "copy-as", "value": "no-such"}])
def test_messages_that_make_no_sense_change_nothing(message: dict[str, Any]) -> None:
    app = told(opened(), message)
    assert (app.model, app.effects) == (opened().model, ())


def test_every_part_is_drawn() -> None:
    app = opened()
    parts = [name for group in EditorApp.groups for name in group]
    assert sorted(app.draw(parts)) == sorted(parts)
    assert app.look()["window"] == ""
    assert acted(app, "stroke a1").model.stroke is not None
