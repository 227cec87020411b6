"""Play Khan Tsin on the page by mouse, touch or keyboard."""

from collections.abc import Callable
from typing import Any

from e2e.player import CENTRE, GamePlayer
from qin_core.khan_tsin import Move, Position, Record

# The stacks in the picture by their spaces.
STACKS = """Object.fromEntries(
  [...document.querySelectorAll('#board .stack')].map(stack => [stack.dataset.on, stack.dataset.stack]))"""


class KhanPlayer(GamePlayer[Record]):
    """A person who plays Khan Tsin through the page."""

    records = Record
    current = "khan-tsin.current"
    query = "?game=khan-tsin"

    def stacks(self) -> tuple[str, ...]:
        """Read the stacks from the picture."""
        shown: dict[str, str] = self.page.evaluate(STACKS)
        return tuple(shown.get(str(space), "") for space in range(1, 37))

    def start_game(self, south: str, north: str, *, seed: int = 1) -> None:
        """Resume a game without turns, with a kind of player for each side."""
        self.resume(Record(Position.deal(seed=seed)).with_headers({"Seats": f"{south}|{north}"}))

    def start_game_by_form(self, south: str, north: str, *, layout: str = "random", variants: str = "-") -> None:
        """Start a new game through the dialog."""
        self.open("new")
        self.choose("kind-1", south)
        self.choose("kind-2", north)
        self.choose("layout", layout)
        for field, letter in (("two_speeds", "t"), ("turning", "r")):
            self.page.locator(f'#dialog [data-field="{field}"]').set_checked(letter in variants)
            self.wait_until_idle()
        self.press("start-game", within="#dialog")
        self.until(lambda: not self.dialog())
        self.until(lambda: self.page.evaluate("location.hash") == "")

    def click(self, square: str) -> None:
        """Click on a space."""
        self.page.mouse.click(*self.page.evaluate(CENTRE, square))

    def tap(self, square: str) -> None:
        """Tap on a space."""
        self.page.touchscreen.tap(*self.page.evaluate(CENTRE, square))

    def enter(self, square: str) -> None:
        """Select a space by keyboard."""
        self.type_square(square)
        self.page.keyboard.press("Enter")

    def by_mouse(self, position: Position, move: Move) -> None:
        """Make a move by mouse."""
        self._fly(position, move, self.click, lambda locator: locator.click())

    def by_touch(self, position: Position, move: Move) -> None:
        """Make a move by touch."""
        self._fly(position, move, self.tap, lambda locator: locator.tap())

    def aim(self, position: Position, move: Move) -> None:
        """Preview a move by mouse."""
        self._aim(position, move, self.click, lambda locator: locator.click())

    def _fly(self, position: Position, move: Move, touch: Callable[[str], None], use: Callable[[Any], None]) -> None:
        """Make a move; `touch` clicks or taps on a space, `use` on a button."""
        self._aim(position, move, touch, use)
        use(self.page.locator('#tools [data-action="place"]'))

    def _aim(self, position: Position, move: Move, touch: Callable[[str], None], use: Callable[[Any], None]) -> None:
        """Preview a move; passing needs no preview."""
        if not move.count:
            return
        touch(str(move.source))
        if len(position.stack(move.source)) > 1:
            use(self.page.locator(f'#hand [data-action="take"][data-value="{move.count}"]'))
        for action, wanted in (("rotate", move.turned), ("flip", move.flipped)):
            if wanted:
                use(self.page.locator(f'#tools [data-action="{action}"]'))
        touch(str(move.target))

    def by_keys(self, position: Position, move: Move) -> None:
        """Make a move by keyboard."""
        keyboard = self.page.keyboard
        if not move.count:  # a pass
            self.page.locator('#tools [data-action="place"]').press("Enter")
            return
        self.enter(str(move.source))
        # Select one baron, the fewest, then add the others.
        for _ in position.stack(move.source):
            keyboard.press("-")
        for _ in range(move.count - 1):
            keyboard.press("+")
        for key, wanted in (("r", move.turned), ("f", move.flipped)):
            if wanted:
                keyboard.press(key)
        self.enter(str(move.target))
        keyboard.press("Enter")


def greedy(position: Position) -> Move:
    """Choose a move that wins, else one that makes a high stack, so that games are short, and rotates or flips it."""

    def rank(move: Move) -> tuple[int, int]:
        height = len(position.stack(move.target)) + move.count if move.count else 0
        return height, move.turned + move.flipped

    moves = position.moves()
    won = [move for move in moves if position.play(move).winners()]
    return max(won or moves, key=lambda move: (rank(move), str(move)))
