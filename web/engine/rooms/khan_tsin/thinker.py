"""The computer's jobs in Khan Tsin: hints and moves, and the analysis of a game."""

from collections.abc import Iterator
from functools import lru_cache

from engine.rooms.khan_tsin.levels import LEVELS
from qin_core.khan_tsin import Move, Position, Record
from qin_core.khan_tsin.players import levels as player

Job = Iterator[object]

HINTS = 3
JUDGE = LEVELS.index("adept") + 1
"""The level that judges the turns of a finished game: quick, and steady from one turn to the next."""


def think(line: str, level: str, seed: int) -> Job:
    """Look for the best moves: how far that is, and the best few with their win chances."""
    for thought in player.think(Position.parse(line), LEVELS.index(level) + 1, seed):
        yield {
            "progress": thought.progress,
            "ranked": [[str(move), round(chance, 4)] for move, chance in thought.ranked[:HINTS]],
        }


def analyse(text: str) -> Job:
    """Go through a game: both win chances after each turn, what was best there, what the turn cost its player."""
    record = Record.parse(text)
    positions = record.positions()
    judged: list[dict[str, object]] = []
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        mover = before.mover
        made = _chance(after, mover)
        best, cost = "", 0.0
        ranked = _best(before) if turn.move.count else ()
        if ranked and ranked[0][0] != turn.move:
            lost = _chance(before.play(ranked[0][0]), mover) - made
            best, cost = str(ranked[0][0]), round(max(0.0, lost), 4)
        south = made if mover == 1 else 1 - made
        judged.append({"chances": [round(south, 4), round(1 - south, 4)], "best": best, "cost": cost})
        yield {"progress": len(judged) / len(record.turns), "turns": judged}


def _chance(position: Position, mover: int) -> float:
    winners = position.winners()
    if winners:
        return (mover in winners) / len(winners)
    chance = _best(position)[0][1]
    return chance if position.mover == mover else 1 - chance


@lru_cache(maxsize=4)
def _best(position: Position) -> tuple[tuple[Move, float], ...]:
    """Find the best move; kept, because a position is judged after one turn and before the next."""
    return player.rank(position, JUDGE, most=1)
