"""Signs on the board: chips with numbers that cover neither what they tell about, nor each other, nor the frame."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from qin_core.bits import each
from qin_core.qin.artwork import MARKS
from qin_core.qin.board import Board, Square, Squares
from qin_core.qin.outline import SIZE, corner, named

if TYPE_CHECKING:
    from qin_core.qin.position import Position

CHIP = 44
"""How high a chip is."""
BADGE = 30
"""How far the edge of a hint's number is from its middle."""
_BORDER = 3
_DISC, _COLON = 36, 16
"""How wide a player's mark and a colon are in the count at a village."""
_SHIFTS = (0, -1, 1, -2, 2)
_FAR_WORSE = 100
Spot = tuple[int, int]
Box = tuple[int, int, int, int]


class Labels:
    """Finds room for signs on a board; what must stay in sight is told beforehand."""

    def __init__(self, board: Board, kept_clear: Iterable[Box] = ()) -> None:
        """Begin with a board on which only the boxes to keep clear are taken."""
        self._size = SIZE * board.width, SIZE * board.height
        self._clear = list(kept_clear)
        self._signs: list[Box] = []

    def place(self, width: int, height: int, spots: Iterable[Spot]) -> Spot:
        """Put a sign on the first of the spots that is free, or over or under one; it never leaves the board.

        Where there is no room at all it covers as little as can be, and rather a pagoda than another sign.
        """
        near = list(spots)
        best, least, chosen = (0, 0), float("inf"), (0, 0, 0, 0)
        right, down = (half // 2 + _BORDER for half in (width, height))
        for shift in _SHIFTS:
            for x, y in near:
                x, y = min(max(x, right), self._size[0] - right), y + shift * (height + 2 * _BORDER)
                y = min(max(y, down), self._size[1] - down)
                box = x - right, y - down, x + right, y + down
                covered = sum(_shared(box, other) for other in self._clear)
                covered += _FAR_WORSE * sum(_shared(box, other) for other in self._signs)
                if covered < least:
                    best, least, chosen = (x, y), covered, box
                if not covered:
                    self._signs.append(box)
                    return best
        self._signs.append(chosen)
        return best


def _shared(one: Box, two: Box) -> int:
    """Say how much two boxes have in common."""
    width, height = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
    return width * height if width > 0 and height > 0 else 0


def outline_spots(board: Board, squares: Squares) -> Iterator[Spot]:
    """List the corners of an area's outline, its upper right ones first, then the middles of its squares' sides."""
    corners = sorted((corner(board, square) for square in each(squares)), key=lambda at: (at[1], -at[0]))
    taken = set(corners)
    for right, down in ((1, 0), (0, 0), (1, 1), (0, 1)):
        for x, y in corners:
            around = ((x + SIZE * (2 * right - 1), y), (x, y + SIZE * (2 * down - 1)))
            if not taken.intersection(around):
                yield x + SIZE * right, y + SIZE * down
    for right, down in ((50, 0), (100, 50), (50, 100), (0, 50)):
        for x, y in corners:
            yield x + right, y + down


def chip_width(text: str) -> int:
    """Say how wide a chip is."""
    return 44 + 24 * len(text)


def chip(player: int, text: str, at: Spot, data: str) -> str:
    """Draw a small sign with a player's mark and a number, around a point."""
    width = chip_width(text)
    left = -width // 2
    return (
        f'<g class="chip p{player}" data-player="{player}" {data} transform="translate({at[0]} {at[1]})">'
        f'<rect x="{left}" y="{-CHIP // 2}" width="{width}" height="{CHIP}" rx="15"/>'
        f'<path class="qin-mark" transform="translate({left + 22} 0)scale(.9)" d="{MARKS[player]}"/>'
        + f'<text x="{left + 38 + 12 * len(text)}" y="1">{text}</text></g>'
    )


def count_chips(position: "Position", letter: str, labels: Labels) -> str:
    """Write each player's pagodas beside a village (Q17), as in 2 : 1: those who have some, and its holder."""
    board = position.board
    squares = board.villages[board.village_numbers[letter]].squares
    holder = position.villages()[letter]
    shown = [
        (player, str(count))
        for player, count in zip(position.players, position.beside(letter), strict=True)
        if count or player == holder
    ]
    if not shown:
        return f'<g data-counts="{letter}"></g>'
    widths = [_DISC + 6 + 22 * len(text) for _, text in shown]
    whole = sum(widths) + _COLON * (len(shown) - 1) + 16
    corners = [corner(board, square) for square in each(squares)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners) + SIZE
    top, bottom = min(y for _, y in corners), max(y for _, y in corners) + SIZE
    middle = (left + right) // 2
    spots = [(middle, bottom), (middle, top), (right, bottom), (left, bottom), (right, top), (left, top)]
    x, y = labels.place(whole, CHIP, spots)
    left = 8 - whole // 2
    shares: list[str] = []
    for (player, text), width in zip(shown, widths, strict=True):
        if shares:
            shares.append(f'<text x="{left + _COLON // 2}" y="-1">:</text>')
            left += _COLON
        shares.append(
            f'<g class="share p{player}" data-player="{player}" data-count="{text}">'
            f'<circle cx="{left + _DISC // 2}" r="{_DISC // 2 - 2}"/>'
            f'<path class="qin-mark" transform="translate({left + _DISC // 2} 0)scale(.8)" d="{MARKS[player]}"/></g>'
            f'<text x="{left + _DISC + 2 + 11 * len(text)}" y="1">{text}</text>'
        )
        left += width
    return (
        f'<g class="tally" data-counts="{letter}" transform="translate({x} {y})">'
        f'<rect x="{-whole // 2}" y="{-CHIP // 2}" width="{whole}" height="{CHIP}" rx="8"/>{"".join(shares)}</g>'
    )


def pagoda_box(at: Spot, double: bool = False) -> Box:
    """Say what of a pagoda on the square with that corner must stay in sight."""
    x, y = at
    return x + 22, y - 4 if double else y + 26, x + 78, y + 88


def badges(board: Board, hints: Iterable[Iterable[str]]) -> list[Spot]:
    """Find room for the numbers of hints, each given by its squares: in the middle of each, and never on another."""
    labels = Labels(board)
    return [labels.place(2 * BADGE, 2 * BADGE, _badge_spots(board, each(named(board, squares)))) for squares in hints]


def _badge_spots(board: Board, squares: Iterable[Square]) -> Iterator[Spot]:
    middles = [(x + SIZE // 2, y + SIZE // 2) for x, y in (corner(board, square) for square in squares)]
    if middles:
        yield sum(x for x, _ in middles) // len(middles), sum(y for _, y in middles) // len(middles)
    yield from middles
    for x, y in middles:
        yield from ((x + right, y + down) for right in (-30, 30) for down in (-30, 30))
