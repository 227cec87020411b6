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
"""The space around a label."""
_DISC, _COLON = 36, 16
"""The widths of a player's mark and of a colon in the count at a village."""
CHIP_CHARACTER = 27
"""The width of a character in a chip: as wide as a bold + in the widest of the usual fonts (0.87 em)."""
_SHIFTS = (0, -1, 1, -2, 2)
"""Where a label is tried: at a point, then one label above or below it, then two."""
_LABEL_COST = 100
"""The cost of covering a label, relative to covering a pagoda."""
Point = tuple[int, int]
Bounds = tuple[int, int, int, int]
"""Left, top, right, bottom."""


class Labels:
    """Places labels on a board."""

    def __init__(self, board: Board, obstacles: Iterable[Bounds] = ()) -> None:
        """Start with areas that labels should not cover."""
        self._size = SIZE * board.width, SIZE * board.height
        self._obstacles = list(obstacles)
        self._labels: list[Bounds] = []

    def add_obstacles(self, areas: Iterable[Bounds]) -> None:
        """Add areas that the next labels should not cover."""
        self._obstacles += areas

    def place(self, width: int, height: int, points: Iterable[Point]) -> Point:
        """Place a label at the first free point, or above or below one; return its centre, inside the board.

        If no such point is free, cover as little as possible, and prefer to cover a pagoda rather than another label.
        """
        candidates = list(points)
        best_point, min_cost, best_box = (0, 0), float("inf"), (0, 0, 0, 0)
        half_width, half_height = (side // 2 + _BORDER for side in (width, height))
        for shift in _SHIFTS:
            for x, y in candidates:
                x, y = min(max(x, half_width), self._size[0] - half_width), y + shift * (height + 2 * _BORDER)
                y = min(max(y, half_height), self._size[1] - half_height)
                box = x - half_width, y - half_height, x + half_width, y + half_height
                cost = sum(_overlap(box, obstacle) for obstacle in self._obstacles)
                cost += _LABEL_COST * sum(_overlap(box, label) for label in self._labels)
                if cost < min_cost:
                    best_point, min_cost, best_box = (x, y), cost, box
                if not cost:
                    self._labels.append(box)
                    return best_point
        self._labels.append(best_box)
        return best_point


def _overlap(first: Bounds, second: Bounds) -> int:
    """Return the area that two bounds share."""
    left, top, right, bottom = first
    other_left, other_top, other_right, other_bottom = second
    width = min(right, other_right) - max(left, other_left)
    height = min(bottom, other_bottom) - max(top, other_top)
    return width * height if width > 0 and height > 0 else 0


def square_boxes(board: Board, squares: Squares) -> list[Bounds]:
    """Return the bounds of squares."""
    return [(x, y, x + SIZE, y + SIZE) for x, y in (corner(board, square) for square in iter_bits(squares))]


def points_beside(board: Board, squares: Squares, width: int, occupied: Squares) -> list[Point]:
    """List the points where a chip touches an area from outside, from the upper right; first those over free land."""
    corners = sorted((corner(board, square) for square in iter_bits(squares)), key=lambda point: (point[1], -point[0]))
    beside, above = SIZE // 2 + width // 2 + _BORDER, SIZE // 2 + CHIP // 2 + _BORDER
    points = [
        (x + SIZE // 2 + dx, y + SIZE // 2 + dy)
        for dx, dy in ((beside, 0), (0, -above), (0, above), (-beside, 0), (beside, -above), (beside, above))
        for x, y in corners
    ]
    boxes = square_boxes(board, occupied)

    def covered(point: Point) -> bool:
        x, y = point
        box = x - width // 2, y - CHIP // 2, x + width // 2, y + CHIP // 2
        return any(_overlap(box, other) for other in boxes)

    return sorted(points, key=covered)


def chip_width(text: str) -> int:
    """Return the width of a chip."""
    return 48 + CHIP_CHARACTER * len(text)


def chip(player: int, text: str, centre: Point, data: str) -> str:
    """Draw a chip with a player's mark and a number, centred at a point."""
    width = chip_width(text)
    left = -width // 2
    return (
        f'<g class="chip p{player}" data-player="{player}" {data} transform="translate({centre[0]} {centre[1]})">'
        f'<rect x="{left}" y="{-CHIP // 2}" width="{width}" height="{CHIP}" rx="15"/>'
        f'<path class="qin-mark" transform="translate({left + 22} 0)scale(.9)" d="{MARKS[player]}"/>'
        + f'<text x="{left + 38 + CHIP_CHARACTER * len(text) // 2}" y="1">{text}</text></g>'
    )


def count_chips(position: "Position", letter: str, labels: Labels) -> str:
    """Draw the pagodas beside a village (Q17), as in 2 : 1, for its holder and all players who have any."""
    board = position.board
    squares = board.villages[board.village_numbers[letter]].squares
    holder = position.villages()[letter]
    counts = [
        (player, str(count))
        for player, count in zip(position.players, position.pagodas_beside(letter), strict=True)
        if count or player == holder
    ]
    if not counts:
        return f'<g data-counts="{letter}"></g>'
    widths = [_DISC + 6 + 22 * len(text) for _, text in counts]
    total_width = sum(widths) + _COLON * (len(counts) - 1) + 16
    corners = [corner(board, square) for square in iter_bits(squares)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners) + SIZE
    top, bottom = min(y for _, y in corners), max(y for _, y in corners) + SIZE
    centre = (left + right) // 2
    points = [(centre, bottom), (centre, top), (right, bottom), (left, bottom), (right, top), (left, top)]
    x, y = labels.place(total_width, CHIP, points)
    left = 8 - total_width // 2
    parts: list[str] = []
    for (player, text), width in zip(counts, widths, strict=True):
        if parts:
            parts.append(f'<text x="{left + _COLON // 2}" y="-1">:</text>')
            left += _COLON
        parts.append(
            f'<g class="share p{player}" data-player="{player}" data-count="{text}">'
            f'<circle cx="{left + _DISC // 2}" r="{_DISC // 2 - 2}"/>'
            f'<path class="qin-mark" transform="translate({left + _DISC // 2} 0)scale(.8)" d="{MARKS[player]}"/></g>'
            f'<text x="{left + _DISC + 2 + 11 * len(text)}" y="1">{text}</text>'
        )
        left += width
    return (
        f'<g class="tally" data-counts="{letter}" transform="translate({x} {y})">'
        f'<rect x="{-total_width // 2}" y="{-CHIP // 2}" width="{total_width}" height="{CHIP}" rx="8"/>'
        f"{''.join(parts)}</g>"
    )


def pagoda_box(top_left: Point, double: bool = False) -> Bounds:
    """Return the part of a pagoda that labels should not cover, given the upper left corner of its square."""
    x, y = top_left
    return x + 22, y - 4 if double else y + 26, x + 78, y + 88


def badge_centres(board: Board, hints: Iterable[Iterable[str]]) -> list[Point]:
    """Place the numbers of hints, given by their squares: in the centre if possible, and never on another number."""
    labels = Labels(board)
    return [
        labels.place(2 * BADGE, 2 * BADGE, _badge_points(board, iter_bits(squares_named(board, squares))))
        for squares in hints
    ]


def _badge_points(board: Board, squares: Iterable[Square]) -> Iterator[Point]:
    centres = [(x + SIZE // 2, y + SIZE // 2) for x, y in (corner(board, square) for square in squares)]
    if centres:
        yield sum(x for x, _ in centres) // len(centres), sum(y for _, y in centres) // len(centres)
    yield from centres
    for x, y in centres:
        yield from ((x + dx, y + dy) for dx in (-30, 30) for dy in (-30, 30))
