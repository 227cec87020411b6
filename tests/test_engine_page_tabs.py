"""The game page: addresses, several tabs, and late or newer databases."""

from dataclasses import replace

import pytest

from engine.html import Note
from engine.protocol import (
    GAME_PREFIX,
    PREFERENCES_KEY,
    AcquireTabLock,
    AiPauseOver,
    AiResult,
    Download,
    Navigated,
    PageOutdated,
    QrDrawn,
    Reload,
    RunAiTask,
    StopAiTask,
    StoreChanged,
    StoreConflict,
    StoreExported,
    StoreLoaded,
    StorePut,
    StoreUpdate,
    TabLockAcquired,
)
from engine.session import links, storage
from tests.engine_actions import game_named, stored_texts
from tests.engine_browser import Browser, hot_seat, stored_matches
from tests.engine_host import search_result
from tests.engine_khan_tsin import deal_session as khan_dealt
from tests.engine_qin import JOINS, deal_session, finished_session, play_turns


@pytest.fixture
def browser() -> Browser:
    return hot_seat()


# The address


def test_the_address_names_the_dialog_and_going_back_closes_it(browser: Browser) -> None:
    browser.act("open", "help")
    assert browser.history == ["", "#help"]
    browser.act("open", "settings")
    assert browser.history == ["", "#settings"], "switching dialogs adds no history entry"
    browser.back()
    assert (browser.app.page.dialog, browser.history) == ("", [""])


def test_closing_a_dialog_goes_back(browser: Browser) -> None:
    browser.act("open", "help").act("close")
    assert (browser.app.page.dialog, browser.history) == ("", [""])


def test_a_dialog_named_by_the_address_is_open_and_can_be_closed() -> None:
    tab = Browser(fragment="#settings")
    assert tab.app.page.dialog == "settings"
    assert tab.history == ["", "#settings"], "closing it never leaves the page"
    tab.act("close")
    assert (tab.app.page.dialog, tab.history) == ("", [""])


@pytest.mark.parametrize("fragment", ["#no-such", "#", "#__class__", "#game", "#game=", "#position=%%"])
def test_unknown_fragments_open_nothing(fragment: str) -> None:
    tab = Browser(fragment=fragment)
    assert tab.app.page.dialog == ""
    assert tab.match.record.turns == ()


def test_switching_games_and_back(browser: Browser) -> None:
    browser.act("switch-game", "khan-tsin")
    assert (browser.match.ui.name, browser.history) == ("khan-tsin", ["", "?game=khan-tsin"])
    khan_key = browser.match.key
    assert browser.texts[storage.current_key(game_named("khan-tsin"))] == khan_key
    browser.back()
    assert (browser.match.key, browser.history) == ("1-0", [""])
    browser.act("switch-game", "khan-tsin")
    assert browser.match.key == khan_key, "its match is continued"
    before = browser.app
    for game_name in ("khan-tsin", "chess"):
        assert browser.act("switch-game", game_name).app.session is before.session


def test_importing_a_record_of_the_other_game_switches_the_game(browser: Browser) -> None:
    browser.act("open", "games").act("import", str(khan_dealt().match.record))
    assert (browser.match.ui.name, browser.app.page.dialog) == ("khan-tsin", "")
    assert browser.history[-1] == "?game=khan-tsin"
    assert "#" not in "".join(browser.history)


def test_opening_a_link_resets_the_address() -> None:
    played = play_turns(deal_session("pp"), 3)
    old = stored_texts(storage.save_current(replace(deal_session("pc").match, key="1-0")))
    tab = Browser(old, fragment=links.write(links.GAME, str(played.match.record)))
    assert tab.match.record.turns == played.match.record.turns
    assert tab.history == [""]
    assert tab.match.key not in ("", "1-0")
    assert GAME_PREFIX + "1-0" in tab.texts


def test_a_shared_finished_game_names_its_seats() -> None:
    over = finished_session("pc").match.with_own_headers("2026-11-17")
    link = links.write(links.GAME, str(over.record))
    tab = Browser(fragment=link)
    assert list(tab.app.session.names) == ["Green", "White"]
    assert "You" not in str(tab.app.draw(["status", "players", "log"]))
    reopened = Browser(tab.texts)
    assert reopened.match.key == tab.match.key
    assert list(reopened.app.session.names) == ["Green", "White"], "even on the next visit"
    tab.act("step", "-1").act("play-on")
    assert tab.app.session.names[0] == "You", "playing on takes the first seat"
    own = Browser(stored_texts(storage.save_current(replace(over, key="1-0"))), fragment=link)
    assert own.app.session.names[0] == "You", "it is the reader's own match"


def test_a_shared_unfinished_game_is_continued_by_the_reader() -> None:
    match_in_progress = play_turns(deal_session("pc"), 2).match.with_own_headers("2026-11-17")
    assert Browser(fragment=links.write(links.GAME, str(match_in_progress.record))).app.session.names[0] == "You"


def test_a_link_followed_while_the_page_is_open(browser: Browser) -> None:
    browser.history.append(links.write(links.POSITION, JOINS))
    browser.dispatch(Navigated("", browser.history[-1]))
    assert str(browser.match.latest) == JOINS
    assert browser.history == ["", ""]


def test_an_invalid_link_shows_a_note(browser: Browser) -> None:
    browser.dispatch(Navigated("", "#game=AAAA"))
    assert browser.match.key == "1-0"
    assert browser.app.page.note
    assert browser.app.page.note.key == "import-failed"


def test_a_link_to_a_map_opens_qin() -> None:
    link = links.write(links.MAP, "....\n.R..\n...B\n....")
    tab = Browser(search="?game=khan-tsin", fragment=link)
    assert (tab.match.ui.name, tab.app.page.dialog) == ("qin", "new")
    assert "game=" not in tab.history[-1]


@pytest.mark.parametrize("link", ["#game=AAAA", "#position=%3C", "#turn=AAAA"])
def test_an_invalid_link_closes_a_dialog_that_would_hide_the_note(browser: Browser, link: str) -> None:
    browser.act("open", "share")
    browser.history.append(link)
    browser.dispatch(Navigated("", link))
    assert browser.app.page.note
    assert (browser.app.page.dialog, browser.history) == ("", ["", "#share", ""])


@pytest.mark.parametrize("window", ["new", "share"])
def test_a_link_to_a_map_replaces_an_open_dialog(browser: Browser, window: str) -> None:
    link = links.write(links.MAP, "....\n.R..\n...B\n....")
    browser.act("open", window)
    browser.history.append(link)
    browser.dispatch(Navigated("", link))
    assert browser.app.page.dialog == "new"
    assert browser.history == ["", f"#{window}", "", "#new"]
    browser.act("close")
    assert (browser.app.page.dialog, browser.history[-1]) == ("", "")


# Other tabs


def test_a_tab_follows_a_match_played_in_another_tab_and_takes_over() -> None:
    texts = stored_texts(storage.save_current(replace(deal_session("pc").match, key="1-0")))
    first, second = Browser(texts), Browser(texts)
    first.play()
    assert first.effects_of(RunAiTask)
    second.dispatch(StoreChanged(GAME_PREFIX + "1-0", first.texts[GAME_PREFIX + "1-0"]))
    assert second.match.record == first.match.record
    assert second.effects_of(AcquireTabLock) == [AcquireTabLock("1-0")]
    assert not second.effects_of(RunAiTask), "the computer thinks in one tab"
    assert not second.effects_of(StorePut)
    second.act("point", "a1")
    assert not second.effects_of(AcquireTabLock)
    second.dispatch(TabLockAcquired("another"))
    assert not second.effects_of(RunAiTask)
    second.dispatch(TabLockAcquired("1-0"))
    assert len(second.effects_of(RunAiTask)) == 1, "the other tab is closed"


def test_an_action_in_a_following_tab_takes_the_lock() -> None:
    texts = stored_texts(storage.save_current(replace(deal_session("pp").match, key="1-0")))
    first, second = Browser(texts), Browser(texts)
    first.play()
    second.dispatch(StoreChanged(GAME_PREFIX + "1-0", first.texts[GAME_PREFIX + "1-0"]))
    second.act("reveal-hand")
    assert second.effects_of(AcquireTabLock) == [AcquireTabLock("1-0", steal=True)]
    second.play()
    assert len(second.match.record.turns) == 2
    assert second.texts[GAME_PREFIX + "1-0"] == str(second.match.record)


def test_a_tab_that_loses_the_lock_stops_thinking() -> None:
    texts = stored_texts(storage.save_current(replace(deal_session("pc").match, key="1-0")))
    first, second = Browser(texts), Browser(texts)
    first.play()
    task = second.play().effects_of(RunAiTask)[-1].number
    second.dispatch(AiResult(task, search_result(second.match.latest.moves()[0]), True)).dispatch(AiPauseOver(task))
    assert len(second.match.record.turns) == 2
    first.dispatch(StoreChanged(GAME_PREFIX + "1-0", second.texts[GAME_PREFIX + "1-0"]))
    assert first.match.record == second.match.record
    assert first.effects_of(StopAiTask)


@pytest.mark.parametrize("text", [None, "<html>", ""])
def test_a_damaged_match_in_another_tab_is_not_followed(browser: Browser, text: str | None) -> None:
    before = browser.app.session
    browser.dispatch(StoreChanged(GAME_PREFIX + "1-0", text))
    assert browser.app.session is before
    assert not browser.app.played_elsewhere


def test_other_matches_and_settings_of_other_tabs_are_ignored(browser: Browser) -> None:
    before = browser.app.session
    browser.dispatch(StoreChanged(GAME_PREFIX + "2-0", stored_matches()[GAME_PREFIX + "1000-0"]))
    browser.dispatch(StoreChanged(PREFERENCES_KEY, '{"language": "de"}'))
    browser.dispatch(StoreChanged(GAME_PREFIX + "1-0", browser.texts[GAME_PREFIX + "1-0"]))
    assert browser.app.session is before
    assert not browser.app.played_elsewhere


def test_a_tab_stores_only_the_settings_that_it_changed() -> None:
    tab = Browser({PREFERENCES_KEY: '{"theme": "light"}'})
    tab.act("setting", "theme=dark")
    assert tab.effects_of(StoreUpdate) == [StoreUpdate(PREFERENCES_KEY, {"theme": "dark"})]


def test_if_two_tabs_move_at_once_the_second_shows_the_firsts_move() -> None:
    texts = stored_texts(storage.save_current(replace(deal_session("pp").match, key="1-0")))
    first, second = Browser(texts), Browser(texts)
    first.act("reveal-hand").play()
    second.act("reveal-hand").play().play()
    first_text = first.texts[GAME_PREFIX + "1-0"]
    second.dispatch(StoreConflict(GAME_PREFIX + "1-0", first_text))
    assert second.match.record == first.match.record
    assert second.app.page.note == Note("other-tab-first")
    assert not second.effects_of(StorePut), "nothing is stored twice"


# A database that opens late, or belongs to a newer version


def test_the_stored_match_is_opened_when_the_database_opens_late() -> None:
    texts = stored_texts(
        storage.save_current(replace(play_turns(deal_session("pc"), 2).match, key="1700000000000-000001"))
    )
    tab = Browser({PREFERENCES_KEY: "{}"})
    assert tab.match.key == ""
    tab.dispatch(StoreLoaded(texts, newest="1700000000000"))
    assert tab.match.key == "1700000000000-000001"
    assert len(tab.match.record.turns) == 2
    assert tab.app.page.note is None


def test_a_match_started_before_the_database_opened_is_continued() -> None:
    texts = stored_texts(
        storage.save_current(replace(play_turns(deal_session("pc"), 2).match, key="1700000000000-000001"))
    )
    tab = Browser({PREFERENCES_KEY: "{}"}).play()
    key = tab.match.key
    tab.dispatch(StoreLoaded(texts, newest="1700000000000"))
    assert tab.match.key == key
    assert tab.app.page.note == Note("late-games", action="show-games")
    assert not any(effect.key == GAME_PREFIX + "1700000000000-000001" for effect in tab.effects_of(StorePut))


def test_a_newer_version_shows_a_note_with_a_reload_button() -> None:
    tab = Browser().dispatch(PageOutdated())
    assert tab.app.page.note == Note("newer-version", action="reload")
    assert tab.act("reload").effects_of(Reload)


def test_an_incomplete_export_shows_a_note() -> None:
    tab = Browser().dispatch(StoreExported({"qin.learnt": "[]"}, complete=False))
    assert tab.effects_of(Download)
    assert tab.app.page.note == Note("export-incomplete", slot="everything")


def test_a_failed_qr_code_shows_a_note() -> None:
    assert Browser().dispatch(QrDrawn("")).app.page.note == Note("qr-failed")
