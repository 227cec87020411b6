"""The type of a room: everything that a game offers to the page, so that mypy says what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from qin_core.common.protocols import GamePosition

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.html import Html
    from engine.lessons.conditions import Terms
    from engine.protocol import TurnAnimation
    from engine.session.form import Draft
    from engine.session.keys import Pressed
    from engine.session.match import Game, Seat
    from engine.session.narrator import AnyStory
    from engine.session.session import Model
    from qin_core.common.levels import Strength
    from qin_core.common.link_codec import Reader, Writer
    from qin_core.common.svg import ViewBox

P = TypeVar("P", bound=GamePosition)
G = TypeVar("G", bound="Game")
M = TypeVar("M", bound="Model")
S = TypeVar("S", bound="AnyStory")
P_contra = TypeVar("P_contra", contravariant=True)
G_contra = TypeVar("G_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


class View(Protocol[P_contra, M_contra]):
    """The parts of the page that only this game can draw."""

    def board(self, model: M_contra, /) -> Html: ...
    def squares(self, model: M_contra, /) -> Html: ...
    def grid(self, model: M_contra, /) -> Html: ...
    def cover(self, model: M_contra, /) -> Html: ...
    def hand(self, model: M_contra, /) -> Html: ...
    def tools(self, model: M_contra, assisted: bool = True, /) -> Html: ...
    def mark(self, player: int, /) -> Html: ...
    def standing(self, model: M_contra, player: int, /) -> Html: ...
    def status(self, model: M_contra, /) -> str: ...
    def spoken(self, model: M_contra, /) -> str: ...
    def pointed_at(self, model: M_contra, /) -> str: ...
    def move_sign(self, model: M_contra, move: Any, /) -> Html: ...
    def picture(self, model: M_contra, /) -> str: ...
    def picture_box(self, position: P_contra, /) -> ViewBox: ...
    def thumb(self, position: P_contra, number: int, /) -> Html: ...


class Dialogs(Protocol[M_contra]):
    """Its share of the windows."""

    @property
    def SETTINGS(self) -> tuple[str, ...]: ...
    @property
    def SHARE_NOTE(self) -> str: ...
    def form(self, model: M_contra, /) -> Html: ...
    def more_of_form(self, model: M_contra, /) -> Html: ...


class Help(Protocol[M_contra]):
    """Its share of the help."""

    @property
    def SHORTCUTS(self) -> tuple[tuple[str, str], ...]: ...
    def rules(self, model: M_contra, /) -> Html: ...


class Ending(Protocol[M_contra]):
    """How a game came out."""

    def why(self, model: M_contra, /) -> Html: ...
    def margin(self, model: M_contra, /) -> str: ...
    def in_full(self, model: M_contra, /) -> Html: ...
    def highlight(self, model: M_contra, /) -> tuple[int, str] | None: ...
    def summary(self, model: M_contra, /) -> Html: ...


class Update(Protocol):
    """What only this game's actions do."""

    @property
    def ACTIONS(self) -> Mapping[str, Action[Any]]: ...


class Keys(Protocol[M_contra]):
    """What its keys do."""

    @property
    def ACTIONS(self) -> dict[str, str]: ...
    def on_board(self, key: str, model: M_contra, square: str, typed: str, /) -> Pressed | None: ...


class Levels(Protocol):
    """Its computer players."""

    @property
    def LEVELS(self) -> tuple[str, ...]: ...
    @property
    def NEWCOMERS(self) -> tuple[str, ...]: ...
    @property
    def DAILY(self) -> str: ...
    @property
    def USUAL(self) -> str: ...
    def strengths(self) -> list[Strength]: ...


class Linking(Protocol[G]):
    """What a link has to hold of a game besides its seats and its turns."""

    def put(self, writer: Writer, game: G, /) -> None: ...
    def take(self, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str, /) -> G: ...


class Thinker(Protocol):
    """What the computer can be asked; each answer is better than the one before."""

    def think(self, line: str, level: str, seed: int, /) -> Iterator[object]: ...
    def hint(self, line: str, level: str, seed: int, /) -> Iterator[object]: ...
    def weigh(self, line: str, move: str, /) -> Iterator[object]: ...
    def analyse(self, text: str, /) -> Iterator[object]: ...


class Guide(Protocol[P_contra, S_contra]):
    """What there is to say in a guided game."""

    @property
    def TIPS(self) -> tuple[str, ...]: ...
    def worth_saying(self, before: P_contra, move: str, person: int, /) -> Iterator[str]: ...
    def notices(self, position: P_contra, person: int, story: S_contra, /) -> Iterator[str]: ...
    def standing(self, position: P_contra, person: int, story: S_contra, /) -> tuple[str, ...]: ...


class Badges(Protocol[G_contra]):
    """What can be achieved in it."""

    @property
    def BADGES(self) -> tuple[str, ...]: ...
    def earned(self, game: G_contra, player: int, /) -> tuple[str, ...]: ...


class Lessons(Protocol[P_contra]):
    """Its share of the lessons; `pieces` are what there is to choose from beside the board."""

    @property
    def TERMS(self) -> Terms: ...
    @property
    def PUZZLE_TEXT(self) -> str: ...
    def picture(self, start: P_contra, move: str, /) -> str: ...
    def pieces(self, start: P_contra, /) -> tuple[str, ...]: ...


class PuzzleWords(Protocol[P_contra, S_contra]):
    """The words of its puzzles: a title's key, what is at stake and to do, why the solution works, spoiling replies."""

    def title(self, start: P_contra, goal: str, solution: tuple[str, ...], /) -> str: ...
    def task(self, start: P_contra, goal: str, solution: tuple[str, ...], story: S_contra, seat: str, /) -> str: ...
    def why(self, start: P_contra, goal: str, solution: tuple[str, ...], story: S_contra, /) -> str: ...
    def refutation(self, start: P_contra, goal: str, after: P_contra, /) -> str: ...


@dataclass(frozen=True)
class Room(Generic[P, G, M, S]):
    """One game on the page: its types, and the modules that know it."""

    game: type[G]
    model: type[M]
    draft: type[Draft]
    draft_of: Callable[[G], Draft]
    """Fills the form for a new game in as for a game that is there."""
    read_start: Callable[[str], P]
    """Reads a position line to play on from."""
    line_fields: int
    """How many fields its position lines have, by which they are told from those of other games."""
    story: Callable[[str, tuple[str, ...]], S]
    view: View[P, M]
    dialogs: Dialogs[M]
    help: Help[M]
    ending: Ending[M]
    update: Update
    keys: Keys[M]
    levels: Levels
    linking: Linking[G]
    thinker: Thinker
    lessons: Lessons[P]
    puzzle_words: PuzzleWords[P, S]
    animation: Callable[[G, int], TurnAnimation]
    """Animates a turn by its number, from 1."""
    winning_markers: Callable[[G], tuple[str, ...]]
    """Selects the elements that light up when the game is won."""
    guide: Guide[P, S]
    badges: Badges[G]
    editor: str = ""
    """The page on which its positions can be edited."""

    @property
    def name(self) -> str:
        """Its name in addresses."""
        return self.game.room

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.game.records.game


AnyRoom: TypeAlias = "Room[Any, Any, Any, Any]"
"""A room of which only the page's own part is known."""
