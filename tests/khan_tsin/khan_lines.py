"""Small positions of Khan Tsin for tests, written as `1=rb 5=w`: space 1 has red below black, space 5 white."""

from qin_core.khan_tsin import Position


def position_line(stacks: str, player_to_move: str = "s", variants: str = "-") -> str:
    """Return the position line for some stacks."""
    barons = dict(item.split("=") for item in stacks.split())
    return f"{'/'.join(barons.get(str(space), '-') for space in range(1, 37))} {player_to_move} {variants}"


def dragon(stacks: str, player_to_move: str = "s", variants: str = "-") -> Position:
    """Return the position with some stacks."""
    return Position.parse(position_line(stacks, player_to_move, variants))


def move_texts(position: Position) -> set[str]:
    """Return the legal moves as text."""
    return {str(move) for move in position.moves()}
