"""The cost of ten boards on a host page, compared with one: `build_wheel.py bench --only embed`.

The time runs from the page's first script to the moment at which every board can be played; the memory is what all
renderers of a fresh browser take for themselves once the boards are there (private pages, from /proc), less what an
empty page takes.
"""

import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from e2e.conftest import SITE
from e2e.host_page import HostPage, board
from e2e.page_driver import FLAGS
from qin_core.qin import Position
from web.build.browsers import ensure_chromium
from web.build.serving import Server
from web.build.steps import say

LIMIT = 1.3
"""Many boards may cost at most so many times as much as one."""
MANY = 10
# Notes when the latest board became live, and how many boards are.
WATCH = """addEventListener('qin-ready', () => {
  globalThis.readyAt = performance.now();
  globalThis.count = (globalThis.count ?? 0) + 1;
})"""
FLOATING = ".one { float: left; width: 120px; height: 390px; overflow: hidden; }"
"""Puts all boards on the screen, so that they start at once."""


def main(rounds: int = 7) -> int:
    """Measure, print a table, and fail where a limit is exceeded."""
    measured: dict[int, list[tuple[float, float]]] = {1: [], MANY: []}
    with sync_playwright() as playwright, Server(SITE) as site:
        for number in range(max(rounds, 3)):
            say(f"  round {number + 1}")
            for count, results in measured.items():
                results.append(_measure(playwright, site, count))
    say(f"\n{'median':<24}{'1 board':>12}{f'{MANY} boards':>12}{'ratio':>9}")
    missed = False
    for index, (name, unit, digits) in enumerate((("until all can be played", "ms", 0), ("memory", "MB", 1))):
        one, many = (statistics.median(result[index] for result in measured[count]) for count in (1, MANY))
        missed |= many > LIMIT * one
        say(f"{name:<24}{f'{one:.{digits}f} {unit}':>12}{f'{many:.{digits}f} {unit}':>12}{many / one:>9.2f}")
    say(f"at most {LIMIT} each")
    return int(missed)


def _measure(playwright: Playwright, site: Server, count: int) -> tuple[float, float]:
    """Open a page with `count` boards in a fresh browser; return milliseconds and megabytes."""
    browser = playwright.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(WATCH)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), max_age=0) as own:
        empty = _memory(browser)
        boards = [
            board(f"b{seed}", position=str(Position.deal("bird", 2, seed=seed)), move="anybody", size="120")
            for seed in range(count)
        ]
        host = HostPage(context, site, own, "".join(f'<div class="one">{one}</div>' for one in boards), style=FLOATING)
        host.until(lambda: host.page.evaluate("globalThis.count ?? 0") == count, 90)
        # Let the memory settle.
        host.page.wait_for_timeout(1000)
        time: float = host.page.evaluate("readyAt")
        used = _memory(browser) - empty
    browser.close()
    return time, used


def _memory(browser: Any) -> float:
    """Add up the private memory of all renderers, in megabytes."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    kilobytes = 0
    for process in processes:
        if process["type"] == "renderer":
            lines = Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines()
            kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    return kilobytes / 1000


if __name__ == "__main__":
    raise SystemExit(main())
