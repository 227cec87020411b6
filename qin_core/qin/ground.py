"""The parts of a Qin picture that don't depend on moves: tray, land, water, villages, coordinates, click targets."""

from functools import lru_cache

from qin_core.common.bits import iter_bits
from qin_core.common.svg import ViewBox
from qin_core.qin.artwork import HILL, HOUSE, LANTERN, gradients, pagoda, patterns, plaque, roof
from qin_core.qin.board import COLUMNS, Board, Squares
from qin_core.qin.outline import SIZE, area_path, corner, village_corner
from qin_core.qin.tiles import COLOURS

_MARGIN, _RIM = 56, 18
_HOUSES = ((4, 7), (62, 7), (4, 63), (62, 63))


def picture_box(board: Board, coordinates: bool = True) -> ViewBox:
    """Return the view box of a board's picture."""
    left = _MARGIN if coordinates else _RIM
    return -left, -_RIM, SIZE * board.width + left + _RIM, SIZE * board.height + left + _RIM


@lru_cache(maxsize=64)
def definitions(prefix: str, players: int) -> str:
    """Define the patterns, gradients and pieces that a picture uses."""
    seats = range(1, players + 1)
    return (
        f"<defs>{patterns(COLOURS, prefix)}{gradients(prefix)}"
        f'<g id="{prefix}-house">{HOUSE}</g><g id="{prefix}-lantern">{LANTERN}</g><g id="{prefix}-hill">{HILL}</g>'
        + "".join(f'<g id="{prefix}-s{colour}">{plaque(colour, prefix)}</g>' for colour in COLOURS)
        + "".join(f'<path id="{prefix}-roof{player}" d="{roof(player)}"/>' for player in seats)
        + "".join(
            f'<g id="{prefix}-p{player}{"d" if double else ""}">{pagoda(player, double, f"{prefix}-roof{player}")}</g>'
            for player in seats
            for double in (False, True)
        )
        + "</defs>"
    )


@lru_cache(maxsize=64)
def tray(board: Board, coordinates: bool) -> str:
    """Draw the lacquered tray with its highlighted upper edge and a gold inlay around the land."""
    left, top, width, height = picture_box(board, coordinates)
    highlight = f"M{left + 8} {top + height - 26}V{top + 26}q0-18 18-18H{left + width - 26}"
    return (
        f'<g class="tray"><rect class="frame" x="{left + 2}" y="{top + 2}" width="{width - 4}" height="{height - 4}"'
        f' rx="24"/><path class="frame-lit" d="{highlight}"/><rect class="inlay" x="-4" y="-4"'
        f' width="{SIZE * board.width + 8}" height="{SIZE * board.height + 8}" rx="6"/></g>'
    )


@lru_cache(maxsize=64)
def land(board: Board, prefix: str) -> str:
    """Draw the land: grass with washes of darker green, hills along the edge, grid lines, water and light."""
    width, height = SIZE * board.width, SIZE * board.height
    lines = "".join(f"M{x} 0v{height}" for x in range(SIZE, width, SIZE))
    lines += "".join(f"M0 {y}h{width}" for y in range(SIZE, height, SIZE))
    outline = f"M0 0h{width}v{height}h-{width}z"
    return (
        f'<g class="land"><path class="grass" d="{outline}"/><path class="washes" d="{_washes(width, height)}"/>'
        f'{_hills(board, prefix)}<path class="grid" d="{lines}"/>{_water(board)}'
        f'<path fill="url(#{prefix}-sun)" d="{outline}"/></g>'
    )


def _washes(width: int, height: int) -> str:
    """Trace three broad strokes of a darker green."""

    def xy(x: float, y: float) -> str:
        return f"{round(width * x)} {round(height * y)}"

    return (
        f"M0 0H{width}V{round(height * 0.1)}C{xy(0.8, 0.04)} {xy(0.7, 0.16)} {xy(0.45, 0.08)}"
        f"S{xy(0.12, 0.1)} {xy(0, 0.26)}z"
        f"M{xy(0.3, 0.55)}C{xy(0.45, 0.4)} {xy(0.7, 0.48)} {xy(0.86, 0.3)}S{xy(0.9, 0.62)} {xy(0.62, 0.64)}"
        f"S{xy(0.24, 0.68)} {xy(0.3, 0.55)}z"
        f"M{width} {height}H0V{round(height * 0.84)}C{xy(0.16, 0.94)} {xy(0.4, 0.84)} {xy(0.58, 0.92)}"
        f"S{xy(0.9, 0.9)} {xy(1, 0.72)}z"
    )


def _hills(board: Board, prefix: str) -> str:
    """Draw hills along the edge of the board, except on water and villages. A board always has the same hills."""
    occupied = board.water
    for _, squares in board.villages:
        occupied |= squares
    hills = []
    for row in range(board.height):
        for column in range(board.width):
            square = row * board.stride + column
            on_edge = row in (0, board.height - 1) or column in (0, board.width - 1)
            variant = (row * 7 + column * 5) % 11
            if on_edge and variant < 6 and not occupied >> square & 1:
                x, y = corner(board, square)
                width = (80, 94, 62, 90, 70, 96)[variant]
                left, bottom = (x + 98, y + 90 - 7 * variant) if variant % 2 else (x + 2, y + 90 - 9 * variant)
                scale = f"{'-' if variant % 2 else ''}.{width} .{width}"
                hills.append(
                    f'<use href="#{prefix}-hill" transform="translate({left} {bottom - width // 2})scale({scale})"/>'
                )
    return "".join(hills)


def _water(board: Board) -> str:
    """Draw the water: a dark shore, and ripples on every other square."""
    if not board.water:
        return ""
    ripples = ""
    for square in iter_bits(board.water):
        x, y = corner(board, square)
        if (square // board.stride + square) % 2:
            ripples += f"M{x + 20} {y + 36}q14-8 28 0t28 0M{x + 40} {y + 58}q9-6 18 0t18 0"
    return (
        f'<path class="water" d="{area_path(board, board.water, 3, 26)}"/>'
        f'<path class="deep" d="{area_path(board, board.water, 13, 18)}"/><path class="ripples" d="{ripples}"/>'
    )


@lru_cache(maxsize=2048)
def village(board: Board, squares: Squares, holder: int, prefix: str) -> str:
    """Draw a village: its houses, and a lantern if it is free, else a rim of its holder's colour."""
    corners = [corner(board, square) for square in iter_bits(squares)]
    left, top = village_corner(board, squares)
    # A village of two squares has no houses in its middle, where the lantern or the pagoda stands.
    houses = [
        f'<use href="#{prefix}-house" x="{x + dx}" y="{y + dy}"/>'
        for x, y in corners
        for dx, dy in _HOUSES
        if len(corners) == 1 or abs(x + dx - left - 33) > 40 or abs(y + dy - top - 35) > 30
    ]
    lantern = "" if holder else f'<use href="#{prefix}-lantern" x="{left}" y="{top}"/>'
    rim = _plot(f"rim p{holder}", corners, 2) if holder else ""
    ground = _plot("ground", corners, 11 if holder else 5)
    return f"{rim}{ground}{''.join(houses)}{lantern}"


def _plot(css_class: str, corners: list[tuple[int, int]], inset: int) -> str:
    """Draw the rounded outline of a village, given the corners of its squares."""
    (left, top), (right, bottom) = min(corners), max(corners)
    top, bottom = min(top, bottom), max(top, bottom)
    position = f'x="{left + inset}" y="{top + inset}"'
    size = f'width="{right - left + SIZE - 2 * inset}" height="{bottom - top + SIZE - 2 * inset}"'
    return f'<rect class="{css_class}" {position} {size} rx="{35 - inset}"/>'


@lru_cache(maxsize=64)
def coordinate_labels(board: Board) -> str:
    """Write the column letters below the board and the row numbers to its left."""
    bottom = SIZE * board.height + _MARGIN // 2 - 1
    letters = [f'<text x="{SIZE * n + SIZE // 2}" y="{bottom}">{COLUMNS[n]}</text>' for n in range(board.width)]
    numbers = [
        f'<text x="{-_MARGIN // 2}" y="{SIZE * (board.height - n) - SIZE // 2}">{n + 1}</text>'
        for n in range(board.height)
    ]
    return f'<g class="coordinates">{"".join(letters + numbers)}</g>'


@lru_cache(maxsize=64)
def click_targets(board: Board) -> str:
    """Draw an invisible click target over every square."""
    squares = [row * board.stride + column for row in range(board.height) for column in range(board.width)]
    hits = []
    for square in squares:
        x, y = corner(board, square)
        hits.append(f'<path class="hit" data-square="{board.square_name(square)}" d="M{x} {y}h100v100h-100z"/>')
    return f'<g class="hits" fill="none" pointer-events="all">{"".join(hits)}</g>'
