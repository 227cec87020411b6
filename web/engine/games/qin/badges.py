"""Achievements in Qin: things that win games, each done once by oneself."""

from collections.abc import Iterator

from engine.games.qin.captures import FREE, takings
from engine.games.qin.levels import LEVELS
from engine.games.qin.match import Game

BADGES = ("two", "conquer", "join", "major", "untouched", "strong")
STRONG = LEVELS[-2:]
"""The levels against which a win is an achievement in itself."""


def earned(game: Game, player: int) -> tuple[str, ...]:
    """Name what a player has achieved in a game."""
    found = set(_in_turns(game, player))
    return tuple(name for name in BADGES if name in found)


def _in_turns(game: Game, player: int) -> Iterator[str]:
    taken = False
    for before, turn in zip(game.positions, game.record.turns, strict=False):
        if before.mover != player:
            taken = taken or any(kind != FREE for kind, _ in takings(before, turn.move, player))
            continue
        kinds = [event.kind for event in turn.events if event.player == player]
        if kinds.count("found") == 2:
            yield "two"
        if "conquer" in kinds:
            yield "conquer"
        if "absorb" in kinds:
            yield "join"
        if "found" in kinds and "major" in kinds:
            yield "major"
    if game.winners == (player,):
        if not taken:
            yield "untouched"
        if all(seat.person or seat.kind in STRONG for seat in game.seats):
            yield "strong"
