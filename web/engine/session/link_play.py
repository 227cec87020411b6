"""What a match by links knows besides its moves: seats, chances, the match before it, a line to the others."""

import base64
import binascii
import random
import re
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from qin_core.common import text as core_text

SEEDS, CHANCES = 2**48, 2**32
"""The numbers of possible seeds and of possible contributions to the next seed."""
SHARED_KEY = re.compile(r"far-([0-9]{13})-([0-9]{6})(?:-[0-9]{1,4})?")
"""The key of a match by links, the same in every browser; a branch ends in a number."""
_NUMBERS = re.compile(r"[0-9]{1,16}(?:,[0-9]{1,16})*|-")
MAX_LINE = 140
"""How long a line to the others may be."""


def write_key(begun: int, chance: int) -> str:
    """Make the key of a match by links from its start in milliseconds since 1970 and a random number."""
    return f"far-{begun % 10**13:013d}-{chance % 10**6:06d}"


def shared_key(key: str) -> str:
    """Return the key of a match in every browser; empty if it isn't played by links."""
    found = SHARED_KEY.fullmatch(key)
    return f"far-{found[1]}-{found[2]}" if found else ""


class Origin(NamedTuple):
    """The previous match: its seed and every player's contribution decide this deal."""

    key: str
    moved: int
    """The number of places by which the seats have rotated since then."""
    seed: int
    chances: tuple[int, ...]

    @property
    def mixed(self) -> int:
        """The seed of the next deal, which no player alone can choose."""
        return random.Random(f"{self.seed} {self.chances}").getrandbits(48)

    @property
    def next_key(self) -> str:
        """The key of the next match, the same in whichever browser it is started."""
        found = SHARED_KEY.fullmatch(self.key)
        return write_key(int(found[1]) + 1, self.mixed) if found else ""


@dataclass(frozen=True)
class LinkPlay:
    """What a match by links needs besides its moves."""

    seed: int
    """The seed of its deal."""
    hosts: tuple[int, ...]
    """The players at the screen on which it was started; every other player has a screen of their own."""
    chances: tuple[int, ...]
    """Every player's contribution to the seed of the next deal; 0 if unknown here."""
    origin: Origin | None = None
    resigned: int = 0
    """The player who has resigned, or 0."""
    here: tuple[int, ...] = ()
    """The people at this screen."""
    sent: int = 0
    """The length of the history that is final because other players know it."""
    since: int = 0
    """Since when it has been waiting, in milliseconds since 1970."""
    hints: bool = False
    """Whether all players agreed to hints: the first player offers them, the others accept by joining."""
    line: str = ""
    """The line that a player sent with a turn."""
    line_by: int = 0
    """The player who wrote it."""

    def with_line(self, line: str) -> "LinkPlay":
        """Write a line to the others, from one of the people at this screen; an empty one takes it back."""
        cleaned = clean_line(line) if self.here else ""
        return replace(self, line=cleaned, line_by=self.here[0] if cleaned else 0)

    @property
    def own_line(self) -> str:
        """The line that was written at this screen."""
        return self.line if self.line_by in self.here else ""

    @property
    def others_line(self) -> str:
        """The line that has arrived."""
        return "" if self.own_line else self.line

    def seat(self, player: int, chance: int) -> Self:
        """Join as a player and everyone else at that player's screen, with a contribution to the next seed."""
        here = self.hosts if player in self.hosts else (player,)
        given = (
            own or (1 + chance % (CHANCES - 1) if number in here else 0) for number, own in enumerate(self.chances, 1)
        )
        return replace(self, here=here, chances=tuple(given))

    def move_on(self, key: str, places: int, chance: int) -> "LinkPlay":
        """Continue with the next match, with the seats rotated and a new contribution."""
        origin = Origin(shared_key(key), places, self.seed, self.chances)
        hosts = self._moved(self.hosts, places)
        remote = LinkPlay(origin.mixed, hosts, (0,) * len(self.chances), origin, hints=self.hints)
        here = self._moved(self.here, places)
        return remote.seat(here[0], chance) if here else remote

    def _moved(self, players: tuple[int, ...], places: int) -> tuple[int, ...]:
        return tuple((player - 1 + places) % len(self.chances) + 1 for player in players)

    def __str__(self) -> str:
        parts = [(self.seed,), self.hosts, self.chances, (self.resigned, self.sent, self.since), self.here]
        words = [",".join(map(str, part)) or "-" for part in parts]
        words += [_write_origin(self.origin)] if self.origin else []
        if self.hints or self.line:
            line = base64.urlsafe_b64encode(self.line.encode()).decode("ascii")
            words.append(f"{_AGREED}{int(self.hints)},{self.line_by},{line}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: str, players: int) -> "LinkPlay | None":
        """Parse the header; None if it doesn't fit the number of players."""
        words = text.split(" ")
        agreed = _read_agreed(words.pop()) if words[-1].startswith(_AGREED) else (False, 0, "")
        keys = words[5:6]
        parts = [_read_numbers(word) for word in (*words[:5], *words[6:])]
        if len(words) not in (5, 8) or agreed is None or None in parts or not all(map(SHARED_KEY.fullmatch, keys)):
            return None
        seed, hosts, chances, more, here, *rest = (part or () for part in parts)
        people, chances_fit = {*hosts, *here}, all(len(part) == players for part in (chances, *rest[1:]))
        if len(seed) != 1 or len(more) != 3 or not chances_fit or not people <= set(range(1, players + 1)):
            return None
        origin = Origin(keys[0], *rest[0], rest[1]) if keys and len(rest[0]) == 2 else None
        hints, line_by, line = agreed
        resigned = more[0] if more[0] <= players else 0
        found = cls(seed[0], hosts, chances, origin, resigned, here, *more[1:], hints=hints)
        return replace(found, line=line, line_by=line_by) if 0 < line_by <= players else found


_AGREED = "+"
"""What was agreed upon and written begins with it; games of earlier versions have no such word."""


def _read_agreed(word: str) -> tuple[bool, int, str] | None:
    hints, _, rest = word.removeprefix(_AGREED).partition(",")
    line_by, _, line = rest.partition(",")
    if hints not in ("0", "1") or line_by not in tuple("01234"):
        return None
    try:
        return hints == "1", int(line_by), clean_line(base64.urlsafe_b64decode(line).decode("utf-8"))
    except (binascii.Error, UnicodeDecodeError):
        return None


def clean_line(text: str) -> str:
    """Shorten a line to the others and remove characters that reorder text."""
    return core_text.clean_name(text, MAX_LINE)


def _write_origin(origin: Origin) -> str:
    return f"{origin.key} {origin.moved},{origin.seed} {','.join(map(str, origin.chances))}"


def _read_numbers(word: str) -> tuple[int, ...] | None:
    if not _NUMBERS.fullmatch(word):
        return None
    return () if word == "-" else tuple(map(int, word.split(",")))
