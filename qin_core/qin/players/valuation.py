"""Values of positions and of placements.

`scores` values a position for every player. `Valuation` values all placements of the player to move.
"""

from collections.abc import Iterator
from itertools import compress
from math import exp
from operator import add, itemgetter

from qin_core.common.bits import SELECTORS, iter_bits
from qin_core.qin.board import LANE_BITS
from qin_core.qin.move import PASS, Move, move_tables
from qin_core.qin.pagodas import LANE_MASK, PAGODAS
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.players.evaluator import Evaluator
from qin_core.qin.players.features import DOUBLE, SINGLE, TURN, hand_points, pair_slots, progress, villages_with_room
from qin_core.qin.players.placements import placement_squares, squares_of
from qin_core.qin.players.weights import Weights, step_of, trained_weights
from qin_core.qin.position import Position
from qin_core.qin.province import MAJOR_SIZE
from qin_core.qin.tiles import TILE_COLOURS

WIN = 1000.0
"""The value of winning at once, above everything else."""
_MAX_PAGODAS_PER_TURN = 10

Valued = tuple[float, Move]


def scores(position: Position, weights: Weights | None = None) -> list[float]:
    """Return each player's weighted sum of facts: those of `features.facts`, without building the list."""
    players, mover = len(position.packed_hands), position.player_to_move
    weights = weights or trained_weights(players)
    step = step_of(progress(position))
    by_distance = weights.interpolated(step)
    rows = [by_distance[(player - mover) % players] for player in range(players + 1)]
    provinces = weights.provinces(step)
    totals = [0.0] * (players + 1)
    board, free = position.board, position.free
    stride = board.stride
    single_count = 0
    for colour, state in enumerate(position.colour_states):
        singles = position.spaces[colour]
        previous: list[tuple[int, int, int, int]] = []
        for squares, owner, pagodas, _, neighbours in state.provinces:
            size, open_squares = squares.bit_count() if pagodas == 1 else MAJOR_SIZE, neighbours & free
            singles &= ~squares
            totals[owner] += provinces[open_squares != 0][(owner - mover) % players][size]
            if open_squares:
                outer_squares = (
                    open_squares
                    | open_squares << 1
                    | open_squares >> 1
                    | open_squares << stride
                    | open_squares >> stride
                )
                for other, other_pagodas, other_size, other_open in previous:
                    if other_open & outer_squares and other != owner and (pagodas == 1 or other_pagodas == 1):
                        slot, other_slot = pair_slots(size, other_size, 1 if other_open & open_squares else 0)
                        totals[owner] += rows[owner][slot]
                        totals[other] += rows[other][other_slot]
                previous.append((owner, pagodas, size, open_squares))
        for square in iter_bits(singles):
            if board.neighbours[square] & free:
                single_count += 1
    totals[mover] += single_count * rows[mover][SINGLE]
    has_room = villages_with_room(position)
    for number, holder in enumerate(position.holders):
        counts = position.village_counts >> number * LANE_BITS & LANE_MASK
        for player, value in weights.village(step, mover, counts, holder, has_room[number]):
            totals[player] += value
    for player in range(1, players + 1):
        row = rows[player]
        totals[player] += hand_points(position.packed_hands[player - 1]) * row[DOUBLE] + row[TURN]
    return totals[1:]


def softmax(totals: list[float]) -> tuple[float, ...]:
    """Convert scores to win chances."""
    highest = max(totals)
    exponentials = [exp(total - highest) for total in totals]
    divisor = sum(exponentials)
    return tuple(power / divisor for power in exponentials)


def shares_for(position: Position, player: int, weights: Weights) -> tuple[float, ...]:
    """Return the weight of each player's score for one player: 1 for the player, minus their win chance for others."""
    players = len(position.packed_hands)
    if players == 2:
        return (1.0, -1.0) if player == 1 else (-1.0, 1.0)
    totals = scores(position, weights)
    totals[player - 1] = -1e9
    chances = softmax(totals)
    # rounded to eighths, so that scales can be cached
    return tuple(1.0 if other == player else -round(8 * chances[other - 1]) / 8 for other in position.players)


def colours(kind: int, turned: int) -> tuple[int, int]:
    """Return the colours on the lower and on the higher square of a placement."""
    first, second = TILE_COLOURS[kind]
    return (second, first) if turned else (first, second)


class Valuation:
    """All placements of the player to move, with their values; hidden tiles can be of any kind."""

    def __init__(self, position: Position, weights: Weights | None = None, shares: tuple[float, ...] = ()) -> None:
        """Value placements for the player to move, optionally with other weights for the players' scores."""
        self.position = position
        players = len(position.packed_hands)
        weights = weights or trained_weights(players)
        mover = position.player_to_move
        shares = shares or shares_for(position, mover, weights)
        self.scale = weights.scale(step_of(progress(position)), shares, mover % players + 1)
        self.evaluator = Evaluator(position, self.scale)
        limit = PAGODAS[players]
        self._pagodas_left = [
            limit - (position.pagoda_counts >> SHIFT[player] & LANE_MASK) for player in position.players
        ]
        self._near_end = min(self._pagodas_left) <= _MAX_PAGODAS_PER_TURN

    def groups(self) -> Iterator[tuple[int, list[Move], list[float]]]:
        """Yield the kind, the moves and their values for each tile in each direction."""
        position, evaluator = self.position, self.evaluator
        board = position.board
        if position.has_winner():
            return
        lows, highs = placement_squares(board)
        colour_values = evaluator.colours
        for kind, turned, mask in position.legal_masks(position.player_to_move):
            if not mask:
                continue
            selectors = bin(mask)[:1:-1].encode().translate(SELECTORS)
            moves: list[Move] = list(compress(move_tables(board, kind)[turned], selectors))  # type: ignore[arg-type]
            first, second = colours(kind, turned)
            hand_change = evaluator.value_of_spending(kind)
            if first == second:
                values = [value + hand_change for value in compress(colour_values[first].doubles().values(), selectors)]
            else:
                low_values, high_values = (
                    colour_values[first].singles().values(),
                    colour_values[second].singles().values(),
                )
                values = list(
                    map(
                        add,
                        map(low_values.__getitem__, compress(lows, selectors)),
                        map(high_values.__getitem__, compress(highs, selectors)),
                    )
                )
                if hand_change:
                    values = [value + hand_change for value in values]
            for bit, change in self.corrections(first, second, mask):
                values[(mask & (1 << bit) - 1).bit_count()] += change
            yield kind, moves, values

    def corrections(self, first: int, second: int, mask: int) -> Iterator[tuple[int, float]]:
        """Yield corrections where the sum of two spaces is wrong: both change the same village, or the game is won."""
        evaluator, position = self.evaluator, self.position
        board = position.board
        if first == second:
            if self._near_end:
                value_map = evaluator.colours[first].doubles()
                max_gains = value_map.max_gains(position.pagoda_counts, position.players)
                if any(gain >= left for gain, left in zip(max_gains, self._pagodas_left, strict=True)):
                    for bit in iter_bits(mask):
                        win_value = self._win_value(value_map.delta_at(bit)[2])
                        if win_value:
                            yield bit, win_value
            return
        low_map, high_map = evaluator.colours[first].singles(), evaluator.colours[second].singles()
        low_bits, high_bits = low_map.by_villages, high_map.by_villages
        candidates = (low_bits & high_bits >> 1 | (low_bits & high_bits >> board.stride) << board.bits) & mask
        can_end_game = False
        if self._near_end:
            max_gains1 = low_map.max_gains(position.pagoda_counts, position.players)
            max_gains2 = high_map.max_gains(position.pagoda_counts, position.players)
            can_end_game = any(
                low_gain + high_gain >= left
                for low_gain, high_gain, left in zip(max_gains1, max_gains2, self._pagodas_left, strict=True)
            )
        for bit in iter_bits(mask if can_end_game else candidates):
            low_square, high_square = squares_of(board, bit)
            villages1, counts1, gain1 = low_map.delta_at(low_square)
            villages2, counts2, gain2 = high_map.delta_at(high_square)
            gain = gain1 + gain2
            both = villages1 & villages2
            change = 0.0
            if both:
                value, more = evaluator.villages(both, counts1 + counts2)
                value1, more1 = evaluator.villages(both, counts1)
                value2, more2 = evaluator.villages(both, counts2)
                change = value - value1 - value2
                gain += more - more1 - more2
            if can_end_game:
                change += self._win_value(gain)
            if change:
                yield bit, change

    def _win_value(self, gain: int) -> float:
        """Return the value of a win or loss by a change of pagodas (Q23), else 0; the player to move comes first."""
        mover, players = self.position.player_to_move, len(self._pagodas_left)
        pagoda_counts = self.position.pagoda_counts + gain
        limit = PAGODAS[players]
        for step in range(players):
            player = (mover - 1 + step) % players + 1
            if pagoda_counts >> SHIFT[player] & LANE_MASK >= limit:
                return -WIN if step else WIN
        return 0.0

    def all(self) -> list[Valued]:
        """List all placements with their values, best first; equal ones stay in the order of `moves()`."""
        placements: list[Valued] = []
        for _, moves, values in self.groups():
            placements += zip(values, moves, strict=True)
        placements.sort(key=itemgetter(0), reverse=True)
        return placements

    def best_by_kind(self) -> dict[int, Valued]:
        """Find the best placement of each kind of tile."""
        best: dict[int, Valued] = {}
        for kind, moves, values in self.groups():
            highest = max(values)
            if kind not in best or highest > best[kind][0]:
                best[kind] = highest, moves[values.index(highest)]
        return best

    def top_by_kind(self, count: int) -> dict[int, list[Move]]:
        """List the best `count` placements of each kind of tile, best first; equal ones in the order of `moves()`."""
        by_kind: dict[int, tuple[list[float], list[Move]]] = {}
        for kind, moves, values in self.groups():
            group = by_kind.setdefault(kind, ([], []))
            group[0].extend(values)
            group[1].extend(moves)
        top: dict[int, list[Move]] = {}
        for kind, (values, moves) in by_kind.items():
            best = top[kind] = []
            for _ in range(min(count, len(values))):
                index = values.index(max(values))
                best.append(moves[index])
                values[index] = float("-inf")
        return top

    def best(self) -> Move:
        """Return the best placement, or a pass."""
        by_kind = self.best_by_kind()
        if not by_kind:
            return PASS
        return max(by_kind.values(), key=itemgetter(0))[1]
