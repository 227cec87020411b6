"""Returning to the page: the puzzle of the day, failed puzzles, statistics."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.page_driver import PageDriver, online
from e2e.player import Player
from engine.main import LESSONS
from qin_core.qin import Move, Record
from tests.test_results import LAST, won
from web.build.serving import Server

RESULTS = "qin.results"
DAY = datetime(2026, 11, 17, 12, tzinfo=UTC)


def puzzles_of(browser: Browser, site: Server, day: datetime) -> list[str]:
    """Return the puzzles of the day that a fresh browser shows for both games."""
    context = online(browser)
    context.clock.set_fixed_time(day)
    page = context.new_page()
    names = []
    for game in ("", "khan-tsin/"):
        page.goto(f"{site.address}learn/{game}#today")
        names.append(page.locator("article.puzzle:visible").get_attribute("id") or "")
    context.close()
    return names


def test_the_puzzle_of_the_day_is_the_same_for_everyone_and_changes_daily(browser: Browser, site: Server) -> None:
    one, same, other = (puzzles_of(browser, site, DAY + timedelta(hours=hours)) for hours in (0, 11, 24))
    assert one == same
    assert not set(one) & set(other)


def test_a_failed_puzzle_is_repeated(context: BrowserContext, site: Server) -> None:
    driver = PageDriver(context, site.address)
    page = driver.page
    page.clock.set_fixed_time(DAY)
    page.goto(f"{site.address}learn/#today")
    card = page.locator("article.puzzle:visible")
    name = card.get_attribute("id") or ""
    shown = LESSONS.lesson(name)
    card.locator("#tools button").first.wait_for(timeout=60_000)
    expect(page.locator("#daily .mark")).to_be_hidden()
    _play(page, name, next(move for move in map(str, shown.start.moves()) if move != shown.solution[0]))
    card.locator('[data-action="again"]').click()
    for move in shown.solution[::2]:
        _play(page, name, move)
    expect(page.locator("#today")).to_contain_text("puzzle of 17 November: solved on try 2")
    expect(page.locator("#daily .mark"), "today's puzzle is done").to_be_visible()
    expect(card.locator(".teaches")).to_be_visible()
    assert not page.locator("#review").is_visible()
    page.clock.set_fixed_time(DAY + timedelta(days=1))
    page.reload()
    expect(page.locator("#review")).to_have_text("To review: 1")
    page.locator("#review").click()
    expect(page.locator(f"#{name}")).to_be_visible()
    driver.check()


def _play(page: Page, name: str, move: str) -> None:
    page.evaluate("([name, move]) => document.querySelector(`#${name} qin-board`).play(move)", [name, move])


def test_statistics_survive_reload_export_and_damage(open_game: Callable[..., Player], tmp_path: Path) -> None:
    player = open_game()
    page = player.page
    player.resume(Record.parse(str(won().cut(0).record)))
    player.by_mouse(LAST, Move.parse("yg1yg2"))
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
    elsewhere.driver.reopen(local={RESULTS: "[[[{"})
    elsewhere.page.evaluate("location.hash = 'games'")
    elsewhere.page.locator('[data-action="everything-file"]').set_input_files(file)
    elsewhere.page.locator('#dialog [data-action="open"][data-value="record"]').click()
    expect(elsewhere.page.locator("#dialog")).to_contain_text("1 of 1 won")
    assert any("qin farmer 2 won" in line for line in json.loads(elsewhere.page.evaluate(f"localStorage['{RESULTS}']")))
