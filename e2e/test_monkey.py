"""Random actions by mouse or touch, in both games and two tabs, with lost connections: no errors, no lost games."""

import pytest
from playwright.sync_api import Browser

from e2e.monkey import ACTIONS, SEED, Monkey
from e2e.page_driver import new_context
from e2e.pages import PHONE
from web.build.serving import Server


@pytest.mark.parametrize(("game", "touch"), [("qin", False), ("khan-tsin", True)], ids=["mouse", "touch"])
def test_random_actions_break_nothing(browser: Browser, site: Server, game: str, touch: bool) -> None:
    screen = PHONE if touch else {"viewport": {"width": 1280, "height": 800}}
    context = new_context(browser, worker=True, **screen, locale="en-GB", accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    monkey = Monkey(context, site, SEED, touch=touch, game=game)
    try:
        monkey.act(ACTIONS // 2)
        monkey.check()
        before = monkey.state()
        monkey.driver.reopen(address=monkey.home)
        assert before["games"].keys() <= monkey.state()["games"].keys(), "nothing is lost after a reload"
        monkey.check()
    finally:
        context.close()
