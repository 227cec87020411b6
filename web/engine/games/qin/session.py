"""The model of a game of Qin at one screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from engine.games.qin.form import Draft
from engine.games.qin.match import Game
from engine.games.qin.narrator import Story
from engine.games.qin.placing import facing, fits, gains, lay_everywhere
from engine.session import session as model
from engine.session.match import Game as AnyGame
from qin_core.qin import Move, Position, Refusal

TELLING = ("tied-merge", "takes-major", "joins-majors", "not-connected", "not-grassland")
"""Of several reasons why a tile can't lie on a square, the first of these says the most."""
JOINS = frozenset(TELLING[:3])
"""The reasons that are worth being shown where the tile could lie in another way."""


@dataclass(frozen=True)
class Model(model.Model):
    """A game at one screen, and what the person in front of it is doing."""

    game: Game
    draft: Draft = field(default_factory=Draft)
    tile: int | None = None
    """Which tile of the hand is picked; one of its halves would lie on the chosen square."""
    turn: int = 0
    """How often it was turned on the square that counts: it goes through all the ways there are to lie there."""
    facing: int | None = None
    """How somebody wants the tile to lie: an index into `STEPS`; None if they have not said."""
    tried: Move | None = None
    """A placement that is shown to be tried although it isn't allowed."""
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
        """The tiles that are shown; as long as a turn can be taken back, not the one that was drawn after it."""
        if self.viewer is None:
            return ()
        tiles, drawn = self.position.hand(self.viewer), "" if self.at_turn else self.game.drawn_unsent(self.viewer)
        if not drawn or not self.live or drawn not in tiles:
            return tiles
        at = tiles.index(drawn)
        return *tiles[:at], *tiles[at + 1 :], "?"

    def has_place(self, name: str) -> bool:
        """Tell whether the board has a square of that name."""
        return self.position.board.square(name) is not None

    @cached_property
    def fits(self) -> Mapping[str, tuple[Move, ...]]:
        """The legal placements of the picked tile, by each square that they cover, the best ones first."""
        return {} if self.tile is None or not self.can_act else fits(self.position, self.hand[self.tile])

    @cached_property
    def lit(self) -> frozenset[str]:
        """The squares that the picked tile can cover."""
        return frozenset(self.fits)

    @cached_property
    def ways(self) -> tuple[Move, ...]:
        """All ways in which the picked tile may lie on the target, and the forbidden joins there.

        What gains something comes first, then what would if it were allowed, then the rest; but a tile that somebody
        has turned goes on lying as it does.
        """
        if self.tile is None or not self.can_act or not self.target:
            return ()
        legal, gained = self.fits.get(self.target, ()), gains(self.position)
        least = min(gained.values(), default=0.0)
        better = [move for move in legal if gained[move] > least]
        ranked = (*better, *(move for move, _ in self._forbidden), *(move for move in legal if move not in better))
        wanted = next((at for at, move in enumerate(ranked) if move in legal and facing(move) == self.facing), 0)
        return (*ranked[wanted:], *ranked[:wanted])

    @cached_property
    def _forbidden(self) -> tuple[tuple[Move, Refusal], ...]:
        """The ways in which the picked tile may not lie on the target, the most telling reason first."""
        target = self.target or ""
        number = self.position.board.square(target)
        if self.tile is None or number is None or not self.position.board.grass >> number & 1:
            return ()
        if self.position.colour_at(target):
            return ()
        tried = ((move, self.position.why_not(move)) for move in lay_everywhere(self.hand[self.tile], target))
        found = [(move, reason) for move, reason in tried if reason]
        found.sort(key=lambda refused: (TELLING.index(refused[1]), str(refused[0])))
        return tuple(refused for refused in found if refused[1] in JOINS) if self.target in self.lit else tuple(found)

    @property
    def way(self) -> Move | None:
        """The way in which the picked tile lies on the target, allowed or not."""
        return self.ways[self.turn % len(self.ways)] if self.ways else None

    @cached_property
    def ghost(self) -> Move | None:
        if self.pending is not None:
            return self.pending
        if self.better is not None:
            move: Move = self.better
            return move
        return None if self.refused else self.way

    @cached_property
    def refused(self) -> tuple[Move, Refusal] | None:
        """What keeps the picked tile from lying on the target as it lies now: the move, and the reason."""
        if self.tried is not None:
            reason = self.position.why_not(self.tried)
            return (self.tried, reason) if reason else None
        return next((refused for refused in self._forbidden if refused[0] == self.way), None) if self.ways else None

    @property
    def ready(self) -> bool:
        """Whether a placement has been chosen that can be made."""
        return self.aimed is not None and self.ghost is not None

    @cached_property
    def story(self) -> Story:
        return Story(self.language, self.names)

    def put_down(self) -> Self:
        return replace(super().put_down(), tile=None, turn=0, facing=None, tried=None, pending=None)

    def with_game(self, game: AnyGame) -> Self:
        """Show a game as it stands, with nothing picked; hide the tiles if another person is to play.

        Whoever plays on from a game that is over has nothing to hide.
        """
        assert isinstance(game, Game)
        covered = (
            self.settings.handover
            and len(game.people) > 1
            and game.seat.person
            and game.winners is None
            and (
                game.record.start != self.game.record.start
                or (game.now.mover != self.game.now.mover and self.game.winners is None)
            )
        )
        seen = game.seen if covered or not game.seat.person else len(game.positions) - 1
        return replace(super().with_game(replace(game, seen=max(seen, game.seen))), covered=covered)
