"""The dragon as text for terminals: `Position.unicode` and `Position.ascii`.

Stacks stand side by side from South's end (1) to North's (36), two columns each. `^` marks the stacks whose top barons
the player to move may move (K4). When the game is over, the last line is its outcome.
"""

from typing import TYPE_CHECKING

from qin_core.khan_tsin.board import LENGTH, SOUTH

if TYPE_CHECKING:
    from qin_core.khan_tsin.position import Position

_UNICODE_BARONS = {"r": "🔴", "b": "⚫", "w": "⚪"}
_ASCII_BARONS = {"r": "r ", "b": "b ", "w": "w "}


def ascii_board(position: "Position") -> str:
    """Draw a position with ASCII characters only."""
    return _draw(position, _ASCII_BARONS)


def unicode_board(position: "Position") -> str:
    """Draw a position with coloured barons, each two columns wide."""
    return _draw(position, _UNICODE_BARONS)


def _draw(position: "Position", barons: dict[str, str]) -> str:
    """Draw a position with two characters or one wide symbol for each baron."""
    max_height = max(1, *map(len, position.stacks))
    lines = [
        "".join(barons[stack[level]] if level < len(stack) else "  " for stack in position.stacks)
        for level in reversed(range(max_height))
    ]
    spaces = range(1, LENGTH + 1)
    outcome = position.outcome()
    movable = () if outcome else position.nearest()
    lines.append("".join(f"{space % 10} " for space in spaces))
    lines.append("".join(f"{space // 10 if space % 10 == 0 else ' '} " for space in spaces))
    lines.append("".join("^ " if space in movable else "  " for space in spaces))
    player = "South" if position.player_to_move == SOUTH else "North"
    variants = [
        name for name, in_play in (("turning", position.turning), ("two speeds", position.two_speeds)) if in_play
    ]
    lines.append(", ".join([f"game over: {outcome}" if outcome else f"{player} to move", *variants]))
    return "\n".join(line.rstrip() for line in lines if line.strip())
