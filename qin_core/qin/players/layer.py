"""One colour's provinces and what a space or a double tile of that colour would do to them."""

from typing import TYPE_CHECKING

from qin_core.common.bits import iter_bits
from qin_core.qin.board import Squares
from qin_core.qin.pagodas import BESIDE_SHIFT as NIBBLE
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.players.features import LOOSE, spread
from qin_core.qin.players.places import ending_in, ends_of
from qin_core.qin.players.value_map import NO_DELTA, Delta, ValueMap
from qin_core.qin.players.weights import pair_key
from qin_core.qin.province import MAJOR_SIZE

if TYPE_CHECKING:
    from qin_core.qin.players.evaluator import Evaluator

ValuedProvince = tuple[Squares, int, int, int, Squares, int, Squares, Squares]
"""A province with what its values need: squares, owner, pagodas, villages beside it (lanes), squares beside it, its
size (all majors are alike), free squares beside it, free squares beside those. A plain tuple: there are many."""
Link = tuple[int, int, float]
"""Another province that could be joined: its number, 1 if by one space or 0 if by two, and the value of that."""


class ValuedLayer:
    """The provinces of one colour: what a space or a double tile of that colour would change."""

    __slots__ = (
        "_cover",
        "_doubles",
        "_far",
        "_singles",
        "colour",
        "evaluator",
        "links",
        "loose",
        "provinces",
        "worth",
    )

    def __init__(self, evaluator: "Evaluator", colour: int) -> None:
        self.evaluator = evaluator
        self.colour = colour
        self._cover: dict[Squares, float] | None = None
        self._far: list[Squares] | None = None
        self._singles: ValueMap | None = None
        self._doubles: ValueMap | None = None
        self.provinces: list[ValuedProvince] = []
        self.worth: list[float] = []
        self.links: list[list[Link]] = []
        position, scale = evaluator.position, evaluator.scale
        stride, free = evaluator.board.stride, position.free
        loose = position.spaces[colour]
        for number, (squares, owner, pagodas, lanes, near) in enumerate(position.colour_states[colour].provinces):
            loose &= ~squares
            size = squares.bit_count() if pagodas == 1 else MAJOR_SIZE
            room, wide = near & free, 0
            links: list[Link] = []
            if room:
                wide = (room << 1 | room >> 1 | room << stride | room >> stride) & free
                for other, (_, other_owner, other_pagodas, _, _, other_size, other_room, other_wide) in enumerate(
                    self.provinces
                ):
                    if (
                        room & (other_room | other_wide)
                        and owner != other_owner
                        and (pagodas == 1 or other_pagodas == 1)
                    ):
                        link = 1 if room & other_room else 0
                        value = scale.pairs[pair_key(owner, size, other_owner, other_size) + link]
                        links.append((other, link, value))
                        self.links[other].append((number, link, value))
            self.links.append(links)
            self.provinces.append((squares, owner, pagodas, lanes, near, size, room, wide))
            self.worth.append((scale.open if room else scale.closed)[owner][size])
        self.loose = loose

    def cover(self) -> dict[Squares, float]:
        """Value squares on which another colour would enclose a province or separate two."""
        if self._cover is not None:
            return self._cover
        values = self._cover = {}
        scale, board = self.evaluator.scale, self.evaluator.board
        for number, (_, owner, pagodas, _, _, size, room, _) in enumerate(self.provinces):
            if pagodas == 1 and room and not room & room - 1:
                values[room] = values.get(room, 0.0) + scale.closed[owner][size] - scale.open[owner][size]
            for other, link, value in self.links[number]:
                if link and other < number:
                    _, other_owner, _, _, _, other_size, other_room, _ = self.provinces[other]
                    square = room & other_room
                    if not square & square - 1:
                        still = room & ~square & spread(board, other_room & ~square)
                        change = -value
                        if still:
                            change += scale.pairs[pair_key(owner, size, other_owner, other_size)]
                        values[square] = values.get(square, 0.0) + change
        return values

    def covered(self) -> dict[Squares, float]:
        """Value squares by what covering them does to the provinces of the other two colours."""
        one, two = (layer.cover() for layer in self.evaluator.layers if layer is not self)
        if not one or not two:
            return one or two
        values = dict(one)
        for square, change in two.items():
            values[square] = values.get(square, 0.0) + change
        return values

    def far(self) -> list[Squares]:
        """Collect for each province the free squares from which a space comes within reach of it."""
        if self._far is None:
            board, free = self.evaluator.board, self.evaluator.position.free
            self._far = [(spread(board, wide) | wide) & free for _, _, _, _, _, _, _, wide in self.provinces]
        return self._far

    def effect(self, added: Squares, near: Squares, lanes: int) -> tuple[float, Delta]:
        """Value what one or two spaces do to the provinces of the colour and to villages (Q13-Q19)."""
        evaluator = self.evaluator
        position, scale, board = evaluator.position, evaluator.scale, evaluator.board
        loose_value = scale.rows[scale.turn][LOOSE]
        loose = self.loose & near
        size, room, value, beside, gain = added.bit_count(), near, 0.0, 0, 0
        joined: list[int] = []
        for number, province in enumerate(self.provinces):
            if province[0] & near:
                _, owner, pagodas, its_lanes, its_near, its_size, _, _ = province
                size += its_size
                room |= its_near
                lanes |= its_lanes
                beside -= its_lanes * pagodas << NIBBLE[owner]
                gain -= pagodas << SHIFT[owner]
                value -= self.worth[number]
                for other, _, worth in self.links[number]:
                    if other not in joined:
                        value -= worth
                joined.append(number)
        if loose:
            for square in iter_bits(loose):
                size += 1
                room |= board.neighbours[square]
                lanes |= board.adjacent_villages[square]
                value -= loose_value
        elif size == 1:
            return loose_value, NO_DELTA
        if not joined:
            owner = position.player_to_move
        elif len(joined) == 1:
            owner = self.provinces[joined[0]][1]
        else:
            owner = _owner([self.provinces[number] for number in joined])
        size = min(size, MAJOR_SIZE)
        pagodas = 2 if size == MAJOR_SIZE else 1
        free = position.free & ~added
        room &= free
        value += (scale.open if room else scale.closed)[owner][size]
        if len(joined) < len(self.provinces):
            reach = spread(board, room) & free | room
            for number, province in enumerate(self.provinces):
                if (
                    province[6] & reach
                    and province[1] != owner
                    and number not in joined
                    and (pagodas == 1 or province[2] == 1)
                ):
                    link = 1 if province[6] & room else 0
                    value += scale.pairs[pair_key(owner, size, province[1], province[5]) + link]
        gain += pagodas << SHIFT[owner]
        changed = lanes
        if len(joined) == 1 and self.provinces[joined[0]][2] == pagodas:
            changed &= ~self.provinces[joined[0]][3]
        if not changed:
            return value, (0, 0, gain)
        beside += lanes * pagodas << NIBBLE[owner]
        change, more = evaluator.villages(changed, beside)
        return value + change, (changed, beside, gain + more)

    def _map_areas(
        self, plan: ValueMap, areas: list[tuple[int, int]], near: list[int], far: list[int], size: int
    ) -> None:
        """Value places that touch one province or none (-1): growth or founding, and new neighbours."""
        evaluator, provinces = self.evaluator, self.provinces
        pairs, values = evaluator.scale.pairs, evaluator.scale.open
        rings, by_villages = evaluator.rings[size - 1], evaluator.by_villages[size - 1]
        add = plan.parts.append
        for number, area in areas:
            changed = beside = lanes = 0
            linked: dict[int, int] = {}
            if number < 0:
                owner, new_size, pagodas = evaluator.position.player_to_move, size, 1
                value, gain = values[owner][size], 1 << SHIFT[owner]
            else:
                _, owner, had, lanes, _, old_size, _, _ = provinces[number]
                new_size = min(old_size + size, MAJOR_SIZE)
                pagodas = 2 if new_size == MAJOR_SIZE else 1
                value, gain = values[owner][new_size] - self.worth[number], pagodas - had << SHIFT[owner]
                for other, link, worth in self.links[number]:
                    linked[other] = link
                    value -= worth
                    if pagodas == 1 or provinces[other][2] == 1:
                        value += pairs[pair_key(owner, new_size, provinces[other][1], provinces[other][5]) + link]
                if gain and lanes:
                    changed, beside = lanes, lanes << NIBBLE[owner]
                    change, more = evaluator.villages(changed, beside)
                    value, gain = value + change, gain + more
            add((area, value))
            plan.add_delta(area, (changed, beside, gain))
            for other, all_reached in enumerate(far):
                reached = all_reached & area
                if not reached or linked.get(other) == 1:
                    continue
                _, its_owner, its_pagodas, _, _, its_size, _, _ = provinces[other]
                if its_owner == owner or (pagodas == 2 and its_pagodas == 2):
                    continue
                key = pair_key(owner, new_size, its_owner, its_size)
                close = near[other] & area
                if other in linked:
                    if close:
                        add((close, pairs[key + 1] - pairs[key]))
                else:
                    if close:
                        add((close, pairs[key + 1]))
                    if reached != close:
                        add((reached & ~close, pairs[key]))
            if area & by_villages:
                many = pagodas << NIBBLE[owner]
                for lane, ring in rings:
                    if ring & area and not lanes & lane:
                        change, more = evaluator.villages(lane, lane * many)
                        add((ring & area, change))
                        plan.add_village_delta(ring & area, (lane, lane * many, more))

    def singles(self) -> ValueMap:
        """Value one space on every square."""
        if self._singles is not None:
            return self._singles
        evaluator = self.evaluator
        board, free, scale = evaluator.board, evaluator.position.free, evaluator.scale
        plan = self._singles = ValueMap(board.bits)
        add = plan.parts.append
        once = twice = 0
        near = []
        for _, _, _, _, _, _, room, wide in self.provinces:
            twice |= once & room
            once |= room
            near.append(wide)
        special = (twice | spread(board, self.loose)) & free
        add((free & ~(once | special), scale.rows[scale.turn][LOOSE]))
        areas = [
            (number, province[6] & ~special) for number, province in enumerate(self.provinces) if province[6] & ~special
        ]
        self._map_areas(plan, areas, near, self.far(), 1)
        for square in iter_bits(special):
            value, touch = self.effect(1 << square, board.neighbours[square], board.adjacent_villages[square])
            add((1 << square, value))
            plan.add_delta(1 << square, touch)
        plan.parts += self.covered().items()
        return plan

    def doubles(self) -> ValueMap:
        """Value a double tile on every place where one can lie."""
        if self._doubles is not None:
            return self._doubles
        evaluator = self.evaluator
        board, places = evaluator.board, evaluator.places
        plan = self._doubles = ValueMap(2 * board.bits)
        add = plan.parts.append
        once = twice = 0
        touching, near = [], []
        for _, _, _, _, _, _, room, wide in self.provinces:
            beside = ending_in(board, room) & places
            touching.append(beside)
            twice |= once & beside
            once |= beside
            near.append(ending_in(board, wide))
        far = [ending_in(board, squares) for squares in self.far()]
        special = (twice | ending_in(board, spread(board, self.loose) & evaluator.position.free)) & places
        areas = [(number, area & ~special) for number, area in enumerate(touching) if area & ~special]
        alone = places & ~(once | special)
        if alone:
            areas.append((-1, alone))
        self._map_areas(plan, areas, near, far, 2)
        lows, highs = ends_of(board)
        all_near, lanes = board.neighbours, board.adjacent_villages
        for place in iter_bits(special):
            low, high = lows[place], highs[place]
            value, touch = self.effect(1 << low | 1 << high, all_near[low] | all_near[high], lanes[low] | lanes[high])
            add((1 << place, value))
            plan.add_delta(1 << place, touch)
        for square, change in self.covered().items():
            add((ending_in(board, square) & places, change))
        return plan


def _owner(joined: list[ValuedProvince]) -> int:
    """Return the owner of the joined provinces (Q19); any of the tied ones where the join is forbidden."""
    shares: dict[int, int] = {}
    for squares, owner, *_ in joined:
        shares[owner] = shares.get(owner, 0) + squares.bit_count()
    return max(shares, key=shares.__getitem__)
