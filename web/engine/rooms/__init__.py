"""The games of the page. Each has a room of its own: a package with the same file names and the same words in them.

| file | what a room brings there |
|---|---|
| `game` | `Game`: what is kept of a game |
| `model` | `Model`: what is shown, and what is picked |
| `setup` | `Draft`, `draft_of`: new games; `read_start`: positions to play on from |
| `update` | `ACTIONS`: what only this game's actions do; `try_move` |
| `story` | `Story`: what happens, in words |
| `view` | the parts of the page that only this game can draw |
| `dialogs` | `form`, `SETTINGS`, `SHARE_NOTE`: its share of the windows |
| `help` | `rules`, `SHORTCUTS` |
| `ending` | `why`, `summary`: how a game came out |
| `keys` | `ACTIONS`, `on_board` |
| `levels` | `LEVELS`, `strengths`, `USUAL`: its computer players |
| `thinker` | `think`, `analyse`: what the computer can be asked |
| `guide` | `comment`: what to say in a guided game, where there is one |
"""

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.game import Game

if TYPE_CHECKING:
    from engine.model import Model

ROOMS = {"qin": "Qin", "khan-tsin": "Khan Tsin"}
"""The names of the games as addresses have them, with their titles; the first one is played unless another is named."""
FIRST = next(iter(ROOMS))
_GAME = re.compile(r'^\[Game "([^"]*)"\]$', re.MULTILINE)


class Room:
    """One game's modules, read when they are first needed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = ROOMS[name]

    def __getattr__(self, module: str) -> Any:
        """Find a module of this room."""
        return import_module(f"engine.rooms.{self.name.replace('-', '_')}.{module}")


@cache
def room(name: str) -> Room:
    """Find a room by its name."""
    return Room(name)


def asked_for(search: str) -> str:
    """Find the name of the game that the query of an address asks for."""
    names = [value for key, _, value in (part.partition("=") for part in search[1:].split("&")) if key == "game"]
    return next((name for name in names if name in ROOMS), FIRST)


def address(base: str, name: str) -> str:
    """Write the page's address so that it leads to a game."""
    path = base.partition("?")[0]
    return path if name == FIRST else f"{path}?game={name}"


def of(shown: "Model") -> Room:
    """Find the room in which a model's game is played."""
    return room(shown.game.room)


def read_record(text: str, key: str = "") -> Game:
    """Read a record of any game; what says it is of an unknown one is for the first room to refuse."""
    found = _GAME.search(text)
    name = next((name for name, title in ROOMS.items() if found and title == found[1]), FIRST)
    played = room(name).game.Game
    game: Game = played.from_record(played.records.parse(text), key)
    return game


def holding(line: str) -> Room:
    """Find the room of a position line: one of Qin has seven fields, one of Khan Tsin three."""
    return room("khan-tsin" if line.count(" ") == 2 else FIRST)
