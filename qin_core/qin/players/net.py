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
from qin_core.qin.board import LANE_BITS as VILLAGE_LANE_BITS
from qin_core.qin.pagodas import BESIDE_SHIFT, LANE_MASK
from qin_core.qin.players.features import progress, spread, village_rings
from qin_core.qin.players.valuation import softmax
from qin_core.qin.players.weights import STEPS, step_of
from qin_core.qin.position import Position
from qin_core.qin.province import MAJOR_SIZE
from qin_core.qin.tiles import COLOURS, HIDDEN, TILE_COLOURS, Hand, count_kind

ONE = 256
"""The integer that stands for 1, in rows and in the second layer."""
LANE_BITS = 16
_ZERO = 1 << LANE_BITS - 1
"""The offset of a lane, so that no lane borrows from the next one."""
_MAJOR = MAJOR_SIZE - 2
"""The size of major provinces in an input: sizes count from 0 for two spaces."""


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
    """Number the inputs for a number of players.

    The index of an input is a number with one digit for each of its properties. "Distance" is the number of turns until
    a player's turn, "held" is a number from `held_colours`.
    """
    sizes = (
        # provinces: distance, size, open squares (3: or more), villages (2: or more), held (0: not the viewer's; + 1)
        players * 4 * 4 * 3 * 4,
        # pairs that can be joined: both distances, both sizes, whether by one space, whether by the viewer
        players * (players - 1) // 2 * 4 * 4 * 2 * 2,
        # single spaces: villages (2: or more), held (0: the viewer is not to move; + 1)
        3 * 4,
        # villages: distance, pagodas beside it (2: or more), lead (-3 to 3), holder (nobody, this player, another),
        # open squares (2: or more)
        players * 3 * 7 * 3 * 3,
        # villages without pagodas beside them: open squares (2: or more)
        3,
        # pagodas left: distance, number
        players * 25,
        # the viewer's hand: distance, kind, number (1 to 3)
        players * 6 * 3,
        # the progress of the game
        STEPS + 1,
        # tiles left, by sixes
        12,
        # free squares, by dozens
        14,
        # squares where a province of a colour can be founded, by dozens: number (7: or more), held
        8 * 3,
        # the viewer: distance
        players,
    )
    return Layout(*(sum(sizes[: number + 1]) for number in range(len(sizes))))


def held_colours(hand: Hand) -> list[int]:
    """Return for each colour 2 if a hand has a double tile of it, 1 if it has another tile with it, else 0."""
    held = [0] * len(COLOURS)
    for kind, (first, second) in enumerate(TILE_COLOURS):
        if count_kind(hand, kind):
            for colour in (first, second):
                held[colour] = max(held[colour], 2 if first == second else 1)
    return held


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
        self._hands: dict[tuple[Hand, int], tuple[int, list[int]]] = {}

    def chances(self, position: Position, viewer: int) -> tuple[float, ...]:
        """Return every player's win chance in an unfinished game, as `viewer` sees it; other hands are ignored."""
        in_turn_order = self.logits(position, viewer)
        first = self.players - position.player_to_move + 1  # the place of player 1 in the turn order
        return softmax(in_turn_order[first:] + in_turn_order[:first])

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
        viewer_distance = (viewer - mover) % players
        total, held = self._hand(position.packed_hands[viewer - 1], viewer_distance)
        total += self._start + self._provinces(position, viewer_distance, held) + self._all_villages(position)
        for player in position.players:
            distance = (player - mover) % players
            total += rows[layout.pagodas_left + distance * 25 + position.pagodas_left(player)]
        total += rows[layout.progress + step_of(progress(position))]
        total += rows[layout.tiles_left + min(11, sum(map(len, position.packed_piles)) // 6)]
        total += rows[layout.free_squares + min(13, position.free.bit_count() // 12)]
        lanes = unpack(self._format, total.to_bytes(self._bytes, "little"))
        return [lane - _ZERO for lane in lanes]

    def _hand(self, hand: Hand, distance: int) -> tuple[int, list[int]]:
        """Add up the rows of a viewer's hand; return them with its `held_colours`."""
        cached = self._hands.get((hand, distance))
        if cached is None:
            layout, total = self.layout, self.rows[self.layout.viewer + distance]
            for kind in range(HIDDEN):
                count = count_kind(hand, kind)
                if count:
                    total += self.rows[layout.hand + (distance * 6 + kind) * 3 + min(3, count) - 1]
            cached = self._hands[hand, distance] = total, held_colours(hand)
        return cached

    def _provinces(self, position: Position, viewer_distance: int, held_by_colour: list[int]) -> int:
        """Add up the rows of provinces, of pairs that can be joined, of single spaces and of foundable squares."""
        players, mover, layout, rows = self.players, position.player_to_move, self.layout, self.rows
        free, board, total = position.free, position.board, 0
        for colour, state in enumerate(position.colour_states):
            held, singles, all_neighbours = held_by_colour[colour], position.spaces[colour], 0
            previous: list[tuple[int, int, int, int]] = []
            for squares, owner, pagodas, village_bits, neighbours in state.provinces:
                distance, spaces, open_squares = (owner - mover) % players, squares.bit_count(), neighbours & free
                size = spaces - 2 if pagodas == 1 else _MAJOR
                villages = village_bits.bit_count() if village_bits else 0
                singles &= ~squares
                all_neighbours |= neighbours
                total += rows[
                    (((distance * 4 + size) * 4 + min(3, open_squares.bit_count())) * 3 + min(2, villages)) * 4
                    + (1 + held if distance == viewer_distance else 0)
                ]
                if open_squares:
                    reach = open_squares | spread(board, open_squares)
                    for other, other_size, other_spaces, other_open in previous:
                        if other_open & reach and other != distance and (size < _MAJOR or other_size < _MAJOR):
                            by_one_space = open_squares & other_open != 0
                            larger = distance if spaces > other_spaces else other
                            viewer_can = (
                                larger == viewer_distance and spaces != other_spaces and held >= 2 - by_one_space
                            )
                            total += rows[self._pair(distance, size, other, other_size, by_one_space, viewer_can)]
                    previous.append((distance, size, spaces, open_squares))
            total += rows[layout.foundable + min(7, (free & ~all_neighbours).bit_count() // 12) * 3 + held]
            for square in iter_bits(singles):
                if board.neighbours[square] & free:
                    villages = min(2, board.adjacent_villages[square].bit_count())
                    total += rows[layout.single_spaces + villages * 4 + (0 if viewer_distance else 1 + held)]
        return total

    def _pair(self, distance: int, size: int, other: int, other_size: int, by_one_space: bool, viewer_can: bool) -> int:
        """Return the input of two provinces of different players, given by distance and size, that can be joined."""
        if distance > other:
            distance, size, other, other_size = other, other_size, distance, size
        pairs_before = distance * (2 * self.players - distance - 1) // 2
        pair = pairs_before + other - distance - 1
        return self.layout.pair + ((pair * 16 + size * 4 + other_size) * 2 + by_one_space) * 2 + viewer_can

    def _all_villages(self, position: Position) -> int:
        """Add up the rows of all villages."""
        mover, free, counts, total = position.player_to_move, position.free, position.village_counts, 0
        cache = self._villages
        for number, (holder, ring) in enumerate(zip(position.holders, village_rings(position.board), strict=True)):
            key = mover, counts >> number * VILLAGE_LANE_BITS & LANE_MASK, holder, min(2, (ring & free).bit_count())
            total_of_village = cache.get(key)
            if total_of_village is None:
                total_of_village = cache[key] = self._village(*key)
            total += total_of_village
        return total

    def _village(self, mover: int, counts: int, holder: int, open_squares: int) -> int:
        """Add up the rows of a village for all players who hold it or have pagodas beside it."""
        layout, players, total, is_empty = self.layout, self.players, 0, True
        beside = [counts >> BESIDE_SHIFT[player] & 15 for player in range(1, players + 1)]
        for player, count in enumerate(beside, 1):
            if not count and holder != player:
                continue
            is_empty = False
            distance = (player - mover) % players
            lead = count - max(others for other, others in enumerate(beside, 1) if other != player)
            lead = min(3, max(-3, lead)) + 3
            holder_digit = 0 if not holder else 1 if holder == player else 2
            index = (((distance * 3 + min(2, count)) * 7 + lead) * 3 + holder_digit) * 3 + open_squares
            total += self.rows[layout.village + index]
        return self.rows[layout.empty_villages + open_squares] if is_empty else total


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
