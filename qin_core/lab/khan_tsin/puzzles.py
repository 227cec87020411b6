"""Find puzzles of Khan Tsin in games of computer players: positions with only one winning or only one saving move.

See `qin_core.lab.puzzles` for the commands. Every goal is proved by trying all moves and all replies.
"""

import random
from collections import Counter
from collections.abc import Iterator

from qin_core.common.puzzles import Puzzle
from qin_core.khan_tsin.move import PASS
from qin_core.khan_tsin.players.levels import LEVELS, choose
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.puzzles import EMPEROR_GOAL, Solver, answers, next_positions

PLAYING = (2, 3, 4)
"""The levels that play the games: they allow no win that they could prevent, so wins are forced by the move before."""
VARIANTS = ("-", "-", "r", "t", "rt")
TRIES = 20
"""The number of tries of a level with random errors."""
LONGEST = {"-": 3, "t": 3, "r": 2, "rt": 2}
"""The maximum number of moves to a win, by variants."""
_LAST_TURNS = 9
"""The number of turns before the end of a game in which to look for puzzles."""


def find(seed: int) -> Iterator[Puzzle[Position]]:
    """Play a game and list the puzzles in its last turns, at most one for each position."""
    rng = random.Random(seed)
    position, earlier = Position.deal(VARIANTS[seed % len(VARIANTS)], seed=seed), []
    while position.winners() is None:
        earlier.append(position)
        position = position.play(choose(position, rng.choice(PLAYING), rng.getrandbits(32)))
    for start in earlier[-_LAST_TURNS:]:
        puzzle = next(puzzles_in(start), None)
        if puzzle:
            yield puzzle


def puzzles_in(start: Position) -> Iterator[Puzzle[Position]]:
    """List the goals that only one move reaches: the shortest forced win, or else the only defence."""
    if len(next_positions(start)) < 3:
        return
    solver = Solver()
    for turns in range(1, LONGEST[start.variants] + 1):
        winning = list(solver.winning(start, turns))
        if winning:
            line = _line(solver, start, turns) if len(winning) == 1 else ()
            if line:
                yield Puzzle(start, EMPEROR_GOAL, line)
            return
    for goal in ("prevents-emperor", "prevents-emperor 2"):
        moves = answers(start, goal)
        if len(moves) == 1 and moves[0] != str(PASS):
            yield Puzzle(start, goal, moves)
        if len(moves) < 2:
            return


def _line(solver: Solver, start: Position, turns: int) -> tuple[str, ...]:
    """Return a winning line in which every move but the last is the only one that wins in time; empty if there is none.

    Of the replies that allow such a line, choose the one that leaves the fewest wins at the end.
    """
    winning = list(solver.winning(start, turns))
    if turns == 1:
        return (str(winning[0]),) if winning else ()
    if len(winning) != 1:
        return ()
    after = start.play(winning[0])
    lines = []
    for end, reply in next_positions(after).items():
        if turns > 2 and solver.can_win(end, turns - 2):
            continue  # this reply loses sooner
        line = _line(solver, end, turns - 1)
        if line:
            lines.append((_wins_at_the_end(solver, end, line), str(reply), line))
    if not lines:
        return ()
    _, reply_text, line = min(lines)
    return (str(winning[0]), reply_text, *line)


def _wins_at_the_end(solver: Solver, position: Position, line: tuple[str, ...]) -> int:
    for move in line[:-1]:
        position = position.play(move)
    return len(list(solver.winning(position, 1)))


def is_unique(puzzle: Puzzle[Position]) -> bool:
    """Tell whether the solution is unique, by trying all moves and all replies."""
    position, turns = puzzle.start, (len(puzzle.solution) + 1) // 2
    for number in range(0, len(puzzle.solution), 2):
        moves = answers(position, puzzle.goal, turns)
        solution_move = puzzle.solution[number]
        # At the end of a longer line there may be several ways to take the Emperor.
        if solution_move not in moves or (len(moves) > 1 and (turns > 1 or number == 0)):
            return False
        turns -= 1
        if turns:
            position = position.play(solution_move).play(puzzle.solution[number + 1])
    return True


def found_by_level(puzzle: Puzzle[Position]) -> tuple[int, ...]:
    """Measure how often each level finds the first move, in percent, weakest level first."""
    shares = []
    goal_position = puzzle.start.play(puzzle.solution[0])
    for level in LEVELS:
        tries = TRIES if level.noise else 1
        hits = Counter(
            _same(puzzle.start.play(choose(puzzle.start, level, seed)), goal_position) for seed in range(tries)
        )
        shares.append(round(100 * hits[True] / tries))
    return tuple(shares)


def _same(first: Position, second: Position) -> bool:
    """Tell whether two positions are equal; the order of the nine barons of a won game doesn't matter (K12)."""
    return first == second or (first.winners() is not None and first.winners() == second.winners())
