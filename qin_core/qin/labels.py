"""Labels on the board: numbers that must not cover pagodas, each other or the frame."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from qin_core.common.bits import iter_bits
from qin_core.qin.artwork import MARKS
from qin_core.qin.board import Board, Square, Squares
from qin_core.qin.outline import SIZE, corner, squares_named

if TYPE_CHECKING:
    from qin_core.qin.position import Position

CHIP = 44
"""The height of a chip."""
BADGE = 30
"""The radius of a hint's number."""
_BORDER = 3
_DISC, _COLON = 36, 16
"""The widths of a player's mark and of a colon in the count at a village."""
CHIP_CHARACTER = 27
"""The width of a character in a chip: as wide as a bold + in the widest of the usual fonts (0.87 em)."""
_SHIFTS = (0, -1, 1, -2, 2)
_LABEL_COST = 100
"""How much worse it is to cover a label than to cover a pagoda."""
Point = tuple[int, int]
Bounds = tuple[int, int, int, int]
"""Left, top, right, bottom."""


class Labels:
    """Finds room for labels on a board."""

    def __init__(self, board: Board, kept_clear: Iterable[Bounds] = ()) -> None:
        """Start with areas that labels should not cover."""
        self._size = SIZE * board.width, SIZE * board.height
        self._clear = list(kept_clear)
        self._labels: list[Bounds] = []

    def keep_clear(self, areas: Iterable[Bounds]) -> None:
        """Add areas that the next labels should not cover."""
        self._clear += areas

    def place(self, width: int, height: int, points: Iterable[Point]) -> Point:
        """Place a label at the first free point, or above or below one; return its centre, inside the board.

        If there is no room at all, cover as little as possible, and rather a pagoda than another label.
        """
        candidates = list(points)
        best, least, chosen = (0, 0), float("inf"), (0, 0, 0, 0)
        right, down = (half // 2 + _BORDER for half in (width, height))
        for shift in _SHIFTS:
            for x, y in candidates:
                x, y = min(max(x, right), self._size[0] - right), y + shift * (height + 2 * _BORDER)
                y = min(max(y, down), self._size[1] - down)
                box = x - right, y - down, x + right, y + down
                covered = sum(_overlap(box, other) for other in self._clear)
                covered += _LABEL_COST * sum(_overlap(box, other) for other in self._labels)
                if covered < least:
                    best, least, chosen = (x, y), covered, box
                if not covered:
                    self._labels.append(box)
                    return best
        self._labels.append(chosen)
        return best


def _overlap(one: Bounds, two: Bounds) -> int:
    """Return the area that two bounds share."""
    width, height = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
    return width * height if width > 0 and height > 0 else 0


def square_boxes(board: Board, squares: Squares) -> list[Bounds]:
    """Return the bounds of squares."""
    return [(x, y, x + SIZE, y + SIZE) for x, y in (corner(board, square) for square in iter_bits(squares))]


def points_beside(board: Board, squares: Squares, width: int, taken: Squares) -> list[Point]:
    """List where a chip lies outside an area but touches it: first over free land, upper right ones first."""
    corners = sorted((corner(board, square) for square in iter_bits(squares)), key=lambda at: (at[1], -at[0]))
    aside, above = SIZE // 2 + width // 2 + _BORDER, SIZE // 2 + CHIP // 2 + _BORDER
    points = [
        (x + SIZE // 2 + right, y + SIZE // 2 + down)
        for right, down in ((aside, 0), (0, -above), (0, above), (-aside, 0), (aside, -above), (aside, above))
        for x, y in corners
    ]
    boxes = square_boxes(board, taken)

    def covered(at: Point) -> bool:
        box = at[0] - width // 2, at[1] - CHIP // 2, at[0] + width // 2, at[1] + CHIP // 2
        return any(_overlap(box, other) for other in boxes)

    return sorted(points, key=covered)


def chip_width(text: str) -> int:
    """Return the width of a chip."""
    return 48 + CHIP_CHARACTER * len(text)


def chip(player: int, text: str, at: Point, data: str) -> str:
    """Draw a chip with a player's mark and a number, centred at a point."""
    width = chip_width(text)
    left = -width // 2
    return (
        f'<g class="chip p{player}" data-player="{player}" {data} transform="translate({at[0]} {at[1]})">'
        f'<rect x="{left}" y="{-CHIP // 2}" width="{width}" height="{CHIP}" rx="15"/>'
        f'<path class="qin-mark" transform="translate({left + 22} 0)scale(.9)" d="{MARKS[player]}"/>'
        + f'<text x="{left + 38 + CHIP_CHARACTER * len(text) // 2}" y="1">{text}</text></g>'
    )


def count_chips(position: "Position", letter: str, labels: Labels) -> str:
    """Draw the pagodas beside a village (Q17), as in 2 : 1, for its holder and all players who have some."""
    board = position.board
    squares = board.villages[board.village_numbers[letter]].squares
    holder = position.villages()[letter]
    shown = [
        (player, str(count))
        for player, count in zip(position.players, position.pagodas_beside(letter), strict=True)
        if count or player == holder
    ]
    if not shown:
        return f'<g data-counts="{letter}"></g>'
    widths = [_DISC + 6 + 22 * len(text) for _, text in shown]
    whole = sum(widths) + _COLON * (len(shown) - 1) + 16
    corners = [corner(board, square) for square in iter_bits(squares)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners) + SIZE
    top, bottom = min(y for _, y in corners), max(y for _, y in corners) + SIZE
    middle = (left + right) // 2
    points = [(middle, bottom), (middle, top), (right, bottom), (left, bottom), (right, top), (left, top)]
    x, y = labels.place(whole, CHIP, points)
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


def pagoda_box(at: Point, double: bool = False) -> Bounds:
    """Return the part of a pagoda that labels should not cover, given the upper left corner of its square."""
    x, y = at
    return x + 22, y - 4 if double else y + 26, x + 78, y + 88


def badges(board: Board, hints: Iterable[Iterable[str]]) -> list[Point]:
    """Place the numbers of hints, given by their squares: in the middle if possible, never on another number."""
    labels = Labels(board)
    return [
        labels.place(2 * BADGE, 2 * BADGE, _badge_points(board, iter_bits(squares_named(board, squares))))
        for squares in hints
    ]


def _badge_points(board: Board, squares: Iterable[Square]) -> Iterator[Point]:
    middles = [(x + SIZE // 2, y + SIZE // 2) for x, y in (corner(board, square) for square in squares)]
    if middles:
        yield sum(x for x, _ in middles) // len(middles), sum(y for _, y in middles) // len(middles)
    yield from middles
    for x, y in middles:
        yield from ((x + right, y + down) for right in (-30, 30) for down in (-30, 30))
