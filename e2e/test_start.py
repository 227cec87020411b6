"""Starting the page: cold, warm, from disk, under a path, with broken files, with features forbidden."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from e2e.conftest import SITE
from e2e.page_driver import PageDriver
from engine.lessons import basic_lessons
from engine.main import GAMES, LESSONS
from web.build import compress
from web.build.serving import Server
from web.build.steps import file_hash

Serve = Callable[..., Server]
Opened = Callable[..., PageDriver]
RANDOM_NUMBER = "import random\nrandom.random()"
# Sums up the layout shifts, or only those of some elements and of what surrounds them.
SHIFTS = """names => new Promise(resolve => {
  let sum = 0;
  const kept = names.map(name => document.getElementById(name));
  const counts = (entry) => !kept.length || entry.sources.some(({ node }) => kept.some(part => node?.contains(part)));
  new PerformanceObserver(list => list.getEntries().filter(counts).forEach(entry => sum += entry.value))
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})"""
# The four parts of the board that don't change during a game: its size, frame, land and villages. Without the spaces:
# a computer may have moved already.
PICTURE = """root => [root.querySelector('#board svg').getAttribute('viewBox'),
  ...[...root.querySelectorAll('#board .frame, #board .land, #board .villages')].map(part => part.outerHTML)]"""
# The same parts of the page as the server sends it.
PICTURE_IN_FILE = f"""address => fetch(address).then(answer => answer.text())
  .then(text => ({PICTURE})(new DOMParser().parseFromString(text, 'text/html')))"""
# When the page requested its first file of Pyodide.
PYODIDE_REQUESTED = """Math.min(...performance.getEntriesByType('resource')
  .filter(entry => /pyodide/.test(entry.name)).map(entry => entry.startTime))"""
# The edges of the greeting, the board and the hand: left, top, right, bottom.
EDGES = """['.welcome > div', '#board', '#hand'].map(part => document.querySelector(part).getBoundingClientRect())
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


@pytest.mark.offline
@pytest.mark.worker
def test_a_first_visit(serve: Serve, opened: Opened) -> None:
    """The board is painted before any large request, and neither moves nor changes, also when a tile is placed.

    Pyodide's scripts are requested together with the workers' downloads, which the page doesn't see.
    """
    server = serve()
    driver = opened(server, animated=True)
    page = driver.page
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert painted <= page.evaluate(PYODIDE_REQUESTED)
    drawn = page.evaluate(PICTURE_IN_FILE, server.address)
    assert len(drawn) == 4
    assert page.evaluate(f"({PICTURE})(document)") == drawn
    assert page.evaluate(SHIFTS, []) == 0
    driver.play()
    driver.until(lambda: "PyScript" in " ".join(driver.console_log))
    parts = ["table", "board", "squares", "players", "hand", "tools", "replay", "status", "log"]
    assert page.evaluate(SHIFTS, parts) == 0


def test_the_greeting_leaves_the_board_and_the_hand_in_sight(context: BrowserContext, site: Server) -> None:
    page = PageDriver(context, site.address, animated=True).open(site.address).page
    for width, height in ((1280, 800), (1024, 600), (844, 390), (820, 1180), (390, 844), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        [(left, top, right, bottom), *others] = page.evaluate(EDGES)
        assert 0 <= left < right <= width, (width, height)
        assert 0 <= top < bottom <= height, (width, height)
        for other_left, other_top, other_right, other_bottom in others:
            apart = left >= other_right or right <= other_left or top >= other_bottom or bottom <= other_top
            assert apart, (width, height)
    assert page.locator("#cover .demo").is_visible(), "the game on the board is a demo"
    assert not page.locator("#log").is_visible(), "there is nothing to tell about the own game"
    page.locator('.welcome [data-action="dismiss-welcome"]').click()
    page.locator("#log").wait_for()
    assert page.locator(".demo").count() == 0


def test_the_label_of_the_demo_covers_neither_barons_nor_the_head_of_the_dragon(
    context: BrowserContext, site: Server
) -> None:
    page = PageDriver(context, site.address, animated=True).open(f"{site.address}?game=khan-tsin").page
    page.locator("#cover .demo").wait_for()
    for width, height in ((1280, 800), (844, 390), (820, 1180), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        label, board, row = page.evaluate(
            """['.demo', '#board', '#board [data-on="31"]']
              .map(part => document.querySelector(part).getBoundingClientRect())
              .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
        )
        assert label[0] > (board[0] + board[2]) / 2, "the head is at the left"
        assert label[1] >= board[1]
        assert label[3] <= row[1], (width, height)


def test_the_link_of_the_day_opens_at_a_first_visit(context: BrowserContext, site: Server) -> None:
    """What the window shows is in the snapshot: the rest of the game arrives later."""
    driver = PageDriver(context, site.address)
    driver.open(f"{site.address}#today")
    driver.until(lambda: driver.page.evaluate("dialog.open && dialog.dataset.window") == "today")
    driver.wait_until_idle()
    assert driver.page.locator("#dialog button").count() > 2
    driver.check()


def test_the_board_needs_no_script(browser: Browser, serve: Serve) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(serve().address)
    assert page.locator("#board svg").is_visible()
    assert "JavaScript" in page.locator("noscript").inner_text()
    context.close()


def test_start_under_a_path(serve: Serve, opened: Opened) -> None:
    opened(serve(under="/a/b/games/")).play()


@pytest.mark.offline
@pytest.mark.worker
def test_warm_and_offline_starts_send_no_requests_and_deal_a_new_game(
    serve: Serve, opened: Opened, small_site: Path
) -> None:
    server = serve(small_site)
    first = opened(server)
    first.until(lambda: first.page.evaluate("!!navigator.serviceWorker.controller"))
    server.sent.clear()
    second = opened(server)
    second.play()
    assert first.python(RANDOM_NUMBER) != second.python(RANDOM_NUMBER), "the generator of the snapshot must be reseeded"
    # The browser itself requests the service worker's file to check for updates.
    assert set(server.sent) <= {"/sw.js"}
    server.shutdown()
    server.server_close()
    second.page.reload()
    second.wait().play()


def test_start_from_disk(context: BrowserContext) -> None:
    address = (SITE.parent / "qin.html").as_uri()
    page = PageDriver(context, address).open(address)
    page.play()
    # Lessons run on boards inside the file.
    lesson = LESSONS.lesson(basic_lessons(GAMES.default)[0])
    page.page.locator('[data-action="open"][data-value="learn"]').click()
    board = page.page.locator(f'qin-board[lesson="{lesson.name}"]')
    page.until(lambda: board.evaluate("board => board.position") == str(lesson.start))
    board.evaluate("(board, move) => board.play(move)", lesson.solution[0])
    page.until(lambda: page.page.evaluate("localStorage.getItem('qin.learnt')") == f'["{lesson.name}"]')
    page.page.locator("#dialog .primary").click()
    page.until(lambda: board.count() == 0)
    assert not page.page.evaluate("[...document.links].filter(link => link.protocol === 'file:').length")
    # The contents need the archives, which are added before them.
    page.page.reload()
    page.wait()
    assert page.page.evaluate("location.hash") == "#learn"
    page.until(lambda: page.page.locator("#dialog .lessons li").count() > 5)
    page.check()


def _snapshot(site: Path) -> Path:
    """Find the snapshot of a site."""
    return next(site.glob("v/*/snapshot.bin"))


def _garble(file: Path) -> None:
    """Overwrite a part of a file."""
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2 : len(whole) // 2 + 1000] = bytes(1000)
    file.write_bytes(whole)


def _make_foreign(file: Path) -> None:
    """Put the id of another build into the header of the snapshot; everything else is valid."""
    content = bytearray(compress.unpack(file))
    content[24:56] = bytes(32)  # the id, a hash
    before = file_hash(file)
    file.write_bytes(compress.pack(bytes(content), level=1))
    _change_runtime(file.parent, before, file_hash(file))


def _make_older(file: Path) -> None:
    """Let the page expect the snapshot of another version of the core."""
    _change_runtime(file.parent, '"snapshot": "', '"snapshot": "not-')


def _change_runtime(folder: Path, before: str, after: str) -> None:
    """Replace a text in the script that starts the interpreter, which must contain it once."""
    runtime = folder / "runtime.js"
    code = runtime.read_text()
    assert code.count(before) == 1
    runtime.write_text(code.replace(before, after))


@pytest.mark.parametrize("spoil", [Path.unlink, _garble, _make_foreign, _make_older])
def test_start_without_a_good_snapshot(
    serve: Serve, context: BrowserContext, site_copy: Path, spoil: Callable[[Path], None]
) -> None:
    """The page notices, and starts without it; how it does doesn't depend on the reason."""
    spoil(_snapshot(site_copy))
    server = serve(site_copy)
    page = PageDriver(context, server.address)
    page.page.goto(server.address)
    page.until(lambda: any("without the snapshot" in note for note in page.console_log))
    if spoil is _make_foreign:
        page.wait().play()
    assert page.foreign_requests == []
    # The browser reports missing files.
    assert [text for text in page.errors if "404" not in text] == []


# Functions that fail as storage does that is forbidden, or full.
FORBIDDEN = "() => { throw new DOMException('The operation is insecure.', 'SecurityError'); }"
FULL = "() => Promise.reject(new DOMException('No room.', 'QuotaExceededError'))"


@pytest.mark.offline
@pytest.mark.worker
@pytest.mark.parametrize(
    "spoil",
    [
        f"""for (const name of ['indexedDB', 'caches', 'localStorage', 'sessionStorage'])
          Object.defineProperty(globalThis, name, {{ get: {FORBIDDEN} }});
        navigator.serviceWorker.register = async () => ({FORBIDDEN})();""",
        """IDBFactory.prototype.open = () => {
          const request = new EventTarget();
          setTimeout(() => request.onerror?.(new Event('error')));
          return request;
        };""",
        f"navigator.serviceWorker.register = {FULL};",
    ],
    ids=["forbidden", "private-window", "full"],
)
def test_start_without_storage(serve: Serve, context: BrowserContext, small_site: Path, spoil: str) -> None:
    context.add_init_script(spoil)
    server = serve(small_site)
    page = PageDriver(context, server.address).open(server.address)
    page.play()
    page.check()


def test_an_old_browser_gets_a_message(serve: Serve, context: BrowserContext) -> None:
    context.add_init_script("delete globalThis.WebAssembly")
    server = serve()
    page = PageDriver(context, server.address)
    page.page.goto(server.address)
    page.until(lambda: "WebAssembly" in page.status())
    assert page.page.locator("#board svg").is_visible()
    assert page.foreign_requests == []


def test_a_broken_host_is_reported_with_a_retry(serve: Serve, context: BrowserContext, site_copy: Path) -> None:
    for file in site_copy.glob("pyodide-*/*.bin"):
        file.unlink()
    server = serve(site_copy)
    page = PageDriver(context, server.address)
    page.page.goto(server.address)
    page.until(lambda: page.page.locator("#tools button").count() == 1)
    assert page.status().startswith("The game couldn’t start.")


def test_firefox(firefox: Browser, serve: Serve) -> None:
    # Emulate no preferences of the system.
    plain = {"color_scheme": "null", "reduced_motion": "null", "forced_colors": "null", "contrast": "null"}
    context = firefox.new_context(**plain)  # type: ignore[arg-type]
    server = serve()
    page = PageDriver(context, server.address).open(server.address)
    page.play()
    assert page.foreign_requests == []
    assert page.errors == []
    context.close()
