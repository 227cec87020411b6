"""Share started pages between tests: starting a page takes seconds, reopening the app milliseconds."""

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from e2e.page_driver import UNHURRIED, PageDriver, new_context
from web.build.serving import Server

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
PREFERENCES = "qin.preferences"
# Remembers the page's connections to its database, so that they can be lost; `refusing` forbids new ones.
CONNECTIONS = """{
  const { open } = IDBFactory.prototype;
  globalThis.connections = [];
  IDBFactory.prototype.open = function (name, ...more) {
    if (name === 'qin' && globalThis.refusing) throw new DOMException('Connection lost.', 'UnknownError');
    const request = open.call(this, name, ...more);
    if (name === 'qin') request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
}"""
LOSE_CONNECTIONS = "connections.splice(0).forEach(connection => connection.close())"


class Kind(NamedTuple):
    """The properties of a page that are fixed when it starts."""

    path: str = ""
    """The page of the site, such as `editor.html`; the game page has none."""
    phone: bool = False
    worker: bool = False
    """Whether the computer has a worker."""


class Pages:
    """The pages of one test process, each in a browser context of its own."""

    def __init__(self, browser: Browser, site: Server) -> None:
        """Start with no pages."""
        self._browser, self._site = browser, site
        self._idle: dict[Kind, list[PageDriver]] = defaultdict(list)
        self._used: dict[PageDriver, Kind] = {}

    def open(
        self, kind: Kind, address: str = "", settings: Mapping[str, Any] = {}, texts: Mapping[str, Any] = {}
    ) -> PageDriver:
        """Open the app in an idle page, with nothing stored but these settings and texts."""
        driver = self._idle[kind].pop() if self._idle[kind] else self._start(kind)
        self._used[driver] = kind
        device = PHONE if kind.phone else DESK
        page, home = driver.page, self._site.address + kind.path
        if page.url.partition("?")[0].partition("#")[0] != home:
            driver.open(home)
        page.set_viewport_size(device["viewport"])
        page.emulate_media(media="null", color_scheme="light", reduced_motion="no-preference")
        local = {PREFERENCES: json.dumps(settings)} if settings else {}
        driver.reopen(texts, local=local, address=home + address, clear=True)
        driver.forget_records()
        return driver

    def _start(self, kind: Kind) -> PageDriver:
        device = PHONE if kind.phone else DESK
        context = new_context(self._browser, worker=kind.worker, locale="en-GB", **device)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.add_init_script(UNHURRIED)
        context.add_init_script(CONNECTIONS)
        return PageDriver(context, self._site.address, animated=True).open(self._site.address + kind.path)

    def give_back(self, *, passed: bool) -> None:
        """Take all pages back and check them; close those of a failed test."""
        used, self._used = self._used, {}
        for driver, kind in used.items():
            context = driver.page.context
            for other in context.pages:
                if other is not driver.page:
                    other.close()
            if passed and not driver.page.is_closed():
                self._idle[kind].append(driver)
            else:
                context.close()
        for driver in used if passed else ():
            driver.check()
