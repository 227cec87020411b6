"""Measure the players of Khan Tsin: `python -m qin_core.lab.khan_tsin.arena` prints the table of
`docs/computer-players.md`.

Players are levels (1-6), `greedy`, `plies:PLIES,NOISE,BLINDNESS` (a search with a depth and random errors), or
`effort:POSITIONS` (a search of a number of positions). `strength.json` has the numbers that the documentation and the
help show; `--save` writes that file.
"""

import random
from collections.abc import Callable

from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.players.greedy import choose_greedily
from qin_core.khan_tsin.players.levels import LEVELS, UNLIMITED, Level, choose, strengths
from qin_core.khan_tsin.position import Position
from qin_core.lab.matches import Arena, Match, Outcome, play_out

Player = Callable[[Position, int], Move]
"""Chooses a move, given a position and a seed."""

VARIANTS = {"-": "plain", "r": "turning", "t": "two speeds", "rt": "both variants"}


def player_of(name: str) -> Player:
    """Return the player with a name."""
    if name == "greedy":
        return lambda position, seed: choose_greedily(position, random.Random(seed))
    if name.startswith("plies:"):
        plies, noise, blindness = map(float, name.removeprefix("plies:").split(","))
        return _playing(Level(name, int(plies), noise=noise, blindness=blindness))
    if name.startswith("effort:"):
        return _playing(Level(name, UNLIMITED, effort=int(name.removeprefix("effort:"))))
    return _playing(LEVELS[int(name) - 1])


def _playing(level: Level) -> Player:
    return lambda position, seed: choose(position, level, seed)


def play_game(match: Match, seed: int, game: int) -> Outcome:
    """Play one game of a match, with the variants that the setting names."""
    deal, seat = divmod(game, 2)
    position = Position.deal(match.setting, seed=seed + deal)
    sides = player_of(match.player), player_of(match.others)
    return play_out(position, sides, seat, seed * 1000 + game * 200)


def _read_match(words: list[str], games: int) -> Match:
    player, others, variants = words
    return Match(player, others, variants, 2, games)


ARENA = Arena(
    levels=tuple(level.name for level in LEVELS),
    settings=tuple(VARIANTS.values()),
    strengths=strengths,
    play_game=play_game,
    play_timed=play_game,
    against_greedy=lambda level, games: [Match(level, "greedy", variants, 2, games) for variants in VARIANTS],
    against_level=lambda level, other, games: Match(level, other, "-", 2, games),
    read_match=_read_match,
    example="player others variants, for example: 6 greedy rt",
)

if __name__ == "__main__":
    ARENA.command()
