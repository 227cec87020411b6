"""Changing sketches: what each brush does to a square, and each field of the form to the sketch."""

from collections.abc import Callable
from dataclasses import replace

from engine.games.qin.sketch import FREE, NOBODY, REST, Sketch, neighbours, put_sign, sign_at, sort_hand
from qin_core.qin import BOARDS
from qin_core.qin.board import COLUMNS, GRASS, MAX_SIDE, MIN_SIDE, VILLAGE_SQUARES, WATER, split_name
from qin_core.qin.tiles import COLOURS, HAND_SIZE, HIDDEN_TILE, KINDS

MAP = "map"
"""The name of every board that is not one of the published ones."""
ERASER, PAGODA = "erase", "pagoda"
VILLAGE, LARGE_VILLAGE = "village", "large-village"
STARTS = tuple(COLOURS.upper())
MAP_BRUSHES = (GRASS, WATER, *STARTS, VILLAGE, LARGE_VILLAGE)
PIECES = (*KINDS, HIDDEN_TILE)
SIDES = [str(size) for size in range(MIN_SIDE, MAX_SIDE + 1)]
NO_PILES = "-"
MAX_PILE_TEXT = 300


def paint(sketch: Sketch, brush: str, square: str, player: int) -> Sketch:
    """Use a brush on a square; a new province goes to `player`. Where it can't be used, nothing changes."""
    if brush in MAP_BRUSHES:
        return _paint_map(sketch, brush, square, player)
    if brush == PAGODA:
        return give(sketch, square, player)
    colour = FREE if brush == ERASER else brush
    if sign_at(sketch.marks, square) != GRASS and not _off_grassland(sketch, square, colour):
        return sketch
    return _colour(sketch, square, colour, player)


def counter_brush(sketch: Sketch, brush: str, square: str) -> str:
    """Name the brush of a stroke that begins on a square: on what the brush has painted, one that erases it."""
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
    """Name the squares from one to another, without the first: fast pointers skip some."""
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


def _off_grassland(sketch: Sketch, square: str, colour: str) -> bool:
    """Tell whether painting corrects a square that a faulty text puts off the grassland."""
    mark = sign_at(sketch.marks, square)
    wanted = mark.lower() if mark in STARTS else FREE
    return colour == wanted != sign_at(sketch.spaces, square)


def _colour(sketch: Sketch, square: str, colour: str, player: int) -> Sketch:
    """Colour a space or clear it, and give every province one owner."""
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
    """Return the owner of an area: the player with most of its spaces, else `player`; none for a single space (Q13)."""
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
    """Change the map; what can't lie on it is removed, a start space gets its colour."""
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
    """Find the letter for a village square: that of a neighbour with room, or a free one; None if all are used."""
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


# The fields of the form


def _choose_board(sketch: Sketch, value: str) -> Sketch:
    """Take one of the boards, or empty grassland to paint a map on."""
    if value in BOARDS:
        return sketch if value == sketch.board_name else sketch.moved_to(BOARDS[value].rows)
    if value != MAP or sketch.board_name not in BOARDS:
        return sketch
    return sketch.moved_to(tuple(GRASS * len(row) for row in sketch.marks))


def _change_width(sketch: Sketch, value: str) -> Sketch:
    return resize(sketch, int(value), len(sketch.marks)) if value in SIDES else sketch


def _change_height(sketch: Sketch, value: str) -> Sketch:
    return resize(sketch, len(sketch.marks[0]), int(value)) if value in SIDES else sketch


def _change_players(sketch: Sketch, value: str) -> Sketch:
    """Set the number of players; property of removed players is a problem until it gets another owner."""
    if value not in ("2", "3", "4"):
        return sketch
    players = int(value)
    more = ((HIDDEN_TILE,) * HAND_SIZE,) * (players - sketch.players)
    return replace(sketch, hands=(*sketch.hands, *more)[:players], player_to_move=min(sketch.player_to_move, players))


def _change_mover(sketch: Sketch, value: str) -> Sketch:
    players = [str(player) for player in range(1, sketch.players + 1)]
    return replace(sketch, player_to_move=int(value)) if value in players else sketch


def _write_piles(sketch: Sketch, value: str) -> Sketch:
    """Take the piles as a position line has them; an empty text means none."""
    return replace(sketch, piles="".join(value.split())[:MAX_PILE_TEXT] or NO_PILES)


def _choose_piles(sketch: Sketch, value: str) -> Sketch:
    piles = {"rest": REST, "none": NO_PILES, "written": sketch.piles or sketch.rest}
    return replace(sketch, piles=piles.get(value, sketch.piles))


FIELDS: dict[str, Callable[[Sketch, str], Sketch]] = {
    "board": _choose_board,
    "width": _change_width,
    "height": _change_height,
    "players": _change_players,
    "mover": _change_mover,
    "piles": _choose_piles,
    "pile-text": _write_piles,
}


def change_hand(sketch: Sketch, way: str, player: int, value: str) -> Sketch:
    """Put a tile into a hand if there is room, or take one out by its place."""
    hand = sketch.hands[player - 1]
    if way == "put":
        changed = (*hand, value) if value in PIECES and len(hand) < HAND_SIZE else hand
    else:
        changed = tuple(tile for at, tile in enumerate(hand) if str(at) != value)
    return replace(sketch, hands=(*sketch.hands[: player - 1], sort_hand(changed), *sketch.hands[player:]))
