"""Boards as text for terminals: `Position.unicode` and `Position.ascii`.

Each square takes four columns:

| square | Unicode | ASCII |
|---|---|---|
| grassland, water | `·`, `≈` | `.`, `~` |
| village a, free or held by player 2 | `⌂a`, `⌂a2` | `a`, `a2` |
| single red space | `🟥` | `R` |
| space of a red province of player 1 | `🟥1` | `R1` |
| the same for a major province | `🟥①` | `R1*` |

Below the board, each player has a line with the pagodas left and the hand; `>` marks the player to move. When the game
is over, the last line is its outcome.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from qin_core.common.bits import iter_bits
from qin_core.qin.board import COLUMNS
from qin_core.qin.tiles import COLOURS

if TYPE_CHECKING:
    from qin_core.qin.position import Position

_MARGIN, _WIDTH = 3, 4
_UNICODE_COLOURS = {"r": "🟥", "y": "🟨", "b": "🟦"}
_CIRCLED = "⓪①②③④"


def ascii_board(position: "Position") -> str:
    """Draw a position with ASCII characters only.

    >>> from qin_core.qin import Position
    >>> print(Position.parse("map:..a./.R.~/.b../Y... 4/1rr1/4/y3 b3=1 a=1 1 rb|?3 rr|-").ascii())
    4  .   .   a1  .
    3  .   R1  R1  ~
    2  .   b   .   .
    1  Y   .   .   .
       a   b   c   d
    > 1: 22 pagodas left, rb
      2: 24 pagodas left, ? ? ?
    piles: 1 0
    """

    def space(colour: str, owner: int, major: bool) -> str:
        return f"{colour.upper()}{owner or ''}{'*' if major else ''}"

    def village(letter: str, holder: int) -> str:
        return f"{letter}{holder or ''}"

    return _draw(position, ".", "~", village, space, str.ljust)


def unicode_board(position: "Position") -> str:
    """Draw a position with coloured squares."""

    def space(colour: str, owner: int, major: bool) -> str:
        return _UNICODE_COLOURS[colour] + (_CIRCLED[owner] if major else str(owner or ""))

    def village(letter: str, holder: int) -> str:
        return f"⌂{letter}{holder or ''}"

    def pad(text: str, width: int) -> str:
        """Pad to a width in columns; a coloured square takes two."""
        return text.ljust(width - sum(text.count(square) for square in _UNICODE_COLOURS.values()))

    return _draw(position, "·", "≈", village, space, pad)


def _draw(
    position: "Position",
    grass: str,
    water: str,
    village: Callable[[str, int], str],
    space: Callable[[str, int, bool], str],
    pad: Callable[[str, int], str],
) -> str:
    """Draw a position with the given symbols; `pad` pads a symbol to a width."""
    board = position.board
    squares = [grass] * board.bits
    for square in iter_bits(board.water):
        squares[square] = water
    for (letter, area), holder in zip(board.villages, position.holders, strict=True):
        for square in iter_bits(area):
            squares[square] = village(letter, holder)
    for colour, spaces, state in zip(COLOURS, position.spaces, position.colour_states, strict=True):
        for square in iter_bits(spaces):
            squares[square] = space(colour, 0, False)
        for area, owner, pagodas, *_ in state.provinces:
            for square in iter_bits(area):
                squares[square] = space(colour, owner, pagodas == 2)
    lines = []
    for row in reversed(range(board.height)):
        start = row * board.stride
        cells = [pad(text, _WIDTH) for text in squares[start : start + board.width]]
        lines.append(str(row + 1).ljust(_MARGIN) + "".join(cells))
    lines.append(" " * _MARGIN + "".join(letter.ljust(_WIDTH) for letter in COLUMNS[: board.width]))
    outcome = position.outcome()
    for player in position.players:
        mark = ">" if player == position.player_to_move and not outcome else " "
        hand = " ".join(position.hand(player)) or "no tiles"
        lines.append(f"{mark} {player}: {position.pagodas_left(player)} pagodas left, {hand}")
    lines.append("piles: " + " ".join(str(len(pile)) for pile in position.packed_piles))
    if outcome:
        lines.append(f"game over: {outcome}")
    return "\n".join(line.rstrip() for line in lines)
