"""Drive a page: open it, wait until it is idle, read and write its storage, collect its errors and requests."""

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
# Most pages live for seconds: optimizing their interpreter takes longer than it saves.
TEST_FLAGS = [*FLAGS, "--js-flags=--liftoff-only"]
# Runs Python in the page's interpreter; importing the runtime again returns the one that is running.
PYTHON = """code => import(new URL(JSON.parse(document.getElementById('boot-data').textContent).runtime, location.href))
  .then(runtime => runtime.start()).then(python => python.runPython(code))"""
# Waits until the game can be played, for at most `patience` ms: cheaper than asking again and again.
WAIT_UNTIL_STARTED = """async patience => {
  const end = performance.now() + patience;
  while (!performance.getEntriesByName('qin:ready').length && performance.now() < end)
    await new Promise(resolve => setTimeout(resolve, 20));
}"""
# The HTML inside an element, with sorted attributes: their order depends on what a patched element was before.
SORTED_HTML = """selector => {
  const copy = document.querySelector(selector).cloneNode(true);
  for (const element of copy.querySelectorAll('*')) {
    const attributes = [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const attribute of attributes) element.setAttributeNode(attribute);
  }
  return copy.innerHTML;
}"""
# Waits until the page reports that everything is drawn and stored and no animation runs; gives up after `patience` ms.
WAIT_UNTIL_IDLE = """async patience => {
  const end = performance.now() + patience;
  while (!globalThis.qinPage || qinPage.busy) {
    if (performance.now() > end) return false;
    await new Promise(requestAnimationFrame);
  }
  return true;
}"""
# Closes the app, writes these texts and this address, and opens it again.
REOPEN = """async ({ address, local, texts, clear }) => {
  await qinPage.close();
  document.activeElement?.blur();
  scrollTo(0, 0);
  if (clear) [localStorage, sessionStorage].forEach(store => store.clear());
  Object.assign(localStorage, local);
  await new Promise((resolve, reject) => {
    const request = indexedDB.open('qin', 1);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const change = request.result.transaction('texts', 'readwrite');
      if (clear) change.objectStore('texts').clear();
      for (const [key, text] of Object.entries(texts)) change.objectStore('texts').put(text, key);
      change.oncomplete = () => { request.result.close(); resolve(); };
    };
  });
  if (address) {
    history.replaceState(null, '', address);
    document.documentElement.dataset.game = new URLSearchParams(location.search).get('game') ?? 'qin';
  }
  await qinPage.open();
}"""
# The page stores its texts in one database; these three read and write it as another tab would.
READ_STORED = """key => new Promise((resolve, reject) => {
  const request = indexedDB.open('qin', 1);
  request.onerror = () => reject(request.error);
  request.onupgradeneeded = () => request.result.createObjectStore('texts');
  request.onsuccess = () => {
    const got = request.result.transaction('texts').objectStore('texts').get(key);
    got.onsuccess = () => { request.result.close(); resolve(got.result ?? null); };
  };
})"""
WRITE_STORED = """([key, text]) => new Promise((resolve, reject) => {
  const request = indexedDB.open('qin', 1);
  request.onerror = () => reject(request.error);
  request.onupgradeneeded = () => request.result.createObjectStore('texts');
  request.onsuccess = () => {
    const change = request.result.transaction('texts', 'readwrite');
    change.objectStore('texts').put(text, key);
    change.oncomplete = () => { request.result.close(); resolve(); };
  };
})"""
# Reads all stored texts except the board's pictures for the next start, which the page writes when it is idle.
READ_ALL_STORED = """() => new Promise((resolve) => {
  const request = indexedDB.open('qin', 1);
  request.onsuccess = () => {
    const store = request.result.transaction('texts').objectStore('texts');
    const keys = store.getAllKeys(), values = store.getAll();
    values.onsuccess = () => {
      request.result.close();
      const stored = keys.result.map((key, at) => [key, values.result[at]]);
      resolve(Object.fromEntries(stored.filter(([key]) => !key.startsWith('picture.'))));
    };
  };
})"""
# The name of a square that is highlighted as legal and not covered by another part of the page.
LEGAL_SQUARE = """() => {
  const path = document.querySelector('#board .legal path');
  // The path has a point in the middle of each square; 20 units away from it is still inside the square.
  for (const [, x, y] of path.getAttribute('d').matchAll(/M(-?[\\d.]+)[ ,](-?[\\d.]+)/g)) {
    const point = new DOMPoint(+x + 20, +y + 20).matrixTransform(path.getScreenCTM());
    const square = document.elementFromPoint(point.x, point.y)?.closest('[data-square]');
    if (square) return square.dataset.square;
  }
}"""
# PyScript warns about this in every worker without SharedArrayBuffer; ours doesn't use the window.
NO_WINDOW = "Unable to use `window` or `document` in worker."
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"
# PyScript, which starts the computer's worker, needs IndexedDB; the page probes it with this name.
NO_PYSCRIPT = """{
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, ...more) {
    if (name === 'qin-probe') throw new DOMException('forbidden', 'SecurityError');
    return open.call(this, name, ...more);
  };
}"""
# Settings of an earlier visit, unless there are others; some pages may store nothing.
CALM = """try {
  localStorage['qin.preferences'] ??= '{"speed": "off", "coach": "off"}';
} catch {}"""
# Makes long time-outs of the page short: a test of what happens after them needn't wait.
SHORT_TIMEOUTS = """{
  const { setTimeout, setInterval } = globalThis;
  globalThis.setTimeout = (work, milliseconds = 0, ...values) =>
    setTimeout(work, milliseconds < 2000 ? milliseconds : milliseconds / 20, ...values);
  globalThis.setInterval = (work, milliseconds, ...values) => setInterval(work, milliseconds / 20, ...values);
}"""
# People take a second for each press, and the page counts quicker ones as double presses; tests don't wait.
UNHURRIED = """{
  let time = 0;
  Object.defineProperty(Event.prototype, 'timeStamp', { get: () => (time += 1000) });
}"""


def new_context(browser: Browser, *, offline: bool = False, worker: bool = False, **options: Any) -> BrowserContext:
    """Open a browser context without a service worker, unless `offline`, and without the computer's, unless `worker`.

    The service worker is half the work of a start, the computer's worker half of the rest. Without its worker the
    computer thinks on the page, as in private windows.
    """
    context = browser.new_context(**options)
    if not offline:
        context.add_init_script(NO_SERVICE_WORKER)
    if not worker:
        context.add_init_script(NO_PYSCRIPT)
    return context


class PageDriver:
    """A page that records its console, its errors and its requests to other origins."""

    def __init__(self, context: BrowserContext, origin: str, *, animated: bool = False) -> None:
        """Open an empty page and start recording."""
        self.page: Page = context.new_page()
        if not animated:
            self.page.add_init_script(CALM)
        self.console_log: list[str] = []
        self.errors: list[str] = []
        self.foreign_requests: list[str] = []
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self._on_request(request.url, origin))

    def _on_console(self, message: Any) -> None:
        bad = message.type in ("error", "warning") and not message.text.startswith(NO_WINDOW)
        (self.errors if bad else self.console_log).append(message.text)

    def _on_request(self, address: str, origin: str) -> None:
        if not address.startswith((origin, "blob:", "data:")):
            self.foreign_requests.append(address)

    def open(self, address: str) -> "PageDriver":
        """Go to the address and wait until the game can be played."""
        self.page.goto(address)
        return self.wait()

    def wait(self, seconds: float = 60) -> "PageDriver":
        """Wait until the game can be played and the page is idle."""
        self.until(lambda: self._started(1000 * seconds), seconds)
        self.wait_until_idle()
        return self

    def _started(self, patience: float) -> bool:
        self.page.evaluate(WAIT_UNTIL_STARTED, patience)
        return self.started_at() is not None

    def wait_until_idle(self, seconds: float = 30) -> None:
        """Wait until everything is drawn and stored and no animation runs."""
        assert self.page.evaluate(WAIT_UNTIL_IDLE, 1000 * seconds), f"always busy; {self.status()!r} {self.errors}"

    def reopen(
        self, texts: Mapping[str, Any] = {}, *, local: Mapping[str, str] = {}, address: str = "", clear: bool = False
    ) -> "PageDriver":
        """Close and open the app as a reload does, with texts added to its storage; `clear` empties it first."""
        values = {"address": address, "local": local, "texts": texts, "clear": clear}
        self.page.evaluate(REOPEN, values)
        self.wait_until_idle()
        return self

    def started_at(self) -> float | None:
        """Return when the game could be played, in milliseconds after the request for the page."""
        started: float | None = self.page.evaluate("performance.getEntriesByName('qin:ready')[0]?.startTime ?? null")
        return started

    def until(self, condition: Callable[[], bool], seconds: float = 30, why: Callable[[], str] = str) -> None:
        """Wait for a condition; content policies can block Playwright's `wait_for_function`."""
        end, pause = time.monotonic() + seconds, 10.0
        while not self._holds(condition):
            assert time.monotonic() < end, f"timed out; {why()} {self.status()!r} {self.errors} {self.console_log}"
            self.page.wait_for_timeout(pause)
            # Every check of the condition takes several processes some milliseconds.
            pause = min(1.5 * pause, 100)

    @staticmethod
    def _holds(condition: Callable[[], bool]) -> bool:
        try:
            return condition()
        except Error as error:
            # The page is navigating.
            if "context was destroyed" in str(error):
                return False
            raise

    def status(self) -> str:
        """Read the status line."""
        return self.page.locator("#status").inner_text()

    def stored(self, key: str) -> str | None:
        """Read a stored text."""
        text: str | None = self.page.evaluate(READ_STORED, key)
        return text

    def record(self) -> Record:
        """Read the record of the current game of Qin."""
        return Record.parse(self.stored(f"qin.game.{self.stored('qin.current')}") or "")

    def store(self, key: str, text: str) -> None:
        """Store a text as another tab would."""
        self.page.evaluate(WRITE_STORED, [key, text])

    def python(self, code: str) -> Any:
        """Run Python in the page and return the value of the last line, an expression, converted through JSON."""
        lines = code.strip().splitlines()
        return json.loads(
            self.page.evaluate(PYTHON, "\n".join([*lines[:-1], "import json", f"json.dumps({lines[-1]})"]))
        )

    def play(self) -> None:
        """Place the first tile that fits on the first legal square, by mouse; wait for the next turn."""
        tiles = self.page.locator("#hand .tile:enabled")
        self.until(lambda: tiles.count() > 0)
        before = self.board_html()
        for number in range(tiles.count()):
            tiles.nth(number).click()
            self.until(lambda: self.page.locator('#hand [aria-pressed="true"]').count() == 1)
            if self.page.locator("#board .legal").count():
                break
        self.page.locator(f'#squares [data-square="{self.legal_square()}"]').click()
        self.until(lambda: self.page.locator("#board .ghost").count() == 1)
        self.page.locator('#tools [data-action="place"]').click()
        self.until(lambda: self.page.locator("#board .ghost").count() == 0 and self.board_html() != before)
        self.until(lambda: tiles.count() > 0)

    def board_html(self) -> str:
        """Return the HTML of the squares on the board, once no animation runs."""
        self.until(lambda: self.page.locator(".flying").count() == 0)
        return self.html("#board .spaces")

    def html(self, selector: str) -> str:
        """Return the HTML inside an element, with the attributes of each element in alphabetical order."""
        html: str = self.page.evaluate(SORTED_HTML, selector)
        return html

    def legal_square(self) -> str:
        """Find a highlighted square in the picture."""
        square: str = self.page.evaluate(LEGAL_SQUARE)
        return square

    def forget_records(self) -> None:
        """Forget the recorded console, errors and requests."""
        for recorded in (self.console_log, self.errors, self.foreign_requests):
            recorded.clear()

    def expect_errors(self) -> None:
        """Forget the errors so far, which the test has provoked, so that `check` only finds others."""
        self.errors.clear()

    def check(self) -> None:
        """Check that there were no errors and no requests to other origins."""
        assert self.foreign_requests == [], self.foreign_requests
        assert self.errors == [], self.errors
