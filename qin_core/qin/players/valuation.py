"""Values of positions and of placements.

`scores` values a position for every player. `Valuation` values all placements of the player to move.
"""

from collections.abc import Iterator
from itertools import compress
from math import exp
from operator import add, itemgetter
from typing import NamedTuple

from qin_core.common.bits import iter_bits, selectors
from qin_core.qin.board import LANE_BITS
from qin_core.qin.move import PASS, Move, move_tables
from qin_core.qin.pagodas import LANE_MASK, MAX_PAGODAS_PER_TURN, PAGODAS, PLAYER_SHIFT
from qin_core.qin.players.evaluator import Evaluator
from qin_core.qin.players.features import (
    HAND,
    SINGLE_SPACE,
    TURN_ORDER,
    hand_points,
    open_villages,
    pair_slots,
    progress,
    spread,
)
from qin_core.qin.players.placements import placement_squares, squares_of
from qin_core.qin.players.weights import Weights, step_of, trained_weights
from qin_core.qin.position import Position
from qin_core.qin.province import MAJOR_SIZE
from qin_core.qin.tiles import TILE_COLOURS, Colour, Kind

WIN = 1000.0
"""The value of winning at once, above everything else."""
_MINUS_INFINITY = float("-inf")


Valued = tuple[float, Move]
"""The value of a placement, and the placement."""


class Group(NamedTuple):
    """All placements of one kind of tile in one direction, with their values."""

    kind: Kind
    moves: list[Move]
    values: list[float]


def scores(position: Position, weights: Weights | None = None) -> list[float]:
    """Return each player's score: the weighted sum of `features_of`, without making the features, for speed."""
    players, mover = len(position.packed_hands), position.player_to_move
    weights = weights or trained_weights(players)
    step = step_of(progress(position))
    by_distance = weights.interpolated(step)
    rows = [by_distance[(player - mover) % players] for player in range(players + 1)]
    enclosed_provinces, open_provinces = weights.provinces(step)
    totals = [0.0] * (players + 1)
    board, free = position.board, position.free
    single_count = 0
    for colour, state in enumerate(position.colour_states):
        singles = position.spaces[colour]
        previous: list[tuple[int, int, int, int]] = []
        for squares, owner, pagodas, _, neighbours in state.provinces:
            singles &= ~squares
            size = squares.bit_count() if pagodas == 1 else MAJOR_SIZE
            open_squares = neighbours & free
            totals[owner] += (open_provinces if open_squares else enclosed_provinces)[(owner - mover) % players][size]
            if open_squares:
                reach = open_squares | spread(board, open_squares)
                for other, other_pagodas, other_size, other_open in previous:
                    if other_open & reach and other != owner and (pagodas == 1 or other_pagodas == 1):
                        slot, other_slot = pair_slots(size, other_size, other_open & open_squares != 0)
                        totals[owner] += rows[owner][slot]
                        totals[other] += rows[other][other_slot]
                previous.append((owner, pagodas, size, open_squares))
        for square in iter_bits(singles):
            if board.neighbours[square] & free:
                single_count += 1
    totals[mover] += single_count * rows[mover][SINGLE_SPACE]
    is_open = open_villages(position)
    for number, holder in enumerate(position.holders):
        counts = position.village_counts >> number * LANE_BITS & LANE_MASK
        for player, value in weights.village(step, mover, counts, holder, is_open[number]):
            totals[player] += value
    for player in range(1, players + 1):
        row = rows[player]
        totals[player] += hand_points(position.packed_hands[player - 1]) * row[HAND] + row[TURN_ORDER]
    return totals[1:]


def softmax(totals: list[float]) -> tuple[float, ...]:
    """Convert scores to win chances."""
    highest = max(totals)
    exponentials = [exp(total - highest) for total in totals]
    divisor = sum(exponentials)
    return tuple(power / divisor for power in exponentials)


def score_factors(position: Position, player: int, weights: Weights) -> tuple[float, ...]:
    """Return the factor of each player's score in one player's value of a position.

    It is 1 for that player, and negative for the others: the chance of each to win if that player doesn't, rounded to
    eighths so that the weights can be cached.
    """
    if len(position.packed_hands) == 2:
        return (1.0, -1.0) if player == 1 else (-1.0, 1.0)
    totals = scores(position, weights)
    totals[player - 1] = -1e9
    chances = softmax(totals)
    return tuple(1.0 if other == player else -round(8 * chances[other - 1]) / 8 for other in position.players)


def colours_of(kind: Kind, orientation: int) -> tuple[Colour, Colour]:
    """Return the colours on the lower and on the higher square; `orientation` is 1 if the first is on the higher."""
    first, second = TILE_COLOURS[kind]
    return (second, first) if orientation else (first, second)


class Valuation:
    """All placements of the player to move, with their values; hidden tiles can be of any kind."""

    def __init__(self, position: Position, weights: Weights | None = None, factors: tuple[float, ...] = ()) -> None:
        """Value placements for the player to move, optionally with other weights and other `score_factors`."""
        self.position = position
        players, mover = len(position.packed_hands), position.player_to_move
        weights = weights or trained_weights(players)
        factors = factors or score_factors(position, mover, weights)
        # The weights are those after the placement, when the next player is to move.
        next_player = mover % players + 1
        self.evaluator = Evaluator(position, weights.with_factors(step_of(progress(position)), factors, next_player))
        self._pagodas_left = [PAGODAS[players] - position.pagodas_placed(player) for player in position.players]
        self._near_end = min(self._pagodas_left) <= MAX_PAGODAS_PER_TURN

    def groups(self) -> Iterator[Group]:
        """Yield the placements of each tile in each direction."""
        position, evaluator = self.position, self.evaluator
        if position.has_winner():
            return
        lows, highs = placement_squares(position.board)
        for kind, orientation, mask in position.legal_masks(position.player_to_move):
            if not mask:
                continue
            selected = selectors(mask)
            table = move_tables(position.board, kind)[orientation]
            moves: list[Move] = list(compress(table, selected))  # type: ignore[arg-type]  # a legal placement has a move
            low_colour, high_colour = colours_of(kind, orientation)
            if low_colour == high_colour:
                values = list(compress(evaluator.colours[low_colour].doubles().values(), selected))
                corrections = self._double_corrections(low_colour, mask)
            else:
                low_values = evaluator.colours[low_colour].singles().values()
                high_values = evaluator.colours[high_colour].singles().values()
                values = list(
                    map(
                        add,
                        map(low_values.__getitem__, compress(lows, selected)),
                        map(high_values.__getitem__, compress(highs, selected)),
                    )
                )
                corrections = self._corrections(low_colour, high_colour, mask)
            hand_change = evaluator.value_of_spending(kind)
            if hand_change:
                values = [value + hand_change for value in values]
            for bit, change in corrections:
                # A placement's index is the number of legal placements before it.
                values[(mask & ((1 << bit) - 1)).bit_count()] += change
            yield Group(kind, moves, values)

    def _double_corrections(self, colour: Colour, mask: int) -> Iterator[tuple[int, float]]:
        """Yield corrections of double tiles, as (bit, change): where the game is won."""
        if not self._near_end:
            return
        value_map = self.evaluator.colours[colour].doubles()
        max_gains = value_map.max_gains(self.position.pagoda_counts, self.position.players)
        if all(gain < left for gain, left in zip(max_gains, self._pagodas_left, strict=True)):
            return
        for bit in iter_bits(mask):
            _, _, pagodas = value_map.delta_at(bit)
            change = self._win_value(pagodas)
            if change:
                yield bit, change

    def _corrections(self, low_colour: Colour, high_colour: Colour, mask: int) -> Iterator[tuple[int, float]]:
        """Yield corrections of tiles with two colours, as (bit, change).

        The sum of the values of both spaces is wrong where they change the same village, and where the game is won.
        """
        evaluator, position = self.evaluator, self.position
        low_map, high_map = evaluator.colours[low_colour].singles(), evaluator.colours[high_colour].singles()
        low_bits, high_bits = low_map.by_villages, high_map.by_villages
        board = position.board
        # Placements as in `domino_mask`: horizontal, then, from `board.bits`, vertical.
        both_at_villages = (low_bits & (high_bits >> 1)) | ((low_bits & (high_bits >> board.stride)) << board.bits)
        can_end_game = False
        if self._near_end:
            low_gains = low_map.max_gains(position.pagoda_counts, position.players)
            high_gains = high_map.max_gains(position.pagoda_counts, position.players)
            can_end_game = any(
                low_gain + high_gain >= left
                for low_gain, high_gain, left in zip(low_gains, high_gains, self._pagodas_left, strict=True)
            )
        for bit in iter_bits(mask if can_end_game else mask & both_at_villages):
            low_square, high_square = squares_of(board, bit)
            low_villages, low_counts, low_pagodas = low_map.delta_at(low_square)
            high_villages, high_counts, high_pagodas = high_map.delta_at(high_square)
            pagodas, change = low_pagodas + high_pagodas, 0.0
            shared_villages = low_villages & high_villages
            if shared_villages:
                value, more_pagodas = evaluator.change_villages(shared_villages, low_counts + high_counts)
                low_value, more_by_low = evaluator.change_villages(shared_villages, low_counts)
                high_value, more_by_high = evaluator.change_villages(shared_villages, high_counts)
                change = value - low_value - high_value
                pagodas += more_pagodas - more_by_low - more_by_high
            if can_end_game:
                change += self._win_value(pagodas)
            if change:
                yield bit, change

    def _win_value(self, pagoda_change: int) -> float:
        """Return the value of a win or loss by a change of pagodas (Q23), else 0; the player to move comes first."""
        mover, players = self.position.player_to_move, len(self._pagodas_left)
        pagoda_counts = self.position.pagoda_counts + pagoda_change
        for step in range(players):
            player = (mover - 1 + step) % players + 1
            if pagoda_counts >> PLAYER_SHIFT[player] & LANE_MASK >= PAGODAS[players]:
                return -WIN if step else WIN
        return 0.0

    def all(self) -> list[Valued]:
        """List all placements with their values, best first; equal ones stay in the order of `moves()`."""
        placements: list[Valued] = []
        for group in self.groups():
            placements += zip(group.values, group.moves, strict=True)
        placements.sort(key=itemgetter(0), reverse=True)
        return placements

    def best_by_kind(self) -> dict[Kind, Valued]:
        """Find the best placement of each kind of tile."""
        best: dict[Kind, Valued] = {}
        for kind, moves, values in self.groups():
            highest = max(values)
            if kind not in best or highest > best[kind][0]:
                best[kind] = highest, moves[values.index(highest)]
        return best

    def top_by_kind(self, count: int) -> dict[Kind, list[Move]]:
        """List the best `count` placements of each kind of tile, best first; equal ones in the order of `moves()`."""
        by_kind: dict[Kind, Group] = {}
        for kind, moves, values in self.groups():
            group = by_kind.setdefault(kind, Group(kind, [], []))
            group.moves.extend(moves)
            group.values.extend(values)
        top: dict[Kind, list[Move]] = {}
        for kind, moves, values in by_kind.values():
            best = top[kind] = []
            for _ in range(min(count, len(values))):
                index = values.index(max(values))
                best.append(moves[index])
                values[index] = _MINUS_INFINITY
        return top

    def best(self) -> Move:
        """Return the best placement, or a pass."""
        by_kind = self.best_by_kind()
        return max(by_kind.values(), key=itemgetter(0))[1] if by_kind else PASS
