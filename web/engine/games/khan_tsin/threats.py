"""The dangers that the coach of Khan Tsin looks for: a move that takes the Emperor."""

from qin_core.common.bits import iter_bits
from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.board import NORTH, SOUTH, Space
from qin_core.khan_tsin.stack import EMPEROR

Taking = tuple[str, str]
"""What is taken and where: `emperor`."""


def takings(before: Position, move: Move | str, player: int) -> list[Taking]:
    """List what a move of the other side wins before a player (K9)."""
    return [
        ("emperor", str(event.space))
        for event in before.events(move)
        if event.kind == "emperor" and event.player != player
    ]


def emperors(position: Position, player: int) -> list[Space]:
    """List the spaces on which a player would make a stack of nine, if it were their turn (K9)."""
    found = (
        target + 1
        for _, count, targets in position.landings(player)
        for target in iter_bits(targets)
        if len(position.stacks[target]) + count == EMPEROR
    )
    return sorted(set(found))


def threatened(position: Position) -> bool:
    """Tell whether the other side would take the Emperor if it were on turn."""
    return bool(emperors(position, SOUTH + NORTH - position.mover))
