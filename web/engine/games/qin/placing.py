"""Where a tile can lie: all ways to lay it over a square, the ones that do the most first."""

from functools import lru_cache

from qin_core.qin import Move, Position
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.players.weights import pagodas_only

STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""The way from a tile's first space to its second, in quarter turns clockwise: east, south, west, north."""


def facing(move: Move) -> int:
    """Tell how a placement lies: an index into `STEPS`."""
    (_, first), (_, second) = move.halves
    return STEPS.index((ord(second[0]) - ord(first[0]), int(second[1:]) - int(first[1:])))


def neighbour(square: str, step: tuple[int, int]) -> str | None:
    """Name the square one step away; None beyond the first row or column."""
    column, row = ord(square[0]) + step[0], int(square[1:]) + step[1]
    return f"{chr(column)}{row}" if ord("a") <= column <= ord("z") and 1 <= row <= 26 else None


def lay(tile: str, square: str, half: int, step: tuple[int, int]) -> Move | None:
    """Lay one half of a tile on a square, so that its second space lies a step away from its first."""
    other = neighbour(square, step if half == 0 else (-step[0], -step[1]))
    if other is None:
        return None
    squares = (square, other) if half == 0 else (other, square)
    spaces = list(zip(tile, squares, strict=True))
    if tile[0] == tile[1]:
        spaces.sort(key=lambda space: (int(space[1][1:]), space[1][0]))
    return Move(tuple(spaces))


def lay_everywhere(tile: str, square: str) -> list[Move]:
    """Lay a tile over a square in every way there is, legal or not: with either half on it, turned every way."""
    moves = (lay(tile, square, half, step) for half in (0, 1) for step in STEPS)
    return list(dict.fromkeys(move for move in moves if move))


@lru_cache(maxsize=4)
def gains(position: Position) -> dict[Move, float]:
    """Count the pagodas that each placement brings the player on turn."""
    own = tuple(float(player == position.mover) for player in position.players)
    groups = Valuation(position, pagodas_only(len(own)), own).groups()
    return {move: value for _, moves, values in groups for move, value in zip(moves, values, strict=True)}


@lru_cache(maxsize=8)
def fits(position: Position, tile: str) -> dict[str, tuple[Move, ...]]:
    """List the legal placements of a tile by each square that they cover, the ones that gain the most first.

    Among equals, the tile's first half lies on the square, as it lies in the hand.
    """
    found: dict[str, list[Move]] = {}
    for move in position.placements(tile):
        for square in move.squares:
            found.setdefault(square, []).append(move)
    gained = gains(position)
    return {
        square: tuple(sorted(moves, key=lambda move: (-gained[move], move.squares[0] != square, facing(move))))
        for square, moves in found.items()
    }
