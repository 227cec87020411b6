"""One colour's provinces and what a space or a double tile of that colour would do to them."""

from functools import cached_property
from typing import TYPE_CHECKING

from qin_core.ai.features import LOOSE, PAGODA, Realm, link_of, loose_spaces, realm_slot, realms, spread
from qin_core.ai.places import ending_in, ends_of
from qin_core.ai.plan import NO_TOUCH, Plan, Touch
from qin_core.qin.board import LANE_BITS, Squares, each
from qin_core.qin.pagodas import BESIDE_SHIFT as NIBBLE
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT

if TYPE_CHECKING:
    from qin_core.ai.outlook import Outlook


class Front:
    """The provinces of one colour: what a space or a double tile of that colour would change."""

    def __init__(self, outlook: "Outlook", colour: int) -> None:
        self.outlook = outlook
        self.colour = colour
        self.realms = realms(outlook.position, colour)
        self.loose = loose_spaces(outlook.position, colour)
        scale = outlook.scale
        self.links: list[list[tuple[int, int, float]]] = [[] for _ in self.realms]
        self.worth = [
            scale.rows[realm.owner][realm_slot(realm.size, realm.open)]
            + realm.pagodas * scale.rows[realm.owner][PAGODA]
            for realm in self.realms
        ]
        for number, one in enumerate(self.realms):
            if one.open:
                for other_number in range(number):
                    other = self.realms[other_number]
                    if one.owner != other.owner and (one.pagodas == 1 or other.pagodas == 1):
                        link = link_of(one.open, other.open, other.wide)
                        if link >= 0:
                            value = scale.pair(one.owner, one.size, other.owner, other.size, link)
                            self.links[number].append((other_number, link, value))
                            self.links[other_number].append((number, link, value))

    @cached_property
    def cover(self) -> dict[int, float]:
        """Value single squares which, covered by another colour, close a province in or keep two apart."""
        values: dict[int, float] = {}
        scale, board = self.outlook.scale, self.outlook.board
        for number, one in enumerate(self.realms):
            if one.pagodas == 1 and one.open and not one.open & one.open - 1:
                row = scale.rows[one.owner]
                change = row[realm_slot(one.size, 0)] - row[realm_slot(one.size, 1)]
                values[one.open] = values.get(one.open, 0.0) + change
            for other_number, link, value in self.links[number]:
                if link and other_number < number:
                    other = self.realms[other_number]
                    square = one.open & other.open
                    if not square & square - 1:
                        still = one.open & ~square & spread(board, other.open & ~square)
                        change = (scale.pair(one.owner, one.size, other.owner, other.size, 0) if still else 0.0) - value
                        values[square] = values.get(square, 0.0) + change
        return {square.bit_length() - 1: value for square, value in values.items()}

    def effect(self, added: Squares, near: Squares, lanes: int) -> tuple[float, Touch]:
        """Value what one or two spaces do to the provinces of the colour and to villages (Q13-Q19)."""
        outlook = self.outlook
        position, scale, board = outlook.position, outlook.scale, outlook.board
        rows = scale.rows
        loose = position._spaces[self.colour] & near
        size, room, value, beside, gain = added.bit_count(), near, 0.0, 0, 0
        joined: list[int] = []
        for number, realm in enumerate(self.realms):
            squares, owner, pagodas, its_lanes, its_near, its_size, _, _ = realm
            if squares & near:
                loose &= ~squares
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
            for square in each(loose):
                size += 1
                room |= board.near[square]
                lanes |= board.village_lanes[square]
                value -= rows[scale.turn][LOOSE]
        elif size == 1:
            return rows[scale.turn][LOOSE], NO_TOUCH
        if not joined:
            owner = position._mover
        elif len(joined) == 1:
            owner = self.realms[joined[0]].owner
        else:
            owner = _owner([self.realms[number] for number in joined])
        pagodas = 2 if size >= 5 else 1
        free = position._free & ~added
        room &= free
        row = rows[owner]
        value += row[realm_slot(size, room)] + pagodas * row[PAGODA]
        if len(joined) < len(self.realms):
            wide = spread(board, room) & free
            for number, realm in enumerate(self.realms):
                if realm[6] & (wide | room) and realm[1] != owner and number not in joined:
                    if pagodas == 2 and realm[2] == 2:
                        continue
                    value += scale.pair(owner, size, realm[1], realm[5], 1 if realm[6] & room else 0)
        gain += pagodas << SHIFT[owner]
        changed = lanes
        if len(joined) == 1 and self.realms[joined[0]].pagodas == pagodas:
            changed &= ~self.realms[joined[0]].lanes
        if not changed:
            return value, (0, 0, gain)
        beside += lanes * pagodas << NIBBLE[owner]
        change, more = outlook.villages(changed, beside)
        return value + change, (changed, beside, gain + more)

    def _growth(self, number: int, added: int) -> tuple[int, int, float, int, int, int]:
        """Value one province's growth, or (-1) the founding of one, with nothing else around.

        Gives owner, size, value, villages beside which pagodas change, by how many, and the pagodas on the board.
        """
        outlook, rows = self.outlook, self.outlook.scale.rows
        if number < 0:
            owner = outlook.position._mover
            return owner, added, rows[owner][realm_slot(added, 1)] + rows[owner][PAGODA], 0, 0, 1 << SHIFT[owner]
        realm = self.realms[number]
        owner, size = realm.owner, realm.size + added
        pagodas = 2 if size >= 5 else 1
        row = rows[owner]
        value = row[realm_slot(size, 1)] + pagodas * row[PAGODA] - self.worth[number]
        for other_number, link, worth in self.links[number]:
            other = self.realms[other_number]
            value -= worth
            if pagodas == 1 or other.pagodas == 1:
                value += outlook.scale.pair(owner, size, other.owner, other.size, link)
        if pagodas == realm.pagodas or not realm.lanes:
            return owner, size, value, 0, 0, pagodas - realm.pagodas << SHIFT[owner]
        beside = realm.lanes << NIBBLE[owner]
        change, more = outlook.villages(realm.lanes, beside)
        return owner, size, value + change, realm.lanes, beside, (1 << SHIFT[owner]) + more

    def _plan_areas(
        self, plan: Plan, areas: list[tuple[int, int]], near: list[int], far: list[int], added: int
    ) -> None:
        """Value places that touch one province or none: growth or founding, and what comes near by it."""
        outlook, scale, own = self.outlook, self.outlook.scale, self.realms
        add = plan.parts.append
        for number, area in areas:
            owner, size, value, lanes, beside, gain = self._growth(number, added)
            add((area, value))
            plan.touch(area, (lanes, beside, gain))
            linked = {other: link for other, link, _ in self.links[number]} if number >= 0 else {}
            for other_number, other in enumerate(own):
                reached = far[other_number] & area
                if reached and other[1] != owner and (size < 5 or other[2] == 1):
                    link = linked.get(other_number, -1)
                    if link == 1:
                        continue
                    close = near[other_number] & area
                    loosely = scale.pair(owner, size, other[1], other[5], 0)
                    if close:
                        tightly = scale.pair(owner, size, other[1], other[5], 1)
                        add((close, tightly - loosely if link == 0 else tightly))
                    if link < 0 and reached != close:
                        add((reached & ~close, loosely))
            if area & outlook.by_villages[added - 1]:
                pagodas = (2 if size >= 5 else 1) << NIBBLE[owner]
                known = own[number].lanes if number >= 0 else 0
                for village, ring in enumerate(outlook.rings[added - 1]):
                    beside_it = ring & area
                    lane = 1 << village * LANE_BITS
                    if beside_it and not known & lane:
                        change, more = outlook.villages(lane, lane * pagodas)
                        add((beside_it, change))
                        plan.ring(beside_it, (lane, lane * pagodas, more))

    @cached_property
    def singles(self) -> Plan:
        """Value one space on every square."""
        outlook = self.outlook
        board, free, scale = outlook.board, outlook.position._free, outlook.scale
        plan = Plan(board.bits)
        add = plan.parts.append
        once = twice = 0
        near, far = [], []
        for realm in self.realms:
            room = realm.open
            twice |= once & room
            once |= room
            near.append(spread(board, room))
            far.append(spread(board, realm.wide) | near[-1])
        special = (twice | spread(board, self.loose)) & free
        add((free & ~(once | special), scale.rows[scale.turn][LOOSE]))
        areas = [(number, realm.open & ~special) for number, realm in enumerate(self.realms) if realm.open & ~special]
        self._plan_areas(plan, areas, near, far, 1)
        for square in each(special):
            value, touch = self.effect(1 << square, board.near[square], board.village_lanes[square])
            add((1 << square, value))
            plan.touch(1 << square, touch)
        for square, change in self.covered.items():
            add((1 << square, change))
        return plan

    @cached_property
    def doubles(self) -> Plan:
        """Value a double tile on every place where one can lie."""
        outlook = self.outlook
        board, places = outlook.board, outlook.places
        plan = Plan(2 * board.bits)
        add = plan.parts.append
        once = twice = 0
        touching, near, far = [], [], []
        for realm in self.realms:
            beside = ending_in(board, realm.open) & places
            touching.append(beside)
            twice |= once & beside
            once |= beside
            near.append(ending_in(board, spread(board, realm.open)))
            far.append(ending_in(board, spread(board, realm.wide)) | near[-1])
        special = (twice | ending_in(board, spread(board, self.loose))) & places
        areas = [(number, area & ~special) for number, area in enumerate(touching) if area & ~special]
        alone = places & ~(once | special)
        if alone:
            areas.append((-1, alone))
        self._plan_areas(plan, areas, near, far, 2)
        lows, highs = ends_of(board)
        all_near, lanes = board.near, board.village_lanes
        for place in each(special):
            low, high = lows[place], highs[place]
            value, touch = self.effect(1 << low | 1 << high, all_near[low] | all_near[high], lanes[low] | lanes[high])
            add((1 << place, value))
            plan.touch(1 << place, touch)
        for square, change in self.covered.items():
            add((ending_in(board, 1 << square) & places, change))
        return plan

    @cached_property
    def covered(self) -> dict[int, float]:
        """Value squares by what covering them does to the provinces of the other two colours."""
        values: dict[int, float] = {}
        for colour in range(3):
            if colour != self.colour:
                for square, change in self.outlook.fronts[colour].cover.items():
                    values[square] = values.get(square, 0.0) + change
        return values


def _owner(joined: list[Realm]) -> int:
    """Name who gets the joined provinces (Q19); any of those that tie where the join is forbidden."""
    shares: dict[int, int] = {}
    for realm in joined:
        shares[realm.owner] = shares.get(realm.owner, 0) + realm.size
    return max(shares, key=shares.__getitem__)
