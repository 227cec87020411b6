"""Khan Tsin in the editor: barons are added to and removed from the dragon, one by one."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import ClassVar, Self
from zlib import crc32

from engine.games.editor import Brush, GameEditor, LocatedProblem, Tools, outline_icon
from engine.games.khan_tsin.dialogs import variant_switch
from engine.games.khan_tsin.narrator import Narrator
from engine.games.khan_tsin.update import walk
from engine.html import Markup, ViewContext, button, chips, join, svg_html, translate
from engine.ui.widgets import grid_of
from engine.words import say
from qin_core.common.errors import ParseError, PositionError, Problem
from qin_core.common.svg import ViewBox
from qin_core.khan_tsin import Position, Record, svg
from qin_core.khan_tsin.artwork import COLUMNS
from qin_core.khan_tsin.board import LENGTH, PLAYERS, SIDES, SOUTH
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.notation import NOTHING as EMPTY
from qin_core.khan_tsin.stack import COLOURS, COPIES, EMPEROR, MAX_OF_COLOUR

ERASER = "erase"
SWATCH = 36
"""The height of a brush's picture in pixels."""
VARIANTS = {"turning": "r", "two_speeds": "t"}
_POSITION_LINE = re.compile(r"[a-z-]*/[a-z/-]* \S+ \S+")


@dataclass(frozen=True)
class KhanEditor(GameEditor):
    """A sketch of Khan Tsin: the stacks on the dragon, the player to move and the variants."""

    stacks: tuple[str, ...] = ("",) * LENGTH
    player_to_move: int = SOUTH
    variants: str = EMPTY

    name: ClassVar[str] = "khan-tsin"
    title: ClassVar[str] = Record.game
    modes: ClassVar[Mapping[str, tuple[Brush, ...]]] = {
        "position": (
            *(Brush(colour, colour, f"brush-baron-{colour}", "brush-does-baron") for colour in COLOURS),
            Brush(ERASER, "x", "brush-take-off", "brush-does-take-off"),
        )
    }
    goals: ClassVar[Mapping[str, str]] = {
        "stack": "event stack",
        "height-4": "height 4",
        "height-6": "height 6",
        "height-8": "height 8",
        "emperor": "event emperor",
        "prevents-emperor": "prevents-emperor",
        "harmony": "refused harmony",
        "not-higher": "refused not-higher",
        "not-near": "refused not-near",
        "wrong-leap": "refused wrong-leap",
    }
    caption: ClassVar[str] = "dragon-picture"
    help: ClassVar[tuple[str, ...]] = ("how-barons", "how-barons-off", "how-dragon", "how-out")
    shortcuts: ClassVar[Mapping[str, str]] = {
        "← →": "khan-key-along",
        "↑ ↓": "khan-key-across",
        "Home End": "khan-key-ends",
        "Space": "key-dab",
        "Shift ←↑→↓": "key-paint-on",
        "R B W": "key-barons",
        "X": "key-take-off",
        "Z": "key-undo",
        "U": "key-redo",
    }

    # Reading and writing

    @classmethod
    def new(cls) -> Self:
        return cls()

    @classmethod
    def claims(cls, text: str) -> bool:
        return text.startswith(f'[Game "{cls.title}"]') or _POSITION_LINE.fullmatch(text) is not None

    @classmethod
    def parse(cls, text: str) -> Self:
        line = str(Record.parse(text).end()) if text.startswith("[") else text
        with suppress(PositionError):  # its problems can be fixed on the board
            Position.parse(line)
        stacks, side, variants = line.split(" ")
        return cls(tuple(stack.strip(EMPTY) for stack in stacks.split("/")), SIDES.index(side) + SOUTH, variants)

    @property
    def line(self) -> str:
        return str(self._as_position())

    def position(self) -> Position:
        return Position.parse(self.line)

    def _as_position(self) -> Position:
        """Return the position without validation, to draw it."""
        return Position.build(self.stacks, self.player_to_move, self.variants)

    def problems(self) -> tuple[LocatedProblem, ...]:
        return _locate_problems(self.line)

    @property
    def over_key(self) -> str:
        return super().over_key if any(self.stacks) else "khan-put-barons"

    # Editing

    def has_square(self, square: str) -> bool:
        return square in _SPACES

    def paint(self, tools: Tools, square: str) -> Self:
        if self.why_not(tools.brush, square):
            return self
        stack = self.stacks[int(square) - 1]
        return self._with_stack(square, stack[:-1] if tools.brush == ERASER else stack + tools.brush)

    def _with_stack(self, square: str, stack: str) -> Self:
        index = int(square) - 1
        return replace(self, stacks=(*self.stacks[:index], stack, *self.stacks[index + 1 :]))

    def why_not(self, brush: str, square: str) -> str:
        """Return the text key of the reason why a baron can't be added or removed (K1, K8, K9); empty if it can."""
        stack = self.stacks[int(square) - 1]
        if brush == ERASER:
            return "" if stack else "brush-nothing-there"
        if len(stack) >= EMPEROR:
            return "brush-stack-full"
        if stack.count(brush) >= MAX_OF_COLOUR:
            return "brush-three-already"
        return "" if self.pieces_left(brush) else "brush-none-left"

    def pieces_left(self, brush: str) -> int | None:
        """Count the barons of a colour that are not on the dragon (K1)."""
        return None if brush == ERASER else max(0, COPIES - sum(stack.count(brush) for stack in self.stacks))

    def between(self, brush: str, start: str, end: str) -> list[str]:  # noqa: ARG002
        return [end]

    def change(self, field: str, value: str) -> Self:
        if field == "mover" and value in map(str, PLAYERS):
            return replace(self, player_to_move=int(value))
        if field in VARIANTS and value in ("true", "false"):
            others = {letter for name, letter in VARIANTS.items() if name != field and self._has_variant(name)}
            chosen = others | {VARIANTS[field]} if value == "true" else others
            return replace(self, variants="".join(sorted(chosen)) or EMPTY)
        if field == "layout":
            # Seeded by the sketch, so that the same edit has the same result.
            return replace(self, stacks=Position.deal(seed=crc32(self.line.encode())).stacks)
        return self

    def _has_variant(self, variant: str) -> bool:
        return VARIANTS[variant] in self.variants

    def clear(self, mode: str) -> Self:  # noqa: ARG002
        return replace(self, stacks=("",) * LENGTH)

    def walk(self, key: str, square: str) -> str | None:
        target = walk(key, int(square))
        return str(target) if target else None

    def attempts(self) -> Iterator[str]:
        occupied = [space for space, stack in enumerate(self.stacks, 1) if stack]
        for source in occupied:
            for count in range(1, len(self.stacks[source - 1]) + 1):
                yield from (str(Move(source, count, target)) for target in occupied if target != source)

    # Drawing

    def board(self, coordinates: bool, cursor: str | None) -> Markup:
        marks = [int(square) for problem in self.problems() for square in problem.squares]
        picture = svg.board_svg(
            self._as_position(),
            coordinates=coordinates,
            marks=marks,
            cursor=int(cursor) if cursor else None,
            style=False,
            hits=False,
        )
        return svg_html(picture)

    def hits(self, coordinates: bool) -> Markup:  # noqa: ARG002
        return svg_html(svg.hits_svg())

    def describe_squares(self, language: str) -> Mapping[str, str]:
        narrator, position = Narrator(language, ()), self._as_position()
        return {space: narrator.space(position, int(space)) for space in _SPACES}

    def grid(self, language: str) -> Markup:
        return grid_of(say(language, "khan-dragon"), self.describe_squares(language), COLUMNS)

    def swatch(self, brush: str, player: int) -> Markup:  # noqa: ARG002
        return _swatch(brush)

    def form(self, view: ViewContext, tools: Tools) -> Markup:  # noqa: ARG002
        sides = {str(player): _side_label(view, player) for player in PLAYERS}
        variants = (variant_switch(view, name, self._has_variant(name)) for name in VARIANTS)
        return join(
            (
                chips(view, "form", "mover", "on-turn", sides, str(self.player_to_move), "with-sides"),
                *variants,
            )
        )

    def buttons(self, view: ViewContext) -> Markup:
        return button(view, "form", "khan-deal", value="layout=random")

    def picture(self, title: str, coordinates: bool, size: int) -> str:
        return svg.board_svg(self._as_position(), coordinates=coordinates, title=title, size=size, hits=False)

    def picture_box(self, coordinates: bool) -> ViewBox:  # noqa: ARG002
        return svg.picture_box()


_SPACES = tuple(map(str, range(1, LENGTH + 1)))


def _side_label(view: ViewContext, player: int) -> Markup:
    end = svg_html(svg.end_svg(player, prefix=f"mover-{player}"))
    return Markup(f"{end}{translate(view, 'khan-south' if player == SOUTH else 'khan-north')}")


@cache
def _swatch(brush: str) -> Markup:
    if brush == ERASER:
        return outline_icon("M5 17c0 3 14 3 14 0v-3c0 3-14 3-14 0zM12 10V3M9 6l3-3 3 3")
    return svg_html(svg.stack_svg(brush, size=SWATCH, prefix=f"baron-{brush}"))


@lru_cache(maxsize=8)
def _locate_problems(line: str) -> tuple[LocatedProblem, ...]:
    try:
        Position.parse(line)
    except ParseError as error:
        return tuple(LocatedProblem(problem, _squares_of_problem(line, problem)) for problem in error.problems)
    return ()


def _squares_of_problem(line: str, problem: Problem) -> tuple[str, ...]:
    """Find the spaces to mark for a problem."""
    stacks = line.partition(" ")[0].split("/")
    if problem.code == "harmony":
        return (problem.detail.partition(" ")[0],)
    if problem.code == "two-emperors":
        return tuple(space for space, stack in zip(_SPACES, stacks, strict=True) if len(stack) >= EMPEROR)
    return ()
