"""The game's page: what it restores and keeps, saved games, keys, files and what is given away."""

from dataclasses import replace

import pytest

from engine.apps.saved_games import AT_ONCE
from engine.html import Note
from engine.lessons.guided import guide_of
from engine.protocol import (
    GAME_PREFIX,
    QUARANTINE_PREFIX,
    AcquireTabLock,
    Act,
    AiPauseOver,
    Call,
    Copied,
    Copy,
    Download,
    DownloadPng,
    DownloadStored,
    FileChosen,
    FocusSquare,
    Key,
    Navigated,
    PageIdle,
    PlaySound,
    Print,
    ProtocolError,
    ReplayTick,
    ResultDue,
    StoreFailed,
    StorePut,
    StoreQuery,
    TabLockAcquired,
    TabLockTaken,
    WarmUpAiWorker,
)
from engine.session import links, preferences
from engine.session import storage as saves
from engine.session.update import new_session
from tests.engine_acting import named
from tests.engine_browser import Browser, at_table, saved
from tests.engine_playing import JOINS, dealt, finished, turns
from tests.engine_saving import kept


@pytest.fixture
def browser() -> Browser:
    return at_table()


# The opening


def test_the_first_visit_begins_a_game_that_is_kept_as_soon_as_somebody_plays_it() -> None:
    tab = next(tab for seed in range(50) if (tab := Browser(seed=seed)).match.seat.person)
    assert (tab.match.key, list(tab.texts)) == ("", [preferences.KEY])
    assert tab.app.page.welcome, "newcomers are greeted, once"
    assert not Browser(tab.texts).app.page.welcome
    tab.play()
    assert tab.match.key.startswith(f"{int(tab.time):013d}-")
    assert tab.texts[GAME_PREFIX + tab.match.key] == str(tab.match.record)
    assert tab.texts[saves.current_key(named("qin"))] == tab.match.key
    assert tab.did(AcquireTabLock) == [AcquireTabLock(tab.match.key)]
    assert tab.history == [""]


@pytest.mark.parametrize("fragment", ["#guide", "#deal", links.write("game", str(turns(dealt("pc"), 4).match.record))])
@pytest.mark.parametrize("search", ["", "?game=khan-tsin"])
def test_whoever_comes_to_something_else_than_a_new_game_is_not_greeted(search: str, fragment: str) -> None:
    assert Browser(search=search).app.page.welcome == "first"
    assert Browser(search=search, fragment=fragment).app.page.welcome != "first"


def test_a_guided_game_of_the_other_room_is_not_covered() -> None:
    tab = Browser()
    tab.tell(Navigated("?game=khan-tsin", "#guide"))
    assert guide_of(tab.match)
    assert not tab.app.page.welcome


def test_whoever_has_been_to_the_lessons_is_not_greeted() -> None:
    """There, empty preferences are kept."""
    tab = Browser({preferences.KEY: "{}"})
    assert not tab.app.page.welcome
    assert tab.app.page.note is None


def test_the_game_of_the_last_visit_comes_back() -> None:
    game = replace(turns(dealt("pc"), 4).match, key="77-1")
    tab = Browser(kept(saves.save(game)))
    assert (tab.match.key, tab.match.record) == ("77-1", game.record)
    assert set(tab.texts) == {GAME_PREFIX + "77-1", saves.current_key(named("qin"))}


def test_a_damaged_save_is_set_aside_and_said() -> None:
    tab = Browser({saves.current_key(named("qin")): "7", GAME_PREFIX + "7": "<html>"})
    assert tab.texts[QUARANTINE_PREFIX + "7"] == "<html>"
    assert GAME_PREFIX + "7" not in tab.texts
    assert tab.app.page.note == Note("set-aside", link="show-games")
    assert tab.match.key != "7"
    tab.act("show-games")
    tab.tell(tab.find(QUARANTINE_PREFIX))
    assert tab.app.page.damaged == ("7",)
    tab.act("export-damaged", "7")
    assert tab.did(DownloadStored) == [DownloadStored("damaged.qin", QUARANTINE_PREFIX + "7")]
    tab.act("forget-damaged", "7")
    assert not tab.app.page.damaged
    assert QUARANTINE_PREFIX + "7" not in tab.texts


def test_preferences_and_languages() -> None:
    tab = Browser(languages=["xx", "de-CH", "en"])
    assert tab.app.session.language == "de"
    tab.act("language", "fr")
    assert preferences.read(tab.texts[preferences.KEY], "en").language == "fr"
    tab.act("setting", "confirm=false")
    again = Browser(tab.texts)
    assert (again.app.session.language, again.app.session.settings.confirm) == ("fr", False)
    assert not again.did(StorePut), "nothing has changed"


def test_the_other_room_is_entered_by_its_address() -> None:
    assert Browser(search="?game=khan-tsin").match.ui.name == "khan-tsin"
    assert Browser(search="?game=chess").match.ui.name == "qin"


# Keeping


def test_every_change_of_the_game_is_kept(browser: Browser) -> None:
    browser.play()
    assert len(browser.match.record.turns) == 1
    assert browser.texts[GAME_PREFIX + "1-0"] == str(browser.match.record)
    before = browser.texts
    browser.act("point", "a1").act("tile", "0").act("open", "help")
    assert not browser.did(StorePut)
    assert browser.texts == before
    browser.act("undo")
    assert saves.UNDONE in browser.texts[GAME_PREFIX + "1-0"]
    assert browser.texts[saves.current_key(named("qin"))] == "1-0"


@pytest.mark.parametrize("action", ["begin", "rematch"])
def test_a_new_game_gets_a_key_of_its_own_and_the_old_one_stays(browser: Browser, action: str) -> None:
    browser.act(action)
    assert browser.match.key.startswith(f"{int(browser.time):013d}-")
    assert browser.did(AcquireTabLock) == [AcquireTabLock(browser.match.key)]
    assert GAME_PREFIX + "1-0" in browser.texts
    assert browser.texts[saves.current_key(named("qin"))] == browser.match.key
    first = browser.match.record.start
    assert browser.act(action).match.record.start != first, "by chance"


def test_playing_on_from_an_earlier_position_is_another_game(browser: Browser) -> None:
    browser.play().act("uncover").act("look", "0").act("play-on")
    assert browser.match.key not in ("", "1-0")
    assert GAME_PREFIX + "1-0" in browser.texts


def test_that_a_game_cannot_be_kept_is_said_once_a_game(browser: Browser) -> None:
    browser.tell(StoreFailed(GAME_PREFIX + "another"))
    assert browser.app.page.note is None
    browser.tell(StoreFailed(GAME_PREFIX + "1-0"))
    assert browser.app.page.note == Note("not-kept", link="save-record")
    browser.act("dismiss-note").tell(StoreFailed(GAME_PREFIX + "1-0"))
    assert browser.app.page.note is None
    browser.act("rematch")
    browser.tell(StoreFailed(GAME_PREFIX + browser.match.key))
    assert browser.app.page.note == Note("not-kept", link="save-record")


# Saved games


def listed(tab: Browser) -> Browser:
    """Open the window of the games, and answer what it asks the store."""
    tab.act("open", "games")
    found = [tab.find(GAME_PREFIX), tab.find(QUARANTINE_PREFIX)]
    for answer in found:
        tab.tell(answer)
    return tab


def test_games_are_listed_by_pages_the_newest_first() -> None:
    tab = listed(Browser(saved(60)))
    shown = [game.key for game in tab.app.page.saved]
    assert len(shown) == AT_ONCE == 24
    assert shown == sorted(shown, reverse=True)
    assert tab.app.page.saved_count == 60
    for most in (48, 60):
        tab.act("more-games")
        tab.tell(tab.find(GAME_PREFIX))
        assert len(tab.app.page.saved) == most


def test_a_listed_game_is_loaded_and_the_window_closes() -> None:
    tab = listed(Browser(saved(2)))
    tab.act("load", "1000-0")
    assert (tab.match.key, tab.app.page.dialog) == ("1000-0", "")
    assert tab.texts[saves.current_key(named("qin"))] == "1000-0"
    assert tab.act("load", "no-such").match.key == "1000-0"


def test_a_damaged_game_of_the_list_is_set_aside() -> None:
    tab = Browser({**saved(1), GAME_PREFIX + "2000-0": "?"})
    tab.act("open", "games")
    tab.tell(tab.find(GAME_PREFIX))
    assert [game.key for game in tab.app.page.saved if game.key < "1700"] == ["1000-0"]
    assert tab.texts[QUARANTINE_PREFIX + "2000-0"] == "?"
    assert tab.did(StoreQuery) == [StoreQuery(QUARANTINE_PREFIX, 0)]


def test_what_is_thrown_away_can_be_brought_back_the_last_first() -> None:
    tab = listed(Browser(saved(3)))
    before = tab.texts
    for key in ("1002-0", "1000-0"):
        tab.act("forget", key)
        assert GAME_PREFIX + key not in tab.texts
        assert key not in [game.key for game in tab.app.page.saved]
        assert tab.app.page.note == Note("forgotten", link="bring-back")
    assert tab.app.page.saved_count == 1
    tab.act("forget", "no-such")
    tab.act("bring-back")
    assert GAME_PREFIX + "1000-0" in tab.texts
    assert GAME_PREFIX + "1002-0" not in tab.texts
    assert tab.app.page.note == Note("forgotten", link="bring-back")
    tab.tell(tab.find(GAME_PREFIX))
    assert tab.app.page.saved_count == 2
    tab.act("bring-back")
    assert tab.texts == before
    assert not tab.app.page.note
    assert tab.act("bring-back").texts == before


# Keys, files, effects


def test_keys_work_on_the_board_even_without_shortcuts(browser: Browser) -> None:
    browser.tell(Key("1"))
    assert browser.app.session.rotatable
    browser.act("back").act("setting", "shortcuts=false")
    assert not browser.tell(Key("1")).app.session.rotatable
    assert browser.tell(Key("1", cell="e5")).app.session.rotatable
    browser.tell(Key("ArrowUp", cell="e5"))
    assert browser.did(FocusSquare) == [FocusSquare("e6")]


def test_keys_wait_while_a_window_is_open_or_control_is_held(browser: Browser) -> None:
    assert not browser.tell(Key("1", control=True)).app.session.rotatable
    browser.act("open", "help")
    assert not browser.tell(Key("1")).app.session.rotatable


def test_a_square_is_typed_within_a_moment(browser: Browser) -> None:
    browser.tell(Key("c", cell="e5"))
    assert not browser.did(FocusSquare)
    browser.time += 8000
    browser.tell(Key("1", cell="e5"))
    assert browser.did(FocusSquare) == [FocusSquare("c1")], "nobody has to type fast"
    browser.time += 500
    browser.tell(Key("2", cell="c1"))
    assert not browser.did(FocusSquare), "a second sign has to come sooner"
    browser.act("back").tell(Key("c", cell="e5"))
    browser.time += 15_000
    browser.tell(Key("1", cell="e5"))
    assert not browser.did(FocusSquare), "too late: the key takes a tile"
    assert browser.app.session.rotatable


def test_files_are_games_or_maps(browser: Browser) -> None:
    browser.tell(FileChosen("game-file", str(finished("pp").match.record)))
    assert browser.app.session.winners is not None
    browser.act("open", "new").tell(FileChosen("map-file", "....\n.R..\n...B\n...."))
    browser.act("begin")
    assert str(browser.match.now).startswith("map:")
    note = browser.tell(FileChosen("game-file", "<html>")).app.page.note
    assert note
    assert note.key == "import-failed"


def test_what_can_be_given_away(browser: Browser) -> None:
    assert browser.act("save-record").did(Download) == [Download("game.qin", str(browser.match.record))]
    (picture,) = browser.act("save-svg").did(Download)
    assert (picture.name, picture.mime, picture.text[:4]) == ("qin.svg", "image/svg+xml", "<svg")
    assert browser.act("save-png").did(DownloadPng)[0].name == "qin.png"
    assert browser.act("print").did(Print) == [Print()]
    assert browser.act("copy", "some text").did(Copy) == [Copy("some text")]
    assert browser.tell(Copied(True)).app.page.note == Note("copied")
    assert browser.tell(Copied(False)).app.page.note == Note("not-copied")


def test_a_worker_is_warmed_up_where_a_computer_plays(browser: Browser) -> None:
    assert not browser.tell(PageIdle()).did(WarmUpAiWorker)
    tab = Browser(kept(saves.save(replace(dealt("pc").match, key="1-0"))))
    assert tab.tell(PageIdle()).did(WarmUpAiWorker) == [WarmUpAiWorker()]


def test_a_refusal_is_heard_when_a_square_is_meant() -> None:
    tab = Browser(fragment=links.write(links.POSITION, JOINS)).act("uncover")
    tab.act("tile", "0").act("point", "d3")
    assert not tab.did(PlaySound)
    assert tab.act("square", "d3").did(PlaySound) == [PlaySound("refusal")]


def test_the_result_is_told_a_moment_after_the_last_turn() -> None:
    over = finished("pp")
    game = replace(over.match.cut(len(over.match.record.turns) - 1), key="1-0")
    tab = Browser(kept(saves.save(game)))
    tab.act("uncover")
    if tab.app.session.must_pass:
        tab.act("place")
    else:
        tab.act("try", str(over.match.record.turns[-1].move)).act("place")
    assert tab.app.session.winners is not None
    tab.tell(ResultDue("another"))
    assert not tab.app.page.banner
    tab.tell(ResultDue("1-0"))
    assert tab.app.page.banner
    assert "banner" not in tab.act("close-banner").app.draw(["cover"])["cover"]
    tab.tell(ResultDue("1-0"))
    assert not tab.act("step", "-1").act("step", "1").app.page.banner, "who goes back and forth has seen it"
    tab.act("open", "share").tell(ResultDue("1-0"))
    assert not tab.app.page.banner, "somebody is doing something else"


def test_messages_about_something_else_change_nothing(browser: Browser) -> None:
    before = browser.app.session
    for message in (AiPauseOver(9), ReplayTick(9), Act("load"), TabLockAcquired("x"), TabLockTaken("x")):
        assert browser.tell(message).app.session == before
        assert browser.app.effects == ()


def test_a_page_rejects_the_messages_of_an_embedded_board(browser: Browser) -> None:
    with pytest.raises(ProtocolError, match="GameApp takes no Call"):
        browser.tell(Call(1, "state"))


def test_a_new_game_in_either_room_has_the_date_of_the_day() -> None:
    assert Browser().match.record.headers["Date"] == "2023-11-14"
    assert new_session(named("qin"), "en", 1, "2023-11-14").match.record.headers["Date"] == "2023-11-14"
