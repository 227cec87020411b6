"""Browsers, servers and sites to test with."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from e2e.hosting import Host, Visit
from e2e.pages import Kind, Pages
from e2e.playing import Player, Visitor
from e2e.watching import FLAGS, Watched, online
from web.build.serving import Server

SITE = Path(__file__).parent.parent / "dist" / "site"
FIREFOX = ("firefox-esr", "firefox")
PLAIN = {"language": "en", "handover": False, "speed": "off", "coach": "off"}
"""Settings under which nobody is interrupted."""
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=os.environ["QIN_CHROMIUM"], args=FLAGS)
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
    """Open a window; only tests marked with `offline` or `worker` get the workers that these names speak of."""
    offline, worker = (request.node.get_closest_marker(name) is not None for name in ("offline", "worker"))
    start = browser.new_context if offline else partial(online, browser, worker=worker)
    fresh = start(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield fresh
    fresh.close()


@pytest.fixture(scope="session")
def site() -> Iterator[Server]:
    """Serve the site."""
    with Server(SITE) as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note for the fixtures whether the test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def started(browser: Browser, site: Server) -> Pages:
    """Keep the started pages of this process."""
    return Pages(browser, site)


@pytest.fixture
def pages(started: Pages, request: pytest.FixtureRequest) -> Iterator[Pages]:
    """Lend started pages; nothing may be amiss in the end."""
    yield started
    started.give_back(sound=not request.node.stash.get(FAILED, True))


@pytest.fixture
def sit(pages: Pages, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Sit people down, each in a browser window of their own, with nothing stored but settings: plain ones if none."""
    needs_worker = request.node.get_closest_marker("worker") is not None

    def start(
        visitor: type[Visitor[Any]] = Player, *, phone: bool = False, worker: bool = needs_worker, **settings: Any
    ) -> Visitor[Any]:
        return visitor.at(pages.open(Kind("", phone, worker), visitor.query, settings or PLAIN))

    return start


@pytest.fixture
def player(sit: Callable[..., Player]) -> Player:
    """Sit somebody down at a desk."""
    return sit()


@pytest.fixture
def host() -> Iterator[Callable[..., Server]]:
    """Serve folders until the test ends."""
    running: list[Server] = []

    def start(folder: Path = SITE, **options: object) -> Server:
        running.append(Server(folder, **options).__enter__())  # type: ignore[arg-type]
        return running[-1]

    yield start
    for server in running:
        server.__exit__()


@pytest.fixture
def site_copy(tmp_path: Path) -> Path:
    """Make a copy of the site that a test may spoil."""
    return Path(shutil.copytree(SITE, tmp_path / "site"))


@pytest.fixture
def opened(context: BrowserContext) -> Iterator[Callable[[Server], Watched]]:
    """Open a server's start page, wait for the game, and check in the end that nothing was amiss."""
    pages: list[Watched] = []

    def start(server: Server) -> Watched:
        pages.append(Watched(context, server.address))
        return pages[-1].open(server.address)

    yield start
    for page in pages:
        page.check()


@pytest.fixture
def visit(site: Server, tmp_path: Path) -> Iterator[Visit]:
    """Open a page of somebody else's, and check in the end that it had nothing to complain about."""
    with Server(tmp_path, max_age=0) as own:
        pages: list[Host] = []

        def start(context: BrowserContext, body: str, **options: Any) -> Host:
            pages.append(Host(context, site, own, body.replace("SITE/", site.address), **options))
            return pages[-1]

        yield start
        for page in pages:
            page.check()


@pytest.fixture(params=["chromium", "firefox"])
def reader(request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Somebody who reads other people's pages, in one browser and the other."""
    browser: Browser = request.getfixturevalue("browser" if request.param == "chromium" else "firefox")
    fresh = browser.new_context(viewport={"width": 1000, "height": 800}, locale="en-GB")
    yield fresh
    fresh.close()
