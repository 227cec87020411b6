"""A third game works in the engine, although only its own file knows about it."""

import json
from collections.abc import Iterator

import pytest

from engine import correspondence, main
from engine.protocol import AiPauseOver, AiResult, FileChosen, RunAiTask, SetTimer, StoreExported, StoreMerge
from engine.session import links, storage
from engine.session.match import read_record
from engine.words import catalogue
from tests.engine_browser import Browser, Friend
from tests.engine_host import FakePage
from tests.noughts import NoughtsUi

QUERY = "?game=noughts"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[NoughtsUi]:
    monkeypatch.setattr(main, "GAMES", main.GAMES)
    monkeypatch.setattr(main.WORKER, "games", main.GAMES)
    ui = NoughtsUi()
    main.install(ui)
    yield ui
    for key in ui.words["en"]:
        del catalogue("en")[key]


def with_computer_move(browser: Browser) -> Browser:
    """Let the computer move, and return the browser."""
    (task,) = browser.effects_of(RunAiTask)
    main.start_task(task.task, json.dumps(task.arguments))
    result, done = json.loads(main.continue_task(1000))
    browser.dispatch(AiResult(task.number, result, done))
    (timer,) = browser.effects_of(SetTimer)
    assert isinstance(timer.message, AiPauseOver)
    return browser.dispatch(timer.message)


def test_a_match_with_undo_log_and_replay() -> None:
    browser = Browser(search=QUERY)
    assert browser.app.page.ui.title == "Noughts and crosses"
    with_computer_move(browser.act("square", "b2").act("place"))
    assert [str(turn.move) for turn in browser.match.record.turns] == ["b2", "a3"]
    parts = browser.app.draw(["log", "board", "status", "game-switch", "grid"])
    assert "You: b2." in parts["log"]
    assert "Choose a square." in parts["status"]
    assert parts["game-switch"].count("data-value") == 3
    assert "This square is taken." in browser.act("square", "b2").app.draw(["status"])["status"]
    assert browser.act("undo").match.record.turns == ()
    assert len(browser.act("redo").match.record.turns) == 2
    assert browser.act("go-to-turn", "0").app.session.ply == 0
    assert browser.act("replay", "0").app.session.replaying


@pytest.mark.parametrize("dialog", ["new", "games", "settings", "help", "share", "end", "record"])
def test_every_dialog_can_be_drawn(dialog: str) -> None:
    browser = Browser(search=QUERY).act("open", dialog)
    assert browser.app.page.dialog == dialog
    assert browser.app.draw(["dialog"])["dialog"]


def test_saving_and_loading_everything() -> None:
    browser = with_computer_move(Browser(search=QUERY).act("square", "b2").act("place"))
    reopened = Browser(browser.texts, search=QUERY)
    assert reopened.match.record == browser.match.record
    browser.dispatch(StoreExported(browser.texts))
    other_tab = Browser(search=QUERY).dispatch(FileChosen("everything-file", storage.write_archive(browser.texts)))
    (merge,) = other_tab.effects_of(StoreMerge)
    assert merge.texts == browser.texts


def test_records_links_and_correspondence(installed: NoughtsUi) -> None:
    browser = with_computer_move(Browser(search=QUERY).act("square", "b2").act("place"))
    record = str(browser.match.record)
    assert read_record(main.GAMES, record).ui is installed
    linked = Browser(fragment=links.write(links.GAME, record))
    assert (linked.app.page.ui, linked.history[-1]) == (installed, QUERY)
    host, guest = Friend(search=QUERY), Friend(search=QUERY)
    link = host.start_game("person", "far").move().copy_link()
    assert correspondence.read_link(link, main.GAMES).ui is installed
    guest.open_link(link).act("join", "2").move()
    assert len(guest.match.record.turns) == 2


def test_an_embedded_board() -> None:
    page = FakePage()
    page.open(position="X...O.... 1", move="anybody")
    assert "error" not in page.send_raw({"type": "Act", "action": "square", "value": "c1"})
    page.send_raw({"type": "Act", "action": "place"})
    assert str(page.session().match.latest) == "X...O...X 2"
