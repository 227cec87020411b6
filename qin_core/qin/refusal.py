"""Why a placement isn't allowed (Q8-Q11, Q20-Q22): the slow path, with everything a person needs to see."""

from typing import TYPE_CHECKING

from qin_core.bits import each
from qin_core.errors import Refusal
from qin_core.qin.board import LANE_BITS, Squares
from qin_core.qin.move import Move, Site, find_site
from qin_core.qin.province import Province, forbidden_join, shares
from qin_core.qin.tiles import HIDDEN, KINDS, LANE

if TYPE_CHECKING:
    from qin_core.qin.position import Position

FORBIDDEN_JOINS = ("joins-majors", "takes-major", "tied-merge")


def why_not(position: "Position", move: Move) -> Refusal | None:
    """Go through the reasons in the notation's order; None if the placement is legal."""
    hand = position.packed_hands[position.mover - 1]
    if not hand & (LANE[KINDS[move.tile]] | LANE[HIDDEN]):
        return Refusal("not-in-hand", players=(position.mover,))
    return (
        _not_grassland(position, move)
        or _not_connected(position, move)
        or _forbidden_join(position, find_site(position.board, move))
        or _empty_pile(position, move)
    )


def _not_grassland(position: "Position", move: Move) -> Refusal | None:
    """Refuse a square that isn't free grassland (Q9): off the board, water, a village or a space."""
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
    return Refusal("not-grassland", blocked, villages)


def _not_connected(position: "Position", move: Move) -> Refusal | None:
    """Refuse two squares that aren't side by side (Q9), or of which none lies beside a space (Q10).

    For a tile beside nothing, the squares that it meets by a corner and the villages beside it are named: people
    tend to believe that these are enough.
    """
    site = find_site(position.board, move)
    if site is None:
        return Refusal("not-a-domino", move.squares)
    if site.squares & position.reach:
        return None
    board = position.board
    covered = position.spaces[0] | position.spaces[1] | position.spaces[2]
    corners = 0
    for square in each(site.squares):
        for side in each(board.near[square]):
            across = each(board.near[side])
            corners |= sum(1 << far for far in across if _is_corner(board.stride, square, far))
    lanes = site.spaces[0].lanes | site.spaces[-1].lanes
    villages = tuple(village.letter for number, village in enumerate(board.villages) if lanes >> LANE_BITS * number & 1)
    return Refusal("not-connected", board.names(corners & covered), villages)


def _is_corner(stride: int, square: int, other: int) -> bool:
    return abs(square - other) in (stride - 1, stride + 1)


def _forbidden_join(position: "Position", site: Site | None) -> Refusal | None:
    """Refuse a forbidden join (Q20-Q22): of two, the one that comes first in the notation's order."""
    assert site is not None
    refusals: dict[str, Refusal] = {}
    for space in site.spaces:
        provinces = position.layers[space.colour].provinces
        joined = [province for province in provinces if province[0] & space.near]
        reason = forbidden_join(joined) if len(joined) > 1 else None
        if reason:
            refusals.setdefault(reason, _explain(position, reason, joined))
    return next((refusals[reason] for reason in FORBIDDEN_JOINS if reason in refusals), None)


def _explain(position: "Position", reason: str, joined: list[Province]) -> Refusal:
    """Name the joined provinces' squares and each owner's spaces in them; for two majors only those two."""
    if reason == "joins-majors":
        joined = [province for province in joined if province[2] == 2]
    squares: Squares = 0
    for province in joined:
        squares |= province[0]
    spaces = shares(joined)
    players = tuple(sorted(spaces))
    return Refusal(
        reason,
        position.board.names(squares),
        players=players,
        counts=tuple(spaces[player] for player in players),
    )


def _empty_pile(position: "Position", move: Move) -> Refusal | None:
    """Refuse to draw from a pile that is empty or not there (Q8)."""
    if move.pile is not None and not position.can_draw_from(move.pile):
        return Refusal("empty-pile", counts=(move.pile,))
    return None
