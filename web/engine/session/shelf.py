"""The list of stored matches: searched, filtered and sorted by their headers, without replaying them."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from engine.games.base import AnyGameUi, Games
from engine.games.form import PERSON, REMOTE, SEPARATOR
from engine.session.link_play import SHARED_KEY
from engine.session.storage import begun, date_of
from engine.words import say, say_date

AT_ONCE: Final = 24
"""How many matches are shown at first, and how many more each time."""
SHOWN: Final = ("all", "open", "over", "won", "links")
ORDERS: Final = ("newest", "oldest", "longest", "strongest")
MAX_SEARCH = 60
_HEADER = re.compile(r'^\[(\w+) "(.*)"\]\s*$', re.MULTILINE)
_TURN = re.compile(r"^(\d+)\. ", re.MULTILINE)
_WON = re.compile(r"(\S+) \S+ \S+ [2-4] won")


@dataclass(frozen=True)
class Entry:
    """A stored match, as its text says it."""

    key: str
    text: str

    @cached_property
    def headers(self) -> Mapping[str, str]:
        return dict(_HEADER.findall(self.text.partition("\n\n")[0]))

    @cached_property
    def turns(self) -> int:
        return int((_TURN.findall(self.text) or ["0"])[-1])

    @property
    def over(self) -> bool:
        return self.headers.get("Result", "*") != "*"

    @property
    def linked(self) -> bool:
        """Whether it is played by links."""
        return bool(SHARED_KEY.fullmatch(self.key))

    @property
    def computers(self) -> list[str]:
        """The levels of the computers at the table."""
        return [kind for kind in self.headers.get("Seats", "").split(SEPARATOR) if kind not in ("", PERSON, REMOTE)]

    @property
    def time(self) -> int:
        """When it was begun, in milliseconds since 1970, or 0."""
        found = SHARED_KEY.fullmatch(self.key)
        return int(found[1]) if found else begun(self.key)

    def strength(self, games: Games) -> float:
        """Rank the strongest computer at the table from 0 to 1; -1 if only people play."""
        levels = self._ui(games).levels
        return max(((levels.index(kind) + 1) / len(levels) for kind in self.computers if kind in levels), default=-1.0)

    def words(self, language: str, games: Games) -> str:
        """Return the words by which it is found: names, levels, the game, the date."""
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
    """The stored matches, and which of them are shown in what order."""

    entries: tuple[Entry, ...] = ()
    """All of them, the newest first."""
    search: str = ""
    show: str = "all"
    order: str = "newest"
    most: int = AT_ONCE
    picking: bool = False
    """Whether several can be picked."""
    picked: frozenset[str] = frozenset()
    """The keys of those that are picked."""

    def change(self, field: str, value: str) -> Self:
        """Search, filter or sort; unknown fields and values change nothing."""
        if field == "search":
            return replace(self, search=value[:MAX_SEARCH], most=AT_ONCE)
        if (field, value) in [*(("show", each) for each in SHOWN), *(("order", each) for each in ORDERS)]:
            return replace(self, **{field: value}, most=AT_ONCE)  # type: ignore[arg-type]
        return self

    def pick(self, key: str, on: bool) -> Self:
        """Pick a match, or no longer."""
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
        all_of_them = {entry.key: entry for entry in (*self.entries, *entries)}
        return replace(self, entries=tuple(all_of_them[key] for key in sorted(all_of_them, reverse=True)))

    def listed(self, language: str, games: Games, results: Collection[str]) -> list[Entry]:
        """List the matches that are looked for."""
        wanted = self.search.casefold().split()
        won = {found[1] for found in map(_WON.fullmatch, results) if found} if self.show == "won" else ()
        fits: dict[str, Callable[[Entry], bool]] = {
            "all": lambda _: True,
            "open": lambda entry: not entry.over,
            "over": lambda entry: entry.over,
            "won": lambda entry: entry.key in won,
            "links": lambda entry: entry.linked,
        }
        found = list(filter(fits[self.show], self.entries))
        if wanted:
            found = [entry for entry in found if all(word in entry.words(language, games) for word in wanted)]
        if self.order == "oldest":
            found.sort(key=lambda entry: entry.time)
        elif self.order == "longest":
            found.sort(key=lambda entry: -entry.turns)
        elif self.order == "strongest":
            found.sort(key=lambda entry: -entry.strength(games))
        return found
