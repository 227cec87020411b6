"""The data of a Qin position, and the methods that read it.

The attributes of `State` are public so that computer players and pictures can read them, but they may change with any
version. The methods and properties are stable. Positions are immutable: never assign to an attribute.
"""

from typing import NamedTuple, Self

from qin_core.common.base import BasePosition
from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.pagodas import ALL_PLACED, BESIDE_SHIFT, LANE_MASK, PAGODAS, PLAYER_SHIFT
from qin_core.qin.province import ColourState
from qin_core.qin.tiles import COLOURS, HIDDEN_TILE, TILES, Hand, unpack

_KIND_NAMES = (*TILES, HIDDEN_TILE)
# Skips `__init__`, which refuses to make a position.
_new = object.__new__


class Province(NamedTuple):
    """A province: its colour, its squares in cell order, its owner and its pagodas (2 if it is major)."""

    colour: str
    squares: tuple[str, ...]
    owner: int
    pagodas: int


class State(BasePosition):
    """The board, the tiles and the player to move.

    | attribute | contents |
    |---|---|
    | `board` | the board |
    | `player_to_move` | the number of the player to move |
    | `packed_hands` | the tiles of each player as one integer (see `tiles`) |
    | `packed_piles` | the kinds of tile in each pile, from the top |
    | `spaces` | by colour, all squares of that colour: provinces, single spaces and start spaces |
    | `free` | uncovered grassland |
    | `frontier` | squares that share an edge with a space of any colour |
    | `colour_states` | by colour, its provinces and the placements that would make a forbidden join |
    | `holders` | the holder of each village, 0 if it is free |
    | `village_counts` | pagodas beside villages: a lane for each village, four bits for each player (see `pagodas`) |
    | `pagoda_counts` | pagodas on the board: a lane for each player |
    | `unsettled` | villages (bits) that the next placement must award even if it doesn't touch them |
    """

    __slots__ = (
        "board",
        "colour_states",
        "free",
        "frontier",
        "holders",
        "packed_hands",
        "packed_piles",
        "pagoda_counts",
        "player_to_move",
        "spaces",
        "unsettled",
        "village_counts",
    )
    board: Board
    player_to_move: int
    packed_hands: tuple[Hand, ...]
    packed_piles: tuple[bytes, ...]
    spaces: tuple[Squares, ...]
    free: Squares
    frontier: Squares
    colour_states: tuple[ColourState, ...]
    holders: tuple[int, ...]
    village_counts: int
    pagoda_counts: int
    unsettled: int

    @classmethod
    def _make(
        cls,
        board: Board,
        player_to_move: int,
        packed_hands: tuple[Hand, ...],
        packed_piles: tuple[bytes, ...],
        spaces: tuple[Squares, ...],
        free: Squares,
        frontier: Squares,
        colour_states: tuple[ColourState, ...],
        holders: tuple[int, ...],
        village_counts: int,
        pagoda_counts: int,
        unsettled: int,
    ) -> Self:
        """Make a position from its attributes, unchecked."""
        state = _new(cls)
        state.board = board
        state.player_to_move = player_to_move
        state.packed_hands = packed_hands
        state.packed_piles = packed_piles
        state.spaces = spaces
        state.free = free
        state.frontier = frontier
        state.colour_states = colour_states
        state.holders = holders
        state.village_counts = village_counts
        state.pagoda_counts = pagoda_counts
        state.unsettled = unsettled
        return state

    @property
    def players(self) -> range:
        """The players' numbers, in turn order."""
        return range(1, len(self.packed_hands) + 1)

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """The tiles of each pile from the top; `?` for a hidden one."""
        return tuple(tuple(_KIND_NAMES[kind] for kind in pile) for pile in self.packed_piles)

    def hand(self, player: int) -> tuple[str, ...]:
        """Return a player's tiles; `?` for a hidden one."""
        return tuple(_KIND_NAMES[kind] for kind in unpack(self.packed_hands[player - 1]))

    def pagodas_placed(self, player: int) -> int:
        """Count a player's pagodas on the board."""
        return self.pagoda_counts >> PLAYER_SHIFT[player] & LANE_MASK

    def pagodas_left(self, player: int) -> int:
        """Count the pagodas that a player has left to place (Q4)."""
        return max(0, PAGODAS[len(self.packed_hands)] - self.pagodas_placed(player))

    def pagodas_beside(self, village: str) -> tuple[int, ...]:
        """Count each player's pagodas on the provinces beside a village (Q17)."""
        lane = self.village_counts >> LANE_BITS * self.board.village_numbers[village]
        return tuple(lane >> BESIDE_SHIFT[player] & 15 for player in self.players)

    def has_winner(self) -> bool:
        """Tell whether a player has no pagodas left (Q23)."""
        addend, mask = ALL_PLACED[len(self.packed_hands)]
        return (self.pagoda_counts + addend) & mask != 0

    def can_draw_from(self, pile: int) -> bool:
        """Tell whether a pile exists and is not empty (Q8)."""
        return 1 <= pile <= len(self.packed_piles) and len(self.packed_piles[pile - 1]) > 0

    def colour_at(self, square: str) -> str | None:
        """Return the colour of the space on a square; None if there is no space."""
        number = self.board.square(square)
        if number is not None:
            for colour, spaces in zip(COLOURS, self.spaces, strict=True):
                if spaces >> number & 1:
                    return colour
        return None

    def provinces(self) -> tuple[Province, ...]:
        """List all provinces (Q13) by first square."""
        rows = sorted(
            (squares & -squares, colour, squares, owner, pagodas)
            for colour, state in zip(COLOURS, self.colour_states, strict=True)
            for squares, owner, pagodas, _, _ in state.provinces
        )
        return tuple(
            Province(colour, self.board.names(squares), owner, pagodas) for _, colour, squares, owner, pagodas in rows
        )

    def villages(self) -> dict[str, int]:
        """Return the holder of each village by its letter; 0 for a free one."""
        return {village.letter: holder for village, holder in zip(self.board.villages, self.holders, strict=True)}

    def _key(self) -> tuple[object, ...]:
        owners = frozenset((squares, owner) for state in self.colour_states for squares, owner, *_ in state.provinces)
        tiles = self.packed_hands, self.packed_piles
        return self.board.name, self.spaces, owners, self.holders, self.player_to_move, *tiles
