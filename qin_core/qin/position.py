"""A position of Qin and the rules of a turn (Q8-Q24).

Positions are values: `play` returns a new one, which shares everything that the tile didn't touch with the old one.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import chain

from qin_core.common.base import Moves, Outcome, Played
from qin_core.common.bits import select
from qin_core.common.errors import NotationError, PositionError, Problem
from qin_core.common.text import abbreviate
from qin_core.qin import notation, refusal
from qin_core.qin.board import LANE_BITS, Board, Squares, surroundings
from qin_core.qin.events import ABSORB, MAJOR, Event, OutcomeReason, RawEvent, RefusalReason
from qin_core.qin.move import PASS, Move, domino_mask, move_tables, placement_mask
from qin_core.qin.pagodas import BESIDE_SHIFT, PLAYER_SHIFT, award_villages
from qin_core.qin.province import MAJOR_SIZE, ColourState, ProvinceRow, forbidden_join, grow
from qin_core.qin.refusal import Refusal
from qin_core.qin.setup import shuffle
from qin_core.qin.state import State
from qin_core.qin.tiles import (
    COPIES,
    HIDDEN,
    KIND_MASK,
    KINDS,
    ONE_TILE,
    TILE_COLOURS,
    TILES,
    Hand,
    Kind,
    pack,
    playable_kinds,
    unpack,
)


class Position(State):
    """One moment of a game: immutable, hashable, cheap to play from.

    >>> position = Position.deal("bird", players=2, seed=4, first=1)
    >>> position.play("rg6bh6").pagodas_left(1)
    23
    """

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
        player_to_move, hands, piles = shuffle(players, fair, first, random.Random(seed))
        board = board if isinstance(board, Board) else Board.named(board)
        return cls.build(board, board.starts, {}, {}, player_to_move, hands, piles)

    @classmethod
    def build(
        cls,
        board: Board,
        spaces: tuple[Squares, ...],
        owners: dict[Squares, int],
        holders: dict[str, int],
        player_to_move: int,
        hands: tuple[Hand, ...],
        piles: tuple[bytes, ...],
    ) -> "Position":
        """Make a position from its parts, unchecked: `owners` by the squares of a province, `holders` by village."""
        provinces: list[list[ProvinceRow]] = [[], [], []]
        village_counts, pagoda_counts = 0, sum(1 << PLAYER_SHIFT[holder] for holder in holders.values())
        for squares, owner in owners.items():
            colour = next(colour for colour in range(3) if spaces[colour] & squares)
            pagodas = 2 if squares.bit_count() >= MAJOR_SIZE else 1
            neighbours, village_bits = surroundings(board, squares)
            provinces[colour].append((squares, owner, pagodas, village_bits, neighbours))
            village_counts += village_bits * pagodas << BESIDE_SHIFT[owner]
            pagoda_counts += pagodas << PLAYER_SHIFT[owner]
        covered = spaces[0] | spaces[1] | spaces[2]
        return cls._make(
            board,
            player_to_move,
            hands,
            piles,
            spaces,
            free=board.grass & ~covered,
            frontier=surroundings(board, covered)[0],
            colour_states=tuple(ColourState(tuple(rows)) for rows in provinces),
            holders=tuple(holders.get(village.letter, 0) for village in board.villages),
            village_counts=village_counts,
            pagoda_counts=pagoda_counts,
            unsettled=sum(1 << LANE_BITS * number for number in range(len(board.villages))),
        )

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read a position line; raise `NotationError` or `PositionError` with every problem."""
        return cls.build(*notation.read(text))

    def with_player_to_move(self, player: int) -> "Position":
        """Return the same position with a different player to move."""
        self._check_player(player)
        return self._with(player, self.packed_hands, self.packed_piles)

    # Hidden tiles

    def view(self, player: int) -> "Position":
        """Hide everything that a player can't see: the other hands and all piles (Q5)."""
        self._check_player(player)
        hands = tuple(
            hand if number == player else ONE_TILE[HIDDEN] * len(unpack(hand))
            for number, hand in enumerate(self.packed_hands, 1)
        )
        piles = tuple(bytes([HIDDEN]) * len(pile) for pile in self.packed_piles)
        return self._with(self.player_to_move, hands, piles)

    def reveal(self, tiles: Iterable[str], player: int | None = None, *, limited: bool = True) -> "Position":
        """Replace hidden tiles by the given tiles.

        With `player`, reveal only that many of the player's tiles. Otherwise reveal all hidden tiles, first those in
        the hands, then those in the piles from the top; extra tiles are ignored. Raise `ValueError` if there are not
        enough tiles, `PositionError` if fewer are hidden or there would be more than twelve of a kind (Q3).
        `limited=False` allows more than twelve, for sampled positions that only a search uses.

        >>> view = Position.deal("bird", players=2, seed=4, first=1).view(1)
        >>> view.reveal(["ry", "bb"], player=2).hand(2)
        ('ry', 'bb', '?')
        """
        hands, piles = list(self.packed_hands), self.packed_piles
        if player is not None:
            self._check_player(player)
            kinds = [_read_tile(tile) for tile in tiles]
            hand = hands[player - 1]
            if hand >> 4 * HIDDEN < len(kinds):
                raise PositionError(Problem("hands", "nothing-hidden", str(player)))
            hands[player - 1] = hand + pack(kinds) - len(kinds) * ONE_TILE[HIDDEN]
        else:
            faces = map(_read_tile, tiles)
            hands = [pack(_fill(unpack(hand), faces)) for hand in hands]
            piles = tuple(bytes(_fill(pile, faces)) for pile in piles)
        revealed = self._with(self.player_to_move, tuple(hands), piles)
        known_tiles = revealed.seen_tiles() if limited else []
        for tile in TILES:
            if known_tiles.count(tile) > COPIES:
                raise PositionError(Problem("hands", "too-many-of-a-kind", tile))
        return revealed

    def seen_tiles(self) -> list[str]:
        """List the tiles in hands and piles that are face up."""
        kinds = chain(*map(unpack, self.packed_hands), *self.packed_piles)
        return [TILES[kind] for kind in kinds if kind != HIDDEN]

    def unseen_tiles(self) -> list[str]:
        """List the tiles that are not face up in a hand or a pile (Q3): each hidden tile is one of them."""
        known_tiles = self.seen_tiles()
        return [tile for tile in TILES for _ in range(COPIES - known_tiles.count(tile))]

    # The rules of a turn

    def moves(self) -> Moves[Move]:
        """List the legal moves (Q8-Q11): every placement once, drawing from the first pile that isn't empty.

        To draw from another pile, play `move.drawing_from(pile)`. The only move is `pass` if Q24 forces one. The list
        is empty when the game is over.
        """
        moves = self.placements()
        if not moves and not self.has_winner() and self._must_pass():
            moves.append(PASS)
        return Moves(moves)

    def placements(self, tile: str | None = None) -> list[Move]:
        """List the legal placements, or only those of one kind of tile."""
        placements: list[Move] = []
        for kind, orientation, mask in () if self.has_winner() else self.legal_masks(self.player_to_move):
            if tile is None or TILES[kind] == tile:
                table = move_tables(self.board, kind)[orientation]
                placements += select(table, mask)  # type: ignore[arg-type]  # a legal placement has a move
        return placements

    def apply(self, move: Move | str) -> Played["Position", Event]:
        """Return the next position and the events (Q12); raise `IllegalMove` with the reason."""
        after, events = self._apply(move)
        name, villages = self.board.first_name, self.board.villages
        named_events = [
            Event(kind, name(place) if loser is None else villages[place].letter, player, loser or 0)
            for kind, place, player, loser in events
        ]
        return Played(after, tuple(named_events))

    def play(self, move: Move | str) -> "Position":
        """Return the next position; raise `IllegalMove` with the reason."""
        return self._apply(move)[0]

    def events(self, move: Move | str) -> tuple[Event, ...]:
        """Return the events of a legal move (Q12), in the order of the notation."""
        return self.apply(move).events

    def why_not(self, move: Move | str) -> Refusal | None:
        """Return why a move is illegal; None if it is legal."""
        if isinstance(move, str):
            move = Move.parse(move)
        if self.has_winner() or (not self._can_place(self.player_to_move) and not self._must_pass()):
            return Refusal(RefusalReason.GAME_OVER, players=self.winners() or ())
        if move == PASS:
            if not self._can_place(self.player_to_move):
                return None
            return Refusal(RefusalReason.NOT_A_PASS, players=(self.player_to_move,))
        return refusal.why_not(self, move)

    def outcome(self) -> Outcome[OutcomeReason] | None:
        """Return the winners and why the game is over; None while it runs (Q23, Q24)."""
        if self.has_winner():
            count = len(self.packed_hands)
            players_in_order = ((self.player_to_move - 2 + step) % count + 1 for step in range(count))
            winner = next(player for player in players_in_order if not self.pagodas_left(player))
            return Outcome((winner,), OutcomeReason.LAST_PAGODA)
        if self._can_place(self.player_to_move) or self._must_pass():
            return None
        highest = max(self.pagodas_placed(player) for player in self.players)
        leaders = tuple(player for player in self.players if self.pagodas_placed(player) == highest)
        return Outcome(leaders, OutcomeReason.NO_ROOM if any(self.packed_hands) else OutcomeReason.NO_TILES)

    def legal_masks(self, player: int) -> Iterator[tuple[int, int, int]]:
        """Yield the legal placements of each kind of tile: kind, index into its `move_tables`, bits of that table."""
        board = self.board
        placements = domino_mask(board, self.free, self.frontier)
        if not placements:
            return
        for kind in playable_kinds(self.packed_hands[player - 1]):
            first, second = TILE_COLOURS[kind]
            low1, high1, double = self.colour_states[first].forbidden_masks(board, self.free)
            if first == second:
                yield kind, 0, placements & ~double
            else:
                low2, high2, _ = self.colour_states[second].forbidden_masks(board, self.free)
                yield kind, 0, placements & ~(low1 | high2)
                yield kind, 1, placements & ~(low2 | high1)

    def _can_place(self, player: int) -> bool:
        return any(mask for _, _, mask in self.legal_masks(player))

    def _must_pass(self) -> bool:
        """Tell whether another player can place a tile, given that the player to move can't (Q24)."""
        return any(self._can_place(player) for player in self.players if player != self.player_to_move)

    def _apply(self, move: Move | str) -> tuple["Position", list[RawEvent]]:
        """Place the tile, apply all events, and draw (Q8, Q12-Q19)."""
        if isinstance(move, str):
            move = Move.parse(move)
        placement = placement_mask(self.board, move)
        if placement is None:
            return self._pass(move), []
        board, kind, tile, neighbours, colours = placement
        seat = self.player_to_move - 1
        hand = self.packed_hands[seat]
        spent_kind = kind if hand & KIND_MASK[kind] else HIDDEN
        if (
            not hand & KIND_MASK[spent_kind]
            or tile & self.free != tile
            or not tile & self.frontier
            or (move.pile is not None and not self.can_draw_from(move.pile))
            or self.has_winner()
        ):
            raise self._illegal(move)

        spaces = list(self.spaces)
        states = list(self.colour_states)
        village_counts, pagoda_counts, unsettled = self.village_counts, self.pagoda_counts, self.unsettled
        events: list[RawEvent] = []
        for added in colours:
            colour, new_squares, _, _ = added
            change = grow(board, self.player_to_move, added, spaces[colour], states[colour].provinces)
            spaces[colour] |= new_squares
            if change is None:
                continue
            event, joined, provinces = change
            if event is ABSORB and forbidden_join(joined):
                raise self._illegal(move)
            area, owner, pagodas, village_bits, _ = provinces[-1]
            was_major = False
            for _, old_owner, old_pagodas, old_villages, _ in joined:
                village_counts -= old_villages * old_pagodas << BESIDE_SHIFT[old_owner]
                pagoda_counts -= old_pagodas << PLAYER_SHIFT[old_owner]
                was_major |= old_pagodas == 2
            village_counts += village_bits * pagodas << BESIDE_SHIFT[owner]
            pagoda_counts += pagodas << PLAYER_SHIFT[owner]
            unsettled |= village_bits
            states[colour] = ColourState(tuple(provinces))
            events.append((event, area, owner, None))
            if pagodas == 2 and not was_major:
                events.append((MAJOR, area, owner, None))

        holders = self.holders
        if unsettled:
            holders, pagoda_counts = award_villages(unsettled, holders, village_counts, pagoda_counts, events)
        hand -= ONE_TILE[spent_kind]
        piles = self.packed_piles
        for number in range(len(piles)) if move.pile is None else (move.pile - 1,):
            pile = piles[number]
            if pile:  # draw from this one
                hand += ONE_TILE[pile[0]]
                piles = (*piles[:number], pile[1:], *piles[number + 1 :])
                break
        after = Position._make(
            board,
            seat + 2 if seat + 1 < len(self.packed_hands) else 1,
            (*self.packed_hands[:seat], hand, *self.packed_hands[seat + 1 :]),
            piles,
            (spaces[0], spaces[1], spaces[2]),
            self.free & ~tile,
            self.frontier | neighbours,
            (states[0], states[1], states[2]),
            holders,
            village_counts,
            pagoda_counts,
            0,
        )
        return after, events

    def _pass(self, move: Move) -> "Position":
        """Pass (Q24); raise `IllegalMove` for a tile that doesn't fit on this board."""
        if self.why_not(move):
            raise self._illegal(move)
        return self._with(self.player_to_move % len(self.packed_hands) + 1, self.packed_hands, self.packed_piles)

    def _with(self, player_to_move: int, hands: tuple[Hand, ...], piles: tuple[bytes, ...]) -> "Position":
        """Return the same board with different tiles or a different player to move."""
        return Position._make(
            self.board,
            player_to_move,
            hands,
            piles,
            self.spaces,
            self.free,
            self.frontier,
            self.colour_states,
            self.holders,
            self.village_counts,
            self.pagoda_counts,
            self.unsettled,
        )

    def _check_player(self, player: int) -> None:
        if player not in self.players:
            raise PositionError(Problem("player", "no-such-player", str(player)))

    # Text and pictures

    def __str__(self) -> str:
        return notation.write(self)

    def ascii(self) -> str:
        """Draw the position with ASCII characters only; see `text_board`."""
        from qin_core.qin.text_board import ascii_board

        return ascii_board(self)

    def unicode(self) -> str:
        """Draw the position with coloured squares; see `text_board`."""
        from qin_core.qin.text_board import unicode_board

        return unicode_board(self)

    def _repr_svg_(self) -> str:
        from qin_core.qin.svg import board_svg

        return board_svg(self)


def _read_tile(tile: str) -> Kind:
    if tile not in KINDS:
        raise NotationError(Problem("hands", "malformed", abbreviate(tile)))
    return KINDS[tile]


def _fill(group: Iterable[Kind], faces: Iterator[Kind]) -> list[Kind]:
    """Replace the hidden tiles of a hand or a pile by the next tiles of `faces`."""
    result = []
    for kind in group:
        face = next(faces, None) if kind == HIDDEN else kind
        if face is None:
            raise ValueError("more tiles are hidden")
        result.append(face)
    return result
