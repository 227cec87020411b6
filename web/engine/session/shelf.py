"""The list of stored matches, which is searched, filtered and sorted by headers, without replaying any match."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from engine.games.base import AnyGameUi, Games
from engine.games.form import PERSON, REMOTE, SEPARATOR
from engine.session.link_play import LINK_MATCH_KEY
from engine.session.storage import date_of, start_time
from engine.words import say, say_date

PAGE_SIZE: Final = 24
"""The number of matches that are listed at first, and that each "more" adds."""
FILTERS: Final = ("all", "open", "over", "won", "links")
ORDERS: Final = ("newest", "oldest", "longest", "strongest")
MAX_SEARCH = 60
_HEADER = re.compile(r'^\[(\w+) "(.*)"\]\s*$', re.MULTILINE)
_TURN = re.compile(r"^(\d+)\. ", re.MULTILINE)
_WON = re.compile(r"(\S+) \S+ \S+ [2-4] won")
"""The key of a match in a line of `statistics` that says that it was won without hints."""


@dataclass(frozen=True)
class Entry:
    """A stored match, described by its text."""

    key: str
    text: str

    @cached_property
    def headers(self) -> Mapping[str, str]:
        return dict(_HEADER.findall(self.text.partition("\n\n")[0]))

    @cached_property
    def turns(self) -> int:
        return int((_TURN.findall(self.text) or ["0"])[-1])

    @property
    def finished(self) -> bool:
        return self.headers.get("Result", "*") != "*"

    @property
    def linked(self) -> bool:
        """Whether it is played by links."""
        return bool(LINK_MATCH_KEY.fullmatch(self.key))

    @property
    def computers(self) -> list[str]:
        """The levels of its computer players."""
        return [kind for kind in self.headers.get("Seats", "").split(SEPARATOR) if kind not in ("", PERSON, REMOTE)]

    @property
    def time(self) -> int:
        """When it was started, in milliseconds since 1970; 0 if unknown."""
        match = LINK_MATCH_KEY.fullmatch(self.key)
        return int(match[1]) if match else start_time(self.key)

    def strength(self, games: Games) -> float:
        """Return the strength of the strongest computer player from 0 to 1; -1 if only people play."""
        levels = self._ui(games).levels
        return max(((levels.index(kind) + 1) / len(levels) for kind in self.computers if kind in levels), default=-1.0)

    def search_text(self, language: str, games: Games) -> str:
        """Return the text that a search looks through: game, names, levels, date."""
        ui = self._ui(games)
        date = self.headers.get("Date", "") or (date_of(self.time) if self.time else "")
        levels = [say(language, f"level-{kind}") for kind in self.computers if kind in ui.levels]
        remote = [say(language, "level-far")] if self.linked else []
        names = self.headers.get("Players", "").replace(SEPARATOR, " ")
        return " ".join([ui.title, names, *levels, *remote, date, say_date(language, date)]).casefold()

    def _ui(self, games: Games) -> AnyGameUi:
        return games.for_record(self.text)


@dataclass(frozen=True)
class Shelf:
    """The stored matches with search, filter and order."""

    entries: tuple[Entry, ...] = ()
    """All stored matches, the newest first."""
    search: str = ""
    show: str = "all"
    """One of `FILTERS`."""
    order: str = "newest"
    """One of `ORDERS`."""
    limit: int = PAGE_SIZE
    """The maximal number of matches to list."""
    picking: bool = False
    """Whether matches are being picked."""
    picked: frozenset[str] = frozenset()
    """The keys of the picked matches."""

    def change(self, field: str, value: str) -> Self:
        """Change search, filter or order; unknown fields and values change nothing."""
        if field == "search":
            return replace(self, search=value[:MAX_SEARCH], limit=PAGE_SIZE)
        if (field, value) in [*(("show", name) for name in FILTERS), *(("order", name) for name in ORDERS)]:
            return replace(self, **{field: value}, limit=PAGE_SIZE)  # type: ignore[arg-type]
        return self

    def pick(self, key: str, on: bool) -> Self:
        """Pick or unpick a match."""
        known = key in [entry.key for entry in self.entries]
        return replace(self, picked=self.picked | {key} if on and known else self.picked - {key})

    def without(self, keys: Collection[str]) -> Self:
        return replace(
            self,
            entries=tuple(entry for entry in self.entries if entry.key not in keys),
            picked=self.picked.difference(keys),
        )

    def with_entries(self, entries: Collection[Entry]) -> Self:
        """Add matches, or replace those of the same keys."""
        by_key = {entry.key: entry for entry in (*self.entries, *entries)}
        return replace(self, entries=tuple(by_key[key] for key in sorted(by_key, reverse=True)))

    def listed(self, language: str, games: Games, results: Collection[str]) -> list[Entry]:
        """List the matches that fit search and filter, in order."""
        words = self.search.casefold().split()
        won = {match[1] for match in map(_WON.fullmatch, results) if match}
        fits: dict[str, Callable[[Entry], bool]] = {
            "all": lambda _: True,
            "open": lambda entry: not entry.finished,
            "over": lambda entry: entry.finished,
            "won": lambda entry: entry.key in won,
            "links": lambda entry: entry.linked,
        }
        entries = list(filter(fits[self.show], self.entries))
        if words:
            entries = [entry for entry in entries if all(word in entry.search_text(language, games) for word in words)]
        if self.order == "oldest":
            entries.sort(key=lambda entry: entry.time)
        elif self.order == "longest":
            entries.sort(key=lambda entry: -entry.turns)
        elif self.order == "strongest":
            entries.sort(key=lambda entry: -entry.strength(games))
        return entries
