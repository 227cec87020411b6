# ruff: noqa: ARG002, ARG003 - defaults ignore their arguments
"""`GameEditor`, the interface between a game and the editor: an immutable sketch of a position.

The editor handles undo, strokes, drafts and exports for all games.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple, Self

from engine.html import NOTHING, Markup, ViewContext, text
from qin_core.common.errors import Problem
from qin_core.common.protocols import GamePosition
from qin_core.common.svg import ViewBox


class Brush(NamedTuple):
    """A brush, its shortcut, and the text keys of its label and its help."""

    name: str
    key: str
    label: str
    help: str


class Tools(NamedTuple):
    """The selected mode, brush, player and piece."""

    mode: str
    brush: str
    player: int = 1
    """The owner of what the brush paints."""
    piece: str = ""
    """The piece that is added to a hand."""


class LocatedProblem(NamedTuple):
    """A problem of a sketch, and the squares to mark."""

    problem: Problem
    squares: tuple[str, ...]


def outline_icon(path: str) -> Markup:
    """Draw a 24 × 24 icon from an SVG path."""
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{text(path)}"/></svg>')


class GameEditor(ABC):
    """A sketch of a position, which may be invalid. The class describes the game to the editor."""

    name: ClassVar[str]
    """The game's name in addresses."""
    title: ClassVar[str]
    """The game's display name."""
    modes: ClassVar[Mapping[str, tuple[Brush, ...]]]
    """The brushes of each mode. There is a mode for positions, and one for maps if they can be edited."""
    pieces: ClassVar[tuple[str, ...]] = ()
    """The pieces that can be added to a hand."""
    owners: ClassVar[bool] = False
    """Whether painted pieces have owners."""
    goals: ClassVar[Mapping[str, str]]
    """The goals of lessons by name, in the format of lesson files; `{mover}` is the player to move."""
    caption: ClassVar[str]
    """The text key of a picture's description."""
    help: ClassVar[tuple[str, ...]]
    """The text keys of the steps in the help."""
    shortcuts: ClassVar[Mapping[str, str]]
    """The keyboard shortcuts: see `html.shortcut_table`."""

    # Reading and writing

    @classmethod
    @abstractmethod
    def new(cls) -> Self:
        """Return an empty sketch."""

    @classmethod
    @abstractmethod
    def claims(cls, text: str) -> bool:
        """Return whether a text seems to be in one of this game's formats."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """Read a position line, a record or a board file; raise `ParseError` if it can't be drawn."""

    @property
    @abstractmethod
    def line(self) -> str:
        """The position line, which may be invalid."""

    @abstractmethod
    def position(self) -> GamePosition:
        """Return the position; raise `ParseError` if it is invalid."""

    @abstractmethod
    def problems(self) -> tuple[LocatedProblem, ...]:
        """List the problems of the sketch."""

    @property
    def opening_mode(self) -> str:
        """The mode in which the sketch is opened."""
        return next(iter(self.modes))

    @property
    def over_key(self) -> str:
        """The key of the text about a position in which the game is over."""
        return "position-over"

    @property
    def board_file(self) -> str | None:
        """The map as a board file, empty if it has problems; None for a game with a single board."""
        return None

    # Editing

    @property
    def players(self) -> int:
        """The number of players."""
        return 2

    @abstractmethod
    def has_square(self, square: str) -> bool:
        """Return whether the board has a square."""

    @abstractmethod
    def paint(self, tools: Tools, square: str) -> Self:
        """Paint a square with the selected brush; an impossible stroke changes nothing."""

    def stroke_brush(self, brush: str, square: str) -> str:
        """Return the brush for a stroke from a square: an eraser if the brush has already painted that square."""
        return brush

    @abstractmethod
    def between(self, brush: str, start: str, end: str) -> list[str]:
        """List the squares that a stroke paints between two squares, without the first."""

    def why_not(self, brush: str, square: str) -> str:
        """Return the text key of the reason why a brush can't paint a square; empty if it can."""
        return ""

    def give(self, square: str, player: int) -> Self:
        """Make a player the owner of the piece on a square; if they already are, nobody owns it any more."""
        return self

    @abstractmethod
    def change(self, field: str, value: str) -> Self:
        """Set a field of the form; an unknown value changes nothing."""

    def mode_after(self, field: str, value: str) -> str:
        """Return the mode to switch to after a change of a field; empty to stay."""
        return ""

    @abstractmethod
    def clear(self, mode: str) -> Self:
        """Remove everything that can be painted in a mode."""

    @abstractmethod
    def walk(self, key: str, square: str) -> str | None:
        """Return the square to which a key moves the focus; None if it doesn't move the focus."""

    @classmethod
    def eraser(cls, mode: str) -> str:
        """Return the brush that the delete key uses in a mode."""
        return "erase"

    @property
    def hides_hand(self) -> bool:
        """Whether the player to move has face-down pieces, with which nobody can solve a lesson."""
        return False

    def with_open_hand(self, move: str) -> Self:
        """Turn the hand of the player to move face up, with the piece of a move in it."""
        return self

    @abstractmethod
    def attempts(self) -> Iterable[str]:
        """List moves, legal or not, among which the editor looks for the solution of a lesson with an illegal move."""

    # Drawing

    @abstractmethod
    def board(self, coordinates: bool, cursor: str | None) -> Markup:
        """Draw the board, with the squares of its problems marked and a ring around the cursor."""

    @abstractmethod
    def hits(self, coordinates: bool) -> Markup:
        """Draw the clickable areas of the board."""

    @abstractmethod
    def describe_squares(self, language: str) -> Mapping[str, str]:
        """Describe every square."""

    @abstractmethod
    def grid(self, language: str) -> Markup:
        """Draw the descriptions as a grid for the keyboard and screen readers."""

    @abstractmethod
    def swatch(self, brush: str, player: int) -> Markup:
        """Draw a sample of a brush."""

    def pieces_left(self, brush: str) -> int | None:
        """Count the remaining pieces of a brush; None if they are unlimited."""
        return None

    @abstractmethod
    def form(self, view: ViewContext, tools: Tools) -> Markup:
        """Draw the fields beside the board."""

    def buttons(self, view: ViewContext) -> Markup:
        """Draw the game-specific buttons below the fields."""
        return NOTHING

    def owner(self, language: str, player: int) -> str:
        """Return the name of a player."""
        return ""

    def owner_mark(self, player: int) -> Markup:
        """Draw a player's piece, as a mark beside the name."""
        return NOTHING

    @abstractmethod
    def picture(self, title: str, coordinates: bool, size: int) -> str:
        """Draw the position as an SVG file."""

    @abstractmethod
    def picture_box(self, coordinates: bool) -> ViewBox:
        """Return the view box of the picture."""
