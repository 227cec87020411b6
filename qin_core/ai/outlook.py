"""Values of all placements at once, without playing them.

A tile changes the provinces of its two colours and the villages beside them; what one space does and what the other
does simply add up, unless both touch one village. So each space is valued once for each square, each double tile
once for each place, and a placement is a sum of two numbers. Most of it is worked out for whole sets of
squares: those where one province grows, those where that brings it near to another, those beside a village.
Left out for speed, and seen by the search only: what a tile does to the room beside villages and provinces.
"""

from functools import cached_property, lru_cache, reduce
from operator import or_

from qin_core.ai.features import (
    DOUBLE,
    IS_DOUBLE,
    LOOSE,
    PAGODA,
    Realm,
    link_of,
    realm_slot,
    realms,
    settled,
    spread,
    village_rings,
    village_rooms,
)
from qin_core.ai.weights import Scale
from qin_core.qin.board import LANE_BITS, Board, Squares, each
from qin_core.qin.move import dominoes
from qin_core.qin.pagodas import BESIDE_SHIFT as NIBBLE
from qin_core.qin.pagodas import LANE_MASK
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.position import Position

Touch = tuple[int, int, int]
"""What an effect does: villages beside which pagodas change (lanes), by how many, and those on the board."""
NO_TOUCH: Touch = (0, 0, 0)
Values = tuple[list[float], list[Touch]]


class Front:
    """The provinces of one colour: what a space or a double tile of that colour would change."""

    def __init__(self, outlook: "Outlook", colour: int) -> None:
        self.outlook = outlook
        self.colour = colour
        self.village_squares: Squares = 0  # where a single space changes something for a village, or more
        self.realms = realms(outlook.position, colour)
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

    def _value_areas(
        self, areas: list[tuple[int, int]], near: list[int], far: list[int], added: int, all_values: Values
    ) -> None:
        """Value places that touch one province or none: growth or founding, and what comes near by it."""
        outlook, scale, own = self.outlook, self.outlook.scale, self.realms
        values, touches = all_values
        rings = outlook.rings[added - 1]
        for number, area in areas:
            owner, size, value, lanes, beside, gain = self._growth(number, added)
            touch = lanes, beside, gain
            if lanes:
                self.village_squares |= area
            for place in each(area):
                values[place] = value
                touches[place] = touch
            linked = {other: link for other, link, _ in self.links[number]} if number >= 0 else {}
            for other_number, other in enumerate(own):
                link = linked.get(other_number, -1)
                if other[1] != owner and link < 1 and (size < 5 or other[2] == 1) and far[other_number] & area:
                    close = near[other_number] & area
                    loosely = scale.pair(owner, size, other[1], other[5], 0)
                    if close:
                        change = scale.pair(owner, size, other[1], other[5], 1) - (loosely if link == 0 else 0.0)
                        for place in each(close):
                            values[place] += change
                    if link < 0:
                        for place in each(far[other_number] & area & ~close):
                            values[place] += loosely
            if area & outlook.by_villages[added - 1]:
                pagodas = (2 if size >= 5 else 1) << NIBBLE[owner]
                known = own[number].lanes if number >= 0 else 0
                for village, ring in enumerate(rings):
                    beside_it = ring & area
                    lane = 1 << village * LANE_BITS
                    if beside_it and not known & lane:
                        change, more = outlook.villages(lane, lane * pagodas)
                        self.village_squares |= beside_it
                        for place in each(beside_it):
                            values[place] += change
                            lanes, beside, gain = touches[place]
                            touches[place] = lanes | lane, beside + lane * pagodas, gain + more

    @cached_property
    def singles(self) -> Values:
        """Value one space on every square."""
        outlook = self.outlook
        board, free = outlook.board, outlook.position._free
        scale = outlook.scale
        values = [scale.rows[scale.turn][LOOSE]] * board.bits
        touches = [NO_TOUCH] * board.bits
        self.village_squares = 0
        loose = outlook.position._spaces[self.colour]
        once = twice = 0
        for realm in self.realms:
            loose &= ~realm.squares
            twice |= once & realm.open
            once |= realm.open
        special = (twice | spread(board, loose)) & free
        areas = [(number, realm.open & ~special) for number, realm in enumerate(self.realms) if realm.open & ~special]
        near = [spread(board, realm.open) for realm in self.realms]
        far = [spread(board, realm.wide) | close for realm, close in zip(self.realms, near, strict=True)]
        self._value_areas(areas, near, far, 1, (values, touches))
        for square in each(special):
            values[square], touches[square] = self.effect(1 << square, board.near[square], board.village_lanes[square])
            if touches[square][0]:
                self.village_squares |= 1 << square
        for square, change in self.covered.items():
            values[square] += change
        return values, touches

    @cached_property
    def doubles(self) -> Values:
        """Value a double tile on every place where one can lie."""
        outlook = self.outlook
        board, places = outlook.board, outlook.places
        values = [0.0] * (2 * board.bits)
        touches = [NO_TOUCH] * len(values)
        loose = outlook.position._spaces[self.colour]
        once = twice = 0
        open_places = []
        for realm in self.realms:
            loose &= ~realm.squares
            touching = ending_in(board, realm.open) & places
            open_places.append(touching)
            twice |= once & touching
            once |= touching
        special = (twice | ending_in(board, spread(board, loose))) & places
        areas = [(number, area & ~special) for number, area in enumerate(open_places) if area & ~special]
        if places & ~(once | special):
            areas.append((-1, places & ~(once | special)))
        near = [ending_in(board, spread(board, realm.open)) for realm in self.realms]
        far = [ending_in(board, spread(board, realm.wide)) | n for realm, n in zip(self.realms, near, strict=True)]
        self._value_areas(areas, near, far, 2, (values, touches))
        lows, highs = ends_of(board)
        all_near, lanes = board.near, board.village_lanes
        for place in each(special):
            low, high = lows[place], highs[place]
            values[place], touches[place] = self.effect(
                1 << low | 1 << high, all_near[low] | all_near[high], lanes[low] | lanes[high]
            )
        for square, change in self.covered.items():
            for place in each(ending_in(board, 1 << square) & places):
                values[place] += change
        return values, touches

    @cached_property
    def most_gained(self) -> list[int]:
        """Say how many pagodas each player gains by one space at the most."""
        return self._most(self.singles[1])

    @cached_property
    def most_gained_double(self) -> list[int]:
        """Say how many pagodas each player gains by a double tile at the most."""
        return self._most(self.doubles[1])

    def _most(self, touches: list[Touch]) -> list[int]:
        on_board = self.outlook.position._on_board
        players = self.outlook.position.players
        after = [on_board + gain for gain in {touch[2] for touch in touches}]
        return [
            max(count >> SHIFT[player] & LANE_MASK for count in after) - (on_board >> SHIFT[player] & LANE_MASK)
            for player in players
        ]

    @cached_property
    def covered(self) -> dict[int, float]:
        """Value squares by what covering them does to the provinces of the other two colours."""
        values: dict[int, float] = {}
        for colour in range(3):
            if colour != self.colour:
                for square, change in self.outlook.fronts[colour].cover.items():
                    values[square] = values.get(square, 0.0) + change
        return values


class Outlook:
    """What each space, laid on each square, would be worth to the player on turn."""

    def __init__(self, position: Position, scale: Scale) -> None:
        self.position = position
        self.scale = scale
        self.board: Board = position._board
        self.rooms = village_rooms(position)
        self.places = dominoes(self.board, position._free, position._reach)
        self.fronts = [Front(self, colour) for colour in range(3)]
        self.rings, self.by_villages = village_places(self.board)

    def villages(self, changed: int, beside: int) -> tuple[float, int]:
        """Value villages beside which pagodas come and go: the change of value, the change of pagodas on the board."""
        position, scale = self.position, self.scale
        value, gain = 0.0, 0
        after = position._beside + beside
        while changed:
            lowest = changed & -changed
            changed ^= lowest
            number = lowest.bit_length() // LANE_BITS
            shift = number * LANE_BITS
            old = position._beside >> shift & LANE_MASK
            new = after >> shift & LANE_MASK
            holder = position._holders[number]
            if new != old:
                owner = settled(new, holder)
                room = self.rooms[number]
                value += scale.village(new, owner, room) - scale.village(old, holder, room)
                if owner != holder:
                    gain += (1 << SHIFT[owner]) - (1 << SHIFT[holder] if holder else 0)
        return value, gain

    def kind_value(self, kind: int) -> float:
        """Value giving a tile of this kind out of one's hand."""
        row = self.scale.rows[self.position._mover]
        return -row[DOUBLE] * (0.5 if IS_DOUBLE[kind] else -0.5)


def ends(board: Board, place: int) -> tuple[int, int]:
    """Find the lower and the higher square of a place in `dominoes` masks."""
    return (place, place + 1) if place < board.bits else (place - board.bits, place - board.bits + board.stride)


@lru_cache(maxsize=64)
def ends_of(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the lower and the higher square of every place."""
    pairs = [ends(board, place) for place in range(2 * board.bits)]
    return tuple(low for low, _ in pairs), tuple(min(high, board.bits - 1) for _, high in pairs)


@lru_cache(maxsize=64)
def village_places(board: Board) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int]]:
    """Collect squares and places beside each village, and beside any."""
    squares = village_rings(board)
    places = tuple(ending_in(board, ring) for ring in squares)
    return (squares, places), (reduce(or_, squares, 0), reduce(or_, places, 0))


def ending_in(board: Board, squares: Squares) -> int:
    """Mark the places with at least one end in a set of squares."""
    return squares | squares >> 1 | (squares | squares >> board.stride) << board.bits


def _owner(joined: list[Realm]) -> int:
    """Name who gets the joined provinces (Q19); any of those that tie where the join is forbidden."""
    shares: dict[int, int] = {}
    for realm in joined:
        shares[realm.owner] = shares.get(realm.owner, 0) + realm.size
    return max(shares, key=shares.__getitem__)
