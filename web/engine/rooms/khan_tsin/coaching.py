"""What the coach of Khan Tsin looks for: a move that takes the Emperor."""

from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.board import NORTH, SOUTH
from qin_core.khan_tsin.players.greedy import can_win

Taking = tuple[str, str]
"""What is taken and where: `emperor`."""


def takings(before: Position, move: Move | str, player: int) -> list[Taking]:
    """List what a move of the other side wins before a player (K9)."""
    return [
        ("emperor", str(event.space))
        for event in before.events(move)
        if event.kind == "emperor" and event.player != player
    ]


def threatened(position: Position) -> bool:
    """Tell whether the other side would take the Emperor if it were on turn."""
    return can_win(Position.build(position.stacks, SOUTH + NORTH - position.mover, position.variants))
