"""The reference implementation of the rules of Khan Tsin (K1 to K12): slow and simple, for comparison with the core.

The dragon is a dict from space number to the list of barons on it, bottom first. Everything is computed from that each
time, with loops.
"""

from __future__ import annotations

import re

SPACES = list(range(1, 37))
COLOURS = {"r", "b", "w"}


def pairs_of_claws(space: int) -> int:
    """K2: double, single, triple, and so on from South's end."""
    order = [2, 1, 3]
    return order[(space - 1) % 3]


def in_harmony(barons: list[str]) -> bool:
    """K8: at most three of one colour."""
    return all(len([baron for baron in barons if baron == colour]) <= 3 for colour in COLOURS)


class KhanReference:
    """One position of Khan Tsin."""

    def __init__(self, line: str) -> None:
        """Read a position line of three fields."""
        stacks, self.mover, self.variants = line.split(" ")
        self.barons: dict[int, list[str]] = {}
        for space, stack in zip(SPACES, stacks.split("/"), strict=True):
            self.barons[space] = [] if stack == "-" else list(stack)

    def line(self) -> str:
        """Write the position line."""
        stacks = "/".join("".join(self.barons[space]) or "-" for space in SPACES)
        return f"{stacks} {self.mover} {self.variants}"

    def occupied(self) -> list[int]:
        """The occupied spaces, from South."""
        return [space for space in SPACES if self.barons[space]]

    def four_nearest(self, side: str) -> set[int]:
        """K4: the four occupied spaces nearest a player's end."""
        seen = self.occupied()
        if side == "n":
            seen.reverse()
        return set(seen[:4])

    def barons_away(self, start: int, target: int) -> int:
        """K11: count occupied spaces from start to target; the next one is 1."""
        step = 1 if target > start else -1
        count = 0
        space = start
        while space != target:
            space += step
            if self.barons[space]:
                count += 1
        return count

    def land(self, start: int, count: int, target: int, turned: bool, flipped: bool) -> list[str]:
        """K6, K12: the stack that a move makes."""
        part = self.barons[start][len(self.barons[start]) - count :]
        if turned:
            part = list(reversed(part))
        made = self.barons[target] + part
        return list(reversed(made)) if flipped else made

    def allowed(self, side: str, start: int, count: int, target: int, turned: bool, flipped: bool) -> bool:
        """Return whether a player could make a move if it were their turn."""
        if start not in self.four_nearest(side):  # K4
            return False
        if start == target or not self.barons[target]:  # K5
            return False
        if not 1 <= count <= len(self.barons[start]):  # K6
            return False
        made = self.land(start, count, target, turned, flipped)
        if not len(made) > len(self.barons[start]):  # K7
            return False
        if not in_harmony(made):  # K8
            return False
        if "t" in self.variants:  # K11
            away = self.barons_away(start, target)
            if away <= 4 and away != pairs_of_claws(start):
                return False
        if "r" not in self.variants and (turned or flipped):  # K12
            return False
        return not (turned and count == 1)

    def flights(self, side: str) -> set[str]:
        """Return the texts of all moves that a player would have if it were their turn."""
        found = set()
        for start in self.four_nearest(side):
            for target in SPACES:
                for count in range(1, 10):
                    for turned in (False, True):
                        for flipped in (False, True):
                            if self.allowed(side, start, count, target, turned, flipped):
                                found.add(f"{start}x{count}{'~' if turned else ''}>{target}{'~' if flipped else ''}")
        return found

    def other(self) -> str:
        """The opponent of the player to move."""
        return "n" if self.mover == "s" else "s"

    def emperor(self) -> bool:
        """K9: whether there is a stack of nine."""
        return any(len(stack) == 9 for stack in self.barons.values())

    def moves(self) -> set[str]:
        """K4 to K12: return the legal moves."""
        if self.emperor():
            return set()
        mine = self.flights(self.mover)
        if mine:
            return mine
        return {"pass"} if self.flights(self.other()) else set()

    def winners(self) -> tuple[int, ...] | None:
        """K9, K10: South is 1, North is 2; both on a draw."""
        if self.emperor():
            return (1,) if self.other() == "s" else (2,)
        return None if self.moves() else (1, 2)

    def play(self, text: str) -> KhanReference:
        """The position after a legal move."""
        assert text in self.moves(), text
        after = KhanReference(self.line())
        after.mover = self.other()
        if text != "pass":
            match = re.fullmatch(r"(\d+)x(\d)(~?)>(\d+)(~?)", text)
            assert match
            start, count, target = int(match[1]), int(match[2]), int(match[4])
            after.barons[target] = self.land(start, count, target, match[3] == "~", match[5] == "~")
            after.barons[start] = self.barons[start][: len(self.barons[start]) - count]
        return after
