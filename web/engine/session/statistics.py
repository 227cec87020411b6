"""Results of games against computers: a list of lines that only grows, so that lists of two browsers go together.

| line | what it stores |
|---|---|
| `KEY GAME LEVEL PLAYERS OUTCOME` | a match; `hints` at the end if the person asked for any |
| `KEY GAME badge NAME` | an achievement in a match |
| `day DATE GAME puzzle tried 1`, `… missed 3`, `… solved 2` | a try at the puzzle of a day |
| `day DATE GAME game OUTCOME SCORE` | the game of a day |

A day's line has `late` at its end if it was written on a later day.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import timedelta
from typing import NamedTuple

from engine.games.base import AnyGameUi
from engine.session.match import DAILY, Match
from engine.session.storage import MAX_DEPTH, MAX_KEPT, MAX_TIME, depth
from qin_core.common.puzzles import FIRST_DAY

_GAME = re.compile(r"(\d{13}-\d{6}) ([a-z-]+) ([a-z]+) ([2-4]) (won|shared|lost)( hints)?")
_BADGE = re.compile(r"(\d{13})-\d{6} ([a-z-]+) badge ([a-z-]+)")
_DAY = re.compile(
    r"day (\d{4}-\d\d-\d\d) ([a-z-]+) "
    r"(?:puzzle (tried|missed|solved) ([1-3])|game (won|shared|lost) (-?\d{1,3}))( late)?",
    re.ASCII,
)
TRIES = 3
"""How many tries there are at the puzzle of a day."""


def read(text: str) -> tuple[str, ...]:
    """Read the stored lines and drop invalid ones."""
    try:
        found = json.loads(text) if text and len(text) <= MAX_KEPT and depth(text) <= MAX_DEPTH else []
    except ValueError:
        found = []
    lines = found if isinstance(found, list) else []
    forms = (_GAME, _BADGE, _DAY)
    return tuple(line for line in lines if isinstance(line, str) and any(form.fullmatch(line) for form in forms))


def of_game(game: Match, today: str = "") -> tuple[str, ...]:
    """Write what a finished game adds: nothing if it was set up, practice, guided, or between several people.

    A game with hints earns no achievement.
    """
    headers = game.record.headers
    if game.winners is None or not game.solo or game.guided or "Practice" in headers or "Date" not in headers:
        return ()
    (player,) = game.people
    outcome = "lost" if player not in game.winners else "won" if len(game.winners) == 1 else "shared"
    name, helped = game.ui.name, game.hinted
    earned = () if helped else game.ui.earned_badges(game, player)
    late = " late" if today > game.day else ""
    day = f"day {game.day} {name} game {outcome} {game.ui.lead(game, player)}{late}" if game.day else ""
    return (
        f"{game.key} {name} {level_of(game)} {len(game.seats)} {outcome}{' hints' if helped else ''}",
        *(f"{game.key} {name} badge {badge}" for badge in earned),
        *filter(None, (day,)),
    )


def level_of(game: Match) -> str:
    """Name the level that a game was played against: the weakest at the table."""
    return min((seat.kind for seat in game.seats if not seat.person), key=game.ui.levels.index)


def next_level(ui: AnyGameUi, level: str, step: int) -> str:
    """Return the level some steps stronger or weaker, at most the last one."""
    return ui.levels[max(0, min(ui.levels.index(level) + step, len(ui.levels) - 1))]


@dataclass
class Tally:
    """The results against a level with a number of players."""

    played: int = 0
    won: int = 0
    streak: int = 0
    """How many of the latest games were won in a row."""
    longest: int = 0
    losses: int = 0
    """How many of the latest games were lost in a row."""
    hinted: int = 0
    """How many were won with hints."""

    def add(self, outcome: str, hinted: bool = False) -> None:
        """Count one more game."""
        self.played += 1
        self.won += outcome == "won"
        self.hinted += outcome == "won" and hinted
        self.streak = self.streak + 1 if outcome == "won" else 0
        self.longest = max(self.longest, self.streak)
        self.losses = self.losses + 1 if outcome == "lost" else 0


def tallies(lines: Iterable[str], game: str) -> dict[tuple[str, int], Tally]:
    """Count the games of one kind by level and number of players, in the order in which they were begun.

    A game that ended twice, in two tabs or after its end was taken back, counts once, by its worse result.
    """
    found: dict[tuple[str, int], Tally] = {}
    counted = set()
    # "lost" comes before "shared" and "won".
    for match in filter(None, map(_GAME.fullmatch, sorted(lines))):
        key, where, level, players, outcome, hinted = match.groups()
        if where == game and key not in counted:
            counted.add(key)
            found.setdefault((level, int(players)), Tally()).add(outcome, bool(hinted))
    return found


def badges(lines: Iterable[str], game: str) -> dict[str, int]:
    """Return the achievements in a game, each with the time of the first match that earned it."""
    found: dict[str, int] = {}
    for match in filter(None, map(_BADGE.fullmatch, lines)):
        if match[2] == game:
            found[match[3]] = min(int(match[1]), found.get(match[3], MAX_TIME))
    return found


# Days


class Day(NamedTuple):
    """What was done on a day in one game; of two finished games the first counts."""

    tries: int = 0
    """The wrong tries at the puzzle."""
    puzzle: str = ""
    """`solved`, `missed`, or empty."""
    game: str = ""
    """`won`, `shared`, `lost`, or empty."""
    score: int = 0

    @property
    def done(self) -> int:
        """How many of the two tasks are done."""
        return bool(self.puzzle) + bool(self.game)


def days(lines: Iterable[str], game: str) -> dict[str, Day]:
    """Return what was done in a game by date."""
    found: dict[str, Day] = {}
    for match in filter(None, map(_DAY.fullmatch, lines)):
        date, where, puzzle, number, outcome, score, _ = match.groups()
        if where != game:
            continue
        day = found.get(date, Day())
        if outcome and not day.game:
            day = day._replace(game=outcome, score=int(score))
        elif puzzle == "solved" and day.puzzle != "solved":
            day = day._replace(puzzle=puzzle, tries=int(number) - 1)
        elif puzzle and day.puzzle != "solved":
            day = day._replace(puzzle="missed" if puzzle == "missed" else day.puzzle, tries=max(day.tries, int(number)))
        found[date] = day
    return found


def streak(lines: Iterable[str], today: str) -> int:
    """Count the days in a row up to today or yesterday on which a puzzle or a game of that day was finished."""
    found = filter(None, map(_DAY.fullmatch, lines))
    done = {match[1] for match in found if match[3] != "tried" and not match[7]}
    day, count = read_date(today), 0
    if today not in done:
        day -= timedelta(days=1)
    while day.isoformat() in done:
        day, count = day - timedelta(days=1), count + 1
    return count


def read_date(text: str) -> Date:
    """Read a date; what is none is the first day."""
    try:
        return Date.fromisoformat(text)
    except ValueError:
        return FIRST_DAY


def daily(ui: AnyGameUi, date: str) -> Match:
    """Deal the match of a day, the same for everybody, against one computer."""
    seed = int(date.replace("-", "") or 0)
    match: Match = ui.deal(ui.new_form().change("kind-2", ui.daily_level or ui.levels[0]), seed, date)
    return replace(match, record=match.record.with_headers(match.record.headers | {DAILY: date}))
