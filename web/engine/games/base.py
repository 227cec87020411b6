"""A game on the page: `GameUi`, everything that shared code asks of a game."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from engine.actions import Action, Pressed
from engine.games.editor import GameEditor
from engine.games.form import Form, Seat
from engine.html import NOTHING, FormContext, Markup
from engine.protocol import TurnAnimation
from engine.words import Catalogue
from qin_core.common.levels import Strength
from qin_core.common.link_codec import Reader, Writer
from qin_core.common.protocols import GamePosition
from qin_core.common.puzzles import Puzzle
from qin_core.common.record import GameRecord
from qin_core.common.svg import ViewBox

_GAME = re.compile(r'^\[Game "([^"]*)"\]$', re.MULTILINE)


class Highlight(NamedTuple):
    """A highlight of a finished match: the number of its turn, the key of its title, and what it did."""

    turn: int
    key: str
    text: str = ""


P = TypeVar("P", bound=GamePosition)
AnyMove: TypeAlias = Any
"""A move of any game: positions take their own game's `Move`, or its text."""
AnyRecord: TypeAlias = GameRecord[Any, Any]
M = TypeVar("M")
S = TypeVar("S")
N = TypeVar("N")
F = TypeVar("F", bound=Form)
GoalTerms: TypeAlias = Mapping[str, tuple[str, Callable[..., bool]]]
"""Goals of lessons by their first word: a pattern for the rest, and a check of an attempted move."""


class GameUi(ABC, Generic[P, M, S, N, F]):
    """One game on the page. Its parameters are the types of position, match, session, narrator and form.

    Every match carries its `GameUi`, so that shared code reaches a game's own code without looking it up. Methods with
    a body are optional.
    """

    name: ClassVar[str]
    """The game's name in addresses and stored keys."""
    is_default: ClassVar[bool] = False
    """Whether the plain address of the site leads to this game."""
    record_type: ClassVar[type[AnyRecord]]
    suffix: ClassVar[str]
    """The extension of record files."""
    link_number: ClassVar[int]
    """The game's number in links to turns, below 8; it never changes."""
    line_fields: ClassVar[int]
    """The number of fields of a position line; it tells the lines of different games apart."""
    line_pattern: ClassVar[str] = r"[^\s/]/[^\s/]+/[^\s/]|\S\|\S"
    """A pattern that every position line has somewhere: by default rows of squares, or hands side by side."""
    levels: ClassVar[tuple[str, ...]]
    """The names of the computer levels, weakest first."""
    beginner_levels: ClassVar[tuple[str, ...]] = ()
    """The levels against which the coach helps without being asked."""
    drawbacks: ClassVar[tuple[str, ...]] = ()
    """The reasons of hints that speak against a move."""
    daily_level: ClassVar[str] = ""
    """The opponent in the deal of the day; the first level if empty."""
    strength_category: ClassVar[str] = ""
    """The kind of match whose measured strengths the help shows."""
    toggles: ClassVar[tuple[str, ...]] = ("confirm", "shortcuts")
    """The switches in the settings dialog."""
    selects: ClassVar[tuple[str, ...]] = ()
    """The settings of this game alone that have several values."""
    badges: ClassVar[tuple[str, ...]] = ()
    tips: ClassVar[tuple[str, ...]] = ()
    """Comments of a guided game that fit any turn."""
    has_hidden_pieces: ClassVar[bool] = False
    """Whether players hide pieces from each other."""
    share_note: ClassVar[str] = ""
    """The key of a remark in the share dialog."""
    puzzle_text: ClassVar[str] = ""
    """The key of the puzzles' introduction."""
    shortcuts: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Keys and what they do, for the help."""
    key_actions: ClassVar[Mapping[str, str]] = {}
    """Actions by key, anywhere on the page."""
    actions: ClassVar[Mapping[str, Action[Any]]]
    """The actions of this game alone: functions from session to session."""
    goal_terms: ClassVar[GoalTerms] = {}
    has_maps: ClassVar[bool] = False
    """Whether links can hold maps."""
    emblem: ClassVar[Markup] = NOTHING
    """A small picture beside its name."""
    words: ClassVar[Mapping[str, Catalogue]] = {}
    """Words by language, for games that are not in the site's catalogues."""

    @property
    def title(self) -> str:
        """The game's name for people, as records have it."""
        return self.record_type.game

    def address(self, base: str) -> str:
        """Return the address of the game's page."""
        path = base.partition("?")[0]
        return path if self.is_default else f"{path}?game={self.name}"

    # Matches and sessions

    @abstractmethod
    def new_form(self) -> F: ...
    @abstractmethod
    def form_from_match(self, match: M, /) -> F:
        """Fill in the form as for an existing match."""

    @abstractmethod
    def deal(self, form: F, seed: int, date: str, /) -> M:
        """Start the match of a form; raise `ParseError` if the form has problems."""

    @abstractmethod
    def match_from_position(self, start: P, seats: Iterable[Seat], /) -> M:
        """Start a match from a position."""

    @abstractmethod
    def match_from_record(self, record: AnyRecord, key: str = "", /) -> M:
        """Continue the match of a record."""

    @abstractmethod
    def new_session(self, match: M, /) -> S: ...
    @abstractmethod
    def narrator(self, language: str, names: tuple[str, ...], /) -> N: ...

    def demonstration(self, match: M, /) -> M:
        """Play the turns that the board behind the greeting shows; a match without turns shows none."""
        return match

    def read_start(self, line: str, /) -> P:
        """Read a position line to play on from."""
        start: P = self.record_type.position_type.parse(line)
        return start

    def write_setup(self, writer: Writer, match: M, /) -> None:
        """Write what a link needs beyond seats and turns."""

    @abstractmethod
    def read_setup(self, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str, /) -> M:
        """Start the match of a link."""

    def editor(self) -> type[GameEditor] | None:
        """Load the game's part of the editor, which no other page needs; None if positions can't be edited."""
        return None

    @property
    def has_editor(self) -> bool:
        """Whether positions can be edited; asking doesn't load the editor."""
        return type(self).editor is not GameUi.editor

    # The page

    @abstractmethod
    def board(self, session: S, /) -> Markup: ...
    @abstractmethod
    def squares(self, session: S, /) -> Markup:
        """Draw the clickable areas of the board."""

    @abstractmethod
    def grid(self, session: S, /) -> Markup:
        """Describe the board for the keyboard and screen readers."""

    def overlay(self, session: S, /) -> Markup:  # noqa: ARG002
        """Draw what hides the board, such as a request to hand over the device."""
        return NOTHING

    def hand(self, session: S, /) -> Markup:  # noqa: ARG002
        """Draw the pieces to choose from beside the board."""
        return NOTHING

    @abstractmethod
    def tools(self, session: S, assisted: bool = True, /) -> Markup: ...
    @abstractmethod
    def player_mark(self, player: int, /) -> Markup: ...
    @abstractmethod
    def score_html(self, session: S, player: int, /) -> Markup: ...
    @abstractmethod
    def status(self, session: S, /) -> str:
        """Say what a move would do, why it is illegal, or what to do; empty if there is nothing to do."""

    def preview_speech(self, session: S, /) -> str:  # noqa: ARG002
        """Say to screen readers what the picture shows of the previewed move."""
        return ""

    def preview_icons(self, session: S, /) -> Markup:  # noqa: ARG002
        """Say with pictures what the previewed move does; nothing where `status` says it best."""
        return NOTHING

    def hover_description(self, session: S, /) -> Markup:  # noqa: ARG002
        """Describe the square under the pointer."""
        return NOTHING

    @abstractmethod
    def move_label(self, session: S, move: AnyMove, /) -> Markup: ...
    @abstractmethod
    def picture(self, session: S, /) -> str:
        """Draw the position as a picture to save or share."""

    @abstractmethod
    def picture_box(self, position: P, /) -> ViewBox: ...
    @abstractmethod
    def thumbnail(self, position: P, number: int, /) -> Markup: ...
    @abstractmethod
    def animation(self, match: M, turn: int, /) -> TurnAnimation:
        """Animate a turn by its number, from 1."""

    def winning_markers(self, match: M, /) -> tuple[str, ...]:  # noqa: ARG002
        """Select the elements that light up after a win."""
        return ()

    @abstractmethod
    def on_board_key(self, key: str, session: S, square: str, typed: str, /) -> Pressed | None:
        """Handle a key on a square; None if it means the same as elsewhere on the page."""

    # Dialogs. `page` is the state of the game page; the form is the one for a new match.

    @abstractmethod
    def form_fields(self, page: FormContext, form: F, /) -> Markup: ...
    def form_summary(self, page: FormContext, form: F, /) -> tuple[str, ...]:  # noqa: ARG002
        """Say in a few words what the form says, besides the opponents."""
        return ()

    def more_form_fields(self, page: FormContext, form: F, /) -> Markup:  # noqa: ARG002
        """Ask for what few people change."""
        return NOTHING

    def rules(self, session: S, /) -> Markup:  # noqa: ARG002
        """Explain the rules in short."""
        return NOTHING

    @abstractmethod
    def ending_reason(self, session: S, /) -> Markup: ...
    def margin(self, session: S, /) -> str:  # noqa: ARG002
        """Say by how much the match was won."""
        return ""

    def ending_in_full(self, session: S, /) -> Markup:
        """Say why the match is over, and by how much it was won."""
        return self.ending_reason(session)

    def highlights(self, session: S, /) -> tuple[Highlight, ...]:  # noqa: ARG002
        """Return up to three turns that decided a finished match, in their order."""
        return ()

    def highlight_picture(self, match: M, turn: int, /) -> Markup:  # noqa: ARG002
        """Draw the position after a turn, small."""
        return NOTHING

    def turn_picture(self, match: M, turn: int, /) -> Markup:  # noqa: ARG002
        """Draw what a turn made, in a line of the log; the log then shows fewer words."""
        return NOTHING

    def lost_heavily(self, match: M, player: int, /) -> bool:  # noqa: ARG002
        """Tell whether a player was far behind at the end."""
        return False

    def summary(self, session: S, /) -> Markup:  # noqa: ARG002
        """Show tables and charts of a finished match."""
        return NOTHING

    def earned_badges(self, match: M, player: int, /) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    # The computer players: tasks that yield results as JSON values, each better than the one before

    @abstractmethod
    def think(self, line: str, level: str, seed: int, /) -> Iterator[object]:
        """Search for the best moves of a position as a player sees it."""

    def hint(self, line: str, level: str, seed: int, /) -> Iterator[object]:
        """Search for the best moves, with the reasons for each."""
        return self.think(line, level, seed)

    def evaluate_move(self, line: str, move: str, /) -> Iterator[object]:  # noqa: ARG002
        """Compare a move with the best one, for the coach."""
        return iter(())

    def analyse(self, record: str, /) -> Iterator[object]:  # noqa: ARG002
        """Review every turn of a match."""
        return iter(())

    # The day

    def puzzle_of_the_day(self, day: date, /) -> Puzzle[P] | None:  # noqa: ARG002
        """Return the puzzle of a day, the same for everybody; None if the game has none."""
        return None

    def par(self, day: date, /) -> int | None:  # noqa: ARG002
        """Return the score of the strongest level in the game of a day; None if it is unknown."""
        return None

    def lead(self, match: M, player: int, /) -> int:  # noqa: ARG002
        """Return how far ahead of the others a player has ended."""
        return 0

    def strengths(self) -> list[Strength]:
        """Return the measured strengths of the levels."""
        return []

    # Lessons, puzzles and guided games

    def lesson_picture(self, start: P, move: str, /, *, style: bool = True) -> str:  # noqa: ARG002
        """Draw the start of a lesson, or its first move; without a style sheet, the page has to have one."""
        return ""

    def pieces(self, start: P, /) -> tuple[str, ...]:  # noqa: ARG002
        """Name the pieces to choose from beside the board."""
        return ()

    def puzzle_title(self, start: P, goal: str, solution: tuple[str, ...], /) -> str:  # noqa: ARG002
        """Return the key of a puzzle's title."""
        return ""

    def puzzle_task(self, start: P, goal: str, solution: tuple[str, ...], narrator: N, seat: str, /) -> str:  # noqa: ARG002
        return ""

    def sure_capture(self, after: P, /) -> tuple[str, str] | None:  # noqa: ARG002
        """Return what the player to move can certainly take and where, if a glance is enough to see it."""
        return None

    def puzzle_reason(self, start: P, goal: str, solution: tuple[str, ...], narrator: N, /) -> str:  # noqa: ARG002
        """Say why a puzzle's solution works."""
        return ""

    def refutation(self, start: P, goal: str, after: P, /) -> str:  # noqa: ARG002
        """Return the reply that shows why a move misses the goal."""
        return ""

    def turn_comments(self, before: P, move: str, person: int, /) -> Iterator[str]:  # noqa: ARG002
        """Yield the keys of comments on a turn of a guided game, the most telling first."""
        return iter(())

    def notices(self, position: P, person: int, narrator: N, /) -> Iterator[str]:  # noqa: ARG002
        """Yield hints about a position of a guided game."""
        return iter(())

    def race_summary(self, position: P, person: int, narrator: N, /) -> tuple[str, ...]:  # noqa: ARG002
        """Say who is ahead in a guided game."""
        return ()


AnyGameUi: TypeAlias = GameUi[Any, Any, Any, Any, Any]


class Games(tuple[AnyGameUi, ...]):
    """The games of a site. `engine.main` lists them; texts that name a game are resolved here."""

    __slots__ = ()

    @property
    def default(self) -> AnyGameUi:
        """The game of the plain address."""
        return next((game for game in self if game.is_default), self[0])

    def by_name(self, name: str) -> AnyGameUi | None:
        return next((game for game in self if game.name == name), None)

    def for_query(self, search: str) -> AnyGameUi:
        """Return the game that an address's query names, or the default."""
        values = [value for key, _, value in (part.partition("=") for part in search[1:].split("&")) if key == "game"]
        return next((game for game in map(self.by_name, values) if game), self.default)

    def for_record(self, text: str) -> AnyGameUi:
        """Return the game of a record; the default refuses records of unknown games."""
        found = _GAME.search(text)
        return next((game for game in self if found and game.title == found[1]), self.default)

    def for_line(self, line: str) -> AnyGameUi:
        """Return the game of a position line; the default refuses lines that fit no game."""
        fields = line.count(" ") + 1
        return next((game for game in self if game.line_fields == fields), self.default)
