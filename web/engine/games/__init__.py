"""The games of the page. Each has a room of its own: a package with the same file names, and in `room` its `Room`.

A third game is one more folder here, and one more function that imports it; mypy says what is missing in it.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from engine.games.base import AnyRoom, Room
from engine.session.match import Game

if TYPE_CHECKING:
    from engine.session.session import Model

M = TypeVar("M", bound="Model")


def _qin() -> AnyRoom:
    from engine.games.qin.ui import ROOM

    return ROOM


def _khan_tsin() -> AnyRoom:
    from engine.games.khan_tsin.ui import ROOM

    return ROOM


_LOADERS: dict[str, Callable[[], AnyRoom]] = {"qin": _qin, "khan-tsin": _khan_tsin}
"""What reads a room when it is first needed."""
ROOMS = {"qin": "Qin", "khan-tsin": "Khan Tsin"}
"""The names of the games as addresses have them, with their titles; the first one is played unless another is named."""
FIRST = next(iter(ROOMS))
_GAME = re.compile(r'^\[Game "([^"]*)"\]$', re.MULTILINE)


@cache
def room(name: str) -> AnyRoom:
    return _LOADERS[name]()


def of(shown: M) -> Room[Any, Any, M, Any]:
    """Find the room in which a model's game is played."""
    return room(shown.game.room)


def asked_for(search: str) -> str:
    """Find the name of the game that the query of an address asks for."""
    names = [value for key, _, value in (part.partition("=") for part in search[1:].split("&")) if key == "game"]
    return next((name for name in names if name in ROOMS), FIRST)


def address(base: str, name: str) -> str:
    """Write the page's address so that it leads to a game."""
    path = base.partition("?")[0]
    return path if name == FIRST else f"{path}?game={name}"


def read_record(text: str, key: str = "") -> Game:
    """Read a record of any game; what says it is of an unknown one is for the first room to refuse."""
    found = _GAME.search(text)
    name = next((name for name, title in ROOMS.items() if found and title == found[1]), FIRST)
    played: type[Game] = room(name).game
    return played.from_record(played.records.parse(text), key)


def holding(line: str) -> AnyRoom:
    """Find the room of a position line; what fits into none is for the first one to refuse."""
    fields = line.count(" ") + 1
    return next((room(name) for name in ROOMS if room(name).line_fields == fields), room(FIRST))
