"""Pictures: a position, a tile or a pagoda as one SVG string in our own artwork.

A square is 100 units wide. What lies on the board is drawn in layers, each a group with its class; there are no colours
here, `STYLE` (or the page's own style sheet) gives them. Each layer is a line of the text, so that a page can set those
anew that changed; what depends on the board or on one area only is kept, so that the next position costs little.
"""

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from qin_core.bits import each
from qin_core.errors import Fault, NotationError, quote
from qin_core.pictures import check_prefix, framed
from qin_core.qin.artwork import COLOUR_NAMES, HALL, HOUSE, STYLE, pagoda, pattern
from qin_core.qin.board import COLUMNS, Board, Squares
from qin_core.qin.move import Move
from qin_core.qin.outline import SIZE, area_path, centre, corner, first_square, named, village_corner
from qin_core.qin.preview import Preview, count_chips, pagoda_class, pagoda_use
from qin_core.qin.tiles import COLOURS, KINDS

if TYPE_CHECKING:
    from qin_core.qin.position import Position

__all__ = ["STYLE", "board_svg", "hits_svg", "pagoda_svg", "tile_svg"]

_MARGIN, _RIM = 56, 18
_svg = partial(framed, "qin", STYLE)


def board_svg(
    position: "Position",
    *,
    coordinates: bool = True,
    last: Move | str | None = None,
    earlier: Iterable[Move] = (),
    legal: Iterable[str] = (),
    ghost: Move | None = None,
    changes: bool = False,
    marks: Iterable[str] = (),
    counts: bool | Iterable[str] = False,
    title: str | None = None,
    size: int | None = None,
    style: bool = True,
    hits: bool = True,
    prefix: str = "qin",
) -> str:
    """Draw a position.

    `last` frames a move's squares, and more faintly those of `earlier` moves; `legal` lights squares up, `marks`
    points at squares (a refusal's, say). `ghost` lays a tile down for a try; with `changes`, what it would do is
    shown. `counts` writes each player's pagodas (Q17) at all villages or at those named. `size` is the width in
    pixels. Without `style` the page gives the style sheet, without `hits` there is nothing to listen to. Pictures on
    one page take their patterns from the first one with their `prefix`: give them different ones if that one may be
    hidden or has other colours.
    """
    board, prefix = position.board, check_prefix(prefix)
    preview = Preview(position, ghost, prefix) if ghost and changes and not position.why_not(ghost) else None
    layers = [_land(board, prefix), _villages(position, prefix)]
    if coordinates:
        layers.append(_coordinates(board))
    layers.append(_spaces(position, prefix))
    layers += [_last(board, move, "last earlier") for move in earlier]
    if last:
        layers.append(_last(board, Move.parse(last) if isinstance(last, str) else last))
    layers.append(_pagodas(position, prefix, preview))
    if lit := named(board, legal):
        layers.append(_legal(board, lit))
    if ghost:
        layers.append(_ghost(position, ghost, prefix))
    if preview:
        layers.append(preview.draw())
    if pointed := named(board, marks):
        outline = area_path(board, pointed, 8, 20)
        layers.append(f'<g class="marks"><path class="under" d="{outline}"/><path d="{outline}"/></g>')
    if counts:
        letters = set(board.village_numbers if counts is True else counts) - (preview.villages if preview else set())
        chips = [count_chips(position, letter) for letter in board.village_numbers if letter in letters]
        layers.append(f'<g class="counts">{"".join(chips)}</g>')
    if hits:
        layers.append(_hits(board))
    box = _box(board, coordinates)
    definitions = _definitions(prefix, len(position.players), bool(board.water))
    frame = (
        f'<rect class="frame" x="{box[0] + 2}" y="{box[1] + 2}" width="{box[2] - 4}" height="{box[3] - 4}" rx="24"/>'
    )
    return _svg(box, "\n".join(["", definitions, frame, *layers, ""]), title, size, style)


def hits_svg(board: Board, *, coordinates: bool = True) -> str:
    """Draw nothing but the places to listen to: laid over a picture without `hits`, they outlive its redraws."""
    return _svg(_box(board, coordinates), _hits(board), None, None, style=False)


def _box(board: Board, coordinates: bool) -> tuple[int, int, int, int]:
    """Give the corner and the size of a board's picture."""
    left = _MARGIN if coordinates else _RIM
    return -left, -_RIM, SIZE * board.width + left + _RIM, SIZE * board.height + left + _RIM


def tile_svg(
    tile: str, *, turned: int = 0, size: int | None = None, style: bool = False, prefix: str = "qin-tile"
) -> str:
    """Draw a tile as it lies in a hand; `turned` counts quarter turns clockwise, `?` is a tile's back."""
    if tile not in KINDS and tile != "?":
        raise NotationError(Fault("tile", "malformed", quote(tile)))
    upright = turned % 2 == 1
    width, height = (SIZE, 2 * SIZE) if upright else (2 * SIZE, SIZE)
    shown = tile if turned % 4 < 2 else tile[::-1]
    whole = f"M23 5H{width - 23}q18 0 18 18V{height - 23}q0 18-18 18H23q-18 0-18-18V23Q5 5 23 5z"
    half = "M5 100v77q0 18 18 18h54q18 0 18-18V100z" if upright else "M100 5h77q18 0 18 18v54q0 18-18 18H100z"
    if tile == "?":
        sign = _sign(width // 2 - 50, height // 2 - 50)
        drawing = f'<path class="back" d="{whole}"/><path class="sign" d="{sign}"/>'
    else:
        drawing = _patch(shown[0], "province", whole, check_prefix(prefix))
        if shown[0] != shown[1]:
            drawing += _patch(shown[1], "province", half, prefix)
    definitions = "".join(pattern(colour, prefix) for colour in COLOURS if colour in tile)
    return _svg((0, 0, width, height), f"<defs>{definitions}</defs>{drawing}", None, size, style)


def pagoda_svg(player: int, double: bool = False, *, size: int | None = None, style: bool = False) -> str:
    """Draw one player's pagoda, as a badge."""
    drawing = f'<g class="{pagoda_class(player, double)}">{pagoda(player, double)}</g>'
    return _svg((-4, -8, 108, 112), drawing, None, size, style)


def _patch(colour: str, kind: str, path: str, prefix: str, data: str = "") -> str:
    """Draw some land of one of the three colours."""
    return f'<path class="{COLOUR_NAMES[colour]} {kind}"{data} fill="url(#{prefix}-{colour})" d="{path}"/>'


def _sign(x: int, y: int) -> str:
    """Trace the sign of start spaces and of tiles' backs in the square with that corner."""
    return f"M{x + 22} {y + 50}l28-28l28 28l-28 28zM{x + 37} {y + 50}l13-13l13 13l-13 13z"


@lru_cache(maxsize=64)
def _definitions(prefix: str, players: int, water: bool) -> str:
    """Define the patterns and the pieces that a picture repeats."""
    names = [*COLOURS, "grass", *(["water"] if water else [])]
    return (
        f"<defs>{''.join(pattern(name, prefix) for name in names)}"
        f'<g id="{prefix}-house">{HOUSE}</g><g id="{prefix}-hall">{HALL}</g>'
        + "".join(
            f'<g id="{prefix}-p{player}{"d" if double else ""}">{pagoda(player, double)}</g>'
            for player in range(1, players + 1)
            for double in (False, True)
        )
        + "</defs>"
    )


# Layers


@lru_cache(maxsize=64)
def _land(board: Board, prefix: str) -> str:
    """Draw what never changes: grass, water and the grid."""
    width, height = SIZE * board.width, SIZE * board.height
    lines = "".join(f"M{x} 0v{height}" for x in range(SIZE, width, SIZE))
    lines += "".join(f"M0 {y}h{width}" for y in range(SIZE, height, SIZE))
    water = area_path(board, board.water, 2, 24)
    return (
        f'<g class="land"><path class="grass" fill="url(#{prefix}-grass)" d="M0 0h{width}v{height}h-{width}z"/>'
        f'<path class="grid" d="{lines}"/>'
        + (f'<path class="water" fill="url(#{prefix}-water)" d="{water}"/>' if water else "")
        + "</g>"
    )


@lru_cache(maxsize=2048)
def _village(board: Board, squares: Squares, free: bool, prefix: str) -> str:
    """Draw a village's ground and houses; the hall in the middle makes room for a pagoda."""
    corners = [corner(board, square) for square in each(squares)]
    houses = [
        f'<use href="#{prefix}-house" x="{x + right}" y="{y + down}"/>'
        for x, y in corners
        for right, down in ((9, 10), (63, 10), (7, 62), (65, 62))
    ]
    if free:
        houses += [f'<use href="#{prefix}-hall" x="{x}" y="{y}"/>' for x, y in corners]
    return f'<path class="ground" d="{area_path(board, squares, 5, 30)}"/>{"".join(houses)}</g>'


def _villages(position: "Position", prefix: str) -> str:
    board = position.board
    found = ['<g class="villages">']
    for (letter, squares), holder in zip(board.villages, position.holders, strict=True):
        found.append(f'<g class="village" data-village="{letter}" data-owner="{holder}">')
        found.append(_village(board, squares, not holder, prefix))
    found.append("</g>")
    return "".join(found)


def _spaces(position: "Position", prefix: str) -> str:
    """Draw provinces as whole areas with a crisp edge, and single spaces (Q13) as patches without one."""
    board = position.board
    found = ['<g class="spaces">']
    for colour, single, layer in zip(COLOURS, position.spaces, position.layers, strict=True):
        for squares, owner, *_ in sorted(layer.provinces, key=first_square):
            single &= ~squares
            data = f' data-province="{board.first_name(squares)}" data-owner="{owner}"'
            found.append(_patch(colour, "province", area_path(board, squares, 5, 20), prefix, data))
        if single:
            found.append(_patch(colour, "single", area_path(board, single, 7, 20), prefix))
    signs = [_sign(*corner(board, square)) for start in board.starts for square in each(start)]
    found.append(f'<path class="sign" d="{"".join(signs)}"/></g>')
    return "".join(found)


def _pagodas(position: "Position", prefix: str, preview: Preview | None) -> str:
    """Put a pagoda, one for all that stand there, on each province and each village that somebody holds."""
    board = position.board
    going, replaced = (preview.going, preview.replaced) if preview else (set[Squares](), set[Squares]())
    found = ['<g class="pagodas">']
    for layer in position.layers:
        for squares, owner, pagodas, *_ in sorted(layer.provinces, key=first_square):
            if squares not in replaced:
                at = corner(board, centre(board, squares))
                place = board.first_name(squares)
                found.append(pagoda_use(owner, pagodas == 2, place, at, prefix, "going" if squares in going else ""))
    for (letter, squares), holder in zip(board.villages, position.holders, strict=True):
        if holder and squares not in replaced:
            found.append(pagoda_use(holder, False, letter, village_corner(board, squares), prefix))
    found.append("</g>")
    return "".join(found)


def _last(board: Board, move: Move, kind: str = "last") -> str:
    """Frame a tile that was placed lately by its four corners."""
    corners = [corner(board, square) for square in each(named(board, move.squares))]
    if not corners:
        return ""
    left, top = min(x for x, _ in corners) + 4, min(y for _, y in corners) + 4
    right, bottom = max(x for x, _ in corners) + SIZE - 4, max(y for _, y in corners) + SIZE - 4
    path = (
        f"M{left} {top + 24}v-24h24M{right - 24} {top}h24v24M{right} {bottom - 24}v24h-24M{left + 24} {bottom}h-24v-24"
    )
    return f'<g class="{kind}"><path class="under" d="{path}"/><path d="{path}"/></g>'


def _legal(board: Board, squares: Squares) -> str:
    """Light squares up, with a dot on each."""
    corners = [corner(board, square) for square in each(squares)]
    lit = "".join(f"M{x + 2} {y + 2}h96v96h-96z" for x, y in corners)
    dots = "".join(f"M{x + 50} {y + 50}h0" for x, y in corners)
    return f'<g class="legal"><path class="lit" d="{lit}"/><path class="dot" d="{dots}"/></g>'


def _ghost(position: "Position", move: Move, prefix: str) -> str:
    """Lay a tile down for a try; the class `refused` tells that it can't stay."""
    board = position.board
    found = [f'<g class="ghost{" refused" if position.why_not(move) else ""}">']
    for colour in COLOURS:
        if squares := named(board, (square for name, square in move.spaces if name == colour)):
            found.append(_patch(colour, "single", area_path(board, squares, 5, 20), prefix))
    found.append(f'<path class="tile" d="{area_path(board, named(board, move.squares), 4, 20)}"/></g>')
    return "".join(found)


@lru_cache(maxsize=64)
def _coordinates(board: Board) -> str:
    """Write the columns' letters under the board and the rows' numbers at its left."""
    bottom = SIZE * board.height + _MARGIN // 2 - 1
    letters = [f'<text x="{SIZE * n + SIZE // 2}" y="{bottom}">{COLUMNS[n]}</text>' for n in range(board.width)]
    numbers = [
        f'<text x="{-_MARGIN // 2}" y="{SIZE * (board.height - n) - SIZE // 2}">{n + 1}</text>'
        for n in range(board.height)
    ]
    return f'<g class="coordinates">{"".join(letters + numbers)}</g>'


@lru_cache(maxsize=64)
def _hits(board: Board) -> str:
    """Cover every square with something that a page can listen to."""
    squares = [row * board.stride + column for row in range(board.height) for column in range(board.width)]
    hits = []
    for square in squares:
        x, y = corner(board, square)
        hits.append(f'<path class="hit" data-square="{board.square_name(square)}" d="M{x} {y}h100v100h-100z"/>')
    return f'<g class="hits" fill="none" pointer-events="all">{"".join(hits)}</g>'
