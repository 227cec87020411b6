"""The reference implementation of the rules of Qin (Q1 to Q25): slow and simple, for comparison with the core.

Squares are (column, row), both from 1, a1 at the bottom left. Everything is computed from the coloured
spaces each time.
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
JOIN_FAULTS = ["joins-majors", "takes-major", "tied-merge"]


def name(square: Square) -> str:
    """The square's name: column letter, row number."""
    return "abcdefghijklmnopqrstuvwxyz"[square[0] - 1] + str(square[1])


def named(text: str) -> Square:
    """The square of that name (it may lie off the board)."""
    return ("abcdefghijklmnopqrstuvwxyz".index(text[0]) + 1, int(text[1:]))


def cell_order(square: Square) -> tuple[int, int]:
    """Sorts squares as a1, b1, ..., a2, ..."""
    return (square[1], square[0])


def first_cell(area: frozenset[Square]) -> Square:
    """The first square of an area in cell order."""
    return min(area, key=cell_order)


def neighbours(square: Square) -> list[Square]:
    """The four squares that share an edge with this one (some may lie off the board)."""
    column, row = square
    return [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]


def area_of(squares: dict[Square, str], start: Square) -> frozenset[Square]:
    """The edge-connected area of one colour around a coloured space (Q13), by flood fill."""
    found = {start}
    waiting = [start]
    while waiting:
        for beside in neighbours(waiting.pop()):
            if beside not in found and squares.get(beside) == squares[start]:
                found.add(beside)
                waiting.append(beside)
    return frozenset(found)


def province_areas(squares: dict[Square, str]) -> set[frozenset[Square]]:
    """Every area of 2 or more spaces of one colour; a single space is no province (Q13)."""
    areas = {area_of(squares, square) for square in squares}
    return {area for area in areas if len(area) >= 2}


def province_pagodas(area: frozenset[Square]) -> int:
    """1 pagoda on a province, 2 on a major one, never more (Q14, Q16)."""
    return 2 if len(area) >= MAJOR else 1


def strictly_most(counts: dict[int, int]) -> int | None:
    """The player with more than every other player, or None on a tie for the most (Q17 to Q20)."""
    leaders = [player for player in counts if counts[player] == max(counts.values())]
    return leaders[0] if len(leaders) == 1 else None


def read_move(move: str) -> list[tuple[str, Square]]:
    """The two (colour, square) pairs of a placement, as written."""
    match = re.fullmatch(r"([ryb])([a-z]\d+)([ryb])([a-z]\d+)(/\d+)?", move)
    if match is None:
        raise ValueError(f"not a move: {move}")
    return [(match[1], named(match[2])), (match[3], named(match[4]))]


def tile_of(spaces: list[tuple[str, Square]]) -> str:
    """The tile's name, its colours in the order r, y, b."""
    return "".join(sorted((colour for colour, _ in spaces), key="ryb".index))


class Reference:
    """One position of Qin."""

    def __init__(self, line: str) -> None:
        """Read a position line of seven fields."""
        self.board, cells, provinces, villages, mover, hands, piles = line.split(" ")
        layout = BOARDS[self.board] if self.board in BOARDS else self.board.removeprefix("map:")
        self.rows: list[str] = layout.split("/")

        self.squares: dict[Square, str] = {}
        for index, text in enumerate(cells.split("/")):
            column = 1
            for part in re.findall(r"\d+|[ryb]", text):
                if part in "ryb":
                    self.squares[column, len(self.rows) - index] = part
                    column += 1
                else:
                    column += int(part)

        owners: dict[Square, int] = {}
        for entry in provinces.split(",") if provinces != "-" else []:
            cell, player = entry.split("=")
            owners[named(cell)] = int(player)
        areas = province_areas(self.squares)
        if {first_cell(area) for area in areas} != set(owners):
            raise ValueError("the provinces field does not name each province once by its first cell")
        self.provinces: dict[frozenset[Square], int] = {area: owners[first_cell(area)] for area in areas}

        letters = {letter for row in self.rows for letter in row if letter.islower()}
        self.villages: dict[str, int | None] = dict.fromkeys(sorted(letters))
        for entry in villages.split(",") if villages != "-" else []:
            letter, player = entry.split("=")
            self.villages[letter] = int(player)

        self.mover = int(mover)
        self.hands: list[list[str]] = [h.split(",") if h != "-" else [] for h in hands.split("|")]
        self.piles: list[list[str]] = []
        for pile in piles.split("|"):
            if pile.startswith("?"):
                self.piles.append([HIDDEN] * int(pile[1:]))
            else:
                self.piles.append(re.findall("[ryb]{2}", pile))

    def line(self) -> str:
        """The canonical line of this position."""
        cells = []
        for index in range(len(self.rows)):
            row = len(self.rows) - index
            drawn = "".join(self.squares.get((c + 1, row), ".") for c in range(len(self.rows[index])))
            cells.append(re.sub(r"\.+", lambda run: str(len(run[0])), drawn))
        areas = sorted(self.provinces, key=lambda area: cell_order(first_cell(area)))
        provinces = [f"{name(first_cell(area))}={self.provinces[area]}" for area in areas]
        villages = [f"{v}={self.villages[v]}" for v in sorted(self.villages) if self.villages[v] is not None]
        hands = [",".join(sorted(hand, key=TILES.index)) or "-" for hand in self.hands]
        piles = [f"?{len(p)}" if HIDDEN in p else "".join(p) or "-" for p in self.piles]
        fields = [self.board, "/".join(cells), ",".join(provinces) or "-", ",".join(villages) or "-"]
        return " ".join([*fields, str(self.mover), "|".join(hands), "|".join(piles)])

    def players(self) -> list[int]:
        """The players 1 to n."""
        return list(range(1, len(self.hands) + 1))

    def all_squares(self) -> list[Square]:
        """Every square of the board."""
        return [(c + 1, r + 1) for r in range(len(self.rows)) for c in range(len(self.rows[0]))]

    def ground(self, square: Square) -> str:
        """What the board file shows on a square; water for what lies off the board."""
        column, row = square
        if not (1 <= column <= len(self.rows[0]) and 1 <= row <= len(self.rows)):
            return "~"
        return self.rows[len(self.rows) - row][column - 1]

    def pagodas(self) -> dict[int, int]:
        """Pagodas on the board per player: on provinces and on villages (Q14, Q16, Q17)."""
        count = dict.fromkeys(self.players(), 0)
        for area, owner in self.provinces.items():
            count[owner] += province_pagodas(area)
        for holder in self.villages.values():
            if holder is not None:
                count[holder] += 1
        return count

    def left(self) -> list[int]:
        """Pagodas left per player (Q4 less those on the board), never below 0."""
        count = self.pagodas()
        return [max(0, PAGODAS[len(self.hands)] - count[player]) for player in self.players()]

    def joined(self, area: frozenset[Square]) -> list[frozenset[Square]]:
        """This position's provinces inside an area of a later board (Q14, Q15, Q19)."""
        return [province for province in self.provinces if province <= area]

    def leader(self, joined: list[frozenset[Square]]) -> int | None:
        """Who has strictly the most spaces in joined provinces before the join, added up (Q19, Q20)."""
        counts: dict[int, int] = {}
        for province in joined:
            owner = self.provinces[province]
            counts[owner] = counts.get(owner, 0) + len(province)
        return strictly_most(counts)

    def board_fault(self, spaces: list[tuple[str, Square]]) -> str | None:
        """Why the two spaces cannot lie there (Q9 to Q11, Q20 to Q22), or None, no matter who holds the tile."""
        (_, one), (_, two) = spaces
        if any(self.ground(square) != "." or square in self.squares for square in (one, two)):
            return "not-grassland"  # Q9
        if two not in neighbours(one):
            return "not-a-domino"  # Q9
        if not any(beside in self.squares for beside in neighbours(one) + neighbours(two)):
            return "not-connected"  # Q10
        later = dict(self.squares)
        for colour, square in spaces:
            later[square] = colour
        faults = set()
        for square in (one, two):
            joined = self.joined(area_of(later, square))
            if len(joined) < 2:
                continue
            majors = [province for province in joined if len(province) >= MAJOR]
            leader = self.leader(joined)
            if len(majors) >= 2:
                faults.add("joins-majors")  # Q21
            if any(self.provinces[major] != leader for major in majors):
                faults.add("takes-major")  # Q22
            if leader is None:
                faults.add("tied-merge")  # Q20
        return next((fault for fault in JOIN_FAULTS if fault in faults), None)

    def placements(self, tile: str) -> list[str]:
        """Every legal way to place a tile, as move texts (Q9 to Q11)."""
        texts = []
        for one in self.all_squares():
            for two in neighbours(one):
                if tile[0] == tile[1] and cell_order(two) < cell_order(one):
                    continue  # a double turned round is the same placement
                if self.board_fault([(tile[0], one), (tile[1], two)]) is None:
                    texts.append(f"{tile[0]}{name(one)}{tile[1]}{name(two)}")
        return texts

    def can_place(self, player: int) -> bool:
        """Whether the player holds a tile that can be placed (Q24)."""
        return any(self.placements(tile) for tile in set(self.hands[player - 1]))

    def winners(self) -> tuple[int, ...] | None:
        """None while the game runs, else the winner or all who share the victory (Q23, Q24)."""
        left = self.left()
        before = (self.mover - 2) % len(left) + 1
        for player in [*range(before, len(left) + 1), *range(1, before)]:
            if left[player - 1] == 0:
                return (player,)  # Q23: the one who placed first, then clockwise
        if any(self.can_place(player) for player in self.players()):
            return None
        count = self.pagodas()
        return tuple(player for player in self.players() if count[player] == max(count.values()))  # Q24

    def moves(self) -> list[str]:
        """All legal moves without a pile; a pass only where forced; none when the game is over (Q24)."""
        if self.winners() is not None:
            return []
        tiles = sorted(set(self.hands[self.mover - 1]), key=TILES.index)
        return [text for tile in tiles for text in self.placements(tile)] or ["pass"]

    def why_not(self, move: str) -> str | None:
        """None if the move is legal, else the reason why it is refused."""
        if self.winners() is not None:
            return "game-over"
        if move == "pass":
            return "not-a-pass" if self.can_place(self.mover) else None
        spaces = read_move(move)
        if tile_of(spaces) not in self.hands[self.mover - 1]:
            return "not-in-hand"
        return self.board_fault(spaces)

    def carry_out(self, move: str) -> tuple[Reference, list[str]]:
        """The position after a move, before a tile is drawn and the turn passes on, and its events (Q12)."""
        reason = self.why_not(move)
        if reason is not None:
            raise ValueError(f"{move}: {reason}")
        after = copy.deepcopy(self)
        events: list[str] = []
        if move == "pass":
            return after, events
        spaces = read_move(move)
        after.hands[self.mover - 1].remove(tile_of(spaces))
        for colour, square in spaces:
            after.squares[square] = colour

        after.provinces = {}
        for area in province_areas(after.squares):
            joined = self.joined(area)
            owner = self.leader(joined) if joined else self.mover  # Q14, Q15, Q19
            assert owner is not None
            after.provinces[area] = owner
        reported = set()
        for _, square in spaces:
            area = area_of(after.squares, square)
            if area not in after.provinces or area in reported:
                continue
            reported.add(area)
            joined = self.joined(area)
            kind = ["found", "expand"][len(joined)] if len(joined) < 2 else "absorb"
            events.append(f"{kind} {name(first_cell(area))} {after.provinces[area]}")
            if len(area) >= MAJOR and not any(len(province) >= MAJOR for province in joined):
                events.append(f"major {name(first_cell(area))} {after.provinces[area]}")  # Q16

        for letter in sorted(after.villages):
            beside = {n for square in self.all_squares() if self.ground(square) == letter for n in neighbours(square)}
            counts = dict.fromkeys(self.players(), 0)
            for area, owner in after.provinces.items():
                if area & beside:
                    counts[owner] += province_pagodas(area)
            best = strictly_most(counts)
            holder = after.villages[letter]
            if best is None or best == holder:
                continue
            after.villages[letter] = best
            events.append(
                f"connect {letter} {best}" if holder is None else f"conquer {letter} {best} from {holder}"
            )  # Q17, Q18
        return after, events

    def events(self, move: str) -> list[str]:
        """What the move would do, in the order in which it is reported."""
        return self.carry_out(move)[1]

    def play(self, move: str) -> Reference:
        """The next position: place, draw (Q8), turn to the next player; a pass draws nothing (Q24)."""
        after, _ = self.carry_out(move)
        if move != "pass":
            full = [number for number, pile in enumerate(after.piles, 1) if pile]
            chosen = int(move.partition("/")[2]) if "/" in move else next(iter(full), None)
            if chosen is not None:
                if chosen not in full:
                    raise ValueError(f"{move}: no tile in pile {chosen}")
                drawn = after.piles[chosen - 1].pop(0)
                if drawn == HIDDEN:
                    raise ValueError(f"{move}: the tile drawn from pile {chosen} is not known")
                after.hands[self.mover - 1].append(drawn)
                after.hands[self.mover - 1].sort(key=TILES.index)
        after.mover = self.mover % len(self.hands) + 1
        return after
