"""Returning to the page: the puzzle of the day, failed puzzles, statistics."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.page_driver import PageDriver, new_context
from e2e.player import Player
from engine.main import LESSONS
from qin_core.qin import Move, Record
from qin_core.qin.puzzles import puzzle_of_the_day
from tests.won_match import LAST_POSITION, won_match
from web.build.serving import Server

RESULTS = "qin.results"
# The upper edge of the board with the puzzle of the day.
BOARD_TOP = """document.querySelector('#day-puzzle qin-board').shadowRoot.querySelector('#board')
  .getBoundingClientRect().top"""
DAY = datetime(2026, 11, 17, 12, tzinfo=UTC)


def test_the_day_begins_at_the_readers_midnight(browser: Browser, site: Server) -> None:
    """Two browsers in two time zones show the same puzzle on the same date and the next one a minute later."""
    found: dict[str, list[str]] = {}
    # The midnights that begin 19 November, in UTC.
    for zone, midnight in (("Asia/Tokyo", "2026-11-18T15:00:00"), ("America/New_York", "2026-11-19T05:00:00")):
        context = new_context(browser, timezone_id=zone)
        page = context.new_page()
        # The page names the puzzle before its board starts.
        page.route("**/engine.html", lambda route: route.abort())
        after = datetime.fromisoformat(midnight).replace(tzinfo=UTC)
        found[zone] = []
        page.goto(f"{site.address}learn/#today")
        # The last one: a clock that was a year ahead is put right.
        for moment in (after - timedelta(minutes=1), after, after + timedelta(days=365), after - timedelta(minutes=1)):
            page.clock.set_fixed_time(moment)
            page.reload()
            page.evaluate("location.hash = 'today'")
            found[zone].append(page.locator("#day-puzzle qin-board").get_attribute("puzzle") or "")
        context.close()
    assert found["Asia/Tokyo"] == found["America/New_York"] == ["2026-11-18", "2026-11-19", "2027-11-19", "2026-11-18"]


def test_three_tries_at_the_puzzle_of_the_day_count_across_visits(context: BrowserContext, site: Server) -> None:
    driver = PageDriver(context, site.address)
    page = driver.page
    page.clock.set_fixed_time(DAY)
    page.goto(f"{site.address}learn/#today")
    card = page.locator("#day-puzzle")
    puzzle = puzzle_of_the_day(DAY.date())
    wrong = [str(move) for move in puzzle.start.moves() if str(move) != puzzle.solution[0]]
    card.locator("#tools button").first.wait_for(timeout=60_000)
    _play(page, "day-puzzle", wrong[0])
    expect(card).to_contain_text("1 of 3 tries used")
    expect(card.locator('[data-action="solution"]')).to_have_count(0)
    page.reload()
    card.locator("#tools button").first.wait_for(timeout=60_000)
    expect(card).to_contain_text("1 of 3 tries used")
    # Every other move of the solution is the opponent's.
    for move in puzzle.solution[::2]:
        _play(page, "day-puzzle", move)
    expect(page.locator("#daily-result")).to_contain_text("solved on try 2")
    expect(page.locator("#today .mark"), "today's puzzle is done").to_be_visible()
    stored = json.loads(page.evaluate(f"localStorage['{RESULTS}']"))
    assert stored == ["day 2026-11-17 qin puzzle tried 1", "day 2026-11-17 qin puzzle solved 2"]
    driver.check()


def test_after_the_last_try_the_solution_comes_first_and_nothing_moves(browser: Browser, site: Server) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    driver = PageDriver(context, site.address)
    page = driver.page
    page.clock.set_fixed_time(DAY)
    page.goto(f"{site.address}learn/#today")
    card, tools = page.locator("#day-puzzle"), page.locator("#day-puzzle #tools button")
    tools.first.wait_for(timeout=60_000)
    before, puzzle = page.evaluate(BOARD_TOP), puzzle_of_the_day(DAY.date())
    wrong = [str(move) for move in puzzle.start.moves() if str(move) != puzzle.solution[0]]
    for number, move in enumerate(wrong[:3], 1):
        _play(page, "day-puzzle", move)
        expect(card).to_contain_text(f"{number} of 3 tries used")
        if number < 3:
            card.locator('[data-action="again"]').click()
    expect(card).to_contain_text("That was the last try")
    expect(card).not_to_contain_text("Try again")
    expect(card).not_to_contain_text("http")
    expect(tools).to_have_text(["Solution", "Again"])
    expect(tools.first).to_have_class("primary")
    result = page.locator("#daily-result")
    assert page.evaluate(BOARD_TOP) == before, "the result is below the board"
    steps = card.locator(".steps").bounding_box()
    box = result.bounding_box()
    assert steps
    assert box
    assert box["y"] + box["height"] <= steps["y"], "nothing hides the result"
    result.get_by_role("button").click()
    expect(result.get_by_role("button")).to_have_text("Copied ✓")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"Qin, puzzle of 17 November: not solved. {site.address}learn/#today"
    tools.first.click()
    expect(tools).to_have_text(["Try again"])
    driver.check()
    context.close()


def test_a_failed_puzzle_is_repeated(context: BrowserContext, site: Server) -> None:
    driver = PageDriver(context, site.address)
    page = driver.page
    page.clock.set_fixed_time(DAY)
    page.goto(f"{site.address}learn/#puzzles")
    card = page.locator("article.puzzle:visible")
    name = card.get_attribute("id") or ""
    shown = LESSONS.lesson(name)
    card.locator("#tools button").first.wait_for(timeout=60_000)
    _play(page, name, next(move for move in map(str, shown.start.moves()) if move != shown.solution[0]))
    card.locator('[data-action="again"]').click()
    # Every other move of the solution is the opponent's.
    for move in shown.solution[::2]:
        _play(page, name, move)
    expect(card.locator(".teaches")).to_be_visible()
    assert not page.locator("#review").is_visible()
    page.clock.set_fixed_time(DAY + timedelta(days=1))
    page.reload()
    expect(page.locator("#review")).to_have_text("To review: 1")
    page.locator("#review").click()
    expect(page.locator(f"#{name}")).to_be_visible()
    driver.check()


def _play(page: Page, name: str, move: str) -> None:
    """Play a move on the board of a puzzle."""
    page.evaluate("([name, move]) => document.querySelector(`#${name} qin-board`).play(move)", [name, move])


def test_statistics_survive_reload_export_and_damage(open_game: Callable[..., Player], tmp_path: Path) -> None:
    player = open_game()
    page = player.page
    player.resume(Record.parse(str(won_match().cut(0).record)))
    player.by_mouse(LAST_POSITION, Move.parse("yg1yg2"))
    expect(page.locator(".banner")).to_contain_text("Against Farmer: 1 of 1 won.", timeout=30_000)
    player.press("open", "end", within=".banner")
    dialog = page.locator("#dialog")
    expect(dialog).to_contain_text("Untouched: win without losing a village or a province.")
    player.close()
    player.driver.reopen()
    page.evaluate("location.hash = 'record'")
    expect(dialog).to_contain_text("1 of 1 won")
    page.evaluate("location.hash = 'games'")
    with page.expect_download() as saved:
        page.locator('[data-action="save-everything"]').click()
    file = tmp_path / "everything.json"
    saved.value.save_as(file)
    elsewhere = open_game()
    elsewhere.driver.reopen(local={RESULTS: "[[[{"})  # damaged
    elsewhere.page.evaluate("location.hash = 'games'")
    elsewhere.page.locator('[data-action="everything-file"]').set_input_files(file)
    elsewhere.page.locator('#dialog [data-action="open"][data-value="record"]').click()
    expect(elsewhere.page.locator("#dialog")).to_contain_text("1 of 1 won")
    assert any("qin farmer 2 won" in line for line in json.loads(elsewhere.page.evaluate(f"localStorage['{RESULTS}']")))
