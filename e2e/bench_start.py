"""Time the start of the page, beside bare pages of the same versions: `build_wheel.py bench --only start`.

All pages are opened in turn in one Chromium, every time in a fresh profile first ("cold") and then again ("warm").
"""

import json
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from e2e.conftest import SITE
from e2e.page_driver import FLAGS, PageDriver
from web.build.browsers import ensure_chromium
from web.build.serving import Server
from web.build.steps import NODE_MODULES, megabytes, say

# Page (a): Pyodide alone.
PYODIDE_PAGE = """<!doctype html><title>a</title><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
python.runPython("1 + 1");
performance.mark("qin:ready");
</script>"""
# Page (b): PyScript with Pyodide.
PYSCRIPT_PAGE = """<!doctype html><title>b</title><link rel="stylesheet" href="core.css">
<script type="module" src="core.js"></script>
<script type="py" config='{"interpreter": "./pyodide.mjs"}'>
from pyscript import window
window.performance.mark("qin:ready")
</script>"""
LIMITS = {"a": 0.45, "b": 0.35}
"""The largest share that our time may have of the time of each bare page."""
MOST_BYTES = 12_000_000
"""Limit for the download of a first visit, with the copy for offline use."""
LONGEST_TASK = 50
"""Limit for a task while playing, in milliseconds."""
# Collects the start and the duration of every long task.
LONG_TASKS = """globalThis.blocked = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => blocked.push([entry.startTime, entry.duration])))
  .observe({ type: 'longtask', buffered: true });"""


def main(rounds: int = 7) -> int:
    """Measure, print a table, and fail where a limit is exceeded."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        bare_pages(Path(folder))
        chromium = ensure_chromium()
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        with Server(SITE) as site, Server(Path(folder)) as bare:
            pages = {"ours": site.address, "a": f"{bare.address}a.html", "b": f"{bare.address}b.html"}
            times = _times(browser, pages, max(rounds, 7))
            longest = _longest_task(browser, site.address)
        browser.close()
        with tempfile.TemporaryDirectory() as profile:
            context = playwright.chromium.launch_persistent_context(profile, executable_path=chromium, args=FLAGS)
            first, second = _bytes(context)
            context.close()
    missed = _report(times)
    say(f"first visit {megabytes(first)} (at most {megabytes(MOST_BYTES)}), second visit {megabytes(second)}")
    say(f"longest task while playing {longest:.0f} ms (at most {LONGEST_TASK} ms)")
    return int(missed or first > MOST_BYTES or second > 0 or longest > LONGEST_TASK)


def bare_pages(folder: Path) -> None:
    """Write the two bare pages beside the unmodified packages."""
    for source in (NODE_MODULES / "pyodide", NODE_MODULES / "@pyscript" / "core" / "dist"):
        for file in source.iterdir():
            if file.suffix in (".mjs", ".js", ".wasm", ".json", ".zip", ".css"):
                shutil.copyfile(file, folder / file.name)
    (folder / "a.html").write_text(PYODIDE_PAGE)
    (folder / "b.html").write_text(PYSCRIPT_PAGE)


def _times(browser: Browser, pages: dict[str, str], rounds: int) -> dict[tuple[str, str], list[float]]:
    """Open all pages in every round; return the times by page and by `cold` or `warm`."""
    times: dict[tuple[str, str], list[float]] = {}
    for number in range(rounds):
        say(f"  round {number + 1} of {rounds}")
        for name, address in pages.items():
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            for state in ("cold", "warm"):
                page = context.new_page()
                page.goto(address)
                times.setdefault((name, state), []).append(until_ready(page))
                if name == "ours" and state == "cold":
                    wait_until_stored(page)
                page.close()
            context.close()
    return times


def until_ready(page: Page) -> float:
    """Wait for the performance mark; poll seldom, because polling slows the page down."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        found = page.evaluate("performance.getEntriesByName('qin:ready')[0]?.startTime ?? null")
        if found is not None:
            return float(found)
        page.wait_for_timeout(100)
    raise TimeoutError(page.url)


def wait_until_stored(page: Page) -> None:
    """Wait until the service worker has stored everything for offline use."""
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    while not page.evaluate("!!navigator.serviceWorker.controller"):
        page.wait_for_timeout(100)


def _longest_task(browser: Browser, address: str) -> float:
    """Play a few turns; return the longest task on the main thread."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(LONG_TASKS)
    page = PageDriver(context, address, animated=True).open(address)
    wait_until_stored(page.page)
    page.page.wait_for_timeout(500)
    began = page.page.evaluate("performance.now()")
    for _ in range(10):
        page.play()
    blocked: list[list[float]] = json.loads(page.page.evaluate("JSON.stringify(blocked)"))
    context.close()
    return max((duration for start, duration in blocked if start >= began), default=0.0)


def _bytes(context: BrowserContext) -> tuple[int, int]:
    """Count the bytes sent for a first visit, including the offline copy, and for a second visit."""
    with Server(SITE) as site:
        sizes = []
        for _ in range(2):
            page = context.new_page()
            page.goto(site.address)
            until_ready(page)
            wait_until_stored(page)
            page.wait_for_timeout(1000)
            # The browser's check for a new service worker is not part of the visit.
            sizes.append(sum(size for path, size in site.sent.items() if not path.endswith("/sw.js")))
            site.sent.clear()
            page.close()
    return sizes[0], sizes[1]


def _report(times: dict[tuple[str, str], list[float]]) -> bool:
    """Print a table; return whether a limit was exceeded."""
    middle = {key: statistics.median(values) for key, values in times.items()}
    names = {"ours": "our page, ready for a move", "a": "(a) empty page, loadPyodide()", "b": "(b) empty PyScript page"}
    say(f"\n{'median of ' + str(len(times['ours', 'cold'])):<32}{'cold':>9}{'warm':>9}")
    for name, words in names.items():
        say(f"{words:<32}" + "".join(f"{middle[name, state]:>6.0f} ms" for state in ("cold", "warm")))
    missed = False
    for name, limit in LIMITS.items():
        ratios = [middle["ours", state] / middle[name, state] for state in ("cold", "warm")]
        missed |= max(ratios) > limit
        label = f"ours / ({name}), at most {limit}"
        say(f"{label:<32}" + "".join(f"{ratio:>9.2f}" for ratio in ratios))
    return missed
