"""Monkey testing: random clicks, taps, keys, drags, dialogs, addresses and steps through the history, from a seed.

`QIN_MONKEY=20000` sets the number of actions, `QIN_SEED=7` the seed.
"""

import os
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Error, Page

from e2e.page_driver import READ_ALL_STORED, PageDriver
from e2e.pages import CONNECTIONS, LOSE_CONNECTIONS
from engine.main import GAMES
from engine.session import links
from qin_core import khan_tsin, qin
from web.build.serving import Server

ACTIONS = int(os.environ.get("QIN_MONKEY", "400"))
SEED = int(os.environ.get("QIN_SEED", "1"))
# A position on the smallest map.
LINE = "map:R.../..../..../.... r3/4/4/4 - - 1 rr,yy|bb,bb rbrb"
KEYS = (
    *"123456789abcdefghijklmnopqrstuvwxyz.,?+-[]",
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "Enter", "Space"),
    *("Escape", "Tab", "Shift+Tab", "Backspace", "Delete", "Control+z", "Control+y"),
)
# The last two: an emoji of several characters, and one that reverses the direction of the text.
TEXTS = ("nonsense", LINE, "9" * 40, "\U0001f469\u200d\U0001f680", "\u202e")
# The names of dialogs in addresses.
DIALOGS = ("new", "games", "settings", "help", "share", "end")
# All controls on the screen, or in the dialog if one is open: tag, centre, type.
CONTROLS = """() => {
  const open = document.querySelector('#dialog[open]');
  const all = (open ?? document).querySelectorAll(
    'button:enabled, summary, input:enabled:not([type=file]), select:enabled, textarea, #squares [data-square]');
  return [...all].filter((element) => element.dataset.action !== 'print').map((element) => {
    const box = element.getBoundingClientRect();
    return [element.tagName, box.x + box.width / 2, box.y + box.height / 2, element.type ?? ''];
  }).filter(([, x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight);
}"""
# Chooses an option of the list at a point; `chance` is a random number from 0 to 1.
CHOOSE = """([x, y, chance]) => {
  const list = document.elementFromPoint(x, y)?.closest('select');
  if (!list) return;
  list.selectedIndex = Math.floor(chance * list.options.length);
  list.dispatchEvent(new Event('change', { bubbles: true }));
}"""
# Invariants: the board of the game that the address names, and at most the dialog that it names.
WRONG = """() => {
  const wrong = [];
  const game = new URLSearchParams(location.search).get('game') ?? 'qin';
  const named = document.documentElement.dataset.game;
  if (named !== game) wrong.push(`${named} is shown at ${location.href}`);
  const own = game === 'qin' ? '[data-square=a1]' : '[data-square="1"]';
  const other = game === 'qin' ? '[data-square="1"]' : '[data-square=a1]';
  if (!document.querySelector(`#squares ${own}`)) wrong.push('no board');
  if (document.querySelector(`#squares ${other}`)) wrong.push('the board of the other game');
  const dialog = document.getElementById('dialog');
  if (!dialog) return ['another page'];
  if (dialog.open && !dialog.querySelector('#dialog-title')) wrong.push('an empty dialog');
  const { window: name } = dialog.dataset;
  if (dialog.open && location.hash !== `#${name}`) wrong.push(`${name} at ${location.hash}`);
  if (document.querySelector('#failure details')) wrong.push(document.querySelector('#failure details').textContent);
  if (!document.getElementById('status').textContent.trim()) wrong.push('an empty status line');
  return wrong;
}"""


class Monkey:
    """Perform random actions, reproducible by seed."""

    def __init__(self, context: BrowserContext, site: Server, seed: int, *, touch: bool, game: str = "qin") -> None:
        """Open the page of a game in two tabs."""
        context.add_init_script("globalThis.print = () => {}")
        context.add_init_script(CONNECTIONS)
        self.touch = touch
        self.rng = random.Random(seed)
        self.site = site
        self.home = f"{site.address}?game={game}"
        self.tabs = [self._open(context) for _ in range(2)]
        self.driver = self.tabs[-1]
        self.done: list[str] = []

    def _open(self, context: BrowserContext) -> PageDriver:
        driver = PageDriver(context, self.site.address, animated=True)
        driver.page.on("download", lambda download: download.cancel())
        driver.page.on("dialog", lambda dialog: dialog.dismiss())
        # The history begins here: before it there is no other page that every second step back would lead to.
        driver.page.evaluate("address => location.replace(address)", self.home)
        return driver.wait()

    @property
    def page(self) -> Page:
        """The tab in front."""
        return self.driver.page

    def act(self, count: int) -> None:
        """Perform a number of actions; check the page after every 20."""
        # The kinds of actions with their weights.
        actions: list[tuple[Callable[[], Any], int]] = [
            (self._press, 50),
            (self._press_board, 20),
            (self._key, 12),
            (self._move_mouse, 8),
            (self._drag, 3),
            (self._wheel, 3),
            (self._history, 4),
            (self._dialog, 4),
            (self._address, 2),
            (self._other_game, 2),
            (self._reload, 1),
            (self._other_tab, 2),
            (self._lose_connection, 2),
        ]
        for number in range(count):
            action = self.rng.choices([action for action, _ in actions], [weight for _, weight in actions])[0]
            self.done.append(action.__name__)
            try:
                action()
            except Error as error:
                # The page is navigating.
                if not any(words in str(error) for words in ("navigat", "destroyed", "interrupted")):
                    raise
            # Let Playwright handle the events of the page.
            self.page.wait_for_timeout(0)
            if number % 20 == 19:
                self.check()

    def check(self) -> None:
        """Check that there were no errors and that the invariants hold once the page is idle."""
        latest = self.done[-25:]
        errors = [error for tab in self.tabs for error in tab.errors]
        assert not errors, (errors, latest)
        wrong: list[str] = []

        def agrees() -> bool:
            if urlsplit(self.page.url).path != "/":
                # A button or the history has led to the lessons.
                self.go_home()
            wrong[:] = self.page.evaluate(WRONG)
            return not wrong or bool(self.driver.errors)

        self.driver.until(agrees, 10, lambda: f"{wrong} after {latest}")
        assert self.driver.errors == [], latest

    def _random_control(self, *tags: str) -> tuple[str, float, float, str] | None:
        """Choose a control, of some tags if any are given."""
        found = [each for each in self.page.evaluate(CONTROLS) if not tags or each[0] in tags]
        return tuple(self.rng.choice(found)) if found else None

    def _press(self) -> None:
        found = self._random_control("BUTTON", "SUMMARY", "INPUT", "SELECT", "TEXTAREA")
        if found is None:
            return
        tag, x, y, kind = found
        if tag == "SELECT":
            self.page.evaluate(CHOOSE, [x, y, self.rng.random()])
            return
        self._at(x, y)
        if tag == "TEXTAREA" or kind == "text":
            self.page.keyboard.insert_text(self.rng.choice(TEXTS))

    def _at(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y, click_count=self.rng.choice([1, 1, 1, 2]))

    def _press_board(self) -> None:
        found = self._random_control("rect", "path", "circle", "polygon", "g", "use")
        if found:
            self._at(found[1], found[2])

    def _key(self) -> None:
        self.page.keyboard.press(self.rng.choice(KEYS))

    def _somewhere(self) -> tuple[float, float]:
        size = self.page.viewport_size or {"width": 390, "height": 844}
        return self.rng.random() * size["width"], self.rng.random() * size["height"]

    def _move_mouse(self) -> None:
        self.page.mouse.move(*self._somewhere(), steps=self.rng.randint(1, 4))

    def _drag(self) -> None:
        found = self._random_control("BUTTON")
        if found:
            self.page.mouse.move(found[1], found[2])
        self.page.mouse.down()
        self._move_mouse()
        self.page.mouse.up()

    def _wheel(self) -> None:
        self.page.mouse.wheel(0, self.rng.choice([-300, -100, 100, 300]))

    def _history(self) -> None:
        self.page.evaluate(f"history.go({self.rng.choice([-2, -1, -1, 1, 1, 2])})")
        # The pointer often moves while the page goes there.
        if self.rng.random() < 0.7:
            self._move_mouse()
        if not self.page.url.startswith(self.site.address):
            self.go_home()

    def _dialog(self) -> None:
        self.page.evaluate("name => { location.hash = name }", self.rng.choice([*DIALOGS, "", "nothing"]))

    def _address(self) -> None:
        khan = str(khan_tsin.Position.deal(seed=self.rng.randint(1, 99)))
        deal = str(qin.Position.deal(self.rng.choice(["bird", "lion"]), 3, seed=self.rng.randint(1, 99)))
        text = self.rng.choice([LINE, khan, deal, "nonsense"])
        damaged = ("#game=AAAA", "#position=%3C")
        fragment = self.rng.choice([links.write("position", text), *damaged])
        self.page.evaluate("text => { location.hash = text }", fragment)

    def _other_game(self) -> None:
        name = self.rng.choice([game.name for game in GAMES])
        self.page.evaluate("name => document.querySelector(`#game-switch [data-value='${name}']`)?.click()", name)

    def _reload(self) -> None:
        """Reopen the page: all games are still stored, and the current one is at least as long."""
        if urlsplit(self.page.url).path != "/":
            return
        self.driver.wait_until_idle()
        before = self.state()
        self.driver.reopen()
        after = self.state()
        assert after["games"].keys() >= before["games"].keys(), "no game is lost"
        assert all(
            len(after["games"][key]) >= len(text) for key, text in before["games"].items() if key == before["now"]
        )

    def _other_tab(self) -> None:
        self.driver = next(tab for tab in self.tabs if tab is not self.driver)
        self.page.bring_to_front()

    def _lose_connection(self) -> None:
        self.page.evaluate(LOSE_CONNECTIONS)

    def go_home(self) -> None:
        """Load the start page."""
        self.page.goto(self.home)
        self.driver.wait()

    def state(self) -> dict[str, Any]:
        """Read the stored games and the key of the current one."""
        stored: dict[str, str] = self.page.evaluate(READ_ALL_STORED)
        return {
            "games": {key: text for key, text in stored.items() if key.startswith("qin.game.")},
            "now": stored.get("qin.current"),
        }
