"""Find puzzles of Qin in games of computer players: positions in which only one placement reaches a goal.

See `qin_core.lab.puzzles` for the commands. Every goal is checked with all placements, and with all replies with
any tile if it depends on replies. The answer must also be good play.
"""

from collections import Counter
from collections.abc import Iterator

from qin_core.common.puzzles import Puzzle
from qin_core.qin.move import Move
from qin_core.qin.players.levels import LEVELS, Level, choose, rank
from qin_core.qin.position import Position
from qin_core.qin.puzzles import (
    Killers,
    answers,
    gain,
    race,
    refuting_reply,
    saving_reply,
    winning_moves,
    winning_reply,
)

PLAYING = 5
"""The level that plays the games: they are even, with mistakes to find."""
FIRST_TURN = 6
"""The turn from which to look for puzzles, counted from 0."""
TRIES = 20
"""The number of tries of a level with random errors."""
EVALUATION_LEVEL = Level("evaluation", 0.0, (16, 8))
"""The search that decides whether an answer is good play."""
MAX_LOSS = 0.02
"""The maximum win chance that an answer may lose against the best placement."""
_MAX_PAGODAS_TO_FORCE = 4
"""The pagodas left with which a win in two moves is possible."""
_MAX_PAGODAS_TO_THREATEN = 3
"""The pagodas left with which the opponent may threaten to win."""


def find(seed: int) -> Iterator[Puzzle[Position]]:
    """Play a game and list its puzzles, at most one for each position."""
    position = Position.deal(("bird", "lion")[seed % 2], seed=seed)
    turn = 0
    while position.winners() is None:
        view = position.view(position.player_to_move)
        if turn >= FIRST_TURN:
            puzzles = list(puzzles_in(view))
            good_answers = good_moves(view) if puzzles else ()
            yield from [puzzle for puzzle in puzzles if puzzle.solution[0] in good_answers][:1]
        position = position.play(choose(view, PLAYING, seed))
        turn += 1


def puzzles_in(view: Position) -> Iterator[Puzzle[Position]]:
    """List the goals that only one placement reaches, the most interesting first."""
    moves = list(view.moves())
    if len(moves) < 2:
        return
    player, opponent = view.player_to_move, 3 - view.player_to_move
    positions = {move: view.play(move) for move in moves}
    wins = list(winning_moves(view))
    if wins:
        if len(wins) == 1:
            yield Puzzle(view, f"winners {player}", (str(wins[0]),))
        return
    gains = {move: gain(view, after) for move, after in positions.items()}
    races = {move: race(view, after) for move, after in positions.items()}
    if view.pagodas_left(player) <= _MAX_PAGODAS_TO_FORCE:
        killers: Killers = []
        forcing = [move for move, after in positions.items() if saving_reply(after, killers) is None]
        if len(forcing) == 1:
            yield Puzzle(view, f"winners {player}", _win_in_two(view, forcing[0]))
        if forcing:
            return
    if view.pagodas_left(opponent) <= _MAX_PAGODAS_TO_THREATEN:
        win_killers: Killers = []
        stopping = [move for move, after in positions.items() if winning_reply(after, win_killers) is None]
        if not stopping:
            return
        if len(stopping) < len(moves) // 2:
            if len(stopping) == 1:
                yield Puzzle(view, "prevents-win", (str(stopping[0]),))
            for term, numbers in (("pagodas", gains), ("race", races)):
                highest = max(numbers[move] for move in stopping)
                best = [move for move in stopping if numbers[move] == highest]
                if len(best) == 1 and highest > 0 and sum(number >= highest for number in numbers.values()) > 2:
                    yield Puzzle(view, f"{term} {highest} and prevents-win", (str(best[0]),))
            return
    yield from _lasting(view, positions, gains)
    for term, numbers in (("pagodas", gains), ("race", races)):
        highest = max(numbers.values())
        best = [move for move in moves if numbers[move] == highest]
        if len(best) == 1 and highest > 1:
            yield Puzzle(view, f"{term} {highest}", (str(best[0]),))


def _lasting(view: Position, positions: dict[Move, Position], gains: dict[Move, int]) -> Iterator[Puzzle[Position]]:
    """Find the only placement whose gain survives every reply, among several with the same gain."""
    killers: Killers = []
    for number in range(max(gains.values()), -1, -1):
        candidates = [move for move, gained in gains.items() if gained >= number]
        keep = []
        for move in candidates:
            if refuting_reply(view, positions[move], number, killers) is None:
                keep.append(move)
                if len(keep) > 1:
                    return
        if keep:
            if len(candidates) > 2:
                yield Puzzle(view, f"keeps {number}", (str(keep[0]),))
            return


def _win_in_two(view: Position, move: Move) -> tuple[str, ...]:
    """Return the winning line. Its reply leaves the fewest ways to win, and among those places the most pagodas."""
    after = view.play(move)

    def holds_out(reply: Move) -> tuple[int, int, str]:
        end = after.play(reply)
        return len(list(winning_moves(end))), -end.pagodas_placed(after.player_to_move), str(reply)

    reply = min(after.moves(), key=holds_out)
    return str(move), str(reply), str(next(winning_moves(after.play(reply))))


def good_moves(view: Position) -> tuple[str, ...]:
    """List the placements that a search values nearly as high as the best one."""
    ranked = rank(view, EVALUATION_LEVEL, most=EVALUATION_LEVEL.widths[0])
    return tuple(str(move) for move, chance in ranked if chance >= ranked[0][1] - MAX_LOSS)


def found_by_level(puzzle: Puzzle[Position]) -> tuple[int, ...]:
    """Measure how often each level finds the first move, in percent, weakest level first."""
    shares = []
    for level in LEVELS:
        tries = TRIES if level.noise or level.sample_size else 1
        hits = Counter(str(choose(puzzle.start, level, seed)) for seed in range(tries))
        shares.append(round(100 * hits[puzzle.solution[0]] / tries))
    return tuple(shares)


def is_unique(puzzle: Puzzle[Position]) -> bool:
    """Tell whether the solution's first move is the only answer, by trying all moves and all replies with any tile."""
    turns = (len(puzzle.solution) + 1) // 2
    return answers(puzzle.start, puzzle.goal, turns) == puzzle.solution[:1]
