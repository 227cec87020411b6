"""Values of positions and of placements.

`scores` values a position for every player. `Valuation` values all placements of the player on turn.
"""

from collections.abc import Iterator
from itertools import compress
from math import exp
from operator import add, itemgetter

from qin_core.common.bits import iter_bits
from qin_core.qin.board import LANE_BITS
from qin_core.qin.move import PASS, Move, move_tables
from qin_core.qin.pagodas import LANE_MASK, PAGODAS
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.players.evaluator import Evaluator
from qin_core.qin.players.features import DOUBLE, LOOSE, TURN, hand_points, pair_slots, progress, village_rooms
from qin_core.qin.players.places import ends, ends_of
from qin_core.qin.players.value_map import BITS
from qin_core.qin.players.weights import Weights, step_of, trained_weights
from qin_core.qin.position import Position
from qin_core.qin.province import MAJOR_SIZE
from qin_core.qin.tiles import TILE_COLOURS

WIN = 1000.0
"""The value of winning at once, above everything else."""
_CLOSE = 10  # the most pagodas that a turn can place

Valued = tuple[float, Move]


def scores(position: Position, weights: Weights | None = None) -> list[float]:
    """Add up each player's facts by weight: what `features.facts` lists, without making the list."""
    players, mover = len(position.packed_hands), position.player_to_move
    weights = weights or trained_weights(players)
    step = step_of(progress(position))
    by_distance = weights.blended(step)
    rows = [by_distance[(player - mover) % players] for player in range(players + 1)]
    provinces = weights.provinces(step)
    totals = [0.0] * (players + 1)
    board, free = position.board, position.free
    stride = board.stride
    loose = 0
    for colour, layer in enumerate(position.colour_states):
        single = position.spaces[colour]
        seen: list[tuple[int, int, int, int]] = []
        for squares, owner, pagodas, _, near in layer.provinces:
            size, room = squares.bit_count() if pagodas == 1 else MAJOR_SIZE, near & free
            single &= ~squares
            totals[owner] += provinces[room != 0][(owner - mover) % players][size]
            if room:
                wide = room | room << 1 | room >> 1 | room << stride | room >> stride
                for other, other_pagodas, other_size, other_room in seen:
                    if other_room & wide and other != owner and (pagodas == 1 or other_pagodas == 1):
                        slot, other_slot = pair_slots(size, other_size, 1 if other_room & room else 0)
                        totals[owner] += rows[owner][slot]
                        totals[other] += rows[other][other_slot]
                seen.append((owner, pagodas, size, room))
        for square in iter_bits(single):
            if board.neighbours[square] & free:
                loose += 1
    totals[mover] += loose * rows[mover][LOOSE]
    rooms = village_rooms(position)
    for number, holder in enumerate(position.holders):
        counts = position.village_counts >> number * LANE_BITS & LANE_MASK
        for player, worth in weights.village(step, mover, counts, holder, rooms[number]):
            totals[player] += worth
    for player in range(1, players + 1):
        row = rows[player]
        totals[player] += hand_points(position.packed_hands[player - 1]) * row[DOUBLE] + row[TURN]
    return totals[1:]


def softmax(totals: list[float]) -> tuple[float, ...]:
    """Turn scores into chances."""
    most = max(totals)
    powers = [exp(total - most) for total in totals]
    whole = sum(powers)
    return tuple(power / whole for power in powers)


def shares_for(position: Position, player: int, weights: Weights) -> tuple[float, ...]:
    """Return the weight of every player's score for one player: 1 for the player, minus the win chance for others."""
    players = len(position.packed_hands)
    if players == 2:
        return (1.0, -1.0) if player == 1 else (-1.0, 1.0)
    totals = scores(position, weights)
    totals[player - 1] = -1e9
    chances = softmax(totals)
    # in eighths, so that scales can be cached
    return tuple(1.0 if other == player else -round(8 * chances[other - 1]) / 8 for other in position.players)


def colours(kind: int, turned: int) -> tuple[int, int]:
    """Return the colours on the lower and on the higher square of a place."""
    first, second = TILE_COLOURS[kind]
    return (second, first) if turned else (first, second)


class Valuation:
    """All placements of the player to move with their values; hidden tiles can be of any kind."""

    def __init__(self, position: Position, weights: Weights | None = None, shares: tuple[float, ...] = ()) -> None:
        """Value placements for the player on turn, optionally with other shares in the players' scores."""
        self.position = position
        players = len(position.packed_hands)
        weights = weights or trained_weights(players)
        mover = position.player_to_move
        shares = shares or shares_for(position, mover, weights)
        self.scale = weights.scale(step_of(progress(position)), shares, mover % players + 1)
        self.evaluator = Evaluator(position, self.scale)
        most = PAGODAS[players]
        self._left = [most - (position.pagoda_counts >> SHIFT[player] & LANE_MASK) for player in position.players]
        self._near_end = min(self._left) <= _CLOSE

    def groups(self) -> Iterator[tuple[int, list[Move], list[float]]]:
        """Yield the moves and their values for each kind of tile, in both directions."""
        position, evaluator = self.position, self.evaluator
        board = position.board
        if position.has_winner():
            return
        lows, highs = ends_of(board)
        layers = evaluator.layers
        for kind, turned, mask in position.legal_masks(position.player_to_move):
            if not mask:
                continue
            chosen = bin(mask)[:1:-1].encode().translate(BITS)
            moves: list[Move] = list(compress(move_tables(board, kind)[turned], chosen))  # type: ignore[arg-type]
            first, second = colours(kind, turned)
            spent = evaluator.kind_value(kind)
            if first == second:
                values = [value + spent for value in compress(layers[first].doubles().values(), chosen)]
            else:
                one, two = layers[first].singles().values(), layers[second].singles().values()
                values = list(
                    map(
                        add,
                        map(one.__getitem__, compress(lows, chosen)),
                        map(two.__getitem__, compress(highs, chosen)),
                    )
                )
                if spent:
                    values = [value + spent for value in values]
            for place, change in self.corrections(first, second, mask):
                values[(mask & (1 << place) - 1).bit_count()] += change
            yield kind, moves, values

    def corrections(self, first: int, second: int, mask: int) -> Iterator[tuple[int, float]]:
        """Yield corrections of places where the sum of two spaces is wrong: both change one village, or the game is
        won."""
        evaluator, position = self.evaluator, self.position
        board = position.board
        if first == second:
            if self._near_end:
                plan = evaluator.layers[first].doubles()
                most = plan.most_gained(position.pagoda_counts, position.players)
                if any(gained >= left for gained, left in zip(most, self._left, strict=True)):
                    for place in iter_bits(mask):
                        decided = self._decided(plan.delta_at(place)[2])
                        if decided:
                            yield place, decided
            return
        one, two = evaluator.layers[first].singles(), evaluator.layers[second].singles()
        low, high = one.by_villages, two.by_villages
        places = (low & high >> 1 | (low & high >> board.stride) << board.bits) & mask
        decisive = False
        if self._near_end:
            most1 = one.most_gained(position.pagoda_counts, position.players)
            most2 = two.most_gained(position.pagoda_counts, position.players)
            decisive = any(
                gained1 + gained2 >= left for gained1, gained2, left in zip(most1, most2, self._left, strict=True)
            )
        for place in iter_bits(mask if decisive else places):
            low_end, high_end = ends(board, place)
            lanes1, beside1, gain1 = one.delta_at(low_end)
            lanes2, beside2, gain2 = two.delta_at(high_end)
            gain = gain1 + gain2
            both = lanes1 & lanes2
            change = 0.0
            if both:
                value, more = evaluator.villages(both, beside1 + beside2)
                value1, more1 = evaluator.villages(both, beside1)
                value2, more2 = evaluator.villages(both, beside2)
                change = value - value1 - value2
                gain += more - more1 - more2
            if decisive:
                change += self._decided(gain)
            if change:
                yield place, change

    def _decided(self, gain: int) -> float:
        """Return who wins by a change of pagodas (Q23); the player to move comes first."""
        mover, players = self.position.player_to_move, len(self._left)
        on_board = self.position.pagoda_counts + gain
        most = PAGODAS[players]
        for step in range(players):
            player = (mover - 1 + step) % players + 1
            if on_board >> SHIFT[player] & LANE_MASK >= most:
                return -WIN if step else WIN
        return 0.0

    def all(self) -> list[Valued]:
        """List all placements with their values, best first; equals in the order of `moves()`."""
        found: list[Valued] = []
        for _, moves, values in self.groups():
            found += zip(values, moves, strict=True)
        found.sort(key=itemgetter(0), reverse=True)
        return found

    def best_by_kind(self) -> dict[int, Valued]:
        """Find the best placement of each kind of tile."""
        found: dict[int, Valued] = {}
        for kind, moves, values in self.groups():
            most = max(values)
            if kind not in found or most > found[kind][0]:
                found[kind] = most, moves[values.index(most)]
        return found

    def top_by_kind(self, most: int) -> dict[int, list[Move]]:
        """List the best few placements of each kind of tile, best first; equals in the order of `moves()`."""
        found: dict[int, tuple[list[float], list[Move]]] = {}
        for kind, moves, values in self.groups():
            known = found.setdefault(kind, ([], []))
            known[0].extend(values)
            known[1].extend(moves)
        top: dict[int, list[Move]] = {}
        for kind, (values, moves) in found.items():
            chosen = top[kind] = []
            for _ in range(min(most, len(values))):
                place = values.index(max(values))
                chosen.append(moves[place])
                values[place] = float("-inf")
        return top

    def best(self) -> Move:
        """Return the best placement, or a pass."""
        found = self.best_by_kind()
        if not found:
            return PASS
        return max(found.values(), key=itemgetter(0))[1]
