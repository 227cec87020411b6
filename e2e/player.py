"""Play on the page by mouse, touch or keyboard, and read what it shows."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Generic, Self, TypeVar

from playwright.sync_api import BrowserContext, Locator, Page

from e2e.page_driver import PageDriver
from e2e.pages import PREFERENCES
from qin_core.common.record import GameRecord
from qin_core.qin import Board, Move, Position, Record
from web.build.serving import Server

R = TypeVar("R", bound=GameRecord[Any, Any])
CURRENT, GAMES = "qin.current", "qin.game."
FIRST_KEY = 1_600_000_000_000
"""The time with which the keys of resumed games begin, in milliseconds since 1970."""
MAX_ROTATIONS = 8
"""How many placements of a tile cover a square: either half on it, in each of four orientations."""
# The centre of a square or space.
CENTRE = """square => {
  const box = document.querySelector(`#squares [data-square="${square}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


# The squares whose centres the previewed tile covers.
GHOST = """() => {
  const ghost = document.querySelector('#board .ghost');
  if (!ghost) return [];
  const box = ghost.getBoundingClientRect();
  return [...document.querySelectorAll('#squares [data-square]')].filter(square => {
    const own = square.getBoundingClientRect();
    const x = own.x + own.width / 2, y = own.y + own.height / 2;
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  }).map(square => square.dataset.square);
}"""


class GamePlayer(Generic[R]):
    """A person who uses the page of one game."""

    records: type[R]
    current: str
    """The storage key of the current game's key."""
    query = ""
    """The query of the game's address."""
    resumed = 0
    """How many games were resumed."""

    def __init__(self, context: BrowserContext, server: Server, *, settings: dict[str, Any] | None = None) -> None:
        """Open the page with settings of an earlier visit."""
        if settings:
            stored = json.dumps(json.dumps(settings))
            context.add_init_script(f"localStorage['{PREFERENCES}'] ??= {stored}")
        self.driver = PageDriver(context, server.address)
        self.page: Page = self.driver.page
        self.driver.open(server.address + self.query)

    @classmethod
    def at(cls, driver: PageDriver) -> Self:
        """Use a page that is open already."""
        player = cls.__new__(cls)
        player.driver, player.page = driver, driver.page
        return player

    def resume(self, record: R) -> None:
        """Open the app with this record as the current game."""
        self.resumed += 1
        key = f"{FIRST_KEY + self.resumed}-000000"
        self.driver.reopen({self.current: key, f"{GAMES}{key}": str(record)})

    # Reading

    def until(self, condition: Callable[[], bool], seconds: float = 60) -> None:
        """Wait for a condition."""
        self.driver.until(condition, seconds)

    def wait_until_idle(self) -> None:
        """Wait until everything is drawn and stored and no animation runs."""
        self.driver.wait_until_idle()

    def record(self) -> R:
        """Read the stored record of the current game."""
        return self.records.parse(self.driver.stored(f"{GAMES}{self.driver.stored(self.current)}") or "")

    def turns(self) -> int:
        """Count the turns in the log."""
        return self.page.locator("#log li button").count()

    def dialog(self) -> str:
        """Return the name of the open dialog, or an empty string."""
        return str(self.page.evaluate("dialog.open ? dialog.dataset.window : ''"))

    def result(self) -> str:
        """Wait for the banner over the board and read who has won."""
        banner = self.page.locator("#cover .banner h2")
        self.until(lambda: banner.count() == 1)
        return banner.inner_text()

    # Dialogs

    def press(self, action: str, value: str = "", within: str = "body") -> None:
        """Press the button of an action; unfold what hides it."""
        button = f'button[data-action="{action}"]' + (f'[data-value="{value}"]' if value else "")
        which = f"{within} {button}"
        for fold in self.page.locator(f"{within} details:not([open]):has({button}) > summary").all():
            fold.click()
        self.page.locator(which).first.click()
        self.wait_until_idle()

    def open(self, dialog: str) -> None:
        """Open a dialog from the menu, which is collapsed on narrow pages."""
        if not self.page.locator(f'#menu [data-value="{dialog}"]').is_visible():
            self.page.locator("#menu .menu-toggle").click()
        self.press("open", dialog, "#menu")
        self.until(lambda: self.dialog() == dialog)

    def close(self) -> None:
        """Close the open dialog."""
        self.press("close", within="#dialog")
        self.until(lambda: not self.dialog())
        # The address changes a little later.
        self.until(lambda: self.page.evaluate("location.hash") == "")

    def choose(self, field: str, value: str) -> None:
        """Choose an option of a field in the dialog, expanding the section that holds it."""
        control = self.page.locator(f'#dialog [data-field="{field}"]').first
        if not control.is_visible():
            control.locator("xpath=ancestor::details[1]/summary").click()
        if control.evaluate("control => control.type") == "radio":
            self.page.locator(f'#dialog [data-field="{field}"][value="{value}"]').check(force=True)
        else:
            control.select_option(value)
        self.wait_until_idle()

    def type_square(self, square: str) -> None:
        """Go to a square of the accessible grid by typing its name."""
        if not self.page.evaluate("!!document.activeElement.closest('#grid')"):
            self.page.locator('#grid [tabindex="0"]').focus()
        self.page.keyboard.type(square)


class Player(GamePlayer[Record]):
    """A person who plays Qin through the page."""

    records = Record
    current = CURRENT

    def left(self) -> list[int]:
        """Read how many pagodas each player has left."""
        return [int(text) for text in self.page.locator('.player .score [aria-hidden="true"]').all_inner_texts()]

    def start_game(self, *kinds: str, board: str | Board = "bird", seed: int = 1, first: int = 1) -> None:
        """Resume a game without turns, with a kind of player for each seat."""
        start = Position.deal(board, len(kinds), seed=seed, first=first)
        self.resume(Record(start).with_headers({"Seats": "|".join(kinds)}))

    def start_game_by_form(self, kinds: Sequence[str], board: str = "bird", **fields: str) -> None:
        """Start a new game through the dialog, with a kind of player for each seat."""
        self.open("new")
        self.choose("players", str(len(kinds)))
        for number, kind in enumerate(kinds, start=1):
            self.choose(f"kind-{number}", kind)
        self.choose("board", board)
        for field, value in fields.items():
            self.choose(field, value)
        self.press("start-game", within="#dialog")
        self.until(lambda: not self.dialog())
        self.until(lambda: self.page.evaluate("location.hash") == "")

    # Moves

    def click(self, square: str) -> None:
        """Click on a square."""
        self.page.mouse.click(*self.page.evaluate(CENTRE, square))

    def tap(self, square: str) -> None:
        """Tap on a square."""
        self.page.touchscreen.tap(*self.page.evaluate(CENTRE, square))

    def by_mouse(self, position: Position, move: Move) -> None:
        """Make a move by mouse."""
        self._by(position, move, self.click, lambda locator: locator.click())

    def by_touch(self, position: Position, move: Move) -> None:
        """Make a move by touch."""
        self._by(position, move, self.tap, lambda locator: locator.tap())

    def _by(self, position: Position, move: Move, touch: Callable[[str], None], use: Callable[[Any], None]) -> None:
        """Make a move; `touch` clicks or taps on a square, `use` on a button."""
        if move.halves:
            self._aim(position, move, touch, use)
        use(self.page.locator('#tools [data-action="place"]'))

    def aim(self, position: Position, move: Move) -> None:
        """Preview a placement by mouse."""
        self._aim(position, move, self.click, lambda locator: locator.click())

    def _aim(self, position: Position, move: Move, touch: Callable[[str], None], use: Callable[[Any], None]) -> None:
        """Preview a placement."""
        use(self.tile(position, move))
        touch(move.halves[0][1])
        self._rotate_to(move, lambda: touch(move.halves[0][1]))

    def tile(self, position: Position, move: Move) -> Locator:
        """Find a move's tile in the hand."""
        assert move.tile in position.hand(position.player_to_move)
        return self.page.locator(f'#hand [data-tile="{move.tile}"]').first

    def by_keys(self, position: Position, move: Move) -> None:
        """Make a move by keyboard."""
        keyboard = self.page.keyboard
        if move.halves:
            square = move.halves[0][1]
            self.type_square(square)
            # Remove a preview and deselect its tile.
            keyboard.press("Escape")
            keyboard.press("Escape")
            keyboard.press(str(int(self.tile(position, move).get_attribute("data-value") or "0") + 1))
            keyboard.press("Enter")
            self._rotate_to(move, lambda: keyboard.press("r"))
        else:
            self.type_square("a1")
        keyboard.press("Enter")

    def _rotate_to(self, move: Move, rotate: Callable[[], None]) -> None:
        """Rotate the tile until its other half lies on the right square."""
        for _ in range(MAX_ROTATIONS):
            self.wait_until_idle()
            if self.previewed_move() == Move(move.halves):
                return
            rotate()
        raise AssertionError(f"{move} can't be reached; {self.driver.status()}")

    def ghost(self) -> set[str]:
        """Return the squares that the previewed tile covers in the picture."""
        return set(self.page.evaluate(GHOST))

    def previewed_move(self) -> Move | None:
        """Return the previewed placement, or None."""
        ghost = self.page.locator("#board .ghost")
        return Move.parse(ghost.get_attribute("data-move") or "") if ghost.count() else None

    def reveal_hand(self) -> None:
        """Skip the animations and confirm the handover to the next person, if the page asks for it."""
        self.page.mouse.click(2, self.page.evaluate("innerHeight") - 2)
        button = self.page.locator('#cover [data-action="reveal-hand"]')
        if button.count():
            button.click()
            self.wait_until_idle()


def greedy(position: Position) -> Move:
    """Choose the move that gains its player the most pagodas."""
    mover = position.player_to_move
    return max(position.moves(), key=lambda move: (position.play(move).pagodas_placed(mover), str(move)))


def generous(position: Position) -> Move:
    """Choose the move that gains the first player the most pagodas, so that the game is short."""
    return max(position.moves(), key=lambda move: (position.play(move).pagodas_placed(1), str(move)))
