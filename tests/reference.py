"""The reference implementation of the rules of Qin (Q1 to Q25): slow and simple, for comparison with the core.

Squares are (column, row), counted from 1; a1 is at the bottom left. Nothing is cached.
"""

from __future__ import annotations

import copy
import re

Square = tuple[int, int]

BOARDS = {
    "bird": (
        ".....aa.....b/............./............./..c......d.../......B....../............./......Y....../"
        "..e.......ff./..e...R....../............./............./............./.......gg...h"
    ),
    "lion": (
        "a.....b....cc/..~~........./..~~.....d.../.......~...../.ee...B~...f./............./...~~...Y..~./"
        ".g.~......~~./.......R...../..h.....~..ii/..h.....~~.../.....~......./j...kk......l"
    ),
}
TILES = ["rr", "ry", "rb", "yy", "yb", "bb"]
HIDDEN = "??"
PAGODAS = {2: 24, 3: 19, 4: 15}  # Q4
MAJOR = 5  # Q16
JOIN_REFUSALS = ["joins-majors", "takes-major", "tied-merge"]


def square_name(square: Square) -> str:
    """Return a square's name: column letter and row number."""
    return "abcdefghijklmnopqrstuvwxyz"[square[0] - 1] + str(square[1])


def parse_square(text: str) -> Square:
    """Return the square with a name; it may be off the board."""
    return ("abcdefghijklmnopqrstuvwxyz".index(text[0]) + 1, int(text[1:]))


def square_order(square: Square) -> tuple[int, int]:
    """Return the sort key for the order a1, b1, ..., a2, ..."""
    return (square[1], square[0])


def first_square(area: frozenset[Square]) -> Square:
    """Return the first square of an area in square order."""
    return min(area, key=square_order)


def neighbours(square: Square) -> list[Square]:
    """List the four squares that share an edge with this one; some may be off the board."""
    column, row = square
    return [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]


def area_of(squares: dict[Square, str], start: Square) -> frozenset[Square]:
    """Return the area of one colour that contains a coloured square (Q13), by flood fill."""
    area = {start}
    queue = [start]
    while queue:
        for neighbour in neighbours(queue.pop()):
            if neighbour not in area and squares.get(neighbour) == squares[start]:
                area.add(neighbour)
                queue.append(neighbour)
    return frozenset(area)


def province_areas(squares: dict[Square, str]) -> set[frozenset[Square]]:
    """Return the areas of at least 2 squares; a single square isn't a province (Q13)."""
    areas = {area_of(squares, square) for square in squares}
    return {area for area in areas if len(area) >= 2}


def province_pagodas(area: frozenset[Square]) -> int:
    """Return the number of pagodas on a province: 1, or 2 on a major one (Q14, Q16)."""
    return 2 if len(area) >= MAJOR else 1


def unique_leader(counts: dict[int, int]) -> int | None:
    """Return the player with the highest count, or None on a tie (Q17 to Q20)."""
    leaders = [player for player in counts if counts[player] == max(counts.values())]
    return leaders[0] if len(leaders) == 1 else None


def parse_halves(move: str) -> list[tuple[str, Square]]:
    """Parse the two halves of a placement as (colour, square), in the order of the text."""
    match = re.fullmatch(r"([ryb])([a-z]\d+)([ryb])([a-z]\d+)(/\d+)?", move)
    if match is None:
        raise ValueError(f"not a move: {move}")
    return [(match[1], parse_square(match[2])), (match[3], parse_square(match[4]))]


def tile_name(halves: list[tuple[str, Square]]) -> str:
    """Return the tile's name, with its colours in the order r, y, b."""
    return "".join(sorted((colour for colour, _ in halves), key="ryb".index))


class Reference:
    """One position of Qin."""

    def __init__(self, line: str) -> None:
        """Parse a position line of seven fields."""
        self.board, space_rows, provinces, villages, player_to_move, hands, piles = line.split(" ")
        layout = BOARDS[self.board] if self.board in BOARDS else self.board.removeprefix("map:")
        self.rows: list[str] = layout.split("/")

        self.squares: dict[Square, str] = {}
        for index, text in enumerate(space_rows.split("/")):
            column = 1
            for part in re.findall(r"\d+|[ryb]", text):
                if part in "ryb":
                    self.squares[column, len(self.rows) - index] = part
                    column += 1
                else:
                    column += int(part)

        owners: dict[Square, int] = {}
        for entry in provinces.split(",") if provinces != "-" else []:
            square, player = entry.split("=")
            owners[parse_square(square)] = int(player)
        areas = province_areas(self.squares)
        if {first_square(area) for area in areas} != set(owners):
            raise ValueError("the provinces field must list each province once, by its first square")
        self.provinces: dict[frozenset[Square], int] = {area: owners[first_square(area)] for area in areas}

        letters = {letter for row in self.rows for letter in row if letter.islower()}
        self.villages: dict[str, int | None] = dict.fromkeys(sorted(letters))
        for entry in villages.split(",") if villages != "-" else []:
            letter, player = entry.split("=")
            self.villages[letter] = int(player)

        self.player_to_move = int(player_to_move)
        self.hands: list[list[str]] = [h.split(",") if h != "-" else [] for h in hands.split("|")]
        self.piles: list[list[str]] = []
        for pile in piles.split("|"):
            if pile.startswith("?"):
                self.piles.append([HIDDEN] * int(pile[1:]))
            else:
                self.piles.append(re.findall("[ryb]{2}", pile))

    def line(self) -> str:
        """Return the position line in canonical form."""
        space_rows = []
        for index in range(len(self.rows)):
            row = len(self.rows) - index
            row_text = "".join(self.squares.get((column + 1, row), ".") for column in range(len(self.rows[index])))
            space_rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row_text))
        areas = sorted(self.provinces, key=lambda area: square_order(first_square(area)))
        provinces = [f"{square_name(first_square(area))}={self.provinces[area]}" for area in areas]
        villages = [
            f"{letter}={self.villages[letter]}" for letter in sorted(self.villages) if self.villages[letter] is not None
        ]
        hands = [",".join(sorted(hand, key=TILES.index)) or "-" for hand in self.hands]
        piles = [f"?{len(pile)}" if HIDDEN in pile else "".join(pile) or "-" for pile in self.piles]
        fields = [self.board, "/".join(space_rows), ",".join(provinces) or "-", ",".join(villages) or "-"]
        return " ".join([*fields, str(self.player_to_move), "|".join(hands), "|".join(piles)])

    def players(self) -> list[int]:
        """List the players, 1 to n."""
        return list(range(1, len(self.hands) + 1))

    def all_squares(self) -> list[Square]:
        """List all squares of the board."""
        return [(column + 1, row + 1) for row in range(len(self.rows)) for column in range(len(self.rows[0]))]

    def mark_at(self, square: Square) -> str:
        """Return the board file's mark on a square, or water for a square off the board."""
        column, row = square
        if not (1 <= column <= len(self.rows[0]) and 1 <= row <= len(self.rows)):
            return "~"
        return self.rows[len(self.rows) - row][column - 1]

    def pagodas(self) -> dict[int, int]:
        """Count each player's pagodas on provinces and villages (Q14, Q16, Q17)."""
        placed = dict.fromkeys(self.players(), 0)
        for area, owner in self.provinces.items():
            placed[owner] += province_pagodas(area)
        for holder in self.villages.values():
            if holder is not None:
                placed[holder] += 1
        return placed

    def pagodas_left(self) -> list[int]:
        """List how many pagodas each player has left to place, at least 0 (Q4)."""
        placed = self.pagodas()
        return [max(0, PAGODAS[len(self.hands)] - placed[player]) for player in self.players()]

    def provinces_in(self, area: frozenset[Square]) -> list[frozenset[Square]]:
        """List this position's provinces inside an area of the board after a placement (Q14, Q15, Q19)."""
        return [province for province in self.provinces if province <= area]

    def leading_player(self, joined: list[frozenset[Square]]) -> int | None:
        """Return the player with the most squares in provinces to be joined, or None on a tie (Q19, Q20)."""
        counts: dict[int, int] = {}
        for province in joined:
            owner = self.provinces[province]
            counts[owner] = counts.get(owner, 0) + len(province)
        return unique_leader(counts)

    def placement_refusal(self, halves: list[tuple[str, Square]]) -> str | None:
        """Return why the halves can't be placed, or None, regardless of who holds the tile (Q9 to Q11, Q20 to Q22)."""
        (_, first), (_, second) = halves
        if any(self.mark_at(square) != "." or square in self.squares for square in (first, second)):
            return "not-grassland"  # Q9
        if second not in neighbours(first):
            return "not-a-domino"  # Q9
        if not any(neighbour in self.squares for neighbour in neighbours(first) + neighbours(second)):
            return "not-connected"  # Q10
        squares_after = dict(self.squares)
        for colour, square in halves:
            squares_after[square] = colour
        refusals = set()
        for square in (first, second):
            joined = self.provinces_in(area_of(squares_after, square))
            if len(joined) < 2:
                continue
            majors = [province for province in joined if len(province) >= MAJOR]
            leading_player = self.leading_player(joined)
            if len(majors) >= 2:
                refusals.add("joins-majors")  # Q21
            if any(self.provinces[major] != leading_player for major in majors):
                refusals.add("takes-major")  # Q22
            if leading_player is None:
                refusals.add("tied-merge")  # Q20
        return next((refusal for refusal in JOIN_REFUSALS if refusal in refusals), None)

    def placements(self, tile: str) -> list[str]:
        """List the legal placements of a tile as text (Q9 to Q11)."""
        moves = []
        for first in self.all_squares():
            for second in neighbours(first):
                if tile[0] == tile[1] and square_order(second) < square_order(first):
                    continue  # reversing a double gives the same placement
                if self.placement_refusal([(tile[0], first), (tile[1], second)]) is None:
                    moves.append(f"{tile[0]}{square_name(first)}{tile[1]}{square_name(second)}")
        return moves

    def can_place(self, player: int) -> bool:
        """Return whether a player holds a tile that can be placed (Q24)."""
        return any(self.placements(tile) for tile in set(self.hands[player - 1]))

    def winners(self) -> tuple[int, ...] | None:
        """Return the winner or winners, or None while the game goes on (Q23, Q24)."""
        left = self.pagodas_left()
        previous_player = (self.player_to_move - 2) % len(left) + 1
        for player in [*range(previous_player, len(left) + 1), *range(1, previous_player)]:
            if left[player - 1] == 0:
                return (player,)  # Q23: first the player who placed the tile, then clockwise
        if any(self.can_place(player) for player in self.players()):
            return None
        placed = self.pagodas()
        return tuple(player for player in self.players() if placed[player] == max(placed.values()))  # Q24

    def moves(self) -> list[str]:
        """List the legal moves without a pile, or a forced pass, or nothing after the end (Q24)."""
        if self.winners() is not None:
            return []
        tiles = sorted(set(self.hands[self.player_to_move - 1]), key=TILES.index)
        return [move for tile in tiles for move in self.placements(tile)] or ["pass"]

    def why_not(self, move: str) -> str | None:
        """Return why a move is refused, or None if it is legal."""
        if self.winners() is not None:
            return "game-over"
        if move == "pass":
            return "not-a-pass" if self.can_place(self.player_to_move) else None
        halves = parse_halves(move)
        if tile_name(halves) not in self.hands[self.player_to_move - 1]:
            return "not-in-hand"
        return self.placement_refusal(halves)

    def apply(self, move: str) -> tuple[Reference, list[str]]:
        """Return the position after a move, before the draw and the next player's turn, and the events (Q12)."""
        refusal = self.why_not(move)
        if refusal is not None:
            raise ValueError(f"{move}: {refusal}")
        after = copy.deepcopy(self)
        events: list[str] = []
        if move == "pass":
            return after, events
        halves = parse_halves(move)
        after.hands[self.player_to_move - 1].remove(tile_name(halves))
        for colour, square in halves:
            after.squares[square] = colour

        after.provinces = {}
        for area in province_areas(after.squares):
            joined = self.provinces_in(area)
            owner = self.leading_player(joined) if joined else self.player_to_move  # Q14, Q15, Q19
            assert owner is not None
            after.provinces[area] = owner
        reported = set()
        for _, square in halves:
            area = area_of(after.squares, square)
            if area not in after.provinces or area in reported:
                continue
            reported.add(area)
            joined = self.provinces_in(area)
            kind = ["found", "expand"][len(joined)] if len(joined) < 2 else "absorb"
            events.append(f"{kind} {square_name(first_square(area))} {after.provinces[area]}")
            if len(area) >= MAJOR and not any(len(province) >= MAJOR for province in joined):
                events.append(f"major {square_name(first_square(area))} {after.provinces[area]}")  # Q16

        for letter in sorted(after.villages):
            neighbouring_squares = {
                neighbour
                for square in self.all_squares()
                if self.mark_at(square) == letter
                for neighbour in neighbours(square)
            }
            counts = dict.fromkeys(self.players(), 0)
            for area, owner in after.provinces.items():
                if area & neighbouring_squares:
                    counts[owner] += province_pagodas(area)
            winner = unique_leader(counts)
            holder = after.villages[letter]
            if winner is None or winner == holder:
                continue
            after.villages[letter] = winner
            events.append(
                f"connect {letter} {winner}" if holder is None else f"conquer {letter} {winner} from {holder}"
            )  # Q17, Q18
        return after, events

    def events(self, move: str) -> list[str]:
        """List the events of a move in the order of the notation."""
        return self.apply(move)[1]

    def play(self, move: str) -> Reference:
        """Return the next position: place, draw (Q8), pass the turn on; a pass draws nothing (Q24)."""
        after, _ = self.apply(move)
        if move != "pass":
            filled_piles = [number for number, pile in enumerate(after.piles, 1) if pile]
            pile_number = int(move.partition("/")[2]) if "/" in move else next(iter(filled_piles), None)
            if pile_number is not None:
                if pile_number not in filled_piles:
                    raise ValueError(f"{move}: no tile in pile {pile_number}")
                tile = after.piles[pile_number - 1].pop(0)
                if tile == HIDDEN:
                    raise ValueError(f"{move}: the tile drawn from pile {pile_number} is hidden")
                after.hands[self.player_to_move - 1].append(tile)
                after.hands[self.player_to_move - 1].sort(key=TILES.index)
        after.player_to_move = self.player_to_move % len(self.hands) + 1
        return after
