# ruff: noqa: ARG002, ARG003 - defaults ignore their arguments
"""A game's part of the editor: the sketch of a position as an immutable value.

The editor itself knows no game: it handles undo, strokes, drafts and exports. A game that can be edited has a
subclass of `GameEditor`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple, Self

from engine.html import NOTHING, Markup, ViewContext, text
from qin_core.common.errors import Problem
from qin_core.common.protocols import GamePosition
from qin_core.common.svg import ViewBox


class Brush(NamedTuple):
    """A brush, the key that picks it, and the catalogue's keys for its name and its help."""

    name: str
    key: str
    label: str
    help: str


class Tools(NamedTuple):
    """What the reader holds."""

    mode: str
    brush: str
    player: int = 1
    """The owner of what a brush sets."""
    piece: str = ""
    """The piece that goes into a hand."""


class Found(NamedTuple):
    """A problem, and the squares to mark."""

    fault: Problem
    squares: tuple[str, ...]


def outline_icon(path: str) -> Markup:
    """Draw an icon of 24 by 24 from its outline."""
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{text(path)}"/></svg>')


class GameEditor(ABC):
    """A sketch of a position, valid or not, with everything that the editor needs to know about its game."""

    name: ClassVar[str]
    """The game's name in addresses."""
    title: ClassVar[str]
    modes: ClassVar[Mapping[str, tuple[Brush, ...]]]
    """By mode, the brushes; a game whose maps can be edited has a mode for them."""
    pieces: ClassVar[tuple[str, ...]] = ()
    """The pieces that can go into a hand."""
    owners: ClassVar[bool] = False
    """Whether what a brush sets belongs to a player."""
    goals: ClassVar[Mapping[str, str]]
    """By name, the goals of lessons as a lesson file has them; `{mover}` is the player to move."""
    caption: ClassVar[str]
    """The catalogue's key for the description of a picture."""
    help: ClassVar[tuple[str, ...]]
    """The catalogue's keys of the help, step by step."""
    shortcuts: ClassVar[tuple[tuple[str, str], ...]]
    """Keys, and the catalogue's keys for what they do."""

    # Reading and writing

    @classmethod
    @abstractmethod
    def new(cls) -> Self:
        """Return the sketch that the editor begins with."""

    @classmethod
    @abstractmethod
    def claims(cls, text: str) -> bool:
        """Tell whether a text looks like one of this game."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """Read a position line, a record or a board; raises `ParseError` if it can't be drawn."""

    @property
    @abstractmethod
    def line(self) -> str:
        """The position line, with all its problems."""

    @abstractmethod
    def position(self) -> GamePosition:
        """Return the position; raises `ParseError` if it has problems."""

    @abstractmethod
    def found(self) -> tuple[Found, ...]:
        """List the problems."""

    @property
    def opening_mode(self) -> str:
        """The mode to open the sketch in."""
        return next(iter(self.modes))

    @property
    def board_file(self) -> str | None:
        """The map as a board file, empty if it has problems; None where a game has a single board."""
        return None

    # Editing

    @property
    def players(self) -> int:
        """The number of players."""
        return 2

    @abstractmethod
    def has_square(self, square: str) -> bool:
        """Tell whether the board has a square."""

    @abstractmethod
    def paint(self, tools: Tools, square: str) -> Self:
        """Use a brush on a square; where it can't be used, nothing changes."""

    def stroke_brush(self, brush: str, square: str) -> str:
        """Name the brush of a stroke that begins on a square: on what the brush has painted, one that removes it."""
        return brush

    @abstractmethod
    def between(self, brush: str, start: str, end: str) -> list[str]:
        """Name the squares that a stroke paints from one square to another, without the first."""

    def why_not(self, brush: str, square: str) -> str:
        """Return the catalogue's key for the reason why a brush can't be used on a square; empty if it can."""
        return ""

    def give(self, square: str, player: int) -> Self:
        """Give what is on a square to a player."""
        return self

    @abstractmethod
    def change(self, field: str, value: str) -> Self:
        """Set a field of the form; an unknown value changes nothing."""

    def mode_after(self, field: str, value: str) -> str:
        """Name the mode that a change of a field leads to; empty if it leads to none."""
        return ""

    @abstractmethod
    def clear(self, mode: str) -> Self:
        """Remove everything that can be painted in a mode."""

    @abstractmethod
    def walk(self, key: str, square: str) -> str | None:
        """Return the square that a key leads to; None if the key doesn't walk."""

    @classmethod
    def eraser(cls, mode: str) -> str:
        """Name the brush of a mode that the delete key uses."""
        return "erase"

    @abstractmethod
    def attempts(self) -> Iterable[str]:
        """List moves to try in a lesson about the rules, legal or not."""

    # Drawing

    @abstractmethod
    def board(self, coordinates: bool, cursor: str | None) -> Markup:
        """Draw the board with the squares of its problems marked, and one square ringed."""

    @abstractmethod
    def hits(self, coordinates: bool) -> Markup:
        """Draw the targets for pointers."""

    @abstractmethod
    def squares(self, language: str) -> Mapping[str, str]:
        """Describe every square."""

    @abstractmethod
    def grid(self, language: str) -> Markup:
        """Draw the descriptions as a grid for keyboards and screen readers."""

    @abstractmethod
    def swatch(self, brush: str, player: int) -> Markup:
        """Draw what a brush paints."""

    def left(self, brush: str) -> int | None:
        """Count the pieces that a brush has left; None if they don't run out."""
        return None

    @abstractmethod
    def form(self, view: ViewContext, tools: Tools) -> Markup:
        """Make the fields beside the board."""

    def buttons(self, view: ViewContext) -> Markup:
        """Make the game's own buttons below the fields."""
        return NOTHING

    def owner(self, language: str, player: int) -> str:
        """Name a player."""
        return ""

    def owner_mark(self, player: int) -> Markup:
        """Draw the mark of a player."""
        return NOTHING

    @abstractmethod
    def picture(self, title: str, coordinates: bool, size: int) -> str:
        """Draw the position as an SVG file."""

    @abstractmethod
    def picture_box(self, coordinates: bool) -> ViewBox:
        """Return the view box of the picture."""
