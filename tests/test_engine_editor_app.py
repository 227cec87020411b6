"""The editor's app: stored drafts, dialogs in the address, exports, keys."""

from dataclasses import replace

import pytest

from engine.apps.editor import EditorApp
from engine.apps.editor import model as drafts
from engine.apps.editor.windows import FORMS, PAINTED
from engine.html import Note
from engine.main import GAMES
from engine.protocol import (
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
from tests.engine_host import via_protocol
from tests.engine_khan_tsin import deal_session as khan_dealt
from tests.engine_qin import JOINS

ADDRESS = "https://example.org/qin/editor.html"


def opened(texts: dict[str, str] | None = None, fragment: str = "", language: str = "en") -> EditorApp:
    site = "https://example.org/qin/"
    app = EditorApp.open(OpenPage("editor", "", fragment, ADDRESS, site, [language], 1, texts or {}), 0.0, GAMES)
    assert app.effects[0] == AcquireTabLock("editor")
    return replace(app, effects=app.effects[1:])


def told(app: EditorApp, *messages: Message) -> EditorApp:
    for message in messages:
        app = app.receive(via_protocol(message), 0.0)
    return app


def acted(app: EditorApp, *steps: str) -> EditorApp:
    """Do actions, each a name and a value."""
    for step in steps:
        action, _, value = step.partition(" ")
        app = told(app, Act(action, value))
    return app


def test_the_draft_of_the_last_visit_comes_back() -> None:
    app = acted(opened(), "brush y", "dab e5")
    assert isinstance(app.effects[-1], StorePut)
    again = opened(stored_texts(app.effects))
    assert again.model.sketch == app.model.sketch
    assert again.effects == (), "nothing has changed"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"line": 3}', "[" * 100_000])
def test_a_damaged_draft_is_left_alone(text: str) -> None:
    assert opened({drafts.KEY: text}).model.sketch == opened().model.sketch


def test_every_edit_is_stored_but_a_stroke_only_once() -> None:
    app = acted(opened(), "brush y", "paint-start a1")
    assert app.effects == ()
    app = acted(app, "paint c1")
    assert app.effects == ()
    app = acted(app, "paint-end")
    assert app.effects == (StorePut(drafts.KEY, drafts.write(app.model)),)
    assert acted(app, "point a1", "brush r").effects == ()
    assert acted(app, "undo").effects == (StorePut(drafts.KEY, drafts.write(opened().model)),)


def test_a_failed_write_of_the_draft_is_reported_once() -> None:
    app = told(opened(), StoreFailed("qin.game.1"))
    assert app.model.note is None
    app = told(app, StoreFailed(drafts.KEY))
    assert app.model.note == Note("edit-kept-not")
    assert told(acted(app, "dismiss-note"), StoreFailed(drafts.KEY)).model.note is None


def test_the_language_is_shared_with_the_game() -> None:
    app = acted(opened(language="nl"), "language fr")
    texts = stored_texts(app.effects)
    assert storage.read_preferences(texts[PREFERENCES_KEY], "en").language == "fr"
    assert opened(texts, language="nl").model.language == "fr"
    assert app.appearance().language == "fr"


# The address


def test_the_address_names_the_dialog_and_going_back_closes_it() -> None:
    app = acted(opened(), "open help")
    assert app.effects == (SetAddress("#help", push=True),)
    app = acted(app, "open take")
    assert app.effects == (SetAddress("#take"),), "from window to window is no step"
    closed = acted(app, "close")
    assert closed.effects == (GoBack(),)
    back = told(closed, Navigated("", ""))
    assert (back.model.dialog, back.effects) == ("", ())
    assert told(app, Navigated("", "")).model.dialog == ""


def test_a_dialog_named_by_the_address_is_open() -> None:
    assert opened(fragment="#help").model.dialog == "help"
    assert opened(fragment="#help").effects == ()


@pytest.mark.parametrize("fragment", ["#no-such", "#", "#__class__", "#position"])
def test_odd_fragments_open_nothing(fragment: str) -> None:
    app = opened(fragment=fragment)
    assert (app.model.dialog, app.model.note, app.effects) == ("", None, ())


def test_a_link_is_opened_kept_and_the_address_is_clean() -> None:
    app = opened(fragment=links.write(links.POSITION, JOINS))
    assert app.model.sketch.line == JOINS
    assert app.effects == (SetAddress(ADDRESS), StorePut(drafts.KEY, drafts.write(app.model)))
    followed = told(opened(), Navigated("", links.write(links.POSITION, JOINS)))
    assert followed.model.sketch.line == JOINS


def test_a_faulty_link_says_what_is_wrong_and_changes_nothing() -> None:
    app = opened(fragment="#position=AAAA")
    assert app.model.sketch == opened().model.sketch
    assert app.model.note
    assert app.model.note.key == "import-failed"
    assert app.effects == (SetAddress(ADDRESS),)


def test_a_position_of_khan_tsin_is_shown_at_once() -> None:
    start = str(khan_dealt(seed=2).match.latest)
    app = opened(fragment=links.write(links.POSITION, start))
    assert (app.model.sketch.line, app.model.dialog, app.appearance().data["game"]) == (start, "", "khan-tsin")
    assert app.effects == (SetAddress(ADDRESS), StorePut(drafts.KEY, drafts.write(app.model)))


def test_the_address_can_name_the_game() -> None:
    app = EditorApp.open(OpenPage("editor", "?game=khan-tsin", "", ADDRESS, ADDRESS, ["en"], 1, {}), 0.0, GAMES)
    assert app.model.sketch.name == "khan-tsin"


# Keys, files, what is given away


def test_keys_walk_and_paint() -> None:
    app = told(opened(), Key("ArrowRight", square="e5"))
    assert app.effects == (FocusSquare("f5"),)
    painted = told(acted(app, "brush y"), Key("Enter", square="e5"))
    assert painted.model.sketch != app.model.sketch
    assert told(painted, Key("z", ctrl=True)).model.sketch == app.model.sketch
    again = told(painted, Key("z", ctrl=True), Key("Z", ctrl=True, shift=True))
    assert again.model.sketch == painted.model.sketch


def test_keys_wait_while_a_window_is_open() -> None:
    app = acted(opened(), "brush y", "open help")
    assert told(app, Key("Enter", square="e5")).model == app.model


def test_files_are_opened() -> None:
    app = told(opened(), FileChosen("game-file", JOINS))
    assert app.model.sketch.line == JOINS
    faulty = told(app, FileChosen("game-file", "<html>"))
    assert faulty.model.sketch == app.model.sketch
    assert faulty.model.note


@pytest.mark.parametrize("name", sorted(FORMS))
def test_every_form_is_copied_and_saved(name: str) -> None:
    app = told(opened(), FileChosen("", JOINS))
    text = FORMS[name].write(app.model)
    assert acted(app, f"copy-as {name}").effects == (Copy(text),)
    assert acted(app, f"save-as {name}").effects == (Download(f"qin-{FORMS[name].file}", text, FORMS[name].kind),)


@pytest.mark.parametrize("name", sorted(PAINTED))
def test_every_picture_is_copied_and_saved(name: str) -> None:
    app = told(opened(), FileChosen("", JOINS))
    picture = PAINTED[name].write(app.model)
    assert acted(app, f"copy-as {name}").effects == (CopyPng(picture),)
    assert acted(app, f"save-as {name}").effects == (DownloadPng(f"qin-{PAINTED[name].file}", picture),)


def test_what_was_copied_is_told() -> None:
    assert told(opened(), Copied(True)).model.note == Note("copied")
    assert told(opened(), Copied(False)).model.note == Note("not-copied")


@pytest.mark.parametrize("message", [Act("no-such"), Act("copy-as", "no-such")])
def test_unknown_actions_change_nothing(message: Act) -> None:
    app = told(opened(), message)
    assert (app.model, app.effects) == (opened().model, ())


def test_every_part_is_drawn() -> None:
    app = opened()
    parts = [name for group in EditorApp.groups for name in group]
    assert sorted(app.draw(parts)) == sorted(parts)
    assert app.appearance().dialog == ""
    assert acted(app, "paint-start a1").model.stroke is not None


# Several tabs


def test_the_second_tab_says_that_the_first_one_is_at_work() -> None:
    second = told(opened(), TabLockTaken("editor"))
    assert second.model.note == Note("edit-elsewhere", action="edit-here")
    painted = acted(second, "brush y", "dab e5")
    assert painted.model.sketch != second.model.sketch
    assert not any(isinstance(effect, StorePut) for effect in painted.effects)
    here = acted(painted, "edit-here")
    assert here.effects == (AcquireTabLock("editor", steal=True), StorePut(drafts.KEY, drafts.write(painted.model)))


def test_a_second_tab_without_changes_shows_the_first_one_and_goes_on_when_that_is_gone() -> None:
    draft = drafts.write(acted(opened(), "brush y", "dab e5").model)
    second = told(opened(), TabLockTaken("editor"), StoreChanged(drafts.KEY, draft))
    assert drafts.write(second.model) == draft
    alone = told(second, TabLockAcquired("editor"))
    assert not alone.elsewhere
    assert alone.model.note is None
    assert any(isinstance(effect, StorePut) for effect in acted(alone, "dab a1").effects)


def test_a_second_tab_with_changes_stores_them_only_when_asked() -> None:
    second = acted(told(opened(), TabLockTaken("editor")), "brush y", "dab e5")
    assert told(second, TabLockAcquired("editor")).elsewhere
    assert told(second, StoreChanged(drafts.KEY, drafts.write(opened().model))).model.sketch == second.model.sketch
    here = acted(second, "edit-here")
    assert not here.elsewhere
    assert here.model.note is None


def test_without_locks_a_draft_that_another_tab_stores_is_noticed() -> None:
    second = told(opened(), StoreChanged(drafts.KEY, "{}"))
    assert second.elsewhere
    assert not told(opened(), StoreChanged("qin.game.1", "")).elsewhere


def test_a_draft_that_arrives_late_is_opened_unless_something_was_drawn() -> None:
    draft = drafts.write(acted(opened(), "brush y", "dab e5").model)
    late = told(opened(), StoreLoaded({drafts.KEY: draft}))
    assert drafts.write(late.model) == draft
    assert not any(isinstance(effect, StorePut) for effect in late.effects)
    drawn = acted(opened(), "brush r", "dab a1")
    assert told(drawn, StoreLoaded({drafts.KEY: draft})).model == drawn.model
