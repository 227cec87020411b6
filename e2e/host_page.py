"""A host page: a page on another origin with embedded boards."""

import html
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Locator, Page, ViewportSize

from e2e.page_driver import PageDriver
from web.build.serving import Server

# Allows our script and frame, and nothing else of other origins.
STRICT = (
    "default-src 'none'; script-src {site}; frame-src {site}; img-src 'self' data: {site}; style-src 'self'; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types qin-board"
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="host.css">
<title>Host page</title>
</head>
<body>
<h1>Host page</h1>
<p id="first">A <a href="#there">link</a>, a <button type="button">button</button> and an <input value="input">.</p>
{body}
<p id="last">The end.</p>
<script src="{site}qin-embed.js" defer></script>
</body>
</html>"""
# Hostile on purpose: the page's rules for all elements must not affect a board.
STYLE = """html { font-size: 62.5%; } * { letter-spacing: 1px; }
svg, button, div, p, span { fill: red; color: green; display: inline; font: 40px cursive; }
"""
VIEWPORT: ViewportSize = {"width": 1000, "height": 800}
# A picture that an author puts into a board.
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>'
# Collects the events of boards and the messages to the page, from its start.
HEARD = """for (const name of ['qin-error', 'qin-ready', 'qin-move', 'qin-refused', 'qin-goal', 'qin-end'])
  addEventListener(name, event => (globalThis.heard ??= []).push([name, event.target.id, event.detail]));
addEventListener('message', event => (globalThis.messages ??= []).push([event.origin, event.data]));"""
# Waits for a few frames: the number is more than a board needs to start, draw and measure itself.
FRAMES = """async () => {
  for (let frame = 0; frame < 7; frame++) await new Promise(requestAnimationFrame);
}"""
# The texts of all boards.
TEXTS = "Array.from(document.querySelectorAll('qin-board'), board => board.shadowRoot?.textContent)"
# The ids of the boards that are live.
READY = """() => [...document.querySelectorAll('qin-board')].filter(
  board => board.shadowRoot && !board.shadowRoot.querySelector('#play').hidden).map(board => board.id)"""


# Puts other boards and styles into the page, as if it had just been opened, and measures it before they can start.
SHOW = """([body, style]) => {
  const root = document.documentElement;
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  root.lang = 'en';
  for (const sheet of document.head.querySelectorAll('style, link[rel=stylesheet]')) sheet.remove();
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  Object.assign(globalThis, { heard: [], messages: [] });
  for (const child of [...document.body.children]) if (!child.matches('h1, #first, #last, script')) child.remove();
  document.getElementById('first').after(document.createRange().createContextualFragment(body));
  scrollTo(0, 0);
}"""


def board(identity: str, inside: str = "", **attributes: str) -> str:
    """Write the HTML of a board: its id, the HTML inside it, and its attributes."""
    given = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
    return f'<qin-board id="{identity}"{given}>{inside}</qin-board>'


class HostPage(PageDriver):
    """A host page, open in a browser."""

    def __init__(
        self, context: BrowserContext, site: Server, own: Server, body: str, policy: str = STRICT, style: str = STYLE
    ) -> None:
        """Write the page into the folder of the server `own`, and open it; its boards come from `site`."""
        context.add_init_script(HEARD)
        super().__init__(context, site.address)
        self.site = site
        self.address = f"http://127.0.0.1:{own.server_port}/"
        self.own = own
        folder: Path = own.folder
        rules = policy.format(site=site.address)
        folder.joinpath("host.css").write_text(style, encoding="utf-8")
        folder.joinpath("index.html").write_text(
            PAGE.format(policy=rules, body=body, site=site.address), encoding="utf-8"
        )
        self.page.goto(self.address)

    def _on_request(self, address: str, origin: str) -> None:
        if not address.startswith((origin, f"http://127.0.0.1:{self.own.server_port}/", "blob:", "data:")):
            self.foreign_requests.append(address)

    def status(self) -> str:
        """Return the texts of all boards, for the message of a timeout."""
        return str(self.page.evaluate(TEXTS))

    def show(self, body: str, style: str = "", measure: str = "() => null", viewport: ViewportSize = VIEWPORT) -> Any:
        """Show other boards, with the engine that has started; return what is measured before they are live."""
        self.page.set_viewport_size(viewport)
        self.forget_records()
        return self.page.evaluate(
            f"given => {{ ({SHOW})(given); return ({measure})(); }}", [body.replace("SITE/", self.site.address), style]
        )

    def wait_until_idle(self, _: float = 0) -> None:
        """Let a few frames pass."""
        self.page.evaluate(FRAMES)

    def ready(self, *identities: str) -> None:
        """Wait until boards are live."""
        self.until(lambda: set(identities) <= set(self.page.evaluate(READY)), 90)

    def board(self, identity: str) -> Locator:
        """Find a board."""
        return self.page.locator(f"#{identity}")

    def heard(self, name: str, identity: str = "") -> list[Any]:
        """List the details of a board's events."""
        found = self.page.evaluate("globalThis.heard ?? []")
        return [detail for event, board, detail in found if event == name and identity in ("", board)]

    def ask(self, identity: str, method: str, *arguments: str) -> Mapping[str, Any]:
        """Call a method of a board."""
        answer: Mapping[str, Any] = self.page.evaluate(
            "([id, method, rest]) => document.getElementById(id)[method](...rest)", [identity, method, list(arguments)]
        )
        return answer

    def frames(self, name: str) -> list[Frame]:
        """Find the frames that show one of our pages."""
        return [frame for frame in self.page.frames if name in frame.url]


def wait_for_frames(page: Page, ready: Iterable[Frame]) -> None:
    """Wait until the boards of embed.html are live."""
    for frame in ready:
        while not frame.evaluate(READY):
            page.wait_for_timeout(100)


Visit = Callable[..., HostPage]
"""Opens a host page."""
