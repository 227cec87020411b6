"""Small positions of Khan Tsin for tests: only the stacks that matter are listed."""

from qin_core.khan_tsin import Position


def line(stacks: str, mover: str = "s", variants: str = "-") -> str:
    """Return the position line of `1=rb 5=w …`."""
    barons = dict(item.split("=") for item in stacks.split())
    return f"{'/'.join(barons.get(str(space), '-') for space in range(1, 37))} {mover} {variants}"


def dragon(stacks: str, mover: str = "s", variants: str = "-") -> Position:
    """Return the position of `1=rb 5=w …`."""
    return Position.parse(line(stacks, mover, variants))


def texts(position: Position) -> set[str]:
    """List the legal moves as texts."""
    return {str(move) for move in position.moves()}
