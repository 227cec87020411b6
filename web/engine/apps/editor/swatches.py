"""The brushes' faces: each is shown as what it paints, the first square of a small board."""

from functools import cache

from engine.apps.editor.painting import ERASER, LARGE_VILLAGE, PAGODA, STARTS, VILLAGE, paint
from engine.apps.editor.sketch import Sketch
from engine.html import Html, svg_html
from qin_core.qin import svg
from qin_core.qin.board import GRASS, WATER
from qin_core.qin.outline import SIZE as SQUARE
from qin_core.qin.tiles import COLOURS

SIZE = 36
"""How high a brush's face is, in pixels."""
_MEADOW = ("....", "....", "....", "....")
_EMPTY = (
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 15 14 5l6 6-8 8H8zM9 10l6 6M12 19h8"/></svg>'
)
_NAMES = {GRASS: "grass", WATER: "water", **{mark: f"start-{mark.lower()}" for mark in STARTS}}


def brush_name(brush: str) -> str:
    """Name a brush as the catalogue does: some are signs of the map."""
    return _NAMES.get(brush, brush)


def brush_kind(brush: str) -> str:
    """Name what a brush is for: the three colours are used alike, and so are the three start spaces."""
    return "colour" if brush in COLOURS else "start" if brush in STARTS else brush_name(brush)


@cache
def swatch(brush: str, player: int) -> Html:
    """Draw what a brush paints; only pagodas depend on the player."""
    if brush == ERASER:
        return Html(_EMPTY)
    if brush == PAGODA:
        return svg_html(svg.pagoda_svg(player, size=SIZE))
    squares = ("a4", "b4") if brush == LARGE_VILLAGE else ("a4",)
    sketch = Sketch.on(_MEADOW)
    for square in squares:
        sketch = paint(sketch, brush, square, player)
    wide = len(squares)
    picture = svg.board_svg(
        sketch.drawn(),
        coordinates=False,
        size=SIZE * wide,
        style=False,
        hits=False,
        crop=(0, 0, SQUARE * wide, SQUARE),
        prefix=f"swatch-{brush_name(brush)}",
    )
    return svg_html(picture)


KEYS = {
    **{colour: colour for colour in COLOURS},
    ERASER: "x",
    PAGODA: "p",
    GRASS: "g",
    WATER: "w",
    **{mark: mark.lower() for mark in STARTS},
    VILLAGE: "v",
    LARGE_VILLAGE: "j",
}
"""The key of each brush, on the map and on what lies on it."""
