"""Find puzzles of Qin in games of computer players: positions in which one placement alone reaches a goal.

See `qin_core.lab.puzzles` for the commands. Every goal is checked to its end: all placements, and where the goal speaks
of replies all of these with any tile. The answer must also be good play.
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
"""The level that plays the games: even ones, in which something is left to find."""
FIRST_TURN = 6
TRIES = 20
"""A level that errs at random is asked so many times."""
JUDGING = Level("judging", 0.0, (16, 8))
CLOSE = 0.02
"""An answer may be so much worse than the best placement, by the chances to win."""
_NEAR_THE_END = 4
_THREATENING = 3


def find(seed: int) -> Iterator[Puzzle[Position]]:
    """Play a game and list its puzzles, at most one for each position."""
    position = Position.deal(("bird", "lion")[seed % 2], seed=seed)
    turn = 0
    while position.winners() is None:
        view = position.view(position.player_to_move)
        if turn >= FIRST_TURN:
            found = list(puzzles_in(view))
            good = good_moves(view) if found else ()
            yield from [puzzle for puzzle in found if puzzle.solution[0] in good][:1]
        position = position.play(choose(view, PLAYING, seed))
        turn += 1


def puzzles_in(view: Position) -> Iterator[Puzzle[Position]]:
    """List the goals that one placement alone reaches, the most telling first."""
    moves = list(view.moves())
    if len(moves) < 2:
        return
    player, other = view.player_to_move, 3 - view.player_to_move
    ends = {move: view.play(move) for move in moves}
    wins = list(winning_moves(view))
    if wins:
        if len(wins) == 1:
            yield Puzzle(view, f"winners {player}", (str(wins[0]),))
        return
    gains = {move: gain(view, after) for move, after in ends.items()}
    races = {move: race(view, after) for move, after in ends.items()}
    if view.pagodas_left(player) <= _NEAR_THE_END:
        holding: Killers = []
        forcing = [move for move, after in ends.items() if saving_reply(after, holding) is None]
        if len(forcing) == 1:
            yield Puzzle(view, f"winners {player}", _win_in_two(view, forcing[0]))
        if forcing:
            return
    if view.pagodas_left(other) <= _THREATENING:
        killers: Killers = []
        stopping = [move for move, after in ends.items() if winning_reply(after, killers) is None]
        if not stopping:
            return
        if len(stopping) < len(moves) // 2:
            if len(stopping) == 1:
                yield Puzzle(view, "prevents-win", (str(stopping[0]),))
            for term, numbers in (("pagodas", gains), ("race", races)):
                most = max(numbers[move] for move in stopping)
                best = [move for move in stopping if numbers[move] == most]
                if len(best) == 1 and most > 0 and sum(number >= most for number in numbers.values()) > 2:
                    yield Puzzle(view, f"{term} {most} and prevents-win", (str(best[0]),))
            return
    yield from _lasting(view, ends, gains)
    for term, numbers in (("pagodas", gains), ("race", races)):
        most = max(numbers.values())
        best = [move for move in moves if numbers[move] == most]
        if len(best) == 1 and most > 1:
            yield Puzzle(view, f"{term} {most}", (str(best[0]),))


def _lasting(view: Position, ends: dict[Move, Position], gains: dict[Move, int]) -> Iterator[Puzzle[Position]]:
    """Find the only placement whose pagodas stay, whatever the reply, among several that bring as many."""
    killers: Killers = []
    for number in range(max(gains.values()), -1, -1):
        bring = [move for move, brought in gains.items() if brought >= number]
        keep = []
        for move in bring:
            if refuting_reply(view, ends[move], number, killers) is None:
                keep.append(move)
                if len(keep) > 1:
                    return
        if keep:
            if len(bring) > 2:
                yield Puzzle(view, f"keeps {number}", (str(keep[0]),))
            return


def _win_in_two(view: Position, move: Move) -> tuple[str, ...]:
    """Write the winning line with the reply that leaves the fewest ways to win, of those the one that places most."""
    after = view.play(move)

    def holds_out(reply: Move) -> tuple[int, int, str]:
        end = after.play(reply)
        return len(list(winning_moves(end))), -end.pagodas_placed(after.player_to_move), str(reply)

    reply = min(after.moves(), key=holds_out)
    return str(move), str(reply), str(next(winning_moves(after.play(reply))))


def good_moves(view: Position) -> tuple[str, ...]:
    """List the placements that are about as good as the best one to a player who looks ahead."""
    ranked = rank(view, JUDGING, most=JUDGING.widths[0])
    return tuple(str(move) for move, chance in ranked if chance >= ranked[0][1] - CLOSE)


def found_by_level(puzzle: Puzzle[Position]) -> tuple[int, ...]:
    """Measure how often each level finds the first move, in percent, the weakest first."""
    shares = []
    for level in LEVELS:
        tries = TRIES if level.noise or level.sample_size else 1
        found = Counter(str(choose(puzzle.start, level, seed)) for seed in range(tries))
        shares.append(round(100 * found[puzzle.solution[0]] / tries))
    return tuple(shares)


def is_unique(puzzle: Puzzle[Position]) -> bool:
    """Tell whether the solution's first move is the only answer, by trying all moves and all replies with any tile."""
    turns = (len(puzzle.solution) + 1) // 2
    return answers(puzzle.start, puzzle.goal, turns) == puzzle.solution[:1]
