"""The session of Qin: the picked tile, its legal placements and its preview."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Self

from engine import session
from engine.games.qin.match import Match
from engine.games.qin.narrator import Narrator
from engine.session import Preview
from engine.session.match import Match as AnyMatch
from qin_core.qin import Event, Move, Position, Refusal
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.players.weights import pagodas_only

STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""The steps from a tile's first space to its second, by quarter turns clockwise: east, south, west, north."""


def facing(move: Move) -> int:
    """Return the direction of a placement: an index into `STEPS`."""
    (_, first), (_, second) = move.halves
    return STEPS.index((ord(second[0]) - ord(first[0]), int(second[1:]) - int(first[1:])))


def neighbour(square: str, step: tuple[int, int]) -> str | None:
    """Return the name of the square one step away; None beyond the edge of the largest board."""
    column, row = ord(square[0]) + step[0], int(square[1:]) + step[1]
    return f"{chr(column)}{row}" if ord("a") <= column <= ord("z") and 1 <= row <= 26 else None


def lay(tile: str, square: str, half: int, step: tuple[int, int]) -> Move | None:
    """Lay one half (0 or 1) of a tile on a square; `step` leads from the first half to the second one."""
    adjacent = neighbour(square, step if half == 0 else (-step[0], -step[1]))
    if adjacent is None:
        return None
    squares = (square, adjacent) if half == 0 else (adjacent, square)
    spaces = list(zip(tile, squares, strict=True))
    if tile[0] == tile[1]:
        spaces.sort(key=lambda space: (int(space[1][1:]), space[1][0]))
    return Move(tuple(spaces))


def lay_over(tile: str, square: str) -> list[Move]:
    """List all placements of a tile that cover a square, legal or not."""
    moves = (lay(tile, square, half, step) for half in (0, 1) for step in STEPS)
    return list(dict.fromkeys(move for move in moves if move))


@lru_cache(maxsize=4)
def gains(position: Position) -> dict[Move, float]:
    """Count the pagodas that the player to move gains with each placement."""
    only_own = tuple(float(player == position.player_to_move) for player in position.players)
    groups = Valuation(position, pagodas_only(len(only_own)), only_own).groups()
    return {move: value for _, moves, values in groups for move, value in zip(moves, values, strict=True)}


@lru_cache(maxsize=8)
def fits(position: Position, tile: str) -> dict[str, tuple[Move, ...]]:
    """List the legal placements of a tile by the squares that they cover, those that gain the most first.

    Among equals, those with the tile's first half on the square come first, then those in the direction of the hand.
    """
    moves_by_square: dict[str, list[Move]] = {}
    for move in position.placements(tile):
        for square in move.squares:
            moves_by_square.setdefault(square, []).append(move)
    gained = gains(position)
    return {
        square: tuple(sorted(moves, key=lambda move: (-gained[move], move.squares[0] != square, facing(move))))
        for square, moves in moves_by_square.items()
    }


REASONS_BY_HELPFULNESS = ("tied-merge", "takes-major", "joins-majors", "not-connected", "not-grassland")
"""The reasons why a tile can't be placed, the most helpful first."""
FORBIDDEN_JOINS = frozenset(REASONS_BY_HELPFULNESS[:3])
"""The reasons that are shown even where another orientation is legal."""


@dataclass(frozen=True)
class Session(session.Session):
    """A match at one screen, with the picked tile."""

    match: Match
    tile: int | None = None
    """The slot of the picked tile in the hand."""
    rotation: int = 0
    """How often the tile was rotated on its square: the index of its orientation, modulo their number."""
    facing: int | None = None
    """The preferred direction of the tile: an index into `STEPS`; None before the first rotation."""
    attempted: Move | None = None
    """An illegal placement to preview."""
    notice: str = ""
    """The text key of a message about the last action, shown until the next one."""
    awaiting_pile: Move | None = None
    """The placement for which a pile has to be chosen."""
    hand_hidden: bool = False
    """Whether the tiles are hidden until the next player takes over."""

    @property
    def position(self) -> Position:
        return self.match.positions[self.ply]

    @property
    def visible_position(self) -> Position:
        """The shown position as the viewer sees it; without a viewer, all tiles are hidden."""
        if self.viewer is not None:
            return self.position.view(self.viewer)
        # A player's view hides the tiles of all others: two views hide everything.
        first, second = self.position.players[:2]
        return self.position.view(first).view(second)

    @property
    def can_act(self) -> bool:
        return super().can_act and not self.hand_hidden and self.awaiting_pile is None

    @property
    def rotatable(self) -> bool:
        return self.tile is not None and self.can_act

    @property
    def viewer(self) -> int | None:
        """The player whose tiles are shown: the person to move, or the only person; None while they are hidden.

        Earlier positions don't show the tiles of opponents, who may still hold them.
        """
        return None if self.hand_hidden or self.inert else super().viewer

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The slots of the shown hand, "" for an empty one.

        The tile drawn after a turn is hidden as long as the turn can be undone.
        """
        if self.viewer is None:
            return ()
        tiles = self.match.hand(self.viewer, self.ply)
        drawn = "" if self.person_to_move else self.match.drawn_unsent(self.viewer)
        if not drawn or not self.at_end or drawn not in tiles:
            return tiles
        slot = tiles.index(drawn)
        return *tiles[:slot], *tiles[slot + 1 :], "?"

    def has_square(self, name: str) -> bool:
        return self.position.board.square(name) is not None

    @cached_property
    def fits(self) -> Mapping[str, tuple[Move, ...]]:
        """The legal placements of the picked tile by the squares that they cover, the best ones first."""
        return {} if self.tile is None or not self.can_act else fits(self.position, self.hand[self.tile])

    @cached_property
    def legal_squares(self) -> frozenset[str]:
        return frozenset(self.fits)

    @cached_property
    def orientations(self) -> tuple[Move, ...]:
        """The placements of the picked tile on the focused square: the legal ones and forbidden joins.

        Legal ones that gain pagodas come first, then forbidden joins, then the others. After a rotation, the list
        starts with the preferred direction instead.
        """
        if self.tile is None or not self.can_act or not self.focus:
            return ()
        legal, gained = self.fits.get(self.focus, ()), gains(self.position)
        least = min(gained.values(), default=0.0)
        better = [move for move in legal if gained[move] > least]
        ranked = (
            *better,
            *(move for move, _ in self._illegal_placements),
            *(move for move in legal if move not in better),
        )
        first = next((index for index, move in enumerate(ranked) if move in legal and facing(move) == self.facing), 0)
        return (*ranked[first:], *ranked[:first])

    @cached_property
    def _illegal_placements(self) -> tuple[tuple[Move, Refusal], ...]:
        """The illegal placements to explain on the focused square, the most helpful reason first.

        If the tile fits there, these are only the forbidden joins.
        """
        target = self.focus or ""
        number = self.position.board.square(target)
        if self.tile is None or number is None or not self.position.board.grass >> number & 1:
            return ()
        if self.position.colour_at(target):
            return ()
        placements = ((move, self.position.why_not(move)) for move in lay_over(self.hand[self.tile], target))
        illegal = [(move, refusal) for move, refusal in placements if refusal]
        if self.focus in self.legal_squares:
            illegal = [(move, refusal) for move, refusal in illegal if refusal in FORBIDDEN_JOINS]
        return tuple(sorted(illegal, key=lambda entry: (REASONS_BY_HELPFULNESS.index(entry[1]), str(entry[0]))))

    @property
    def orientation(self) -> Move | None:
        """The placement of the picked tile on the focused square, legal or not."""
        return self.orientations[self.rotation % len(self.orientations)] if self.orientations else None

    @cached_property
    def preview(self) -> Preview[Position, Event, Refusal] | None:
        position, move = self.position, self.awaiting_pile or self.better_move
        if move is None and self.attempted is not None:
            refusal = position.why_not(self.attempted)
            if refusal:
                return Preview(position, self.attempted, refusal)
        if move is None and (move := self.orientation) is not None:
            refusal = dict(self._illegal_placements).get(move)
            if refusal:
                return Preview(position, move, refusal)
        return None if move is None else Preview(position, move, None, *position.apply(move))

    @property
    def ready(self) -> bool:
        """Whether a legal placement is staged on a selected square."""
        return self.selected is not None and self.ghost is not None

    @cached_property
    def narrator(self) -> Narrator:
        return Narrator(self.language, self.spoken_names)

    def put_down(self) -> Self:
        session = replace(super().put_down(), tile=None, rotation=0, facing=None, attempted=None)
        return replace(session, awaiting_pile=None, notice="")

    def with_match(self, match: AnyMatch) -> Self:
        """Show the end of a match with nothing picked; hide the tiles if the device has to be handed over.

        They stay visible when a finished match is continued.
        """
        assert isinstance(match, Match)
        new_match = match.record.start != self.match.record.start
        next_player = match.latest.player_to_move != self.match.latest.player_to_move and self.match.winners is None
        person_waits = match.seat.person and match.winners is None
        hidden = self.settings.handover and len(match.people) > 1 and person_waits and (new_match or next_player)
        seen = match.seen if hidden or not match.seat.person else len(match.positions) - 1
        return replace(super().with_match(replace(match, seen=max(seen, match.seen))), hand_hidden=hidden)
