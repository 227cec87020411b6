"""Playing on the page as people do: by mouse, by touch, by keyboard; and reading what the page shows."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Generic, Self, TypeVar

from playwright.sync_api import BrowserContext, Page

from e2e.pages import PREFERENCES
from e2e.watching import Watched
from qin_core.common.record import GameRecord
from qin_core.qin import Board, Move, Position, Record
from web.build.serving import Server

R = TypeVar("R", bound=GameRecord[Any, Any])
CURRENT, GAMES = "qin.current", "qin.game."
FIRST_KEY = 1_600_000_000_000
MAX_WAYS = 8
"""In how many ways a tile can lie over a square: either half on it, turned every way."""
CENTRE = """square => {
  const box = document.querySelector(`[data-square="${square}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Visitor(Generic[R]):
    """Somebody in front of the page, whichever game it shows."""

    records: type[R]
    current: str
    """The key under which the page notes the game that is being played."""
    query = ""
    """What the address asks for."""
    resumed = 0
    """How many games were put into the storage."""

    def __init__(self, context: BrowserContext, server: Server, *, settings: dict[str, Any] | None = None) -> None:
        """Open the page with settings of an earlier visit."""
        if settings:
            kept = json.dumps(json.dumps(settings))
            context.add_init_script(f"localStorage['{PREFERENCES}'] ??= {kept}")
        self.watched = Watched(context, server.address)
        self.page: Page = self.watched.page
        self.watched.open(server.address + self.query)

    @classmethod
    def at(cls, watched: Watched) -> Self:
        """Sit down at a page that is open already."""
        somebody = cls.__new__(cls)
        somebody.watched, somebody.page = watched, watched.page
        return somebody

    def resume(self, record: R) -> None:
        """Open the app with this game as the one that was played last."""
        self.resumed += 1
        key = f"{FIRST_KEY + self.resumed}-000000"
        self.watched.reopen({self.current: key, f"{GAMES}{key}": str(record)})

    # Reading

    def until(self, condition: Callable[[], bool], seconds: float = 60) -> None:
        """Wait for something."""
        self.watched.until(condition, seconds)

    def settle(self) -> None:
        """Wait until everything is drawn and stored and nothing moves."""
        self.watched.settle()

    def record(self) -> R:
        """Read the record that the page has kept of this game."""
        return self.records.parse(self.watched.kept(f"{GAMES}{self.watched.kept(self.current)}") or "")

    def turns(self) -> int:
        """Count the turns that the page lists."""
        return self.page.locator("#log li button").count()

    def dialog(self) -> str:
        """Name the window that is open."""
        return str(self.page.evaluate("dialog.open ? dialog.dataset.window : ''"))

    def result(self) -> str:
        """Wait for the banner over the board, and read who has won."""
        told = self.page.locator("#cover .banner h2")
        self.until(lambda: told.count() == 1)
        return told.inner_text()

    # Windows

    def press(self, action: str, value: str = "", within: str = "body") -> None:
        """Press a button by what it does."""
        which = f'{within} button[data-action="{action}"]' + (f'[data-value="{value}"]' if value else "")
        self.page.locator(which).first.click()
        self.settle()

    def open(self, window: str) -> None:
        """Open a window; a narrow page has the way to most of them folded away."""
        if not self.page.locator(f'#menu [data-value="{window}"]').is_visible():
            self.page.locator("#menu .fold").click()
        self.press("open", window, "#menu")
        self.until(lambda: self.dialog() == window)

    def close(self) -> None:
        """Close the window that is open."""
        self.press("open", within="#dialog")
        self.until(lambda: not self.dialog())
        # The address follows a little later.
        self.until(lambda: self.page.evaluate("location.hash") == "")

    def choose(self, field: str, value: str) -> None:
        """Choose from a list or from chips in a window; what is folded away is unfolded."""
        control = self.page.locator(f'#dialog [data-field="{field}"]').first
        if not control.is_visible():
            control.locator("xpath=ancestor::details[1]/summary").click()
        if control.evaluate("control => control.type") == "radio":
            self.page.locator(f'#dialog [data-field="{field}"][value="{value}"]').check(force=True)
        else:
            control.select_option(value)
        self.settle()

    def type_square(self, square: str) -> None:
        """Go to a square by typing its name on the keyboard board."""
        if not self.page.evaluate("!!document.activeElement.dataset.cell"):
            self.page.locator('#grid [tabindex="0"]').focus()
        self.page.keyboard.type(square)


class Player(Visitor[Record]):
    """Somebody who plays Qin; every move goes through the page."""

    records = Record
    current = CURRENT

    def left(self) -> list[int]:
        """Read how many pagodas everybody has left."""
        return [int(text) for text in self.page.locator('.player .left [aria-hidden="true"]').all_inner_texts()]

    def begin(self, *kinds: str, board: str | Board = "bird", seed: int = 1, first: int = 1) -> None:
        """Resume a game in which nobody has moved, with a kind of player for each seat."""
        start = Position.deal(board, len(kinds), seed=seed, first=first)
        self.resume(Record(start).with_headers({"Seats": "|".join(kinds)}))

    def begin_by_form(self, kinds: Sequence[str], board: str = "bird", **fields: str) -> None:
        """Begin a new game with a kind of player for each seat."""
        self.open("new")
        self.choose("players", str(len(kinds)))
        for number, kind in enumerate(kinds, start=1):
            self.choose(f"kind-{number}", kind)
        self.choose("board", board)
        for field, value in fields.items():
            self.choose(field, value)
        self.press("begin", within="#dialog")
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
        """Make a move with the mouse."""
        self._by(position, move, self.click, lambda locator: locator.click())

    def by_touch(self, position: Position, move: Move) -> None:
        """Make a move by touch."""
        self._by(position, move, self.tap, lambda locator: locator.tap())

    def _by(self, position: Position, move: Move, touch: Callable[[str], None], use: Callable[[Any], None]) -> None:
        if move.halves:
            self._aim(position, move, touch, use)
        use(self.page.locator('#tools [data-action="place"]'))

    def aim(self, position: Position, move: Move) -> None:
        """Lay a tile down for a look, with the mouse."""
        self._aim(position, move, self.click, lambda locator: locator.click())

    def _aim(self, position: Position, move: Move, touch: Callable[[str], None], use: Callable[[Any], None]) -> None:
        number = position.hand(position.mover).index(move.tile)
        use(self.page.locator(f'#hand [data-action="tile"][data-value="{number}"]'))
        touch(move.halves[0][1])
        self._turn_to(move, lambda: touch(move.halves[0][1]))

    def by_keys(self, position: Position, move: Move) -> None:
        """Make a move with nothing but keys."""
        keyboard = self.page.keyboard
        if move.halves:
            square = move.halves[0][1]
            self.type_square(square)
            keyboard.press("Escape")
            keyboard.press("Escape")
            keyboard.press(str(position.hand(position.mover).index(move.tile) + 1))
            keyboard.press("Enter")
            self._turn_to(move, lambda: keyboard.press("r"))
        else:
            self.type_square("a1")
        keyboard.press("Enter")

    def _turn_to(self, move: Move, turn: Callable[[], None]) -> None:
        """Turn the tile until its other half lies where it should."""
        for _ in range(MAX_WAYS):
            self.settle()
            if self.laid() == Move(move.halves):
                return
            turn()
        raise AssertionError(f"{move} can't be reached; {self.watched.status()}")

    def ghost(self) -> set[str]:
        """Read from the picture where the tile would lie."""
        return set(
            self.page.evaluate(
                """() => {
                  const ghost = document.querySelector('#board .ghost');
                  if (!ghost) return [];
                  const box = ghost.getBoundingClientRect();
                  return [...document.querySelectorAll('[data-square]')].filter(square => {
                    const own = square.getBoundingClientRect();
                    const x = own.x + own.width / 2, y = own.y + own.height / 2;
                    return x > box.left && x < box.right && y > box.top && y < box.bottom;
                  }).map(square => square.dataset.square);
                }"""
            )
        )

    def laid(self) -> Move | None:
        """Read from the picture which placement is looked at."""
        ghost = self.page.locator("#board .ghost")
        return Move.parse(ghost.get_attribute("data-move") or "") if ghost.count() else None

    def uncover(self) -> None:
        """Take over from another person, if that is asked for; what still moves is skipped."""
        self.page.mouse.click(2, self.page.evaluate("innerHeight") - 2)
        button = self.page.locator('#cover [data-action="uncover"]')
        if button.count():
            button.click()
            self.settle()


def greedy(position: Position) -> Move:
    """Choose the move that brings its player the most pagodas."""
    mover = position.mover
    return max(position.moves(), key=lambda move: (position.play(move).pagodas_placed(mover), str(move)))


def generous(position: Position) -> Move:
    """Choose the move that brings the first player the most pagodas: the game is soon over."""
    return max(position.moves(), key=lambda move: (position.play(move).pagodas_placed(1), str(move)))
