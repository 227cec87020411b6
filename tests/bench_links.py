"""Measure the length of links to a hundred finished games of each kind, and the time to read them."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine import correspondence
from engine.main import GAMES as SITE_GAMES
from engine.session.match import Match
from qin_core.khan_tsin import players as khan_players
from qin_core.qin import players as qin_players
from tests.engine_browser import new_link_match

GAME_COUNT = 100
LEVEL = 3
"""The players' level: fast, but not random."""
NAMES = ("Konstantin", "Marie-Luise", "Friederike", "Maximilian")
ADDRESS = "https://example.github.io/qin/"
LARGEST_MAP = "\n".join(
    ".........R...Y...B........" if row == 12 else "".join(".~"[(row * 7 + column) % 9 == 0] for column in range(26))
    for row in range(26)
)


class Row(NamedTuple):
    """A kind of game and the length limit of its links."""

    name: str
    game_name: str
    players: int
    max_length: int
    fields: Mapping[str, Any]


ROWS = (
    Row("Qin, two on Bird", "qin", 2, 600, {"board": "bird"}),
    Row("Qin, two on Lion", "qin", 2, 600, {"board": "lion"}),
    Row("Qin, four on Lion", "qin", 4, 1500, {"board": "lion"}),
    Row("Qin, two on a map of 26 x 26", "qin", 2, 1500, {"board": "map", "own_map": LARGEST_MAP}),
    Row("Khan Tsin with turning", "khan-tsin", 2, 600, {"turning": True}),
)


def finished_match(row: Row, seed: int) -> Match:
    """Let computers play a match by links to its end."""
    match = new_link_match(row.game_name, row.players, seed, **row.fields)
    choose: Callable[[Any, int, int], object] = qin_players.choose if row.game_name == "qin" else khan_players.choose
    while match.winners is None:
        match = match.play(choose(match.latest.view(match.latest.player_to_move), LEVEL, seed))
    return replace(match, seats=tuple(replace(seat, name=name) for seat, name in zip(match.seats, NAMES, strict=False)))


def main() -> int:
    """Print the table; return 1 if a link is too long."""
    failed = 0
    print(f"Links of {GAME_COUNT} finished games, in characters with the address {ADDRESS}")
    for row in ROWS:
        links = sorted(
            (ADDRESS + correspondence.write_link(finished_match(row, seed)) for seed in range(GAME_COUNT)), key=len
        )
        start = time.perf_counter()
        for link in links:
            correspondence.read_link(link, SITE_GAMES)
        seconds = (time.perf_counter() - start) / GAME_COUNT
        longest = len(links[-1])
        failed |= longest > row.max_length
        median = len(links[GAME_COUNT // 2])
        lengths = f"median {median:4}   longest {longest:4} (at most {row.max_length})"
        print(f"  {row.name:30} {lengths}   read in {seconds * 1e3:.0f} ms")
    return int(failed)


if __name__ == "__main__":
    main()
