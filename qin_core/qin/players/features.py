"""The features of a position, each of them about one player.

A fact is an amount in one of a player's slots. Slots have separate weights for each distance from the player on turn,
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
SMALL = 2  # a province of 2, 3, 4 spaces: closed in, or with room
VICTIM = SMALL + 6  # a small one that a bigger (or equal) one of another player can reach, by two spaces or by one
ATTACK = VICTIM + 12  # a small one of another player that mine can absorb
HOLD = ATTACK + 6  # a village: lead over the next player (0, 1, 2, 3+), with room beside it or not
GAP = HOLD + 8  # another player's village where I lack 0 or 1 pagodas for a tie
LOOSE = GAP + 4  # single spaces that the next player can found on
CHANCE = LOOSE + 1  # free villages with room
DOUBLE = CHANCE + 1  # double tiles in hand, half a point up for each, half a point down for the others
TURN = DOUBLE + 1  # always 1: the value of the place in the turn order
SLOTS = TURN + 1

IS_DOUBLE = tuple(first == second for first, second in TILE_COLOURS)


class ValuedProvince(NamedTuple):
    """A province with the fields that the evaluator needs."""

    squares: Squares
    owner: int
    pagodas: int
    lanes: int
    near: Squares
    size: int
    open: Squares  # free squares beside it
    wide: Squares  # free squares beside those


def spread(board: Board, squares: Squares) -> Squares:
    """Collect the squares beside a set of squares (and beyond the board's edges, which are never free)."""
    stride = board.stride
    return squares << 1 | squares >> 1 | squares << stride | squares >> stride


def valued_provinces(position: Position, colour: int) -> list[ValuedProvince]:
    """List a colour's provinces."""
    board, free = position.board, position.free
    found = []
    for squares, owner, pagodas, lanes, near in position.colour_states[colour].provinces:
        room = near & free
        found.append(
            ValuedProvince(squares, owner, pagodas, lanes, near, squares.bit_count(), room, spread(board, room) & free)
        )
    return found


def province_slot(size: int, room: Squares) -> int:
    """Return a province's slot."""
    return MAJOR if size >= 5 else SMALL + (size - 2) * 2 + (room != 0)


def pair_slots(size: int, other: int, link: int) -> tuple[int, int]:
    """Name the slots of two provinces of different players that can be joined; by one space if `link` is 1."""
    if size == other:
        slot = VICTIM + link * 6 + 3 + size - 2
        return slot, slot
    if size > other:
        return ATTACK + link * 3 + other - 2, VICTIM + link * 6 + other - 2
    return VICTIM + link * 6 + size - 2, ATTACK + link * 3 + size - 2


def link_of(one_open: Squares, other_open: Squares, other_wide: Squares) -> int:
    """Tell how two provinces can be joined: 1 by one space, 0 by two of a double tile, -1 not at once."""
    if one_open & other_open:
        return 1
    return 0 if one_open & other_wide else -1


def village_facts(counts: int, holder: int, room: bool, players: int, mover: int) -> list[Fact]:
    """List the facts of one village that is settled (Q17, Q18)."""
    by_player = [counts >> NIBBLE[player] & 15 for player in range(1, players + 1)]
    if not holder:
        facts: list[Fact] = [(mover, CHANCE, 1.0)] if room else []
        most = max(by_player)
        if most:
            facts += [(player, GAP + room, 1.0) for player, count in enumerate(by_player, 1) if count == most]
        return facts
    mine = by_player[holder - 1]
    others = [(player, count) for player, count in enumerate(by_player, 1) if player != holder]
    lead = mine - max(count for _, count in others)
    facts = [(holder, PAGODA, 1.0), (holder, HOLD + min(3, max(0, lead)) * 2 + room, 1.0)]
    facts += [(player, GAP + (mine > count) * 2 + room, 1.0) for player, count in others if 0 < count >= mine - 1]
    return facts


def settled(counts: int, holder: int) -> int:
    """Return a village's holder after it is settled (Q17, Q18)."""
    return LEADERS[counts] or holder


@lru_cache(maxsize=64)
def village_rings(board: Board) -> tuple[Squares, ...]:
    """Collect the grassland beside each village."""
    return tuple(spread(board, village.squares) & board.grass for village in board.villages)


def village_rooms(position: Position) -> list[bool]:
    """Tell for each village whether a free square lies beside it."""
    free = position.free
    return [ring & free != 0 for ring in village_rings(position.board)]


def hand_points(hand: int) -> float:
    """Count a hand's double tiles, without hidden ones."""
    return sum((0.5 if IS_DOUBLE[kind] else -0.5) for kind in unpack(hand & ~KIND_MASK[HIDDEN]))


def loose_spaces(position: Position, colour: int) -> Squares:
    """Collect a colour's single spaces."""
    loose = position.spaces[colour]
    for province in position.colour_states[colour].provinces:
        loose &= ~province[0]
    return loose


def facts(position: Position) -> Iterator[Fact]:
    """List all facts of a position; several may fall into one slot and add up."""
    players, mover = len(position.packed_hands), position.player_to_move
    board, free = position.board, position.free
    for colour in range(3):
        provinces = valued_provinces(position, colour)
        for number, one in enumerate(provinces):
            yield one.owner, PAGODA, float(one.pagodas)
            yield one.owner, province_slot(one.size, one.open), 1.0
            for other in provinces[:number]:
                if other.owner != one.owner and (other.pagodas == 1 or one.pagodas == 1):
                    link = link_of(one.open, other.open, other.wide)
                    if link >= 0:
                        slot, other_slot = pair_slots(one.size, other.size, link)
                        yield one.owner, slot, 1.0
                        yield other.owner, other_slot, 1.0
        loose = sum(1 for square in iter_bits(loose_spaces(position, colour)) if board.neighbours[square] & free)
        yield mover, LOOSE, float(loose)
    rooms = village_rooms(position)
    for number, holder in enumerate(position.holders):
        counts = position.village_counts >> number * LANE_BITS & LANE_MASK
        yield from village_facts(counts, holder, rooms[number], players, mover)
    for player in range(1, players + 1):
        yield player, DOUBLE, hand_points(position.packed_hands[player - 1])
        yield player, TURN, 1.0


def progress(position: Position) -> float:
    """Return the progress of the game, 0 to 1: by pagodas, or by tiles or free squares if they run out sooner."""
    players = len(position.packed_hands)
    most = max(position.pagoda_counts >> SHIFT[player] & LANE_MASK for player in range(1, players + 1))
    tiles = sum(map(len, position.packed_piles))
    room = position.free.bit_count() / max(1, position.board.grass.bit_count())
    return min(1.0, max(most / PAGODAS[players], 1 - tiles / 66, 1.1 * (1 - room)))
