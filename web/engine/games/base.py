# ruff: noqa: ARG002 - defaults ignore their arguments
"""`GameUi`, the interface between a game and the page."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
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

_GAME_HEADER = re.compile(r'^\[Game "([^"]*)"\]$', re.MULTILINE)


class Highlight(NamedTuple):
    """A turn that decided a finished match: its number, the key of its title, and what it did."""

    turn: int
    key: str
    text: str = ""


class Reason(NamedTuple):
    """A reason for or against a move: its kind, and the place or number that its text mentions."""

    kind: str
    place: str = ""


class Capture(NamedTuple):
    """What a move captures, and where."""

    kind: str
    place: str = ""


PositionT = TypeVar("PositionT", bound=GamePosition)
AnyMove: TypeAlias = Any
"""A move of any game: positions take their own game's `Move`, or its text."""
AnyRecord: TypeAlias = GameRecord[Any, Any]
MatchT = TypeVar("MatchT")
SessionT = TypeVar("SessionT")
NarratorT = TypeVar("NarratorT")
FormT = TypeVar("FormT", bound=Form)


class GoalTerm(NamedTuple):
    """A term of lesson goals: the pattern of what follows its first word, and its check of an attempted move."""

    pattern: str
    check: Callable[..., bool]


GoalTerms: TypeAlias = Mapping[str, GoalTerm]
"""The terms by their first words."""


class GameUi(ABC, Generic[PositionT, MatchT, SessionT, NarratorT, FormT]):
    """The interface of one game, generic in its position, match, session, narrator and form.

    Every match has a reference to its `GameUi`, so shared code needs no lookup. Abstract methods are required; the
    others have defaults. `line` always means a position line.
    """

    name: ClassVar[str]
    """The game's name in addresses and stored keys."""
    is_default: ClassVar[bool] = False
    """Whether the plain address of the site leads to this game."""
    record_type: ClassVar[type[AnyRecord]]
    match_type: type[MatchT]
    new_session: Callable[[MatchT], SessionT]
    """Return a session that shows a match."""
    narrator: Callable[[str, tuple[str, ...]], NarratorT]
    """Return a narrator for a language and the names of the players."""
    new_form: Callable[[], FormT]
    """Return the form for a new match with its defaults."""
    suffix: ClassVar[str]
    """The extension of record files."""
    link_number: ClassVar[int]
    """The game's number in links to turns, below 8; it never changes."""
    line_fields: ClassVar[int]
    """The number of fields of a position line, by which a line's game is recognised."""
    line_pattern: ClassVar[str] = r"[^\s/]/[^\s/]+/[^\s/]|\S\|\S"
    """A pattern that occurs in every position line: by default rows of squares, or hands separated by `|`."""
    levels: ClassVar[tuple[str, ...]]
    """The names of the computer levels, weakest first."""
    beginner_levels: ClassVar[tuple[str, ...]] = ()
    """The levels against which the coach is on by default."""
    drawbacks: ClassVar[tuple[str, ...]] = ()
    """The kinds of hint reasons that count against a move."""
    daily_level: ClassVar[str] = ""
    """The opponent in the deal of the day; the first level if empty."""
    strength_category: ClassVar[str] = ""
    """The category of `Strength.greedy` that the help shows."""
    switches: ClassVar[tuple[str, ...]] = ("confirm", "shortcuts")
    """The on/off settings in the settings dialog."""
    choices: ClassVar[tuple[str, ...]] = ()
    """The game-specific settings with more than two values."""
    badges: ClassVar[tuple[str, ...]] = ()
    """The badges that a player can earn, in display order."""
    medals: ClassVar[Mapping[str, Markup]] = {}
    """The pictures on the medals by badge; the emblem is on the others."""
    tips: ClassVar[tuple[str, ...]] = ()
    """The keys of comments that fit any turn of a guided game."""
    has_hidden_pieces: ClassVar[bool] = False
    """Whether players have hidden pieces."""
    share_note: ClassVar[str] = ""
    """The key of a note in the share dialog."""
    puzzle_text: ClassVar[str] = ""
    """The key of the introduction to the puzzles."""
    shortcuts: ClassVar[Mapping[str, str]] = {}
    """The keyboard shortcuts: see `html.shortcut_table`."""
    key_actions: ClassVar[Mapping[str, str]] = {}
    """Actions by key, wherever the focus is."""
    actions: ClassVar[Mapping[str, Action[Any]]]
    """The game-specific actions: functions from session to session."""
    goal_terms: ClassVar[GoalTerms] = {}
    """The terms that only lessons of this game can use."""
    has_maps: ClassVar[bool] = False
    """Whether the game can be played on custom maps."""
    emblem: ClassVar[Markup] = NOTHING
    """The game's icon."""
    words: ClassVar[Mapping[str, Catalogue]] = {}
    """Texts by language, for games outside this repository."""

    @property
    def title(self) -> str:
        """The display name, as in records."""
        return self.record_type.game

    def address(self, base: str) -> str:
        """Return the address of the game's page."""
        path = base.partition("?")[0]
        return path if self.is_default else f"{path}?game={self.name}"

    # Matches and sessions

    @abstractmethod
    def form_from_match(self, match: MatchT, /) -> FormT:
        """Return the form with the options of an existing match, for a rematch."""

    @abstractmethod
    def deal(self, form: FormT, seed: int, date: str, /) -> MatchT:
        """Start a match with the options of a form; raise `ParseError` if the form has problems."""

    def demonstration(self, match: MatchT, /) -> MatchT:
        """Return a match to replay while a first visitor is greeted; without turns, nothing is replayed."""
        return match

    def read_start(self, line: str, /) -> PositionT:
        """Parse a position line as the start of a match."""
        start: PositionT = self.record_type.position_type.parse(line)
        return start

    def write_setup(self, writer: Writer, match: MatchT, /) -> None:
        """Write the game-specific options of a match to a link."""

    @abstractmethod
    def read_setup(self, reader: Reader, seats: tuple[Seat, ...], seed: int, date: str, /) -> MatchT:
        """Read the options that `write_setup` wrote, and start the match."""

    def editor(self) -> type[GameEditor] | None:
        """Import the game's editor, which only the editor page needs; None if positions can't be edited."""
        return None

    @property
    def has_editor(self) -> bool:
        """Whether positions can be edited. Doesn't import the editor."""
        return type(self).editor is not GameUi.editor

    # The page

    @abstractmethod
    def board(self, session: SessionT, /) -> Markup:
        """Draw the board."""

    @abstractmethod
    def hits(self, session: SessionT, /) -> Markup:
        """Draw the clickable areas of the board."""

    @abstractmethod
    def grid(self, session: SessionT, /) -> Markup:
        """Describe the board for the keyboard and screen readers."""

    def overlay(self, session: SessionT, /) -> Markup:
        """Draw what covers the board, such as a request to hand over the device."""
        return NOTHING

    def hand(self, session: SessionT, /) -> Markup:
        """Draw the pieces to choose from beside the board."""
        return NOTHING

    @abstractmethod
    def tools(self, session: SessionT, assisted: bool = True, /) -> Markup:
        """Draw the buttons below the board; undo and hints only if `assisted`."""

    @abstractmethod
    def player_mark(self, player: int, /) -> Markup:
        """Draw a player's piece, as a mark beside the name."""

    @abstractmethod
    def score_html(self, session: SessionT, player: int, /) -> Markup:
        """Draw a player's score."""

    @abstractmethod
    def status(self, session: SessionT, /) -> str:
        """Describe the previewed move, why it is illegal, or what to do next; empty if the viewer has to wait."""

    def preview_speech(self, session: SessionT, /) -> str:
        """Describe the previewed move for screen readers, as far as `status` doesn't."""
        return ""

    def preview_icons(self, session: SessionT, /) -> Markup:
        """Draw the effects of the previewed move as icons, which replace the text of `status`."""
        return NOTHING

    def hover_description(self, session: SessionT, /) -> Markup:
        """Describe the square under the pointer or the keyboard focus."""
        return NOTHING

    @abstractmethod
    def move_label(self, session: SessionT, move: AnyMove, /) -> Markup:
        """Draw a move as the label of a hint."""

    @abstractmethod
    def picture(self, session: SessionT, /) -> str:
        """Draw the position as an SVG file to save or share."""

    @abstractmethod
    def picture_box(self, position: PositionT, /) -> ViewBox:
        """Return the view box of `picture`."""

    @abstractmethod
    def thumbnail(self, position: PositionT, number: int, /) -> Markup:
        """Draw a small picture of a position; `number` makes its element ids unique."""

    @abstractmethod
    def animation(self, match: MatchT, turn: int, /) -> TurnAnimation:
        """Return the animation of a turn, counted from 1."""

    def winning_markers(self, match: MatchT, /) -> tuple[str, ...]:
        """Return selectors of the elements that light up after a win."""
        return ()

    @abstractmethod
    def on_board_key(self, key: str, session: SessionT, square: str, typed: str, /) -> Pressed | None:
        """Handle a key on a square; None if the key has no special meaning there."""

    # Dialogs: `page` is the state of the game page, `form` the form for a new match

    @abstractmethod
    def form_fields(self, page: FormContext, form: FormT, /) -> Markup:
        """Draw the fields that are always visible."""

    def form_summary(self, page: FormContext, form: FormT, /) -> tuple[str, ...]:
        """Summarise the form's options, without the opponents."""
        return ()

    def more_form_fields(self, page: FormContext, form: FormT, /) -> Markup:
        """Draw the advanced fields."""
        return NOTHING

    def rules(self, session: SessionT, /) -> Markup:
        """Summarise the rules."""
        return NOTHING

    @abstractmethod
    def ending_reason(self, session: SessionT, /) -> Markup:
        """Explain why the match is over."""

    def margin(self, session: SessionT, /) -> str:
        """Describe the margin of victory."""
        return ""

    def ending_in_full(self, session: SessionT, /) -> Markup:
        """Explain why the match is over, with the margin of victory."""
        return self.ending_reason(session)

    def highlights(self, session: SessionT, /) -> tuple[Highlight, ...]:
        """Return up to three turns that decided a finished match, in chronological order."""
        return ()

    def highlight_picture(self, match: MatchT, turn: int, /) -> Markup:
        """Draw a small picture of the position after a turn."""
        return NOTHING

    def turn_picture(self, match: MatchT, turn: int, /) -> Markup:
        """Draw the result of a turn for the log, which then needs fewer words."""
        return NOTHING

    def lost_heavily(self, match: MatchT, player: int, /) -> bool:
        """Return whether a player was far behind at the end."""
        return False

    def summary(self, session: SessionT, /) -> Markup:
        """Draw tables and charts of a finished match."""
        return NOTHING

    def earned_badges(self, match: MatchT, player: int, /) -> tuple[str, ...]:
        """Return the badges that a player has earned in a match."""
        return ()

    # AI tasks: generators of JSON values, each replacing the previous one (see `ai_tasks`)

    @abstractmethod
    def think(self, line: str, level: str, seed: int, /) -> Iterator[object]:
        """Search for the best moves in a player's view of a position."""

    def hint(self, line: str, level: str, seed: int, /) -> Iterator[object]:
        """Search for the best moves, with reasons for each."""
        return self.think(line, level, seed)

    def evaluate_move(self, line: str, move: str, /) -> Iterator[object]:
        """Compare a move with the best one, for the coach."""
        return iter(())

    def analyse(self, record: str, /) -> Iterator[object]:
        """Review every turn of a match."""
        return iter(())

    # The puzzle and the deal of the day

    def puzzle_of_the_day(self, day: date, /) -> Puzzle[PositionT] | None:
        """Return the puzzle of a date; None if the game has none."""
        return None

    def par(self, day: date, /) -> int | None:
        """Return the lead of the strongest level in the deal of a date; None if unknown."""
        return None

    def lead(self, match: MatchT, player: int, /) -> int:
        """Return a player's final lead over the best opponent, negative if behind."""
        return 0

    def strengths(self) -> list[Strength]:
        """Return the measured strengths of the levels."""
        return []

    # Lessons, puzzles and guided games

    def lesson_picture(self, start: PositionT, move: str, /, *, style: bool = True) -> str:
        """Draw the start of a lesson, with its first move if given, or why that is illegal.

        Without `style`, the page provides the style sheet.
        """
        return ""

    def pieces(self, start: PositionT, /) -> tuple[str, ...]:
        """Return the pieces to choose from beside the board."""
        return ()

    def puzzle_title(self, start: PositionT, goal: str, solution: tuple[str, ...], /) -> str:
        """Return the key of a puzzle's title."""
        return ""

    def puzzle_task(
        self, start: PositionT, goal: str, solution: tuple[str, ...], narrator: NarratorT, seat: str, /
    ) -> str:
        """Return a puzzle's task as text; `seat` is the usual name of the player called "you"."""
        return ""

    def avoidable_loss(self, before: PositionT, after: PositionT, /) -> Capture | None:
        """Return how and where the player to move can win at once, if another move would have prevented it."""
        return None

    def puzzle_reason(self, start: PositionT, goal: str, solution: tuple[str, ...], narrator: NarratorT, /) -> str:
        """Explain why a puzzle's solution works."""
        return ""

    def refutation(self, start: PositionT, goal: str, after: PositionT, /) -> str:
        """Return the reply that refutes a wrong move; empty if there is none."""
        return ""

    def turn_comments(self, before: PositionT, move: str, person: int, /) -> Iterator[str]:
        """Yield the keys of comments on a turn of a guided game, the most relevant first."""
        return iter(())

    def notices(self, position: PositionT, person: int, narrator: NarratorT, /) -> Iterator[str]:
        """Yield remarks on a position of a guided game, the most relevant first."""
        return iter(())

    def race_summary(self, position: PositionT, person: int, narrator: NarratorT, /) -> tuple[str, ...]:
        """Describe who is ahead in a guided game."""
        return ()


AnyGameUi: TypeAlias = GameUi[Any, Any, Any, Any, Any]


class Games(tuple[AnyGameUi, ...]):
    """The games of the site, and how to find the game of an address, a record or a position line."""

    __slots__ = ()

    @property
    def default(self) -> AnyGameUi:
        """The game of an address without a query."""
        return next((game for game in self if game.is_default), self[0])

    def by_name(self, name: str) -> AnyGameUi | None:
        """Return the game of that name, or None."""
        return next((game for game in self if game.name == name), None)

    def for_query(self, search: str) -> AnyGameUi:
        """Return the game named by the query of an address, or the default."""
        values = [value for key, _, value in (part.partition("=") for part in search[1:].split("&")) if key == "game"]
        return next((game for game in map(self.by_name, values) if game), self.default)

    def for_record(self, text: str) -> AnyGameUi:
        """Return the game of a record; for an unknown game the default, which will reject the record."""
        header = _GAME_HEADER.search(text)
        return next((game for game in self if header and game.title == header[1]), self.default)

    def for_line(self, line: str) -> AnyGameUi:
        """Return the game of a position line; for an unknown format the default, which will reject the line."""
        fields = line.count(" ") + 1
        return next((game for game in self if game.line_fields == fields), self.default)
