"""What a tile would change, drawn over the position: outlines, pagodas that come and go, villages that change hands."""

from typing import TYPE_CHECKING

from qin_core.bits import each
from qin_core.qin.artwork import MARKS
from qin_core.qin.board import Squares
from qin_core.qin.move import Move
from qin_core.qin.outline import SIZE, area_path, centre, corner, village_corner
from qin_core.qin.province import Province

if TYPE_CHECKING:
    from qin_core.qin.position import Position

CHIP = 48
"""How high a chip is."""


class Preview:
    """A legal placement's consequences, ready to be drawn.

    `going` holds the squares of provinces whose pagodas would leave; `replaced` those of provinces and villages whose
    pagoda would make way for another one on the same spot. A chip with + or - stands for each change, so that each
    player's chips add up to what the placement gives or takes (Q14-Q19).
    """

    def __init__(self, position: "Position", move: Move, prefix: str) -> None:
        """Play the move and compare what was with what would be."""
        self.position = position
        self.after = position.play(move)
        self.prefix = prefix
        self.going: set[Squares] = set()
        self.replaced: set[Squares] = set()
        self.villages: set[str] = set()
        self._outlines: list[str] = []
        self._pagodas: list[str] = []
        self._chips: list[str] = []
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
                self._change(part[1], -part[2], *corner(board, centre(board, part[0])))
        x, y = corner(board, centre(board, own[0][0] if own else squares))
        gained = pagodas - (own[0][2] if own else 0)
        if gained:
            self.replaced.update(part[0] for part in own[:1])
            place = board.first_name(squares)
            self._pagodas.append(pagoda_use(owner, pagodas == 2, place, (x, y), self.prefix, "coming"))
        self._outline(squares, owner, f'data-province="{board.first_name(squares)}"')
        self._change(owner, gained, x, y)

    def _village(self, letter: str, squares: Squares, loser: int, holder: int) -> None:
        board = self.position.board
        x, y = village_corner(board, squares)
        self.replaced.add(squares)
        self.villages.add(letter)
        self._outline(squares, holder, f'data-village="{letter}"')
        self._pagodas.append(pagoda_use(holder, False, letter, (x, y), self.prefix, "coming"))
        if loser:
            x = min(max(x, 52), SIZE * board.width - SIZE - 52)
            self._change(loser, -1, x - 52, y)
            x += 52
        self._change(holder, 1, x, y)
        self._chips.append(count_chips(self.after, letter, 0 if y else CHIP + 10))

    def _outline(self, squares: Squares, player: int, data: str) -> None:
        path = area_path(self.position.board, squares, 3, 20)
        self._outlines.append(
            f'<g class="change p{player}" {data}><path class="under" d="{path}"/><path class="over" d="{path}"/></g>'
        )

    def _change(self, player: int, pagodas: int, x: int, y: int) -> None:
        """Put a chip over the square with that corner (under it in the top row), so that its pagoda stays in sight."""
        text = f"{pagodas:+d}".replace("-", "−") if pagodas else ""
        half = 23 + 13 * len(text)
        x = min(max(x + SIZE // 2, half), SIZE * self.position.board.width - half)
        self._chips.append(chip(player, text, x, y - 14 if y else SIZE + 8, f'data-change="{pagodas}"'))

    def draw(self) -> str:
        """Draw the layer."""
        return f'<g class="changes">{"".join(self._outlines)}{"".join(self._pagodas)}{"".join(self._chips)}</g>'


def pagoda_class(player: int, double: bool) -> str:
    """Name a pagoda's classes."""
    return f"pagoda p{player}{' double' if double else ''}"


def pagoda_use(player: int, double: bool, place: str, at: tuple[int, int], prefix: str, state: str = "") -> str:
    """Put a pagoda on the square with that upper left corner; `place` is a province's first cell or a village."""
    return (
        f'<use class="{pagoda_class(player, double)}{state and " " + state}" data-pagoda="{place}" '
        f'href="#{prefix}-p{player}{"d" if double else ""}" x="{at[0]}" y="{at[1]}"/>'
    )


def chip(player: int, text: str, x: int, y: int, data: str) -> str:
    """Draw a small sign with a player's mark and a number, around a point."""
    width = 46 + 26 * len(text)
    left = -width // 2
    return (
        f'<g class="chip p{player}" data-player="{player}" {data} transform="translate({x} {y})">'
        f'<rect x="{left}" y="{-CHIP // 2}" width="{width}" height="{CHIP}" rx="16"/>'
        f'<path class="qin-mark" transform="translate({left + 23} 0)" d="{MARKS[player]}"/>'
        + (f'<text x="{left + 39 + 13 * len(text)}" y="1">{text}</text></g>' if text else "</g>")
    )


def count_chips(position: "Position", letter: str, below: int = 0) -> str:
    """Write each player's pagodas beside a village (Q17) under it: those who have some, and its holder."""
    board = position.board
    squares = board.villages[board.village_numbers[letter]].squares
    holder = position.villages()[letter]
    shown = [
        (player, count)
        for player, count in zip(position.players, position.beside(letter), strict=True)
        if count or player == holder
    ]
    half = 38 * len(shown)
    middle = village_corner(board, squares)[0] + SIZE // 2
    middle = min(max(middle, half), SIZE * board.width - half)
    bottom = max(corner(board, square)[1] for square in each(squares)) + SIZE
    chips = [
        chip(player, str(count), middle - half + 38 + 76 * number, bottom - 6 + below, f'data-count="{count}"')
        for number, (player, count) in enumerate(shown)
    ]
    return f'<g data-counts="{letter}">{"".join(chips)}</g>'
