"""Khan Tsin in the editor: barons are put onto the dragon and taken off, one by one."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import ClassVar, Self
from zlib import crc32

from engine.games.editor import Brush, Found, GameEditor, Tools, outline_icon
from engine.games.khan_tsin.narrator import Narrator
from engine.games.khan_tsin.update import walk
from engine.html import Markup, ViewContext, button, chips, join, svg_html, switch, translate
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
"""The height of a brush's face in pixels."""
VARIANTS = {"turning": "r", "two_speeds": "t"}
_MEANT = re.compile(r"[a-z-]*/[a-z/-]* \S+ \S+")


@dataclass(frozen=True)
class KhanEditor(GameEditor):
    """The stacks on the dragon, the player to move and the variants."""

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
    shortcuts: ClassVar[tuple[tuple[str, str], ...]] = (
        ("← →", "khan-key-along"),
        ("↑ ↓", "khan-key-across"),
        ("Home End", "khan-key-ends"),
        ("Space", "key-dab"),
        ("Shift ←↑→↓", "key-paint-on"),
        ("R B W", "key-barons"),
        ("X", "key-take-off"),
        ("Z", "key-undo"),
        ("U", "key-redo"),
    )

    # Reading and writing

    @classmethod
    def new(cls) -> Self:
        return cls()

    @classmethod
    def claims(cls, text: str) -> bool:
        return text.startswith(f'[Game "{cls.title}"]') or _MEANT.fullmatch(text) is not None

    @classmethod
    def parse(cls, text: str) -> Self:
        line = str(Record.parse(text).end()) if text.startswith("[") else text
        with suppress(PositionError):  # what can be drawn can be fixed on the board
            Position.parse(line)
        stacks, mover, variants = line.split(" ")
        return cls(tuple(stack.strip(EMPTY) for stack in stacks.split("/")), SIDES.index(mover) + SOUTH, variants)

    @property
    def line(self) -> str:
        return str(self._drawn())

    def position(self) -> Position:
        return Position.parse(self.line)

    def _drawn(self) -> Position:
        """Return the position unchecked, to draw it."""
        return Position.build(self.stacks, self.player_to_move, self.variants)

    def found(self) -> tuple[Found, ...]:
        return _check(self.line)

    # Editing

    def has_square(self, square: str) -> bool:
        return square in _SPACES

    def paint(self, tools: Tools, square: str) -> Self:
        if self.why_not(tools.brush, square):
            return self
        stack = self.stacks[int(square) - 1]
        return self._with_stack(square, stack[:-1] if tools.brush == ERASER else stack + tools.brush)

    def _with_stack(self, square: str, stack: str) -> Self:
        at = int(square) - 1
        return replace(self, stacks=(*self.stacks[:at], stack, *self.stacks[at + 1 :]))

    def why_not(self, brush: str, square: str) -> str:
        """Say why a baron can't be put or taken off (K1, K8, K9)."""
        stack = self.stacks[int(square) - 1]
        if brush == ERASER:
            return "" if stack else "brush-nothing-there"
        if len(stack) >= EMPEROR:
            return "brush-stack-full"
        if stack.count(brush) >= MAX_OF_COLOUR:
            return "brush-three-already"
        return "" if self.left(brush) else "brush-none-left"

    def left(self, brush: str) -> int | None:
        """Count the barons of a colour that are not on the dragon (K1)."""
        return None if brush == ERASER else max(0, COPIES - sum(stack.count(brush) for stack in self.stacks))

    def between(self, brush: str, start: str, end: str) -> list[str]:  # noqa: ARG002
        return [end]

    def change(self, field: str, value: str) -> Self:
        if field == "mover" and value in map(str, PLAYERS):
            return replace(self, player_to_move=int(value))
        if field in VARIANTS and value in ("true", "false"):
            chosen = {
                sign for name, sign in VARIANTS.items() if (self._plays(name) if name != field else value == "true")
            }
            return replace(self, variants="".join(sorted(chosen)) or EMPTY)
        if field == "layout":
            # The same sketch gives the same layout, so that redoing is repeatable.
            return replace(self, stacks=Position.deal(seed=crc32(self.line.encode())).stacks)
        return self

    def _plays(self, variant: str) -> bool:
        return VARIANTS[variant] in self.variants

    def clear(self, mode: str) -> Self:  # noqa: ARG002
        return replace(self, stacks=("",) * LENGTH)

    def walk(self, key: str, square: str) -> str | None:
        other = walk(key, int(square))
        return str(other) if other else None

    def attempts(self) -> Iterator[str]:
        occupied = [space for space, stack in enumerate(self.stacks, 1) if stack]
        for source in occupied:
            for count in range(1, len(self.stacks[source - 1]) + 1):
                yield from (str(Move(source, count, target)) for target in occupied if target != source)

    # Drawing

    def board(self, coordinates: bool, cursor: str | None) -> Markup:
        marks = [int(square) for found in self.found() for square in found.squares]
        picture = svg.board_svg(
            self._drawn(),
            coordinates=coordinates,
            marks=marks,
            cursor=int(cursor) if cursor else None,
            style=False,
            hits=False,
        )
        return svg_html(picture)

    def hits(self, coordinates: bool) -> Markup:  # noqa: ARG002
        return svg_html(svg.hits_svg())

    def squares(self, language: str) -> Mapping[str, str]:
        story, position = Narrator(language, ()), self._drawn()
        return {space: story.space(position, int(space)) for space in _SPACES}

    def grid(self, language: str) -> Markup:
        told = list(self.squares(language).items())
        rows = (told[first : first + COLUMNS] for first in range(0, LENGTH, COLUMNS))
        return grid_of(say(language, "khan-dragon"), rows)

    def swatch(self, brush: str, player: int) -> Markup:  # noqa: ARG002
        return _swatch(brush)

    def form(self, view: ViewContext, tools: Tools) -> Markup:  # noqa: ARG002
        """Ask who is to move and which variants are played."""
        sides = [(str(player), _side(view, player)) for player in PLAYERS]
        variants = (
            switch(view, "form", name, f"khan-variant-{name.replace('_', '-')}", self._plays(name)) for name in VARIANTS
        )
        return join(
            (
                chips(view, "form", "mover", "on-turn", sides, str(self.player_to_move), "sided"),
                *variants,
            )
        )

    def buttons(self, view: ViewContext) -> Markup:
        return button(view, "form", "khan-deal", value="layout=random")

    def picture(self, title: str, coordinates: bool, size: int) -> str:
        return svg.board_svg(self._drawn(), coordinates=coordinates, title=title, size=size, hits=False)

    def picture_box(self, coordinates: bool) -> ViewBox:  # noqa: ARG002
        return svg.picture_box()


_SPACES = tuple(map(str, range(1, LENGTH + 1)))


def _side(view: ViewContext, player: int) -> Markup:
    end = svg_html(svg.end_svg(player, prefix=f"mover-{player}"))
    return Markup(f"{end}{translate(view, 'khan-south' if player == SOUTH else 'khan-north')}")


@cache
def _swatch(brush: str) -> Markup:
    if brush == ERASER:
        return outline_icon("M5 17c0 3 14 3 14 0v-3c0 3-14 3-14 0zM12 10V3M9 6l3-3 3 3")
    return svg_html(svg.stack_svg(brush, size=SWATCH, prefix=f"baron-{brush}"))


@lru_cache(maxsize=8)
def _check(line: str) -> tuple[Found, ...]:
    try:
        Position.parse(line)
    except ParseError as error:
        return tuple(Found(fault, _marked(line, fault)) for fault in error.problems)
    return ()


def _marked(line: str, fault: Problem) -> tuple[str, ...]:
    """Find the spaces that a problem is about."""
    stacks = line.partition(" ")[0].split("/")
    if fault.code == "harmony":
        return (fault.detail.partition(" ")[0],)
    if fault.code == "two-emperors":
        return tuple(space for space, stack in zip(_SPACES, stacks, strict=True) if len(stack) >= EMPEROR)
    return ()
