"""The computer's jobs in Khan Tsin: moves, hints and their reasons, the coach's judgement, the analysis of a game."""

from engine.rooms.jobs import Job, Search, find_best, judge_turn, recall_best, tell
from engine.rooms.khan_tsin.coaching import takings, threatened
from engine.rooms.khan_tsin.levels import LEVELS
from qin_core.khan_tsin import Move, Position, Record
from qin_core.khan_tsin.board import SOUTH
from qin_core.khan_tsin.players import levels as player
from qin_core.khan_tsin.players.greedy import can_win
from qin_core.levels import meanwhile


def think(line: str, level: str, seed: int) -> Job:
    """Look for the best moves: how far that is, and the best few with their win chances."""
    return tell(player.think(Position.parse(line), LEVELS.index(level) + 1, seed))


def hint(line: str, level: str, seed: int) -> Job:
    """Look for the best moves, and say of each whether it averts that the other side takes the Emperor."""
    position, found = Position.parse(line), None
    for found in think(line, level, seed):
        yield found
    if not isinstance(found, dict):
        return
    danger = threatened(position)
    told = [
        [move, chance, "averted" if danger and not can_win(position.play(move)) else "", ""]
        for move, chance in found["ranked"]
    ]
    yield {"progress": 1.0, "ranked": told}


def _find_best(position: Position) -> Search:
    """Find the best move and its win chance as the strongest level does; no move if there is none."""
    return find_best(player.think(position, len(LEVELS)), player.win_chances(position)[position.mover - 1])


def weigh(line: str, move: str) -> Job:
    """Compare a move with the best one, as the strongest level does; without one, only look for the best.

    `lets` is the Emperor, if the move lets the other side take it and the best one doesn't.
    """
    position = Position.parse(line)
    best, most = yield from recall_best(line, lambda: _find_best(position))
    chance, lets = most, None
    if move and best and move != best:
        chance, reply = yield from player.weigh(position, Move.parse(move))
        let = takings(position.play(move), reply, position.mover) if reply else []
        lets = let[0] if let and not can_win(position.play(best)) else None
    yield {"best": best, "most": round(most, 4), "chance": round(chance, 4), "lets": lets}


def analyse(text: str) -> Job:
    """Go through a game as the strongest level: both win chances after each turn, what was best, what it cost."""
    record = Record.parse(text)
    positions = record.positions()
    judged: list[dict[str, object]] = []
    told: dict[str, object] | None = None
    best, most = yield from meanwhile(told, _find_best(record.start))
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        better, reply = yield from meanwhile(told, _find_best(after))
        chance = 1 - reply
        chances = (chance, reply) if before.mover == SOUTH else (reply, chance)
        other = best not in ("", str(turn.move))
        judged.append(judge_turn(chances, best, most, chance if other else most))
        best, most = better, reply
        told = {"progress": len(judged) / len(record.turns), "turns": judged}
        yield told
