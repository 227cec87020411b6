"""The reference implementation of the rules of Khan Tsin (K1 to K12): slow and simple, for comparison with the core.

The dragon is a dict from a space's number to the barons on it, from bottom to top. Nothing is cached.
"""

from __future__ import annotations

import re

SPACES = list(range(1, 37))
COLOURS = {"r", "b", "w"}


def pairs_of_claws(space: int) -> int:
    """Return the number of pairs of claws on a space: 2, 1, 3, 2, ... from South's end (K2)."""
    order = [2, 1, 3]
    return order[(space - 1) % 3]


def in_harmony(barons: list[str]) -> bool:
    """Return whether a stack has at most three barons of each colour (K8)."""
    return all(len([baron for baron in barons if baron == colour]) <= 3 for colour in COLOURS)


class KhanReference:
    """One position of Khan Tsin."""

    def __init__(self, line: str) -> None:
        """Parse a position line: the stacks, the player to move (`s` or `n`), and the letters of the variants."""
        stacks, self.player_to_move, self.variants = line.split(" ")
        self.barons: dict[int, list[str]] = {}
        for space, stack in zip(SPACES, stacks.split("/"), strict=True):
            self.barons[space] = [] if stack == "-" else list(stack)

    def line(self) -> str:
        """Return the position line."""
        stacks = "/".join("".join(self.barons[space]) or "-" for space in SPACES)
        return f"{stacks} {self.player_to_move} {self.variants}"

    def occupied(self) -> list[int]:
        """List the occupied spaces from South's end."""
        return [space for space in SPACES if self.barons[space]]

    def four_nearest(self, side: str) -> set[int]:
        """Return the four occupied spaces nearest a player's end (K4)."""
        spaces = self.occupied()
        if side == "n":
            spaces.reverse()
        return set(spaces[:4])

    def stacks_away(self, start: int, target: int) -> int:
        """Count the stacks from start to target, without the one on start (K11)."""
        step = 1 if target > start else -1
        count = 0
        space = start
        while space != target:
            space += step
            if self.barons[space]:
                count += 1
        return count

    def land(self, start: int, count: int, target: int, turned: bool, flipped: bool) -> list[str]:
        """Return the target's stack after the top `count` barons of a stack land on it (K6).

        `turned`: the moving barons are upside down; `flipped`: so is the new stack (K12).
        """
        moving = self.barons[start][len(self.barons[start]) - count :]
        if turned:
            moving = list(reversed(moving))
        stack = self.barons[target] + moving
        return list(reversed(stack)) if flipped else stack

    def allowed(self, side: str, start: int, count: int, target: int, turned: bool, flipped: bool) -> bool:
        """Return whether a player could make the move on their turn."""
        if start not in self.four_nearest(side):  # K4
            return False
        if start == target or not self.barons[target]:  # K5
            return False
        if not 1 <= count <= len(self.barons[start]):  # K6
            return False
        stack = self.land(start, count, target, turned, flipped)
        if not len(stack) > len(self.barons[start]):  # K7
            return False
        if not in_harmony(stack):  # K8
            return False
        if "t" in self.variants:  # K11: up to 4 stacks away, only a leap by the pairs of claws
            distance = self.stacks_away(start, target)
            if distance <= 4 and distance != pairs_of_claws(start):
                return False
        if "r" not in self.variants and (turned or flipped):  # K12
            return False
        # Turning a single baron changes nothing, so it isn't written.
        return not (turned and count == 1)

    def flights(self, side: str) -> set[str]:
        """Return every move but a pass that a player could make on their turn."""
        texts = set()
        for start in self.four_nearest(side):
            for target in SPACES:
                for count in range(1, 10):
                    for turned in (False, True):
                        for flipped in (False, True):
                            if self.allowed(side, start, count, target, turned, flipped):
                                texts.add(f"{start}x{count}{'~' if turned else ''}>{target}{'~' if flipped else ''}")
        return texts

    def other(self) -> str:
        """Return the opponent of the player to move."""
        return "n" if self.player_to_move == "s" else "s"

    def emperor(self) -> bool:
        """Return whether there is a stack of nine (K9)."""
        return any(len(stack) == 9 for stack in self.barons.values())

    def moves(self) -> set[str]:
        """Return the legal moves (K4 to K12)."""
        if self.emperor():
            return set()
        moves = self.flights(self.player_to_move)
        if moves:
            return moves
        return {"pass"} if self.flights(self.other()) else set()

    def winners(self) -> tuple[int, ...] | None:
        """Return the winner, or both players on a draw; South is 1, North is 2 (K9, K10)."""
        if self.emperor():
            return (1,) if self.other() == "s" else (2,)
        return None if self.moves() else (1, 2)

    def play(self, text: str) -> KhanReference:
        """Return the position after a legal move."""
        assert text in self.moves(), text
        after = KhanReference(self.line())
        after.player_to_move = self.other()
        if text != "pass":
            match = re.fullmatch(r"(\d+)x(\d)(~?)>(\d+)(~?)", text)
            assert match
            start, count, target = int(match[1]), int(match[2]), int(match[4])
            after.barons[target] = self.land(start, count, target, match[3] == "~", match[5] == "~")
            after.barons[start] = self.barons[start][: len(self.barons[start]) - count]
        return after
