"""Values of all placements at once, without playing them.

A tile changes the provinces of its two colours and the villages beside them; what one space does and what the other
does simply add up, unless both touch one village. So each space is valued once for each square, each double tile
once for each place, most of them in one go, and a placement is a sum of two numbers.
Left out for speed, and seen by the search only: what a tile does to the room beside a village.
"""

from qin_core.ai.features import (
    DOUBLE,
    IS_DOUBLE,
    LOOSE,
    PAGODA,
    Realm,
    link_of,
    pair_slots,
    realm_slot,
    realms,
    settled,
    spread,
    village_rooms,
)
from qin_core.ai.weights import Scale
from qin_core.qin.board import LANE_BITS, Board, Squares, each
from qin_core.qin.pagodas import BESIDE_SHIFT as NIBBLE
from qin_core.qin.pagodas import LANE_MASK
from qin_core.qin.pagodas import PLAYER_SHIFT as SHIFT
from qin_core.qin.position import Position
from qin_core.qin.tiles import TILE_COLOURS

Touch = tuple[int, int, int]
"""What an effect does to villages: which (lanes), the change of the pagodas beside them, and of those on the board."""
NO_TOUCH: Touch = (0, 0, 0)


class Outlook:
    """What each space, laid on each square, would be worth to the player on turn."""

    def __init__(self, position: Position, scale: Scale) -> None:
        self.position = position
        self.scale = scale
        self.board: Board = position._board
        self.rooms = village_rooms(position)
        self.layers = [realms(position, colour) for colour in range(3)]
        self.pairs = [self._pair_values(layer) for layer in self.layers]
        self.worth = [
            [self._realm_value(realm) + sum(row) for realm, row in zip(layer, pairs, strict=True)]
            for layer, pairs in zip(self.layers, self.pairs, strict=True)
        ]
        self.cover = [self._cover_values(colour) for colour in range(3)]
        villages = 0
        for village in self.board.villages:
            villages |= village.squares
        self.by_villages = spread(self.board, villages)
        self._singles: list[tuple[list[float], dict[int, Touch]] | None] = [None, None, None]
        self._doubles: list[tuple[list[float], dict[int, Touch]] | None] = [None, None, None]

    # What is there now

    def _realm_value(self, realm: Realm) -> float:
        row = self.scale.rows[realm.owner]
        return row[realm_slot(realm.size, realm.open)] + realm.pagodas * row[PAGODA]

    def _pair_value(self, size: int, owner: int, other: Realm, link: int) -> float:
        slot, other_slot = pair_slots(size, other.size, link)
        return self.scale.rows[owner][slot] + self.scale.rows[other.owner][other_slot]

    def _pair_values(self, layer: list[Realm]) -> list[list[float]]:
        """Value every two provinces of a colour that could be joined."""
        values = [[0.0] * len(layer) for _ in layer]
        for number, one in enumerate(layer):
            for other_number in range(number):
                other = layer[other_number]
                if one.owner != other.owner and (one.pagodas == 1 or other.pagodas == 1):
                    link = link_of(one.open, other.open, other.wide)
                    if link >= 0:
                        value = self._pair_value(one.size, one.owner, other, link)
                        values[number][other_number] = values[other_number][number] = value
        return values

    def _cover_values(self, colour: int) -> dict[int, float]:
        """Value single squares which, covered by another colour, close a province in or keep two apart."""
        values: dict[int, float] = {}
        layer, rows = self.layers[colour], self.scale.rows
        for number, one in enumerate(layer):
            if one.pagodas == 1 and one.open and not one.open & one.open - 1:
                change = rows[one.owner][realm_slot(one.size, 0)] - rows[one.owner][realm_slot(one.size, 1)]
                values[one.open] = values.get(one.open, 0.0) + change
            for other_number, value in enumerate(self.pairs[colour][number][:number]):
                if value:
                    other = layer[other_number]
                    link = one.open & other.open
                    if link and not link & link - 1:
                        still = one.open & ~link & spread(self.board, other.open & ~link)
                        change = (self._pair_value(one.size, one.owner, other, 0) if still else 0.0) - value
                        values[link] = values.get(link, 0.0) + change
        return {square.bit_length() - 1: value for square, value in values.items()}

    # What a space or a double tile would do

    def effect(self, colour: int, added: Squares, near: Squares, lanes: int) -> tuple[float, Touch]:
        """Value what one or two spaces of a colour do to the provinces of that colour, and to villages (Q13-Q19)."""
        position, scale = self.position, self.scale
        layer, worth = self.layers[colour], self.worth[colour]
        loose = position._spaces[colour] & near
        area, room = added, near
        joined: list[int] = []
        value = 0.0
        beside = gain = before = 0
        changed = 0
        for number, realm in enumerate(layer):
            if realm.squares & near:
                loose &= ~realm.squares
                area |= realm.squares
                room |= realm.near
                value -= worth[number]
                for earlier in joined:
                    value += self.pairs[colour][number][earlier]
                joined.append(number)
                lanes |= realm.lanes
                beside -= realm.lanes * realm.pagodas << NIBBLE[realm.owner]
                gain -= realm.pagodas << SHIFT[realm.owner]
                before = max(before, realm.pagodas)
        rows = scale.rows
        if loose:
            area |= loose
            for square in each(loose):
                room |= self.board.near[square]
                lanes |= self.board.village_lanes[square]
                value -= rows[scale.turn][LOOSE]
        if not joined:
            owner = position._mover
        elif len(joined) == 1:
            owner = layer[joined[0]].owner
        else:
            owner = _owner([layer[number] for number in joined])
        size = area.bit_count()
        pagodas = 2 if size >= 5 else 1
        free = position._free & ~added
        room &= free
        value += rows[owner][realm_slot(size, room)] + pagodas * rows[owner][PAGODA]
        if len(joined) < len(layer):
            wide = spread(self.board, room)
            for number, realm in enumerate(layer):
                if (
                    realm.owner != owner
                    and (realm.pagodas == 1 or pagodas == 1)
                    and (realm.open & room or realm.open & wide & free)
                    and number not in joined
                ):
                    value += self._pair_value(size, owner, realm, 1 if realm.open & room else 0)
        gain += pagodas << SHIFT[owner]
        changed = lanes & ~layer[joined[0]].lanes if len(joined) == 1 and before == pagodas else lanes
        if not changed:
            return value, (0, 0, gain)
        beside += lanes * pagodas << NIBBLE[owner]
        change, more = self.villages(changed, beside)
        return value + change, (changed, beside, gain + more)

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

    def singles(self, colour: int) -> tuple[list[float], dict[int, Touch]]:
        """Value one space of a colour on every square, and say what it does to villages and pagodas."""
        found = self._singles[colour]
        if found is None:
            found = self._singles[colour] = self._value_singles(colour)
        return found

    def _value_singles(self, colour: int) -> tuple[list[float], dict[int, Touch]]:
        board, free = self.board, self.position._free
        values = [self.scale.rows[self.scale.turn][LOOSE]] * board.bits
        touches: dict[int, Touch] = {}
        beside = spread(board, self.position._spaces[colour]) & free
        plain_of = self._plain(colour, [realm.open for realm in self.layers[colour]], beside)
        for plain in plain_of:
            if plain:
                squares = each(plain)
                first = squares[0]
                value, touch = self.effect(colour, 1 << first, board.near[first], 0)
                for square in squares:
                    values[square] = value
                    touches[square] = touch
                beside &= ~plain
        for square in each(beside):
            values[square], touches[square] = self.effect(
                colour, 1 << square, board.near[square], board.village_lanes[square]
            )
        for other in range(3):
            if other != colour:
                for square, change in self.cover[other].items():
                    values[square] += change
        return values, touches

    def _plain(self, colour: int, opens: list[Squares], beside: Squares) -> list[Squares]:
        """Find for each province the squares where growing it is worth the same: far from all that could matter."""
        board, free = self.board, self.position._free
        layer = self.layers[colour]
        once = twice = 0
        for places in opens:
            twice |= once & places
            once |= places
        loose = self.position._spaces[colour]
        far = []
        for realm in layer:
            loose &= ~realm.squares
            far.append(spread(board, realm.wide))
        special = twice | self.by_villages | spread(board, loose)
        plain = []
        for number, realm in enumerate(layer):
            crowded = special
            for other_number, other in enumerate(layer):
                if other.owner != realm.owner and other_number != number:
                    crowded |= far[other_number]
            plain.append(opens[number] & beside & ~crowded & free)
        return plain

    def doubles(self, colour: int) -> tuple[list[float], dict[int, Touch]]:
        """Value a double tile of a colour on every place where one can lie."""
        found = self._doubles[colour]
        if found is None:
            found = self._doubles[colour] = self._value_doubles(colour)
        return found

    def _value_doubles(self, colour: int) -> tuple[list[float], dict[int, Touch]]:
        from qin_core.qin.move import dominoes

        board, position = self.board, self.position
        values = [0.0] * (2 * board.bits)
        touches: dict[int, Touch] = {}
        cover: dict[int, float] = {}
        for other in range(3):
            if other != colour:
                for square, change in self.cover[other].items():
                    cover[square] = cover.get(square, 0.0) + change
        memo: dict[tuple[int, ...], tuple[float, Touch]] = {}
        spaces = position._spaces[colour]
        for place in each(dominoes(board, position._free, position._reach)):
            low, high = ends(board, place)
            near = board.near[low] | board.near[high]
            lanes = board.village_lanes[low] | board.village_lanes[high]
            key = self._key(colour, near, lanes, spaces)
            known = memo.get(key)
            if known is None:
                known = memo[key] = self.effect(colour, 1 << low | 1 << high, near, lanes)
            values[place], touches[place] = known
            if cover:
                values[place] += cover.get(low, 0.0) + cover.get(high, 0.0)
        return values, touches

    def _key(self, colour: int, near: Squares, lanes: int, spaces: Squares) -> tuple[int, ...]:
        """Tell apart double tiles that may do different things: what they touch, and what they come near to."""
        touching = reaching = 0
        loose = spaces & near
        for number, realm in enumerate(self.layers[colour]):
            if realm.squares & near:
                touching |= 1 << number
                loose &= ~realm.squares
            if realm.open & near:
                reaching |= 1 << 2 * number
            elif realm.wide & near:
                reaching |= 2 << 2 * number
        return touching, reaching, lanes, loose

    def kind_value(self, kind: int) -> float:
        """Value giving a tile of this kind out of one's hand."""
        row = self.scale.rows[self.position._mover]
        return -row[DOUBLE] * (0.5 if IS_DOUBLE[kind] else -0.5)


def ends(board: Board, place: int) -> tuple[int, int]:
    """Find the lower and the higher square of a place in `dominoes` masks."""
    return (place, place + 1) if place < board.bits else (place - board.bits, place - board.bits + board.stride)


def _owner(joined: list[Realm]) -> int:
    """Name who gets the joined provinces (Q19); any of those that tie where the join is forbidden."""
    shares: dict[int, int] = {}
    for realm in joined:
        shares[realm.owner] = shares.get(realm.owner, 0) + realm.size
    return max(shares, key=shares.__getitem__)


def colours(kind: int) -> tuple[int, int]:
    """Name a tile's colours."""
    return TILE_COLOURS[kind]
