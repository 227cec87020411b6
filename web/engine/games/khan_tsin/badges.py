"""Achievements in Khan Tsin: things that win games, each done once by oneself."""

from engine.games.khan_tsin.levels import LEVELS
from engine.games.khan_tsin.match import Game

BADGES = ("emperor", "along", "strong")
TOGETHER = 3
"""How many barons have to fly at once to the stack of nine."""


def earned(game: Game, player: int) -> tuple[str, ...]:
    """Name what a player has achieved in a game."""
    if game.winners != (player,):
        return ()
    found = {"emperor"}
    if game.record.turns and game.record.turns[-1].move.count >= TOGETHER:
        found.add("along")
    if all(seat.person or seat.kind == LEVELS[-1] for seat in game.seats):
        found.add("strong")
    return tuple(name for name in BADGES if name in found)
