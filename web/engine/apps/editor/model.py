"""The model of the editor's page: one immutable value, from which its whole page follows."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.apps.editor.dragon import BARONS, START
from engine.apps.editor.painting import MAP_BRUSHES, POSITION_BRUSHES
from engine.apps.editor.sketch import Sketch
from engine.apps.editor.validation import Found, check
from engine.games.qin.narrator import Narrator
from engine.html import Note
from engine.session.session import Settings
from engine.words import say
from qin_core.qin import BOARDS

MAP, POSITION = "map", "position"
MODES = (POSITION, MAP)
BRUSHES = {POSITION: POSITION_BRUSHES, MAP: MAP_BRUSHES}
MAX_STEPS = 200
"""How many edits can be taken back."""


class Stroke(NamedTuple):
    """A brush on its way over the board."""

    brush: str
    square: str
    """Where it has come to."""
    before: Sketch
    """What there was before: a stroke is one edit, however long it is."""


@dataclass(frozen=True)
class Editor:
    """A position that is being set up, and the tools at hand."""

    sketch: Sketch = field(default_factory=lambda: Sketch.on(BOARDS["bird"].rows))
    language: str = "en"
    settings: Settings = field(default_factory=Settings)
    mode: str = POSITION
    brush: str = "r"
    player: int = 1
    """Who gets new provinces, and what the pagoda brush gives."""
    tile: str = "rr"
    """The tile that goes into a hand."""
    stroke: Stroke | None = None
    """The stroke that is being made."""
    hover: str | None = None
    touched: str = ""
    """The square that a key has just painted: what has become of it is said."""
    past: tuple[Sketch, ...] = ()
    future: tuple[Sketch, ...] = ()
    goal: str = "found"
    """What a lesson made of the position asks for."""
    written: tuple[tuple[str, str], ...] = ()
    """The words of that lesson, by `language.key`."""
    dragon: str = START
    """The position of Khan Tsin that is written in its window."""
    baron: str = BARONS[0]
    """What a touch on that dragon does."""
    dialog: str = ""
    note: Note | None = None
    inert: bool = False
    """Whether nothing can be pressed yet: the page is drawn before its Python runs."""
    root: str = ""
    """The address of the site, for links."""

    @property
    def found(self) -> tuple[Found, ...]:
        """What is wrong with the position."""
        return check(self.sketch)

    @property
    def board(self) -> str:
        """Which board it is: bird, lion, or a map of one's own."""
        name = self.sketch.board_name
        return name if name in BOARDS else MAP

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players' colours, of those who don't play, too."""
        return tuple(say(self.language, f"player-{player}") for player in range(1, 5))

    @property
    def story(self) -> Narrator:
        """Who tells what lies on the board, in the reader's language."""
        return Narrator(self.language, self.names)

    def has_square(self, name: str) -> bool:
        """Tell whether the map has a square of that name."""
        return self.sketch.drawn().board.square(name) is not None

    def edited(self, sketch: Sketch) -> "Editor":
        """Make an edit that can be taken back."""
        if sketch == self.sketch:
            return self
        past = (*self.past, self.sketch)[-MAX_STEPS:]
        return replace(self, sketch=sketch, past=past, future=(), note=None)
