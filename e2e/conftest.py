"""Fixtures: browsers, servers, pages."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright
from xdist.scheduler import LoadScopeScheduling

from e2e.host_page import VIEWPORT, HostPage, Visit, board
from e2e.page_driver import TEST_FLAGS, PageDriver, new_context
from e2e.pages import Kind, Pages
from e2e.player import GamePlayer, Player
from web.build.bundles import write_worker
from web.build.serving import Server

SITE = Path(__file__).parent.parent / "dist" / "site"
FIREFOX = ("firefox-esr", "firefox")
PLAIN = {"language": "en", "handover": False, "speed": "off", "coach": "off"}
"""Settings without animations, handovers and coaching."""
FAILED = pytest.StashKey[bool]()
"""Whether a test has failed."""


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=os.environ["QIN_CHROMIUM"], args=TEST_FLAGS)
    yield running
    running.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    found = next((path for name in FIREFOX if (path := shutil.which(name))), None)
    if not found:
        pytest.skip("no Firefox here")
    running = playwright.firefox.launch(channel="moz-firefox", executable_path=found)
    yield running
    running.close()


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Open a browser context; the service worker needs the mark `offline`, the computer's worker the mark `worker`."""
    marks = {name: request.node.get_closest_marker(name) is not None for name in ("offline", "worker")}
    fresh = new_context(browser, **marks, viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield fresh
    fresh.close()


@pytest.fixture(scope="session")
def site() -> Iterator[Server]:
    """Serve the site."""
    with Server(SITE) as running:
        yield running


# The files of the slowest tests, which begin first.
SLOW_FILES = ("test_monkey.py", "test_update.py", "test_links.py", "test_embed_pages.py")
GROUPS = {
    **dict.fromkeys(("firefox", "test_embed", "test_editor.py"), "hosts"),
    **dict.fromkeys(("test_computer.py", "test_coach.py"), "worker"),
    "test_links.py": "links",
}
"""By a part of the names of tests that need the same browser or kind of page: their group."""


class Groups(LoadScopeScheduling):  # type: ignore[misc]
    """Lets one process run all tests of a group, so that it alone starts what they need."""

    def _split_scope(self, nodeid: str) -> str:
        return next((group for part, group in GROUPS.items() if part in nodeid), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Groups:
    """Distribute the tests by groups."""
    return Groups(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slowest tests, so that no process runs one at the end while the others wait."""
    items.sort(key=lambda item: item.path.name not in SLOW_FILES)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the fixtures whether the test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def started(browser: Browser, site: Server) -> Pages:
    """Return the started pages of this process."""
    return Pages(browser, site)


@pytest.fixture
def pages(started: Pages, request: pytest.FixtureRequest) -> Iterator[Pages]:
    """Lend started pages; check them after the test."""
    yield started
    started.give_back(passed=not request.node.stash.get(FAILED, True))


@pytest.fixture
def open_game(pages: Pages, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Open a game whenever it is called, each in a browser context of its own; the settings are PLAIN unless given."""
    needs_worker = request.node.get_closest_marker("worker") is not None

    def start(
        player: type[GamePlayer[Any]] = Player,
        *,
        phone: bool = False,
        worker: bool = needs_worker,
        **settings: Any,
    ) -> GamePlayer[Any]:
        return player.at(pages.open(Kind(phone=phone, worker=worker), player.query, settings or PLAIN))

    return start


@pytest.fixture
def player(open_game: Callable[..., Player]) -> Player:
    """Open a game of Qin on a desktop page."""
    return open_game()


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Serve folders until the test ends."""
    running: list[Server] = []

    def start(folder: Path = SITE, **options: object) -> Server:
        running.append(Server(folder, **options).__enter__())  # type: ignore[arg-type]
        return running[-1]

    yield start
    for server in running:
        server.__exit__()


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the site without lessons and documentation: the service worker stores it in a fraction of the time."""
    left_out = shutil.ignore_patterns("docs", "examples", "learn", "guide-*")
    copy = Path(shutil.copytree(SITE, tmp_path_factory.mktemp("small") / "site", ignore=left_out))
    write_worker(copy, "small")
    return copy


@pytest.fixture
def site_copy(small_site: Path, tmp_path: Path) -> Path:
    """Copy the small site, so that a test may change it."""
    return Path(shutil.copytree(small_site, tmp_path / "site"))


@pytest.fixture
def opened(context: BrowserContext) -> Iterator[Callable[..., PageDriver]]:
    """Open a server's start page and wait for the game; check the pages after the test."""
    pages: list[PageDriver] = []

    def start(server: Server, *, animated: bool = False) -> PageDriver:
        pages.append(PageDriver(context, server.address, animated=animated))
        return pages[-1].open(server.address)

    yield start
    for page in pages:
        page.check()


@pytest.fixture
def visit(site: Server, tmp_path: Path) -> Iterator[Visit]:
    """Open a new host page, with its policy, styles and boards; check it after the test."""
    with Server(tmp_path, max_age=0) as own:
        pages: list[HostPage] = []

        def start(context: BrowserContext, body: str, **options: Any) -> HostPage:
            pages.append(HostPage(context, site, own, body.replace("SITE/", site.address), **options))
            return pages[-1]

        yield start
        for page in pages:
            page.check()


@pytest.fixture(params=["chromium", "firefox"])
def reader_browser(request: pytest.FixtureRequest) -> Browser:
    """Run a test in Chromium and in Firefox: readers of host pages may have either."""
    browser: Browser = request.getfixturevalue("browser" if request.param == "chromium" else "firefox")
    return browser


@pytest.fixture
def reader(reader_browser: Browser) -> Iterator[BrowserContext]:
    """Open a context in Chromium or Firefox for a reader of host pages."""
    fresh = reader_browser.new_context(viewport=VIEWPORT, locale="en-GB")
    yield fresh
    fresh.close()


@pytest.fixture(scope="session")
def live_hosts() -> dict[Browser, HostPage]:
    """Return the host pages whose engine has started, one for each browser."""
    return {}


@pytest.fixture
def live_host(
    live_hosts: dict[Browser, HostPage],
    site: Server,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[[Browser], HostPage]]:
    """Lend a browser's host page, whose engine has started, to show other boards on it; check it after the test."""
    lent: list[Browser] = []

    def start(browser: Browser) -> HostPage:
        if browser not in live_hosts:
            own = Server(tmp_path_factory.mktemp("host"), max_age=0).__enter__()
            context = browser.new_context(viewport=VIEWPORT, locale="en-GB")
            live_hosts[browser] = HostPage(context, site, own, board("start"), policy="", style="")
            live_hosts[browser].ready("start")
        lent.append(browser)
        return live_hosts[browser]

    yield start
    for browser in lent:
        if request.node.stash.get(FAILED, True):
            live_hosts.pop(browser).page.context.close()
        else:
            live_hosts[browser].check()
