"""Results of matches against computers, as lines. The list only grows, so that those of two browsers can be merged.

| line | meaning |
|---|---|
| `KEY GAME LEVEL PLAYERS OUTCOME` | a match; ` hints` at the end if hints were shown |
| `KEY GAME badge NAME` | a badge that was earned in a match |
| `day DATE GAME puzzle tried 1`, `… missed 3`, `… solved 2` | an attempt at the puzzle of a day |
| `day DATE GAME game OUTCOME SCORE` | the deal of a day |

A line of a day ends in `late` if it was written on a later day.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import timedelta
from typing import NamedTuple

from engine.games.base import AnyGameUi
from engine.session.match import DAILY, PRACTICE, Match
from engine.session.storage import MAX_TIME, read_strings
from qin_core.common.puzzles import FIRST_DAY

_MATCH = re.compile(r"(\d{13}-\d{6}) ([a-z-]+) ([a-z]+) ([2-4]) (won|shared|lost)( hints)?")
_BADGE = re.compile(r"(?P<time>\d{13})-\d{6} (?P<game>[a-z-]+) badge (?P<name>[a-z-]+)")
_DAY = re.compile(
    r"day (?P<date>\d{4}-\d\d-\d\d) ([a-z-]+) "
    r"(?:puzzle (?P<puzzle>tried|missed|solved) ([1-3])|game (won|shared|lost) (-?\d{1,3}))(?P<late> late)?",
    re.ASCII,
)
TRIES = 3
"""The number of tries at the puzzle of a day."""


def read(text: str) -> tuple[str, ...]:
    """Read the stored lines and drop invalid ones."""
    patterns = (_MATCH, _BADGE, _DAY)
    return tuple(line for line in read_strings(text) if any(pattern.fullmatch(line) for pattern in patterns))


def result_lines(match: Match, today: str = "") -> tuple[str, ...]:
    """Write the lines of a finished match; none for practice, guided games, set-up positions and several people.

    A match with hints earns no badge.
    """
    headers = match.record.headers
    if match.winners is None or not match.solo or match.guided or PRACTICE in headers or "Date" not in headers:
        return ()
    (player,) = match.people
    outcome = "lost" if player not in match.winners else "won" if len(match.winners) == 1 else "shared"
    name = match.ui.name
    lines = [f"{match.key} {name} {level_of(match)} {len(match.seats)} {outcome}{' hints' if match.hinted else ''}"]
    if not match.hinted:
        lines += [f"{match.key} {name} badge {badge}" for badge in match.ui.earned_badges(match, player)]
    if match.day:
        late = " late" if today > match.day else ""
        lines.append(f"day {match.day} {name} game {outcome} {match.ui.lead(match, player)}{late}")
    return tuple(lines)


def level_of(match: Match) -> str:
    """Return the level of the weakest opponent."""
    return min((seat.kind for seat in match.seats if not seat.person), key=match.ui.levels.index)


def next_level(ui: AnyGameUi, level: str, step: int) -> str:
    """Return the level that is `step` levels stronger, or weaker if negative, within the range of levels."""
    return ui.levels[max(0, min(ui.levels.index(level) + step, len(ui.levels) - 1))]


@dataclass
class Tally:
    """The results against a level, with a number of players."""

    played: int = 0
    won: int = 0
    streak: int = 0
    """The number of matches won in a row, up to the latest."""
    longest: int = 0
    """The longest streak."""
    losses: int = 0
    """The number of matches lost in a row, up to the latest."""
    hinted: int = 0
    """The number of matches won with hints."""

    def add(self, outcome: str, hinted: bool = False) -> None:
        self.played += 1
        self.won += outcome == "won"
        self.hinted += outcome == "won" and hinted
        self.streak = self.streak + 1 if outcome == "won" else 0
        self.longest = max(self.longest, self.streak)
        self.losses = self.losses + 1 if outcome == "lost" else 0


def tallies(lines: Iterable[str], game: str) -> dict[tuple[str, int], Tally]:
    """Count the matches of a game by level and number of players, in the order in which they were started.

    A match that ended twice, in two tabs or after its end was undone, counts once, by its worse result.
    """
    results: dict[tuple[str, int], Tally] = {}
    counted = set()
    # "lost" comes before "shared" and "won".
    for match in filter(None, map(_MATCH.fullmatch, sorted(lines))):
        key, name, level, players, outcome, hinted = match.groups()
        if name == game and key not in counted:
            counted.add(key)
            results.setdefault((level, int(players)), Tally()).add(outcome, bool(hinted))
    return results


def badges(lines: Iterable[str], game: str) -> dict[str, int]:
    """Return the badges that were earned in a game, each with the time of the first match that earned it."""
    earned: dict[str, int] = {}
    for match in filter(None, map(_BADGE.fullmatch, lines)):
        if match["game"] == game:
            earned[match["name"]] = min(int(match["time"]), earned.get(match["name"], MAX_TIME))
    return earned


# Days


class Day(NamedTuple):
    """The results of a day in one game; of its deal, only the first finished match counts."""

    tries: int = 0
    """The wrong tries at the puzzle."""
    puzzle: str = ""
    """`solved`, `missed`, or empty."""
    game: str = ""
    """`won`, `shared`, `lost`, or empty."""
    score: int = 0

    @property
    def done(self) -> int:
        """The number of finished tasks, at most two."""
        return bool(self.puzzle) + bool(self.game)


def days(lines: Iterable[str], game: str) -> dict[str, Day]:
    """Return the results of a game by date."""
    results: dict[str, Day] = {}
    for match in filter(None, map(_DAY.fullmatch, lines)):
        date, name, puzzle, number, outcome, score, _ = match.groups()
        if name != game:
            continue
        day = results.get(date, Day())
        if outcome and not day.game:
            day = day._replace(game=outcome, score=int(score))
        elif puzzle == "solved" and day.puzzle != "solved":
            day = day._replace(puzzle=puzzle, tries=int(number) - 1)
        elif puzzle and day.puzzle != "solved":
            day = day._replace(puzzle="missed" if puzzle == "missed" else day.puzzle, tries=max(day.tries, int(number)))
        results[date] = day
    return results


def streak(lines: Iterable[str], today: str) -> int:
    """Count the days in a row, up to today or yesterday, on which the puzzle or the game of that day was finished."""
    matches = filter(None, map(_DAY.fullmatch, lines))
    done = {match["date"] for match in matches if match["puzzle"] != "tried" and not match["late"]}
    day, count = read_date(today), 0
    if today not in done:
        day -= timedelta(days=1)
    while day.isoformat() in done:
        day, count = day - timedelta(days=1), count + 1
    return count


def read_date(text: str) -> Date:
    """Parse a date; an invalid one becomes the first day with a puzzle."""
    try:
        return Date.fromisoformat(text)
    except ValueError:
        return FIRST_DAY


def deal_of_the_day(ui: AnyGameUi, date: str) -> Match:
    """Deal the match of a day against one computer, which is the same in every browser."""
    seed = int(date.replace("-", "") or 0)
    match: Match = ui.deal(ui.new_form().change("kind-2", ui.daily_level or ui.levels[0]), seed, date)
    return replace(match, record=match.record.with_headers(match.record.headers | {DAILY: date}))
