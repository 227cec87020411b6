"""A small neural network that estimates every player's win chance in a position.

Each province, pair of provinces that can be joined, village, number of pagodas left and tile in the viewer's hand is an
input with a row of integers. The rows of a position are added up. The first lanes of the sum, clipped to 0..`ONE`, are
the hidden units. The other lanes, one for each player, are added to the players' logits in turn order. A row is one
large integer with `LANE_BITS` bits for each lane, so that Python adds all lanes at once. Integers give the same result
on every machine.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from struct import unpack
from typing import NamedTuple
from zlib import decompress

from qin_core.common.bits import iter_bits
from qin_core.qin.board import LANE_BITS as VILLAGE_BITS
from qin_core.qin.pagodas import BESIDE_SHIFT, LANE_MASK, PAGODAS
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.players.features import progress, village_rings
from qin_core.qin.players.valuation import softmax
from qin_core.qin.players.weights import STEPS, step_of
from qin_core.qin.position import Position
from qin_core.qin.province import MAJOR_SIZE
from qin_core.qin.tiles import HIDDEN, TILE_COLOURS

ONE = 256
"""The integer that stands for 1, in rows and in the second layer."""
LANE_BITS = 16
_ZERO = 1 << LANE_BITS - 1
"""The offset of a lane, so that no lane borrows from the next one."""


class Layout(NamedTuple):
    """The index of the first input of each kind, and the number of inputs; provinces start at 0."""

    pair: int
    single_spaces: int
    village: int
    empty_villages: int
    pagodas_left: int
    hand: int
    progress: int
    tiles_left: int
    free_squares: int
    foundable: int
    viewer: int
    size: int


def layout_of(players: int) -> Layout:
    """Number the inputs for a number of players."""
    sizes = (
        players * 192,  # provinces: distance, size, free squares beside it, villages, tiles in the viewer's hand
        players * (players - 1) // 2 * 64,  # pairs: distances, sizes, how they can be joined, whether by the viewer
        12,  # single spaces: villages, tiles in the hand of a viewer who is to move
        players * 189,  # villages: distance, pagodas beside it, lead, holder, free squares beside it
        3,  # villages without pagodas beside them: free squares
        players * 25,  # pagodas left: distance, number
        players * 18,  # the viewer's hand: distance, kind, number
        STEPS + 1,  # the progress of the game
        12,  # tiles left
        14,  # free squares
        24,  # squares where a province of a colour can be founded, tiles in the viewer's hand
        players,  # the viewer's distance
    )
    return Layout(*(sum(sizes[: number + 1]) for number in range(len(sizes))))


def held_colours(hand: int) -> list[int]:
    """Return for each colour 2 if a hand has a double tile of it, 1 if it has another tile with it, else 0."""
    colours_held = [0, 0, 0]
    for kind, (first, second) in enumerate(TILE_COLOURS):
        if hand >> 4 * kind & 15:
            if first == second:
                colours_held[first] = 2
            else:
                colours_held[first] = colours_held[first] or 1
                colours_held[second] = colours_held[second] or 1
    return colours_held


class Net:
    """A net for one number of players."""

    def __init__(self, players: int, hidden: int, numbers: Sequence[int]) -> None:
        """Make a net from the rows of all inputs, a row of constants, and each hidden unit's weights for the logits."""
        self.players = players
        self.hidden = hidden
        self.numbers = numbers
        self.layout = layout = layout_of(players)
        lanes = hidden + players
        self._format, self._bytes = f"<{lanes}H", 2 * lanes
        rows = [_pack_row(numbers[start : start + lanes]) for start in range(0, (layout.size + 1) * lanes, lanes)]
        self.rows = rows[:-1]
        self._start = rows[-1] + sum(_ZERO << LANE_BITS * lane for lane in range(lanes))
        output_weights = numbers[(layout.size + 1) * lanes :]
        self._output_weights = [tuple(output_weights[player::players]) for player in range(players)]
        self._villages: dict[tuple[int, int, int, int], int] = {}
        self._hands: dict[tuple[int, int], tuple[int, list[int]]] = {}

    def chances(self, position: Position, viewer: int) -> tuple[float, ...]:
        """Return every player's win chance in an unfinished game, as `viewer` sees it; other hands are ignored."""
        players, mover = self.players, position.player_to_move
        logits = self.logits(position, viewer)
        first = players - mover + 1
        return softmax(logits[first:] + logits[:first])

    def logits(self, position: Position, viewer: int) -> list[float]:
        """Return the players' logits in turn order."""
        lanes = self._sum(position, viewer)
        hidden = [min(max(lane, 0), ONE) for lane in lanes[: self.hidden]]
        return [
            (direct * ONE + sum(unit * weight for unit, weight in zip(hidden, weights, strict=True))) / (ONE * ONE)
            for direct, weights in zip(lanes[self.hidden :], self._output_weights, strict=True)
        ]

    def _sum(self, position: Position, viewer: int) -> list[int]:
        """Add up the rows of a position, lane by lane."""
        players, mover, layout, rows = self.players, position.player_to_move, self.layout, self.rows
        seat = (viewer - mover) % players
        total, colours_held = self._hand(position.packed_hands[viewer - 1], seat)
        total += self._start + self._provinces(position, seat, colours_held) + self._all_villages(position)
        pagoda_counts, limit = position.pagoda_counts, PAGODAS[players]
        for player in range(1, players + 1):
            left = max(0, limit - (pagoda_counts >> SHIFT[player] & LANE_MASK))
            total += rows[layout.pagodas_left + (player - mover) % players * 25 + left]
        total += rows[layout.progress + step_of(progress(position))]
        total += rows[layout.tiles_left + min(11, sum(map(len, position.packed_piles)) // 6)]
        total += rows[layout.free_squares + min(13, position.free.bit_count() // 12)]
        lanes = unpack(self._format, total.to_bytes(self._bytes, "little"))
        return [lane - _ZERO for lane in lanes]

    def _hand(self, hand: int, seat: int) -> tuple[int, list[int]]:
        """Add up the rows of a viewer's hand; return them with its `held_colours`."""
        cached = self._hands.get((hand, seat))
        if cached is None:
            layout, total = self.layout, self.rows[self.layout.viewer + seat]
            for kind in range(HIDDEN):
                count = hand >> 4 * kind & 15
                if count:
                    total += self.rows[layout.hand + (seat * 6 + kind) * 3 + min(3, count) - 1]
            cached = self._hands[hand, seat] = total, held_colours(hand)
        return cached

    def _provinces(self, position: Position, seat: int, colours_held: list[int]) -> int:
        """Add up the rows of provinces, of pairs that can be joined, of single spaces and of foundable squares."""
        players, mover, layout, rows = self.players, position.player_to_move, self.layout, self.rows
        free, board = position.free, position.board
        stride, total = board.stride, 0
        for colour, state in enumerate(position.colour_states):
            held, singles, all_neighbours = colours_held[colour], position.spaces[colour], 0
            previous: list[tuple[int, int, int, int, int]] = []
            for squares, owner, pagodas, village_bits, neighbours in state.provinces:
                distance, spaces, open_squares = (owner - mover) % players, squares.bit_count(), neighbours & free
                size = spaces - 2 if pagodas == 1 else MAJOR_SIZE - 2
                villages = village_bits.bit_count() if village_bits else 0
                singles &= ~squares
                all_neighbours |= neighbours
                total += rows[
                    (((distance * 4 + size) * 4 + min(3, open_squares.bit_count())) * 3 + min(2, villages)) * 4
                    + (1 + held if distance == seat else 0)
                ]
                if open_squares:
                    outer_squares = (
                        open_squares
                        | open_squares << 1
                        | open_squares >> 1
                        | open_squares << stride
                        | open_squares >> stride
                    )
                    for other, other_size, other_spaces, other_open, other_outer in previous:
                        if open_squares & other_outer and other != distance and (size < 3 or other_size < 3):
                            link = 1 if open_squares & other_open else 0
                            larger = distance if spaces > other_spaces else other
                            can_join = spaces != other_spaces and larger == seat and held >= 2 - link
                            sizes, low, high = size * 4 + other_size, distance, other
                            if low > high:
                                sizes, low, high = other_size * 4 + size, other, distance
                            pair = low * (2 * players - low - 1) // 2 + high - low - 1
                            total += rows[layout.pair + ((pair * 16 + sizes) * 2 + link) * 2 + can_join]
                    previous.append((distance, size, spaces, open_squares, outer_squares & free | open_squares))
            total += rows[layout.foundable + min(7, (free & ~all_neighbours).bit_count() // 12) * 3 + held]
            for square in iter_bits(singles):
                if board.neighbours[square] & free:
                    villages = min(2, board.adjacent_villages[square].bit_count())
                    total += rows[layout.single_spaces + villages * 4 + (0 if seat else 1 + held)]
        return total

    def _all_villages(self, position: Position) -> int:
        """Add up the rows of all villages."""
        mover, free, counts, total = position.player_to_move, position.free, position.village_counts, 0
        cache = self._villages
        for number, (holder, ring) in enumerate(zip(position.holders, village_rings(position.board), strict=True)):
            key = mover, counts >> number * VILLAGE_BITS & LANE_MASK, holder, min(2, (ring & free).bit_count())
            total_of_village = cache.get(key)
            if total_of_village is None:
                total_of_village = cache[key] = self._village(*key)
            total += total_of_village
        return total

    def _village(self, mover: int, counts: int, holder: int, room: int) -> int:
        layout, players, total, is_empty = self.layout, self.players, 0, True
        beside = [counts >> BESIDE_SHIFT[player] & 15 for player in range(1, players + 1)]
        for player, mine in enumerate(beside, 1):
            if mine or holder == player:
                is_empty = False
                lead = mine - max(count for other, count in enumerate(beside, 1) if other != player)
                state = 0 if not holder else 1 if holder == player else 2
                row = (player - mover) % players * 3 + min(2, mine)
                total += self.rows[layout.village + ((row * 7 + min(3, max(-3, lead)) + 3) * 3 + state) * 3 + room]
        return self.rows[layout.empty_villages + room] if is_empty else total


def _pack_row(row: Sequence[int]) -> int:
    """Pack a row's numbers into one integer, lane by lane."""
    return sum(number << LANE_BITS * lane for lane, number in enumerate(row))


@cache
def trained_bytes(players: int) -> bytes:
    """Read the packed net for a number of players."""
    return (files(__package__) / f"net-{players}.bin").read_bytes()


@cache
def trained_net(players: int) -> Net:
    """Load the trained net for a number of players, on first use."""
    hidden, *numbers = array("h", decompress(trained_bytes(players)))
    lanes = hidden + players
    rows = layout_of(players).size + 1
    # The file is stored lane by lane, because that compresses better than row by row.
    by_row = [number for row in range(rows) for number in numbers[row : rows * lanes : rows]]
    return Net(players, hidden, by_row + numbers[rows * lanes :])


def evaluate(position: Position, player: int) -> float:
    """Return a player's win chance by the net, as that player sees the position; the result if the game is won."""
    return chances_for(position, player)[player - 1]


def chances_for(position: Position, viewer: int) -> tuple[float, ...]:
    """Return every player's win chance by the net, as `viewer` sees the position; the result if the game is won."""
    if position.has_winner():
        return win_chances(position)
    return trained_net(len(position.packed_hands)).chances(position, viewer)


def win_chances(position: Position) -> tuple[float, ...]:
    """Return every player's win chance, as the player to move sees it; in a finished game, their shares of the win."""
    winners = position.winners()
    if winners is not None:
        return tuple(1 / len(winners) if player in winners else 0.0 for player in position.players)
    return trained_net(len(position.packed_hands)).chances(position, position.player_to_move)
