"""Qin in the editor: maps, spaces, pagodas, hands and piles."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import ClassVar, Self

from engine.games.editor import Brush, GameEditor, LocatedProblem, Tools, outline_icon
from engine.games.qin import painting
from engine.games.qin.narrator import Narrator
from engine.games.qin.painting import ERASER, LARGE_VILLAGE, MAP, PAGODA, STARTS, VILLAGE
from engine.games.qin.sketch import (
    UNDEALT,
    Sketch,
    is_board_file,
    locate_problems,
    mark_at,
    parse_sketch,
    square_names,
)
from engine.games.qin.update import walk
from engine.games.qin.view import lay_out
from engine.html import NOTHING, Markup, ViewContext, boolean, choice, disabled, join, svg_html, text, translate
from engine.words import say
from qin_core.common.bits import iter_bits
from qin_core.common.svg import ViewBox
from qin_core.qin import BOARDS, Move, Position, Record, svg
from qin_core.qin.board import GRASS, WATER, map_problems
from qin_core.qin.outline import SIZE as SQUARE
from qin_core.qin.tiles import COLOURS, HAND_SIZE, HIDDEN_TILE, KINDS

POSITION = "position"
SWATCH = 36
"""The height of a brush's picture in pixels."""
_GRASSLAND = ("....", "....", "....", "....")


@dataclass(frozen=True)
class QinEditor(GameEditor):
    """The editor's interface to a sketch of Qin."""

    sketch: Sketch = field(default_factory=lambda: Sketch.empty(BOARDS["bird"].rows))

    name: ClassVar[str] = "qin"
    title: ClassVar[str] = Record.game
    modes: ClassVar[Mapping[str, tuple[Brush, ...]]] = {
        POSITION: (
            *(Brush(colour, colour, f"brush-{colour}", "brush-does-colour") for colour in COLOURS),
            Brush(ERASER, "x", "brush-erase", "brush-does-erase"),
            Brush(PAGODA, "p", "brush-pagoda", "brush-does-pagoda"),
        ),
        MAP: (
            Brush(GRASS, "g", "brush-grass", "brush-does-grass"),
            Brush(WATER, "w", "brush-water", "brush-does-water"),
            *(Brush(mark, mark.lower(), f"brush-start-{mark.lower()}", "brush-does-start") for mark in STARTS),
            Brush(VILLAGE, "v", "brush-village", "brush-does-village"),
            Brush(LARGE_VILLAGE, "j", "brush-large-village", "brush-does-large-village"),
        ),
    }
    pieces: ClassVar[tuple[str, ...]] = painting.PIECES
    owners: ClassVar[bool] = True
    goals: ClassVar[Mapping[str, str]] = {
        "found": "event found",
        "found-two": "event found x2",
        "expand": "event expand",
        "major": "event major",
        "absorb": "event absorb",
        "connect": "event connect",
        "conquer": "event conquer",
        "pagodas-two": "pagodas 2",
        "pagodas-three": "pagodas 3",
        "win": "winners {mover}",
        "tied": "refused tied-merge",
        "joins": "refused joins-majors",
    }
    caption: ClassVar[str] = "picture-title"
    help: ClassVar[tuple[str, ...]] = ("how-paint", "how-map", "how-villages", "how-give", "how-out")
    shortcuts: ClassVar[Mapping[str, str]] = {
        "← ↑ → ↓": "key-arrows",
        "Home End": "key-ends",
        "Space": "key-dab",
        "Shift ←↑→↓": "key-paint-on",
        "R Y B": "key-colours",
        "X": "key-erase",
        "1 2 3 4": "key-give",
        "G W": "key-ground",
        "V J": "key-villages",
        "M": "key-mode",
        "Z": "key-undo",
        "U": "key-redo",
    }

    # Reading and writing

    @classmethod
    def new(cls) -> Self:
        return cls()

    @classmethod
    def claims(cls, text: str) -> bool:
        # A position line has seven parts with single spaces between them.
        return text.startswith(f'[Game "{cls.title}"]') or is_board_file(text) or text.count(" ") == 6

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(parse_sketch(text))

    @property
    def line(self) -> str:
        return self.sketch.line

    def position(self) -> Position:
        return Position.parse(self.line)

    def problems(self) -> tuple[LocatedProblem, ...]:
        return locate_problems(self.sketch)

    @property
    def opening_mode(self) -> str:
        is_blank = self.sketch == Sketch.empty(self.sketch.terrain)
        return MAP if is_blank and self.board_name == MAP else POSITION

    @property
    def board_name(self) -> str:
        """The name of the published board, or `MAP` for any other map."""
        name = self.sketch.board_name
        return name if name in BOARDS else MAP

    @property
    def board_file(self) -> str:
        if map_problems(self.sketch.terrain):
            return ""
        return "\n".join(self.sketch.terrain) + "\n"

    # Editing

    @property
    def players(self) -> int:
        return self.sketch.players

    def has_square(self, square: str) -> bool:
        return self.sketch.board.square(square) is not None

    def paint(self, tools: Tools, square: str) -> Self:
        return replace(self, sketch=painting.paint(self.sketch, tools.brush, square, tools.player))

    def stroke_brush(self, brush: str, square: str) -> str:
        """Return the brush for a stroke; if `brush` has already painted the square, the one that removes that."""
        return painting.counter_brush(self.sketch, brush, square)

    def between(self, brush: str, start: str, end: str) -> list[str]:
        """List the squares of a stroke; pagodas are placed by single clicks only."""
        return [] if brush == PAGODA else painting.between(start, end)

    def why_not(self, brush: str, square: str) -> str:
        """Return the text key of the reason why a pagoda or a colour can't be painted; empty if it can."""
        if brush == PAGODA:
            return "" if painting.can_have_owner(self.sketch, square) else "brush-needs-province"
        return "brush-needs-grass" if brush in COLOURS and not painting.takes_colour(self.sketch, square, brush) else ""

    def give(self, square: str, player: int) -> Self:
        """Change the owner of the province or village on a square."""
        return replace(self, sketch=painting.give(self.sketch, square, player))

    def change(self, field: str, value: str) -> Self:
        name, _, player = field.partition("-")
        if name in ("put", "take") and player in self._player_numbers():
            return replace(self, sketch=painting.change_hand(self.sketch, name, int(player), value))
        changed = painting.FIELDS[field](self.sketch, value) if field in painting.FIELDS else self.sketch
        return replace(self, sketch=changed)

    def mode_after(self, field: str, value: str) -> str:
        """Return `MAP` when the board becomes a map to edit."""
        return MAP if (field, value) == ("board", MAP) else ""

    def _player_numbers(self) -> list[str]:
        return [str(player) for player in range(1, self.players + 1)]

    def clear(self, mode: str) -> Self:
        marks = self.sketch.terrain
        emptied = tuple(GRASS * len(row) for row in marks) if mode == MAP else marks
        return replace(self, sketch=self.sketch.with_terrain(emptied))

    def walk(self, key: str, square: str) -> str | None:
        return walk(key, self.sketch.board, square)

    @classmethod
    def eraser(cls, mode: str) -> str:
        return GRASS if mode == MAP else ERASER

    @property
    def hides_hand(self) -> bool:
        return HIDDEN_TILE in self.sketch.hands[self.sketch.player_to_move - 1]

    def with_open_hand(self, move: str) -> Self:
        return replace(self, sketch=painting.open_hand(self.sketch, Move.parse(move).tile))

    def attempts(self) -> Iterator[str]:
        """Yield all placements of the hand's tiles on free grassland, legal or not."""
        position = self.position()
        board, hand = position.board, position.hand(position.player_to_move)
        tiles = [tile for tile in KINDS if tile in hand or HIDDEN_TILE in hand]
        free = [square for square in iter_bits(board.grass) if position.colour_at(board.square_name(square)) is None]
        for first in free:
            for second in iter_bits(board.neighbours[first]):
                if second in free:
                    name1, name2 = board.square_name(first), board.square_name(second)
                    yield from (
                        f"{tile[0]}{name1}{tile[1]}{name2}" for tile in tiles if tile[0] != tile[1] or first < second
                    )

    # Drawing

    def board(self, coordinates: bool, cursor: str | None) -> Markup:
        picture = svg.board_svg(
            self.sketch.as_position(),
            coordinates=coordinates,
            marks={square for problem in self.problems() for square in problem.squares},
            cursor=cursor,
            style=False,
            hits=False,
        )
        return svg_html(picture)

    def hits(self, coordinates: bool) -> Markup:
        return svg_html(svg.hits_svg(self.sketch.board, coordinates=coordinates))

    def describe_squares(self, language: str) -> Mapping[str, str]:
        return _describe(self.sketch, language)

    def grid(self, language: str) -> Markup:
        return lay_out(self.sketch.board, self.describe_squares(language), language)

    def swatch(self, brush: str, player: int) -> Markup:
        return _swatch(brush, player)

    def owner(self, language: str, player: int) -> str:
        return say(language, f"player-{player}")

    def owner_mark(self, player: int) -> Markup:
        return _swatch(PAGODA, player)

    def picture(self, title: str, coordinates: bool, size: int) -> str:
        return svg.board_svg(self.position(), coordinates=coordinates, title=title, size=size, hits=False)

    def picture_box(self, coordinates: bool) -> ViewBox:
        return svg.picture_box(self.sketch.board, coordinates)

    # The form

    def form(self, view: ViewContext, tools: Tools) -> Markup:
        """Draw the fields of the map, or of the position."""
        boards = {board: say(view.language, f"board-{board}") for board in (*BOARDS, MAP)}
        board = choice(view, "form", "board", "which-board", boards, self.board_name)
        if tools.mode == MAP:
            return Markup(board + self._map_fields(view))
        # The hands change most often, so they come first.
        return Markup(self._hands(view, tools.piece) + board + self._position_fields(view))

    def _map_fields(self, view: ViewContext) -> Markup:
        height, width = len(self.sketch.terrain), len(self.sketch.terrain[0])
        sides = {side: side for side in painting.SIDES}
        return Markup(
            '<div class="sides">'
            + choice(view, "form", "width", "map-width", sides, str(width))
            + choice(view, "form", "height", "map-height", sides, str(height))
            + f'</div><p class="quiet small">{translate(view, "map-hint")}</p>'
        )

    def _position_fields(self, view: ViewContext) -> Markup:
        counts = {str(n): say(view.language, "n-players", n=n) for n in (2, 3, 4)}
        players = {player: self.owner(view.language, int(player)) for player in self._player_numbers()}
        return Markup(
            choice(view, "form", "players", "how-many", counts, str(self.players))
            + choice(view, "form", "mover", "on-turn", players, str(self.sketch.player_to_move))
            + self._piles(view)
        )

    def _hands(self, view: ViewContext, chosen: str) -> Markup:
        """Draw a stock of tiles and all hands: a click on a slot adds the chosen tile or removes the tile there."""
        stock = join(
            Markup(
                f'<button type="button" class="stock" data-action="piece" data-value="{text(tile)}"'
                f' aria-pressed="{boolean(tile == chosen)}" aria-label="{text(_tile_name(view, tile))}"'
                f' title="{text(_tile_name(view, tile))}"{disabled(view)}>{svg_html(svg.tile_svg(tile))}</button>'
            )
            for tile in self.pieces
        )
        hands = join(self._hand(view, player, chosen) for player in range(1, self.players + 1))
        return Markup(
            f'<fieldset class="hands"><legend>{translate(view, "hands")}</legend>'
            f'<div class="stocks" role="group" aria-label="{translate(view, "tile-stock")}">{stock}</div>'
            f"{hands}</fieldset>"
        )

    def _hand(self, view: ViewContext, player: int, chosen: str) -> Markup:
        name, hand = self.owner(view.language, player), self.sketch.hands[player - 1]
        slots = [
            Markup(
                f'<button type="button" class="stock" data-action="form" data-value="take-{player}={number}"'
                f' aria-label="{translate(view, "take-tile-out", player=name, tile=_tile_name(view, tile))}"'
                f"{disabled(view)}>{svg_html(svg.tile_svg(tile))}</button>"
            )
            for number, tile in enumerate(hand)
        ]
        slots += [
            Markup(
                f'<button type="button" class="stock gap" data-action="form" data-value="put-{player}={text(chosen)}"'
                f' aria-label="{translate(view, "put-tile-in", player=name, tile=_tile_name(view, chosen))}"'
                f"{disabled(view)}>+</button>"
            )
            for _ in range(HAND_SIZE - len(hand))
        ]
        return Markup(
            f'<div class="hand p{player}" role="group" aria-label="{text(name)}">'
            f'<span class="mark" aria-hidden="true">{svg_html(svg.pagoda_svg(player))}</span>{"".join(slots)}</div>'
        )

    def _piles(self, view: ViewContext) -> Markup:
        """Draw the choice of piles: all undealt tiles, none, or written in notation."""
        piles = self.sketch.piles
        kind = "rest" if piles == UNDEALT else "none" if piles == painting.NO_PILES else "written"
        kinds = {name: say(view.language, f"piles-{name}") for name in ("rest", "none", "written")}
        written = (
            Markup(
                f'<label class="field"><span>{translate(view, "pile-text")}</span><input type="text" data-action="form"'
                f' data-field="pile-text" value="{text(piles)}" maxlength="{painting.MAX_PILE_TEXT}" spellcheck="false"'
                f' autocomplete="off"{disabled(view)}></label>'
            )
            if kind == "written"
            else NOTHING
        )
        return Markup(choice(view, "form", "piles", "place-piles", kinds, kind) + written)


# Descriptions and pictures


def _tile_name(view: ViewContext, tile: str) -> str:
    """Return the name of a tile: its colours."""
    if tile == HIDDEN_TILE:
        return say(view.language, "hidden-tile")
    one, two = (say(view.language, colour) for colour in tile)
    return say(view.language, "tile-colours", one=one, two=two)


@lru_cache(maxsize=2)
def _describe(sketch: Sketch, language: str) -> dict[str, str]:
    """Describe every square, and which ones are start spaces."""
    names = tuple(say(language, f"player-{player}") for player in range(1, 5))
    descriptions = dict(Narrator(language, names).squares(sketch.as_position()))
    for square in square_names(sketch.terrain):
        if mark_at(sketch.terrain, square) in STARTS:
            descriptions[square] = f"{say(language, 'start-space')} {descriptions[square]}"
    return descriptions


@cache
def _swatch(brush: str, player: int) -> Markup:
    """Draw a sample of a brush on the first square of a small board; only pagodas depend on the player."""
    if brush == ERASER:
        return outline_icon("M4 15 14 5l6 6-8 8H8zM9 10l6 6M12 19h8")
    if brush == PAGODA:
        return svg_html(svg.pagoda_svg(player, size=SWATCH))
    squares = ("a4", "b4") if brush == LARGE_VILLAGE else ("a4",)
    sketch = Sketch.empty(_GRASSLAND)
    for square in squares:
        sketch = painting.paint(sketch, brush, square, player)
    columns = len(squares)
    label = next(entry.label for brushes in QinEditor.modes.values() for entry in brushes if entry.name == brush)
    picture = svg.board_svg(
        sketch.as_position(),
        coordinates=False,
        size=SWATCH * columns,
        style=False,
        hits=False,
        crop=(0, 0, SQUARE * columns, SQUARE),
        # Each swatch has patterns of its own: those of a hidden swatch would be missing.
        prefix=label.replace("brush", "swatch"),
    )
    return svg_html(picture)
