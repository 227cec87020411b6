"""Puzzles of Khan Tsin: goals that can be checked to the last reply.

| goal | the moves reach it when |
|---|---|
| `event emperor` | they take the Emperor, whatever the replies, in the number of moves of the solution |
| `prevents-emperor` | the opponent can't take the Emperor in reply |
| `prevents-emperor 2` | the opponent can't force the Emperor within two moves either |
"""

import re
from collections.abc import Iterator
from datetime import date
from importlib.resources import files
from itertools import permutations

from qin_core.common.puzzles import FIRST_DAY, Puzzle, PuzzleReader, PuzzleWriter, pick_for_day
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.events import RefusalReason
from qin_core.khan_tsin.move import PASS, Move
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.stack import COLOURS, EMPEROR, NINE

EMPEROR_GOAL = "event emperor"
_MAX_KILLERS = 6
"""The number of refuting replies to remember for each depth."""
_GOAL = re.compile(r"prevents-emperor(?: ([1-3]))?")


def can_take_emperor(position: Position) -> bool:
    """Tell whether the player to move can make a stack of nine at once (K9)."""
    return any(
        spaces & position.features >> LENGTH * (EMPEROR - count - 1)
        for _, count, spaces in position.landings(position.player_to_move)
        if count < EMPEROR
    )


def next_positions(position: Position) -> dict[Position, Move]:
    """List the positions after one move, each with the first move that leads to it (K12).

    The order of barons in a stack of nine doesn't matter.
    """
    result: dict[Position, Move] = {}
    nines = set()
    for move in position.moves():
        after = position.play(move)
        if after.features & NINE:
            key = move.source, move.count, move.target
            if key in nines:
                continue
            nines.add(key)
        result.setdefault(after, move)
    return result


class Solver:
    """Proves forced wins by trying all moves and all replies; it caches the results."""

    def __init__(self) -> None:
        self._lost: dict[tuple[Position, int], bool] = {}
        self._killers: dict[int, list[Move]] = {}

    def can_win(self, position: Position, turns: int) -> bool:
        """Tell whether the player to move can take the Emperor within `turns` of their own moves."""
        return can_take_emperor(position) or (turns > 1 and any(True for _ in self.winning(position, turns)))

    def winning(self, position: Position, turns: int) -> Iterator[Move]:
        """List the moves that force the Emperor within `turns` moves, one for each position that they lead to."""
        for after, move in next_positions(position).items():
            if after.features & NINE or (turns > 1 and self.is_lost(after, turns - 1)):
                yield move

    def is_lost(self, position: Position, turns: int) -> bool:
        """Tell whether the opponent can take the Emperor within `turns` moves, whatever the player to move does."""
        key = position, turns
        cached = self._lost.get(key)
        if cached is None:
            cached = self._lost[key] = not can_take_emperor(position) and not self._has_defence(position, turns)
        return cached

    def _has_defence(self, position: Position, turns: int) -> bool:
        """Tell whether a reply prevents that win; replies that refuted other moves are tried first."""
        killers = self._killers.setdefault(turns, [])
        for move in killers:
            if position.why_not(move) is None and not self.can_win(position.play(move), turns):
                return True
        replies = next_positions(position)
        if not replies:
            return True  # the game is drawn
        for after, move in replies.items():
            if not self.can_win(after, turns):
                if move != PASS:
                    killers.insert(0, move)
                    del killers[_MAX_KILLERS:]
                return True
        return False


def reaches(before: Position, after: Position, goal: str) -> bool:
    """Tell whether a single move reaches a goal, by the positions before and after it."""
    if goal == EMPEROR_GOAL:
        return after.winners() == (before.player_to_move,)
    return after.winners() is None and not Solver().can_win(after, _turns_ahead(goal))


def answers(start: Position, goal: str, turns: int = 1) -> tuple[str, ...]:
    """List all first moves that reach a goal, one for each position after them; none if fewer turns are enough."""
    solver = Solver()
    if goal == EMPEROR_GOAL:
        return () if turns > 1 and solver.can_win(start, turns - 1) else tuple(map(str, solver.winning(start, turns)))
    ahead = _turns_ahead(goal)
    return tuple(
        str(move)
        for after, move in next_positions(start).items()
        if after.winners() is None and not solver.can_win(after, ahead)
    )


def _turns_ahead(goal: str) -> int:
    match = _GOAL.fullmatch(goal)
    if match is None:
        raise ValueError(goal)
    return int(match[1] or 1)


def inharmonious_nines(position: Position) -> tuple[Move, ...]:
    """List the moves that would make a stack of nine without three barons of each colour (K8)."""
    moves = []
    for source in position.nearest():
        stack = position.stack(source)
        for count in range(1, len(stack) + 1):
            for target in range(1, LENGTH + 1):
                if target != source and len(position.stack(target)) + count == EMPEROR:
                    move = Move(source, count, target)
                    refusal = position.why_not(move)
                    if refusal is not None and refusal.reason is RefusalReason.HARMONY:
                        moves.append(move)
    return tuple(moves)


# The puzzle of the day

_GOALS = (EMPEROR_GOAL, "prevents-emperor", "prevents-emperor 2")
_VARIANTS = ("-", "r", "t", "rt")


def puzzle_of_the_day(day: date) -> Puzzle[Position]:
    """Return the puzzle of a day, the same for everybody.

    When the pool starts over, the colours change: K8 and K9 treat all three colours alike.
    """
    pool = (files(__package__) / "puzzles.txt").read_text("ascii").split()
    return recolour(unpack(pick_for_day(pool, day)), (day - FIRST_DAY).days // len(pool))


def recolour(puzzle: Puzzle[Position], number: int) -> Puzzle[Position]:
    """Exchange the colours of a puzzle in one of six ways; moves name no colours, so the solution stays."""
    colours = list(permutations(COLOURS))
    table = str.maketrans(COLOURS, "".join(colours[number % len(colours)]))
    stacks = tuple(stack.translate(table) for stack in puzzle.start.stacks)
    return puzzle._replace(start=Position.build(stacks, puzzle.start.player_to_move, puzzle.start.variants))


def pack(puzzle: Puzzle[Position]) -> str:
    """Write a puzzle as a short text."""
    start, writer = puzzle.start, PuzzleWriter()
    writer.put(_VARIANTS.index(start.variants), len(_VARIANTS))
    writer.put(start.player_to_move - 1, 2)
    for stack in start.stacks:
        writer.put(stack != "", 2)
        if stack:
            writer.put(len(stack) - 1, EMPEROR)
        for baron in stack:
            writer.put(COLOURS.index(baron), len(COLOURS))
    writer.put(_GOALS.index(puzzle.goal), len(_GOALS))
    writer.put_moves(start, puzzle.solution)
    return writer.text()


def unpack(text: str) -> Puzzle[Position]:
    """Read the text of a puzzle."""
    reader = PuzzleReader(text)
    variants, player_to_move = _VARIANTS[reader.take(len(_VARIANTS))], reader.take(2) + 1
    stacks = []
    for _ in range(LENGTH):
        height = reader.take(EMPEROR) + 1 if reader.take(2) else 0
        stacks.append("".join(COLOURS[reader.take(len(COLOURS))] for _ in range(height)))
    start = Position.build(tuple(stacks), player_to_move, variants)
    return Puzzle(start, _GOALS[reader.take(len(_GOALS))], reader.take_moves(start))
