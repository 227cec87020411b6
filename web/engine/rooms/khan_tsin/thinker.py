"""The computer's jobs in Khan Tsin: moves, hints and their reasons, the coach's judgement, the analysis of a game."""

from collections.abc import Iterator

from engine.rooms.khan_tsin.coaching import takings, threatened
from engine.rooms.khan_tsin.levels import LEVELS
from qin_core.khan_tsin import Move, Position, Record
from qin_core.khan_tsin.players import levels as player
from qin_core.khan_tsin.players.greedy import can_win

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


_best: dict[str, tuple[str, float]] = {}
"""The best move of the position that was weighed last, and its win chance: a person tries several in one position."""


def weigh(line: str, move: str) -> Job:
    """Compare a move with the best one, as the strongest level does; without one, only look for the best.

    `lets` is the Emperor, if the move lets the other side take it and the best one doesn't.
    """
    position = Position.parse(line)
    if line not in _best:
        thought = None
        for thought in player.think(position, len(LEVELS)):  # noqa: B007  # the last one counts
            yield None
        _best.clear()
        _best[line] = (str(thought.ranked[0][0]), thought.ranked[0][1]) if thought else ("", 0.0)
    best, most = _best[line]
    chance, lets = most, None
    if move and best and move != best:
        chance, reply = yield from player.weigh(position, Move.parse(move))
        let = takings(position.play(move), reply, position.mover) if reply else []
        lets = let[0] if let and not can_win(position.play(best)) else None
    yield {"best": best, "most": round(most, 4), "chance": round(chance, 4), "lets": lets}


def analyse(text: str) -> Job:
    """Go through a game: both win chances after each turn, what was best there, what the turn cost its player."""
    record = Record.parse(text)
    positions = record.positions()
    judged: list[dict[str, object]] = []
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        mover = before.mover
        chances = player.win_chances(after)
        best, cost = "", 0.0
        better, _ = player.judge(before)
        if better != turn.move:
            lost = player.win_chances(before.play(better))[mover - 1] - chances[mover - 1]
            best, cost = str(better), round(max(0.0, lost), 4)
        judged.append({"chances": [round(chance, 4) for chance in chances], "best": best, "cost": cost})
        yield {"progress": len(judged) / len(record.turns), "turns": judged}
