"""The features of a position. Each of them concerns one player.

A fact is an amount in one of a player's slots. Slots have separate weights for each distance from the player to move,
so that a province that can be absorbed counts more if the attacker moves next.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from qin_core.common.bits import iter_bits
from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.pagodas import BESIDE_SHIFT as NIBBLE
from qin_core.qin.pagodas import LANE_MASK, LEADERS, PAGODAS
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN, KIND_MASK, TILE_COLOURS, unpack

Fact = tuple[int, int, float]
"""Player, slot, amount."""

# The slots
PAGODA = 0  # pagodas on the board
MAJOR = 1  # major provinces
SMALL = 2  # a province of 2, 3, 4 spaces: enclosed, or with free squares beside it
VICTIM = SMALL + 6  # a small province that another player's, at least as large, can reach by two spaces or by one
ATTACK = VICTIM + 12  # another player's small province that this player can absorb
HOLD = ATTACK + 6  # a village: lead over the next player (0, 1, 2, 3+), without or with free squares beside it
GAP = HOLD + 8  # another player's village where this player lacks 0 or 1 pagodas for a tie
SINGLE = GAP + 4  # single spaces that the player to move can found a province with
CHANCE = SINGLE + 1  # free villages with free squares beside them
DOUBLE = CHANCE + 1  # half a point for each double tile in hand, minus half a point for each other tile
TURN = DOUBLE + 1  # always 1: the value of the place in the turn order
SLOTS = TURN + 1

IS_DOUBLE = tuple(first == second for first, second in TILE_COLOURS)


class ValuedProvince(NamedTuple):
    """A province with the fields that the evaluator needs."""

    squares: Squares
    owner: int
    pagodas: int
    village_bits: int
    neighbours: Squares
    size: int
    open_squares: Squares  # free squares beside it
    outer_squares: Squares  # free squares beside those


def spread(board: Board, squares: Squares) -> Squares:
    """Return the squares beside a set of squares, and bits beyond the board's edges, which are never free."""
    stride = board.stride
    return squares << 1 | squares >> 1 | squares << stride | squares >> stride


def valued_provinces(position: Position, colour: int) -> list[ValuedProvince]:
    """List a colour's provinces."""
    board, free = position.board, position.free
    result = []
    for squares, owner, pagodas, village_bits, neighbours in position.colour_states[colour].provinces:
        open_squares = neighbours & free
        result.append(
            ValuedProvince(
                squares,
                owner,
                pagodas,
                village_bits,
                neighbours,
                squares.bit_count(),
                open_squares,
                spread(board, open_squares) & free,
            )
        )
    return result


def province_slot(size: int, open_squares: Squares) -> int:
    """Return the slot of a province by its size and the free squares beside it."""
    return MAJOR if size >= 5 else SMALL + (size - 2) * 2 + (open_squares != 0)


def pair_slots(size: int, other_size: int, link: int) -> tuple[int, int]:
    """Return the slots of two provinces of different players that can be joined; by one space if `link` is 1."""
    if size == other_size:
        slot = VICTIM + link * 6 + 3 + size - 2
        return slot, slot
    if size > other_size:
        return ATTACK + link * 3 + other_size - 2, VICTIM + link * 6 + other_size - 2
    return VICTIM + link * 6 + size - 2, ATTACK + link * 3 + size - 2


def link_of(open_squares: Squares, other_open: Squares, other_outer: Squares) -> int:
    """Return how two provinces can be joined: 1 by one space, 0 by both spaces of a double tile, -1 not at once."""
    if open_squares & other_open:
        return 1
    return 0 if open_squares & other_outer else -1


def village_facts(counts: int, holder: int, has_room: bool, players: int, mover: int) -> list[Fact]:
    """List the facts of one village after it is awarded (Q17, Q18)."""
    by_player = [counts >> NIBBLE[player] & 15 for player in range(1, players + 1)]
    if not holder:
        facts: list[Fact] = [(mover, CHANCE, 1.0)] if has_room else []
        highest = max(by_player)
        if highest:
            facts += [(player, GAP + has_room, 1.0) for player, count in enumerate(by_player, 1) if count == highest]
        return facts
    holder_count = by_player[holder - 1]
    others = [(player, count) for player, count in enumerate(by_player, 1) if player != holder]
    lead = holder_count - max(count for _, count in others)
    facts = [(holder, PAGODA, 1.0), (holder, HOLD + min(3, max(0, lead)) * 2 + has_room, 1.0)]
    facts += [
        (player, GAP + (holder_count > count) * 2 + has_room, 1.0)
        for player, count in others
        if 0 < count >= holder_count - 1
    ]
    return facts


def settled_holder(counts: int, holder: int) -> int:
    """Return a village's holder after it is awarded (Q17, Q18)."""
    return LEADERS[counts] or holder


@lru_cache(maxsize=64)
def village_rings(board: Board) -> tuple[Squares, ...]:
    """Return the grassland beside each village."""
    return tuple(spread(board, village.squares) & board.grass for village in board.villages)


def villages_with_room(position: Position) -> list[bool]:
    """Tell for each village whether a free square lies beside it."""
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


def facts(position: Position) -> Iterator[Fact]:
    """List all facts of a position; facts in the same slot add up."""
    players, mover = len(position.packed_hands), position.player_to_move
    board, free = position.board, position.free
    for colour in range(3):
        provinces = valued_provinces(position, colour)
        for number, province in enumerate(provinces):
            yield province.owner, PAGODA, float(province.pagodas)
            yield province.owner, province_slot(province.size, province.open_squares), 1.0
            for other in provinces[:number]:
                if other.owner != province.owner and (other.pagodas == 1 or province.pagodas == 1):
                    link = link_of(province.open_squares, other.open_squares, other.outer_squares)
                    if link >= 0:
                        slot, other_slot = pair_slots(province.size, other.size, link)
                        yield province.owner, slot, 1.0
                        yield other.owner, other_slot, 1.0
        singles = sum(1 for square in iter_bits(single_spaces(position, colour)) if board.neighbours[square] & free)
        yield mover, SINGLE, float(singles)
    has_room = villages_with_room(position)
    for number, holder in enumerate(position.holders):
        counts = position.village_counts >> number * LANE_BITS & LANE_MASK
        yield from village_facts(counts, holder, has_room[number], players, mover)
    for player in range(1, players + 1):
        yield player, DOUBLE, hand_points(position.packed_hands[player - 1])
        yield player, TURN, 1.0


def progress(position: Position) -> float:
    """Return the progress of the game, 0 to 1: by pagodas, or by tiles or free squares if they run out sooner."""
    players = len(position.packed_hands)
    highest = max(position.pagoda_counts >> SHIFT[player] & LANE_MASK for player in range(1, players + 1))
    tiles = sum(map(len, position.packed_piles))
    free_share = position.free.bit_count() / max(1, position.board.grass.bit_count())
    return min(1.0, max(highest / PAGODAS[players], 1 - tiles / 66, 1.1 * (1 - free_share)))
