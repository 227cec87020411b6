"""Pictures of Qin: a position, a tile or a pagoda as an SVG string.

A square is 100 units wide. A board is drawn in layers, each a group with a class. Colours come from `STYLE` or from the
page's own style sheet. Each layer is one line of text, so a page can replace only those that changed. Parts that depend
only on the board or on one area are cached.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from qin_core.common.bits import iter_bits
from qin_core.common.errors import NotationError, Problem
from qin_core.common.svg import NumberedHint, ViewBox, badge_targets, check_prefix, escape, wrap_svg
from qin_core.common.text import abbreviate
from qin_core.qin.artwork import COLOUR_NAMES, pagoda, patterns
from qin_core.qin.board import Board, Squares
from qin_core.qin.ground import click_targets, coordinates_of, definitions, land, picture_box, tray, village
from qin_core.qin.labels import BADGE, badges, count_chips
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
    labels_beside_pagodas,
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
"""How far apart the outlines of hints on the same squares are."""
MAX_LAYERS = 4
"""How many tiles of a full pile are drawn."""


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
    labels: Sequence[tuple[Iterable[str], str]] = (),
    cursor: str | None = None,
    pagoda_squares: PagodaSquares | None = None,
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
    | `tentative` | draw the ghost and its changes fainter, as long as its square is only pointed at |
    | `changes` | preview what the ghost would change, if it is legal |
    | `after`, `refused` | the position after the ghost, whether the ghost is illegal: computed unless given |
    | `marks` | outline squares, such as those of a refusal |
    | `counts` | write each player's pagodas (Q17) at all villages, or at those listed |
    | `hints` | outline and number suggested moves |
    | `labels` | outline squares and label them with a word |
    | `cursor` | frame one square |
    | `pagoda_squares` | keep pagodas where they were; see the function `pagoda_squares` |
    | `title` | the title for screen readers |
    | `size` | the width in pixels |
    | `style` | include the style sheet; without it, the page has to provide one |
    | `hits` | include click targets |
    | `crop` | show only this part of the picture |
    | `prefix` | the start of all ids |

    Pictures with the same `prefix` on one page share the patterns of the first one. Use different prefixes if that one
    may be hidden or has other colours.
    """
    board, prefix, known_squares = position.board, check_prefix(prefix), pagoda_squares or {}
    illegal = bool(ghost and after is None and (position.why_not(ghost) if refused is None else refused))
    preview = None
    if ghost and changes and not illegal:
        preview = Preview(position, after or position.play(ghost), prefix, known_squares)
    layers = [
        definitions(prefix, len(position.players)),
        tray(board, coordinates),
        land(board, prefix),
        _villages(position, prefix),
    ]
    if coordinates:
        layers.append(coordinates_of(board))
    layers.append(_spaces(position, prefix))
    players = iter(earlier_players)
    layers += [_last(board, move, next(players, 0), "last earlier") for move in earlier]
    if last:
        layers.append(_last(board, Move.parse(last) if isinstance(last, str) else last, last_player))
    layers.append(_pagodas(position, prefix, preview, known_squares))
    if legal_squares := squares_named(board, legal):
        layers.append(_legal(board, legal_squares, squares_named(board, gains)))
    if ghost:
        layers.append(_ghost(board, ghost, prefix, " refused" if illegal else " tentative" if tentative else ""))
    if cursor_square := squares_named(board, [cursor] if cursor else []):
        x, y = corner(board, iter_bits(cursor_square)[0])
        layers.append(f'<rect class="cursor" x="{x + 3}" y="{y + 3}" width="94" height="94" rx="14"/>')
    beside = labels_beside_pagodas(position, known_squares) if preview or counts else None
    if preview and beside:
        layers.append(preview.draw(beside, tentative))
    if marked := squares_named(board, marks):
        outline = area_path(board, marked, 8, 20)
        layers.append(f'<g class="marks"><path class="under" d="{outline}"/><path d="{outline}"/></g>')
    if counts and beside:
        letters = set(board.village_numbers if counts is True else counts) - (preview.villages if preview else set())
        chips = [count_chips(position, letter, beside) for letter in board.village_numbers if letter in letters]
        layers.append(f'<g class="counts">{"".join(chips)}</g>')
    if hints:
        layers.append(_hints(board, hints, ghost))
    layers += [_label(board, squares_named(board, names), word) for names, word in labels]
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
    """Draw only the click targets: as an overlay on a picture without `hits`, they survive its redraws.

    On the `staged` squares, a `tile` of the hand can be dragged further.
    """
    found = click_targets(board) + badge_targets(hints, badges(board, (hint.places for hint in hints)), BADGE)
    if squares := squares_named(board, staged):
        found += f'\n<g class="staged" fill="none" pointer-events="all" data-drag="" data-value="{tile}">'
        for square in iter_bits(squares):
            x, y = corner(board, square)
            found += f'<path data-square="{board.square_name(square)}" d="M{x} {y}h100v100h-100z"/>'
        found += "</g>"
    return _svg(picture_box(board, coordinates), found, None, None, style=False)


def tile_svg(
    tile: str, *, turned: int = 0, size: int | None = None, style: bool = False, prefix: str = "qin-tile"
) -> str:
    """Draw a tile, rotated by `turned` quarter turns clockwise; `?` is the back of a tile."""
    if tile not in KINDS and tile != "?":
        raise NotationError(Problem("tile", "malformed", abbreviate(tile)))
    upright = turned % 2 == 1
    width, height = (SIZE, 2 * SIZE) if upright else (2 * SIZE, SIZE)
    shown = tile if turned % 4 < 2 else tile[::-1]
    whole = f"M23 4H{width - 23}q18 0 18 18V{height - 27}q0 18-18 18H23q-18 0-18-18V22q0-18 18-18z"
    drawing = f'<path class="tile-edge" transform="translate(0 4)" d="{whole}"/>'
    if tile == "?":
        drawing += (
            f'<path class="back" d="{whole}"/><path class="sign" d="{_sign(width // 2 - 50, height // 2 - 52)}"/>'
        )
    else:
        half = "M9 98v73q0 14 14 14h54q14 0 14-14V98z" if upright else "M98 8h79q14 0 14 14v51q0 14-14 14H98z"
        inner = f"M23 8H{width - 23}q14 0 14 14V{height - 29}q0 14-14 14H23q-14 0-14-14V22q0-14 14-14z"
        drawing += _half(shown[0], inner, check_prefix(prefix), f'<path class="lit-edge" d="{whole}"/>')
        if shown[0] != shown[1]:
            drawing += _half(shown[1], half, prefix)
    return _svg((0, 0, width, height), f"<defs>{patterns(tile, prefix)}</defs>{drawing}", None, size, style)


def pile_svg(tiles: int, full: int, *, size: int | None = None, style: bool = False) -> str:
    """Draw a pile of face-down tiles with their number; it is lower than when it was `full`, and in the end a gap."""
    layers = -(-MAX_LAYERS * min(tiles, full) // full) if full else 0
    right, up = 6 * (MAX_LAYERS - 1), 9 * (MAX_LAYERS - 1)
    whole = "M23 4H77q18 0 18 18V173q0 18-18 18H23q-18 0-18-18V22q0-18 18-18z"
    backs = "".join(
        f'<g transform="translate({6 * layer} {-9 * layer})"><path class="tile-edge" transform="translate(0 4)"'
        f' d="{whole}"/><path class="back" d="{whole}"/></g>'
        for layer in range(layers)
    )
    top = max(0, layers - 1)
    gap = f'<path fill="none" stroke="currentColor" stroke-width="4" stroke-dasharray="14 10" d="{whole}"/>'
    number = f'<text font-size="54" x="{50 + 6 * top}" y="{98 - 9 * top}">{tiles}</text>'
    drawing = f'{backs}<g class="coordinates">{number}</g>' if layers else gap + number
    return _svg((0, -6 - up, 100 + right, 206 + up), drawing, None, size, style)


def _half(colour: str, path: str, prefix: str, under: str = "") -> str:
    return (
        f'<g class="{COLOUR_NAMES[colour]} province">{under}'
        f'<path class="top" fill="url(#{prefix}-{colour})" d="{path}"/></g>'
    )


def pagoda_svg(player: int, double: bool = False, *, size: int | None = None, style: bool = False) -> str:
    """Draw one player's pagoda, as a badge."""
    drawing = f'<g class="{pagoda_class(player, double)}">{pagoda(player, double)}</g>'
    return _svg((-12, -24, 124, 124) if double else (2, 10, 96, 90), drawing, None, size, style)


def _sign(x: int, y: int) -> str:
    """Trace the seal of start spaces and tile backs, given the upper left corner of a square."""
    return f"M{x + 24} {y + 50}l26-26l26 26l-26 26zM{x + 38} {y + 50}l12-12l12 12l-12 12z"


def _villages(position: "Position", prefix: str) -> str:
    board = position.board
    found = ['<g class="villages">']
    for (letter, squares), holder in zip(board.villages, position.holders, strict=True):
        found.append(f'<g class="village" data-village="{letter}" data-owner="{holder}">')
        found.append(village(board, squares, holder, prefix))
    found.append("</g>")
    return "".join(found)


def _spaces(position: "Position", prefix: str) -> str:
    """Draw provinces as slabs with a rim of their owner's colour, and single spaces (Q13) as plaques."""
    board = position.board
    edges, slabs, plaques = [], [], []
    for colour, single, state in zip(COLOURS, position.spaces, position.colour_states, strict=True):
        for squares, owner, *_ in sorted(state.provinces, key=first_square):
            single &= ~squares
            edges.append(area_path(board, squares, 3, 22))
            slabs.append(_slab(board, squares, owner, colour, prefix))
        if single:
            plaques.append(_plaques(board, single, colour, prefix))
    under = f'<g class="spaces" stroke="url(#{prefix}-bevel)"><path class="edges" d="{"".join(edges)}"/>'
    return "".join([under, *plaques, *slabs, _seals(board)])


@lru_cache(maxsize=4096)
def _slab(board: Board, squares: Squares, owner: int, colour: str, prefix: str) -> str:
    return (
        f'<g class="{COLOUR_NAMES[colour]} province" data-province="{board.first_name(squares)}" data-owner="{owner}">'
        f'<path class="rim p{owner}" d="{area_path(board, squares, 5, 20)}"/>'
        f'<path class="top" fill="url(#{prefix}-{colour})" d="{area_path(board, squares, 13, 13)}"/></g>'
    )


@lru_cache(maxsize=4096)
def _plaques(board: Board, squares: Squares, colour: str, prefix: str) -> str:
    found = []
    for square in iter_bits(squares):
        x, y = corner(board, square)
        found.append(
            f'<use class="{COLOUR_NAMES[colour]} single" data-space="{board.square_name(square)}"'
            f' href="#{prefix}-s{colour}" x="{x}" y="{y}"/>'
        )
    return "".join(found)


@lru_cache(maxsize=64)
def _seals(board: Board) -> str:
    """Draw the seals of the start spaces."""
    signs = "".join(_sign(*corner(board, square)) for start in board.starts for square in iter_bits(start))
    return f'<path class="seal" d="{signs}"/><path class="sign" d="{signs}"/></g>'


def _pagodas(position: "Position", prefix: str, preview: Preview | None, known_squares: PagodaSquares) -> str:
    """Draw a single or double pagoda on each province, and one on each held village.

    Pagodas at the back come first, because double pagodas overlap the square behind them.
    """
    board = position.board
    going, replaced = (preview.going, preview.replaced) if preview else (set[Squares](), set[Squares]())
    found = []
    for colour_state in position.colour_states:
        for squares, owner, pagodas, *_ in colour_state.provinces:
            if squares not in replaced:
                square = pagoda_square(board, squares, known_squares)
                state = "going" if squares in going else ""
                drawn = province_pagoda(board, square, owner, pagodas == 2, prefix, state)
                found.append((-square, drawn))
    for (letter, squares), holder in zip(board.villages, position.holders, strict=True):
        if holder and squares not in replaced:
            at = village_corner(board, squares)
            found.append((-squares.bit_length(), village_pagoda(holder, letter, at, prefix)))
    found.sort()
    return f'<g class="pagodas">{"".join([drawn for _, drawn in found])}</g>'


def _last(board: Board, move: Move, player: int, kind: str = "last") -> str:
    """Mark the corners of a tile that was just placed."""
    corners = [corner(board, square) for square in iter_bits(squares_named(board, move.squares))]
    if not corners:
        return ""
    left, top = min(x for x, _ in corners) + 3, min(y for _, y in corners) + 3
    right, bottom = max(x for x, _ in corners) + SIZE - 3, max(y for _, y in corners) + SIZE - 3
    path = (
        f"M{left} {top + 24}v-24h24M{right - 24} {top}h24v24M{right} {bottom - 24}v24h-24M{left + 24} {bottom}h-24v-24"
    )
    owned = f" p{player}" if player else ""
    return f'<g class="{kind}{owned}"><path class="under" d="{path}"/><path d="{path}"/></g>'


def _legal(board: Board, squares: Squares, gains: Squares) -> str:
    """Draw a dot on each legal square, a stronger one on squares of `gains`."""
    plain, strong = _dots(board, squares & ~gains), _dots(board, squares & gains)
    layers = (("dot", plain), ("ring", strong), ("gain", strong))
    return f'<g class="legal">{"".join(f"""<path class="{kind}" d="{dots}"/>""" for kind, dots in layers if dots)}</g>'


def _dots(board: Board, squares: Squares) -> str:
    return "".join(f"M{x + 50} {y + 50}h0" for x, y in (corner(board, square) for square in iter_bits(squares)))


def _ghost(board: Board, move: Move, prefix: str, state: str) -> str:
    """Draw a tile that is about to be placed; `state` is a further class."""
    squares = squares_named(board, move.squares)
    found = [f'<g class="ghost{state}" data-move="{move}">']
    found.append(f'<path class="edges" d="{area_path(board, squares, 4, 20)}"/>')
    for colour in COLOURS:
        if half := squares_named(board, (square for name, square in move.halves if name == colour)):
            path = area_path(board, half, 6, 18)
            found.append(
                f'<g class="{COLOUR_NAMES[colour]}"><path class="top" fill="url(#{prefix}-{colour})" d="{path}"/></g>'
            )
    found.append(f'<path class="tile" d="{area_path(board, squares, 4, 20)}"/></g>')
    return "".join(found)


def _hints(board: Board, hints: Sequence[NumberedHint], ghost: Move | None) -> str:
    """Outline and number the squares of hints, those that share squares inside each other; not those of the ghost."""
    spots = badges(board, (hint.places for hint in hints))
    shown = [(hint, spot) for hint, spot in zip(hints, spots, strict=True) if not ghost or hint.places != ghost.squares]
    depths: list[int] = []
    for number, (hint, _) in enumerate(shown):
        shared = [depths[at] for at in range(number) if {*hint.places} & {*shown[at][0].places}]
        depths.append(next(depth for depth in range(len(shown)) if depth not in shared))
    paths = [
        area_path(board, squares_named(board, hint.places), 8 + HINT_STEP * depth, max(6, 20 - HINT_STEP * depth))
        for (hint, _), depth in zip(shown, depths, strict=True)
    ]
    outlines = [f'<path class="under" d="{path}"/><path d="{path}"/>' for path in paths]
    numbers = [
        f'<g data-hint="{hint.rank}"><circle cx="{x}" cy="{y}" r="{BADGE}"/>'
        f'<text x="{x}" y="{y}">{hint.rank}</text></g>'
        for hint, (x, y) in shown
    ]
    return f'<g class="hints">{"".join(outlines)}{"".join(numbers)}</g>'


def _label(board: Board, squares: Squares, word: str) -> str:
    """Outline squares, and write a word on their lower edge."""
    corners = [corner(board, square) for square in iter_bits(squares)]
    if not corners:
        return ""
    path, width = area_path(board, squares, 8, 20), 20 * len(word) + 36
    x = (min(x for x, _ in corners) + max(x for x, _ in corners) + SIZE) // 2
    y = max(y for _, y in corners) + SIZE - 6
    return (
        f'<g class="labelled"><path class="under" d="{path}"/><path d="{path}"/>'
        f'<rect x="{x - width // 2}" y="{y - 24}" width="{width}" height="48" rx="24"/>'
        f'<text x="{x}" y="{y}">{escape(word)}</text></g>'
    )
