"""Positions as text diagrams, so that tests read like the rule book: a small board, a move, the result.

In a diagram, `.` is grassland, `~` water, `R` `Y` `B` are start spaces, `r` `y` `b` other coloured spaces, and other
letters villages. The bottom row is row 1, the leftmost column a.
"""

import re

from qin_core.qin import Move, Position, Refusal

HAND_ORDER = ("rr", "ry", "rb", "yy", "yb", "bb", "?1", "?2", "?3", "-")
OTHER_SPACES = str.maketrans("ryb", "...")
START_SPACES = str.maketrans("RYB", "ryb")


def diagram(
    picture: str,
    owners: str = "-",
    villages: str = "-",
    *,
    player_to_move: int = 1,
    hands: str = "rr|rr",
    piles: str = "-",
) -> Position:
    """Parse a diagram, with the owners of provinces (`a1=1,c4=2`, in any order) and of villages."""
    owners = ",".join(sorted(owners.split(","), key=lambda item: (int(item[1:-2] or 0), item)))
    hands = "|".join(",".join(sorted(hand.split(","), key=HAND_ORDER.index)) for hand in hands.split("|"))
    return Position.parse(
        diagram_line(picture, owners, villages, player_to_move=player_to_move, hands=hands, piles=piles)
    )


def diagram_line(
    picture: str,
    owners: str = "-",
    villages: str = "-",
    *,
    player_to_move: int = 1,
    hands: str = "rr|rr",
    piles: str = "-",
) -> str:
    """Return the position line of a diagram, even if it is invalid."""
    rows = picture.split()
    board = "map:" + "/".join(row.translate(OTHER_SPACES) for row in rows)
    cells = "/".join(re.sub("[^ryb]+", lambda run: str(len(run[0])), row.translate(START_SPACES)) for row in rows)
    return f"{board} {cells} {owners} {villages} {player_to_move} {hands} {piles}"


def diagram_of(position: Position) -> str:
    """Draw a position's board as a diagram, without indentation."""
    rows = []
    for row_index, row in enumerate(position.board.rows):
        height = position.board.height - row_index
        names = [f"{'abcdefghijklmnopqrstuvwxyz'[column]}{height}" for column in range(len(row))]
        rows.append(
            "".join(
                mark if mark in "RYB" else position.colour_at(name) or mark
                for mark, name in zip(row, names, strict=True)
            )
        )
    return "\n".join(rows)


def same_diagram(position: Position, picture: str) -> bool:
    """Return whether a position's board equals a diagram, ignoring indentation."""
    return diagram_of(position) == "\n".join(picture.split())


def owners_of(position: Position) -> str:
    """Return the owners of the provinces, the third field of the position line."""
    return str(position).split(" ")[2]


def villages_of(position: Position) -> str:
    """Return the holders of the villages, the fourth field of the position line."""
    return str(position).split(" ")[3]


def events_of(position: Position, move: Move | str) -> list[str]:
    """List a move's events as text."""
    return [str(event) for event in position.events(move)]


def pagodas_left(position: Position) -> list[int]:
    """List how many pagodas each player has left to place."""
    return [position.pagodas_left(player) for player in position.players]


def refusal_of(position: Position, move: str) -> Refusal:
    """Return the refusal of an illegal move."""
    refusal = position.why_not(move)
    assert refusal is not None
    return refusal
