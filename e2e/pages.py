"""Pages that are started once and opened anew for every test: starting takes seconds, opening milliseconds."""

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from e2e.watching import Watched, online
from web.build.serving import Server

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
PREFERENCES = "qin.preferences"


class Kind(NamedTuple):
    """What can't be changed after the start of a page."""

    path: str = ""
    phone: bool = False
    worker: bool = False


class Pages:
    """The pages of one test process, each in a browser window with storage of its own."""

    def __init__(self, browser: Browser, site: Server) -> None:
        """Have none yet."""
        self._browser, self._site = browser, site
        self._idle: dict[Kind, list[Watched]] = defaultdict(list)
        self._used: dict[Watched, Kind] = {}

    def open(
        self, kind: Kind, address: str = "", settings: Mapping[str, Any] = {}, texts: Mapping[str, Any] = {}
    ) -> Watched:
        """Open the app in a page that no test uses, with nothing stored but settings and texts."""
        watched = self._idle[kind].pop() if self._idle[kind] else self._start(kind)
        self._used[watched] = kind
        device = PHONE if kind.phone else DESK
        page, home = watched.page, self._site.address + kind.path
        if page.url.partition("?")[0].partition("#")[0] != home:
            watched.open(home)
        page.set_viewport_size(device["viewport"])
        page.emulate_media(media="null", color_scheme="light", reduced_motion="no-preference")
        local = {PREFERENCES: json.dumps(settings)} if settings else {}
        watched.reopen(texts, local=local, address=home + address, afresh=True)
        for heard in (watched.notes, watched.complaints, watched.strangers):
            heard.clear()
        return watched

    def _start(self, kind: Kind) -> Watched:
        device = PHONE if kind.phone else DESK
        context = online(self._browser, worker=kind.worker, locale="en-GB", **device)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        return Watched(context, self._site.address).open(self._site.address + kind.path)

    def give_back(self, *, sound: bool) -> None:
        """Take all pages back; those of a test that failed are thrown away."""
        used, self._used = self._used, {}
        for watched, kind in used.items():
            context = watched.page.context
            for other in context.pages:
                if other is not watched.page:
                    other.close()
            if sound and not watched.page.is_closed():
                self._idle[kind].append(watched)
            else:
                context.close()
        for watched in used if sound else ():
            watched.check()
