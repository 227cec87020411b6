"""Why a move is illegal (Q8-Q11, Q20-Q22), with everything needed to explain it. Speed doesn't matter here."""

from typing import TYPE_CHECKING, Self

from qin_core.common.bits import iter_bits
from qin_core.common.errors import BaseRefusal
from qin_core.qin.board import LANE_BITS, Squares
from qin_core.qin.events import RefusalReason
from qin_core.qin.move import Move, PlacementMask, placement_mask
from qin_core.qin.province import ProvinceRow, count_shares, forbidden_join
from qin_core.qin.tiles import HIDDEN, KIND_MASK, KINDS

if TYPE_CHECKING:
    from qin_core.qin.position import Position


class Refusal(BaseRefusal):
    """Why a move is illegal; `RefusalReason` lists the parameters of each reason."""

    reason: RefusalReason
    villages: tuple[str, ...]
    """The letters of the villages involved."""

    def __new__(
        cls,
        reason: RefusalReason,
        squares: tuple[str, ...] = (),
        villages: tuple[str, ...] = (),
        players: tuple[int, ...] = (),
        counts: tuple[int, ...] = (),
    ) -> Self:
        """Make a refusal from its reason and parameters."""
        refusal = super().__new__(cls, reason, squares, players, counts)
        refusal.villages = villages
        return refusal

    @property
    def places(self) -> tuple[str, ...]:
        """The squares and the villages involved."""
        return *self.squares, *self.villages


def why_not(position: "Position", move: Move) -> Refusal | None:
    """Return the first reason, in the order of `RefusalReason`, why a placement is illegal; None if it is legal."""
    hand = position.packed_hands[position.player_to_move - 1]
    # A hidden tile may be any tile.
    if not hand & (KIND_MASK[KINDS[move.tile]] | KIND_MASK[HIDDEN]):
        return Refusal(RefusalReason.NOT_IN_HAND, players=(position.player_to_move,))
    return (
        _not_grassland(position, move)
        or _not_connected(position, move)
        or _refuse_join(position, placement_mask(position.board, move))
        or _empty_pile(position, move)
    )


def _not_grassland(position: "Position", move: Move) -> Refusal | None:
    """Refuse a square that is not free grassland (Q9): off the board, water, a village or covered."""
    board = position.board
    numbers = {name: board.square(name) for name in move.squares}
    blocked = tuple(name for name, number in numbers.items() if number is None or not position.free >> number & 1)
    if not blocked:
        return None
    villages = tuple(
        village.letter
        for village in board.villages
        if any(number is not None and village.squares >> number & 1 for number in numbers.values())
    )
    return Refusal(RefusalReason.NOT_GRASSLAND, blocked, villages)


def _not_connected(position: "Position", move: Move) -> Refusal | None:
    """Refuse squares that are not adjacent (Q9), or neither of which is adjacent to a province space (Q10).

    In the second case, name the spaces that the tile touches only at a corner, and the villages beside it: beginners
    often believe that these are enough.
    """
    placement = placement_mask(position.board, move)
    if placement is None:
        return Refusal(RefusalReason.NOT_A_DOMINO, move.squares)
    if placement.squares & position.frontier:
        return None
    board = position.board
    covered = position.spaces[0] | position.spaces[1] | position.spaces[2]
    at_corners = {
        corner
        for square in iter_bits(placement.squares)
        for neighbour in iter_bits(board.neighbours[square])
        for corner in iter_bits(board.neighbours[neighbour] & covered)
        if _is_diagonal(board.stride, square, corner)
    }
    # A double tile has a single mask, which is both the first and the last.
    village_bits = placement.colours[0].village_bits | placement.colours[-1].village_bits
    villages = tuple(
        village.letter for number, village in enumerate(board.villages) if village_bits >> LANE_BITS * number & 1
    )
    return Refusal(RefusalReason.NOT_CONNECTED, tuple(map(board.square_name, sorted(at_corners))), villages)


def _is_diagonal(stride: int, square: int, other: int) -> bool:
    return abs(square - other) in (stride - 1, stride + 1)


def _refuse_join(position: "Position", placement: PlacementMask | None) -> Refusal | None:
    """Refuse a forbidden join (Q20-Q22); if both colours make one, the first in the order of `RefusalReason`."""
    assert placement is not None
    refusals: dict[RefusalReason, Refusal] = {}
    for added in placement.colours:
        provinces = position.colour_states[added.colour].provinces
        joined = [province for province in provinces if province[0] & added.neighbours]
        reason = forbidden_join(joined) if len(joined) > 1 else None
        if reason:
            refusals.setdefault(reason, _explain_join(position, reason, joined))
    return next((refusals[reason] for reason in RefusalReason if reason in refusals), None)


def _explain_join(position: "Position", reason: RefusalReason, joined: list[ProvinceRow]) -> Refusal:
    """Name the squares of the joined provinces and count each owner's spaces; if majors are joined, only theirs."""
    if reason is RefusalReason.JOINS_MAJORS:
        joined = [province for province in joined if province[2] == 2]  # two pagodas
    all_squares: Squares = 0
    for squares, *_ in joined:
        all_squares |= squares
    spaces = count_shares(joined)
    players = tuple(sorted(spaces))
    counts = tuple(spaces[player] for player in players)
    return Refusal(reason, position.board.names(all_squares), players=players, counts=counts)


def _empty_pile(position: "Position", move: Move) -> Refusal | None:
    """Refuse to draw from a pile that is empty or does not exist (Q8)."""
    if move.pile is not None and not position.can_draw_from(move.pile):
        return Refusal(RefusalReason.EMPTY_PILE, counts=(move.pile,))
    return None
