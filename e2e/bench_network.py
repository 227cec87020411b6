"""Time the first and second visit on slow networks and slow processors, beside the bare runtimes."""

import statistics
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from e2e.bench_start import bare_pages, until_ready, wait_until_stored
from e2e.conftest import SITE
from e2e.page_driver import FLAGS
from e2e.slow_network import Network, SlowServer
from web.build.browsers import ensure_chromium
from web.build.steps import megabytes, say

BANDWIDTHS = (2.0, 10.0, 50.0)
"""Megabits per second: a bad mobile network, an average one, a good home connection."""
SLOWDOWNS = (1, 4)
"""Factors by which Chromium throttles the page's processor."""
PAGES = {"ours": "our page, ready for a move", "a": "(a) empty page, loadPyodide()", "b": "(b) empty PyScript page"}
MAX_SHARE = {2.0: 1.0, 10.0: 0.70, 50.0: 0.45}
"""Limits for the first visit by bandwidth, as shares of the time of (a)."""
MAX_BYTES = 7_000_000
"""Limit for the download before the first move."""


class Visit(NamedTuple):
    """One start: milliseconds until the page was ready, and bytes received by then."""

    time: float
    size: int


def main(rounds: int) -> int:
    """Measure all networks; return 1 if a limit was exceeded."""
    missed = False
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        bare_pages(Path(folder))
        browser = playwright.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)
        for slower in SLOWDOWNS:
            for megabits in BANDWIDTHS:
                say(f"\n{megabits:g} Mbit/s, 40 ms" + (f", processor {slower} times slower" if slower > 1 else ""))
                visits = _measure(browser, Path(folder), megabits, slower, rounds)
                missed |= _report(visits, megabits, slower)
        browser.close()
    return int(missed)


def _measure(
    browser: Browser, bare: Path, megabits: float, slower: int, rounds: int
) -> dict[tuple[str, str], list[Visit]]:
    """Visit all pages twice in every round; return the visits by page and by `first` or `second`."""
    network = Network(megabits)
    visits: dict[tuple[str, str], list[Visit]] = {}
    with SlowServer(SITE, network) as site, SlowServer(bare, network) as others:
        pages = {"ours": site.address, "a": f"{others.address}a.html", "b": f"{others.address}b.html"}
        for _ in range(rounds):
            for name, address in pages.items():
                for state, visit in zip(("first", "second"), _visits(browser, network, address, slower), strict=True):
                    visits.setdefault((name, state), []).append(visit)
    return visits


def _visits(browser: Browser, network: Network, address: str, slower: int) -> list[Visit]:
    """Visit a page twice."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    visits = []
    for state in ("first", "second"):
        page = context.new_page()
        if slower > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        before = network.sent
        page.goto(address, wait_until="commit")
        ready = until_ready(page)
        visits.append(Visit(ready, network.sent - before))
        # The bare pages, which end in .html, have no service worker.
        if state == "first" and not address.endswith(".html"):
            wait_until_stored(page)
        page.close()
    context.close()
    return visits


def _report(visits: dict[tuple[str, str], list[Visit]], megabits: float, slower: int) -> bool:
    """Print a table; return whether a limit was exceeded."""
    middle = {key: statistics.median(visit.time for visit in several) for key, several in visits.items()}
    say(f"{'median of ' + str(len(visits['ours', 'first'])):<32}{'first':>10}{'second':>10}{'bytes':>12}")
    for name, words in PAGES.items():
        size = statistics.median(visit.size for visit in visits[name, "first"])
        times = "".join(f"{middle[name, state] / 1000:>8.2f} s" for state in ("first", "second"))
        say(f"{words:<32}{times}{megabytes(int(size)):>12}")
    for name in ("a", "b"):
        ratios = (middle["ours", state] / middle[name, state] for state in ("first", "second"))
        say(f"{'ours / (' + name + ')':<32}" + "".join(f"{ratio:>10.2f}" for ratio in ratios))
    size = max(visit.size for visit in visits["ours", "first"])
    late = slower == 1 and middle["ours", "first"] > MAX_SHARE[megabits] * middle["a", "first"]
    return late or size > MAX_BYTES
