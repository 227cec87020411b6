"""The computer's jobs in Khan Tsin: hints and moves, and the analysis of a game."""

from collections.abc import Iterator

from engine.rooms.khan_tsin.levels import LEVELS
from qin_core.khan_tsin import Position, Record
from qin_core.khan_tsin.players import levels as player

Job = Iterator[object]

HINTS = 3


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
        chances = player.win_chances(after)
        best, cost = "", 0.0
        better, _ = player.judge(before)
        if better != turn.move:
            lost = player.win_chances(before.play(better))[mover - 1] - chances[mover - 1]
            best, cost = str(better), round(max(0.0, lost), 4)
        judged.append({"chances": [round(chance, 4) for chance in chances], "best": best, "cost": cost})
        yield {"progress": len(judged) / len(record.turns), "turns": judged}
