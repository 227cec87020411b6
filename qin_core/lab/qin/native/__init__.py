"""Qin in C, for training and long matches: the same choices as the package's players, about thirty times as fast.

The C code is compiled on first use and called through ctypes, with numpy arrays. The weaker levels use different random
numbers than the package, from the same distributions.
"""

import ctypes
import os
import platform
import subprocess
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from qin_core.qin.board import Board
from qin_core.qin.move import PASS, Move, move_tables
from qin_core.qin.players.calibration import SLOPE_AND_SHIFT
from qin_core.qin.players.features import HAND, SLOTS
from qin_core.qin.players.levels import Level
from qin_core.qin.players.net import Net, trained_net
from qin_core.qin.players.weights import KNOTS, STEPS, Numbers, pagodas_only, trained_weights
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN

SOURCES = Path(__file__).parent
# These agree with the constants of the C code.
_SEATS = 4
_DEPTH = 8
_MAX_TURNS = 72
_STRIDE = 16
_PASS = 9, 0, 0, 0
MAX_INPUTS = 112

Rows = NDArray[np.void]
"""Placements of self-play, see `ROW`."""
ROW = np.dtype(
    [
        ("features", "i1", (_SEATS, SLOTS)),
        ("left", "i1", _SEATS),
        ("left_before", "i1", _SEATS),
        ("mover", "u1"),
        ("player", "u1"),
        ("step", "u1"),
        ("over", "u1"),
        ("stated", "f4"),
        ("won", "f4", _SEATS),
        ("uncalibrated", "f4", _SEATS),
        ("inputs", "u2", MAX_INPUTS),
        ("count", "u2"),
        ("viewer", "u2"),
    ]
)
"""The data of a placement.

| field | contents |
|---|---|
| `features`, `left` | every player's features and pagodas left after the placement |
| `left_before` | every player's pagodas left before it |
| `mover`, `player` | the player to move after it, and the player who made it (from 0) |
| `step`, `over` | the progress of the game, and whether the placement ended it |
| `stated` | the win chance stated by the player, or -1 |
| `won` | every player's share of the victory |
| `viewer` | a random player |
| `uncalibrated` | every player's chance by the viewer's search on their next turn, before calibration |
| `inputs`, `count` | the inputs of the net as the viewer sees the position, and their number |
"""


def by_distance(rows: Rows, players: int) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.intp]]:
    """Return the features by distance from the player to move, the weights of the knots, and the players' order."""
    order = (rows["mover"][:, None].astype(np.intp) + np.arange(players)) % players
    features = np.take_along_axis(rows["features"].astype(np.float32), order[:, :, None], 1)
    features[:, :, HAND] *= 0.5
    position = rows["step"] / STEPS * (KNOTS - 1)
    knots = np.maximum(0, 1 - np.abs(position[:, None] - np.arange(KNOTS))).astype(np.float32)
    return features, knots, order


class NetInC(ctypes.Structure):
    """A net in the memory layout of C."""

    _fields_ = (
        ("hidden", ctypes.c_int),
        ("outputs", ctypes.c_int),
        ("rows", ctypes.c_void_p),
        ("second", ctypes.c_void_p),
    )


class Player(ctypes.Structure):
    """The settings of a player in C: a level of the package with some weights, or greedy."""

    _fields_ = (
        ("weights", ctypes.c_void_p),
        ("net", ctypes.c_void_p),
        ("greedy", ctypes.c_int),
        ("sample_size", ctypes.c_int),
        ("plies", ctypes.c_int),
        ("widths", ctypes.c_int * _DEPTH),
        ("replies", ctypes.c_int),
        ("noise", ctypes.c_double),
        ("slope", ctypes.c_double),
        ("shift", ctypes.c_double),
    )


def cache_folder() -> Path:
    """Return the folder for compiled code in the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "qin-lab"


def compile_library() -> Path:
    """Compile the C code for this machine, unless the compiled library exists; return its path."""
    sources = sorted((*SOURCES.glob("*.h"), *SOURCES.glob("*.c")))
    key = sha256(b"".join(path.read_bytes() for path in sources) + platform.node().encode()).hexdigest()[:16]
    library_path = cache_folder() / f"qin-{key}.so"
    if not library_path.exists():
        library_path.parent.mkdir(parents=True, exist_ok=True)
        # Each process compiles into its own folder; the last one to finish replaces the file.
        with TemporaryDirectory(dir=library_path.parent) as folder:
            unfinished = Path(folder) / library_path.name
            flags = ["-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC"]
            subprocess.run(["cc", *flags, "-o", unfinished, SOURCES / "qin.c", "-lm"], check=True)
            unfinished.replace(library_path)
    return library_path


@cache
def library() -> ctypes.CDLL:
    """Load the compiled C code."""
    path = compile_library()
    loaded = ctypes.CDLL(str(path))
    loaded.self_play.restype = ctypes.c_long
    loaded.play_seat.restype = ctypes.c_double
    if loaded.size_of_row() != ROW.itemsize:
        raise TypeError("the rows of C and of numpy differ")
    return loaded


def encode_move(board: Board, move: Move) -> tuple[int, ...]:
    """Encode a move for C: kind, lower square, higher square, index of its table. Kind 9 is a pass."""
    if move == PASS:
        return _PASS
    for kind in range(HIDDEN):
        for orientation, table in enumerate(move_tables(board, kind)):
            if move in table:
                vertical, low = divmod(table.index(move), board.bits)
                row, column = divmod(low, board.stride)
                square = row * _STRIDE + column
                return kind, square, square + (_STRIDE if vertical else 1), orientation
    raise ValueError(f"{move} is off the board")


class Native:
    """Plays games in C, on some boards with a number of players."""

    def __init__(self, players: int, boards: Sequence[Board]) -> None:
        self.players = players
        self._count = len(boards)
        size = library().size_of_board()
        self._boards = ctypes.create_string_buffer(size * len(boards))
        for number, board in enumerate(boards):
            lines = board.text.split()[::-1]
            address = ctypes.byref(self._boards, number * size)
            if not library().read_board(address, "".join(lines).encode(), len(lines), len(lines[0])):
                raise ValueError(f"the C code has room for 15 x 15 squares, not for {len(lines[0])} x {len(lines)}")
        self._references: list[object] = []

    def player(self, level: Level, net: Net | None = None) -> Player:
        """Make a player of a level, by default with the trained net."""
        player = self.player_without_net(level, trained_weights(self.players).numbers)
        player.slope, player.shift = SLOPE_AND_SHIFT[self.players]
        return self._with_net(player, net or trained_net(self.players))

    def player_without_net(self, level: Level, numbers: Numbers | NDArray[np.float64], greedy: int = 0) -> Player:
        """Make a player with some weights but without a net."""
        weights = np.zeros((KNOTS, _SEATS, SLOTS))
        weights[:, : self.players] = numbers
        self._references.append(weights)  # C has only the address
        widths = (ctypes.c_int * _DEPTH)(*level.widths)
        plies = len(level.widths)
        return Player(weights.ctypes.data, None, greedy, level.sample_size, plies, widths, level.replies, level.noise)

    def _with_net(self, player: Player, net: Net) -> Player:
        numbers = np.array(net.numbers, np.int16)
        rows = (net.layout.size + 1) * (net.hidden + net.players)
        in_c = NetInC(net.hidden, net.players, numbers.ctypes.data, numbers.ctypes.data + 2 * rows)
        self._references += [numbers, in_c]
        player.net = ctypes.addressof(in_c)
        return player

    def greedy(self) -> Player:
        """Make a greedy player."""
        return self.player_without_net(Level("greedy", 0.0), pagodas_only(self.players).numbers, greedy=1)

    def self_play(
        self, player: Player, seed: int, games: int, opening: int = 0, noise: float = 0.0, explore: float = 0.0
    ) -> Rows:
        """Play a player against itself; the opening and a share of later plies are chosen one ply deep, with noise."""
        rows = np.zeros(games * _MAX_TURNS, ROW)
        written = library().self_play(
            self._boards,
            self._count,
            self.players,
            ctypes.byref(player),
            ctypes.c_uint64(seed),
            games,
            opening,
            ctypes.c_double(noise),
            ctypes.c_double(explore),
            ctypes.c_void_p(rows.ctypes.data),
        )
        return rows[:written]

    def choose(
        self, view: Position, first: int, moves: Sequence[Sequence[int]], player: Player
    ) -> tuple[tuple[int, ...], float] | None:
        """Choose a move on the first board after encoded moves, with the hands of a view; return move and chance."""
        encoded, chances = np.zeros(4, np.uint8), np.zeros(_SEATS)
        tiles = [[hand >> 4 * kind & 15 for kind in range(HIDDEN + 1)] for hand in view.packed_hands]
        hands = np.zeros((_SEATS, HIDDEN + 1), np.int8)
        hands[: self.players] = tiles
        has_move = library().choose_after(
            self._boards,
            self.players,
            first - 1,
            bytes(number for move in moves for number in move),
            len(moves),
            hands[:, :HIDDEN].tobytes(),
            hands[:, HIDDEN].tobytes(),
            sum(map(len, view.packed_piles)),
            ctypes.byref(player),
            ctypes.c_void_p(encoded.ctypes.data),
            ctypes.c_void_p(chances.ctypes.data),
        )
        return (tuple(encoded.tolist()), float(chances[view.player_to_move - 1])) if has_move else None

    def play(self, player: Player, others: Player, seed: int, deal: int, seat: int) -> float:
        """Play a deal with one player in a seat (from 0) against others; return that player's share of the victory."""
        share: float = library().play_seat(
            self._boards,
            self._count,
            self.players,
            ctypes.byref(player),
            ctypes.byref(others),
            ctypes.c_uint64(seed),
            deal,
            seat,
        )
        return share

    def match(self, player: Player, others: Player, seed: int, deals: int) -> float:
        """Play deals from every seat; return the player's share of the victories."""
        games = [self.play(player, others, seed, deal, seat) for deal in range(deals) for seat in range(self.players)]
        return sum(games) / len(games)
