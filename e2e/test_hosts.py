"""Starting on any host: real web servers, strict policies, browsers with missing features, bad cached responses."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error

from e2e.conftest import SITE
from e2e.page_driver import SHORT_TIMEOUTS, PageDriver
from e2e.web_servers import REAL, CustomServer, real_host
from web.build.serving import Server

# The number of files that the service worker has stored.
COUNT_STORED = """async () => {
  const names = (await caches.keys()).filter(name => name.startsWith('qin '));
  return (await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).length)))[0] ?? 0;
}"""
CLEAR_CACHES = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) await cache.delete(request);
  }
}"""
# Only the Zstandard decoder, the module with this import, can be instantiated; the interpreter can't.
NO_MEMORY = """const { instantiate } = WebAssembly;
WebAssembly.instantiate = (module, imports) => imports?.env?.emscripten_notify_memory_growth
  ? instantiate(module, imports) : Promise.reject(new RangeError('Out of memory'));"""
# Whether a service worker answers the requests of the page.
CONTROLLED = "!!navigator.serviceWorker.controller"
# What a captive portal answers to any request.
PORTAL = b"<!doctype html><title>Welcome</title><p>Please log in."


def _open(context: BrowserContext, address: str) -> PageDriver:
    """Go to an address without waiting for the game."""
    page = PageDriver(context, address)
    page.page.goto(address)
    return page


def _is_stored(page: PageDriver) -> bool:
    """Check whether the service worker has stored everything and answers the requests of the page."""
    return bool(page.page.evaluate(CONTROLLED))


@pytest.mark.offline
@pytest.mark.worker
@pytest.mark.parametrize("name", REAL)
def test_real_servers_with_default_settings(
    context: BrowserContext, site_copy: Path, tmp_path: Path, name: str
) -> None:
    with real_host(name, site_copy, tmp_path) as address:
        page = _open(context, address).wait()
        page.play()
        page.until(lambda: _is_stored(page))
        page.check()


@pytest.mark.offline
def test_clean_addresses(context: BrowserContext, small_site: Path) -> None:
    with CustomServer(small_site, clean=True) as server:
        page = _open(context, server.address).wait()
        page.until(lambda: _is_stored(page))
        server.shutdown()
        for address in ("editor", "editor.html", "guide"):
            page.page.goto(server.address + address)
            assert page.page.title()
            assert page.page.locator("main").count() == 1


@pytest.mark.parametrize(
    "policy",
    ["default-src 'self'", "script-src 'self'; style-src 'self'", "default-src 'self'; script-src 'self' blob:"],
)
def test_a_policy_without_webassembly_is_reported(context: BrowserContext, policy: str) -> None:
    with CustomServer(SITE, headers={"Content-Security-Policy": policy}) as server:
        page = _open(context, server.address)
        page.until(lambda: "WebAssembly" in page.status())
        assert page.page.locator("#board svg").is_visible()


def test_a_strict_policy_with_webassembly_suffices(context: BrowserContext) -> None:
    policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
    with CustomServer(SITE, headers={"Content-Security-Policy": policy}) as server:
        page = _open(context, server.address).wait()
        page.play()


# The first of the page's two workers is refused and the second one fails; or neither answers.
NO_WORKER = {
    "refused, failing": """let workers = 0;
      globalThis.Worker = class {
        constructor() { if (!workers++) throw new Error('no'); }
        set onerror(tell) { setTimeout(tell); }
        postMessage() {}
        terminate() {}
      }""",
    "silent": "globalThis.Worker = class { postMessage() {} terminate() {} }",
}


@pytest.mark.parametrize("spoil", NO_WORKER.values(), ids=NO_WORKER)
def test_without_a_worker_the_page_unpacks_its_files(
    context: BrowserContext, serve: Callable[..., Server], spoil: str
) -> None:
    context.add_init_script(SHORT_TIMEOUTS)
    context.add_init_script(spoil)
    server = serve()
    page = _open(context, server.address).wait()
    assert page.page.locator("#hand .tile:enabled").count()


def test_a_lack_of_memory_is_reported(context: BrowserContext, serve: Callable[..., Server]) -> None:
    context.add_init_script(NO_MEMORY)
    server = serve()
    page = _open(context, server.address)
    page.until(lambda: "memory" in page.status())
    assert page.page.locator("#tools button").count() == 1


@pytest.mark.parametrize("file", ["runtime.js", "pyodide.asm.js", "unpack.js"])
def test_a_retry_bypasses_bad_cached_responses(context: BrowserContext, file: str) -> None:
    """A captive portal answered a request for a script, and the browser cached it; then the portal is gone."""
    context.add_init_script(SHORT_TIMEOUTS)
    with CustomServer(SITE, instead={file: PORTAL}) as server:
        page = _open(context, server.address)
        page.until(lambda: page.page.get_by_role("button", name="Try again").count() == 1)
        server.instead.clear()
        page.page.get_by_role("button", name="Try again").click()
        page.wait().play()


@pytest.mark.parametrize("file", ["wasm.bin", "snapshot.bin"])
def test_damaged_data_is_downloaded_again_silently(context: BrowserContext, file: str) -> None:
    with CustomServer(SITE) as server:
        page = PageDriver(context, server.address)
        server.instead[file] = PORTAL
        page.page.goto(server.address + "manifest.webmanifest")
        path = next(found for found in SITE.rglob(file)).relative_to(SITE).as_posix()
        page.page.evaluate("path => fetch('/' + path).then(answer => answer.text())", path)
        server.instead.clear()
        page.page.goto(server.address)
        page.wait().play()
        assert not any("without the snapshot" in note for note in page.console_log)


@pytest.mark.offline
def test_missing_wheels_are_reported_and_the_game_goes_on(context: BrowserContext, site_copy: Path) -> None:
    wheel = next(site_copy.glob("v/*/qin_engine.bin"))
    content = wheel.read_bytes()
    wheel.write_bytes(content[: len(content) // 2])
    context.add_init_script(SHORT_TIMEOUTS)
    with CustomServer(site_copy) as server:
        page = _open(context, server.address).wait()
        page.play()
        page.until(lambda: page.page.locator("#update").is_visible())
        wheel.write_bytes(content)
        with page.page.expect_navigation():
            page.page.get_by_role("button", name="Try again").click()
        page.wait()
        page.until(lambda: _is_stored(page))


# By the state of a file: its content, None for no file.
NOT_THERE = {"missing": None, "damaged": PORTAL}
WHOLE = "starting the whole"
"""The console says so when the whole interpreter replaces the one that is split."""
# Python that calls what is loaded after the start, by the file that contains it: a function of the interpreter's
# second half, SQLite's; the code of a function that the snapshot leaves out.
CALLS = {
    "second": "import _sqlite3\n_sqlite3.sqlite_version",
    "cold": "from pathlib import PurePath\nstr(PurePath('a.b').with_suffix('.c'))",
}


def _spoil(site: Path, *names: str, content: bytes | None) -> None:
    """Remove files of the site, or replace their content."""
    for name in names:
        file = next(site.rglob(f"{name}.bin"))
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)


def _wait_for_whole(page: PageDriver) -> None:
    """Wait until a second interpreter has started and the page is idle."""
    page.until(lambda: page.page.evaluate("performance.getEntriesByName('qin:python').length === 2"))
    page.wait_until_idle()
    assert any(WHOLE in note for note in page.console_log)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("content", NOT_THERE.values(), ids=NOT_THERE)
def test_without_what_comes_later_the_whole_interpreter_takes_over(
    context: BrowserContext, site_copy: Path, content: bytes | None, name: str
) -> None:
    """The turn that was played before stays; a call of what is missing fails until then."""
    if name == "cold" and next(site_copy.rglob("cold.bin")).stat().st_size < 100:
        pytest.skip("a quick build leaves no code out of the snapshot")
    _spoil(site_copy, name, content=content)
    context.add_init_script(SHORT_TIMEOUTS)
    with CustomServer(site_copy) as server:
        server.stalled = "whole.bin"
        page = _open(context, server.address).wait()
        page.play()
        board = page.board_html()
        if content is None:
            with pytest.raises(Error, match="404"):
                page.python(CALLS[name])
        server.released.set()
        _wait_for_whole(page)
        assert page.board_html() == board
        assert page.python(CALLS[name])
        page.play()


def test_without_either_the_game_goes_on_and_says_so(context: BrowserContext, site_copy: Path) -> None:
    _spoil(site_copy, "second", "whole", content=None)
    context.add_init_script(SHORT_TIMEOUTS)
    with CustomServer(site_copy) as server:
        page = _open(context, server.address).wait()
        page.until(lambda: page.page.locator("#update").is_visible())
        page.play()


@pytest.mark.parametrize("name", CALLS)
def test_a_call_of_what_comes_later_waits_for_it(context: BrowserContext, site_copy: Path, name: str) -> None:
    """The host sends the file a second after the call; the first move doesn't need it."""
    with CustomServer(site_copy) as server:
        server.stalled = f"{name}.bin"
        page = _open(context, server.address).wait()
        page.until(server.asked.is_set)
        page.play()
        threading.Timer(1, server.released.set).start()
        assert page.python(CALLS[name])
        page.play()
        page.check()


@pytest.mark.parametrize("address", ["editor.html", "embed.html"])
@pytest.mark.parametrize("name", CALLS)
def test_pages_that_need_everything_start_with_the_whole_interpreter(
    context: BrowserContext, site_copy: Path, address: str, name: str
) -> None:
    _spoil(site_copy, name, content=None)
    with CustomServer(site_copy) as server:
        page = _open(context, server.address + address)
        page.until(lambda: any(WHOLE in note for note in page.console_log))


@pytest.mark.offline
def test_a_cleared_cache_is_refilled(context: BrowserContext, small_site: Path) -> None:
    with CustomServer(small_site) as server:
        page = _open(context, server.address).wait()
        page.until(lambda: _is_stored(page))
        whole = page.page.evaluate(COUNT_STORED)
        page.page.evaluate(CLEAR_CACHES)
        assert page.page.evaluate(COUNT_STORED) == 0
        page.page.reload()
        page.wait()
        page.until(lambda: page.page.evaluate(COUNT_STORED) == whole)
        server.shutdown()
        server.server_close()
        page.page.reload()
        page.wait().play()


def test_a_truncated_single_file_reports_it(context: BrowserContext, tmp_path: Path) -> None:
    whole = (SITE.parent / "qin.html").read_bytes()
    cut = tmp_path / "qin.html"
    cut.write_bytes(whole[: len(whole) // 2])
    page = _open(context, cut.as_uri())
    page.until(lambda: "incomplete" in page.status())
