"""Results of games against computers: a list of lines that only grows, so that lists of two browsers go together.

A line is `KEY ROOM LEVEL PLAYERS OUTCOME` for a game, `KEY ROOM badge NAME` for something that was achieved in it.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.games.base import AnyGameUi
from engine.json_text import MAX_DEPTH, MAX_KEPT, depth
from engine.session.match import DAILY, Match

_GAME = re.compile(r"(\d{13}-\d{6}) ([a-z-]+) ([a-z]+) ([2-4]) (won|shared|lost)")
_BADGE = re.compile(r"\d{13}-\d{6} ([a-z-]+) badge ([a-z-]+)")


def read(text: str) -> tuple[str, ...]:
    """Read the lines that were kept, as far as they make sense."""
    try:
        found = json.loads(text) if text and len(text) <= MAX_KEPT and depth(text) <= MAX_DEPTH else []
    except ValueError:
        found = []
    lines = found if isinstance(found, list) else []
    return tuple(line for line in lines if isinstance(line, str) and (_GAME.fullmatch(line) or _BADGE.fullmatch(line)))


def of_game(game: Match) -> tuple[str, ...]:
    """Write what a finished game adds: nothing if it was set up, practice, guided, or between several people."""
    headers = game.record.headers
    if game.winners is None or not game.alone or game.guided or "Practice" in headers or "Date" not in headers:
        return ()
    (player,) = game.people
    outcome = "lost" if player not in game.winners else "won" if len(game.winners) == 1 else "shared"
    earned = game.ui.earned_badges(game, player)
    return (
        f"{game.key} {game.ui.name} {level_of(game)} {len(game.seats)} {outcome}",
        *(f"{game.key} {game.ui.name} badge {name}" for name in earned),
    )


def level_of(game: Match) -> str:
    """Name the level that a game was played against: the weakest at the table."""
    return min((seat.kind for seat in game.seats if not seat.person), key=game.ui.levels.index)


def next_level(ui: AnyGameUi, level: str, step: int) -> str:
    """Name the level that is so many steps stronger, or the last one on the way."""
    return ui.levels[max(0, min(ui.levels.index(level) + step, len(ui.levels) - 1))]


@dataclass
class Tally:
    """How somebody fared against a level with so many players."""

    played: int = 0
    won: int = 0
    streak: int = 0
    """How many of the latest games were won in a row."""
    longest: int = 0
    losses: int = 0
    """How many of the latest games were lost in a row."""

    def add(self, outcome: str) -> None:
        """Count one more game."""
        self.played += 1
        self.won += outcome == "won"
        self.streak = self.streak + 1 if outcome == "won" else 0
        self.longest = max(self.longest, self.streak)
        self.losses = self.losses + 1 if outcome == "lost" else 0


def tallies(lines: Iterable[str], room: str) -> dict[tuple[str, int], Tally]:
    """Count the games of a room by level and number of players, in the order in which they were begun."""
    found: dict[tuple[str, int], Tally] = {}
    for match in filter(None, map(_GAME.fullmatch, sorted(lines))):
        _, where, level, players, outcome = match.groups()
        if where == room:
            found.setdefault((level, int(players)), Tally()).add(outcome)
    return found


def badges(lines: Iterable[str], room: str) -> frozenset[str]:
    """Name what was achieved in a room."""
    return frozenset(match[2] for match in filter(None, map(_BADGE.fullmatch, lines)) if match[1] == room)


def daily(ui: AnyGameUi, date: str) -> Match:
    """Deal the match of a day, the same for everybody, against one computer."""
    seed = int(date.replace("-", "") or 0)
    match: Match = ui.deal(ui.new_form().change("kind-2", ui.daily_level or ui.levels[0]), seed, date)
    return replace(match, record=match.record.with_headers(match.record.headers | {DAILY: date}))
