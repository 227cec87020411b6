"""The computer's jobs in Qin: hints and moves, and the analysis of a game."""

from collections.abc import Iterator

from engine.rooms.qin.levels import LEVELS
from qin_core.qin import Position, Record
from qin_core.qin import players as ai

Job = Iterator[object]

HINTS = 3
JUDGE = "adept"
"""The level that judges the turns of a finished game: quick, and steady from one turn to the next."""


def think(line: str, level: str, seed: int) -> Job:
    """Look for the best moves in what a player sees: how far that is, and the best few with their win chances."""
    position = Position.parse(line)
    yield from ai.prepare(position)
    for thought in ai.think(position, LEVELS.index(level) + 1, seed):
        yield {
            "progress": thought.progress,
            "ranked": [[str(move), round(chance, 4)] for move, chance in thought.ranked[:HINTS]],
        }


def analyse(text: str) -> Job:
    """Go through a game: everybody's win chance after each turn, what was best there, what the turn cost its player."""
    record = Record.parse(text)
    yield None
    positions = record.positions()
    yield from ai.prepare(record.start)
    judged: list[dict[str, object]] = []
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        chances = [round(chance, 4) for chance in ai.win_chances(after)]
        best, cost = "", 0.0
        if turn.move.spaces:
            ranked = ai.rank(before.view(before.mover), LEVELS.index(JUDGE) + 1, most=1)
            made = ai.win_chances(before.view(before.mover).play(turn.move))[before.mover - 1]
            if ranked and str(ranked[0][0]) != str(turn.move):
                best, cost = str(ranked[0][0]), round(max(0.0, ranked[0][1] - made), 4)
        judged.append({"chances": chances, "best": best, "cost": cost})
        yield {"progress": len(judged) / len(record.turns), "turns": judged}
