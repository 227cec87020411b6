"""The state of a match by links besides its moves: players' screens, seeds, the previous match, a message."""

import base64
import binascii
import random
import re
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from qin_core.common import text as core_text

SEEDS, CONTRIBUTIONS = 2**48, 2**32
"""The numbers of possible seeds and of possible contributions to the next seed."""
LINK_MATCH_KEY = re.compile(r"far-([0-9]{13})-([0-9]{6})(?:-[0-9]{1,4})?")
"""The key of a match by links, the same in every browser; a branch ends in a number."""
MAX_MESSAGE = 140
"""The maximal length of a message to the other players."""
_NUMBERS = re.compile(r"[0-9]{1,16}(?:,[0-9]{1,16})*|-")


def write_key(start_time: int, random_number: int) -> str:
    """Make the key of a match by links from its start in milliseconds since 1970 and a random number."""
    return f"far-{start_time % 10**13:013d}-{random_number % 10**6:06d}"


def link_match_key(key: str) -> str:
    """Return the key of a match without the number of its branch; empty if it isn't played by links."""
    match = LINK_MATCH_KEY.fullmatch(key)
    return f"far-{match[1]}-{match[2]}" if match else ""


class Origin(NamedTuple):
    """The previous match: its seed and every player's contribution decide the next deal."""

    key: str
    rotation: int
    """The number of places by which the seats have rotated since then."""
    seed: int
    contributions: tuple[int, ...]

    @property
    def next_seed(self) -> int:
        """The seed of the next deal, which no single player can choose."""
        return random.Random(f"{self.seed} {self.contributions}").getrandbits(48)

    @property
    def next_key(self) -> str:
        """The key of the next match, the same in every browser."""
        match = LINK_MATCH_KEY.fullmatch(self.key)
        return write_key(int(match[1]) + 1, self.next_seed) if match else ""


@dataclass(frozen=True)
class LinkPlay:
    """The state of a match by links besides its moves."""

    seed: int
    """The seed of its deal."""
    host_players: tuple[int, ...]
    """The players at the screen where it was started; every other player has their own screen."""
    contributions: tuple[int, ...]
    """Every player's contribution to the seed of the next deal; 0 if unknown here."""
    origin: Origin | None = None
    resigned: int = 0
    """The player who has resigned, or 0."""
    local_players: tuple[int, ...] = ()
    """The people at this screen."""
    sent: int = 0
    """The length of the history that is final because other players know it."""
    updated_at: int = 0
    """When the latest turn was sent or received, in milliseconds since 1970."""
    hints: bool = False
    """Whether all players agreed to hints: the first player offers them, the others accept by joining."""
    message: str = ""
    """The message sent with the latest turn."""
    message_from: int = 0
    """The player who wrote the message."""

    def with_message(self, message: str) -> "LinkPlay":
        """Write a message from this screen to the other players; an empty one deletes it."""
        cleaned = clean_message(message) if self.local_players else ""
        return replace(self, message=cleaned, message_from=self.local_players[0] if cleaned else 0)

    @property
    def own_message(self) -> str:
        """The message written at this screen."""
        return self.message if self.message_from in self.local_players else ""

    @property
    def received_message(self) -> str:
        """The message from another screen."""
        return "" if self.own_message else self.message

    def join(self, player: int, contribution: int) -> Self:
        """Join as a player and everyone else at that player's screen, with a contribution to the next seed."""
        local_players = self.host_players if player in self.host_players else (player,)
        own = 1 + contribution % (CONTRIBUTIONS - 1)
        contributions = (
            known or (own if number in local_players else 0) for number, known in enumerate(self.contributions, 1)
        )
        return replace(self, local_players=local_players, contributions=tuple(contributions))

    def next_match(self, key: str, rotation: int, contribution: int) -> "LinkPlay":
        """Return the state of the next match, with the seats rotated and a new contribution."""
        origin = Origin(link_match_key(key), rotation, self.seed, self.contributions)
        host_players = self._rotate(self.host_players, rotation)
        remote = LinkPlay(origin.next_seed, host_players, (0,) * len(self.contributions), origin, hints=self.hints)
        local_players = self._rotate(self.local_players, rotation)
        return remote.join(local_players[0], contribution) if local_players else remote

    def _rotate(self, players: tuple[int, ...], rotation: int) -> tuple[int, ...]:
        return tuple((player - 1 + rotation) % len(self.contributions) + 1 for player in players)

    def __str__(self) -> str:
        """Write the header of a record, with spaces between the fields and commas between numbers.

        The fields are seed, host players, contributions, state and local players. They may be followed by the previous
        match (its key, rotation and seed, contributions), and by `+HINTS,PLAYER,MESSAGE`.
        """
        state = (self.resigned, self.sent, self.updated_at)
        numbers = [(self.seed,), self.host_players, self.contributions, state, self.local_players]
        fields = [",".join(map(str, part)) or "-" for part in numbers]
        fields += [_write_origin(self.origin)] if self.origin else []
        if self.hints or self.message:
            message = base64.urlsafe_b64encode(self.message.encode()).decode("ascii")
            fields.append(f"{_EXTRA}{int(self.hints)},{self.message_from},{message}")
        return " ".join(fields)

    @classmethod
    def parse(cls, text: str, players: int) -> "LinkPlay | None":
        """Parse the header; None if it doesn't fit the number of players."""
        fields = text.split(" ")
        extra = _read_extra(fields.pop()) if fields[-1].startswith(_EXTRA) else _Extra()
        key = fields[5] if len(fields) > 5 else ""
        numbers = [_read_numbers(field) for field in (*fields[:5], *fields[6:])]
        if len(fields) not in (5, 8) or extra is None or None in numbers or (key and not LINK_MATCH_KEY.fullmatch(key)):
            return None
        seed, host_players, contributions, state, local_players, *origin_numbers = (part or () for part in numbers)
        fits = all(len(part) == players for part in (contributions, *origin_numbers[1:]))
        people = {*host_players, *local_players}
        if len(seed) != 1 or len(state) != 3 or not fits or not people <= set(range(1, players + 1)):
            return None
        origin = None
        if key and len(origin_numbers[0]) == 2:
            origin = Origin(key, *origin_numbers[0], origin_numbers[1])
        resigned, sent, updated_at = state
        resigned = resigned if resigned <= players else 0
        parsed = cls(
            seed[0], host_players, contributions, origin, resigned, local_players, sent, updated_at, extra.hints
        )
        if not 0 < extra.message_from <= players:
            return parsed
        return replace(parsed, message=extra.message, message_from=extra.message_from)


_EXTRA = "+"
"""The start of the field for hints and message, which matches of earlier versions don't have."""


class _Extra(NamedTuple):
    """The contents of that field."""

    hints: bool = False
    message_from: int = 0
    message: str = ""


def _read_extra(field: str) -> _Extra | None:
    hints, _, rest = field.removeprefix(_EXTRA).partition(",")
    message_from, _, message = rest.partition(",")
    if hints not in ("0", "1") or message_from not in tuple("01234"):
        return None
    try:
        text = base64.urlsafe_b64decode(message).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return _Extra(hints == "1", int(message_from), clean_message(text))


def clean_message(text: str) -> str:
    """Shorten a message and remove characters that reorder text."""
    return core_text.clean_name(text, MAX_MESSAGE)


def _write_origin(origin: Origin) -> str:
    return f"{origin.key} {origin.rotation},{origin.seed} {','.join(map(str, origin.contributions))}"


def _read_numbers(field: str) -> tuple[int, ...] | None:
    if not _NUMBERS.fullmatch(field):
        return None
    return () if field == "-" else tuple(map(int, field.split(",")))
