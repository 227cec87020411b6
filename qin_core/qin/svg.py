"""Pictures: a position, a tile or a pagoda as one SVG string in our own artwork.

A square is 100 units wide. What lies on the board is drawn in layers, each a group with its class; there are no colours
here, `STYLE` (or the page's own style sheet) gives them. Each layer is a line of the text, so that a page can set those
anew that changed; what depends on the board or on one area only is kept, so that the next position costs little.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from qin_core.bits import each
from qin_core.errors import Fault, NotationError, quote
from qin_core.pictures import Box, Hint, badge_hits, check_prefix, framed
from qin_core.qin.artwork import COLOUR_NAMES, pagoda, patterns
from qin_core.qin.board import Board, Squares
from qin_core.qin.ground import coordinates_of, definitions, land, picture_box, places_to_press, tray, village
from qin_core.qin.labels import BADGE, badges, count_chips
from qin_core.qin.move import Move
from qin_core.qin.outline import SIZE, Places, area_path, corner, first_square, named, pagoda_places, village_corner
from qin_core.qin.preview import Preview, pagoda_class, pagoda_use, pagodas_in_sight, standing, village_pagoda
from qin_core.qin.theme import STYLE
from qin_core.qin.tiles import COLOURS, KINDS

if TYPE_CHECKING:
    from qin_core.qin.position import Position

__all__ = ["STYLE", "Hint", "board_svg", "hits_svg", "pagoda_places", "pagoda_svg", "picture_box", "tile_svg"]

_svg = partial(framed, "qin", STYLE)


def board_svg(
    position: "Position",
    *,
    coordinates: bool = True,
    last: Move | str | None = None,
    earlier: Iterable[Move] = (),
    legal: Iterable[str] = (),
    gains: Iterable[str] = (),
    ghost: Move | None = None,
    changes: bool = False,
    marks: Iterable[str] = (),
    counts: bool | Iterable[str] = False,
    hints: Sequence[Hint] = (),
    cursor: str | None = None,
    places: Places | None = None,
    fresh: Collection[str] = (),
    title: str | None = None,
    size: int | None = None,
    style: bool = True,
    hits: bool = True,
    crop: Box | None = None,
    prefix: str = "qin",
) -> str:
    """Draw a position.

    `last` frames a move's squares, and more faintly those of `earlier` moves; `legal` dots squares, and those of
    `gains` more strongly; `marks` points at squares (a refusal's, say), `cursor` frames one, `hints` are outlined and
    numbered. `ghost` lays a tile down for a try; with `changes`, what it would do is shown. `counts` writes each
    player's pagodas (Q17) at all villages or at those named. `places` of `pagoda_places` keep pagodas where they
    stood; those at `fresh` places (squares and villages) are told apart. `size` is the width in pixels. Without
    `style` the page gives the style sheet, without `hits` there is nothing to listen to; `crop` shows that part only.
    Pictures on one page take their patterns from the first one with their `prefix`: give them different ones if that
    one may be hidden or has other colours.
    """
    board, prefix, stand = position.board, check_prefix(prefix), places or {}
    preview = Preview(position, ghost, prefix, stand) if ghost and changes and not position.why_not(ghost) else None
    layers = [
        definitions(prefix, len(position.players)),
        tray(board, coordinates),
        land(board, prefix),
        _villages(position, prefix),
    ]
    if coordinates:
        layers.append(coordinates_of(board))
    layers.append(_spaces(position, prefix))
    layers += [_last(board, move, "last earlier") for move in earlier]
    if last:
        layers.append(_last(board, Move.parse(last) if isinstance(last, str) else last))
    layers.append(_pagodas(position, prefix, preview, stand, fresh))
    if lit := named(board, legal):
        layers.append(_legal(board, lit, named(board, gains)))
    if ghost:
        layers.append(_ghost(position, ghost, prefix))
    if framed_square := named(board, [cursor] if cursor else []):
        x, y = corner(board, each(framed_square)[0])
        layers.append(f'<rect class="cursor" x="{x + 3}" y="{y + 3}" width="94" height="94" rx="14"/>')
    labels = pagodas_in_sight(position, stand) if preview or counts else None
    if preview and labels:
        layers.append(preview.draw(labels))
    if pointed := named(board, marks):
        outline = area_path(board, pointed, 8, 20)
        layers.append(f'<g class="marks"><path class="under" d="{outline}"/><path d="{outline}"/></g>')
    if counts and labels:
        letters = set(board.village_numbers if counts is True else counts) - (preview.villages if preview else set())
        chips = [count_chips(position, letter, labels) for letter in board.village_numbers if letter in letters]
        layers.append(f'<g class="counts">{"".join(chips)}</g>')
    if hints:
        layers.append(_hints(board, hints))
    if hits:
        layers.append(places_to_press(board))
    return _svg(crop or picture_box(board, coordinates), "\n".join(["", *layers, ""]), title, size, style)


def hits_svg(board: Board, *, coordinates: bool = True, hints: Sequence[Hint] = ()) -> str:
    """Draw nothing but the places to listen to: laid over a picture without `hits`, they outlive its redraws."""
    found = places_to_press(board) + badge_hits(hints, badges(board, (hint.places for hint in hints)), BADGE)
    return _svg(picture_box(board, coordinates), found, None, None, style=False)


def tile_svg(
    tile: str, *, turned: int = 0, size: int | None = None, style: bool = False, prefix: str = "qin-tile"
) -> str:
    """Draw a tile as it lies in a hand; `turned` counts quarter turns clockwise, `?` is a tile's back."""
    if tile not in KINDS and tile != "?":
        raise NotationError(Fault("tile", "malformed", quote(tile)))
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
    """Trace the seal of start spaces and of tiles' backs in the square with that corner."""
    return f"M{x + 24} {y + 50}l26-26l26 26l-26 26zM{x + 38} {y + 50}l12-12l12 12l-12 12z"


def _villages(position: "Position", prefix: str) -> str:
    board = position.board
    found = ['<g class="villages">']
    for (letter, squares), holder in zip(board.villages, position.holders, strict=True):
        found.append(f'<g class="village" data-village="{letter}" data-owner="{holder}">')
        found.append(village(board, squares, not holder, prefix))
    found.append("</g>")
    return "".join(found)


def _spaces(position: "Position", prefix: str) -> str:
    """Draw provinces as glazed slabs with a rim of their owner's colour, and single spaces (Q13) as plaques."""
    board = position.board
    edges, slabs, plaques = [], [], []
    for colour, single, layer in zip(COLOURS, position.spaces, position.layers, strict=True):
        for squares, owner, *_ in sorted(layer.provinces, key=first_square):
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
    for square in each(squares):
        x, y = corner(board, square)
        found.append(
            f'<use class="{COLOUR_NAMES[colour]} single" data-space="{board.square_name(square)}"'
            f' href="#{prefix}-s{colour}" x="{x}" y="{y}"/>'
        )
    return "".join(found)


@lru_cache(maxsize=64)
def _seals(board: Board) -> str:
    """Draw the seals of the start spaces."""
    signs = "".join(_sign(*corner(board, square)) for start in board.starts for square in each(start))
    return f'<path class="seal" d="{signs}"/><path class="sign" d="{signs}"/></g>'


def _pagodas(
    position: "Position", prefix: str, preview: Preview | None, places: Mapping[Squares, int], fresh: Collection[str]
) -> str:
    """Put a pagoda, one for all that stand there, on each province and each village that somebody holds.

    Those at the back come first: double ones reach over the square behind them.
    """
    board = position.board
    going, replaced = (preview.going, preview.replaced) if preview else (set[Squares](), set[Squares]())
    found = []
    for layer in position.layers:
        for squares, owner, pagodas, *_ in layer.provinces:
            if squares not in replaced:
                square = standing(board, squares, places)
                place = board.square_name(square)
                state = "going" if squares in going else ""
                drawn = pagoda_use(owner, pagodas == 2, place, corner(board, square), prefix, state, place in fresh)
                found.append((-square, drawn))
    for (letter, squares), holder in zip(board.villages, position.holders, strict=True):
        if holder and squares not in replaced:
            at = village_corner(board, squares)
            found.append((-squares.bit_length(), village_pagoda(holder, letter, at, prefix, "", letter in fresh)))
    found.sort()
    return f'<g class="pagodas">{"".join([drawn for _, drawn in found])}</g>'


def _last(board: Board, move: Move, kind: str = "last") -> str:
    """Frame a tile that was placed lately by its four corners."""
    corners = [corner(board, square) for square in each(named(board, move.squares))]
    if not corners:
        return ""
    left, top = min(x for x, _ in corners) + 3, min(y for _, y in corners) + 3
    right, bottom = max(x for x, _ in corners) + SIZE - 3, max(y for _, y in corners) + SIZE - 3
    path = (
        f"M{left} {top + 24}v-24h24M{right - 24} {top}h24v24M{right} {bottom - 24}v24h-24M{left + 24} {bottom}h-24v-24"
    )
    return f'<g class="{kind}"><path class="under" d="{path}"/><path d="{path}"/></g>'


def _legal(board: Board, squares: Squares, gains: Squares) -> str:
    """Put a quiet dot on squares, and a strong one where something is gained."""
    quiet, strong = _dots(board, squares & ~gains), _dots(board, squares & gains)
    layers = (("dot", quiet), ("ring", strong), ("gain", strong))
    return f'<g class="legal">{"".join(f"""<path class="{kind}" d="{dots}"/>""" for kind, dots in layers if dots)}</g>'


def _dots(board: Board, squares: Squares) -> str:
    return "".join(f"M{x + 50} {y + 50}h0" for x, y in (corner(board, square) for square in each(squares)))


def _ghost(position: "Position", move: Move, prefix: str) -> str:
    """Lay a tile down for a try; the class `refused` tells that it can't stay."""
    board = position.board
    squares = named(board, move.squares)
    found = [f'<g class="ghost{" refused" if position.why_not(move) else ""}" data-move="{move}">']
    found.append(f'<path class="edges" d="{area_path(board, squares, 4, 20)}"/>')
    for colour in COLOURS:
        if half := named(board, (square for name, square in move.spaces if name == colour)):
            path = area_path(board, half, 6, 18)
            found.append(
                f'<g class="{COLOUR_NAMES[colour]}"><path class="top" fill="url(#{prefix}-{colour})" d="{path}"/></g>'
            )
    found.append(f'<path class="tile" d="{area_path(board, squares, 4, 20)}"/></g>')
    return "".join(found)


def _hints(board: Board, hints: Sequence[Hint]) -> str:
    """Outline the places of hints, and number them."""
    spots = badges(board, (hint.places for hint in hints))
    paths = [area_path(board, named(board, hint.places), 8, 20) for hint in hints]
    outlines = [f'<path class="under" d="{path}"/><path d="{path}"/>' for path in paths]
    numbers = [
        f'<g data-hint="{hint.rank}"><circle cx="{x}" cy="{y}" r="{BADGE}"/>'
        f'<text x="{x}" y="{y}">{hint.rank}</text></g>'
        for hint, (x, y) in zip(hints, spots, strict=True)
    ]
    return f'<g class="hints">{"".join(outlines)}{"".join(numbers)}</g>'
