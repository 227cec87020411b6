"""Updates: a new version is offered, never forced, and only used when it is complete."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from e2e.page_driver import PageDriver
from web.build.bundles import write_worker
from web.build.serving import Server

pytestmark = pytest.mark.offline

Serve = Callable[..., Server]
# The address of the script that starts the interpreter: it contains the version.
RUNTIME = "JSON.parse(document.getElementById('boot-data')?.textContent ?? '{}').runtime"


def _publish_next(site: Path) -> str:
    """Turn a site into its next version, with new addresses and a new service worker; return the old `RUNTIME`."""
    (own,) = (site / "v").iterdir()
    own.rename(own.with_name("next"))
    for page in site.rglob("*.html"):
        page.write_text(re.sub(own.name, "next", page.read_text()))
    write_worker(site, "next")
    return f"./v/{own.name}/runtime.js"


def _playing(serve: Serve, context: BrowserContext, site: Path) -> PageDriver:
    """Open the site, wait until the service worker has stored it, and play."""
    server = serve(site, max_age=0)
    page = PageDriver(context, server.address).open(server.address)
    page.until(lambda: page.page.evaluate("!!navigator.serviceWorker.controller"))
    page.play()
    return page


# Looks for a new version, and waits until the browser discards its service worker, which couldn't store all files.
UNTIL_REFUSED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const refused = new Promise((done) => registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => worker.state === "installing" || done(worker.state));
  }));
  registration.update().catch(() => {});
  const state = await refused;
  if (state !== "redundant") throw new Error(`the new version is ${state}`);
}"""


def _look_for_update(page: PageDriver) -> None:
    """Let the browser look for a new service worker now."""
    page.page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update()).catch(() => {})")


def test_update_in_mid_game_of_one_of_two_tabs(serve: Serve, context: BrowserContext, site_copy: Path) -> None:
    page = _playing(serve, context, site_copy)
    address = page.page.url
    other = PageDriver(context, address).open(address)
    other.play()
    page.page.bring_to_front()
    page.play()
    before = page.board_html()
    old = _publish_next(site_copy)
    _look_for_update(page)
    page.until(lambda: page.page.locator("#update").is_visible())
    # The game goes on with the old version.
    assert page.board_html() == before
    assert page.page.evaluate(RUNTIME) == old
    page.play()
    page.page.locator("#update button.primary").click()
    page.until(lambda: page.page.evaluate(RUNTIME) == "./v/next/runtime.js")
    page.wait().play()
    # The other tab keeps its version and its files.
    other.page.bring_to_front()
    assert other.page.evaluate(RUNTIME) == old
    other.play()
    assert other.page.evaluate(f"fetch({RUNTIME}).then(answer => answer.ok)")
    page.check()
    other.check()


def test_an_incomplete_or_declined_version_is_not_used(serve: Serve, context: BrowserContext, site_copy: Path) -> None:
    page = _playing(serve, context, site_copy)
    old = _publish_next(site_copy)
    unpack = site_copy / "v" / "next" / "unpack.js"
    whole = unpack.read_text()
    unpack.write_text("")
    page.page.evaluate(UNTIL_REFUSED)
    assert not page.page.locator("#update").is_visible()
    unpack.write_text(whole)
    _look_for_update(page)
    page.until(lambda: page.page.locator("#update").is_visible())
    page.page.locator("#update button").last.click()
    page.page.reload()
    page.wait().play()
    assert page.page.evaluate(RUNTIME) == old
    page.until(lambda: page.page.locator("#update").is_visible())


# Removes the snapshot from the stored files, as browsers may.
EVICT = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (request.url.endsWith("/snapshot.bin")) await cache.delete(request);
  }
}"""


def test_a_file_is_evicted_after_the_host_was_updated(serve: Serve, context: BrowserContext, site_copy: Path) -> None:
    """The old file is gone for good: the page goes on by itself, or after one retry."""
    page = _playing(serve, context, site_copy)
    before = page.board_html()
    _publish_next(site_copy)
    page.page.evaluate(EVICT)
    page.page.reload()
    retry = page.page.get_by_role("button", name="Try again")
    page.until(lambda: page.started_at() is not None or retry.count() == 1, 40)
    if page.started_at() is None:
        retry.click()
    page.wait()
    assert page.board_html() == before
    page.play()
