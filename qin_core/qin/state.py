"""The state of a game of Qin: the representation of a position, and its plain words for people.

The attributes of `State` are public, so that players and pictures can read them, and may change with any version; the
methods and properties below them stay. Nobody writes to a state: all attributes are final.
"""

from typing import Final, NamedTuple

from qin_core.qin.board import LANE_BITS, Board, Squares
from qin_core.qin.pagodas import BESIDE_SHIFT, FULL, LANE_MASK, PAGODAS, PLAYER_SHIFT
from qin_core.qin.province import Layer
from qin_core.qin.tiles import COLOURS, TILES, Hand, unpack
from qin_core.values import WrittenPosition

_KIND_NAMES = (*TILES, "?")


class Area(NamedTuple):
    """A province as people see it."""

    colour: str
    squares: tuple[str, ...]
    owner: int
    pagodas: int


class State(WrittenPosition):
    """The board, the tiles and whose turn it is.

    | attribute | what it holds |
    |---|---|
    | `board` | the board that is played on |
    | `mover` | the player whose turn it is |
    | `packed_hands` | by player, the tiles as one integer (see `tiles`) |
    | `packed_piles` | by pile, the kinds of tile from the top |
    | `spaces` | by colour, the squares that have it: provinces, single spaces and start spaces |
    | `free` | grassland that nothing covers |
    | `reach` | squares beside a space of any colour |
    | `layers` | by colour, its provinces and where they forbid a join |
    | `holders` | by village, who holds it, 0 for nobody |
    | `village_counts` | pagodas beside villages: a lane a village, four bits a player (see `pagodas`) |
    | `pagoda_counts` | pagodas on the board: a lane a player |
    | `unsettled` | villages (lanes) that the next placement must look at, whatever it touches |
    """

    __slots__ = (
        "board",
        "free",
        "holders",
        "layers",
        "mover",
        "packed_hands",
        "packed_piles",
        "pagoda_counts",
        "reach",
        "spaces",
        "unsettled",
        "village_counts",
    )

    def __init__(
        self,
        board: Board,
        mover: int,
        packed_hands: tuple[Hand, ...],
        packed_piles: tuple[bytes, ...],
        spaces: tuple[Squares, ...],
        free: Squares,
        reach: Squares,
        layers: tuple[Layer, ...],
        holders: tuple[int, ...],
        village_counts: int,
        pagoda_counts: int,
        unsettled: int,
    ) -> None:
        """Take the representation as it is; `deal`, `parse` and `build` work it out."""
        self.board: Final = board
        self.mover: Final = mover
        self.packed_hands: Final = packed_hands
        self.packed_piles: Final = packed_piles
        self.spaces: Final = spaces
        self.free: Final = free
        self.reach: Final = reach
        self.layers: Final = layers
        self.holders: Final = holders
        self.village_counts: Final = village_counts
        self.pagoda_counts: Final = pagoda_counts
        self.unsettled: Final = unsettled

    @property
    def players(self) -> range:
        """The players' numbers, in the order of their turns."""
        return range(1, len(self.packed_hands) + 1)

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """The tiles of each pile from the top; `?` for a hidden one."""
        return tuple(tuple(_KIND_NAMES[kind] for kind in pile) for pile in self.packed_piles)

    def hand(self, player: int) -> tuple[str, ...]:
        """A player's tiles; `?` for a hidden one."""
        return tuple(_KIND_NAMES[kind] for kind in unpack(self.packed_hands[player - 1]))

    def on_board(self, player: int) -> int:
        """How many pagodas a player has on the board."""
        return self.pagoda_counts >> PLAYER_SHIFT[player] & LANE_MASK

    def left(self, player: int) -> int:
        """How many pagodas a player still has (Q4)."""
        return max(0, PAGODAS[len(self.packed_hands)] - self.on_board(player))

    def has_winner(self) -> bool:
        """Tell whether somebody has no pagoda left (Q23)."""
        short, full = FULL[len(self.packed_hands)]
        return (self.pagoda_counts + short) & full != 0

    def can_draw_from(self, pile: int) -> bool:
        """Tell whether a pile is there and not empty (Q8)."""
        return 1 <= pile <= len(self.packed_piles) and len(self.packed_piles[pile - 1]) > 0

    def colour_at(self, square: str) -> str | None:
        """The colour of the space on a square, None where there is none."""
        number = self.board.square(square)
        if number is not None:
            for colour, spaces in zip(COLOURS, self.spaces, strict=True):
                if spaces >> number & 1:
                    return colour
        return None

    def provinces(self) -> tuple[Area, ...]:
        """All provinces (Q13) in the order of their first cells."""
        found = sorted(
            (squares & -squares, colour, squares, owner, pagodas)
            for colour, layer in zip(COLOURS, self.layers, strict=True)
            for squares, owner, pagodas, _, _ in layer.provinces
        )
        return tuple(
            Area(colour, self.board.names(squares), owner, pagodas) for _, colour, squares, owner, pagodas in found
        )

    def villages(self) -> dict[str, int]:
        """Every village's holder by its letter, 0 for a free one."""
        return {village.letter: holder for village, holder in zip(self.board.villages, self.holders, strict=True)}

    def beside(self, village: str) -> tuple[int, ...]:
        """Each player's pagodas on the provinces beside a village (Q17)."""
        lane = self.village_counts >> LANE_BITS * self.board.village_numbers[village]
        return tuple(lane >> BESIDE_SHIFT[player] & 15 for player in self.players)

    def _key(self) -> tuple[object, ...]:
        owners = frozenset((squares, owner) for layer in self.layers for squares, owner, *_ in layer.provinces)
        hidden = self.packed_hands, self.packed_piles
        return self.board.name, self.spaces, owners, self.holders, self.mover, *hidden
