"""The greedy player takes a win, else avoids giving one away, else builds the tallest stack; ties break at random."""

import random

from qin_core.common.bits import iter_bits
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.stack import EMPEROR


def can_win(position: Position) -> bool:
    """Tell whether the player to move can make a stack of nine (K9)."""
    return position.winners() is None and any(
        len(position.stacks[target]) + count == EMPEROR
        for _, count, targets in position.landings(position.player_to_move)
        for target in iter_bits(targets)
    )


def choose_greedily(position: Position, rng: random.Random) -> Move:
    """Choose a move by the height of its stack, one ply deep."""
    moves = list(position.moves())
    rng.shuffle(moves)
    moves.sort(key=lambda move: -len(position.stack(move.target)) - move.count if move.count else 0)
    if moves[0].count and len(position.stack(moves[0].target)) + moves[0].count == EMPEROR:
        return moves[0]
    return next((move for move in moves if not can_win(position.play(move))), moves[0])
