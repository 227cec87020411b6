"""The provinces of one colour, and the effects of a space or a double tile of that colour on them."""

from typing import TYPE_CHECKING, NamedTuple

from qin_core.common.bits import iter_bits
from qin_core.qin.board import Squares
from qin_core.qin.pagodas import BESIDE_SHIFT, PLAYER_SHIFT
from qin_core.qin.players.features import SINGLE_SPACE, joinable_pairs, open_province, single_spaces, spread
from qin_core.qin.players.placements import placement_squares, placements_on
from qin_core.qin.players.value_map import NO_DELTA, Delta, ValueMap
from qin_core.qin.province import MAJOR_SIZE, new_owner

if TYPE_CHECKING:
    from qin_core.qin.players.evaluator import Evaluator


class Link(NamedTuple):
    """Another province that could be joined to a province, and the value of that."""

    other: int
    """The index of the other province."""
    by_one_space: bool
    value: float


class ColourValues:
    """The provinces of one colour, and the values of its spaces and double tiles."""

    __slots__ = (
        "_cover_values",
        "_doubles",
        "_singles",
        "_two_away",
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
        self._two_away: list[Squares] | None = None
        self._singles: ValueMap | None = None
        self._doubles: ValueMap | None = None
        position, weights = evaluator.position, evaluator.weights
        self.single_spaces = single_spaces(position, colour)
        self.provinces = [open_province(position, province) for province in position.colour_states[colour].provinces]
        self.province_values = [
            weights.province(province.owner, province.size, province.open_squares != 0) for province in self.provinces
        ]
        self.links: list[list[Link]] = [[] for _ in self.provinces]
        for first, second, by_one_space in joinable_pairs(self.provinces):
            one, other = self.provinces[first], self.provinces[second]
            value = weights.pair(one.owner, one.size, other.owner, other.size, by_one_space)
            self.links[first].append(Link(second, by_one_space, value))
            self.links[second].append(Link(first, by_one_space, value))

    # Squares that another colour covers

    def cover_values(self) -> dict[Squares, float]:
        """Value the squares on which another colour would enclose a province or separate two."""
        if self._cover_values is not None:
            return self._cover_values
        values = self._cover_values = {}
        weights, board = self.evaluator.weights, self.evaluator.board
        for number, province in enumerate(self.provinces):
            owner, size, open_squares = province.owner, province.size, province.open_squares
            if province.pagodas == 1 and open_squares.bit_count() == 1:
                change = weights.province(owner, size, is_open=False) - weights.province(owner, size, is_open=True)
                values[open_squares] = values.get(open_squares, 0.0) + change
            for link in self.links[number]:
                if not link.by_one_space or link.other > number:
                    continue
                other = self.provinces[link.other]
                square = open_squares & other.open_squares
                if square.bit_count() == 1:
                    change = -link.value
                    if open_squares & ~square & spread(board, other.open_squares & ~square):
                        change += weights.pair(owner, size, other.owner, other.size, by_one_space=False)
                    values[square] = values.get(square, 0.0) + change
        return values

    def other_cover_values(self) -> dict[Squares, float]:
        """Value the squares on which this colour would affect provinces of the other two colours."""
        first, second = (other.cover_values() for other in self.evaluator.colours if other is not self)
        if not first or not second:
            return first or second
        values = dict(first)
        for square, change in second.items():
            values[square] = values.get(square, 0.0) + change
        return values

    # One placement

    def effect(self, added: Squares, neighbours: Squares, village_bits: int) -> tuple[float, Delta]:
        """Value the effect of one or two spaces on the provinces of the colour and on villages (Q13-Q19)."""
        evaluator = self.evaluator
        position, weights, board = evaluator.position, evaluator.weights, evaluator.board
        joined = [number for number, province in enumerate(self.provinces) if province.squares & neighbours]
        singles = self.single_spaces & neighbours
        size, open_squares = added.bit_count(), neighbours
        value, count_change, pagoda_change = 0.0, 0, 0
        if size == 1 and not joined and not singles:
            return weights.rows[weights.player_to_move][SINGLE_SPACE], NO_DELTA
        for number in joined:
            province = self.provinces[number]
            size += province.size
            open_squares |= province.neighbours
            village_bits |= province.village_bits
            count_change -= province.village_bits * province.pagodas << BESIDE_SHIFT[province.owner]
            pagoda_change -= province.pagodas << PLAYER_SHIFT[province.owner]
            value -= self.province_values[number]
            for link in self.links[number]:
                if link.other > number or link.other not in joined:  # count two joined provinces once
                    value -= link.value
        for square in iter_bits(singles):
            size += 1
            open_squares |= board.neighbours[square]
            village_bits |= board.adjacent_villages[square]
            value -= weights.rows[weights.player_to_move][SINGLE_SPACE]

        owner = self._owner_after(joined)
        size = min(size, MAJOR_SIZE)
        pagodas = 2 if size == MAJOR_SIZE else 1
        free = position.free & ~added
        open_squares &= free
        value += weights.province(owner, size, open_squares != 0)
        if len(joined) < len(self.provinces):
            reach = spread(board, open_squares) & free | open_squares  # where a second space would join it
            for number, province in enumerate(self.provinces):
                if (
                    province.open_squares & reach
                    and province.owner != owner
                    and number not in joined
                    and (pagodas == 1 or province.pagodas == 1)
                ):
                    by_one_space = province.open_squares & open_squares != 0
                    value += weights.pair(owner, size, province.owner, province.size, by_one_space)

        pagoda_change += pagodas << PLAYER_SHIFT[owner]
        changed = village_bits
        if len(joined) == 1 and self.provinces[joined[0]].pagodas == pagodas:
            changed &= ~self.provinces[joined[0]].village_bits  # it has as many pagodas there as before
        if not changed:
            return value, Delta(0, 0, pagoda_change)
        count_change += village_bits * pagodas << BESIDE_SHIFT[owner]
        change, more_pagodas = evaluator.change_villages(changed, count_change)
        return value + change, Delta(changed, count_change, pagoda_change + more_pagodas)

    def _owner_after(self, joined: list[int]) -> int:
        """Return the owner of the province that is founded, grows, or joins others (Q14, Q15, Q19)."""
        position = self.evaluator.position
        if not joined:
            return position.player_to_move
        if len(joined) == 1:
            return self.provinces[joined[0]].owner
        provinces = position.colour_states[self.colour].provinces
        # A tie is forbidden (Q20), so any of the owners will do.
        return new_owner([provinces[number] for number in joined]) or self.provinces[joined[0]].owner

    # All placements

    def singles(self) -> ValueMap:
        """Value a single space on every square."""
        if self._singles is None:
            board, free = self.evaluator.board, self.evaluator.position.free
            value_map = self._singles = ValueMap(board.bits)
            touching = [province.open_squares for province in self.provinces]
            one_away = [province.outer_squares for province in self.provinces]  # where one more space reaches it
            one_by_one, alone = self._split(touching, spread(board, self.single_spaces) & free, free)
            for number, squares in enumerate(touching):
                area = squares & ~one_by_one
                if area:
                    self._map_growth(value_map, area, number, one_away, self.two_away(), added=1)
            weights = self.evaluator.weights
            value_map.add_value(alone, weights.rows[weights.player_to_move][SINGLE_SPACE])
            for square in iter_bits(one_by_one):
                value, delta = self.effect(1 << square, board.neighbours[square], board.adjacent_villages[square])
                value_map.add_value(1 << square, value)
                value_map.add_delta(1 << square, delta)
            value_map.changes += self.other_cover_values().items()
        return self._singles

    def doubles(self) -> ValueMap:
        """Value a double tile on every placement."""
        if self._doubles is None:
            board, placements = self.evaluator.board, self.evaluator.placements
            value_map = self._doubles = ValueMap(2 * board.bits)
            touching = [placements_on(board, province.open_squares) & placements for province in self.provinces]
            one_away = [placements_on(board, province.outer_squares) for province in self.provinces]
            two_away = [placements_on(board, squares) for squares in self.two_away()]
            beside_singles = placements_on(board, spread(board, self.single_spaces) & self.evaluator.position.free)
            one_by_one, alone = self._split(touching, beside_singles, placements)
            for number, its_placements in enumerate(touching):
                area = its_placements & ~one_by_one
                if area:
                    self._map_growth(value_map, area, number, one_away, two_away, added=2)
            if alone:
                self._map_founding(value_map, alone, one_away, two_away)
            lows, highs = placement_squares(board)
            all_neighbours, adjacent_villages = board.neighbours, board.adjacent_villages
            for bit in iter_bits(one_by_one):
                low, high = lows[bit], highs[bit]
                neighbours = all_neighbours[low] | all_neighbours[high]
                value, delta = self.effect(
                    1 << low | 1 << high, neighbours, adjacent_villages[low] | adjacent_villages[high]
                )
                value_map.add_value(1 << bit, value)
                value_map.add_delta(1 << bit, delta)
            for square, change in self.other_cover_values().items():
                value_map.add_value(placements_on(board, square) & placements, change)
        return self._doubles

    def two_away(self) -> list[Squares]:
        """Return for each province the free squares from which at most two more spaces reach it."""
        if self._two_away is None:
            board, free = self.evaluator.board, self.evaluator.position.free
            self._two_away = [
                (spread(board, province.outer_squares) | province.outer_squares) & free for province in self.provinces
            ]
        return self._two_away

    @staticmethod
    def _split(touching: list[int], beside_singles: int, legal: int) -> tuple[int, int]:
        """Return the bits that touch several provinces or single spaces, and the bits that touch nothing.

        The first must be valued one by one. All others touch exactly one province, and can be valued together.
        """
        once = twice = 0
        for bits in touching:
            twice |= once & bits
            once |= bits
        one_by_one = (twice | beside_singles) & legal
        return one_by_one, legal & ~(once | one_by_one)

    def _map_founding(self, value_map: ValueMap, area: int, one_away: list[int], two_away: list[int]) -> None:
        """Value the placements of a double tile that touch no province: each founds one (Q14)."""
        owner = self.evaluator.position.player_to_move
        value_map.add_value(area, self.evaluator.weights.province(owner, 2, is_open=True))
        value_map.add_delta(area, Delta(0, 0, 1 << PLAYER_SHIFT[owner]))
        self._map_links(value_map, area, owner, 2, {}, one_away, two_away)
        self._map_villages(value_map, area, owner, pagodas=1, old_village_bits=0, added=2)

    def _map_growth(
        self, value_map: ValueMap, area: int, number: int, one_away: list[int], two_away: list[int], added: int
    ) -> None:
        """Value the squares or placements that touch only one province: it grows by one or two spaces (Q15, Q16)."""
        province, weights = self.provinces[number], self.evaluator.weights
        owner, old_pagodas, village_bits = province.owner, province.pagodas, province.village_bits
        size = min(province.size + added, MAJOR_SIZE)
        pagodas = 2 if size == MAJOR_SIZE else 1
        value = weights.province(owner, size, is_open=True) - self.province_values[number]
        links: dict[int, bool] = {}
        for other_number, by_one_space, link_value in self.links[number]:
            other = self.provinces[other_number]
            links[other_number] = by_one_space
            value -= link_value
            if pagodas == 1 or other.pagodas == 1:
                value += weights.pair(owner, size, other.owner, other.size, by_one_space)
        changed = count_change = 0
        pagoda_change = pagodas - old_pagodas << PLAYER_SHIFT[owner]
        if pagoda_change and village_bits:
            changed, count_change = village_bits, village_bits << BESIDE_SHIFT[owner]
            change, more_pagodas = self.evaluator.change_villages(changed, count_change)
            value += change
            pagoda_change += more_pagodas
        value_map.add_value(area, value)
        value_map.add_delta(area, Delta(changed, count_change, pagoda_change))
        self._map_links(value_map, area, owner, size, links, one_away, two_away)
        self._map_villages(value_map, area, owner, pagodas, village_bits, added)

    def _map_links(
        self,
        value_map: ValueMap,
        area: int,
        owner: int,
        size: int,
        links: dict[int, bool],
        one_away: list[int],
        two_away: list[int],
    ) -> None:
        """Value that the new or grown province comes close to others, except for the links that it had before."""
        weights = self.evaluator.weights
        for number, reaching in enumerate(two_away):
            within_two = reaching & area
            if not within_two or links.get(number):  # out of reach, or one space could join them before
                continue
            other = self.provinces[number]
            if other.owner == owner or (size == MAJOR_SIZE and other.pagodas == 2):
                continue
            within_one = one_away[number] & area
            if within_one:
                value = weights.pair(owner, size, other.owner, other.size, by_one_space=True)
                if number in links:
                    value -= weights.pair(owner, size, other.owner, other.size, by_one_space=False)
                value_map.add_value(within_one, value)
            if number not in links and within_two != within_one:
                value = weights.pair(owner, size, other.owner, other.size, by_one_space=False)
                value_map.add_value(within_two & ~within_one, value)

    def _map_villages(
        self, value_map: ValueMap, area: int, owner: int, pagodas: int, old_village_bits: int, added: int
    ) -> None:
        """Value that the new or grown province comes to lie beside further villages (Q17, Q18)."""
        beside_villages = self.evaluator.beside_villages[added - 1]
        if not area & beside_villages.all:
            return
        count = pagodas << BESIDE_SHIFT[owner]
        for village, bits in beside_villages.by_village:
            beside = bits & area
            if beside and not old_village_bits & village:
                change, more_pagodas = self.evaluator.change_villages(village, village * count)
                value_map.add_value(beside, change)
                value_map.add_village_delta(beside, Delta(village, village * count, more_pagodas))
