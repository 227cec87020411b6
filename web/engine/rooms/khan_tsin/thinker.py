"""The computer's jobs in Khan Tsin: moves, hints and their reasons, the coach's judgement, the analysis of a game."""

from collections.abc import Generator, Iterator

from engine.rooms.khan_tsin.coaching import takings, threatened
from engine.rooms.khan_tsin.levels import LEVELS
from qin_core.khan_tsin import Move, Position, Record
from qin_core.khan_tsin.board import SOUTH
from qin_core.khan_tsin.players import levels as player
from qin_core.khan_tsin.players.greedy import can_win
from qin_core.levels import meanwhile

Job = Iterator[object]

HINTS = 3


def think(line: str, level: str, seed: int) -> Job:
    """Look for the best moves: how far that is, and the best few with their win chances."""
    for thought in player.think(Position.parse(line), LEVELS.index(level) + 1, seed):
        yield {
            "progress": thought.progress,
            "ranked": [[str(move), round(chance, 4)] for move, chance in thought.ranked[:HINTS]],
        }


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


def _find_best(position: Position) -> Generator[None, None, tuple[str, float]]:
    """Find the best move and its win chance as the strongest level does; no move if there is none."""
    thought = None
    for thought in player.think(position, len(LEVELS)):  # noqa: B007  # the last one counts
        yield
    if thought is None:
        return "", player.win_chances(position)[position.mover - 1]
    return str(thought.ranked[0][0]), thought.ranked[0][1]


_best: dict[str, tuple[str, float]] = {}
"""The best move of the position that was weighed last, and its win chance: a person tries several in one position."""


def weigh(line: str, move: str) -> Job:
    """Compare a move with the best one, as the strongest level does; without one, only look for the best.

    `lets` is the Emperor, if the move lets the other side take it and the best one doesn't.
    """
    position = Position.parse(line)
    if line not in _best:
        found = yield from _find_best(position)
        _best.clear()
        _best[line] = found
    best, most = _best[line]
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
        other = best not in ("", str(turn.move)) and chance < most
        judged.append(
            {
                "chances": [
                    round(value, 4) for value in ((chance, reply) if before.mover == SOUTH else (reply, chance))
                ],
                "best": best if other else "",
                "cost": round(most - chance, 4) if other else 0.0,
                "kept": round(chance / most, 4) if other else 1.0,
            }
        )
        best, most = better, reply
        told = {"progress": len(judged) / len(record.turns), "turns": judged}
        yield told
