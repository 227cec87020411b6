"""Painting sketches: what each brush does to a square of the map or of the position on it."""

from dataclasses import replace

from engine.games.qin.sketch import FREE, NOBODY, Sketch, neighbours, put_sign, sign_at
from qin_core.qin.board import COLUMNS, GRASS, VILLAGE_SQUARES, WATER, split_name
from qin_core.qin.tiles import COLOURS

ERASER, PAGODA = "erase", "pagoda"
VILLAGE, LARGE_VILLAGE = "village", "large-village"
STARTS = tuple(COLOURS.upper())
POSITION_BRUSHES = (*COLOURS, ERASER, PAGODA)
MAP_BRUSHES = (GRASS, WATER, *STARTS, VILLAGE, LARGE_VILLAGE)


def paint(sketch: Sketch, brush: str, square: str, player: int) -> Sketch:
    """Use a brush on a square; a new province goes to `player`. Where it can't be used, nothing changes."""
    if brush in MAP_BRUSHES:
        return _paint_map(sketch, brush, square, player)
    if brush == PAGODA:
        return give(sketch, square, player)
    colour = FREE if brush == ERASER else brush
    if sign_at(sketch.marks, square) != GRASS and not _astray(sketch, square, colour):
        return sketch
    return _colour(sketch, square, colour, player)


def counter_brush(sketch: Sketch, brush: str, square: str) -> str:
    """Name the brush that a stroke beginning on a square uses: on what the brush has painted, what takes it away."""
    mark = sign_at(sketch.marks, square)
    if brush in COLOURS and sign_at(sketch.spaces, square) == brush and mark == GRASS:
        return ERASER
    if brush in (WATER, *STARTS) and mark == brush:
        return GRASS
    if brush == VILLAGE and mark in COLUMNS:
        return GRASS
    if brush == LARGE_VILLAGE and mark in COLUMNS and len(sketch.squares_with(mark)) >= VILLAGE_SQUARES:
        return GRASS
    return brush


def give(sketch: Sketch, square: str, player: int) -> Sketch:
    """Give the province or the village at a square to a player; a village that is theirs already becomes free."""
    area = sketch.area_at(square)
    if len(area) > 1:
        return replace(sketch, owners=_own(sketch, area, str(player)))
    letter = sign_at(sketch.marks, square)
    if letter not in COLUMNS:
        return sketch
    holders = dict(sketch.holders)
    if holders.get(letter) == player:
        del holders[letter]
    else:
        holders[letter] = player
    return replace(sketch, holders=tuple(sorted(holders.items())))


def between(start: str, end: str) -> list[str]:
    """Name the squares from one to another, without the first: a quick hand skips some."""
    (x, y), (to_x, to_y) = split_name(start), split_name(end)
    steps = max(abs(to_x - x), abs(to_y - y))
    way = [(x + round((to_x - x) * n / steps), y + round((to_y - y) * n / steps)) for n in range(1, steps + 1)]
    return [f"{COLUMNS[column]}{row + 1}" for column, row in way]


def resize(sketch: Sketch, width: int, height: int) -> Sketch:
    """Add grassland at the right and at the top, or cut squares off there; a1 stays where it is."""
    marks, spaces, owners = (
        _resize_rows(rows, width, height, fill)
        for rows, fill in ((sketch.marks, GRASS), (sketch.spaces, FREE), (sketch.owners, NOBODY))
    )
    left = {sign for row in marks for sign in row}
    holders = tuple((letter, holder) for letter, holder in sketch.holders if letter in left)
    resized = replace(sketch, marks=marks, spaces=spaces, owners=owners, holders=holders)
    single = [square for area in sketch.areas for square in area if _on(resized, square)]
    for square in single:
        if len(resized.area_at(square)) == 1:
            resized = replace(resized, owners=put_sign(resized.owners, square, NOBODY))
    return resized


def _on(sketch: Sketch, square: str) -> bool:
    column, up = split_name(square)
    return column < len(sketch.marks[0]) and up < len(sketch.marks)


def _resize_rows(rows: tuple[str, ...], width: int, height: int, fill: str) -> tuple[str, ...]:
    wide = [row[:width].ljust(width, fill) for row in rows]
    return (*(fill * width,) * (height - len(wide)), *wide[max(0, len(wide) - height) :])


def _astray(sketch: Sketch, square: str, colour: str) -> bool:
    """Tell whether painting puts right what a faulty text says of a square that isn't grassland."""
    mark = sign_at(sketch.marks, square)
    wanted = mark.lower() if mark in STARTS else FREE
    return colour == wanted != sign_at(sketch.spaces, square)


def _colour(sketch: Sketch, square: str, colour: str, player: int) -> Sketch:
    """Colour a space or take its colour away, and see to it that provinces have one owner each."""
    painted = replace(
        sketch,
        spaces=put_sign(sketch.spaces, square, colour),
        owners=put_sign(sketch.owners, square, NOBODY),
    )
    for other in (square, *neighbours(painted.spaces, square)):
        area = painted.area_at(other)
        if area and (square in area or len(area) == 1):
            painted = replace(painted, owners=_own(painted, area, _owner(painted, area, player)))
    return painted


def _owner(sketch: Sketch, area: tuple[str, ...], player: int) -> str:
    """Find whose an area is: whoever had the most of it, else `player`; a single space is nobody's (Q13)."""
    if len(area) == 1:
        return NOBODY
    owners = [owner for square in area if (owner := sign_at(sketch.owners, square)) != NOBODY]
    return max(sorted(set(owners)), key=owners.count) if owners else str(player)


def _own(sketch: Sketch, area: tuple[str, ...], owner: str) -> tuple[str, ...]:
    owners = sketch.owners
    for square in area:
        owners = put_sign(owners, square, owner)
    return owners


def _paint_map(sketch: Sketch, brush: str, square: str, player: int) -> Sketch:
    """Change the map; what can't lie on the new ground is taken away, a start space gets its colour."""
    before = sign_at(sketch.marks, square)
    mark = _village_letter(sketch, square, brush) if brush in (VILLAGE, LARGE_VILLAGE) else brush
    if mark in ("", before):
        return sketch
    painted = replace(sketch, marks=put_sign(sketch.marks, square, mark))
    if before in COLUMNS and before not in {sign for row in painted.marks for sign in row}:
        painted = replace(painted, holders=tuple(item for item in painted.holders if item[0] != before))
    space = mark.lower() if mark in STARTS else FREE
    if space == sign_at(painted.spaces, square):
        return painted
    return _colour(painted, square, space, player)


def _village_letter(sketch: Sketch, square: str, brush: str) -> str:
    """Find the letter for a village square: a neighbour's that has room, or one that is free; none if all are taken."""
    mark = sign_at(sketch.marks, square)
    if mark in COLUMNS and len(sketch.squares_with(mark)) == 1 and brush == VILLAGE:
        return mark
    if brush == LARGE_VILLAGE:
        beside = {sign_at(sketch.marks, other) for other in neighbours(sketch.marks, square)} & set(COLUMNS)
        roomy = [letter for letter in beside if letter != mark and len(sketch.squares_with(letter)) == 1]
        if roomy:
            return max(roomy)
        if mark in COLUMNS:
            return mark
    used = {sign for row in sketch.marks for sign in row}
    return next((letter for letter in COLUMNS if letter not in used), "")
