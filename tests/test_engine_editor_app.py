"""The editor's app: stored drafts, dialogs in the address, exports, keys."""

import re
from dataclasses import replace
from html import unescape

import pytest

from engine.apps.editor import EditorApp
from engine.apps.editor import model as drafts
from engine.apps.editor.dialogs import IMAGE_EXPORTS, TEXT_EXPORTS
from engine.html import Note
from engine.main import GAMES
from engine.protocol import (
    DRAFT_KEY,
    PREFERENCES_KEY,
    AcquireTabLock,
    Act,
    Copied,
    Copy,
    CopyPng,
    Download,
    DownloadPng,
    FileChosen,
    FocusSquare,
    GoBack,
    Key,
    Message,
    Navigated,
    OpenPage,
    SetAddress,
    StoreChanged,
    StoreFailed,
    StoreLoaded,
    StorePut,
    TabLockAcquired,
    TabLockTaken,
)
from engine.session import links, storage
from tests.engine_actions import stored_texts
from tests.engine_browser import Browser
from tests.engine_host import via_protocol
from tests.engine_khan_tsin import deal_session as khan_dealt
from tests.engine_qin import JOINS

ADDRESS = "https://example.org/qin/editor.html"


def open_editor(texts: dict[str, str] | None = None, fragment: str = "", language: str = "en") -> EditorApp:
    """Open the editor's app, without the effect that acquires the tab lock."""
    site = "https://example.org/qin/"
    app = EditorApp.open(OpenPage("editor", "", fragment, ADDRESS, site, [language], 1, texts or {}), 0.0, GAMES)
    assert app.effects[0] == AcquireTabLock("editor")
    return replace(app, effects=app.effects[1:])


def dispatch(app: EditorApp, *messages: Message) -> EditorApp:
    """Send messages to the app."""
    for message in messages:
        app = app.receive(via_protocol(message), 0.0)
    return app


def run_actions(app: EditorApp, *steps: str) -> EditorApp:
    """Run actions, each a name and a value."""
    for step in steps:
        action, _, value = step.partition(" ")
        app = dispatch(app, Act(action, value))
    return app


def test_the_draft_of_the_last_visit_is_restored() -> None:
    app = run_actions(open_editor(), "brush y", "dab e5")
    assert isinstance(app.effects[-1], StorePut)
    reopened = open_editor(stored_texts(app.effects))
    assert reopened.model.sketch == app.model.sketch
    assert reopened.effects == (), "nothing has changed"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"line": 3}', "[" * 100_000])
def test_a_damaged_draft_is_not_opened(text: str) -> None:
    assert open_editor({DRAFT_KEY: text}).model.sketch == open_editor().model.sketch


def test_every_edit_is_stored_and_a_stroke_counts_as_one() -> None:
    app = run_actions(open_editor(), "brush y", "paint-start a1")
    assert app.effects == ()
    app = run_actions(app, "paint c1")
    assert app.effects == ()
    app = run_actions(app, "paint-end")
    assert app.effects == (StorePut(DRAFT_KEY, drafts.write(app.model)),)
    assert run_actions(app, "point a1", "brush r").effects == ()
    assert run_actions(app, "undo").effects == (StorePut(DRAFT_KEY, drafts.write(open_editor().model)),)


def test_a_failed_write_of_the_draft_is_reported_once() -> None:
    app = dispatch(open_editor(), StoreFailed("qin.game.1"))
    assert app.model.note is None
    app = dispatch(app, StoreFailed(DRAFT_KEY))
    assert app.model.note == Note("edit-kept-not")
    assert dispatch(run_actions(app, "dismiss-note"), StoreFailed(DRAFT_KEY)).model.note is None


def test_the_language_is_shared_with_the_game() -> None:
    app = run_actions(open_editor(language="nl"), "language fr")
    texts = stored_texts(app.effects)
    assert storage.read_preferences(texts[PREFERENCES_KEY], "en").language == "fr"
    assert open_editor(texts, language="nl").model.language == "fr"
    assert app.appearance().language == "fr"


# The address


def test_the_address_names_the_dialog_and_going_back_closes_it() -> None:
    app = run_actions(open_editor(), "open help")
    assert app.effects == (SetAddress("#help", push=True),)
    app = run_actions(app, "open take")
    assert app.effects == (SetAddress("#take"),), "switching dialogs adds no history entry"
    closed = run_actions(app, "close")
    assert closed.effects == (GoBack(),)
    back = dispatch(closed, Navigated("", ""))
    assert (back.model.dialog, back.effects) == ("", ())
    assert dispatch(app, Navigated("", "")).model.dialog == ""


def test_a_dialog_named_by_the_address_is_open() -> None:
    assert open_editor(fragment="#help").model.dialog == "help"
    assert open_editor(fragment="#help").effects == ()


@pytest.mark.parametrize("fragment", ["#no-such", "#", "#__class__", "#position"])
def test_unknown_fragments_open_nothing(fragment: str) -> None:
    app = open_editor(fragment=fragment)
    assert (app.model.dialog, app.model.note, app.effects) == ("", None, ())


def test_a_link_is_opened_and_stored_and_the_address_is_reset() -> None:
    app = open_editor(fragment=links.write(links.POSITION, JOINS))
    assert app.model.sketch.line == JOINS
    assert app.effects == (SetAddress(ADDRESS), StorePut(DRAFT_KEY, drafts.write(app.model)))
    followed = dispatch(open_editor(), Navigated("", links.write(links.POSITION, JOINS)))
    assert followed.model.sketch.line == JOINS


def test_an_invalid_link_shows_a_note_and_changes_nothing() -> None:
    app = open_editor(fragment="#position=AAAA")
    assert app.model.sketch == open_editor().model.sketch
    assert app.model.note
    assert app.model.note.key == "import-failed"
    assert app.effects == (SetAddress(ADDRESS),)


def test_a_link_to_a_position_of_khan_tsin_switches_the_game() -> None:
    start = str(khan_dealt(seed=2).match.latest)
    app = open_editor(fragment=links.write(links.POSITION, start))
    assert (app.model.sketch.line, app.model.dialog, app.appearance().data["game"]) == (start, "", "khan-tsin")
    assert app.effects == (SetAddress(ADDRESS), StorePut(DRAFT_KEY, drafts.write(app.model)))


def test_the_address_can_name_the_game() -> None:
    app = EditorApp.open(OpenPage("editor", "?game=khan-tsin", "", ADDRESS, ADDRESS, ["en"], 1, {}), 0.0, GAMES)
    assert app.model.sketch.name == "khan-tsin"


# Keys, files, exports


def test_a_tried_position_leads_back_to_the_editor() -> None:
    editor = run_actions(open_editor(), "tab khan-tsin position", "form layout=random")
    link = unescape(re.search('href="([^"]*#position=[^"]*)"', editor.draw(["actions"])["actions"])[1])  # type: ignore[index]
    search, _, fragment = link.removeprefix(site := "https://example.org/qin/").partition("#")
    tab = Browser(search=search, fragment=f"#{fragment}")
    assert "<h2>Your position</h2>" in tab.app.draw(["cover"])["cover"]
    tab.act("dismiss-welcome")
    assert f'href="{site}editor.html?game=khan-tsin"' in tab.app.draw(["coach"])["coach"]
    assert "editor.html" not in tab.act("start-game").app.draw(["coach"])["coach"], "a new match isn't the editor's"
    shared = Browser(search=search, fragment=f"#{fragment.removesuffix(links.FROM_EDITOR)}")
    assert "<h2>A shared position</h2>" in shared.app.draw(["cover"])["cover"]
    assert "editor.html" not in shared.app.draw(["coach"])["coach"]


def test_a_position_in_which_the_game_is_over_cannot_be_tried() -> None:
    editor = run_actions(open_editor(), "tab khan-tsin position")
    assert "#position=" not in editor.draw(["actions"])["actions"]
    empty = Browser(search="?game=khan-tsin", fragment=links.write(links.POSITION, editor.model.sketch.line))
    card = empty.app.draw(["cover"])["cover"]
    assert "to move" not in card
    assert "The game is a draw." in card


def test_keys_move_and_paint() -> None:
    app = dispatch(open_editor(), Key("ArrowRight", square="e5"))
    assert app.effects == (FocusSquare("f5"),)
    painted = dispatch(run_actions(app, "brush y"), Key("Enter", square="e5"))
    assert painted.model.sketch != app.model.sketch
    assert dispatch(painted, Key("z", ctrl=True)).model.sketch == app.model.sketch
    reopened = dispatch(painted, Key("z", ctrl=True), Key("Z", ctrl=True, shift=True))
    assert reopened.model.sketch == painted.model.sketch


def test_keys_are_ignored_while_a_dialog_is_open() -> None:
    app = run_actions(open_editor(), "brush y", "open help")
    assert dispatch(app, Key("Enter", square="e5")).model == app.model


def test_files_are_opened() -> None:
    app = dispatch(open_editor(), FileChosen("game-file", JOINS))
    assert app.model.sketch.line == JOINS
    faulty = dispatch(app, FileChosen("game-file", "<html>"))
    assert faulty.model.sketch == app.model.sketch
    assert faulty.model.note


@pytest.mark.parametrize("name", sorted(TEXT_EXPORTS))
def test_every_form_is_copied_and_saved(name: str) -> None:
    app = dispatch(open_editor(), FileChosen("", JOINS))
    text = TEXT_EXPORTS[name].write(app.model)
    assert run_actions(app, f"copy-as {name}").effects == (Copy(text),)
    assert run_actions(app, f"save-as {name}").effects == (
        Download(f"qin-{TEXT_EXPORTS[name].file_name}", text, TEXT_EXPORTS[name].media_type),
    )


@pytest.mark.parametrize("name", sorted(IMAGE_EXPORTS))
def test_every_picture_is_copied_and_saved(name: str) -> None:
    app = dispatch(open_editor(), FileChosen("", JOINS))
    picture = IMAGE_EXPORTS[name].write(app.model)
    assert run_actions(app, f"copy-as {name}").effects == (CopyPng(picture),)
    assert run_actions(app, f"save-as {name}").effects == (
        DownloadPng(f"qin-{IMAGE_EXPORTS[name].file_name}", picture),
    )


def test_copying_shows_a_note() -> None:
    assert dispatch(open_editor(), Copied(True)).model.note == Note("copied")
    assert dispatch(open_editor(), Copied(False)).model.note == Note("not-copied")


@pytest.mark.parametrize("message", [Act("no-such"), Act("copy-as", "no-such")])
def test_unknown_actions_change_nothing(message: Act) -> None:
    app = dispatch(open_editor(), message)
    assert (app.model, app.effects) == (open_editor().model, ())


def test_every_part_is_drawn() -> None:
    app = open_editor()
    parts = [name for group in EditorApp.groups for name in group]
    assert sorted(app.draw(parts)) == sorted(parts)
    assert app.appearance().dialog == ""
    assert run_actions(app, "paint-start a1").model.stroke is not None


# Several tabs


def test_the_second_tab_shows_a_note_and_stores_nothing() -> None:
    second = dispatch(open_editor(), TabLockTaken("editor"))
    assert second.model.note == Note("edit-elsewhere", action="edit-here")
    painted = run_actions(second, "brush y", "dab e5")
    assert painted.model.sketch != second.model.sketch
    assert not any(isinstance(effect, StorePut) for effect in painted.effects)
    taken_over = run_actions(painted, "edit-here")
    assert taken_over.effects == (
        AcquireTabLock("editor", steal=True),
        StorePut(DRAFT_KEY, drafts.write(painted.model)),
    )


def test_a_second_tab_without_changes_follows_the_first_and_takes_over() -> None:
    draft = drafts.write(run_actions(open_editor(), "brush y", "dab e5").model)
    second = dispatch(open_editor(), TabLockTaken("editor"), StoreChanged(DRAFT_KEY, draft))
    assert drafts.write(second.model) == draft
    alone = dispatch(second, TabLockAcquired("editor"))
    assert not alone.elsewhere
    assert alone.model.note is None
    assert any(isinstance(effect, StorePut) for effect in run_actions(alone, "dab a1").effects)


def test_a_second_tab_with_changes_stores_them_only_on_request() -> None:
    second = run_actions(dispatch(open_editor(), TabLockTaken("editor")), "brush y", "dab e5")
    assert dispatch(second, TabLockAcquired("editor")).elsewhere
    assert (
        dispatch(second, StoreChanged(DRAFT_KEY, drafts.write(open_editor().model))).model.sketch == second.model.sketch
    )
    taken_over = run_actions(second, "edit-here")
    assert not taken_over.elsewhere
    assert taken_over.model.note is None


def test_without_locks_a_draft_that_another_tab_stores_is_noticed() -> None:
    second = dispatch(open_editor(), StoreChanged(DRAFT_KEY, "{}"))
    assert second.elsewhere
    assert not dispatch(open_editor(), StoreChanged("qin.game.1", "")).elsewhere


def test_a_draft_that_loads_late_is_opened_unless_there_are_edits() -> None:
    draft = drafts.write(run_actions(open_editor(), "brush y", "dab e5").model)
    after_loading = dispatch(open_editor(), StoreLoaded({DRAFT_KEY: draft}))
    assert drafts.write(after_loading.model) == draft
    assert not any(isinstance(effect, StorePut) for effect in after_loading.effects)
    edited = run_actions(open_editor(), "brush r", "dab a1")
    assert dispatch(edited, StoreLoaded({DRAFT_KEY: draft})).model == edited.model
