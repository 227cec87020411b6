"""A page under watch: what it asks for, what it complains about, and when it is ready."""

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from qin_core.qin import Record

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Runs Python in the page's own interpreter; importing the runtime again joins the one that is there.
PYTHON = """code => import(new URL(JSON.parse(document.getElementById('boot-data').textContent).runtime, location.href))
  .then(runtime => runtime.start()).then(python => python.runPython(code))"""
# Waits until the page says that everything is drawn and stored and nothing moves; gives up after so many milliseconds.
SETTLED = """async patience => {
  const end = performance.now() + patience;
  while (!globalThis.qinPage || qinPage.busy) {
    if (performance.now() > end) return false;
    await new Promise(requestAnimationFrame);
  }
  return true;
}"""
# Closes the app, lets it find these texts and this address, and opens it again.
REOPEN = """async ({ address, local, texts, afresh }) => {
  await qinPage.close();
  document.activeElement?.blur();
  scrollTo(0, 0);
  if (afresh) [localStorage, sessionStorage].forEach(store => store.clear());
  Object.assign(localStorage, local);
  await new Promise((resolve, reject) => {
    const asked = indexedDB.open('qin', 1);
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const change = asked.result.transaction('texts', 'readwrite');
      if (afresh) change.objectStore('texts').clear();
      for (const [key, text] of Object.entries(texts)) change.objectStore('texts').put(text, key);
      change.oncomplete = () => { asked.result.close(); resolve(); };
    };
  });
  if (address) {
    history.replaceState(null, '', address);
    document.documentElement.dataset.game = new URLSearchParams(location.search).get('game') ?? 'qin';
  }
  await qinPage.open();
}"""
# The page keeps its texts in one database; the two below read and write there as another tab would.
KEPT = """key => new Promise((resolve, reject) => {
  const asked = indexedDB.open('qin', 1);
  asked.onerror = () => reject(asked.error);
  asked.onupgradeneeded = () => asked.result.createObjectStore('texts');
  asked.onsuccess = () => {
    const got = asked.result.transaction('texts').objectStore('texts').get(key);
    got.onsuccess = () => { asked.result.close(); resolve(got.result ?? null); };
  };
})"""
KEEP = """([key, text]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open('qin', 1);
  asked.onerror = () => reject(asked.error);
  asked.onupgradeneeded = () => asked.result.createObjectStore('texts');
  asked.onsuccess = () => {
    const change = asked.result.transaction('texts', 'readwrite');
    change.objectStore('texts').put(text, key);
    change.oncomplete = () => { asked.result.close(); resolve(); };
  };
})"""
# PyScript says this of every worker without SharedArrayBuffer; ours asks for no window.
NO_WINDOW = "Unable to use `window` or `document` in worker."


NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"
# PyScript, which starts the computer's worker, needs storage of its own; the page asks for it under this name.
NO_PYSCRIPT = """{
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, ...more) {
    if (name === 'qin-probe') throw new DOMException('forbidden', 'SecurityError');
    return open.call(this, name, ...more);
  };
}"""


def online(browser: Browser, *, worker: bool = False, **options: Any) -> BrowserContext:
    """Open a window of its own in a browser that keeps nothing for offline use: half the work of a start is that.

    Half of the rest is a worker for the computer: without one it thinks on the page, as in private windows.
    """
    context = browser.new_context(**options)
    context.add_init_script(NO_SERVICE_WORKER)
    if not worker:
        context.add_init_script(NO_PYSCRIPT)
    return context


class Watched:
    """A page, with everything that must not happen written down."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        """Open an empty page and listen."""
        self.page: Page = context.new_page()
        self.notes: list[str] = []
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url, origin))

    def _heard(self, message: Any) -> None:
        bad = message.type in ("error", "warning") and not message.text.startswith(NO_WINDOW)
        (self.complaints if bad else self.notes).append(message.text)

    def _asked(self, address: str, origin: str) -> None:
        if not address.startswith((origin, "blob:", "data:")):
            self.strangers.append(address)

    def open(self, address: str) -> "Watched":
        """Go there and wait until the game can be played."""
        self.page.goto(address)
        return self.wait()

    def wait(self, seconds: float = 60) -> "Watched":
        """Wait until the game can be played and all of the page is drawn."""
        self.until(lambda: self.started_at() is not None, seconds)
        self.settle()
        return self

    def settle(self, seconds: float = 30) -> None:
        """Wait until everything is drawn and stored and nothing moves."""
        assert self.page.evaluate(SETTLED, 1000 * seconds), f"always busy; {self.status()!r} {self.complaints}"

    def reopen(
        self, texts: Mapping[str, Any] = {}, *, local: Mapping[str, str] = {}, address: str = "", afresh: bool = False
    ) -> "Watched":
        """Close and open the app as a reload does, with texts added to the storage; `afresh` empties it first."""
        values = {"address": address, "local": local, "texts": texts, "afresh": afresh}
        self.page.evaluate(REOPEN, values)
        self.settle()
        return self

    def started_at(self) -> float | None:
        """Tell when the game could be played, in milliseconds after the page was asked for."""
        time_of: float | None = self.page.evaluate("performance.getEntriesByName('qin:ready')[0]?.startTime ?? null")
        return time_of

    def until(self, condition: Callable[[], bool], seconds: float = 30) -> None:
        """Wait for something; a policy may forbid Playwright's own way of waiting."""
        end = time.monotonic() + seconds
        while not self._holds(condition):
            assert time.monotonic() < end, f"waited in vain; {self.status()!r} {self.complaints} {self.notes}"
            self.page.wait_for_timeout(25)

    @staticmethod
    def _holds(condition: Callable[[], bool]) -> bool:
        try:
            return condition()
        except Error as error:
            # A page that is just being left can't answer.
            if "context was destroyed" in str(error):
                return False
            raise

    def status(self) -> str:
        """Read the line that says what to do."""
        return self.page.locator("#status").inner_text()

    def kept(self, key: str) -> str | None:
        """Read a text that the page has kept."""
        text: str | None = self.page.evaluate(KEPT, key)
        return text

    def record(self) -> Record:
        """Read the record of the game of Qin that is being played."""
        return Record.parse(self.kept(f"qin.game.{self.kept('qin.current')}") or "")

    def keep(self, key: str, text: str) -> None:
        """Keep a text as the page would."""
        self.page.evaluate(KEEP, [key, text])

    def python(self, code: str) -> Any:
        """Run Python in the page and give its last value, by way of JSON."""
        lines = code.strip().splitlines()
        return json.loads(
            self.page.evaluate(PYTHON, "\n".join([*lines[:-1], "import json", f"json.dumps({lines[-1]})"]))
        )

    def play(self) -> None:
        """Place a tile by mouse, on the first square that any tile of the hand can go to; wait for the next turn."""
        tiles = self.page.locator("#hand .tile:enabled")
        self.until(lambda: tiles.count() > 0)
        before = self.colours()
        for number in range(tiles.count()):
            tiles.nth(number).click()
            self.until(lambda: self.page.locator('#hand [aria-pressed="true"]').count() == 1)
            if self.page.locator("#board .legal").count():
                break
        self.page.locator(f'[data-square="{self.lit()}"]').click()
        self.until(lambda: self.page.locator("#board .ghost").count() == 1)
        self.page.locator('#tools [data-action="place"]').click()
        self.until(lambda: self.page.locator("#board .ghost").count() == 0 and self.colours() != before)
        self.until(lambda: tiles.count() > 0)

    def colours(self) -> str:
        """Take down everything on the board that has a colour, once everything has landed."""
        self.until(lambda: self.page.locator(".flying").count() == 0)
        return self.page.locator("#board .spaces").inner_html()

    def lit(self) -> str:
        """Find a square that is lit, by its colour in the picture."""
        square: str = self.page.evaluate(
            """() => {
              const path = document.querySelector('#board .legal path');
              for (const [, x, y] of path.getAttribute('d').matchAll(/M(-?[\\d.]+)[ ,](-?[\\d.]+)/g)) {
                const point = new DOMPoint(+x + 20, +y + 20).matrixTransform(path.getScreenCTM());
                // Something may lie over a part of the board.
                const square = document.elementFromPoint(point.x, point.y)?.closest('[data-square]');
                if (square) return square.dataset.square;
              }
            }"""
        )
        return square

    def check(self) -> None:
        """Nothing from elsewhere, no complaint."""
        assert self.strangers == [], self.strangers
        assert self.complaints == [], self.complaints
