"""Before Python has started: the game is shown, and actions are replayed exactly once."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Route

from e2e.khan_player import STACKS
from e2e.page_driver import READ_STORED, PageDriver, new_context
from engine.games.khan_tsin.session import Session as KhanSession
from engine.session.update import new_session
from qin_core.qin import Move
from tests.engine_actions import game_named
from web.build.pages import PRERENDERED_SEED
from web.build.serving import Server


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a context whose requests can be held back."""
    fresh = new_context(browser, viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield fresh
    fresh.close()


@contextmanager
def held_back(page: PageDriver) -> Iterator[None]:
    """Keep Python from starting inside the block, by holding back the snapshot; afterwards, wait for the game."""
    waiting: list[Route] = []
    page.page.route("**/snapshot.bin", lambda route: waiting.append(route))
    yield
    page.until(lambda: bool(waiting))
    for route in waiting:
        route.continue_()
    page.page.unroute("**/snapshot.bin")
    page.wait()


def pressed(page: PageDriver) -> list[str]:
    """Return for each tile of the hand whether it is selected, as "true" or "false"."""
    tiles = page.page.locator("#hand .tile")
    return [tile.get_attribute("aria-pressed") or "" for tile in tiles.all()]


def hand(page: PageDriver) -> list[str]:
    """Read the names of the tiles in the hand."""
    return [tile.get_attribute("aria-label") or "" for tile in page.page.locator("#hand .tile").all()]


def click(page: PageDriver, square: str) -> None:
    """Click on a square."""
    page.page.locator(f'#squares [data-square="{square}"]').click(force=True)


def test_a_first_visit_accepts_actions_before_python(context: BrowserContext, site: Server) -> None:
    page = PageDriver(context, site.address)
    with held_back(page):
        page.page.goto(site.address)
        page.until(lambda: page.page.locator("#hand .tile:enabled").count() == 3)
        dealt = hand(page)
        for _ in range(2):
            page.page.locator("#hand .tile").first.click()
        assert pressed(page) == ["false", "false", "false"], "deselected"
        assert page.page.locator('#tools [data-action="rotate"]').count() == 0
        page.page.locator("#hand .tile").nth(1).click()
        assert pressed(page) == ["false", "true", "false"]
        page.page.locator('#tools [data-action="rotate"]').click()
        click(page, "g8")
        assert page.page.locator("#squares .pending").get_attribute("data-square") == "g8"
        assert "Got it!" in page.status()
        assert page.page.locator("#board .ghost").count() == 0
    assert hand(page) == dealt
    assert pressed(page) == ["false", "true", "false"]
    assert page.page.locator("#squares .pending").count() == 0
    laid = Move.parse(page.page.locator("#board .ghost").get_attribute("data-move") or "")
    assert "g8" in {square for _, square in laid.halves}
    assert page.page.locator("#log li button").count() == 0, "only a confirmed tile is placed"
    assert page.page.locator("#cover .welcome").count() == 0, "no welcome after an action"
    page.check()


def test_a_first_visit_to_khan_tsin_starts_with_the_painted_board(context: BrowserContext, site: Server) -> None:
    page = PageDriver(context, site.address)
    painted = new_session(game_named("khan-tsin"), "en", PRERENDERED_SEED)
    assert isinstance(painted, KhanSession)
    space = str(painted.near[1])  # one of those whose barons may move
    with held_back(page):
        page.page.goto(f"{site.address}?game=khan-tsin")
        page.until(lambda: page.page.locator(f'#squares [data-square="{space}"]').count() == 1)
        before = page.page.evaluate(STACKS)
        page.page.locator(f'#squares [data-square="{space}"]').click(force=True)
        assert page.page.locator("#squares .pending").get_attribute("data-square") == space
    assert page.page.evaluate(STACKS) == before == dict(stacks_of(painted))
    assert page.page.locator("#squares .pending").count() == 0
    assert "Pick one of the four" not in page.status(), "the baron is selected"
    page.check()


def stacks_of(session: KhanSession) -> Iterator[tuple[str, str]]:
    """Yield the spaces and stacks of a position, as `STACKS` reads them."""
    for space, stack in enumerate(session.position.stacks, start=1):
        if stack:
            yield str(space), stack


def test_a_later_visit_starts_with_the_stored_preview(context: BrowserContext, site: Server) -> None:
    page = PageDriver(context, site.address).open(site.address)
    page.play()
    page.until(lambda: page.page.locator("#hand .tile:enabled").count() == 3)

    def shown() -> list[str]:
        return [page.page.locator(part).inner_html() for part in ("#board", "#hand", "#players")]

    def stored() -> list[str]:
        picture = page.page.evaluate(READ_STORED, "picture.qin")
        return [picture["parts"][part] for part in ("board", "hand", "players")] if picture else []

    def sorted_html() -> list[str]:
        return [page.html(part) for part in ("#board", "#hand", "#players")]

    page.until(lambda: stored() == shown())
    before = sorted_html()
    with held_back(page):
        page.page.reload()
        page.until(lambda: sorted_html() == before)
    assert sorted_html() == before
    page.check()
