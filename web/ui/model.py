"""What is shown: one immutable value, from which the whole page follows."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from qin_core.errors import Fault
from qin_core.qin import PASS, Move, Position, Refusal
from ui.game import Game
from ui.setup import Draft
from ui.story import Story
from ui.words import say

STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""The way from a tile's first space to its second, in quarter turns clockwise: east, south, west, north."""
TELLING = ("tied-merge", "takes-major", "joins-majors", "not-connected", "not-grassland")
"""Of several reasons why a tile can't lie on a square, the first of these says the most."""


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
    sound: bool = False
    theme: str = "system"


@dataclass(frozen=True)
class Note:
    """Something the page has to say: a key of the catalogue; `link` names an action that helps.

    `faults` are what was wrong with a text.
    """

    key: str
    link: str = ""
    faults: tuple[Fault, ...] = ()


class Judged(NamedTuple):
    """What the computer thinks of a turn: everybody's win chance after it, a better move, what it cost."""

    chances: tuple[float, ...]
    better: str
    cost: float


class Analysis(NamedTuple):
    """What the computer thinks of the turns of a game, as far as it has come."""

    progress: float
    turns: tuple[Judged, ...]


@dataclass(frozen=True)
class Model:
    """A game at one screen, and what the person in front of it is doing."""

    game: Game
    language: str = "en"
    settings: Settings = field(default_factory=Settings)
    at: int | None = None
    """Which earlier position is looked at; None for the game as it stands."""
    playing: bool = False
    """Whether the replay runs by itself, up to the game as it stands."""
    tile: int | None = None
    """Which tile of the hand is picked."""
    square: str | None = None
    """Where its first space would lie."""
    hover: str | None = None
    """The square that the pointer or the keyboard points at."""
    turn: int = 0
    """How the tile lies: an index into `STEPS`."""
    pending: Move | None = None
    """A placement that waits for the choice of a pile."""
    covered: bool = False
    """Whether the tiles are hidden until the next person is there."""
    thinking: float | None = None
    """How far the computer is with its thoughts, from 0 to 1."""
    hints: tuple[tuple[str, float], ...] = ()
    """The best placements with their win chances, if somebody asked for them."""
    analysis: Analysis | None = None
    dialog: str = ""
    draft: Draft = field(default_factory=Draft)
    note: Note | None = None
    saved: tuple[Game, ...] = ()
    """The saved games, while their window is open."""
    damaged: tuple[str, ...] = ()
    """The keys of saves that could not be read and were set aside."""
    address: str = ""
    """Where this page is, for links."""

    @property
    def live(self) -> bool:
        """Whether the game as it stands is shown, not an earlier position."""
        return self.at is None or self.at == len(self.game.positions) - 1

    @property
    def shown(self) -> int:
        """The number of the position that is shown."""
        return len(self.game.positions) - 1 if self.at is None else self.at

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.game.positions[self.shown]

    @cached_property
    def over(self) -> tuple[int, ...] | None:
        """The winners, once there are any."""
        return self.game.now.winners()

    @property
    def can_act(self) -> bool:
        """Whether a person may place a tile now."""
        return (
            self.live
            and self.over is None
            and self.game.seat.person
            and not self.covered
            and self.pending is None
            and not self.playing
        )

    @property
    def viewer(self) -> int | None:
        """The player whose tiles are shown: the person on turn, or the only person; None if nobody may see any.

        Looking back shows nobody else's tiles: many of them are still in their hand.
        """
        if self.covered:
            return None
        if self.game.alone:
            return self.game.people[0]
        mover = self.game.now.mover if self.over is None else self.position.mover
        return mover if self.game.seats[mover - 1].person else None

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The tiles that are shown."""
        return () if self.viewer is None else self.position.hand(self.viewer)

    @cached_property
    def must_pass(self) -> bool:
        """Whether the person on turn can place nothing while another player still can (Q24)."""
        return self.can_act and list(self.position.moves()) == [PASS]

    @cached_property
    def choices(self) -> dict[tuple[str, int], Move]:
        """The legal placements of the picked tile, by the square of its first space and the way it lies."""
        if self.tile is None or not self.can_act:
            return {}
        tile = self.hand[self.tile]
        return {key: move for move in self.position.moves() if move.tile == tile for key in _ways(move)}

    @cached_property
    def lit(self) -> frozenset[str]:
        """The squares on which the picked tile's first space can lie."""
        return frozenset(square for square, _ in self.choices)

    @property
    def target(self) -> str | None:
        """The square that counts: the chosen one, else the one pointed at."""
        return self.square or self.hover

    def fitting_turn(self, start: int | None = None) -> int | None:
        """Find the next way in which the picked tile may lie on the target, None if there is none."""
        begin = self.turn if start is None else start
        turns = (turn % len(STEPS) for turn in range(begin, begin + len(STEPS)))
        return next((turn for turn in turns if (self.target, turn) in self.choices), None)

    @cached_property
    def ghost(self) -> Move | None:
        """The placement that is being looked at."""
        if self.pending is not None:
            return self.pending
        turn = self.fitting_turn() if self.target else None
        return None if turn is None else self.choices[self.target or "", turn]

    @cached_property
    def refused(self) -> tuple[Move, Refusal] | None:
        """What keeps the picked tile from lying on the target: the most telling of the reasons, with its move."""
        if self.tile is None or not self.can_act or not self.target or self.target in self.lit:
            return None
        number = self.position.board.square(self.target)
        if number is None or not self.position.board.grass >> number & 1 or self.position.colour_at(self.target):
            return None
        tile = self.hand[self.tile]
        found = []
        for step in STEPS:
            move = _lay(tile, self.target, step)
            reason = self.position.why_not(move) if move else None
            if move and reason:
                found.append((TELLING.index(reason), str(move), move, reason))
        return min(found)[2:] if found else None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names: their own, else those of their colours."""
        return tuple(
            seat.name or say(self.language, f"player-{colour}")
            for seat, colour in zip(self.game.seats, self.game.colours, strict=True)
        )

    @cached_property
    def story(self) -> Story:
        """Who tells what happens, in the reader's language."""
        return Story(self.language, self.names)

    def with_game(self, game: Game) -> "Model":
        """Show a game as it stands, with nothing picked; hide the tiles if another person is to play."""
        covered = (
            self.settings.handover
            and len(game.people) > 1
            and game.seat.person
            and game.now.winners() is None
            and (game.now.mover != self.game.now.mover or game.key != self.game.key)
        )
        seen = game.seen if covered or not game.seat.person else len(game.positions) - 1
        return replace(
            self,
            game=replace(game, seen=max(seen, game.seen)),
            at=None,
            playing=False,
            tile=None,
            square=None,
            hover=None,
            turn=0,
            pending=None,
            covered=covered,
            thinking=None,
            hints=(),
            analysis=None,
            note=self.note if game.key == self.game.key else None,
        )


def _ways(move: Move) -> list[tuple[str, int]]:
    """Say how a placement can be pointed at: a double tile from either end."""
    (colour, first), (other, second) = move.spaces
    step = (ord(second[0]) - ord(first[0]), int(second[1:]) - int(first[1:]))
    turn = STEPS.index(step)
    back = [(second, (turn + 2) % 4)] if colour == other else []
    return [(first, turn), *back]


def neighbour(square: str, step: tuple[int, int]) -> str | None:
    """Name the square one step away; None beyond the first row or column."""
    column, row = ord(square[0]) + step[0], int(square[1:]) + step[1]
    return f"{chr(column)}{row}" if ord("a") <= column <= ord("z") and 1 <= row <= 26 else None


def _lay(tile: str, square: str, step: tuple[int, int]) -> Move | None:
    """Lay a tile's first space on a square and its second one step away."""
    other = neighbour(square, step)
    if other is None:
        return None
    spaces = [(tile[0], square), (tile[1], other)]
    if tile[0] == tile[1]:
        spaces.sort(key=lambda space: (int(space[1][1:]), space[1][0]))
    return Move(tuple(spaces))
