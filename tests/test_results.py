"""Statistics: results by level, streaks, achievements, daily matches, damaged lists."""

import json
from dataclasses import replace
from html import escape
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from engine.games.form import Seat
from engine.main import GAMES, LESSONS
from engine.protocol import RESULTS_KEY, SharePng, StoreAppend
from engine.session import links, storage
from engine.session.match import DAILY
from engine.session.statistics import Tally, badges, deal_of_the_day, read, result_lines, tallies
from engine.ui.widgets import result_card
from engine.words import LANGUAGES, say, say_date
from tests.engine_actions import game_named, page_of, parts_of, stored_texts
from tests.engine_browser import Browser
from tests.engine_qin import deal_session
from tests.won_match import KEY, LAST_POSITION, won_match


def test_results_of_a_match() -> None:
    result, *badges_earned = result_lines(won_match())
    assert result == f"{KEY} qin farmer 2 won"
    assert badges_earned == [f"{KEY} qin badge conquer", f"{KEY} qin badge untouched"]
    assert f"{KEY} qin badge strong" in result_lines(won_match("emperor"))
    assert result_lines(won_match().as_practice()) == (), "a game with undone turns doesn't count"
    assert result_lines(won_match(date="")) == (), "a game from a given position doesn't count"
    assert result_lines(won_match("person")) == (), "games between people don't count"
    assert result_lines(won_match().cut(0)) == ()


def test_streaks_are_counted_in_the_order_of_the_games() -> None:
    results = ["won", "won", "lost", "won", "shared", "won", "won", "won"]
    lines = [f"{1_700_000_000_000 + at}-000001 qin farmer 2 {outcome}" for at, outcome in enumerate(results)]
    other = "1700000000000-000009 qin farmer 3 lost"
    tally_by_level = tallies([other, *reversed(lines)], "qin")
    assert tally_by_level == {("farmer", 2): Tally(8, 6, 3, 3), ("farmer", 3): Tally(1, 0, 0, 0, losses=1)}
    assert tallies(lines, "khan-tsin") == {}


def test_a_match_with_different_results_in_two_tabs_counts_once() -> None:
    lines = [f"1700000000000-000001 qin farmer 2 {outcome}" for outcome in ("won", "lost", "won hints")]
    assert tallies(lines, "qin") == {("farmer", 2): Tally(1, 0, 0, 0, losses=1)}


@pytest.mark.parametrize(
    "text", ["", "null", "{}", "[1, null, {}]", "[[[", "[" * 100_000, '"x"', '["' + "x" * 2_000_000]
)
def test_damaged_lists_are_empty(text: str) -> None:
    assert read(text) == ()


def test_damaged_lines_are_ignored() -> None:
    valid_line = f"{KEY} qin farmer 2 won"
    assert read(json.dumps([valid_line, "nonsense", f"{valid_line} and more", 7])) == (valid_line,)
    page = Browser({RESULTS_KEY: json.dumps([valid_line, f"{KEY} qin god 9 won", f"{KEY} qin badge flying"])})
    html = parts_of(replace(page.app.page, dialog="record"))["dialog"]
    assert html.count("<tr>") == 2, "a header and one level"


def test_the_deal_of_the_day_is_the_same_for_everyone_and_changes_daily() -> None:
    for game_name in [game.name for game in GAMES]:
        days = [f"2026-11-{day:02d}" for day in range(1, 29)]
        deals = [deal_of_the_day(game_named(game_name), day).record.start for day in days]
        assert deals == [deal_of_the_day(game_named(game_name), day).record.start for day in days]
        assert all(one != other for one, other in pairwise(deals))
        assert deal_of_the_day(game_named(game_name), days[0]).solo


def test_a_finished_game_is_counted_once() -> None:
    texts = stored_texts(storage.save_current(won_match().cut(0)))
    page = Browser(texts)
    page.act("try", "yg1yg2").act("place")
    (add,) = page.effects_of(StoreAppend)
    assert (add.key, add.texts) == (RESULTS_KEY, list(result_lines(won_match())))
    assert page.app.page.results == result_lines(won_match())
    html = parts_of(replace(page.app.page, dialog="end"))["dialog"]
    assert "1 of 1 won" in html
    assert "Untouched" in html
    reopened = Browser({**texts, RESULTS_KEY: json.dumps(add.texts)})
    assert reopened.app.page.results == result_lines(won_match()), "results are restored at the next visit"


def test_a_replayed_game_is_not_counted() -> None:
    page = Browser(stored_texts(storage.save_current(won_match())))
    assert page.effects_of(StoreAppend) == []
    assert "of 0 won" not in parts_of(replace(page.app.page, dialog="end"))["dialog"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_the_dialog_is_complete_in_every_language(game_name: str, language: str) -> None:
    session = page_of(replace(deal_session("pc"), language=language), dialog="record", site="https://a.b/")
    if game_name != "qin":
        ui = game_named(game_name)
        session = page_of(
            replace(ui.new_session(deal_of_the_day(ui, "2026-01-01")), language=language), dialog="record"
        )
    names = game_named(game_name).badges
    lines = [f"{KEY} {game_name} apprentice 2 won", *(f"{KEY} {game_name} badge {name}" for name in names)]
    assert badges(lines, game_name) == dict.fromkeys(names, 1_700_000_000_000)
    page = parts_of(replace(page_of(session), results=tuple(lines)))["dialog"]
    assert page.count('class="earned"') == len(names)


def test_the_result_of_a_daily_match_can_be_shared_as_a_line() -> None:
    game = won_match()
    game = replace(game, record=replace(game.record, headers=game.record.headers | {DAILY: "2026-11-17"}))
    html = parts_of(page_of(deal_session("pc").with_match(game), dialog="end", results=result_lines(game), site="./"))[
        "dialog"
    ]
    assert "Qin, 17 November: game won by " in html
    assert str(LAST_POSITION) not in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_the_shared_picture_names_players_by_colour(game_name: str, language: str) -> None:
    ui = game_named(game_name)
    game = (
        won_match()
        if game_name == "qin"
        else ui.match_type.start(ui, LESSONS.lesson("khan-emperor").start, [Seat(), Seat(kind="novice")])
    )
    game = game if game_name == "qin" else game.play("3x3>16")
    session = replace(ui.new_session(game), language=language)
    picture, text = result_card(session)
    ElementTree.fromstring(picture)
    assert say(language, game.name_keys[0]) in text
    assert escape(text) in picture
    assert say(language, "you") not in text.split()


def test_a_link_replays_a_game() -> None:
    game = won_match()
    page = Browser(fragment=links.write(links.REPLAY, str(game.record)))
    session = page.app.session
    assert (session.match.record.turns, session.ply, session.replaying) == (game.record.turns, 0, True)
    shared = parts_of(replace(page_of(session), dialog="share", site="https://example.org/qin/"))["dialog"]
    assert links.write(links.REPLAY, str(session.match.record)) in shared
    assert 'data-action="share-result"' in shared
    page.act("share-result")
    (picture,) = page.effects_of(SharePng)
    assert picture.name == "qin-result.png"


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_the_deal_of_the_day_is_offered_and_named(game_name: str) -> None:
    """It is named before the first turn, and offered in some dialogs."""
    page = Browser(search=f"?game={game_name}", fragment=links.DEAL)
    session, day = page.app.page, say_date("en", storage.date_of(page.time), year=False)
    assert session.match.record.start == deal_of_the_day(game_named(game_name), session.date).record.start
    assert f"Game of the day, {day}: the same game for everyone." in parts_of(session, ("coach",))["coach"]
    for name in ("new", "games", "share", "settings"):
        html = parts_of(replace(page_of(session), dialog=name))["dialog"]
        assert "daily" not in html
        assert 'data-value="today"' not in html
    for name in ("help", "record"):
        html = parts_of(replace(page_of(session), dialog=name))["dialog"]
        assert 'data-action="open" data-value="today"' in html
    html = parts_of(replace(page_of(session), dialog="today"))["dialog"]
    assert f'<p class="day">{day}' in html
    assert 'data-action="daily"' in html
    assert f"{links.lessons_path(game_named(game_name), 'en')}{links.TODAY}" in html
    page.act("daily", session.date)
    assert page.app.session.match.key == session.match.key, "a started deal is continued"


def test_an_invalid_date_is_no_deal_of_the_day() -> None:
    game = deal_of_the_day(game_named("qin"), "2026-11-17")
    for day, known in (("2026-11-17", True), ("2026-13-01", False), ("<b>", False), ("", False)):
        other = replace(game, record=replace(game.record, headers=game.record.headers | {DAILY: day}))
        assert bool(other.day) == known == (other.common_seed is not None)


def test_dates_without_a_year() -> None:
    text = [say_date(language, date, year=False) for language in LANGUAGES for date in ("2026-11-17", "2026-03-01")]
    assert text == [
        "17 November",
        "1 March",
        "17 novembre",
        "1er mars",
        "17. November",
        "1. März",
        "17 november",
        "1 maart",
    ]
