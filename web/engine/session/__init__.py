"""The session: a match at one screen, and what is shown and picked there."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, NamedTuple, Self, TypeAlias, TypeVar

from engine.games.base import AnyGameUi, AnyMove, Capture, Reason
from engine.protocol import Appearance
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from engine.words import say
from qin_core.common.errors import BaseRefusal
from qin_core.common.protocols import GameEvent, GamePosition

HINT, ANALYSIS = "hint", "analysis"
"""The requests to the computer."""
CHOICES = {
    "theme": ("system", "light", "dark"),
    "speed": ("off", "quick", "normal", "slow"),
    "volume": ("off", "low", "medium", "high"),
    "coach": ("auto", "on", "off"),
    "gains": ("auto", "on", "off"),
}
"""The settings with more values than on and off."""


@dataclass(frozen=True)
class Settings:
    """The user's settings, which are stored."""

    confirm: bool = True
    """Whether a move is previewed before it is made."""
    handover: bool = True
    """Whether the hand is hidden until the next person takes over the device."""
    coordinates: bool = True
    speed: str = "normal"
    """The speed of animations and computer players."""
    volume: str = "medium"
    shortcuts: bool = True
    """Whether keys work anywhere on the page, not only on the board."""
    theme: str = "system"
    coach: str = "auto"
    """When the coach helps: `auto` is against beginner levels."""
    gains: str = "auto"
    """When the most rewarding squares are marked: `auto` is except against strong levels."""
    switches: frozenset[str] = frozenset()
    """The switches of single games that are on; they are off by default."""

    def switch(self, name: str) -> bool:
        """Return whether a switch of all games (a field) or of a single game is on."""
        setting = getattr(self, name, None)
        return setting if isinstance(setting, bool) else name in self.switches

    def with_switch(self, name: str, on: bool) -> "Settings":
        """Turn a switch on or off."""
        if isinstance(getattr(self, name, None), bool):
            return Settings(**{**vars(self), name: on})
        return replace(self, switches=self.switches | {name} if on else self.switches - {name})

    def with_choice(self, name: str, value: str) -> "Settings":
        """Choose one of the values of `CHOICES`."""
        return Settings(**{**vars(self), name: value})


P = TypeVar("P", bound=GamePosition, covariant=True)
E = TypeVar("E", bound=GameEvent, covariant=True)
R = TypeVar("R", bound=BaseRefusal, covariant=True)


class Preview(NamedTuple, Generic[P, E, R]):
    """A possible move: the position after it and its events, or why it is illegal."""

    before: P
    move: AnyMove
    refusal: R | None
    after: P | None = None
    events: Sequence[E] = ()

    @classmethod
    def of(cls, before: GamePosition, move: AnyMove) -> "AnyPreview":
        """Preview a move, or the text of a move; raise `NotationError` for an invalid text."""
        refusal = before.why_not(move)
        if refusal is not None:
            return Preview(before, move, refusal)
        return Preview(before, move, None, *before.apply(move))


AnyPreview: TypeAlias = Preview[GamePosition, GameEvent, BaseRefusal]


class Hint(NamedTuple):
    """A good move, its win chance, and the reasons for it."""

    move: AnyMove
    chance: float
    reasons: tuple[Reason, ...] = ()


class EvaluatedMove(NamedTuple):
    """The coach's evaluation of a move in a position; if the move is empty, only of the best move."""

    position: GamePosition
    move: str
    best: AnyMove
    best_chance: float
    """The win chance of the best move."""
    chance: float
    allows: Capture | None
    """What others can capture after the move but not after the best one."""
    warns: bool = False
    """Whether the coach warns before the move."""
    reasons: tuple[Reason, ...] = ()
    """The reasons for the best move."""
    threat: Capture | None = None
    """What others threaten to capture, if the best move prevents it."""


class TurnReview(NamedTuple):
    """The analysis of a turn."""

    chances: tuple[float, ...]
    """Every player's win chance after it."""
    better_move: AnyMove
    cost: float
    """The loss of win chance against the better move."""
    accuracy: float
    """The turn's win chance as a share of the best move's."""
    allows: Capture | None = None
    """What others could capture after it but not after the better move."""
    reasons: tuple[Reason, ...] = ()
    """The reasons for the better move."""


class Analysis(NamedTuple):
    """The analysis of a match; until it is complete, it has only the first turns."""

    progress: float
    turns: tuple[TurnReview, ...]
    seconds_left: float | None = None
    """The estimated time until it is complete; None at first."""


@dataclass(frozen=True)
class Session(ABC):
    """A match at one screen; each game adds the picked pieces."""

    match: Match
    language: str = "en"
    settings: Settings = field(default_factory=Settings)
    cursor: int | None = None
    """The number of the shown position; None for the latest."""
    replaying: bool = False
    """Whether a replay runs; it ends at the latest position."""
    square: str | None = None
    """The chosen square."""
    hover: str | None = None
    """The square under the pointer or the keyboard's focus."""
    thinking: float | None = None
    """The progress of the computer's search, from 0 to 1."""
    request: str = ""
    """The request that the computer works on: `HINT`, `ANALYSIS`, or empty."""
    hints: tuple[Hint, ...] = ()
    evaluated_moves: tuple[EvaluatedMove, ...] = ()
    """The coach's latest evaluations."""
    analysis: Analysis | None = None
    hovered_hint: AnyMove = None
    """The move of the hint under the pointer."""
    better_move: AnyMove = None
    """A better move than the one made in the shown position."""
    unseen_end: bool = False
    """Whether the end of the match has arrived by a link and hasn't been animated yet."""
    announcement: str = ""
    """The key of a text for screen readers only."""
    addressed_player: int = 0
    """The player whom a lesson calls "you"; 0 outside lessons."""
    inert: bool = False
    """Whether controls are disabled, because the page is drawn before Python runs."""

    @property
    def ui(self) -> AnyGameUi:
        """The code of the game."""
        return self.match.ui

    @property
    def at_end(self) -> bool:
        """Whether the latest position is shown."""
        return self.cursor is None or self.cursor == len(self.match.positions) - 1

    @property
    def ply(self) -> int:
        """The number of the shown position."""
        return len(self.match.positions) - 1 if self.cursor is None else self.cursor

    @property
    def position(self) -> GamePosition:
        return self.match.positions[self.ply]

    @property
    def visible_position(self) -> GamePosition:
        """The shown position without what is hidden from the viewer."""
        return self.position

    @cached_property
    def winners(self) -> tuple[int, ...] | None:
        return self.match.winners

    @property
    def person_to_move(self) -> bool:
        """Whether the latest position is shown and a person at this screen is to move."""
        return self.at_end and self.winners is None and self.match.seat.person

    @property
    def computer_to_move(self) -> bool:
        """Whether the latest position is shown and a computer is to move."""
        return self.at_end and self.winners is None and self.match.seat.computer

    @property
    def awaiting_remote(self) -> bool:
        return self.winners is None and self.match.seat.remote

    @property
    def can_act(self) -> bool:
        """Whether a person can make a move now."""
        return self.person_to_move and not self.replaying and not self.inert

    @property
    def hints_allowed(self) -> bool:
        """Whether hints are allowed: in a match by links, only if all players have agreed."""
        return self.match.remote is None or self.match.remote.hints

    @property
    def has_picked_piece(self) -> bool:
        """Whether a piece is picked, which undo puts down first."""
        return False

    @property
    def rotatable(self) -> bool:
        """Whether a piece is picked that can be rotated."""
        return False

    def appearance(self, **data: str) -> Appearance:
        """Return what the client needs to know besides the HTML."""
        colours = {f"p{player}": str(colour) for player, colour in enumerate(self.match.colours, start=1)}
        return Appearance(
            language=self.language,
            data={**colours, "game": self.ui.name, **data},
            hover=self.hover or str(self.hovered_hint or ""),
            rotatable=self.rotatable,
            speed=self.settings.speed,
            volume=self.settings.volume,
        )

    @property
    def viewer(self) -> int | None:
        """The player for whom the page is drawn: the only person, else the person to move; None if a computer moves."""
        if len(self.match.people) == 1:
            return self.match.people[0]
        player = self.match.latest.player_to_move if self.winners is None else self.position.player_to_move
        return player if self.match.seats[player - 1].person else None

    @cached_property
    def must_pass(self) -> bool:
        """Whether a pass is the only legal move of a person."""
        return self.can_act and self.position.why_not("pass") is None

    @property
    def last_own_turn(self) -> int:
        """The number of the position after the viewer's last move."""
        positions = self.match.positions
        player = positions[-1].player_to_move if self.viewer is None else self.viewer
        own = (ply for ply in range(len(positions) - 2, -1, -1) if positions[ply].player_to_move == player)
        return next(own, -1) + 1

    @property
    def selected(self) -> str | None:
        """The chosen square, if the picked piece can go there."""
        return self.square if self.square and self.square in self.legal_squares else None

    @property
    def focus(self) -> str | None:
        """The square of the preview: selected, under the pointer, or chosen."""
        return self.selected or self.hover or self.square

    @abstractmethod
    def has_square(self, name: str) -> bool:
        """Return whether the board has a square of that name."""

    @property
    @abstractmethod
    def legal_squares(self) -> frozenset[str]:
        """The squares to which the picked piece can go."""

    @property
    @abstractmethod
    def preview(self) -> AnyPreview | None:
        """The preview of the picked move; None if no move is picked."""

    @property
    def ghost(self) -> AnyMove:
        """The previewed move, if it is legal."""
        return self.preview.move if self.preview and not self.preview.refusal else None

    @property
    def refusal(self) -> BaseRefusal | None:
        """Why the previewed move is illegal, if it is."""
        return self.preview.refusal if self.preview else None

    @property
    @abstractmethod
    def narrator(self) -> AnyNarrator:
        """The narrator of the match in the page's language."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return player_names(self.match, self.language)

    @cached_property
    def spoken_names(self) -> tuple[str, ...]:
        """The names in sentences: a lesson's player is called "you"."""
        you = say(self.language, "you")
        return tuple(
            you if player == self.addressed_player else name for player, name in enumerate(self.names, start=1)
        )

    def only_progress(self, before: "Session") -> bool:
        """Return whether only the progress of the computer's search has changed."""
        return self.match is before.match and self == replace(before, thinking=self.thinking)

    def put_down(self) -> Self:
        """Clear the selection."""
        return replace(self, square=None, hover=None, hovered_hint=None, better_move=None, announcement="")

    @cached_property
    def displayed(self) -> Self:
        """The session as the board shows it: the hint under the pointer replaces the selection."""
        if self.hovered_hint is None:
            return self
        return replace(self.put_down(), hovered_hint=self.hovered_hint, better_move=self.hovered_hint)

    def with_match(self, match: Match) -> Self:
        """Show the latest position of a match, without a selection."""
        return replace(
            self.put_down(),
            match=match,
            cursor=None,
            replaying=False,
            thinking=None,
            request="",
            hints=(),
            analysis=None,
            unseen_end=False,
        )


def player_names(match: Match, language: str) -> tuple[str, ...]:
    """Name the players; an unnamed only person is called "You", unless the match is spectated."""
    people = () if match.spectated else match.people
    keys = ("you" if people == (player,) else key for player, key in enumerate(match.name_keys, start=1))
    return tuple(seat.name or say(language, key) for seat, key in zip(match.seats, keys, strict=True))
