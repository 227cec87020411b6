"""The preview of a placement over the position: outlines, pagodas that come and go, villages that change hands."""

from functools import lru_cache
from typing import TYPE_CHECKING

from qin_core.qin.board import Board, Square, Squares
from qin_core.qin.labels import CHIP, Labels, chip, chip_width, count_chips, outline_spots, pagoda_box
from qin_core.qin.move import Move
from qin_core.qin.outline import Places, area_path, centre, corner, village_corner
from qin_core.qin.province import Province

if TYPE_CHECKING:
    from qin_core.qin.position import Position


class Preview:
    """A legal placement's consequences, ready to be drawn.

    `going` holds the squares of provinces whose pagodas would leave; `replaced` those of provinces and villages whose
    pagoda would make way for another one on the same spot. A chip with + stands for all that a player gains, one with -
    for all that is lost, so that each player's chips add up to what the placement gives or takes (Q14-Q19).
    """

    def __init__(self, position: "Position", move: Move, prefix: str, places: Places) -> None:
        """Play the move and compare what was with what would be."""
        self.position = position
        self.after = position.play(move)
        self.prefix = prefix
        self.places = places
        self.going: set[Squares] = set()
        self.replaced: set[Squares] = set()
        self.villages: set[str] = set()
        self._outlines: list[str] = []
        self._pagodas: list[str] = []
        self._changes: list[tuple[int, int, Squares]] = []
        for old, new in zip(position.layers, self.after.layers, strict=True):
            before = set(old.provinces)
            for province in new.provinces:
                if province not in before:
                    self._province(province, [part for part in before if part[0] & province[0]])
        holders = zip(position.board.villages, position.holders, self.after.holders, strict=True)
        for (letter, squares), loser, holder in holders:
            if holder != loser:
                self._village(letter, squares, loser, holder)

    def _province(self, province: Province, parts: list[Province]) -> None:
        """Compare a new, grown or joined province with those that it is made of."""
        squares, owner, pagodas, *_ = province
        board = self.position.board
        own = sorted((part for part in parts if part[1] == owner), key=lambda part: (-part[2], part[0]))
        for part in sorted(parts):
            if part not in own[:1]:
                self.going.add(part[0])
                self._changes.append((part[1], -part[2], part[0]))
        gained = pagodas - (own[0][2] if own else 0)
        if gained:
            self.replaced.update(part[0] for part in own[:1])
            stands = standing(board, own[0][0] if own else squares, self.places)
            place = board.square_name(stands)
            self._pagodas.append(pagoda_use(owner, pagodas == 2, place, corner(board, stands), self.prefix, "coming"))
            self._changes.append((owner, gained, squares))
        self._outline(squares, owner, f'data-province="{board.first_name(squares)}"')

    def _village(self, letter: str, squares: Squares, loser: int, holder: int) -> None:
        self.replaced.add(squares)
        self.villages.add(letter)
        self._outline(squares, holder, f'data-village="{letter}"')
        self._pagodas.append(
            village_pagoda(holder, letter, village_corner(self.position.board, squares), self.prefix, "coming")
        )
        if loser:
            self._changes.append((loser, -1, squares))
        self._changes.append((holder, 1, squares))

    def _outline(self, squares: Squares, player: int, data: str) -> None:
        path = area_path(self.position.board, squares, 3, 20)
        self._outlines.append(
            f'<g class="change p{player}" {data}><path class="under" d="{path}"/><path class="over" d="{path}"/></g>'
        )

    def _chips(self, labels: Labels) -> list[str]:
        """Put the counts that decided at their villages, then everybody's changes at a corner of an outline."""
        chips = [count_chips(self.after, letter, labels) for letter in sorted(self.villages)]
        sums: dict[tuple[int, bool], tuple[int, Squares]] = {}
        for player, pagodas, squares in sorted(self._changes, key=lambda change: abs(change[1])):
            key = player, pagodas > 0
            sums[key] = sums.get(key, (0, squares))[0] + pagodas, squares
        for (player, _), (pagodas, squares) in sorted(sums.items()):
            text = f"{pagodas:+d}".replace("-", "−")
            at = labels.place(chip_width(text), CHIP, outline_spots(self.position.board, squares))
            chips.append(chip(player, text, at, f'data-change="{pagodas}"'))
        return chips

    def draw(self, labels: Labels) -> str:
        """Draw the layer; `labels` finds room for its chips."""
        parts = [*self._outlines, *self._pagodas, *self._chips(labels)]
        return f'<g class="changes">{"".join(parts)}</g>'


def standing(board: Board, squares: Squares, places: Places) -> Square:
    """Find the square on which a province's pagoda stands."""
    stands = places.get(squares)
    return centre(board, squares) if stands is None else stands


def pagodas_in_sight(position: "Position", places: Places) -> Labels:
    """Find room for signs beside the pagodas of a position."""
    board = position.board
    kept_clear = [
        pagoda_box(corner(board, standing(board, squares, places)), pagodas == 2)
        for layer in position.layers
        for squares, _, pagodas, *_ in layer.provinces
    ]
    kept_clear += [pagoda_box(village_corner(board, squares)) for _, squares in board.villages]
    return Labels(board, kept_clear)


def pagoda_class(player: int, double: bool) -> str:
    """Name a pagoda's classes."""
    return f"pagoda p{player}{' double' if double else ''}"


def pagoda_use(
    player: int, double: bool, place: str, at: tuple[int, int], prefix: str, state: str = "", fresh: bool = False
) -> str:
    """Put a pagoda on the square with that upper left corner; `place` names it."""
    return (
        f"<use {_named(player, double, place, state, fresh)} "
        f'href="#{prefix}-p{player}{"d" if double else ""}" x="{at[0]}" y="{at[1]}"/>'
    )


def village_pagoda(
    player: int, letter: str, at: tuple[int, int], prefix: str, state: str = "", fresh: bool = False
) -> str:
    """Put a small pagoda among the houses of a village."""
    # Its size isn't its own: whoever lets it move may scale it about its foot.
    return (
        f'<g transform="translate({at[0] + 12} {at[1] + 17})scale(.76)">'
        f'<use {_named(player, False, letter, state, fresh)} href="#{prefix}-p{player}"/></g>'
    )


@lru_cache(maxsize=1024)
def _named(player: int, double: bool, place: str, state: str, fresh: bool) -> str:
    name = f'class="{pagoda_class(player, double)}{state and " " + state}" data-pagoda="{place}"'
    return f'{name} data-fresh=""' if fresh else name
