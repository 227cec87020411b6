"""A position of Qin and the rules of a turn (Q8-Q24).

Positions are values: `play` makes a new one and shares with the old one whatever the tile didn't touch.
"""

import random
from collections.abc import Iterator
from itertools import compress
from typing import NamedTuple

from qin_core.errors import Fault, NotationError, PositionError, Refusal, quote
from qin_core.moves import Moves
from qin_core.qin import notation, refusal
from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.dealing import shuffle
from qin_core.qin.event import Event
from qin_core.qin.move import PASS, Move, dominoes, find_site, move_tables
from qin_core.qin.pagodas import BESIDE_SHIFT, FULL, LANE_MASK, PAGODAS, PLAYER_SHIFT
from qin_core.qin.placing import RawEvent, grow, settle, surroundings
from qin_core.qin.province import MAJOR_SIZE, Layer, Province, forbidden_join
from qin_core.qin.tiles import (
    COLOURS,
    COPIES,
    HIDDEN,
    KINDS,
    LANE,
    ONE,
    TILE_COLOURS,
    TILES,
    Hand,
    playable_kinds,
    unpack,
)
from qin_core.values import WrittenPosition

_BITS = bytes.maketrans(b"01", b"\0\1")
_KIND_NAMES = (*TILES, "?")


class Area(NamedTuple):
    """A province as people see it."""

    colour: str
    squares: tuple[str, ...]
    owner: int
    pagodas: int


class Position(WrittenPosition):
    """One moment of a game: immutable, hashable, cheap to play on from."""

    __slots__ = (
        "_beside",
        "_board",
        "_free",
        "_hands",
        "_holders",
        "_layers",
        "_mover",
        "_on_board",
        "_piles",
        "_reach",
        "_spaces",
        "_unsettled",
    )
    _board: Board
    _mover: int
    _hands: tuple[Hand, ...]
    _piles: tuple[bytes, ...]  # kinds of tile from the top
    _spaces: tuple[Squares, ...]  # by colour, start spaces and single spaces too
    _free: Squares  # grassland that nothing covers
    _reach: Squares  # squares beside a space of any colour
    _layers: tuple[Layer, ...]  # the provinces by colour
    _holders: tuple[int, ...]  # by village, 0 for a free one
    _beside: int  # pagodas beside each village: a lane a village, four bits a player
    _on_board: int  # pagodas on the board: a lane a player
    _unsettled: int  # villages that the next placement must look at, whatever it touches

    # Making positions

    @classmethod
    def deal(
        cls,
        board: str | Board = "bird",
        players: int = 2,
        *,
        fair: bool = False,
        first: int | None = None,
        seed: int | None = None,
    ) -> "Position":
        """Shuffle and deal a new game (Q3, Q5-Q7); the same seed deals the same game."""
        mover, hands, piles = shuffle(players, fair, first, random.Random(seed))
        on = board if isinstance(board, Board) else Board.named(board)
        return cls.build(on, on.starts, {}, {}, mover, hands, piles)

    @classmethod
    def build(
        cls,
        board: Board,
        spaces: tuple[Squares, ...],
        owners: dict[Squares, int],
        holders: dict[str, int],
        mover: int,
        hands: tuple[Hand, ...],
        piles: tuple[bytes, ...],
    ) -> "Position":
        """Put a position together from its parts; `owners` by the provinces' squares. Nothing is checked here."""
        layers: list[list[Province]] = [[], [], []]
        beside, on_board = 0, sum(1 << PLAYER_SHIFT[holder] for holder in holders.values())
        for squares, owner in owners.items():
            colour = next(colour for colour in range(3) if spaces[colour] & squares)
            pagodas = 2 if squares.bit_count() >= MAJOR_SIZE else 1
            near, lanes = surroundings(board, squares)
            layers[colour].append((squares, owner, pagodas, lanes, near))
            beside += lanes * pagodas << BESIDE_SHIFT[owner]
            on_board += pagodas << PLAYER_SHIFT[owner]
        position = object.__new__(cls)
        position._board = board
        position._mover = mover
        position._hands = hands
        position._piles = piles
        position._spaces = spaces
        covered = spaces[0] | spaces[1] | spaces[2]
        position._free = board.grass & ~covered
        position._reach = surroundings(board, covered)[0]
        position._layers = tuple(Layer(tuple(provinces)) for provinces in layers)
        position._holders = tuple(holders.get(village.letter, 0) for village in board.villages)
        position._beside = beside
        position._on_board = on_board
        position._unsettled = sum(1 << LANE_BITS * number for number in range(len(board.villages)))
        return position

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read a position line; raises `NotationError` or `PositionError` with every fault."""
        return cls.build(*notation.read(text))

    def view(self, player: int) -> "Position":
        """Hide what that player can't see: the others' tiles and all piles (Q5)."""
        if player not in self.players:
            raise PositionError(Fault("player", "no-such-player", str(player)))
        seen = self._copy()
        seen._hands = tuple(
            hand if number == player else ONE[HIDDEN] * len(unpack(hand)) for number, hand in enumerate(self._hands, 1)
        )
        seen._piles = tuple(bytes([HIDDEN]) * len(pile) for pile in self._piles)
        return seen

    def revealed(self, player: int, tile: str) -> "Position":
        """Turn one of a player's hidden tiles face up; there are twelve of a kind at the most (Q3)."""
        if player not in self.players:
            raise PositionError(Fault("player", "no-such-player", str(player)))
        hand = self._hands[player - 1]
        if not hand & LANE[HIDDEN]:
            raise PositionError(Fault("hands", "nothing-hidden", str(player)))
        if tile not in KINDS:
            raise NotationError(Fault("hands", "malformed", quote(tile)))
        kind = KINDS[tile]
        groups = (*map(unpack, self._hands), *self._piles)
        if sum(group.count(kind) for group in groups) >= COPIES:
            raise PositionError(Fault("hands", "too-many-of-a-kind", tile))
        seen = self._copy()
        hand += ONE[kind] - ONE[HIDDEN]
        seen._hands = (*self._hands[: player - 1], hand, *self._hands[player:])
        return seen

    # Looking at a position

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._board

    @property
    def mover(self) -> int:
        """The player whose turn it is."""
        return self._mover

    @property
    def players(self) -> range:
        """The players' numbers, in the order of their turns."""
        return range(1, len(self._hands) + 1)

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """The tiles of each pile from the top; `?` for a hidden one."""
        return tuple(tuple(_KIND_NAMES[kind] for kind in pile) for pile in self._piles)

    def hand(self, player: int) -> tuple[str, ...]:
        """A player's tiles; `?` for a hidden one."""
        return tuple(_KIND_NAMES[kind] for kind in unpack(self._hands[player - 1]))

    def on_board(self, player: int) -> int:
        """How many pagodas a player has on the board."""
        return self._on_board >> PLAYER_SHIFT[player] & LANE_MASK

    def left(self, player: int) -> int:
        """How many pagodas a player still has (Q4)."""
        return max(0, PAGODAS[len(self._hands)] - self.on_board(player))

    def colour_at(self, square: str) -> str | None:
        """The colour of the space on a square, None where there is none."""
        number = self._board.square(square)
        if number is not None:
            for colour, spaces in zip(COLOURS, self._spaces, strict=True):
                if spaces >> number & 1:
                    return colour
        return None

    def provinces(self) -> tuple[Area, ...]:
        """All provinces (Q13) in the order of their first cells."""
        found = sorted(
            (squares & -squares, colour, squares, owner, pagodas)
            for colour, layer in zip(COLOURS, self._layers, strict=True)
            for squares, owner, pagodas, _, _ in layer.provinces
        )
        return tuple(
            Area(colour, self._board.names(squares), owner, pagodas) for _, colour, squares, owner, pagodas in found
        )

    def villages(self) -> dict[str, int]:
        """Every village's holder by its letter, 0 for a free one."""
        return {village.letter: holder for village, holder in zip(self._board.villages, self._holders, strict=True)}

    def beside(self, village: str) -> tuple[int, ...]:
        """Each player's pagodas on the provinces beside a village (Q17)."""
        lane = self._beside >> LANE_BITS * self._board.village_numbers[village]
        return tuple(lane >> BESIDE_SHIFT[player] & 15 for player in self.players)

    # The rules of a turn

    def moves(self) -> Moves[Move]:
        """List the legal moves (Q8-Q11): the placements, each drawing from the first pile that isn't empty.

        A lone `pass` where Q24 forces one; nothing when the game is over.
        """
        found = self.placements()
        if not found and not self._has_winner() and self._must_pass():
            found.append(PASS)
        return Moves(self.why_not, found)

    def placements(self, tile: str | None = None) -> list[Move]:
        """List the legal placements of the player on turn, or only those of one kind of tile."""
        found: list[Move] = []
        for kind, turned, mask in () if self._has_winner() else self._places(self._mover):
            if tile is None or TILES[kind] == tile:
                table = move_tables(self._board, kind)[turned]
                # The bits as bytes 0 and 1 let C code pick the moves out: four times faster than bit by bit.
                chosen = bin(mask)[:1:-1].encode().translate(_BITS)
                found += compress(table, chosen)  # type: ignore[arg-type]  # a legal place has its move
        return found

    def play(self, move: Move | str) -> "Position":
        """Make a move; raises `IllegalMove` with the reason."""
        return self._apply(move)[0]

    def events(self, move: Move | str) -> tuple[Event, ...]:
        """Say what a legal move would do (Q12), in the order of the notation."""
        events = self._apply(move)[1]
        name = self._board.first_name
        return tuple(
            Event(kind, name(where) if loser is None else self._board.villages[where].letter, player, loser or 0)
            for kind, where, player, loser in events
        )

    def why_not(self, move: Move | str) -> Refusal | None:
        """Say why a move isn't allowed, None if it is."""
        if isinstance(move, str):
            move = Move.parse(move)
        if self._has_winner() or (not self._can_place(self._mover) and not self._must_pass()):
            return Refusal("game-over", players=self.winners() or ())
        if move == PASS:
            return Refusal("not-a-pass", players=(self._mover,)) if self._can_place(self._mover) else None
        return refusal.why_not(self, move)

    def winners(self) -> tuple[int, ...] | None:
        """Name the winners, all who share the victory; None while the game runs (Q23, Q24)."""
        if self._has_winner():
            count = len(self._hands)
            from_last_mover = ((self._mover - 2 + step) % count + 1 for step in range(count))
            return next((player,) for player in from_last_mover if not self.left(player))
        if self._can_place(self._mover) or self._must_pass():
            return None
        most = max(self.on_board(player) for player in self.players)
        return tuple(player for player in self.players if self.on_board(player) == most)

    def _has_winner(self) -> bool:
        """Tell whether somebody has no pagoda left (Q23)."""
        short, full = FULL[len(self._hands)]
        return (self._on_board + short) & full != 0

    def _places(self, player: int) -> Iterator[tuple[int, int, int]]:
        """Mark where each kind of tile in a hand can go: kind, which of its tables, the places there."""
        board = self._board
        places = dominoes(board, self._free, self._reach)
        if not places:
            return
        for kind in playable_kinds(self._hands[player - 1]):
            first, second = TILE_COLOURS[kind]
            low1, high1, both = self._layers[first].bans(board, self._free)
            if first == second:
                yield kind, 0, places & ~both
            else:
                low2, high2, _ = self._layers[second].bans(board, self._free)
                yield kind, 0, places & ~(low1 | high2)
                yield kind, 1, places & ~(low2 | high1)

    def _can_place(self, player: int) -> bool:
        return any(mask for _, _, mask in self._places(player))

    def _must_pass(self) -> bool:
        """Tell whether somebody else can place, given that the mover can't (Q24)."""
        return any(self._can_place(player) for player in self.players if player != self._mover)

    def _apply(self, move: Move | str) -> tuple["Position", list[RawEvent]]:
        """Place the tile, let everything happen that follows, and draw (Q8, Q12-Q19)."""
        if isinstance(move, str):
            move = Move.parse(move)
        site = find_site(self._board, move)
        if site is None:
            return self._pass(move), []
        board, kind, tile, near, tile_spaces = site
        seat = self._mover - 1
        hand = self._hands[seat]
        held = kind if hand & LANE[kind] else HIDDEN
        if (
            not hand & LANE[held]
            or tile & self._free != tile
            or not tile & self._reach
            or (move.pile is not None and not self._pile_has_tiles(move.pile))
            or self._has_winner()
        ):
            raise self._illegal(move)

        spaces = list(self._spaces)
        layers = list(self._layers)
        beside, on_board, unsettled = self._beside, self._on_board, self._unsettled
        events: list[RawEvent] = []
        for space in tile_spaces:
            colour = space[0]
            change = grow(board, self._mover, space, spaces[colour], layers[colour].provinces)
            spaces[colour] |= space[1]
            if change is None:
                continue
            happened, joined, provinces = change
            if happened == "absorb" and forbidden_join(joined):
                raise self._illegal(move)
            area, owner, pagodas, lanes, _ = provinces[-1]
            major_before = False
            for _, old_owner, old_pagodas, old_lanes, _ in joined:
                beside -= old_lanes * old_pagodas << BESIDE_SHIFT[old_owner]
                on_board -= old_pagodas << PLAYER_SHIFT[old_owner]
                major_before |= old_pagodas == 2
            beside += lanes * pagodas << BESIDE_SHIFT[owner]
            on_board += pagodas << PLAYER_SHIFT[owner]
            unsettled |= lanes
            layers[colour] = Layer(tuple(provinces))
            events.append((happened, area, owner, None))
            if pagodas == 2 and not major_before:
                events.append(("major", area, owner, None))

        after = object.__new__(Position)
        after._holders = self._holders
        if unsettled:
            after._holders, on_board = settle(unsettled, self._holders, beside, on_board, events)
        after._board = board
        after._spaces = (spaces[0], spaces[1], spaces[2])
        after._free = self._free & ~tile
        after._reach = self._reach | near
        after._layers = (layers[0], layers[1], layers[2])
        after._beside = beside
        after._on_board = on_board
        after._unsettled = 0
        after._mover = seat + 2 if seat + 1 < len(self._hands) else 1
        hand -= ONE[held]
        piles = self._piles
        for number in range(len(piles)) if move.pile is None else (move.pile - 1,):
            pile = piles[number]
            if pile:
                hand += ONE[pile[0]]
                piles = (*piles[:number], pile[1:], *piles[number + 1 :])
                break
        after._piles = piles
        after._hands = (*self._hands[:seat], hand, *self._hands[seat + 1 :])
        return after, events

    def _pass(self, move: Move) -> "Position":
        """Let the turn go by without a tile (Q24), or refuse a move that is no placement on this board."""
        if self.why_not(move):
            raise self._illegal(move)
        after = self._copy()
        after._mover = self._mover % len(self._hands) + 1
        return after

    def _pile_has_tiles(self, pile: int) -> bool:
        return 1 <= pile <= len(self._piles) and len(self._piles[pile - 1]) > 0

    def _copy(self) -> "Position":
        copy = object.__new__(Position)
        for slot in Position.__slots__:
            setattr(copy, slot, getattr(self, slot))
        return copy

    # A position as a value

    def __str__(self) -> str:
        return notation.write(self)

    def _repr_svg_(self) -> str:
        from qin_core.qin.svg import board_svg

        return board_svg(self)

    def _key(self) -> tuple[object, ...]:
        owners = frozenset((squares, owner) for layer in self._layers for squares, owner, *_ in layer.provinces)
        return self._board.name, self._spaces, owners, self._holders, self._mover, self._hands, self._piles
