"""A start that can't succeed always says so: scripts that are missing, damaged, blocked or silent."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from e2e.page_driver import SHORT_TIMEOUTS, PageDriver
from web.build.serving import Server

# Lets the time pass after which the style sheet shows the last resort.
LATER = "document.getElementById('last-resort')?.getAnimations().forEach(animation => animation.finish())"


def _hidden_at_first(page: Page) -> bool:
    """Check that the style sheet still hides the last resort."""
    return bool(page.evaluate("getComputedStyle(document.getElementById('last-resort')).visibility === 'hidden'"))


def _check_last_resort(page: Page, *, styled: bool = True) -> None:
    """Read the last resort, in two languages, and see that its link loads the page again."""
    resort = page.locator("#last-resort")
    assert _hidden_at_first(page) == styled
    page.evaluate(LATER)
    assert resort.locator("p").first.is_visible()
    assert "The game hasn’t started." in resort.inner_text()
    resort.get_by_text("Deutsch").click()
    assert resort.locator("[lang=de] p").is_visible()
    with page.expect_navigation():
        resort.get_by_role("link", name="Reload the page").click()


# The beginning of a script.
CUT = "const data = JSON.parse(document.getElementById("
PORTAL = "<!doctype html><title>Sign in</title>"


@pytest.mark.parametrize("path", ["", "editor.html"])
@pytest.mark.parametrize(
    "answer",
    [
        {"status": 404, "body": "Not found", "content_type": "text/html"},
        {"body": CUT, "content_type": "text/javascript"},
        {"body": PORTAL, "content_type": "text/html"},
        {"body": PORTAL, "content_type": "text/javascript"},
        {"body": "1", "content_type": "text/plain"},
        {"body": "", "content_type": "text/javascript"},
    ],
    ids=["missing", "cut", "portal", "portal-as-script", "text", "empty"],
)
def test_a_first_script_that_does_not_run(
    context: BrowserContext, site: Server, answer: dict[str, object], path: str
) -> None:
    page = context.new_page()
    page.route("**/boot.js", lambda route: route.fulfill(**answer))
    page.goto(site.address + path)
    _check_last_resort(page)


# Content security policies under which no script of the page runs, or only without its origin.
POLICIES = {
    "no-scripts": "script-src 'none'",
    "sandbox": "sandbox",
    "sandbox-with-scripts": "sandbox allow-scripts",
}


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_a_policy_that_forbids_scripts(context: BrowserContext, site: Server, policy: str) -> None:
    page = context.new_page()
    _set_policy(page, site, policy)
    page.goto(site.address)
    # Without an origin of its own, a page has no style sheet either, and shows everything at once.
    _check_last_resort(page, styled="sandbox" not in policy)


def _set_policy(page: Page, site: Server, policy: str) -> None:
    """Let the host send a content security policy with the start page."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "content-security-policy": policy})

    page.route(site.address, answer)


def test_a_policy_that_demands_trusted_types(context: BrowserContext, site: Server) -> None:
    driver = PageDriver(context, site.address)
    _set_policy(driver.page, site, "require-trusted-types-for 'script'")
    driver.open(site.address).play()
    assert driver.page.locator("#last-resort").count() == 0


def test_a_policy_that_allows_no_trusted_types_at_all(context: BrowserContext, site: Server) -> None:
    driver = PageDriver(context, site.address)
    _set_policy(driver.page, site, "require-trusted-types-for 'script'; trusted-types 'none'")
    driver.page.goto(site.address)
    driver.until(lambda: driver.page.locator("#tools button").count() == 1)
    assert driver.status().startswith("The game couldn’t start.")


# The second script: the client


def _cut(text: str) -> str:
    """Return the first half of a text."""
    return text[: len(text) // 2]


def _try_again(page: PageDriver, client: Path, whole: str) -> None:
    """Repair the client on the host, and press the button that the page offers."""
    retry = page.page.get_by_role("button", name="Try again")
    page.until(lambda: retry.count() == 1)
    client.write_text(whole)
    retry.click()


def test_a_missing_client_is_requested_again(context: BrowserContext, site_copy: Path) -> None:
    client = next(site_copy.glob("v/*/page.js"))
    whole = client.read_text()
    client.unlink()
    context.add_init_script(SHORT_TIMEOUTS)
    with Server(site_copy) as server:
        page = PageDriver(context, server.address)
        page.page.goto(server.address)
        _try_again(page, client, whole)
        page.wait().play()


@pytest.mark.parametrize(
    "spoil",
    [_cut, lambda _: "", lambda _: PORTAL, lambda _: "throw new Error('no')"],
    ids=["cut", "empty", "portal", "throws"],
)
def test_a_damaged_client_is_requested_again(
    context: BrowserContext, site_copy: Path, spoil: Callable[[str], str]
) -> None:
    """The browser caches the damaged file for ten minutes; another try gets past that.

    The interpreter isn't needed to see this.
    """
    client = next(site_copy.glob("v/*/page.js"))
    whole = client.read_text()
    client.write_text(spoil(whole))
    context.add_init_script(SHORT_TIMEOUTS)
    with Server(site_copy) as server:
        page = PageDriver(context, server.address)
        page.page.route("**/*.bin", lambda route: route.abort())
        page.page.goto(server.address)
        _try_again(page, client, whole)
        page.until(lambda: page.page.locator("#hand .tile:enabled").count() == 3)


# Workers and code that never come

# The worker ends when it gets its first message.
SILENT_WORKER = """Worker.prototype.postMessage = function () { this.terminate(); };"""
# The interpreter, a module with more than a hundred imports, is never instantiated.
NEVER_INSTANTIATED = """{
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (code, imports) =>
    code instanceof WebAssembly.Module && WebAssembly.Module.imports(code).length > 100
      ? new Promise(() => {})
      : instantiate.call(WebAssembly, code, imports);
}"""


@pytest.mark.parametrize("spoil", [SILENT_WORKER, NEVER_INSTANTIATED], ids=["worker", "instance"])
def test_a_start_that_falls_silent_goes_the_ordinary_way(context: BrowserContext, site: Server, spoil: str) -> None:
    context.add_init_script(SHORT_TIMEOUTS)
    context.add_init_script(spoil)
    page = PageDriver(context, site.address)
    page.page.goto(site.address)
    page.wait().play()


def test_browsers_without_structured_clone(context: BrowserContext, site: Server) -> None:
    context.add_init_script("delete globalThis.structuredClone")
    page = PageDriver(context, site.address).open(site.address)
    page.play()
    assert page.page.evaluate("qinWorkers()") is False
    assert page.page.locator("#failure").count() == 0
    page.check()
