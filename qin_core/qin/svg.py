"""Pictures of Qin: a position, a tile or a pagoda as an SVG string.

A square is 100 units wide. A board is drawn in layers, each a group with a class. Colours come from `STYLE` or from the
page's own style sheet. Each layer is one line of text, so a page can replace only the layers that changed. Parts that
depend only on the board or on one area are cached.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from itertools import count
from math import ceil
from typing import TYPE_CHECKING

from qin_core.common.bits import iter_bits
from qin_core.common.errors import NotationError, Problem
from qin_core.common.svg import NumberedHint, ViewBox, badge_targets, check_prefix, escape, wrap_svg
from qin_core.common.text import abbreviate
from qin_core.qin.artwork import COLOUR_NAMES, pagoda, patterns
from qin_core.qin.board import Board, Squares
from qin_core.qin.ground import click_targets, coordinate_labels, definitions, land, picture_box, tray, village
from qin_core.qin.labels import BADGE, Labels, badge_centres, count_chips, square_boxes
from qin_core.qin.move import Move
from qin_core.qin.outline import (
    SIZE,
    PagodaSquares,
    area_path,
    corner,
    first_square,
    pagoda_squares,
    squares_named,
    village_corner,
)
from qin_core.qin.preview import (
    Preview,
    labels_avoiding_pagodas,
    pagoda_class,
    pagoda_square,
    province_pagoda,
    village_pagoda,
)
from qin_core.qin.theme import STYLE
from qin_core.qin.tiles import COLOURS, KINDS

if TYPE_CHECKING:
    from qin_core.qin.position import Position

__all__ = [
    "STYLE",
    "NumberedHint",
    "board_svg",
    "hits_svg",
    "pagoda_squares",
    "pagoda_svg",
    "picture_box",
    "pile_svg",
    "tile_svg",
]

_svg = partial(wrap_svg, "qin", STYLE)
HINT_STEP = 14
"""The distance between the outlines of hints on the same squares."""
MAX_DRAWN_TILES = 4
"""The number of tiles that are drawn for a full pile."""


def board_svg(
    position: "Position",
    *,
    coordinates: bool = True,
    last: Move | str | None = None,
    last_player: int = 0,
    earlier: Iterable[Move] = (),
    earlier_players: Iterable[int] = (),
    legal: Iterable[str] = (),
    gains: Iterable[str] = (),
    ghost: Move | None = None,
    tentative: bool = False,
    changes: bool = False,
    after: "Position | None" = None,
    refused: bool | None = None,
    marks: Iterable[str] = (),
    counts: bool | Iterable[str] = False,
    hints: Sequence[NumberedHint] = (),
    labels: Sequence[tuple[Iterable[str] | Move, str]] = (),
    cursor: str | Iterable[str] | None = None,
    previous_pagoda_squares: PagodaSquares | None = None,
    title: str | None = None,
    size: int | None = None,
    style: bool = True,
    hits: bool = True,
    crop: ViewBox | None = None,
    prefix: str = "qin",
) -> str:
    """Draw a position.

    | option | effect |
    |---|---|
    | `coordinates` | label columns and rows |
    | `last`, `last_player` | mark the squares of the last move, in the colour of its player if one is given |
    | `earlier`, `earlier_players` | the same for the moves before it, fainter |
    | `legal`, `gains` | draw a dot on each of these squares; a stronger one if it is also in `gains` |
    | `ghost` | draw a tile that is about to be placed |
    | `tentative` | draw the ghost and its changes fainter, while the pointer only hovers over its square |
    | `changes` | preview what the ghost would change, if it is legal |
    | `after`, `refused` | the position after the ghost, and whether the ghost is illegal; computed by default |
    | `marks` | outline squares, such as those of a refusal |
    | `counts` | write each player's pagodas (Q17) at all villages, or at those listed |
    | `hints` | outline and number suggested moves |
    | `labels` | outline squares, or show a suggested move, and label them with a word |
    | `cursor` | draw a frame around a square, or around the squares of a village |
    | `previous_pagoda_squares` | keep pagodas on their squares; see the function `pagoda_squares` |
    | `title` | the title for screen readers |
    | `size` | the width in pixels |
    | `style` | include the style sheet; without it, the page has to provide one |
    | `hits` | include the click targets |
    | `crop` | show only this part of the picture |
    | `prefix` | the start of all ids |

    Pictures with the same `prefix` on one page share the patterns of the first picture. Use different prefixes if the
    first picture may be hidden or has other colours.
    """
    board, prefix, previous_squares = position.board, check_prefix(prefix), previous_pagoda_squares or {}
    is_illegal = bool(ghost and after is None and (position.why_not(ghost) if refused is None else refused))
    preview = None
    if ghost and changes and not is_illegal:
        preview = Preview(position, after or position.play(ghost), prefix, previous_squares)
    layers = [
        definitions(prefix, len(position.players)),
        tray(board, coordinates),
        land(board, prefix),
        _villages(position, prefix),
    ]
    if coordinates:
        layers.append(coordinate_labels(board))
    layers.append(_spaces(position, prefix))
    players = iter(earlier_players)
    layers += [_last(board, move, next(players, 0), "last earlier") for move in earlier]
    if last:
        layers.append(_last(board, Move.parse(last) if isinstance(last, str) else last, last_player))
    layers.append(_pagodas(position, prefix, preview, previous_squares))
    if legal_squares := squares_named(board, legal):
        layers.append(_legal(board, legal_squares, squares_named(board, gains)))
    if ghost:
        layers.append(_ghost(board, ghost, prefix, " refused" if is_illegal else " tentative" if tentative else ""))
    if cursor_squares := squares_named(board, [cursor] if isinstance(cursor, str) else cursor or ()):
        layers.append(_cursor(board, cursor_squares))
    label_positions = labels_avoiding_pagodas(position, previous_squares) if preview or counts else None
    if preview and label_positions:
        layers.append(preview.draw(label_positions, tentative))
    if mark_squares := squares_named(board, marks):
        path = area_path(board, mark_squares, 8, 20)
        layers.append(f'<g class="marks"><path class="under" d="{path}"/><path d="{path}"/></g>')
    if counts and label_positions:
        letters = set(board.village_numbers if counts is True else counts) - (preview.villages if preview else set())
        chips = [
            count_chips(position, letter, label_positions) for letter in board.village_numbers if letter in letters
        ]
        layers.append(f'<g class="counts">{"".join(chips)}</g>')
    if hints:
        layers.append(_hints(board, hints, ghost))
    if labels:
        layers.append(_labels(position, labels, ghost, prefix, label_positions or Labels(board)))
    if hits:
        layers.append(click_targets(board))
    return _svg(crop or picture_box(board, coordinates), "\n".join(["", *layers, ""]), title, size, style)


def hits_svg(
    board: Board,
    *,
    coordinates: bool = True,
    hints: Sequence[NumberedHint] = (),
    staged: Iterable[str] = (),
    tile: int = 0,
) -> str:
    """Draw only the click targets, as an overlay that survives redraws of a picture without `hits`.

    From the `staged` squares, the `tile` (its index in the hand) can be dragged on.
    """
    drawing = click_targets(board) + badge_targets(hints, badge_centres(board, (hint.places for hint in hints)), BADGE)
    if squares := squares_named(board, staged):
        drawing += f'\n<g class="staged" fill="none" pointer-events="all" data-draggable="" data-value="{tile}">'
        for square in iter_bits(squares):
            x, y = corner(board, square)
            drawing += f'<path data-square="{board.square_name(square)}" d="M{x} {y}h100v100h-100z"/>'
        drawing += "</g>"
    return _svg(picture_box(board, coordinates), drawing, None, None, style=False)


def tile_svg(
    tile: str, *, turned: int = 0, size: int | None = None, style: bool = False, prefix: str = "qin-tile"
) -> str:
    """Draw a tile, rotated by `turned` quarter turns clockwise; `?` is the back of a tile."""
    if tile not in KINDS and tile != "?":
        raise NotationError(Problem("tile", "malformed", abbreviate(tile)))
    vertical = turned % 2 == 1
    width, height = (SIZE, 2 * SIZE) if vertical else (2 * SIZE, SIZE)
    colours = tile if turned % 4 < 2 else tile[::-1]
    outline = f"M23 4H{width - 23}q18 0 18 18V{height - 27}q0 18-18 18H23q-18 0-18-18V22q0-18 18-18z"
    drawing = f'<path class="tile-edge" transform="translate(0 4)" d="{outline}"/>'
    if tile == "?":
        seal = _seal_path(width // 2 - 50, height // 2 - 52)
        drawing += f'<path class="back" d="{outline}"/><path class="sign" d="{seal}"/>'
    else:
        second_half = "M9 98v73q0 14 14 14h54q14 0 14-14V98z" if vertical else "M98 8h79q14 0 14 14v51q0 14-14 14H98z"
        inside = f"M23 8H{width - 23}q14 0 14 14V{height - 29}q0 14-14 14H23q-14 0-14-14V22q0-14 14-14z"
        drawing += _half(colours[0], inside, check_prefix(prefix), f'<path class="lit-edge" d="{outline}"/>')
        if colours[0] != colours[1]:
            drawing += _half(colours[1], second_half, prefix)
    return _svg((0, 0, width, height), f"<defs>{patterns(tile, prefix)}</defs>{drawing}", None, size, style)


def pile_svg(tiles: int, full: int, *, size: int | None = None, style: bool = False) -> str:
    """Draw a pile of face-down tiles with their number. `full` is its size at the start; an empty pile is a gap."""
    drawn_tiles = ceil(MAX_DRAWN_TILES * min(tiles, full) / full) if full else 0
    extra_width, extra_height = 6 * (MAX_DRAWN_TILES - 1), 9 * (MAX_DRAWN_TILES - 1)
    outline = "M23 4H77q18 0 18 18V173q0 18-18 18H23q-18 0-18-18V22q0-18 18-18z"
    backs = "".join(
        f'<g transform="translate({6 * number} {-9 * number})"><path class="tile-edge" transform="translate(0 4)"'
        f' d="{outline}"/><path class="back" d="{outline}"/></g>'
        for number in range(drawn_tiles)
    )
    top = max(0, drawn_tiles - 1)
    gap = f'<path fill="none" stroke="currentColor" stroke-width="4" stroke-dasharray="14 10" d="{outline}"/>'
    label = f'<text font-size="54" x="{50 + 6 * top}" y="{98 - 9 * top}">{tiles}</text>'
    drawing = f'{backs}<g class="coordinates">{label}</g>' if drawn_tiles else gap + label
    return _svg((0, -6 - extra_height, 100 + extra_width, 206 + extra_height), drawing, None, size, style)


def _half(colour: str, path: str, prefix: str, background: str = "") -> str:
    return (
        f'<g class="{COLOUR_NAMES[colour]} province">{background}'
        f'<path class="top" fill="url(#{prefix}-{colour})" d="{path}"/></g>'
    )


def pagoda_svg(player: int, double: bool = False, *, size: int | None = None, style: bool = False) -> str:
    """Draw a player's pagoda as a badge."""
    drawing = f'<g class="{pagoda_class(player, double)}">{pagoda(player, double)}</g>'
    return _svg((-12, -24, 124, 124) if double else (2, 10, 96, 90), drawing, None, size, style)


def _seal_path(x: int, y: int) -> str:
    """Return the path of the seal on start spaces and tile backs, given the upper left corner of a square."""
    return f"M{x + 24} {y + 50}l26-26l26 26l-26 26zM{x + 38} {y + 50}l12-12l12 12l-12 12z"


def _villages(position: "Position", prefix: str) -> str:
    board = position.board
    parts = ['<g class="villages">']
    for (letter, squares), holder in zip(board.villages, position.holders, strict=True):
        drawing = village(board, squares, holder, prefix)
        parts.append(f'<g class="village" data-village="{letter}" data-owner="{holder}">{drawing}</g>')
    parts.append("</g>")
    return "".join(parts)


def _spaces(position: "Position", prefix: str) -> str:
    """Draw provinces as slabs with a rim of their owner's colour, and single spaces (Q13) as plaques."""
    board = position.board
    edges, slabs, plaques = [], [], []
    for colour, singles, state in zip(COLOURS, position.spaces, position.colour_states, strict=True):
        for squares, owner, *_ in sorted(state.provinces, key=first_square):
            singles &= ~squares
            edges.append(area_path(board, squares, 3, 22))
            slabs.append(_slab(board, squares, owner, colour, prefix))
        if singles:
            plaques.append(_plaques(board, singles, colour, prefix))
    shapes = [f'<path class="edges" data-sweep="none" d="{"".join(edges)}"/>', *plaques, *slabs, _seals(board)]
    return f'<g class="spaces" data-sweep="children" stroke="url(#{prefix}-bevel)">{"".join(shapes)}</g>'


@lru_cache(maxsize=4096)
def _slab(board: Board, squares: Squares, owner: int, colour: str, prefix: str) -> str:
    return (
        f'<g class="{COLOUR_NAMES[colour]} province" data-province="{board.first_name(squares)}" data-owner="{owner}">'
        f'<path class="rim p{owner}" d="{area_path(board, squares, 5, 20)}"/>'
        f'<path class="top" fill="url(#{prefix}-{colour})" d="{area_path(board, squares, 13, 13)}"/></g>'
    )


@lru_cache(maxsize=4096)
def _plaques(board: Board, squares: Squares, colour: str, prefix: str) -> str:
    parts = []
    for square in iter_bits(squares):
        x, y = corner(board, square)
        parts.append(
            f'<use class="{COLOUR_NAMES[colour]} single" data-on="{board.square_name(square)}"'
            f' href="#{prefix}-s{colour}" x="{x}" y="{y}"/>'
        )
    return "".join(parts)


@lru_cache(maxsize=64)
def _seals(board: Board) -> str:
    """Draw the seals of the start spaces."""
    paths = "".join(_seal_path(*corner(board, square)) for start in board.starts for square in iter_bits(start))
    return f'<g data-sweep="none"><path class="seal" d="{paths}"/><path class="sign" d="{paths}"/></g>'


def _pagodas(position: "Position", prefix: str, preview: Preview | None, previous_squares: PagodaSquares) -> str:
    """Draw a single or double pagoda on each province, and one on each held village.

    Pagodas at the back come first, because double pagodas overlap the square behind them. `data-foot` tells animations
    how far their feet are below the top of a square.
    """
    board = position.board
    removed, replaced = (preview.removed, preview.replaced) if preview else (set[Squares](), set[Squares]())
    pagodas_by_depth = []
    for colour_state in position.colour_states:
        for squares, owner, pagodas, *_ in colour_state.provinces:
            if squares not in replaced:
                square = pagoda_square(board, squares, previous_squares)
                state = "going" if squares in removed else ""
                drawing = province_pagoda(board, square, owner, pagodas == 2, prefix, state)
                pagodas_by_depth.append((-square, drawing))
    for (letter, squares), holder in zip(board.villages, position.holders, strict=True):
        if holder and squares not in replaced:
            top_left = village_corner(board, squares)
            pagodas_by_depth.append((-squares.bit_length(), village_pagoda(holder, letter, top_left, prefix)))
    pagodas_by_depth.sort()
    drawings = "".join([drawing for _, drawing in pagodas_by_depth])
    return f'<g class="pagodas" data-sweep="children" data-foot="94">{drawings}</g>'


def _cursor(board: Board, squares: Squares) -> str:
    """Frame a square or a rectangle of squares."""
    columns, rows = zip(*(corner(board, square) for square in iter_bits(squares)), strict=True)
    x, y = min(columns) + 3, min(rows) + 3
    width, height = max(columns) + SIZE - 3 - x, max(rows) + SIZE - 3 - y
    return f'<rect class="cursor" x="{x}" y="{y}" width="{width}" height="{height}" rx="14"/>'


def _last(board: Board, move: Move, player: int, css_class: str = "last") -> str:
    """Mark the corners of a tile that was just placed."""
    corners = [corner(board, square) for square in iter_bits(squares_named(board, move.squares))]
    if not corners:
        return ""
    left, top = min(x for x, _ in corners) + 3, min(y for _, y in corners) + 3
    right, bottom = max(x for x, _ in corners) + SIZE - 3, max(y for _, y in corners) + SIZE - 3
    path = (
        f"M{left} {top + 24}v-24h24M{right - 24} {top}h24v24M{right} {bottom - 24}v24h-24M{left + 24} {bottom}h-24v-24"
    )
    player_class = f" p{player}" if player else ""
    return f'<g class="{css_class}{player_class}"><path class="under" d="{path}"/><path d="{path}"/></g>'


def _legal(board: Board, squares: Squares, gains: Squares) -> str:
    """Draw a dot on each legal square, a stronger one on squares of `gains`."""
    plain, strong = _dots(board, squares & ~gains), _dots(board, squares & gains)
    paths = (("dot", plain), ("ring", strong), ("gain", strong))
    return f'<g class="legal">{"".join(f"""<path class="{name}" d="{dots}"/>""" for name, dots in paths if dots)}</g>'


def _dots(board: Board, squares: Squares) -> str:
    return "".join(f"M{x + 50} {y + 50}h0" for x, y in (corner(board, square) for square in iter_bits(squares)))


def _ghost(board: Board, move: Move, prefix: str, state: str) -> str:
    """Draw a tile that is about to be placed; `state` is a further class."""
    squares = squares_named(board, move.squares)
    names = " ".join(move.squares)
    parts = [f'<g class="ghost{state}" data-move="{move}" data-squares="{names}">']
    parts.append(f'<path class="edges" d="{area_path(board, squares, 4, 20)}"/>')
    parts.append(_tile_tops(board, move, prefix))
    parts.append(f'<path class="tile" d="{area_path(board, squares, 4, 20)}"/></g>')
    return "".join(parts)


def _tile_tops(board: Board, move: Move, prefix: str) -> str:
    """Draw the halves of a tile."""
    parts = []
    for colour in COLOURS:
        if squares_of_colour := squares_named(board, (square for name, square in move.halves if name == colour)):
            path = area_path(board, squares_of_colour, 6, 18)
            parts.append(
                f'<g class="{COLOUR_NAMES[colour]}"><path class="top" fill="url(#{prefix}-{colour})" d="{path}"/></g>'
            )
    return "".join(parts)


def _hints(board: Board, hints: Sequence[NumberedHint], ghost: Move | None) -> str:
    """Outline and number the squares of hints. Nest the outlines of hints that share squares, and skip the ghost's."""
    centres = badge_centres(board, (hint.places for hint in hints))
    drawn_hints = [
        (hint, centre) for hint, centre in zip(hints, centres, strict=True) if not ghost or hint.places != ghost.squares
    ]
    depths: list[int] = []
    for hint, _ in drawn_hints:
        taken_depths = {
            depth
            for (earlier, _), depth in zip(drawn_hints, depths, strict=False)
            if not set(hint.places).isdisjoint(earlier.places)
        }
        depths.append(next(depth for depth in count() if depth not in taken_depths))
    paths = [
        area_path(board, squares_named(board, hint.places), 8 + HINT_STEP * depth, max(6, 20 - HINT_STEP * depth))
        for (hint, _), depth in zip(drawn_hints, depths, strict=True)
    ]
    outlines = [f'<path class="under" d="{path}"/><path d="{path}"/>' for path in paths]
    numbers = [
        f'<g data-hint="{hint.rank}"><circle cx="{x}" cy="{y}" r="{BADGE}"/>'
        f'<text x="{x}" y="{y}">{hint.rank}</text></g>'
        for hint, (x, y) in drawn_hints
    ]
    return f'<g class="hints">{"".join(outlines)}{"".join(numbers)}</g>'


def _labels(
    position: "Position",
    labels: Sequence[tuple[Iterable[str] | Move, str]],
    ghost: Move | None,
    prefix: str,
    positions: Labels,
) -> str:
    """Outline squares and moves, and write a word beside each: if possible over free land."""
    board = position.board
    areas = [squares_named(board, what.squares if isinstance(what, Move) else what) for what, _ in labels]
    villages = (village.squares for village in board.villages)
    for occupied in (*areas, *villages, board.grass & ~position.free):
        positions.add_obstacles(square_boxes(board, occupied))
    parts = []
    for (what, word), area in zip(labels, areas, strict=True):
        if not area:
            continue
        path, width = area_path(board, area, 8, 20), 20 * len(word) + 36
        tile = _tile_tops(board, what, prefix) if isinstance(what, Move) and what != ghost else ""
        kind = "suggested" if isinstance(what, Move) else "area"
        x, y = positions.place(width, 48, _points_around(board, area, width))
        parts.append(
            f'<g class="labelled"><g class="{kind}">{tile}<path class="under" d="{path}"/>'
            f'<path class="line" d="{path}"/></g>'
            f'<rect x="{x - width // 2}" y="{y - 24}" width="{width}" height="48" rx="24"/>'
            f'<text x="{x}" y="{y}">{escape(word)}</text></g>'
        )
    return "".join(parts)


def _points_around(board: Board, squares: Squares, width: int) -> list[tuple[int, int]]:
    """List the points below, above and beside an area for a word of this width."""
    corners = [corner(board, square) for square in iter_bits(squares)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners) + SIZE
    top, bottom = min(y for _, y in corners), max(y for _, y in corners) + SIZE
    x, y, beside = (left + right) // 2, (top + bottom) // 2, width // 2 + 4
    return [(x, bottom + 28), (x, top - 28), (right + beside, y), (left - beside, y)]
