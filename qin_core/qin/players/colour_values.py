"""The provinces of one colour, and the effects of a space or a double tile of that colour on them."""

from typing import TYPE_CHECKING

from qin_core.common.bits import iter_bits
from qin_core.qin.board import Squares
from qin_core.qin.pagodas import BESIDE_SHIFT as NIBBLE
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.players.features import SINGLE, spread
from qin_core.qin.players.placements import placement_squares, placements_on
from qin_core.qin.players.value_map import NO_DELTA, Delta, ValueMap
from qin_core.qin.players.weights import pair_key
from qin_core.qin.province import MAJOR_SIZE

if TYPE_CHECKING:
    from qin_core.qin.players.evaluator import Evaluator

ValuedProvince = tuple[Squares, int, int, int, Squares, int, Squares, Squares]
"""A province: squares, owner, pagodas, adjacent villages (bits), adjacent squares, size (5 for all major provinces),
open squares (free adjacent squares), outer squares (free squares beside those). A plain tuple, for speed."""
Link = tuple[int, int, float]
"""Another province that could be joined: its number, 1 if one space joins it or 0 if it takes two, and the value."""


class ColourValues:
    """The provinces of one colour, and the values of its spaces and double tiles."""

    __slots__ = (
        "_cover_values",
        "_doubles",
        "_singles",
        "_within_reach",
        "colour",
        "evaluator",
        "links",
        "province_values",
        "provinces",
        "single_spaces",
    )

    def __init__(self, evaluator: "Evaluator", colour: int) -> None:
        self.evaluator = evaluator
        self.colour = colour
        self._cover_values: dict[Squares, float] | None = None
        self._within_reach: list[Squares] | None = None
        self._singles: ValueMap | None = None
        self._doubles: ValueMap | None = None
        self.provinces: list[ValuedProvince] = []
        self.province_values: list[float] = []
        self.links: list[list[Link]] = []
        position, scale = evaluator.position, evaluator.scale
        stride, free = evaluator.board.stride, position.free
        singles = position.spaces[colour]
        for number, (squares, owner, pagodas, village_bits, neighbours) in enumerate(
            position.colour_states[colour].provinces
        ):
            singles &= ~squares
            size = squares.bit_count() if pagodas == 1 else MAJOR_SIZE
            open_squares, outer_squares = neighbours & free, 0
            links: list[Link] = []
            if open_squares:
                outer_squares = (
                    open_squares << 1 | open_squares >> 1 | open_squares << stride | open_squares >> stride
                ) & free
                for other, (_, other_owner, other_pagodas, _, _, other_size, other_open, other_outer) in enumerate(
                    self.provinces
                ):
                    if (
                        open_squares & (other_open | other_outer)
                        and owner != other_owner
                        and (pagodas == 1 or other_pagodas == 1)
                    ):
                        link = 1 if open_squares & other_open else 0
                        value = scale.pairs[pair_key(owner, size, other_owner, other_size) + link]
                        links.append((other, link, value))
                        self.links[other].append((number, link, value))
            self.links.append(links)
            self.provinces.append(
                (squares, owner, pagodas, village_bits, neighbours, size, open_squares, outer_squares)
            )
            self.province_values.append((scale.open_values if open_squares else scale.enclosed_values)[owner][size])
        self.single_spaces = singles

    def cover_values(self) -> dict[Squares, float]:
        """Value the squares on which another colour would enclose a province or separate two."""
        if self._cover_values is not None:
            return self._cover_values
        values = self._cover_values = {}
        scale, board = self.evaluator.scale, self.evaluator.board
        for number, (_, owner, pagodas, _, _, size, open_squares, _) in enumerate(self.provinces):
            if pagodas == 1 and open_squares and not open_squares & open_squares - 1:
                values[open_squares] = (
                    values.get(open_squares, 0.0) + scale.enclosed_values[owner][size] - scale.open_values[owner][size]
                )
            for other, link, value in self.links[number]:
                if link and other < number:
                    _, other_owner, _, _, _, other_size, other_open, _ = self.provinces[other]
                    square = open_squares & other_open
                    if not square & square - 1:
                        still_reachable = open_squares & ~square & spread(board, other_open & ~square)
                        change = -value
                        if still_reachable:
                            change += scale.pairs[pair_key(owner, size, other_owner, other_size)]
                        values[square] = values.get(square, 0.0) + change
        return values

    def covering_values(self) -> dict[Squares, float]:
        """Value the squares that affect provinces of the other two colours when they are covered."""
        first, second = (other.cover_values() for other in self.evaluator.colours if other is not self)
        if not first or not second:
            return first or second
        values = dict(first)
        for square, change in second.items():
            values[square] = values.get(square, 0.0) + change
        return values

    def within_reach(self) -> list[Squares]:
        """Return for each province the free squares from which two more spaces could reach it."""
        if self._within_reach is None:
            board, free = self.evaluator.board, self.evaluator.position.free
            self._within_reach = [
                (spread(board, outer_squares) | outer_squares) & free
                for _, _, _, _, _, _, _, outer_squares in self.provinces
            ]
        return self._within_reach

    def effect(self, added: Squares, neighbours: Squares, village_bits: int) -> tuple[float, Delta]:
        """Value the effect of one or two spaces on the provinces of the colour and on villages (Q13-Q19)."""
        evaluator = self.evaluator
        position, scale, board = evaluator.position, evaluator.scale, evaluator.board
        single_value = scale.rows[scale.player_to_move][SINGLE]
        singles = self.single_spaces & neighbours
        size, open_squares, value, count_change, pagoda_change = added.bit_count(), neighbours, 0.0, 0, 0
        joined: list[int] = []
        for number, province in enumerate(self.provinces):
            if province[0] & neighbours:
                _, owner, pagodas, its_village_bits, its_neighbours, its_size, _, _ = province
                size += its_size
                open_squares |= its_neighbours
                village_bits |= its_village_bits
                count_change -= its_village_bits * pagodas << NIBBLE[owner]
                pagoda_change -= pagodas << SHIFT[owner]
                value -= self.province_values[number]
                for other, _, link_value in self.links[number]:
                    if other not in joined:
                        value -= link_value
                joined.append(number)
        if singles:
            for square in iter_bits(singles):
                size += 1
                open_squares |= board.neighbours[square]
                village_bits |= board.adjacent_villages[square]
                value -= single_value
        elif size == 1:
            return single_value, NO_DELTA
        if not joined:
            owner = position.player_to_move
        elif len(joined) == 1:
            owner = self.provinces[joined[0]][1]
        else:
            owner = _new_owner([self.provinces[number] for number in joined])
        size = min(size, MAJOR_SIZE)
        pagodas = 2 if size == MAJOR_SIZE else 1
        free = position.free & ~added
        open_squares &= free
        value += (scale.open_values if open_squares else scale.enclosed_values)[owner][size]
        if len(joined) < len(self.provinces):
            reach = spread(board, open_squares) & free | open_squares
            for number, province in enumerate(self.provinces):
                if (
                    province[6] & reach
                    and province[1] != owner
                    and number not in joined
                    and (pagodas == 1 or province[2] == 1)
                ):
                    link = 1 if province[6] & open_squares else 0
                    value += scale.pairs[pair_key(owner, size, province[1], province[5]) + link]
        pagoda_change += pagodas << SHIFT[owner]
        changed = village_bits
        if len(joined) == 1 and self.provinces[joined[0]][2] == pagodas:
            changed &= ~self.provinces[joined[0]][3]
        if not changed:
            return value, (0, 0, pagoda_change)
        count_change += village_bits * pagodas << NIBBLE[owner]
        change, more_pagodas = evaluator.villages(changed, count_change)
        return value + change, (changed, count_change, pagoda_change + more_pagodas)

    def _map_areas(
        self, value_map: ValueMap, areas: list[tuple[int, int]], close_to: list[int], within_reach: list[int], size: int
    ) -> None:
        """Value areas that touch one province, or none (-1): growth or founding, and new neighbours."""
        evaluator, provinces = self.evaluator, self.provinces
        pairs, values = evaluator.scale.pairs, evaluator.scale.open_values
        village_areas, by_villages = evaluator.village_rings[size - 1], evaluator.by_villages[size - 1]
        add = value_map.changes.append
        for number, area in areas:
            changed = count_change = village_bits = 0
            links: dict[int, int] = {}
            if number < 0:
                owner, new_size, pagodas = evaluator.position.player_to_move, size, 1
                value, pagoda_change = values[owner][size], 1 << SHIFT[owner]
            else:
                _, owner, old_pagodas, village_bits, _, old_size, _, _ = provinces[number]
                new_size = min(old_size + size, MAJOR_SIZE)
                pagodas = 2 if new_size == MAJOR_SIZE else 1
                value, pagoda_change = (
                    values[owner][new_size] - self.province_values[number],
                    pagodas - old_pagodas << SHIFT[owner],
                )
                for other, link, link_value in self.links[number]:
                    links[other] = link
                    value -= link_value
                    if pagodas == 1 or provinces[other][2] == 1:
                        value += pairs[pair_key(owner, new_size, provinces[other][1], provinces[other][5]) + link]
                if pagoda_change and village_bits:
                    changed, count_change = village_bits, village_bits << NIBBLE[owner]
                    change, more_pagodas = evaluator.villages(changed, count_change)
                    value, pagoda_change = value + change, pagoda_change + more_pagodas
            add((area, value))
            value_map.add_delta(area, (changed, count_change, pagoda_change))
            for other, reach in enumerate(within_reach):
                reached_area = reach & area
                if not reached_area or links.get(other) == 1:
                    continue
                _, its_owner, its_pagodas, _, _, its_size, _, _ = provinces[other]
                if its_owner == owner or (pagodas == 2 and its_pagodas == 2):
                    continue
                key = pair_key(owner, new_size, its_owner, its_size)
                close_area = close_to[other] & area
                if other in links:
                    if close_area:
                        add((close_area, pairs[key + 1] - pairs[key]))
                else:
                    if close_area:
                        add((close_area, pairs[key + 1]))
                    if reached_area != close_area:
                        add((reached_area & ~close_area, pairs[key]))
            if area & by_villages:
                count = pagodas << NIBBLE[owner]
                for village, village_area in village_areas:
                    if village_area & area and not village_bits & village:
                        change, more_pagodas = evaluator.villages(village, village * count)
                        add((village_area & area, change))
                        value_map.add_village_delta(village_area & area, (village, village * count, more_pagodas))

    def singles(self) -> ValueMap:
        """Value a single space on every square."""
        if self._singles is not None:
            return self._singles
        evaluator = self.evaluator
        board, free, scale = evaluator.board, evaluator.position.free, evaluator.scale
        value_map = self._singles = ValueMap(board.bits)
        add = value_map.changes.append
        once = twice = 0
        close_to = []
        for _, _, _, _, _, _, open_squares, outer_squares in self.provinces:
            twice |= once & open_squares
            once |= open_squares
            close_to.append(outer_squares)
        special = (twice | spread(board, self.single_spaces)) & free
        add((free & ~(once | special), scale.rows[scale.player_to_move][SINGLE]))
        areas = [
            (number, province[6] & ~special) for number, province in enumerate(self.provinces) if province[6] & ~special
        ]
        self._map_areas(value_map, areas, close_to, self.within_reach(), 1)
        for square in iter_bits(special):
            value, delta = self.effect(1 << square, board.neighbours[square], board.adjacent_villages[square])
            add((1 << square, value))
            value_map.add_delta(1 << square, delta)
        value_map.changes += self.covering_values().items()
        return value_map

    def doubles(self) -> ValueMap:
        """Value a double tile on every placement."""
        if self._doubles is not None:
            return self._doubles
        evaluator = self.evaluator
        board, placements = evaluator.board, evaluator.placements
        value_map = self._doubles = ValueMap(2 * board.bits)
        add = value_map.changes.append
        once = twice = 0
        touching, close_to = [], []
        for _, _, _, _, _, _, open_squares, outer_squares in self.provinces:
            adjacent = placements_on(board, open_squares) & placements
            touching.append(adjacent)
            twice |= once & adjacent
            once |= adjacent
            close_to.append(placements_on(board, outer_squares))
        within_reach = [placements_on(board, squares) for squares in self.within_reach()]
        special = (
            twice | placements_on(board, spread(board, self.single_spaces) & evaluator.position.free)
        ) & placements
        areas = [(number, area & ~special) for number, area in enumerate(touching) if area & ~special]
        alone = placements & ~(once | special)
        if alone:
            areas.append((-1, alone))
        self._map_areas(value_map, areas, close_to, within_reach, 2)
        lows, highs = placement_squares(board)
        all_neighbours, village_bits = board.neighbours, board.adjacent_villages
        for bit in iter_bits(special):
            low, high = lows[bit], highs[bit]
            value, delta = self.effect(
                1 << low | 1 << high, all_neighbours[low] | all_neighbours[high], village_bits[low] | village_bits[high]
            )
            add((1 << bit, value))
            value_map.add_delta(1 << bit, delta)
        for square, change in self.covering_values().items():
            add((placements_on(board, square) & placements, change))
        return value_map


def _new_owner(joined: list[ValuedProvince]) -> int:
    """Return the owner of the joined provinces (Q19); if players tie, the join is forbidden and it is any of them."""
    shares: dict[int, int] = {}
    for squares, owner, *_ in joined:
        shares[owner] = shares.get(owner, 0) + squares.bit_count()
    return max(shares, key=shares.__getitem__)
