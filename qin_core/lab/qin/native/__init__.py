"""Qin in C, for training and long matches: the same choices as the package's players, about thirty times as fast.

It is compiled on first use and called through ctypes, with numpy arrays. The weaker levels draw other random numbers
than in the package, from the same distributions.
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
from qin_core.qin.players.features import DOUBLE, SLOTS
from qin_core.qin.players.levels import Level
from qin_core.qin.players.net import Net, trained_net
from qin_core.qin.players.weights import KNOTS, STEPS, Numbers, pagodas_only, trained_weights
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN

SOURCES = Path(__file__).parent
_SEATS = 4
_DEPTH = 8
_MOST_TURNS = 72
_STRIDE = 16
_PASS = 9, 0, 0, 0
MOST_INPUTS = 112

Rows = NDArray[np.void]
"""Placements of self-play, see `ROW`."""
ROW = np.dtype(
    [
        ("facts", "i1", (_SEATS, SLOTS)),
        ("left", "i1", _SEATS),
        ("left_before", "i1", _SEATS),
        ("mover", "u1"),
        ("player", "u1"),
        ("step", "u1"),
        ("over", "u1"),
        ("stated", "f4"),
        ("won", "f4", _SEATS),
        ("believed", "f4", _SEATS),
        ("inputs", "u2", MOST_INPUTS),
        ("count", "u2"),
        ("viewer", "u2"),
    ]
)
"""What C tells of a placement: everybody's facts and pagodas left after it, and left before it; who is on turn then and
who placed (from 0); the moment of the game; whether it ended it; the chance stated, or -1; shares in the victory;
everybody's chances as some player believes them on the next turn, and the inputs of the net as the same player sees
them, `count` of them."""


def by_distance(rows: Rows, players: int) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.intp]]:
    """Lay facts out by distance from the player on turn, with how much each knot counts and that order of players."""
    order = (rows["mover"][:, None].astype(np.intp) + np.arange(players)) % players
    facts = np.take_along_axis(rows["facts"].astype(np.float32), order[:, :, None], 1)
    facts[:, :, DOUBLE] *= 0.5
    where = rows["step"] / STEPS * (KNOTS - 1)
    knots = np.maximum(0, 1 - np.abs(where[:, None] - np.arange(KNOTS))).astype(np.float32)
    return facts, knots, order


class InC(ctypes.Structure):
    """A net as C reads it."""

    _fields_ = (
        ("hidden", ctypes.c_int),
        ("outputs", ctypes.c_int),
        ("rows", ctypes.c_void_p),
        ("second", ctypes.c_void_p),
    )


class Player(ctypes.Structure):
    """How C plays: a level of the package with some weights, or greedily."""

    _fields_ = (
        ("weights", ctypes.c_void_p),
        ("net", ctypes.c_void_p),
        ("greedy", ctypes.c_int),
        ("sees", ctypes.c_int),
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


def compiled() -> Path:
    """Compile the C code for this machine, unless that was done before."""
    sources = sorted((*SOURCES.glob("*.h"), *SOURCES.glob("*.c")))
    key = sha256(b"".join(path.read_bytes() for path in sources) + platform.node().encode()).hexdigest()[:16]
    made = cache_folder() / f"qin-{key}.so"
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        # Each process compiles into a folder of its own, and the last one to finish wins.
        with TemporaryDirectory(dir=made.parent) as folder:
            unfinished = Path(folder) / made.name
            flags = ["-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC"]
            subprocess.run(["cc", *flags, "-o", unfinished, SOURCES / "qin.c", "-lm"], check=True)
            unfinished.replace(made)
    return made


@cache
def library() -> ctypes.CDLL:
    """Load the compiled C code."""
    made = compiled()
    found = ctypes.CDLL(str(made))
    found.self_play.restype = ctypes.c_long
    found.play_seat.restype = ctypes.c_double
    if found.size_of_row() != ROW.itemsize:
        raise TypeError("the rows of C and of numpy differ")
    return found


def encode_move(board: Board, move: Move) -> tuple[int, ...]:
    """Write a move as C does: kind, lower square, higher square, which of its tables; a kind of 9 is a pass."""
    if move == PASS:
        return _PASS
    for kind in range(HIDDEN):
        for turned, table in enumerate(move_tables(board, kind)):
            if move in table:
                way, low = divmod(table.index(move), board.bits)
                row, column = divmod(low, board.stride)
                square = row * _STRIDE + column
                return kind, square, square + (_STRIDE if way else 1), turned
    raise ValueError(f"{move} is off the board")


class Native:
    """Games on some boards with a number of players, played by C."""

    def __init__(self, players: int, boards: Sequence[Board]) -> None:
        self.players = players
        self._count = len(boards)
        size = library().size_of_board()
        self._boards = ctypes.create_string_buffer(size * len(boards))
        for number, board in enumerate(boards):
            lines = board.text.split()[::-1]
            at = ctypes.byref(self._boards, number * size)
            if not library().read_board(at, "".join(lines).encode(), len(lines), len(lines[0])):
                raise ValueError(f"the C code has room for 15 x 15 squares, not for {len(lines[0])} x {len(lines)}")
        self._kept: list[object] = []

    def player(self, level: Level, net: Net | None = None) -> Player:
        """Make a player of a level, optionally with another net than the trained one."""
        found = self.without_net(level, trained_weights(self.players).numbers)
        found.slope, found.shift = SLOPE_AND_SHIFT[self.players]
        return self._with_net(found, net or trained_net(self.players))

    def without_net(self, level: Level, numbers: Numbers | NDArray[np.float64]) -> Player:
        """Make a player who knows no net, as before there were nets, with some weights."""
        return self._player(level, numbers)

    def _with_net(self, player: Player, net: Net) -> Player:
        numbers = np.array(net.numbers, np.int16)
        rows = (net.layout.size + 1) * (net.hidden + net.players)
        in_c = InC(net.hidden, net.players, numbers.ctypes.data, numbers.ctypes.data + 2 * rows)
        self._kept += [numbers, in_c]
        player.net = ctypes.addressof(in_c)
        return player

    def greedy(self) -> Player:
        """Make a greedy player."""
        return self._player(Level("greedy", 0.0), pagodas_only(self.players).numbers, greedy=1)

    def _player(self, level: Level, numbers: Numbers | NDArray[np.float64], greedy: int = 0) -> Player:
        weights = np.zeros((KNOTS, _SEATS, SLOTS))
        weights[:, : self.players] = numbers
        self._kept.append(weights)  # C only has its address
        widths = (ctypes.c_int * _DEPTH)(*level.widths)
        plies = len(level.widths)
        return Player(weights.ctypes.data, None, greedy, level.sample_size, plies, widths, level.replies, level.noise)

    def self_play(
        self, player: Player, seed: int, games: int, opening: int = 0, noise: float = 0.0, explore: float = 0.0
    ) -> Rows:
        """Play a player against itself; the opening and a share of later plies are chosen one ply deep with noise."""
        rows = np.zeros(games * _MOST_TURNS, ROW)
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
        """Choose on the first board after some moves, as C writes them, with the hands of a view; with the chance."""
        chosen, chances = np.zeros(4, np.uint8), np.zeros(_SEATS)
        tiles = [[hand >> 4 * kind & 15 for kind in range(HIDDEN + 1)] for hand in view.packed_hands]
        hands = np.zeros((_SEATS, HIDDEN + 1), np.int8)
        hands[: self.players] = tiles
        found = library().choose_after(
            self._boards,
            self.players,
            first - 1,
            bytes(number for move in moves for number in move),
            len(moves),
            hands[:, :HIDDEN].tobytes(),
            hands[:, HIDDEN].tobytes(),
            sum(map(len, view.packed_piles)),
            ctypes.byref(player),
            ctypes.c_void_p(chosen.ctypes.data),
            ctypes.c_void_p(chances.ctypes.data),
        )
        return (tuple(chosen.tolist()), float(chances[view.player_to_move - 1])) if found else None

    def play(self, one: Player, others: Player, seed: int, deal: int, seat: int) -> float:
        """Play a deal with one player on a seat (from 0) against others; give that player's share in the victory."""
        won: float = library().play_seat(
            self._boards,
            self._count,
            self.players,
            ctypes.byref(one),
            ctypes.byref(others),
            ctypes.c_uint64(seed),
            deal,
            seat,
        )
        return won

    def match(self, one: Player, others: Player, seed: int, deals: int) -> float:
        """Play deals from every seat; give the one player's share in the victories."""
        games = [self.play(one, others, seed, deal, seat) for deal in range(deals) for seat in range(self.players)]
        return sum(games) / len(games)
