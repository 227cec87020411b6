"""The model of a game of Qin at one screen."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from engine import model
from engine.game import Game as AnyGame
from engine.rooms.qin.game import Game
from engine.rooms.qin.setup import Draft
from engine.rooms.qin.story import Story
from qin_core.qin import Move, Position, Refusal

STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""The way from a tile's first space to its second, in quarter turns clockwise: east, south, west, north."""
TELLING = ("tied-merge", "takes-major", "joins-majors", "not-connected", "not-grassland")
"""Of several reasons why a tile can't lie on a square, the first of these says the most."""


@dataclass(frozen=True)
class Model(model.Model):
    """A game at one screen, and what the person in front of it is doing."""

    game: Game
    draft: Draft = field(default_factory=Draft)
    tile: int | None = None
    """Which tile of the hand is picked; its first space would lie on the chosen square."""
    turn: int = 0
    """How the tile lies: an index into `STEPS`."""
    pending: Move | None = None
    """A placement that waits for the choice of a pile."""
    covered: bool = False
    """Whether the tiles are hidden until the next person is there."""

    @property
    def position(self) -> Position:
        return self.game.positions[self.shown]

    @property
    def seen(self) -> Position:
        """The position that is shown, as the viewer sees it; if nobody may see any tiles, all are hidden."""
        if self.viewer is not None:
            return self.position.view(self.viewer)
        first, second = self.position.players[:2]
        return self.position.view(first).view(second)

    @property
    def can_act(self) -> bool:
        return super().can_act and not self.covered and self.pending is None

    @property
    def turnable(self) -> bool:
        """Whether there is a tile in hand to turn."""
        return self.tile is not None and self.can_act

    @property
    def viewer(self) -> int | None:
        """The player whose tiles are shown: the person on turn, or the only person; None if nobody may see any.

        Looking back shows nobody else's tiles: many of them are still in their hand.
        """
        return None if self.covered or self.inert else super().viewer

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The tiles that are shown."""
        return () if self.viewer is None else self.position.hand(self.viewer)

    @cached_property
    def choices(self) -> dict[tuple[str, int], Move]:
        """The legal placements of the picked tile, by the square of its first space and the way it lies."""
        if self.tile is None or not self.can_act:
            return {}
        return {key: move for move in self.position.placements(self.hand[self.tile]) for key in _ways(move)}

    def has_place(self, name: str) -> bool:
        """Tell whether the board has a square of that name."""
        return self.position.board.square(name) is not None

    @cached_property
    def lit(self) -> frozenset[str]:
        """The squares on which the picked tile's first space can lie."""
        return frozenset(square for square, _ in self.choices)

    def fitting_turn(self, start: int | None = None, step: int = 1) -> int | None:
        """Find the next way in which the picked tile may lie on the target, None if there is none."""
        begin = self.turn if start is None else start
        turns = ((begin + step * number) % len(STEPS) for number in range(len(STEPS)))
        return next((turn for turn in turns if (self.target, turn) in self.choices), None)

    @cached_property
    def ghost(self) -> Move | None:
        if self.pending is not None:
            return self.pending
        if self.better is not None:
            move: Move = self.better
            return move
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
    def story(self) -> Story:
        return Story(self.language, self.names)

    def put_down(self) -> Self:
        return replace(super().put_down(), tile=None, turn=0, pending=None)

    def with_game(self, game: AnyGame) -> Self:
        """Show a game as it stands, with nothing picked; hide the tiles if another person is to play."""
        assert isinstance(game, Game)
        covered = (
            self.settings.handover
            and len(game.people) > 1
            and game.seat.person
            and game.winners is None
            and (game.now.mover != self.game.now.mover or game.record.start != self.game.record.start)
        )
        seen = game.seen if covered or not game.seat.person else len(game.positions) - 1
        return replace(super().with_game(replace(game, seen=max(seen, game.seen))), covered=covered)


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
