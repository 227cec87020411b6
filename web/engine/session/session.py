"""The model of any game's page: one immutable value, from which the whole page follows."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from engine.page.embed_code import Code
from engine.protocol import Appearance
from engine.session.form import Draft
from engine.session.match import Game
from engine.session.narrator import AnyStory
from engine.words import say
from qin_core.common.errors import BaseRefusal, Problem
from qin_core.common.protocols import GamePosition

HINT, ANALYSIS = "hint", "analysis"
"""What the computer can be asked by a person."""


CHOICES = {
    "theme": ("system", "light", "dark"),
    "speed": ("off", "quick", "normal", "slow"),
    "volume": ("off", "low", "medium", "high"),
    "coach": ("auto", "on", "off"),
}
"""The settings that have more values than on and off."""


@dataclass(frozen=True)
class Settings:
    """How somebody likes to play; kept from one visit to the next."""

    confirm: bool = True
    """Look at a placement first, then confirm it."""
    choose_pile: bool = False
    """Choose the pile to draw from; otherwise the first one is drawn from."""
    handover: bool = True
    """Hide the tiles when the next person takes over."""
    coordinates: bool = True
    counts: bool = False
    """Show at every village how many pagodas each player has beside it."""
    speed: str = "normal"
    """How quickly things move."""
    volume: str = "medium"
    """How loud sounds are."""
    shortcuts: bool = True
    """Obey keys pressed anywhere on the page, not only on the board."""
    theme: str = "system"
    coach: str = "auto"
    """Whether somebody helps in the game: by itself against the levels for newcomers, always, never."""


@dataclass(frozen=True)
class Note:
    """Something the page has to say: a key of the catalogue; `link` names an action that helps.

    `faults` are what was wrong with a text, `n` is a number that the words want.
    """

    key: str
    link: str = ""
    faults: tuple[Problem, ...] = ()
    n: int = 0


class Hint(NamedTuple):
    """A good move, its win chance, and why it is good: what speaks for it, each with the place that it is about."""

    move: Any
    chance: float
    reasons: tuple[tuple[str, str], ...] = ()


class Weighed(NamedTuple):
    """What the coach thinks of a move in a position; without a move, which one is best there."""

    position: GamePosition
    move: str
    best: Any
    most: float
    """The win chance of the best move."""
    chance: float
    lets: tuple[str, str] | None
    """What the move lets others take and where, if the best one doesn't."""


class Judged(NamedTuple):
    """What the computer thinks of a turn: everybody's win chance after it, a better move, what it cost and kept."""

    chances: tuple[float, ...]
    better: Any
    cost: float
    kept: float
    """The turn's win chance as a share of the best move's."""


class Analysis(NamedTuple):
    """What the computer thinks of the turns of a game, as far as it has come."""

    progress: float
    turns: tuple[Judged, ...]


@dataclass(frozen=True)
class Model(ABC):
    """A game at one screen, and what the person in front of it is doing; each room adds what is picked there."""

    game: Game
    language: str = "en"
    settings: Settings = field(default_factory=Settings)
    at: int | None = None
    """Which earlier position is looked at; None for the game as it stands."""
    playing: bool = False
    """Whether the replay runs by itself, up to the game as it stands."""
    square: str | None = None
    """The place on the board that is chosen."""
    hover: str | None = None
    """The place that the pointer or the keyboard points at."""
    thinking: float | None = None
    """How far the computer is with its thoughts, from 0 to 1."""
    asked: str = ""
    """What somebody has asked the computer for and not got yet: a hint, an analysis."""
    hints: tuple[Hint, ...] = ()
    """The best moves with their win chances, if somebody asked for them."""
    weighed: tuple[Weighed, ...] = ()
    """What the coach has thought of lately."""
    analysis: Analysis | None = None
    analysed: tuple[Game, Analysis] | None = None
    """The game from which this one was tried, to go back to."""
    better: Any = None
    """A move that would have been better than the one that was made in the position that is shown."""
    news: str = ""
    """Something to tell those who listen that no line of the page says: a key of the catalogue."""
    dialog: str = ""
    draft: Draft = field(kw_only=True)
    """What the form for a new game says; each room has its own."""
    note: Note | None = None
    saved: tuple[Game, ...] = ()
    """The newest saved games, while their window is open."""
    saved_in_all: int = 0
    """How many saved games there are."""
    damaged: tuple[str, ...] = ()
    """The keys of saves that could not be read and were set aside."""
    arrived: Game | None = None
    """A game by links that somebody has opened and not sat down to yet."""
    qr: str = ""
    """The QR code of the link that is to be sent, as the outline of its dark squares; empty until it is wanted."""
    date: str = "1970-01-01"
    """Today, for the puzzle and the deal of the day."""
    results: tuple[str, ...] = ()
    """How games against computers came out, a line each."""
    code: Code = field(default_factory=Code)
    """How somebody wants to have what is shown in a page of their own."""
    address: str = ""
    """Where this page is, for links."""
    site: str = ""
    """Where the site's other pages are; nowhere, if this page is a file of its own."""
    welcome: str = ""
    """What is said over the board until something is done: to somebody who is here for the first time, or about what a
    link has brought."""
    banner: bool = False
    """Whether the result is being told over the board."""
    inert: bool = False
    """Whether nothing can be pressed yet: the page is drawn before its Python runs."""

    @property
    def live(self) -> bool:
        """Whether the game as it stands is shown, not an earlier position."""
        return self.at is None or self.at == len(self.game.positions) - 1

    @property
    def shown(self) -> int:
        """The number of the position that is shown."""
        return len(self.game.positions) - 1 if self.at is None else self.at

    @property
    def position(self) -> GamePosition:
        """The position that is shown."""
        return self.game.positions[self.shown]

    @property
    def seen(self) -> GamePosition:
        """The position that is shown, as the viewer sees it."""
        return self.position

    @cached_property
    def winners(self) -> tuple[int, ...] | None:
        """The winners, once there are any."""
        return self.game.winners

    @property
    def at_turn(self) -> bool:
        """Whether the game as it stands is shown and a person has to go on with it."""
        return self.live and self.winners is None and self.game.seat.person

    @property
    def computer_to_move(self) -> bool:
        """Whether the game as it stands is shown and a computer has to go on with it."""
        return self.live and self.winners is None and self.game.seat.computer

    @property
    def awaiting(self) -> bool:
        """Whether somebody far away has to go on with the game."""
        return self.winners is None and self.game.seat.away

    @property
    def can_act(self) -> bool:
        """Whether a person may make a move now."""
        return self.at_turn and not self.playing and not self.inert

    @property
    def turnable(self) -> bool:
        """Whether there is something in hand that can be turned."""
        return False

    def appearance(self, **data: str) -> Appearance:
        """Return language and colours, speed and volume, and whether the wheel rotates a tile."""
        colours = {f"p{player}": str(colour) for player, colour in enumerate(self.game.colours, start=1)}
        return Appearance(
            language=self.language,
            data={**colours, "game": self.game.room, **data},
            hover=self.hover or "",
            rotatable=self.turnable,
            speed=self.settings.speed,
            volume=self.settings.volume,
        )

    @property
    def viewer(self) -> int | None:
        """The player for whom the page is drawn: the only person, or the person on turn; None if that is nobody."""
        if len(self.game.people) == 1:
            return self.game.people[0]
        mover = self.game.now.mover if self.winners is None else self.position.mover
        return mover if self.game.seats[mover - 1].person else None

    @cached_property
    def must_pass(self) -> bool:
        """Whether the person on turn can do nothing while somebody else still can (Q24, K10)."""
        return self.can_act and self.position.why_not("pass") is None

    @property
    def since(self) -> int:
        """The number of the position after the viewer's last move: from there on, others have played."""
        mover = self.game.now.mover if self.viewer is None else self.viewer
        positions = self.game.positions
        own = (at for at in range(len(positions) - 2, -1, -1) if positions[at].mover == mover)
        return next(own, -1) + 1

    @property
    def aimed(self) -> str | None:
        """The chosen place, if what is picked can go there."""
        return self.square if self.square and self.square in self.lit else None

    @property
    def target(self) -> str | None:
        """The place that counts: where what is picked is aimed at, else the one pointed at, else the chosen one."""
        return self.aimed or self.hover or self.square

    def has_place(self, name: str) -> bool:
        """Tell whether the board has a place of that name."""
        raise NotImplementedError

    @property
    @abstractmethod
    def lit(self) -> frozenset[str]:
        """The places that what is picked can go to."""

    @property
    @abstractmethod
    def ghost(self) -> object | None:
        """The move that is being looked at, None if there is none."""

    @property
    @abstractmethod
    def refused(self) -> tuple[object, BaseRefusal] | None:
        """The move that is being tried and isn't allowed, with its reason; None if there is none."""

    @property
    @abstractmethod
    def story(self) -> AnyStory:
        """Who tells what happens, in the reader's language."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return names(self.game, self.language)

    def put_down(self) -> Self:
        """Let go of everything that is picked."""
        return replace(self, square=None, hover=None, better=None, news="", banner=False)

    def with_game(self, game: Game) -> Self:
        """Show a game as it stands, with nothing picked."""
        return replace(
            self.put_down(),
            game=game,
            at=None,
            playing=False,
            thinking=None,
            asked="",
            hints=(),
            analysis=None,
            analysed=self.analysed if game.key == self.game.key else None,
            note=self.note if game.key == self.game.key else None,
            draft=self.draft if game.key == self.game.key else type(self.draft)(),
        )


def names(game: Game, language: str) -> tuple[str, ...]:
    """Name the players; the only person at the table is spoken to, unless they have given their name."""
    keys = ("you" if game.people == (player,) else key for player, key in enumerate(game.name_keys, start=1))
    return tuple(seat.name or say(language, key) for seat, key in zip(game.seats, keys, strict=True))
