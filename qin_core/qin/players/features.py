"""The features of a position: what the weights count for each player.

A player's score adds up, over all slots, the amount in the slot times the slot's weight. The weights depend on how many
turns away the player's turn is: a province that can be absorbed counts more if the attacker moves next.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from qin_core.common.bits import iter_bits
from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.pagodas import BESIDE_SHIFT, LANE_MASK, LEADERS, PAGODAS, PLAYER_SHIFT
from qin_core.qin.position import Position
from qin_core.qin.province import MAJOR_SIZE, ProvinceRow
from qin_core.qin.tiles import HIDDEN, KIND_MASK, TILE_COLOURS, unpack

# The slots. A small province has 2, 3 or 4 spaces. A province or village is open if there are free squares beside it,
# otherwise enclosed. "By size" and the like means one slot for each.
PAGODA = 0
"""Pagodas on the board."""
MAJOR = 1
"""Major provinces."""
SMALL = 2
"""Small provinces, by size: enclosed, open."""
THREATENED = SMALL + 6
"""Small provinces that could be joined to another player's: to a larger one, by size; to one as large, by size.

Six slots for joins that take two spaces, then six for joins by one space.
"""
CAN_ABSORB = THREATENED + 12
"""Another player's small provinces that could be joined to a larger one of this player's, by size: as above."""
HELD_VILLAGE = CAN_ABSORB + 6
"""Villages, by their lead of 0, 1, 2, or 3 or more pagodas over the next player: enclosed, open."""
CONTENDER = HELD_VILLAGE + 8
"""Villages of others where this player lacks no pagoda for a tie, or one: enclosed, open."""
SINGLE_SPACE = CONTENDER + 4
"""Single spaces, for the player to move, who can found a province with them."""
FREE_VILLAGE = SINGLE_SPACE + 1
"""Open free villages, for the player to move."""
HAND = FREE_VILLAGE + 1
"""Half a point for each double tile in hand, minus half a point for each other tile."""
TURN_ORDER = HAND + 1
"""Always 1: the value of the place in the turn order."""
SLOTS = TURN_ORDER + 1

IS_DOUBLE = tuple(first == second for first, second in TILE_COLOURS)
_PILE_TILES = 66
"""The tiles in the piles of a new game for two (Q5)."""
_CROWDING = 1.1
"""A board on which hardly a tile fits still has a tenth of its squares free."""


class Feature(NamedTuple):
    """An amount in one of a player's slots."""

    player: int
    slot: int
    amount: float


class OpenProvince(NamedTuple):
    """A province with what decides how it can be joined to others."""

    squares: Squares
    owner: int
    pagodas: int
    village_bits: int
    neighbours: Squares
    size: int
    """The number of spaces; 5 for all major provinces."""
    open_squares: Squares
    """The free squares beside it."""
    outer_squares: Squares
    """The free squares beside the open ones."""


class Pair(NamedTuple):
    """Two provinces of different players that could be joined, by their indices."""

    first: int
    second: int
    by_one_space: bool
    """Whether one space joins them; otherwise it takes both spaces of a double tile."""


def spread(board: Board, squares: Squares) -> Squares:
    """Return the squares beside a set of squares, and bits beyond the board's edges, which are never free."""
    stride = board.stride
    return squares << 1 | squares >> 1 | squares << stride | squares >> stride


def open_province(position: Position, province: ProvinceRow) -> OpenProvince:
    """Add the size and the free squares nearby to a province."""
    squares, _, pagodas, _, neighbours = province
    open_squares = neighbours & position.free
    return OpenProvince(
        *province,
        squares.bit_count() if pagodas == 1 else MAJOR_SIZE,
        open_squares,
        spread(position.board, open_squares) & position.free,
    )


def joinable_pairs(provinces: Sequence[OpenProvince]) -> Iterator[Pair]:
    """Yield the pairs of provinces of one colour that the next placement could join; ties (Q20) are included."""
    for second, province in enumerate(provinces):
        open_squares, owner, is_major = province.open_squares, province.owner, province.pagodas == 2
        if not open_squares:
            continue
        for first in range(second):
            other = provinces[first]
            if (
                open_squares & (other.open_squares | other.outer_squares)
                and other.owner != owner
                and not (is_major and other.pagodas == 2)
            ):
                yield Pair(first, second, open_squares & other.open_squares != 0)


def province_slot(size: int, is_open: bool) -> int:
    """Return the slot of a province."""
    return MAJOR if size >= MAJOR_SIZE else SMALL + (size - 2) * 2 + is_open


def pair_slots(size: int, other_size: int, by_one_space: bool) -> tuple[int, int]:
    """Return the slots of two provinces of different players that could be joined."""
    threatened, can_absorb = THREATENED + by_one_space * 6, CAN_ABSORB + by_one_space * 3
    smaller = min(size, other_size) - 2
    if size == other_size:
        return threatened + 3 + smaller, threatened + 3 + smaller
    if size > other_size:
        return can_absorb + smaller, threatened + smaller
    return threatened + smaller, can_absorb + smaller


def village_features(counts: int, holder: int, is_open: bool, players: int, mover: int) -> list[Feature]:
    """List the features of one village after it is awarded (Q17, Q18)."""
    by_player = [counts >> BESIDE_SHIFT[player] & 15 for player in range(1, players + 1)]
    if not holder:
        features = [Feature(mover, FREE_VILLAGE, 1.0)] if is_open else []
        highest = max(by_player)
        if highest:
            features += [
                Feature(player, CONTENDER + is_open, 1.0)
                for player, count in enumerate(by_player, 1)
                if count == highest
            ]
        return features
    holder_count = by_player[holder - 1]
    others = [(player, count) for player, count in enumerate(by_player, 1) if player != holder]
    lead = holder_count - max(count for _, count in others)
    features = [
        Feature(holder, PAGODA, 1.0),
        Feature(holder, HELD_VILLAGE + min(3, max(0, lead)) * 2 + is_open, 1.0),
    ]
    features += [
        Feature(player, CONTENDER + (holder_count > count) * 2 + is_open, 1.0)
        for player, count in others
        if 0 < count >= holder_count - 1
    ]
    return features


def settled_holder(counts: int, holder: int) -> int:
    """Return a village's holder after it is awarded (Q17, Q18)."""
    return LEADERS[counts] or holder


@lru_cache(maxsize=64)
def village_rings(board: Board) -> tuple[Squares, ...]:
    """Return the grassland beside each village."""
    return tuple(spread(board, village.squares) & board.grass for village in board.villages)


def open_villages(position: Position) -> list[bool]:
    """Tell for each village whether it is open."""
    free = position.free
    return [ring & free != 0 for ring in village_rings(position.board)]


def hand_points(hand: int) -> float:
    """Return half a point for each double tile in a hand, minus half a point for each other known tile."""
    return sum((0.5 if IS_DOUBLE[kind] else -0.5) for kind in unpack(hand & ~KIND_MASK[HIDDEN]))


def single_spaces(position: Position, colour: int) -> Squares:
    """Return a colour's single spaces."""
    singles = position.spaces[colour]
    for province in position.colour_states[colour].provinces:
        singles &= ~province[0]
    return singles


def features_of(position: Position) -> Iterator[Feature]:
    """List all features of a position; those in the same slot add up."""
    players, mover = len(position.packed_hands), position.player_to_move
    board, free = position.board, position.free
    for colour, state in enumerate(position.colour_states):
        provinces = [open_province(position, province) for province in state.provinces]
        for province in provinces:
            yield Feature(province.owner, PAGODA, float(province.pagodas))
            yield Feature(province.owner, province_slot(province.size, province.open_squares != 0), 1.0)
        for pair in joinable_pairs(provinces):
            first, second = provinces[pair.first], provinces[pair.second]
            first_slot, second_slot = pair_slots(first.size, second.size, pair.by_one_space)
            yield Feature(first.owner, first_slot, 1.0)
            yield Feature(second.owner, second_slot, 1.0)
        singles = sum(1 for square in iter_bits(single_spaces(position, colour)) if board.neighbours[square] & free)
        yield Feature(mover, SINGLE_SPACE, float(singles))
    is_open = open_villages(position)
    for number, holder in enumerate(position.holders):
        counts = position.village_counts >> number * LANE_BITS & LANE_MASK
        yield from village_features(counts, holder, is_open[number], players, mover)
    for player in range(1, players + 1):
        yield Feature(player, HAND, hand_points(position.packed_hands[player - 1]))
        yield Feature(player, TURN_ORDER, 1.0)


def progress(position: Position) -> float:
    """Return the progress of the game, 0 to 1: by pagodas, or by tiles or free squares if they run out sooner."""
    players = len(position.packed_hands)
    highest = max(position.pagoda_counts >> PLAYER_SHIFT[player] & LANE_MASK for player in range(1, players + 1))
    tiles = sum(map(len, position.packed_piles))
    free_share = position.free.bit_count() / max(1, position.board.grass.bit_count())
    return min(1.0, max(highest / PAGODAS[players], 1 - tiles / _PILE_TILES, _CROWDING * (1 - free_share)))
