"""A game by links: what it needs to know besides its moves when some of its people are far away."""

import random
import re
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

SEEDS, CHANCES = 2**48, 2**32
"""How many values the seed of a deal and somebody's own chance can have."""
KEY = re.compile(r"far-([0-9]{13})-([0-9]{6})(?:-[0-9]{1,4})?")
"""The key of such a game, the same in every browser; a game that went another way has a number behind it."""
_NUMBERS = re.compile(r"[0-9]{1,16}(?:,[0-9]{1,16})*|-")


def write_key(begun: int, chance: int) -> str:
    """Name a game by links after the time of its beginning, in milliseconds since 1970, and by chance."""
    return f"far-{begun % 10**13:013d}-{chance % 10**6:06d}"


def shared_key(key: str) -> str:
    """Give the key that a game has in every browser; nothing where it has none."""
    found = KEY.fullmatch(key)
    return f"far-{found[1]}-{found[2]}" if found else ""


class Origin(NamedTuple):
    """The game before this one: its deal and what everybody added to chance there decide this deal."""

    key: str
    moved: int
    """By how many places everybody has moved on since then."""
    seed: int
    chances: tuple[int, ...]

    @property
    def mixed(self) -> int:
        """The seed of the next deal, which nobody has chosen alone."""
        return random.Random(f"{self.seed} {self.chances}").getrandbits(48)

    @property
    def next_key(self) -> str:
        """The key of the next game: whoever begins it begins the same one."""
        found = KEY.fullmatch(self.key)
        return write_key(int(found[1]) + 1, self.mixed) if found else ""


@dataclass(frozen=True)
class LinkPlay:
    """What a game by links knows besides its moves."""

    seed: int
    """The seed of its deal."""
    hosts: tuple[int, ...]
    """The people at the screen at which it was begun; everybody else has a screen of their own."""
    chances: tuple[int, ...]
    """What everybody adds to the chance of the next deal, by player; 0 as long as it isn't known here."""
    origin: Origin | None = None
    resigned: int = 0
    """Who has resigned."""
    here: tuple[int, ...] = ()
    """The people at this screen."""
    sent: int = 0
    """How much of its history stands, because it was sent or came from others."""
    since: int = 0
    """Since when it has been waiting, in milliseconds since 1970."""

    def seat(self, player: int, chance: int) -> Self:
        """Sit down as a player, with everybody who shares that screen, and add one's own chance."""
        here = self.hosts if player in self.hosts else (player,)
        given = (
            own or (1 + chance % (CHANCES - 1) if number in here else 0) for number, own in enumerate(self.chances, 1)
        )
        return replace(self, here=here, chances=tuple(given))

    def move_on(self, key: str, places: int, chance: int) -> "LinkPlay":
        """Go on to the next game, for which everybody moves on by so many places; the chance is one's own again."""
        origin = Origin(shared_key(key), places, self.seed, self.chances)
        remote = LinkPlay(origin.mixed, self._moved(self.hosts, places), (0,) * len(self.chances), origin)
        here = self._moved(self.here, places)
        return remote.seat(here[0], chance) if here else remote

    def _moved(self, players: tuple[int, ...], places: int) -> tuple[int, ...]:
        return tuple((player - 1 + places) % len(self.chances) + 1 for player in players)

    def __str__(self) -> str:
        parts = [(self.seed,), self.hosts, self.chances, (self.resigned, self.sent, self.since), self.here]
        numbers = " ".join(",".join(map(str, part)) or "-" for part in parts)
        return f"{numbers} {_write_origin(self.origin)}" if self.origin else numbers

    @classmethod
    def parse(cls, text: str, players: int) -> "LinkPlay | None":
        """Read what was kept; None for what makes no sense with so many players."""
        words = text.split(" ")
        keys = words[5:6]
        parts = [_read_numbers(word) for word in (*words[:5], *words[6:])]
        if len(words) not in (5, 8) or None in parts or not all(map(KEY.fullmatch, keys)):
            return None
        seed, hosts, chances, more, here, *rest = (part or () for part in parts)
        people, chances_fit = {*hosts, *here}, all(len(part) == players for part in (chances, *rest[1:]))
        if len(seed) != 1 or len(more) != 3 or not chances_fit or not people <= set(range(1, players + 1)):
            return None
        origin = Origin(keys[0], *rest[0], rest[1]) if keys and len(rest[0]) == 2 else None
        return cls(seed[0], hosts, chances, origin, more[0] if more[0] <= players else 0, here, *more[1:])


def _write_origin(origin: Origin) -> str:
    return f"{origin.key} {origin.moved},{origin.seed} {','.join(map(str, origin.chances))}"


def _read_numbers(word: str) -> tuple[int, ...] | None:
    if not _NUMBERS.fullmatch(word):
        return None
    return () if word == "-" else tuple(map(int, word.split(",")))
