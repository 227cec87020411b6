"""The computer thinks, and the page stays alive: in a worker, and from disk in slices on the page."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from e2e.conftest import SITE
from e2e.playing import CENTRE, CURRENT, GAMES, Player, greedy
from e2e.watching import Watched
from web.build.serving import Server

LONGEST = 50
"""Milliseconds that a task of the page may take while the computer thinks."""
APP = "import gc; from ui.main import App; app = next(o for o in gc.get_objects() if isinstance(o, App))\n"
NO_THINKING_HERE = """
from ui import thinker
thinker.here = 0
def go_on(_):
    thinker.here += 1
    raise RuntimeError("thought on the page")
thinker.go_on = go_on
None
"""
# Writes down long tasks, and when the bar was first and last seen.
WATCH = """() => {
  window.seen = {tasks: [], bar: [], values: []};
  new PerformanceObserver(list => seen.tasks.push(...list.getEntries().map(task => [task.startTime, task.duration])))
    .observe({type: 'longtask'});
  const look = () => {
    const bar = document.querySelector('#thinking progress');
    if (bar) { seen.bar.push(performance.now()); seen.values.push(bar.value); }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(SITE) as running:
        yield running


@pytest.fixture
def player(context: BrowserContext, server: Server) -> Iterator[Player]:
    somebody = Player(context, server, settings={"language": "en", "handover": False})
    yield somebody
    somebody.watched.check()


def wait_for_worker(player: Player) -> None:
    """Wait until the computer has a worker of its own."""
    player.until(lambda: player.watched.python(APP + "app.thinking._remote is not None"))
    assert player.page.workers


def long_tasks(seen: dict[str, Any]) -> list[float]:
    """List how long the tasks took that began while the computer was thinking."""
    first, last = seen["bar"][0], seen["bar"][-1]
    return [duration for start, duration in seen["tasks"] if first <= start <= last]


def hover(watched: Watched, times: int = 8) -> float:
    """Move the pointer over the board for a while; say how long the page's longest task took meanwhile."""
    watched.page.evaluate("() => { if (window.seen) seen.tasks.length = 0; }")
    for number in range(times):
        watched.page.mouse.move(*watched.page.evaluate(CENTRE, "cdefghij"[number % 8] + "7"))
        watched.page.wait_for_timeout(60)
    return max([0.0, *(duration for _, duration in watched.page.evaluate("seen.tasks"))])


def test_the_page_stays_alive_while_a_worker_thinks(player: Player) -> None:
    """Nothing is thought on the page, no task is long, the pointer and the log answer, the bar moves."""
    page = player.page
    wait_for_worker(player)
    player.begin(["person", "emperor", "emperor", "emperor"])
    player.watched.python(NO_THINKING_HERE)
    page.evaluate(WATCH)
    usual = hover(player.watched)
    position = player.record().start
    player.by_mouse(position, greedy(position))
    player.until(lambda: page.locator("#thinking progress").count() == 1)
    page.mouse.move(*page.evaluate(CENTRE, "g9"))
    player.until(lambda: page.locator("#board .cursor").count() == 1)
    player.until(lambda: player.turns() == 4)
    seen = page.evaluate("seen")
    assert len(set(seen["values"])) > 2, "the bar moves"
    assert max([0.0, *long_tasks(seen)]) <= max(LONGEST, usual)
    page.locator("#log li button").first.click()
    player.until(lambda: page.locator('#tools [data-action="play-on"]').count() == 1)
    assert player.watched.python("from ui import thinker\nthinker.here") == 0
    assert player.record().turns[0].move == greedy(position)


def test_play_now_and_a_worker_that_dies(player: Player) -> None:
    wait_for_worker(player)
    player.begin(["person", "emperor"])
    position = player.record().start
    player.by_mouse(position, greedy(position))
    player.press("play-now", within="#tools")
    player.until(lambda: player.turns() == 2)
    # From here on the worker answers no more.
    player.watched.python(APP + "app.thinking._script.xworker.terminate()")
    position = player.record().end()
    player.by_mouse(position, greedy(position))
    player.until(lambda: player.turns() == 4)
    wait_for_worker(player)
    position = player.record().end()
    player.by_mouse(position, greedy(position))
    player.until(lambda: player.turns() == 6)


def test_hints_are_numbered_and_explained(player: Player) -> None:
    page = player.page
    player.begin(["person", "person"])
    player.press("hint")
    player.until(lambda: page.locator("#hints li").count() == 3)
    assert page.locator("#board .hints text").all_text_contents() == ["1", "2", "3"]
    for text in page.locator("#hints li").all_inner_texts():
        assert re.search(r"\d+\s?%", text), "the win chance"
        assert len(text) > 20, "and the reason"
    page.locator("#hints li button").nth(1).click()
    player.until(lambda: len(player.ghost()) == 2)


def test_analysis_marks_what_cost_most(player: Player) -> None:
    page = player.page
    text = (Path(__file__).parent.parent / "tests/games/bird-2-last-pagoda.qin").read_text()
    page.evaluate(f"text => {{ localStorage['{GAMES}9'] = text; localStorage['{CURRENT}'] = '9'; }}", text)
    page.reload()
    player.watched.wait()
    player.press("open", "end", "#tools")
    player.until(lambda: player.dialog() == "end")
    player.press("analyse", within="#dialog")
    player.until(
        lambda: page.locator("#dialog .costly li").count() > 1 and not page.locator("#dialog progress").count()
    )
    assert page.locator("#dialog svg.chart").count() == 2
    costly = page.locator("#dialog .costly button").first
    number = int(costly.get_attribute("data-value") or "")
    assert "−" in (page.locator("#log li button").nth(number).text_content() or ""), "marked in the log, too"
    costly.click()
    player.until(lambda: not player.dialog())
    assert f"{number}" in player.watched.status()


def test_from_disk_the_page_thinks_in_slices(context: BrowserContext) -> None:
    """Without a worker the same thoughts come in pieces that nobody notices."""
    place = SimpleNamespace(address=(SITE.parent / "qin.html").as_uri())
    player = Player(context, place, settings={"language": "en", "handover": False})  # type: ignore[arg-type]
    page = player.page
    player.begin(["person", "emperor"])
    page.evaluate(WATCH)
    usual = hover(player.watched)
    position = player.record().start
    player.by_mouse(position, greedy(position))
    player.until(lambda: player.turns() == 2)
    seen = page.evaluate("seen")
    assert not page.workers
    assert len(set(seen["values"])) > 2, "the bar moves"
    assert max([0.0, *long_tasks(seen)]) <= max(LONGEST, usual)
    player.watched.check()
