"""Daily puzzles and matches: dates, tries, pars, streaks, calendar, sharing; and wins with hints."""

import os
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from engine.apps.board import Board
from engine.games.base import Games
from engine.lessons import day_puzzle
from engine.main import GAMES
from engine.protocol import StoreAppend
from engine.session import Hint, links, storage
from engine.session.statistics import Day, badges, days, deal_of_the_day, read_date, result_lines, streak, tallies
from engine.session.update import show_hints
from engine.words import LANGUAGES, say
from qin_core.common.puzzles import FIRST_DAY
from qin_core.qin.puzzles import par_of_the_day
from tests.case_counts import IN_PYODIDE
from tests.engine_actions import game_named, page_of, parts_of
from tests.engine_browser import Browser
from tests.engine_qin import deal_session
from tests.won_match import KEY, won_match

NAMES = [game.name for game in GAMES]
PUZZLE, GAME = "day {} qin puzzle solved 2", "day {} qin game won 6"
YEARS = [FIRST_DAY + timedelta(days=number) for number in range(731)]


@pytest.fixture
def zone() -> Iterator[None]:
    """Restore the time zone after a test."""
    before = os.environ.get("TZ")
    yield
    if before is None:
        os.environ.pop("TZ", None)
    else:
        os.environ["TZ"] = before
    time.tzset()


def timestamp(hour: str) -> float:
    """Return a time in UTC in milliseconds since 1970."""
    return datetime.fromisoformat(hour).replace(tzinfo=UTC).timestamp() * 1000


# Dates


@pytest.mark.skipif(IN_PYODIDE, reason="Pyodide has the browser's time zone")
@pytest.mark.usefixtures("zone")
def test_the_day_changes_at_local_midnight() -> None:
    """Two time zones have the same puzzle and match on the same date, and others on the next day."""
    starts = {}
    for place, evening in (("Asia/Tokyo", "2026-11-18T14:59:59"), ("America/New_York", "2026-11-19T04:59:59")):
        os.environ["TZ"] = place
        time.tzset()
        before_midnight, next_day = timestamp(evening), timestamp(evening) + 1000
        assert [storage.date_of(before_midnight), storage.date_of(next_day)] == ["2026-11-18", "2026-11-19"]
        starts[place] = [
            (str(day_puzzle(game, day).start), str(deal_of_the_day(game, day).record.start))  # type: ignore[union-attr]
            for game in GAMES
            for day in map(storage.date_of, (before_midnight, next_day))
        ]
        for kind in zip(*starts[place], strict=True):
            assert len(set(kind)) == len(kind), "other puzzles and other games the day after"
    assert starts["Asia/Tokyo"] == starts["America/New_York"]


def test_an_open_page_follows_changes_of_the_date() -> None:
    page = Browser(fragment="#today")
    today = read_date(page.app.page.date)
    for days_on in (1, 400, 0):
        page.time = timestamp(f"{today + timedelta(days=days_on)}T12:00:00")
        page.act("point", "a1")
        assert page.app.page.date == (today + timedelta(days=days_on)).isoformat()
        page.act("daily")
        assert page.match.day == page.app.page.date


@pytest.mark.parametrize("game", NAMES)
def test_daily_puzzles_exist_only_for_valid_dates(game: str) -> None:
    lesson = day_puzzle(game_named(game), "2026-11-18")
    assert lesson
    assert lesson.kind == "puzzle"
    for wrong in ("2026-10-31", "2026-13-01", "", "today"):
        assert day_puzzle(game_named(game), wrong) is None


@pytest.mark.parametrize("game", NAMES)
def test_no_puzzle_repeats_in_two_years(game: str) -> None:
    ui = game_named(game)
    assert len({str(ui.puzzle_of_the_day(day).start) for day in YEARS}) == len(YEARS)  # type: ignore[union-attr]


def test_the_pars_of_a_year_are_known() -> None:
    pars = [par_of_the_day(day) for day in YEARS[:360]]
    assert None not in pars
    assert len(set(pars)) > 8
    assert par_of_the_day(FIRST_DAY - timedelta(days=1)) is None


# Three tries


def test_three_tries_count_and_then_the_solution_is_shown() -> None:
    for tries_before in (0, 2):
        attributes = {"puzzle": f"2026-11-18+{tries_before}", "game": "qin", "language": "en"}
        board = Board.open(attributes, 1, Games(GAMES))
        attempt = board.attempt
        assert attempt
        wrong = [str(move) for move in attempt.lesson.start.moves() if str(move) != attempt.lesson.solution[0]]
        for used in range(tries_before, 3):
            parts = board.parts(("task", "tools"))
            assert f"{used} of 3 tries used" in parts["task"]
            assert 'data-action="solution"' not in parts["tools"]
            board = board.play(wrong[used])
            assert ('data-action="solution"' in board.parts(("tools",))["tools"]) == (used == 2)
            board = board.act("again")
        assert 'data-action="solution"' in board.parts(("tools",))["tools"]


def test_an_illegal_placement_is_not_a_try() -> None:
    board = Board.open({"puzzle": "2026-11-18", "game": "qin"}, 1, Games(GAMES)).play("ra1ra2")
    assert board.attempt
    assert board.attempt.tries == 0


# Results


def test_the_state_of_a_day() -> None:
    day = "day 2026-11-18 qin "
    lines = [f"{day}puzzle tried 1", f"{day}puzzle tried 2"]
    assert days(lines, "qin") == {"2026-11-18": Day(tries=2)}
    assert days([*lines, f"{day}puzzle solved 3"], "qin")["2026-11-18"] == Day(2, "solved")
    assert days([*lines, f"{day}puzzle missed 3"], "qin")["2026-11-18"] == Day(3, "missed")
    both = [f"{day}game lost -4", f"{day}game won 6", f"{day}puzzle solved 1", "day x qin game won 1"]
    assert days(both, "qin") == {"2026-11-18": Day(0, "solved", "lost", -4)}
    assert days(both, "khan-tsin") == {}


def test_a_streak_counts_only_days_played_in_time() -> None:
    lines = [GAME.format("2026-11-15"), PUZZLE.format("2026-11-16"), "day 2026-11-17 khan-tsin game lost 0"]
    assert streak(lines, "2026-11-17") == 3
    assert streak(lines, "2026-11-18") == 3, "today can still be played"
    assert streak(lines, "2026-11-19") == 0
    assert streak([*lines, f"{GAME.format('2026-11-14')} late"], "2026-11-17") == 3
    assert streak([*lines, "day 2026-11-18 qin puzzle tried 1"], "2026-11-18") == 3


def test_the_game_of_a_day_is_stored_with_its_score() -> None:
    game = replace(
        won_match(), record=won_match().record.with_headers(won_match().record.headers | {"Daily": "2026-11-17"})
    )
    score = game.ui.lead(game, 1)
    assert score > 0
    assert result_lines(game, "2026-11-17")[-1] == f"day 2026-11-17 qin game won {score}"
    assert result_lines(game, "2026-11-18")[-1] == f"day 2026-11-17 qin game won {score} late"
    assert not any(line.startswith("day") for line in result_lines(won_match(), "2026-11-17"))


# The page


def test_a_finished_puzzle_counts_no_tries() -> None:
    board = Board.open({"puzzle": "2026-11-18+done", "game": "qin", "language": "en"}, 1, Games(GAMES))
    parts = board.parts(("task", "tools"))
    assert "tries used" not in parts["task"]
    assert 'data-action="solution"' in parts["tools"]


def test_daily_tasks_are_shown_from_the_second_visit_on() -> None:
    assert 'class="today"' not in parts_of(Browser().app.page, ("log",))["log"]
    page = Browser({"qin.preferences": "{}"}).app.page
    new = parts_of(replace(page, site="https://a.b/"), ("log",))["log"]
    assert new.count('class="task new"') == 2
    date = page.date
    with_results = replace(page, site="https://a.b/", results=(PUZZLE.format(date), GAME.format(date)))
    half_done = replace(with_results, results=with_results.results[:1])
    menus = [parts_of(shown, ("menu",))["menu"] for shown in (Browser().app.page, page, half_done, with_results)]
    assert ['class="menu-toggle new"' in menu for menu in menus] == [False, True, True, False], (
        "narrow pages mark the menu"
    )
    html = parts_of(with_results, ("log",))["log"]
    assert html.count('class="task done"') == 2
    yesterday = (read_date(date) - timedelta(days=1)).isoformat()
    assert (
        "2 days in a row"
        in parts_of(replace(with_results, results=(*with_results.results, GAME.format(yesterday))), ("log",))["log"]
    )


def dialog_html(results: tuple[str, ...] = (), **fields: object) -> str:
    """Draw the dialog of the day."""
    page = page_of(
        deal_session("pc"), dialog="today", site="https://a.b/", address="https://a.b/", date="2026-11-18", **fields
    )
    text: str = parts_of(replace(page, results=results))["dialog"]
    return text


def test_the_game_of_a_day_has_a_par() -> None:
    par = par_of_the_day(date(2026, 11, 18))
    assert par
    assert f"In your seat, the Emperor {'won' if par > 0 else 'lost'} by {abs(par)}." in dialog_html()
    assert "You won by 6!" in dialog_html((GAME.format("2026-11-18"),))


def test_the_line_to_share_contains_no_solution() -> None:
    assert 'data-action="copy"' not in dialog_html()
    html = dialog_html((PUZZLE.format("2026-11-18"), GAME.format("2026-11-18")))
    line = re.search(r'data-action="copy" data-value="([^"]*)"', html)
    assert line
    par = par_of_the_day(date(2026, 11, 18))
    text = f"Qin, 18 November: puzzle solved on try 2 of 3, game won by 6, par {par}. https://a.b/#today"
    assert line[1] == text
    lesson = day_puzzle(game_named("qin"), "2026-11-18")
    assert lesson
    assert lesson.solution[0] not in html


def test_missed_days_can_be_played() -> None:
    page = Browser(fragment="#today")
    page.time = timestamp("2026-11-18T12:00:00")
    page.act("point", "a1").act("day", "2026-11-05")
    assert page.app.page.day == "2026-11-05"
    html = parts_of(replace(page.app.page, site="https://a.b/"))["dialog"]
    assert 'data-action="daily" data-value="2026-11-05"' in html
    assert f"learn/{links.DAY}2026-11-05" in html
    assert 'data-value="2026-11-19"' not in html
    page.act("daily", "2026-11-05")
    assert page.match.day == "2026-11-05"
    for wrong in ("2026-11-19", "2026-10-31", "nonsense", "2026-11-31"):
        page.act("daily", wrong)
        assert page.match.day == "2026-11-18"
        page.act("day", wrong)
        assert page.app.page.day == ""


def test_the_calendar_marks_finished_tasks() -> None:
    html = dialog_html((PUZZLE.format("2026-11-05"), GAME.format("2026-11-05"), GAME.format("2026-11-06")))
    assert re.findall(r'class="done-([12])" data-action="day" data-value="([^"]*)"', html) == [
        ("2", "2026-11-05"),
        ("1", "2026-11-06"),
    ]
    assert "5 November, 2 of 2 done" in html
    assert html.count('class="none"') == 12, "future days"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_is_complete_in_every_language(language: str) -> None:
    for game in NAMES:
        for lines in ((), (f"day 2026-11-18 {game} puzzle missed 3", f"day 2026-11-18 {game} game lost -3")):
            ui = game_named(game)
            session = replace(ui.new_session(deal_of_the_day(ui, "2026-11-18")), language=language)
            page = page_of(session, dialog="today", date="2026-11-18", results=lines, site="https://a.b/")
            html = parts_of(page)["dialog"]
            assert "{" not in html
            assert say(language, "months").split(" ")[10] in html


# Wins with hints


def test_a_win_with_hints_is_counted_separately_and_earns_no_badges() -> None:
    session = deal_session("pc")
    hinted = show_hints(session, [Hint(session.match.latest.moves()[0], 0.5)]).match
    assert hinted.hinted
    assert not session.match.hinted
    stored = storage.load({"qin.game." + KEY: str(hinted.record)}, KEY, Games(GAMES)).match
    assert stored is None or stored.hinted
    game = won_match().with_hints()
    assert result_lines(game) == (f"{KEY} qin farmer 2 won hints",)
    tally = tallies([*result_lines(game), f"1{KEY[1:-1]}2 qin farmer 2 won"], "qin")["farmer", 2]
    assert (tally.won, tally.hinted) == (2, 1)
    assert badges(result_lines(game), "qin") == {}
    html = parts_of(page_of(deal_session("pc"), dialog="record", results=result_lines(game)))["dialog"]
    assert "1 with hints" in html


def test_the_record_shows_dates_and_progress_of_badges() -> None:
    lines = (f"{KEY} qin farmer 2 won", f"{KEY} qin badge two", "1600000000000-000001 qin badge two")
    html = parts_of(page_of(deal_session("pc"), dialog="record", results=lines))["dialog"]
    assert "Earned on 13 September 2020" in html
    assert "1 of 6" in html
    assert "2 more wins against Farmer" in html
    assert html.index("Two at once") < html.index("Conqueror"), "earned badges come first"
    pictures = re.findall(r'class="medal" aria-hidden="true">(.+?)</i>', html)
    assert len({*pictures}) == len(pictures) > 5, "each medal has its own picture"


def test_results_reach_the_store_with_the_day() -> None:
    game = replace(
        won_match().cut(0),
        record=won_match().cut(0).record.with_headers({**won_match().record.headers, "Daily": "2026-11-05"}),
    )
    page = Browser({**{effect.key: effect.text for effect in storage.save_current(game) if effect.text}})  # type: ignore[union-attr]
    page.act("try", "yg1yg2").act("place")
    (add,) = page.effects_of(StoreAppend)
    assert add.texts[-1].startswith("day 2026-11-05 qin game won ")
