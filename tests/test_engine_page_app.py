"""The game page: restoring and storing, stored matches, keys, files, sharing."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from engine import main
from engine.games.form import Seat
from engine.html import Note
from engine.lessons import basic_lessons
from engine.lessons.attempt import guided_lesson
from engine.protocol import (
    GAME_PREFIX,
    LESSONS_KEY,
    MAPS_KEY,
    PREFERENCES_KEY,
    QUARANTINE_PREFIX,
    RESULTS_KEY,
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
    SendLink,
    StoreAppend,
    StoreFailed,
    StorePut,
    StoreQuery,
    TabLockAcquired,
    TabLockTaken,
    WarmUpAiWorker,
)
from engine.session import links, storage
from engine.session.shelf import PAGE_SIZE
from engine.session.update import new_session
from tests.engine_actions import game_named, page_of, parts_of, stored_texts
from tests.engine_browser import Browser, hot_seat, stored_matches
from tests.engine_qin import JOINS, deal_session, finished_session, play_turns
from tests.won_match import won_match


@pytest.fixture
def browser() -> Browser:
    return hot_seat()


# The opening


def test_the_first_visit_starts_a_match_that_is_stored_after_the_first_move() -> None:
    tab = next(tab for seed in range(50) if (tab := Browser(seed=seed)).match.seat.person)
    assert (tab.match.key, tab.texts) == ("", {})
    assert tab.app.page.welcome
    tab.play()
    assert tab.match.key.startswith(f"{int(tab.time):013d}-")
    assert tab.texts[GAME_PREFIX + tab.match.key] == str(tab.match.record)
    assert tab.texts[storage.current_key(game_named("qin"))] == tab.match.key
    assert tab.effects_of(AcquireTabLock) == [AcquireTabLock(tab.match.key)]
    assert tab.history == [""]


def test_the_welcome_is_shown_until_it_is_answered() -> None:
    tab = Browser(Browser().act("demo").texts, search="?game=khan-tsin")
    assert tab.app.page.welcome
    tab.act("dismiss-welcome")
    assert list(tab.texts) == [PREFERENCES_KEY]
    for search in ("", "?game=khan-tsin"):
        assert not Browser(tab.texts, search=search).app.page.welcome


@pytest.mark.parametrize(
    "fragment", ["#guide", "#deal", links.write("game", str(play_turns(deal_session("pc"), 4).match.record))]
)
@pytest.mark.parametrize("search", ["", "?game=khan-tsin"])
def test_links_to_a_game_show_no_welcome(search: str, fragment: str) -> None:
    assert Browser(search=search).app.page.welcome == "first"
    assert Browser(search=search, fragment=fragment).app.page.welcome != "first"


def test_a_guided_game_of_the_other_game_shows_no_welcome() -> None:
    tab = Browser()
    tab.dispatch(Navigated("?game=khan-tsin", "#guide"))
    assert guided_lesson(tab.match)
    assert not tab.app.page.welcome


def test_visitors_from_the_lesson_pages_get_no_welcome() -> None:
    """The lesson pages store empty preferences."""
    tab = Browser({PREFERENCES_KEY: "{}"})
    assert not tab.app.page.welcome
    assert tab.app.page.note is None


def test_the_match_of_the_last_visit_is_restored() -> None:
    game = replace(play_turns(deal_session("pc"), 4).match, key="77-1")
    tab = Browser(stored_texts(storage.save_current(game)))
    assert (tab.match.key, tab.match.record) == ("77-1", game.record)
    assert set(tab.texts) == {GAME_PREFIX + "77-1", storage.current_key(game_named("qin"))}


def test_a_damaged_match_is_quarantined_with_a_note() -> None:
    tab = Browser({storage.current_key(game_named("qin")): "7", GAME_PREFIX + "7": "<html>"})
    assert tab.texts[QUARANTINE_PREFIX + "7"] == "<html>"
    assert GAME_PREFIX + "7" not in tab.texts
    assert tab.app.page.note == Note("set-aside", action="show-games")
    assert tab.match.key != "7"
    tab.act("show-games")
    tab.dispatch(tab.answer_query(QUARANTINE_PREFIX))
    assert tab.app.page.damaged == ("7",)
    tab.act("export-damaged", "7")
    assert tab.effects_of(DownloadStored) == [DownloadStored("damaged.qin", QUARANTINE_PREFIX + "7")]
    tab.act("forget-damaged", "7")
    assert not tab.app.page.damaged
    assert QUARANTINE_PREFIX + "7" not in tab.texts


def test_preferences_and_languages() -> None:
    tab = Browser(languages=["xx", "de-CH", "en"])
    assert tab.app.session.language == "de"
    tab.act("language", "fr")
    assert storage.read_preferences(tab.texts[PREFERENCES_KEY], "en").language == "fr"
    tab.act("setting", "confirm=false")
    reopened = Browser(tab.texts)
    assert (reopened.app.session.language, reopened.app.session.settings.confirm) == ("fr", False)
    assert not reopened.effects_of(StorePut), "nothing has changed"


def test_the_address_selects_the_game() -> None:
    assert Browser(search="?game=khan-tsin").match.ui.name == "khan-tsin"
    assert Browser(search="?game=chess").match.ui.name == "qin"


# Storing


def test_every_change_of_the_match_is_stored(browser: Browser) -> None:
    browser.play()
    assert len(browser.match.record.turns) == 1
    assert browser.texts[GAME_PREFIX + "1-0"] == str(browser.match.record)
    before = browser.texts
    browser.act("point", "a1").act("tile", "0").act("open", "help")
    assert not browser.effects_of(StorePut)
    assert browser.texts == before
    browser.act("undo")
    assert storage.UNDONE in browser.texts[GAME_PREFIX + "1-0"]
    assert browser.texts[storage.current_key(game_named("qin"))] == "1-0"


def test_a_finished_match_of_others_names_its_seats() -> None:
    """A link and an import show the same; the match that was played here still addresses the winner."""
    record = str(won_match().record)
    linked, imported = Browser(fragment=links.write("game", record)), Browser().act("import", record)
    for viewer in (linked.act("go-to-turn", "1"), imported):
        parts = parts_of(viewer.app.page)
        assert "Green wins!" in parts["status"]
        assert "Green" in parts["players"]
        assert "You" not in parts["players"] + parts["status"]
        assert "Green wins!" in parts_of(viewer.act("show-result").app.page)["cover"]
    played_here = page_of(new_session(game_named("qin"), "en", 1, "").with_match(won_match()))
    assert "You win!" in parts_of(played_here)["status"]


@pytest.mark.parametrize("action", ["start-game", "rematch"])
def test_a_new_match_gets_a_new_key_and_the_old_one_is_preserved(browser: Browser, action: str) -> None:
    browser.act(action)
    assert browser.match.key.startswith(f"{int(browser.time):013d}-")
    assert browser.effects_of(AcquireTabLock) == [AcquireTabLock(browser.match.key)]
    assert GAME_PREFIX + "1-0" in browser.texts
    assert browser.texts[storage.current_key(game_named("qin"))] == browser.match.key
    first = browser.match.record.start
    assert browser.act(action).match.record.start != first, "deals are random"


def test_playing_on_from_an_earlier_position_starts_a_new_match(browser: Browser) -> None:
    browser.play().act("reveal-hand").act("go-to-turn", "0").act("play-on")
    assert browser.match.key not in ("", "1-0")
    assert GAME_PREFIX + "1-0" in browser.texts


def test_a_failed_write_is_reported_once_per_match(browser: Browser) -> None:
    browser.dispatch(StoreFailed(GAME_PREFIX + "another"))
    assert browser.app.page.note is None
    browser.dispatch(StoreFailed(GAME_PREFIX + "1-0"))
    assert browser.app.page.note == Note("not-kept", action="save-record")
    browser.act("dismiss-note").dispatch(StoreFailed(GAME_PREFIX + "1-0"))
    assert browser.app.page.note is None
    browser.act("rematch")
    browser.dispatch(StoreFailed(GAME_PREFIX + browser.match.key))
    assert browser.app.page.note == Note("not-kept", action="save-record")


# Stored matches


def open_game_list(tab: Browser) -> Browser:
    """Open the list of matches, and answer its queries to the store."""
    tab.act("open", "games")
    found = [tab.answer_query(GAME_PREFIX), tab.answer_query(QUARANTINE_PREFIX)]
    for answer in found:
        tab.dispatch(answer)
    return tab


def test_matches_are_listed_in_pages_newest_first() -> None:
    tab = open_game_list(Browser(stored_matches(60)))
    keys = [game.key for game in tab.app.page.saved]
    assert len(keys) == PAGE_SIZE == 24
    assert keys == sorted(keys, reverse=True)
    assert tab.app.page.saved_count == 60
    for expected_count in (48, 60):
        tab.act("more-games")
        assert len(tab.app.page.saved) == expected_count


def test_loading_a_listed_match_closes_the_dialog() -> None:
    tab = open_game_list(Browser(stored_matches(2)))
    tab.act("load", "1000-0")
    assert (tab.match.key, tab.app.page.dialog) == ("1000-0", "")
    assert tab.texts[storage.current_key(game_named("qin"))] == "1000-0"
    assert tab.act("load", "no-such").match.key == "1000-0"


def test_a_damaged_match_in_the_list_is_quarantined() -> None:
    tab = Browser({**stored_matches(1), GAME_PREFIX + "2000-0": "?"})
    tab.act("open", "games")
    tab.dispatch(tab.answer_query(GAME_PREFIX))
    assert [game.key for game in tab.app.page.saved if game.key < "1700"] == ["1000-0"]
    assert tab.texts[QUARANTINE_PREFIX + "2000-0"] == "?"
    assert tab.effects_of(StoreQuery) == [StoreQuery(QUARANTINE_PREFIX, 0)]


def test_deleted_matches_can_be_restored_in_reverse_order() -> None:
    tab = open_game_list(Browser(stored_matches(3)))
    before = tab.texts
    for key, place in (("1002-0", "card-0"), ("1000-0", "card-1")):
        tab.act("forget", key)
        assert GAME_PREFIX + key not in tab.texts
        assert key not in [game.key for game in tab.app.page.saved]
        assert tab.app.page.note == Note("forgotten", action="bring-back", slot=place), "where the card was"
        assert parts_of(tab.app.page)["dialog"].count('<li class="deleted"') == 1
    assert tab.app.page.saved_count == 1
    tab.act("forget", "no-such")
    tab.act("bring-back")
    assert GAME_PREFIX + "1000-0" in tab.texts
    assert GAME_PREFIX + "1002-0" not in tab.texts
    assert tab.app.page.note == Note("forgotten", action="bring-back", slot="list")
    assert tab.app.page.saved_count == 2
    tab.act("bring-back")
    assert tab.texts == before
    assert not tab.app.page.note
    assert tab.act("bring-back").texts == before


def many_matches(count: int = 60) -> dict[str, str]:
    """Return stored matches, one per minute, against the levels in rotation; every third one is over."""
    ends, runs = finished_session("pc").match, play_turns(deal_session("pc"), 2).match
    texts: dict[str, str] = {}
    for number in range(count):
        game = runs if number % 3 else ends
        seats = (Seat("Ada" if number == 7 else ""), Seat(kind=game.ui.levels[number % len(game.ui.levels)]))
        headers = game.record.headers | {"Seats": "|".join(s.kind for s in seats), "Players": f"{seats[0].name}|"}
        key = f"{1_700_000_000_000 + 60_000 * number:013d}-{number:06d}"
        texts[GAME_PREFIX + key] = str(game.record.with_headers(headers))
    return texts


def listed_numbers(tab: Browser) -> list[int]:
    """Return the numbers of the listed matches, with which their keys end."""
    return [int(game.key.rpartition("-")[2]) for game in tab.app.page.saved]


def test_a_match_without_a_date_shows_when_it_was_stored() -> None:
    texts = {name: re.sub(r"\[Date [^]]*\]\n", "", record) for name, record in many_matches(6).items()}
    html = parts_of(open_game_list(Browser(texts)).app.page)["dialog"]
    assert len(re.findall(r"\d+ November 2023 · \d\d:\d\d · \d+ turns", html)) == 6


def test_three_hundred_matches_are_searched_filtered_and_sorted() -> None:
    tab = open_game_list(Browser(many_matches(300)))
    assert tab.app.page.saved_count == 300
    tab.act("shelf", "search=ada")
    assert listed_numbers(tab) == [7]
    tab.act("shelf", "search=EMPEROR")
    assert listed_numbers(tab)[:2] == [295, 287], "the search includes the opponent's level"
    assert tab.app.page.saved_count == 37
    tab.act("shelf", "order=oldest")
    assert listed_numbers(tab)[:2] == [7, 15]
    tab.act("shelf", "search=").act("shelf", "show=over")
    assert tab.app.page.saved_count == 100
    assert all(game.winners is not None for game in tab.app.page.saved)
    assert listed_numbers(tab)[:2] == [0, 3]
    tab.act("shelf", "order=strongest").act("shelf", "show=open")
    assert {seat.kind for game in tab.app.page.saved for seat in game.seats if seat.computer} == {"emperor"}
    tab.act("shelf", "order=longest").act("shelf", "show=all")
    assert listed_numbers(tab)[0] % 3 == 0
    tab.act("shelf", "search=nobody")
    assert not listed_numbers(tab)
    html = parts_of(tab.app.page)["dialog"]
    assert "No matching games." in html
    assert 'data-field="search"' in html
    assert tab.act("shelf", "order=nonsense").app.page.shelf.order == "longest"


def test_won_matches_are_found_by_their_results() -> None:
    key = "1700000000000-000000"
    results = json.dumps([f"{key} qin farmer 2 won", "1700000060000-000001 qin pupil 2 lost"])
    tab = open_game_list(Browser({**many_matches(6), RESULTS_KEY: results})).act("shelf", "show=won")
    assert [game.key for game in tab.app.page.saved] == [key]


def test_a_card_shows_level_date_and_time() -> None:
    html = parts_of(open_game_list(Browser(many_matches(6))).app.page)["dialog"]
    assert "Computer, Adept" in html
    assert re.search(r"\d+ \w+ \d{4} · \d\d:\d\d · \d+ turns", html)


def test_several_matches_are_deleted_and_restored_together() -> None:
    tab = open_game_list(Browser(many_matches(6)))
    before, keys = tab.texts, [game.key for game in tab.app.page.saved]
    tab.act("picking").act("pick", f"{keys[1]}=true").act("pick", f"{keys[2]}=true").act("pick", f"{keys[2]}=false")
    tab.act("pick", f"{keys[4]}=true").act("pick", "no-such=true")
    assert "2 picked" in parts_of(tab.app.page)["dialog"]
    tab.act("forget-picked")
    assert [game.key for game in tab.app.page.saved] == [key for key in keys if key not in (keys[1], keys[4])]
    assert len(tab.texts) == len(before) - 2
    assert "2 games deleted." in parts_of(tab.app.page)["dialog"]
    tab.act("bring-back")
    assert tab.texts == before
    assert [game.key for game in tab.app.page.saved] == keys
    tab.act("picking").act("shelf", "search=adept").act("pick", "=true")
    assert len(tab.app.page.shelf.picked) == 1, "all listed matches"
    assert tab.act("pick", "=false").act("forget-picked").texts == before
    assert not tab.act("picking").app.page.shelf.picking


def test_a_note_is_shown_beside_its_action() -> None:
    tab = open_game_list(Browser(many_matches(6))).act("import", "  \n")
    html = parts_of(tab.app.page)["dialog"]
    field, message = html.index("<textarea"), html.index("Paste something first.")
    assert html.index("</ul>") < field < message < html.index('data-action="import"')
    tab.act("import", "nonsense")
    assert parts_of(tab.app.page)["dialog"].index("couldn’t be opened") > field
    tab.dispatch(FileChosen("everything-file", "nonsense"))
    html = parts_of(tab.app.page)["dialog"]
    assert html.index("isn’t a “Save everything” file") > html.index('data-action="save-everything"')


def test_a_copy_button_confirms_copying() -> None:
    tab = Browser(many_matches(1)).act("open", "share")
    first, second = re.findall(r'data-action="copy" data-value="([^"]+)"', parts_of(tab.app.page)["dialog"])[1:3]
    tab.act("copy", unescape(first)).dispatch(Copied(True))
    html = parts_of(tab.app.page)["dialog"]
    assert f'data-value="{first}">Copied ✓</button>' in html.replace(' class="done"', "")
    assert f'data-value="{second}">Copy</button>' in html
    assert '<div role="alert" class="note hidden"><span>Copied.' in html, "announced to screen readers"


# Custom boards


def test_a_custom_board_is_stored_by_name_and_shown_as_a_picture() -> None:
    board = "....\n.R..\n...B\n...."
    tab = Browser().act("open", "new").act("form", f"own_map={board}").act("keep-map", " Two <lakes> ")
    assert json.loads(tab.texts[MAPS_KEY]) == {"Two <lakes>": board}
    reopened = Browser(tab.texts).act("open", "new")
    html = parts_of(reopened.app.page)["dialog"]
    chip = html.partition('value="map:Two &lt;lakes&gt;"')[2].partition("</label>")[0]
    assert "<svg" in chip
    assert "Two &lt;lakes&gt;" in chip
    reopened.act("form", "board=map:Two <lakes>")
    html = parts_of(reopened.app.page)["dialog"]
    assert 'value="map:Two &lt;lakes&gt;" checked' in html
    assert "<textarea" not in html
    assert f"editor.html{links.write(links.MAP, board)}" in html
    reopened.act("keep-map", "Two <lakes>")
    assert list(json.loads(reopened.texts[MAPS_KEY])) == ["Two <lakes>", "Two <lakes> 2"], "no board is overwritten"
    reopened.act("start-game")
    assert str(reopened.match.latest).startswith("map:")
    reopened.act("open", "new").act("forget-map", "Two <lakes>").act("forget-map", "Two <lakes> 2")
    assert not Browser(reopened.texts).app.page.maps
    assert not Browser({MAPS_KEY: '{"a": 1, "": "x", "b": "R"}'}).app.page.maps.keys() - {"b"}
    assert "dialog-title" in parts_of(Browser({MAPS_KEY: '{"b": "R"}'}).act("open", "new").app.page)["dialog"]
    faulty = Browser().act("open", "new").act("form", "own_map=R").act("keep-map", "x")
    assert MAPS_KEY not in faulty.texts


# The single file


SINGLE_FILE: dict[str, Any] = {"address": "file:///home/ada/qin.html", "site": ""}


def test_the_single_file_offers_no_links_to_itself() -> None:
    for fragment in ("#deal", links.write(links.GAME, str(finished_session("pc").match.record)), ""):
        tab = Browser(fragment=fragment, **SINGLE_FILE)
        for dialog in ("new", "games", "settings", "help", "share", "end", "record", "learn"):
            tab.act("open", dialog)
            html = "".join(parts_of(tab.app.page).values())
            assert "file:" not in html, dialog
            assert not re.search(r'href="(?!https?:)[^#]', html), dialog
    over = finished_session("pc")
    day = replace(
        over.match, record=over.match.record.with_headers(over.match.record.headers | {"Daily": "2026-11-14"})
    )
    page = replace(page_of(over.with_match(day)), dialog="end", **SINGLE_FILE)
    assert day.day
    assert "file:" not in parts_of(page)["dialog"]


@pytest.mark.parametrize("game", ["qin", "khan-tsin"])
def test_the_single_file_has_lessons_puzzles_and_the_guided_game(game: str) -> None:
    tab = Browser(search=f"?game={game}", **SINGLE_FILE)
    assert 'data-value="learn"' in parts_of(tab.app.page)["menu"]
    assert tab.act("open", "learn").app.page.lesson == basic_lessons(game_named(game))[0], (
        "newcomers start with the first lesson"
    )
    names = re.findall(r'data-action="lesson" data-value="([^"]+)"', parts_of(tab.act("lesson").app.page)["dialog"])
    assert set(names) == set(main.LESSONS.names(game))
    for name in (names[0], main.LESSONS.names(game, "puzzle")[0]):
        html = parts_of(tab.act("lesson", name).app.page)["dialog"]
        kind = main.LESSONS.lesson(name).kind
        assert f'{"puzzle" if kind == "puzzle" else "lesson"}="{name}" game="{game}"' in html
        assert "primary" not in html, "an unsolved lesson has no primary button"
        tab.act("lesson-done", name)
        assert tab.effects_of(StoreAppend) == [StoreAppend(LESSONS_KEY, [name])]
        assert 'class="primary" data-action="lesson"' in parts_of(tab.app.page)["dialog"]
    assert parts_of(tab.act("open", "learn").app.page)["dialog"].count("✓") == 2
    assert Browser({LESSONS_KEY: json.dumps([names[0]])}, **SINGLE_FILE).app.page.completed == {names[0]}
    assert not Browser({LESSONS_KEY: "[["}, **SINGLE_FILE).app.page.completed
    assert not tab.act("lesson-done", "no-such").effects_of(StoreAppend)
    guided = basic_lessons(game_named(game))[-1]
    assert 'data-action="guide"' in parts_of(tab.act("lesson", guided).app.page)["dialog"]
    tab.act("guide")
    assert guided_lesson(tab.match)
    assert not tab.app.page.dialog
    assert Browser().act("open", "learn").app.page.dialog == "", "the site has lesson pages"


# Keys, files, effects


def test_keys_work_on_the_board_even_without_shortcuts(browser: Browser) -> None:
    browser.dispatch(Key("1"))
    assert browser.app.session.rotatable
    browser.act("back").act("setting", "shortcuts=false")
    assert not browser.dispatch(Key("1")).app.session.rotatable
    assert browser.dispatch(Key("1", square="e5")).app.session.rotatable
    browser.dispatch(Key("ArrowUp", square="e5"))
    assert browser.effects_of(FocusSquare) == [FocusSquare("e6")]


def test_keys_are_ignored_while_a_dialog_is_open_or_control_is_held(browser: Browser) -> None:
    assert not browser.dispatch(Key("1", ctrl=True)).app.session.rotatable
    browser.act("open", "help")
    assert not browser.dispatch(Key("1")).app.session.rotatable


def test_typing_a_square_has_a_generous_time_limit(browser: Browser) -> None:
    browser.dispatch(Key("c", square="e5"))
    assert not browser.effects_of(FocusSquare)
    browser.time += 8000
    browser.dispatch(Key("1", square="e5"))
    assert browser.effects_of(FocusSquare) == [FocusSquare("c1")], "slow typing is allowed"
    browser.time += 500
    browser.dispatch(Key("2", square="c1"))
    assert not browser.effects_of(FocusSquare), "a second digit has a shorter limit"
    browser.act("back").dispatch(Key("c", square="e5"))
    browser.time += 15_000
    browser.dispatch(Key("1", square="e5"))
    assert not browser.effects_of(FocusSquare), "too late: the key selects a tile"
    assert browser.app.session.rotatable


def test_files_are_games_or_maps(browser: Browser) -> None:
    browser.dispatch(FileChosen("game-file", str(finished_session("pp").match.record)))
    assert browser.app.session.winners is not None
    browser.act("open", "new").dispatch(FileChosen("map-file", "....\n.R..\n...B\n...."))
    browser.act("start-game")
    assert str(browser.match.latest).startswith("map:")
    note = browser.dispatch(FileChosen("game-file", "<html>")).app.page.note
    assert note
    assert note.key == "import-failed"


def test_saving_copying_and_sharing(browser: Browser) -> None:
    assert browser.act("save-record").effects_of(Download) == [Download("game.qin", str(browser.match.record))]
    (picture,) = browser.act("save-svg").effects_of(Download)
    assert (picture.name, picture.mime, picture.text[:4]) == ("qin.svg", "image/svg+xml", "<svg")
    assert browser.act("save-png").effects_of(DownloadPng)[0].name == "qin.png"
    assert browser.act("print").effects_of(Print) == [Print()]
    assert browser.act("copy", "some text").effects_of(Copy) == [Copy("some text")]
    assert browser.dispatch(Copied(True)).app.page.note == Note("copied", copied_text="some text")
    assert browser.act("give", "https://x").effects_of(SendLink) == [
        SendLink("A game of Qin", "https://x", "https://x")
    ]
    assert browser.dispatch(Copied(True)).app.page.note == Note("copied", copied_text="https://x")
    assert browser.dispatch(Copied(False)).app.page.note == Note("not-copied")


def test_a_worker_is_warmed_up_for_computer_players(browser: Browser) -> None:
    assert not browser.dispatch(PageIdle()).effects_of(WarmUpAiWorker)
    tab = Browser(stored_texts(storage.save_current(replace(deal_session("pc").match, key="1-0"))))
    assert tab.dispatch(PageIdle()).effects_of(WarmUpAiWorker) == [WarmUpAiWorker()]


def test_a_refusal_plays_a_sound_for_a_click_but_not_for_pointing() -> None:
    tab = Browser(fragment=links.write(links.POSITION, JOINS)).act("reveal-hand")
    tab.act("tile", "0").act("point", "d3")
    assert not tab.effects_of(PlaySound)
    assert tab.act("square", "d3").effects_of(PlaySound) == [PlaySound("refusal")]


def test_the_result_is_shown_shortly_after_the_last_turn() -> None:
    over = finished_session("pp")
    game = replace(over.match.cut(len(over.match.record.turns) - 1), key="1-0")
    tab = Browser(stored_texts(storage.save_current(game)))
    tab.act("reveal-hand")
    if tab.app.session.must_pass:
        tab.act("place")
    else:
        tab.act("try", str(over.match.record.turns[-1].move)).act("place")
    assert tab.app.session.winners is not None
    tab.dispatch(ResultDue("another"))
    assert not tab.app.page.banner
    tab.dispatch(ResultDue("1-0"))
    assert tab.app.page.banner
    assert "banner" not in tab.act("close-banner").app.draw(["cover"])["cover"]
    tab.dispatch(ResultDue("1-0"))
    assert not tab.act("step", "-1").act("step", "1").app.page.banner, "it is shown once"
    tab.act("open", "share").dispatch(ResultDue("1-0"))
    assert not tab.app.page.banner, "a dialog is open"


def test_unrelated_messages_change_nothing(browser: Browser) -> None:
    before = browser.app.session
    for message in (AiPauseOver(9), ReplayTick(9), Act("load"), TabLockAcquired("x"), TabLockTaken("x")):
        assert browser.dispatch(message).app.session == before
        assert browser.app.effects == ()


def test_a_page_rejects_the_messages_of_an_embedded_board(browser: Browser) -> None:
    with pytest.raises(ProtocolError, match="GameApp takes no Call"):
        browser.dispatch(Call(1, "state"))


def test_a_new_match_has_the_current_date() -> None:
    assert Browser().match.record.headers["Date"] == "2023-11-14"
    assert new_session(game_named("qin"), "en", 1, "2023-11-14").match.record.headers["Date"] == "2023-11-14"
