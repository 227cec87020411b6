"""Changes of sketches: by brushes, and by the fields of the editor's form."""

from collections.abc import Callable
from dataclasses import replace

from engine.games.qin.sketch import NO_OWNER, UNDEALT, Sketch, mark_at, neighbours, set_mark, sort_hand
from qin_core.qin import BOARDS
from qin_core.qin.board import COLUMNS, GRASS, MAX_SIDE, MIN_SIDE, VILLAGE_SQUARES, WATER, split_name
from qin_core.qin.notation import NO_SPACE
from qin_core.qin.tiles import COLOURS, HAND_SIZE, HIDDEN_TILE, KINDS

MAP = "map"
"""The name of every map that is not a published board."""
ERASER, PAGODA = "erase", "pagoda"
VILLAGE, LARGE_VILLAGE = "village", "large-village"
STARTS = tuple(COLOURS.upper())
"""The marks of start spaces on a map."""
MAP_BRUSHES = (GRASS, WATER, *STARTS, VILLAGE, LARGE_VILLAGE)
PIECES = (*KINDS, HIDDEN_TILE)
SIDES = [str(size) for size in range(MIN_SIDE, MAX_SIDE + 1)]
NO_PILES = "-"
"""The piles in the notation of a position line if there are none."""
MAX_PILE_TEXT = 300


def paint(sketch: Sketch, brush: str, square: str, player: int) -> Sketch:
    """Use a brush on a square; `player` gets a new province. An impossible stroke changes nothing."""
    if brush in MAP_BRUSHES:
        return _paint_map(sketch, brush, square, player)
    if brush == PAGODA:
        return give(sketch, square, player)
    colour = NO_SPACE if brush == ERASER else brush
    return _colour_space(sketch, square, colour, player) if takes_colour(sketch, square, colour) else sketch


def takes_colour(sketch: Sketch, square: str, colour: str) -> bool:
    """Return whether a square can get a colour, or lose its own."""
    return mark_at(sketch.terrain, square) == GRASS or _corrects_space(sketch, square, colour)


def can_have_owner(sketch: Sketch, square: str) -> bool:
    """Return whether a square belongs to a province or a village."""
    return len(sketch.area_at(square)) > 1 or mark_at(sketch.terrain, square) in COLUMNS


def counter_brush(sketch: Sketch, brush: str, square: str) -> str:
    """Return the brush for a stroke from a square: if the brush has already painted it, the one that removes that."""
    mark = mark_at(sketch.terrain, square)
    if brush in COLOURS and mark_at(sketch.spaces, square) == brush and mark == GRASS:
        return ERASER
    if brush in (WATER, *STARTS) and mark == brush:
        return GRASS
    if brush == VILLAGE and mark in COLUMNS:
        return GRASS
    if brush == LARGE_VILLAGE and mark in COLUMNS and len(sketch.squares_with(mark)) >= VILLAGE_SQUARES:
        return GRASS
    return brush


def give(sketch: Sketch, square: str, player: int) -> Sketch:
    """Make a player the owner of the province or village at a square; a second time, the village becomes free."""
    area = sketch.area_at(square)
    if len(area) > 1:
        return replace(sketch, owners=_with_owner(sketch, area, str(player)))
    letter = mark_at(sketch.terrain, square)
    if letter not in COLUMNS:
        return sketch
    holders = dict(sketch.holders)
    if holders.get(letter) == player:
        del holders[letter]
    else:
        holders[letter] = player
    return replace(sketch, holders=tuple(sorted(holders.items())))


def between(start: str, end: str) -> list[str]:
    """List the squares on the line between two squares, without the first: fast pointers skip some."""
    (x, y), (end_x, end_y) = split_name(start), split_name(end)
    steps = max(abs(end_x - x), abs(end_y - y))
    path = [(x + round((end_x - x) * n / steps), y + round((end_y - y) * n / steps)) for n in range(1, steps + 1)]
    return [f"{COLUMNS[column]}{row + 1}" for column, row in path]


def resize(sketch: Sketch, width: int, height: int) -> Sketch:
    """Add grassland at the right and at the top, or remove squares there; a1 stays where it is."""
    terrain, spaces, owners = (
        _resize_rows(rows, width, height, fill)
        for rows, fill in ((sketch.terrain, GRASS), (sketch.spaces, NO_SPACE), (sketch.owners, NO_OWNER))
    )
    marks = {mark for row in terrain for mark in row}
    holders = tuple((letter, holder) for letter, holder in sketch.holders if letter in marks)
    resized = replace(sketch, terrain=terrain, spaces=spaces, owners=owners, holders=holders)
    # A province of which a single space remains is no longer one.
    for square in (square for area in sketch.areas for square in area if _is_on_board(resized, square)):
        if len(resized.area_at(square)) == 1:
            resized = replace(resized, owners=set_mark(resized.owners, square, NO_OWNER))
    return resized


def _is_on_board(sketch: Sketch, square: str) -> bool:
    column, row = split_name(square)
    return column < len(sketch.terrain[0]) and row < len(sketch.terrain)


def _resize_rows(rows: tuple[str, ...], width: int, height: int, fill: str) -> tuple[str, ...]:
    wide = [row[:width].ljust(width, fill) for row in rows]
    return (*(fill * width,) * (height - len(wide)), *wide[max(0, len(wide) - height) :])


def _corrects_space(sketch: Sketch, square: str, colour: str) -> bool:
    """Return whether a colour corrects a square off the grassland, where only start spaces have a colour: their own."""
    mark = mark_at(sketch.terrain, square)
    correct = mark.lower() if mark in STARTS else NO_SPACE
    return colour == correct != mark_at(sketch.spaces, square)


def _colour_space(sketch: Sketch, square: str, colour: str, player: int) -> Sketch:
    """Colour or clear a space, and update the owners of the provinces around it."""
    painted = replace(
        sketch,
        spaces=set_mark(sketch.spaces, square, colour),
        owners=set_mark(sketch.owners, square, NO_OWNER),
    )
    for nearby in (square, *neighbours(painted.spaces, square)):
        area = painted.area_at(nearby)
        # A province without the square keeps its owner, unless a single space remains of it.
        if area and (square in area or len(area) == 1):
            painted = replace(painted, owners=_with_owner(painted, area, _majority_owner(painted, area, player)))
    return painted


def _majority_owner(sketch: Sketch, area: tuple[str, ...], player: int) -> str:
    """Return the owner of most spaces of an area, else `player`; a single space has no owner (Q13)."""
    if len(area) == 1:
        return NO_OWNER
    owners = [owner for square in area if (owner := mark_at(sketch.owners, square)) != NO_OWNER]
    return max(sorted(set(owners)), key=owners.count) if owners else str(player)


def _with_owner(sketch: Sketch, area: tuple[str, ...], owner: str) -> tuple[str, ...]:
    owners = sketch.owners
    for square in area:
        owners = set_mark(owners, square, owner)
    return owners


def _paint_map(sketch: Sketch, brush: str, square: str, player: int) -> Sketch:
    """Change the map; remove spaces and villages that no longer fit, and colour start spaces."""
    before = mark_at(sketch.terrain, square)
    mark = _village_letter(sketch, square, brush) if brush in (VILLAGE, LARGE_VILLAGE) else brush
    if mark in ("", before):
        return sketch
    painted = replace(sketch, terrain=set_mark(sketch.terrain, square, mark))
    if before in COLUMNS and before not in {mark for row in painted.terrain for mark in row}:
        painted = replace(painted, holders=tuple(owned for owned in painted.holders if owned[0] != before))
    space = mark.lower() if mark in STARTS else NO_SPACE
    if space == mark_at(painted.spaces, square):
        return painted
    return _colour_space(painted, square, space, player)


def _village_letter(sketch: Sketch, square: str, brush: str) -> str:
    """Return the letter for a village square: of a neighbour with room, else an unused one; empty if there is none."""
    mark = mark_at(sketch.terrain, square)
    if mark in COLUMNS and len(sketch.squares_with(mark)) == 1 and brush == VILLAGE:
        return mark
    if brush == LARGE_VILLAGE:
        adjacent = {mark_at(sketch.terrain, nearby) for nearby in neighbours(sketch.terrain, square)} & set(COLUMNS)
        single = [letter for letter in adjacent if letter != mark and len(sketch.squares_with(letter)) == 1]
        if single:
            return max(single)
        if mark in COLUMNS:
            return mark
    used = {letter for row in sketch.terrain for letter in row}
    return next((letter for letter in COLUMNS if letter not in used), "")


# The fields of the form


def _choose_board(sketch: Sketch, value: str) -> Sketch:
    """Switch to one of the boards, or to empty grassland of the same size."""
    if value in BOARDS:
        return sketch if value == sketch.board_name else sketch.with_terrain(BOARDS[value].rows)
    if value != MAP or sketch.board_name not in BOARDS:
        return sketch
    return sketch.with_terrain(tuple(GRASS * len(row) for row in sketch.terrain))


def _change_width(sketch: Sketch, value: str) -> Sketch:
    return resize(sketch, int(value), len(sketch.terrain)) if value in SIDES else sketch


def _change_height(sketch: Sketch, value: str) -> Sketch:
    return resize(sketch, len(sketch.terrain[0]), int(value)) if value in SIDES else sketch


def _change_players(sketch: Sketch, value: str) -> Sketch:
    """Set the number of players; provinces of removed players are problems until they get another owner."""
    if value not in ("2", "3", "4"):
        return sketch
    players = int(value)
    added = ((HIDDEN_TILE,) * HAND_SIZE,) * (players - sketch.players)
    return replace(sketch, hands=(*sketch.hands, *added)[:players], player_to_move=min(sketch.player_to_move, players))


def _change_player_to_move(sketch: Sketch, value: str) -> Sketch:
    players = [str(player) for player in range(1, sketch.players + 1)]
    return replace(sketch, player_to_move=int(value)) if value in players else sketch


def _write_piles(sketch: Sketch, value: str) -> Sketch:
    """Set the piles from the notation of a position line; an empty text means no piles."""
    return replace(sketch, piles="".join(value.split())[:MAX_PILE_TEXT] or NO_PILES)


def _choose_piles(sketch: Sketch, value: str) -> Sketch:
    piles = {"rest": UNDEALT, "none": NO_PILES, "written": sketch.piles or sketch.undealt_piles}
    return replace(sketch, piles=piles.get(value, sketch.piles))


FIELDS: dict[str, Callable[[Sketch, str], Sketch]] = {
    "board": _choose_board,
    "width": _change_width,
    "height": _change_height,
    "players": _change_players,
    "mover": _change_player_to_move,
    "piles": _choose_piles,
    "pile-text": _write_piles,
}


def change_hand(sketch: Sketch, operation: str, player: int, value: str) -> Sketch:
    """Add a tile to a hand if there is room (`put`), or remove one by its index (`take`)."""
    hand = sketch.hands[player - 1]
    if operation == "put":
        changed = (*hand, value) if value in PIECES and len(hand) < HAND_SIZE else hand
    else:
        changed = tuple(tile for index, tile in enumerate(hand) if str(index) != value)
    return replace(sketch, hands=(*sketch.hands[: player - 1], sort_hand(changed), *sketch.hands[player:]))


def open_hand(sketch: Sketch, needed: str) -> Sketch:
    """Replace the hidden tiles of the player to move by tiles of other kinds, first of all the `needed` one."""
    player = sketch.player_to_move
    hand = sketch.hands[player - 1]
    known = [tile for tile in hand if tile != HIDDEN_TILE]
    opened = list(dict.fromkeys((*known, needed, *KINDS)))[: len(hand)]
    return replace(sketch, hands=(*sketch.hands[: player - 1], sort_hand(opened), *sketch.hands[player:]))
