"""The preview of a placement: outlines, new and removed pagodas, villages that change hands."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qin_core.qin.board import Board, Square, Squares
from qin_core.qin.labels import (
    CHIP,
    Bounds,
    Labels,
    chip,
    chip_width,
    count_chips,
    pagoda_box,
    points_beside,
    square_boxes,
)
from qin_core.qin.outline import PagodaSquares, area_path, centre, corner, village_corner
from qin_core.qin.province import ProvinceRow

if TYPE_CHECKING:
    from qin_core.qin.position import Position


_NO_PROVINCE: ProvinceRow = (0, 0, 0, 0, 0)


class PagodaChange(NamedTuple):
    """Pagodas that a player puts on an area, or takes back if the number is negative."""

    player: int
    pagodas: int
    squares: Squares


class Preview:
    """The consequences of a legal placement, ready to be drawn.

    `removed` are the provinces that lose their pagodas. `replaced` are the provinces and villages whose pagoda is
    replaced by another one on the same square. Each player has a chip with the pagodas gained and one with the pagodas
    lost; together they show the net effect of the placement (Q14-Q19).
    """

    def __init__(self, position: "Position", after: "Position", prefix: str, pagoda_squares: PagodaSquares) -> None:
        """Compare the positions before and after the placement."""
        self.position = position
        self.after = after
        self.placed = position.free & ~after.free
        self.prefix = prefix
        self.pagoda_squares = pagoda_squares
        self.removed: set[Squares] = set()
        self.replaced: set[Squares] = set()
        self.villages: set[str] = set()
        self._outlines: list[str] = []
        self._pagodas: list[str] = []
        self._coming: list[Bounds] = []
        self._changes: list[PagodaChange] = []
        for old, new in zip(position.colour_states, self.after.colour_states, strict=True):
            old_provinces = set(old.provinces)
            for province in new.provinces:
                if province not in old_provinces:
                    squares = province[0]
                    self._add_province(province, [part for part in old_provinces if part[0] & squares])
        holders = zip(position.board.villages, position.holders, self.after.holders, strict=True)
        for (letter, squares), loser, holder in holders:
            if holder != loser:
                self._add_village(letter, squares, loser, holder)

    def _add_province(self, province: ProvinceRow, parts: list[ProvinceRow]) -> None:
        """Add a new, grown or joined province, and compare it with the provinces that it was made from."""
        squares, owner, pagodas, *_ = province
        board = self.position.board
        # The new owner's province with the most pagodas keeps them; all others lose theirs.
        kept, _, kept_pagodas, *_ = max(
            (part for part in parts if part[1] == owner), key=lambda part: (part[2], -part[0]), default=_NO_PROVINCE
        )
        for old_squares, old_owner, old_pagodas, *_ in sorted(parts):
            if old_squares != kept:
                self.removed.add(old_squares)
                self._changes.append(PagodaChange(old_owner, -old_pagodas, old_squares))
        gained = pagodas - kept_pagodas
        if gained:
            if kept:
                self.replaced.add(kept)
            square = pagoda_square(board, kept or squares, self.pagoda_squares)
            self._pagodas.append(province_pagoda(board, square, owner, pagodas == 2, self.prefix, "coming"))
            self._coming.append(pagoda_box(corner(board, square), pagodas == 2))
            self._changes.append(PagodaChange(owner, gained, squares))
        self._add_outline(squares, owner, f'data-province="{board.first_name(squares)}"')

    def _add_village(self, letter: str, squares: Squares, loser: int, holder: int) -> None:
        """Add a village that changes hands."""
        self.replaced.add(squares)
        self.villages.add(letter)
        self._add_outline(squares, holder, f'data-village="{letter}"')
        self._pagodas.append(
            village_pagoda(holder, letter, village_corner(self.position.board, squares), self.prefix, "coming")
        )
        if loser:
            self._changes.append(PagodaChange(loser, -1, squares))
        self._changes.append(PagodaChange(holder, 1, squares))

    def _add_outline(self, squares: Squares, player: int, data: str) -> None:
        path = area_path(self.position.board, squares, 3, 20)
        self._outlines.append(
            f'<g class="change p{player}" {data}><path class="under" d="{path}"/><path class="over" d="{path}"/></g>'
        )

    def _chips(self, labels: Labels) -> list[str]:
        """Draw the counts at villages that change hands, then each player's gains and losses beside an outline."""
        labels.add_obstacles(self._coming)
        chips = [count_chips(self.after, letter, labels) for letter in sorted(self.villages)]
        # By player, and whether the pagodas are gained: their number, and the area with the most of them.
        totals: dict[tuple[int, bool], tuple[int, Squares]] = {}
        for player, pagodas, squares in sorted(self._changes, key=lambda change: abs(change.pagodas)):
            key = player, pagodas > 0
            totals[key] = totals.get(key, (0, squares))[0] + pagodas, squares
        board, after = self.position.board, self.after
        occupied = board.grass & ~after.free
        labels.add_obstacles(square_boxes(board, self.placed))
        for _, squares in totals.values():
            labels.add_obstacles(square_boxes(board, squares))
        for (player, _), (pagodas, squares) in sorted(totals.items()):
            text = f"{pagodas:+d}".replace("-", "−")
            # What the tile gains is shown beside the tile.
            beside = self.placed if pagodas > 0 else squares
            point = labels.place(chip_width(text), CHIP, points_beside(board, beside, chip_width(text), occupied))
            chips.append(chip(player, text, point, f'data-change="{pagodas}"'))
        return chips

    def draw(self, labels: Labels, tentative: bool = False) -> str:
        """Draw the preview, fainter if it is `tentative`; `labels` places its chips."""
        parts = [*self._outlines, *self._pagodas, *self._chips(labels)]
        return f'<g class="changes{" tentative" if tentative else ""}">{"".join(parts)}</g>'


def pagoda_square(board: Board, squares: Squares, pagoda_squares: PagodaSquares) -> Square:
    """Return the square of a province's pagoda; the central square unless `pagoda_squares` contains a different one."""
    square = pagoda_squares.get(squares)
    return centre(board, squares) if square is None else square


def labels_avoiding_pagodas(position: "Position", pagoda_squares: PagodaSquares) -> Labels:
    """Make labels that avoid the pagodas of a position."""
    board = position.board
    obstacles = [
        pagoda_box(corner(board, pagoda_square(board, squares, pagoda_squares)), pagodas == 2)
        for state in position.colour_states
        for squares, _, pagodas, *_ in state.provinces
    ]
    obstacles += [pagoda_box(village_corner(board, squares)) for _, squares in board.villages]
    return Labels(board, obstacles)


def pagoda_class(player: int, double: bool) -> str:
    """Return the CSS classes of a pagoda."""
    return f"pagoda p{player}{' double' if double else ''}"


def province_pagoda(board: Board, square: Square, player: int, double: bool, prefix: str, state: str = "") -> str:
    """Draw a province's pagoda; a double one below a village is smaller, so as not to cover the village."""
    name, (x, y) = board.square_name(square), corner(board, square)
    if not double or not any(squares >> square + board.stride & 1 for _, squares in board.villages):
        return pagoda_use(player, double, name, (x, y), prefix, state)
    pagoda = pagoda_use(player, double, name, None, prefix, state)
    return f'<g transform="translate({x + 11} {y + 21})scale(.78)">{pagoda}</g>'


def pagoda_use(
    player: int, double: bool, name: str, top_left: tuple[int, int] | None, prefix: str, state: str = ""
) -> str:
    """Draw a pagoda, given its square's name and upper left corner."""
    position = f' x="{top_left[0]}" y="{top_left[1]}"' if top_left else ""
    return (
        f'<use {_attributes(player, double, name, state)} href="#{prefix}-p{player}{"d" if double else ""}"{position}/>'
    )


def village_pagoda(player: int, letter: str, top_left: tuple[int, int], prefix: str, state: str = "") -> str:
    """Draw a small pagoda among the houses of a village."""
    # The group scales it, so that an animation can set the transform of the pagoda itself.
    return (
        f'<g transform="translate({top_left[0] + 12} {top_left[1] + 17})scale(.76)">'
        f'<use {_attributes(player, False, letter, state)} href="#{prefix}-p{player}"/></g>'
    )


@lru_cache(maxsize=1024)
def _attributes(player: int, double: bool, name: str, state: str) -> str:
    return f'class="{pagoda_class(player, double)}{state and " " + state}" data-pagoda="{name}"'
