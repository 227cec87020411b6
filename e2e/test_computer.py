"""The page stays responsive while the computer thinks, in a worker or in time slices on the page."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from e2e.conftest import SITE
from e2e.player import CENTRE, Player, greedy
from qin_core.qin import Record

pytestmark = pytest.mark.worker

LATE = 6
"""How many of a game's last turns are analysed."""
LONGEST = 50
"""Milliseconds of processor time that a task of the page may take while the computer thinks."""
# Presses the button as soon as it appears.
PLAY_NOW = """() => new MutationObserver((_, observer) => {
  const button = document.querySelector('#tools [data-action="play-now"]');
  if (!button) return;
  observer.disconnect();
  window.hurried = true;
  button.click();
}).observe(document.getElementById('tools'), { childList: true, subtree: true, attributes: true })"""
# Marks every frame that shows the progress bar in the trace, with the value of the bar.
WATCH = """() => {
  const look = () => {
    const bar = document.querySelector('#thinking progress');
    if (bar) performance.mark(`thinking ${bar.value}`);
    requestAnimationFrame(look);
  };
  look();
}"""


def thinking(player: Player) -> dict[str, Any]:
    """Return whether the computer has a worker, and how many slices have run on the page."""
    # The reply has one effect, `AnswerCall`: its name, its number and the value.
    value: dict[str, Any] = player.page.evaluate("qinPage.ask({ type: 'Inspect' }).effects[0][2]")
    return value


def wait_for_worker(player: Player) -> None:
    """Wait until the computer has a worker."""
    player.until(lambda: thinking(player)["worker"])
    assert player.page.workers


@contextmanager
def quick_tasks(page: Page) -> Iterator[None]:
    """Check that no task is long while the computer thinks.

    Measured as processor time in Chromium's trace, so that other programs on the machine don't count.
    """
    browser = page.context.browser
    assert browser
    page.evaluate(WATCH)
    browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing"])
    yield
    events = json.loads(browser.stop_tracing())["traceEvents"]
    seen = [event for event in events if event["name"].startswith("thinking ")]
    assert len({event["name"] for event in seen}) > 2, "the progress bar moves"
    # Times, and the thread by its process and number.
    first, last, thread = seen[0]["ts"], seen[-1]["ts"], (seen[0]["pid"], seen[0]["tid"])
    tasks = [
        event
        for event in events
        if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) == thread and first <= event["ts"] <= last
    ]
    # Processor time in microseconds; tasks shorter than the clock's resolution have none.
    assert 0 < max(task.get("tdur", 0) for task in tasks) <= 1000 * LONGEST


def move(player: Player) -> int:
    """Make a person's move when it is their turn; return the number of turns including it."""
    player.until(lambda: player.page.locator("#hand .tile:enabled").count() > 0)
    record = player.record()
    player.by_mouse(record.end(), greedy(record.end()))
    return len(record.turns) + 1


def points_at(player: Player, square: str) -> bool:
    """Point at a square again, because every move removes its highlight; return whether the page highlights it."""
    player.page.mouse.move(5, 5)
    player.page.mouse.move(*player.page.evaluate(CENTRE, square))
    player.wait_until_idle()
    return player.page.locator("#board .cursor").count() == 1


def test_the_page_stays_responsive_while_a_worker_thinks(player: Player) -> None:
    """The search runs in the worker, no task is long, pointer and log respond, the progress bar moves."""
    page = player.page
    wait_for_worker(player)
    player.start_game("person", "emperor", "emperor", "emperor")
    before = thinking(player)["slices"]
    with quick_tasks(page):
        turns = move(player)
        player.until(lambda: page.locator("#thinking progress").count() == 1)
        player.until(lambda: points_at(player, "g9"))
        player.until(lambda: player.turns() == turns + 3)
    turns = move(player)
    player.until(lambda: page.locator("#thinking progress").count() == 1)
    player.press("go-to-turn", "1", "#log")
    player.until(lambda: page.locator('#log [aria-current="step"]').get_attribute("data-value") == "1")
    player.press("go-to-turn", within="#tools")
    player.until(lambda: player.turns() == turns + 3)
    assert thinking(player)["slices"] == before


def test_play_now_and_a_crashed_worker(player: Player) -> None:
    wait_for_worker(player)
    player.start_game("person", "emperor")
    player.page.evaluate(PLAY_NOW)
    turns = move(player)
    player.until(lambda: player.turns() == turns + 1)
    assert player.page.evaluate("window.hurried")
    # From here on the worker doesn't answer.
    player.page.evaluate("document.querySelector('script[type=py][worker]').xworker.terminate()")
    move(player)
    player.until(lambda: player.turns() == turns + 3)
    wait_for_worker(player)  # a new one
    move(player)
    player.until(lambda: player.turns() == turns + 5)


def test_hints_are_numbered_and_explained(player: Player) -> None:
    page = player.page
    player.start_game("person", "person")
    player.press("hint")
    player.until(lambda: page.locator("#hints li").count() == 3)
    assert page.locator("#board .hints text").all_text_contents() == ["1", "2", "3"]
    for text in page.locator("#hints li").all_inner_texts():
        assert re.search(r"\d+\s?%", text), "the win chance"
        assert len(text) > 20, "and the reason"
    page.locator("#hints li button").nth(1).click()
    player.until(lambda: len(player.ghost()) == 2)


# The edges of the last hint, the reason, the first hint and the board.
EDGES = """['#hints li:last-child', '#hints .reason', '#hints li', '#table'].map(
  name => document.querySelector(name).getBoundingClientRect().toJSON())"""
# Name, position and size of the parts of the page.
PARTS = """['players', 'table', 'hand', 'tools', 'status', 'replay', 'coach', 'log'].map(id => {
  const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
  return [id, left, top, width, height];
})"""


def test_hints_move_nothing(player: Player) -> None:
    page = player.page

    def measure() -> dict[tuple[int, int], object]:
        """Measure the parts in windows of many sizes, and while a hint, if there are any, is previewed."""
        measured: dict[tuple[int, int], object] = {}
        for width, height in ((1280, 800), (390, 844), (360, 640), (844, 390), (820, 1180), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            player.wait_until_idle()
            measured[width, height] = page.evaluate(PARTS)
            if page.locator("#hints li").count():
                page.locator("#hints li button").nth(1).hover()
                player.until(lambda: len(player.ghost()) == 2)
                page.mouse.move(1, 1)
                player.until(lambda: not player.ghost())
        return measured

    for opponents, (width, height) in ((1, (1280, 800)), (3, (360, 640))):
        player.start_game("person", *["farmer"] * opponents)
        before = measure()
        page.set_viewport_size({"width": width, "height": height})
        player.press("hint")
        player.until(lambda: page.locator("#hints li").count() == 3)
        assert page.evaluate(PARTS) == before[width, height]
        assert measure() == before
        player.press("hint")
        player.until(lambda: page.locator("#hints li").count() == 0)
        assert measure() == before


def test_all_hints_are_visible_below_or_beside_the_board(player: Player) -> None:
    page = player.page
    player.start_game("person", "farmer", "farmer", "farmer", board="lion")
    player.press("hint")
    player.until(lambda: page.locator("#hints li").count() == 3)
    for width, height in ((1280, 800), (390, 844), (360, 640), (844, 390), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        player.wait_until_idle()
        last, reason, first, board = page.evaluate(EDGES)
        assert last["bottom"] < reason["top"] < reason["bottom"] <= height, (width, height)
        assert first["left"] >= board["right"] or first["top"] >= board["bottom"], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_analysis_marks_the_costliest_turns(player: Player) -> None:
    page = player.page
    whole = Record.parse((Path(__file__).parent.parent / "tests/games/bird-2-last-pagoda.qin").read_text())
    late = Record(whole.positions()[-LATE - 1])
    for turn in whole.turns[-LATE:]:
        late = late.add(turn.move)
    player.resume(late)
    player.press("show-result", within="#tools")
    player.press("open", "end", "#cover")
    player.until(lambda: player.dialog() == "end")
    player.press("analyse", within="#dialog")
    player.until(
        lambda: page.locator("#dialog .costly li").count() > 1 and not page.locator("#dialog progress").count(), 120
    )
    assert page.locator("#dialog svg.chart[role=img]").count() == 2
    costly = page.locator("#dialog .costly button").first
    # The button leads to the position before the turn; the log counts turns from 1.
    ply = int((costly.get_attribute("data-value") or "").partition(" ")[0])
    marked = page.locator(f'#log [data-value="{ply + 1}"] .cost')
    assert (marked.text_content() or "").startswith("−"), "marked in the log, too"
    costly.click()
    player.until(lambda: not player.dialog())
    player.until(lambda: page.locator("#replay input").input_value() == str(ply))


def test_from_disk_the_page_thinks_in_slices(context: BrowserContext) -> None:
    """Without a worker the search runs in slices too short to notice."""
    # In the place of a server.
    disk = SimpleNamespace(address=(SITE.parent / "qin.html").as_uri())
    player = Player(context, disk, settings={"language": "en", "handover": False, "speed": "off"})  # type: ignore[arg-type]
    page = player.page
    player.start_game("person", "emperor")
    with quick_tasks(page):
        for _ in range(2):
            turns = move(player)
            player.until(lambda turns=turns: player.turns() == turns + 1)  # type: ignore[misc]
    assert not page.workers
    player.driver.check()
