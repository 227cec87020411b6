"""Pictures of Khan Tsin: a position or a stack as an SVG string.

The dragon winds from South's tail at the lower left to North's head at the upper left, six spaces in a row. Stacks are
drawn from back to front, then the numbers of the spaces, then the lifted barons. Colours come from `STYLE` or from
the page's own style sheet. Each element is one line of text, so a page can replace only the elements that changed.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial

from qin_core.common.errors import NotationError, Problem
from qin_core.common.svg import NumberedHint, ViewBox, badge_targets, check_prefix, wrap_svg
from qin_core.common.text import abbreviate
from qin_core.khan_tsin.artwork import (
    BOX,
    CLAW_PAIR,
    CROWN,
    OUTLINE,
    PITCH,
    RISE,
    ROWS,
    baron,
    body,
    centre,
    claw_offsets,
    count,
    ground,
    head,
    light,
    scales,
    sky,
    tail,
    tally,
)
from qin_core.khan_tsin.board import LENGTH, SOUTH, Space
from qin_core.khan_tsin.move import PASS, Move
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.stack import COLOURS, EMPEROR, STACK_PATTERN, flip
from qin_core.khan_tsin.theme import STYLE

__all__ = ["STYLE", "NumberedHint", "board_svg", "end_svg", "hits_svg", "picture_box", "stack_svg"]

_BACK_TO_FRONT = tuple(sorted(range(LENGTH), key=lambda bit: (centre(bit)[1], centre(bit)[0])))
_LIFT = 34
"""The height to which picked barons are lifted."""
_MAX_DRAWN_HEIGHT = 60
"""The maximum height of a drawn stack, whatever the number of its barons."""
_MIN_TALLY_HEIGHT = 4
"""The number of barons from which a stack shows how many it has of each colour."""
_MANY_TARGETS = 12
"""The number of stacks above which their rings are thin, so that the picked barons stand out."""
_EMPEROR_LEFT = 290
"""The horizontal position of the Emperor in the sky."""
_BADGE = 16
_BADGE_OFFSETS = ((-36, 28), (-36, -8), (-36, -44), (36, -40))
"""The offsets of numbers from the foot of their stack."""
_svg = partial(wrap_svg, "khan", STYLE)


def board_svg(
    position: Position,
    *,
    coordinates: bool = True,
    last: Move | str | None = None,
    origins: Iterable[Space] = (),
    alternatives: Iterable[Space] = (),
    targets: Iterable[Space] = (),
    away: Iterable[Space] = (),
    picked: tuple[Space, int] | None = None,
    ghost: Move | str | None = None,
    marks: Iterable[Space] = (),
    dangers: Iterable[Space] = (),
    counts: bool = True,
    hints: Sequence[NumberedHint] = (),
    cursor: Space | None = None,
    title: str | None = None,
    size: int | None = None,
    style: bool = True,
    hits: bool = True,
    rows: int = ROWS,
    prefix: str = "khan",
) -> str:
    """Draw a position.

    | option | effect |
    |---|---|
    | `coordinates` | number the spaces |
    | `last` | draw an arrow along the last move |
    | `origins` | draw a ring around top barons that may be moved (K4) |
    | `alternatives` | draw a thin ring around other top barons that may be moved, while some are picked |
    | `targets` | draw a light ring around the top of each of these stacks, a thin one if they are many |
    | `away` | draw these stacks paler: the picked barons can't land there |
    | `picked` | lift a number of barons off a space |
    | `ghost` | show the stack that a move would make |
    | `marks` | draw a dashed ring around the tops of stacks, such as those of a refusal |
    | `dangers` | draw a crown over stacks on which the Emperor could be taken (K9) |
    | `counts` | write the heights of stacks of two or more, and beside tall ones the number of each colour |
    | `hints` | draw suggested moves as numbered arrows |
    | `cursor` | draw a ring around one space |
    | `title` | the title for screen readers |
    | `size` | the width in pixels |
    | `style` | include the style sheet; without it, the page has to provide one |
    | `hits` | include click targets |
    | `rows` | show only this number of rows, counted from the tail |
    | `prefix` | the start of all ids |

    Pictures with the same `prefix` on one page share the patterns of the first picture. Use different prefixes if the
    first picture may be hidden or has other colours.
    """
    prefix = check_prefix(prefix)
    ghost_move = Move.parse(ghost) if isinstance(ghost, str) else ghost
    is_over = position.winners() is not None
    stacks = _Stacks(position, prefix, picked, ghost_move if ghost_move != PASS else None, is_over, counts, cursor)
    last_move = Move.parse(last) if isinstance(last, str) else last
    lifted_bit = picked[0] - 1 if picked else None
    dragon, space_numbers = _dragon(prefix)
    box = picture_box(rows)
    landings, ringed, faded = sorted({*targets}), {*origins}, {*away}
    on_stacks = [space for space in landings if position.stack(space)]
    layers = [
        _definitions(prefix, True),
        _tray(box, prefix),
        dragon,
        # Below the stacks, whose heights it would hide.
        f'<path class="cursor" d="{_ring(cursor)}"/>' if cursor else "",
        *(stacks.draw(bit, away=bit + 1 in faded) for bit in _BACK_TO_FRONT if bit != lifted_bit),
        *(stacks.origin(space) for space in sorted(ringed)),
        stacks.last(last_move) if last_move and last_move != PASS else "",
        # While barons are set up, every free space is a target: its number stays legible.
        *(stacks.target(space) for space in landings if not position.stack(space)),
        space_numbers if coordinates else "",
        stacks.draw(lifted_bit) if lifted_bit is not None else "",
        stacks.emperor(box[1]),
        *(stacks.target(space, among_many=len(on_stacks) > _MANY_TARGETS) for space in on_stacks),
        *(stacks.alternative(space) for space in sorted({*alternatives})),
        *(stacks.mark(space) for space in sorted({*marks})),
        *(stacks.danger(space, ringed=space in ringed) for space in sorted({*dangers})),
        _hints(hints, stacks.flight),
        _click_targets() if hits else "",
    ]
    return _svg(box, "\n".join(["", *filter(None, layers), ""]), title, size, style)


def end_svg(player: int, *, title: str | None = None, size: int | None = None, prefix: str = "khan-end") -> str:
    """Draw a player's end of the dragon as a badge: South's tail or North's head."""
    drawing = (tail if player == SOUTH else head)(0, 0, check_prefix(prefix))
    box = (-76, -62, 116, 116) if player == SOUTH else (-76, -100, 144, 144)
    return _svg(box, f'<defs>{scales(prefix)}</defs><g class="dragon">{drawing}</g>', title, size, style=False)


def hits_svg(hints: Sequence[NumberedHint] = (), movable: Iterable[Space] = ()) -> str:
    """Draw only the click targets, as an overlay that survives redraws of a picture without `hits`.

    Barons on `movable` spaces can be dragged.
    """
    return _svg(
        BOX, _click_targets(frozenset(movable)) + badge_targets(hints, _badges(hints), _BADGE), None, None, style=False
    )


def stack_svg(
    stack: str,
    *,
    picked: int = 0,
    title: str | None = None,
    size: int | None = None,
    style: bool = False,
    prefix: str = "khan-stack",
) -> str:
    """Draw one stack, given from bottom to top, as a badge; lift its top `picked` barons."""
    if not STACK_PATTERN.fullmatch(stack):
        raise NotationError(Problem("stack", "malformed", abbreviate(stack)))
    height = 34 + RISE * len(stack) + (_LIFT if picked else 0)
    rest = len(stack) - picked
    drawing = _barons(stack[:rest], 0, 0, check_prefix(prefix), height=1)
    drawing += _barons(stack[rest:], 0, -RISE * rest - (_LIFT if rest and picked else 0), prefix, height=1)
    return _svg((-40, 18 - height, 80, height), _definitions(prefix) + drawing, title, size, style)


class _Stacks:
    """Draws the stacks of a position, and the preview of a move."""

    def __init__(
        self,
        position: Position,
        prefix: str,
        picked: tuple[Space, int] | None,
        ghost_move: Move | None,
        is_over: bool,
        counts: bool,
        cursor: Space | None,
    ) -> None:
        self.stacks = position.stacks
        self.prefix = prefix
        self.picked = picked
        self.ghost_move = ghost_move
        self.is_over = is_over
        self.counts = counts
        self.cursor = cursor

    def draw(self, bit: int, *, away: bool = False) -> str:
        """Draw the stack on a space, paler if it is `away`."""
        stack = self.stacks[bit]
        if not stack:
            return ""
        x, y = centre(bit)
        ghost_move = self.ghost_move
        drawing = [
            f'<g class="stack{" away" if away else ""}" data-sweep="self" data-on="{bit + 1}" data-stack="{stack}">'
            f'<use href="#{self.prefix}-cast" x="{x}" y="{y}"/>'
        ]
        height, visible = len(stack), stack
        if ghost_move and bit == ghost_move.source - 1:
            rest = len(stack) - min(ghost_move.count, len(stack))
            drawing.append(_barons(stack[:rest], x, y, self.prefix, height=height))
            drawing.append(f'<g class="going">{_barons(stack[rest:], x, y, self.prefix, rest)}</g>')
        elif ghost_move and bit == ghost_move.target - 1:
            visible = self._stack_after(ghost_move)
            drawing.append(self._draw_stack_after(ghost_move, visible, x, y))
        elif self.picked and bit == self.picked[0] - 1:
            rest = len(stack) - min(self.picked[1], len(stack))
            drawing.append(_barons(stack[:rest], x, y, self.prefix, height=height))
            lift = _LIFT if rest else 16
            drawing.append(f'<g class="picked">{_barons(stack[rest:], x, y - lift, self.prefix, rest)}</g>')
        elif self.is_over and len(stack) == EMPEROR:
            visible = stack[:-1]
            drawing.append(_barons(visible, x, y, self.prefix))
        else:
            drawing.append(_barons(stack, x, y, self.prefix))
        if self.counts and len(visible) > 1:
            drawing.append(count(x + 39, y + 5, len(visible)))
            if len(visible) >= _MIN_TALLY_HEIGHT or visible != stack or bit + 1 == self.cursor:
                drawing.append(tally(x + 46, y - 29, visible))
        drawing.append("</g>")
        return "".join(drawing)

    def emperor(self, top: int) -> str:
        """Draw the Emperor in the sky after a win (K9)."""
        bit = next((bit for bit, stack in enumerate(self.stacks) if len(stack) == EMPEROR), None)
        if not self.is_over or bit is None:
            return ""
        return (
            f'<g class="emperor" data-sweep="self" transform="translate({_EMPEROR_LEFT} {top + 76})scale(1.2)">'
            f'<circle class="glow" cy="-18" r="32"/>{_barons(self.stacks[bit][-1], 0, 0, self.prefix)}'
            f'<path class="crown" transform="translate(0 {-RISE})" d="{CROWN}"/></g>'
        )

    def _stack_after(self, move: Move) -> str:
        """Return the stack that a move would make (K12)."""
        part = self.stacks[move.source - 1][-move.count :]
        new_stack = self.stacks[move.target - 1] + (flip(part) if move.turned else part)
        return flip(new_stack) if move.flipped else new_stack

    def _draw_stack_after(self, move: Move, stack: str, x: int, y: int) -> str:
        """Draw the stack that a move would make, with a dashed outline around its new part (K6)."""
        below = 0 if move.flipped else len(self.stacks[move.target - 1])
        foot, top = _rise(below, len(stack)), _rise(len(stack) - 1, len(stack)) + RISE
        dashes = OUTLINE.replace(f"-{RISE}", f"-{top - foot}")
        return (
            _barons(stack[:below], x, y, self.prefix, height=len(stack))
            + f'<g class="ghost">{_barons(stack[below:], x, y, self.prefix, below)}'
            f'<path class="outline" transform="translate({x} {y - foot})" d="{dashes}"/></g>'
        )

    def _top(self, space: Space) -> tuple[int, int]:
        """Return the centre of a stack's top face."""
        x, y = centre(space - 1)
        height = len(self.stacks[space - 1])
        return x, y - (_rise(height - 1, height) + RISE if height else 0)

    def _ring(self, kind: str, space: Space, radius: int = 38) -> str:
        """Draw a ring around the top of a stack, or on an empty space."""
        x, y = self._top(space)
        half = f"{radius} {radius - 22} 0 1 0"
        ring = f"M{x - radius} {y}a{half} {2 * radius} 0a{half}-{2 * radius} 0z"
        return f'<g class="{kind}"><path class="under" d="{ring}"/><path d="{ring}"/></g>'

    def origin(self, space: Space) -> str:
        """Draw a ring around a top baron that may be moved."""
        return self._ring("origins", space)

    def alternative(self, space: Space) -> str:
        """Draw a thin ring around a top baron that may be moved instead, outside the ring of a target."""
        return self._ring("alternatives", space, 42)

    def target(self, space: Space, *, among_many: bool = False) -> str:
        """Draw a ring around the top of a stack on which barons can land, or on an empty space; thin `among_many`."""
        return self._ring("targets many" if among_many else "targets", space)

    def mark(self, space: Space) -> str:
        """Draw a dashed ring around the top of a stack that was refused, or on an empty space."""
        return self._ring("marks", space)

    def danger(self, space: Space, ringed: bool) -> str:
        """Draw a crown over a stack on which the Emperor could be taken; the ring of a movable baron stays visible."""
        x, y = self._top(space)
        crown = f'<path class="crown" transform="translate({x} {y - 4})" d="{CROWN}"/>'
        ring = "" if ringed else self._ring("marks", space)
        return f'<g class="dangers">{ring}{crown}</g>'

    def last(self, move: Move) -> str:
        """Draw the path of a move."""
        path = self.flight(move.source, move.target)
        return f'<g class="last"><path class="under" d="{path}"/><path d="{path}"/></g>'

    def flight(self, source: Space, target: Space) -> str:
        """Trace a curved arrow from the top of one stack to the top of another."""
        (x1, y1), (x2, y2) = self._top(source), self._top(target)
        high = min(y1, y2) - 50 - abs(x1 - x2) // 8
        path = f"M{x1} {y1 - 4}Q{(x1 + x2) // 2} {high} {x2} {y2 - 14}"
        return f"{path}M{x2 - 9} {y2 - 25}L{x2} {y2 - 12}L{x2 + 9} {y2 - 25}"


def _rise(below: int, height: int) -> int:
    """Return a baron's elevation in a stack. In tall stacks barons are closer, so that the row behind stays visible."""
    return min(RISE * below, _MAX_DRAWN_HEIGHT * below // height)


def _barons(stack: str, x: int, y: int, prefix: str, below: int = 0, height: int = 0) -> str:
    """Draw barons on top of `below` others, in a stack of `height` barons; by default they are its top."""
    height = height or below + len(stack)
    return "".join(
        f'<use data-piece="" href="#{prefix}-{colour}" x="{x}" y="{y - _rise(number, height)}"/>'
        for number, colour in enumerate(stack, below)
    )


def _ring(space: Space) -> str:
    """Trace a ring around a space and the lowest barons on it."""
    x, y = centre(space - 1)
    return f"M{x - 45} {y - 6}a45 34 0 1 0 90 0a45 34 0 1 0-90 0z"


def _badges(hints: Sequence[NumberedHint]) -> list[tuple[int, int]]:
    """Place the numbers of hints beside the target of each move; several numbers at one stack surround it."""
    targets: list[str] = []
    centres = []
    for *_, target in (hint.places for hint in hints):
        x, y = centre(int(target) - 1)
        right, down = _BADGE_OFFSETS[targets.count(target) % len(_BADGE_OFFSETS)]
        centres.append((x + right, y + down))
        targets.append(target)
    return centres


def _hints(hints: Sequence[NumberedHint], flight: Callable[[Space, Space], str]) -> str:
    """Draw an arrow for each move, and their numbers on top."""
    arrows = []
    for hint in hints:
        path = flight(int(hint.places[0]), int(hint.places[-1]))
        arrows.append(f'<path class="under" d="{path}"/><path d="{path}"/>')
    numbers = [
        f'<g data-hint="{hint.rank}"><circle cx="{x}" cy="{y}" r="{_BADGE}"/>'
        f'<text x="{x}" y="{y + 1}">{hint.rank}</text></g>'
        for hint, (x, y) in zip(hints, _badges(hints), strict=True)
    ]
    return f'<g class="hints">{"".join([*arrows, *numbers])}</g>' if numbers else ""


@lru_cache(maxsize=64)
def _tray(box: ViewBox, prefix: str) -> str:
    """Draw the lacquered tray with its highlighted upper edge, and the silk under the dragon."""
    left, top, width, height = box
    highlight = f"M{left + 6} {top + height - 24}V{top + 24}q0-18 18-18H{left + width - 24}"
    inside = f'x="{left + 13}" y="{top + 13}" width="{width - 26}" height="{height - 26}" rx="14"'
    return (
        f'<g class="tray"><rect class="frame" x="{left + 2}" y="{top + 2}" width="{width - 4}" height="{height - 4}"'
        f' rx="24"/><path class="frame-lit" d="{highlight}"/><rect class="silk" {inside}/>'
        f'<rect fill="url(#{prefix}-sun)" {inside}/>{sky()}</g>'
    )


def picture_box(rows: int = ROWS) -> ViewBox:
    """Return the view box of a picture with a number of rows, counted from the tail."""
    left, top, width, height = BOX
    hidden = PITCH * (ROWS - rows)
    return left, top + hidden, width, height - hidden


@lru_cache(maxsize=64)
def _definitions(prefix: str, whole: bool = False) -> str:
    """Define the barons and, for a whole board, everything else that it uses."""
    barons = "".join(baron(colour, prefix) for colour in COLOURS)
    return f"<defs>{light(prefix)}{barons}{ground(prefix) + scales(prefix) if whole else ''}</defs>"


@lru_cache(maxsize=64)
def _dragon(prefix: str) -> tuple[str, str]:
    """Draw the dragon with its claws and pads (K1, K2), and the numbers of the spaces."""
    claws, pads, numbers = [], [], []
    for bit in range(LENGTH):
        x, y = centre(bit)
        claws += [f'<path transform="translate({x + right} {y + 35})" d="{CLAW_PAIR}"/>' for right in claw_offsets(bit)]
        pads.append(f"M{x - 38} {y}a38 15 0 1 0 76 0a38 15 0 1 0-76 0z")
        numbers.append(f'<text x="{x}" y="{y + 25}">{bit + 1}</text>')
    dragon = (
        f'<g class="dragon">{body(prefix)}'
        f"{tail(4, centre(0)[1], prefix)}{head(4, centre(LENGTH - 1)[1], prefix)}"
        f'<g class="claws">{"".join(claws)}</g><path class="pads" d="{"".join(pads)}"/></g>'
    )
    return dragon, f'<g class="coordinates">{"".join(numbers)}</g>'


@lru_cache(maxsize=64)
def _click_targets(movable: frozenset[Space] = frozenset()) -> str:
    """Draw an invisible click target over every space."""
    hits = []
    for bit in range(LENGTH):
        x, y = centre(bit)
        drag = ' data-draggable=""' if bit + 1 in movable else ""
        hits.append(
            f'<path class="hit" data-square="{bit + 1}"{drag} d="M{x - 50} {y - 80}h100v130h-100z"/>'
            f'<path class="ring" pointer-events="none" d="{_ring(bit + 1)}"/>'
        )
    return f'<g class="hits" fill="none" pointer-events="all">{"".join(hits)}</g>'
