"""A position of Qin and the rules of a turn (Q8-Q24).

Positions are values: `play` makes a new one and shares with the old one whatever the tile didn't touch.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import chain

from qin_core.bits import pick
from qin_core.errors import Fault, NotationError, PositionError, Refusal, quote
from qin_core.moves import Moves, Played
from qin_core.outcome import Outcome, Reason
from qin_core.qin import notation, refusal
from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.event import Event
from qin_core.qin.move import PASS, Move, dominoes, find_site, move_tables
from qin_core.qin.pagodas import BESIDE_SHIFT, PLAYER_SHIFT
from qin_core.qin.placing import RawEvent, grow, settle, surroundings
from qin_core.qin.province import MAJOR_SIZE, Layer, Province, forbidden_join
from qin_core.qin.setup import shuffle
from qin_core.qin.state import State
from qin_core.qin.tiles import (
    COPIES,
    HIDDEN,
    KINDS,
    LANE,
    ONE,
    TILE_COLOURS,
    TILES,
    Hand,
    Kind,
    pack,
    playable_kinds,
    unpack,
)


class Position(State):
    """One moment of a game: immutable, hashable, cheap to play on from."""

    __slots__ = ()

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
        covered = spaces[0] | spaces[1] | spaces[2]
        return cls(
            board,
            mover,
            hands,
            piles,
            spaces,
            free=board.grass & ~covered,
            reach=surroundings(board, covered)[0],
            layers=tuple(Layer(tuple(provinces)) for provinces in layers),
            holders=tuple(holders.get(village.letter, 0) for village in board.villages),
            village_counts=beside,
            pagoda_counts=on_board,
            unsettled=sum(1 << LANE_BITS * number for number in range(len(board.villages))),
        )

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read a position line; raises `NotationError` or `PositionError` with every fault."""
        return cls.build(*notation.read(text))

    def view(self, player: int) -> "Position":
        """Hide what that player can't see: the others' tiles and all piles (Q5)."""
        if player not in self.players:
            raise PositionError(Fault("player", "no-such-player", str(player)))
        hands = tuple(
            hand if number == player else ONE[HIDDEN] * len(unpack(hand))
            for number, hand in enumerate(self.packed_hands, 1)
        )
        return self._with(self.mover, hands, tuple(bytes([HIDDEN]) * len(pile) for pile in self.packed_piles))

    def revealed(self, player: int, tile: str) -> "Position":
        """Turn one of a player's hidden tiles face up; there are twelve of a kind at the most (Q3)."""
        if player not in self.players:
            raise PositionError(Fault("player", "no-such-player", str(player)))
        hand = self.packed_hands[player - 1]
        if not hand & LANE[HIDDEN]:
            raise PositionError(Fault("hands", "nothing-hidden", str(player)))
        if tile not in KINDS:
            raise NotationError(Fault("hands", "malformed", quote(tile)))
        kind = KINDS[tile]
        if self.seen_tiles().count(kind) >= COPIES:
            raise PositionError(Fault("hands", "too-many-of-a-kind", tile))
        hand += ONE[kind] - ONE[HIDDEN]
        hands = (*self.packed_hands[: player - 1], hand, *self.packed_hands[player:])
        return self._with(self.mover, hands, self.packed_piles)

    def with_mover(self, player: int) -> "Position":
        """Give the turn to a player, all else as it is: what could they do if it were theirs now?"""
        if player not in self.players:
            raise PositionError(Fault("player", "no-such-player", str(player)))
        return self._with(player, self.packed_hands, self.packed_piles)

    def seen_tiles(self) -> tuple[Kind, ...]:
        """List the tiles in hands and piles that lie face up."""
        groups = chain(*map(unpack, self.packed_hands), *self.packed_piles)
        return tuple(kind for kind in groups if kind != HIDDEN)

    def with_tiles(self, kinds: Iterable[Kind]) -> "Position":
        """Turn all hidden tiles face up as these: first those in the hands, then those in the piles from the top."""
        faces = iter(kinds)

        def turn_up(group: Iterable[Kind]) -> list[Kind]:
            return [next(faces) if kind == HIDDEN else kind for kind in group]

        try:
            hands = [pack(turn_up(unpack(hand))) for hand in self.packed_hands]
            piles = [bytes(turn_up(pile)) for pile in self.packed_piles]
        except StopIteration:
            raise ValueError("more tiles are hidden") from None
        return self._with(self.mover, tuple(hands), tuple(piles))

    def turned_up(self, rng: random.Random) -> "Position":
        """Turn all hidden tiles face up: any that the box still holds (Q3)."""
        seen = self.seen_tiles()
        box = [kind for kind in range(HIDDEN) for _ in range(COPIES - seen.count(kind))]
        rng.shuffle(box)
        return self.with_tiles(box)

    # The rules of a turn

    def moves(self) -> Moves[Move]:
        """List the legal moves (Q8-Q11): the placements, each drawing from the first pile that isn't empty.

        A lone `pass` where Q24 forces one; nothing when the game is over.
        """
        found = self.placements()
        if not found and not self.has_winner() and self._must_pass():
            found.append(PASS)
        return Moves(self.why_not, found)

    def placements(self, tile: str | None = None) -> list[Move]:
        """List the legal placements of the player on turn, or only those of one kind of tile."""
        found: list[Move] = []
        for kind, turned, mask in () if self.has_winner() else self.places(self.mover):
            if tile is None or TILES[kind] == tile:
                table = move_tables(self.board, kind)[turned]
                found += pick(table, mask)  # type: ignore[arg-type]  # a legal place has its move
        return found

    def apply(self, move: Move | str) -> Played["Position", Event]:
        """Make a move: the next position and what happened (Q12); raises `IllegalMove` with the reason."""
        after, events = self._apply(move)
        name, villages = self.board.first_name, self.board.villages
        named = [
            Event(kind, name(where) if loser is None else villages[where].letter, player, loser or 0)
            for kind, where, player, loser in events
        ]
        return Played(after, tuple(named))

    def play(self, move: Move | str) -> "Position":
        """Make a move; raises `IllegalMove` with the reason."""
        return self._apply(move)[0]

    def events(self, move: Move | str) -> tuple[Event, ...]:
        """Say what a legal move would do (Q12), in the order of the notation."""
        return self.apply(move).events

    def why_not(self, move: Move | str) -> Refusal | None:
        """Say why a move isn't allowed, None if it is."""
        if isinstance(move, str):
            move = Move.parse(move)
        if self.has_winner() or (not self._can_place(self.mover) and not self._must_pass()):
            return Refusal("game-over", players=self.winners() or ())
        if move == PASS:
            return Refusal("not-a-pass", players=(self.mover,)) if self._can_place(self.mover) else None
        return refusal.why_not(self, move)

    def outcome(self) -> Outcome | None:
        """Say who has won and why; None while the game runs (Q23, Q24)."""
        if self.has_winner():
            count = len(self.packed_hands)
            from_last_mover = ((self.mover - 2 + step) % count + 1 for step in range(count))
            return Outcome(next((player,) for player in from_last_mover if not self.left(player)), Reason.LAST_PAGODA)
        if self._can_place(self.mover) or self._must_pass():
            return None
        most = max(self.on_board(player) for player in self.players)
        leaders = tuple(player for player in self.players if self.on_board(player) == most)
        return Outcome(leaders, Reason.NO_ROOM if any(self.packed_hands) else Reason.NO_TILES)

    def places(self, player: int) -> Iterator[tuple[int, int, int]]:
        """Mark where each kind of tile in a hand can go: kind, which of its tables, the places there."""
        board = self.board
        places = dominoes(board, self.free, self.reach)
        if not places:
            return
        for kind in playable_kinds(self.packed_hands[player - 1]):
            first, second = TILE_COLOURS[kind]
            low1, high1, both = self.layers[first].bans(board, self.free)
            if first == second:
                yield kind, 0, places & ~both
            else:
                low2, high2, _ = self.layers[second].bans(board, self.free)
                yield kind, 0, places & ~(low1 | high2)
                yield kind, 1, places & ~(low2 | high1)

    def _can_place(self, player: int) -> bool:
        return any(mask for _, _, mask in self.places(player))

    def _must_pass(self) -> bool:
        """Tell whether somebody else can place, given that the mover can't (Q24)."""
        return any(self._can_place(player) for player in self.players if player != self.mover)

    def _apply(self, move: Move | str) -> tuple["Position", list[RawEvent]]:
        """Place the tile, let everything happen that follows, and draw (Q8, Q12-Q19)."""
        if isinstance(move, str):
            move = Move.parse(move)
        site = find_site(self.board, move)
        if site is None:
            return self._pass(move), []
        board, kind, tile, near, tile_spaces = site
        seat = self.mover - 1
        hand = self.packed_hands[seat]
        held = kind if hand & LANE[kind] else HIDDEN
        if (
            not hand & LANE[held]
            or tile & self.free != tile
            or not tile & self.reach
            or (move.pile is not None and not self.can_draw_from(move.pile))
            or self.has_winner()
        ):
            raise self._illegal(move)

        spaces = list(self.spaces)
        layers = list(self.layers)
        beside, on_board, unsettled = self.village_counts, self.pagoda_counts, self.unsettled
        events: list[RawEvent] = []
        for space in tile_spaces:
            colour = space[0]
            change = grow(board, self.mover, space, spaces[colour], layers[colour].provinces)
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

        holders = self.holders
        if unsettled:
            holders, on_board = settle(unsettled, holders, beside, on_board, events)
        hand -= ONE[held]
        piles = self.packed_piles
        for number in range(len(piles)) if move.pile is None else (move.pile - 1,):
            pile = piles[number]
            if pile:
                hand += ONE[pile[0]]
                piles = (*piles[:number], pile[1:], *piles[number + 1 :])
                break
        after = Position(
            board,
            seat + 2 if seat + 1 < len(self.packed_hands) else 1,
            (*self.packed_hands[:seat], hand, *self.packed_hands[seat + 1 :]),
            piles,
            (spaces[0], spaces[1], spaces[2]),
            self.free & ~tile,
            self.reach | near,
            (layers[0], layers[1], layers[2]),
            holders,
            beside,
            on_board,
            0,
        )
        return after, events

    def _pass(self, move: Move) -> "Position":
        """Let the turn go by without a tile (Q24), or refuse a move that is no placement on this board."""
        if self.why_not(move):
            raise self._illegal(move)
        return self._with(self.mover % len(self.packed_hands) + 1, self.packed_hands, self.packed_piles)

    def _with(self, mover: int, hands: tuple[Hand, ...], piles: tuple[bytes, ...]) -> "Position":
        """Keep the board and change what lies beside it."""
        return Position(
            self.board,
            mover,
            hands,
            piles,
            self.spaces,
            self.free,
            self.reach,
            self.layers,
            self.holders,
            self.village_counts,
            self.pagoda_counts,
            self.unsettled,
        )

    # A position as a value

    def __str__(self) -> str:
        return notation.write(self)

    def _repr_svg_(self) -> str:
        from qin_core.qin.svg import board_svg

        return board_svg(self)
