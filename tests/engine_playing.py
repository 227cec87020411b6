"""Helpers for tests of the page's Python: games at one screen, played action by action."""

import random
from dataclasses import replace
from functools import cache

from engine.games.qin.levels import FIRST_LEVEL
from engine.games.qin.match import Game
from engine.games.qin.session import Model
from engine.session.match import PERSON, Seat
from engine.session.session import Settings
from engine.session.update import play
from qin_core.qin import Position
from tests.engine_acting import update

JOINS = "map:......./.R...../......./....... 7/1rr1rr1/7/7 b3=1,e3=2 - 1 ry,yy|rr,bb -"
"""Placing red on d3 would join two provinces of two spaces each."""


def seated(line: str, kinds: str = "pp", **settings: bool | str) -> Model:
    """Sit down to a position: `p` for a person, `c` for a computer."""
    seats = [Seat(kind=PERSON if kind == "p" else FIRST_LEVEL) for kind in kinds]
    game = replace(Game.begin(Position.parse(line), seats, "2026-01-02"), key="1")
    return Model(game, settings=Settings(**{"coach": "off", **settings}))  # type: ignore[arg-type]


def dealt(kinds: str = "pc", board: str = "bird", seed: int = 1, **settings: bool | str) -> Model:
    """Deal a game in which the first player begins."""
    return seated(str(Position.deal(board, len(kinds), first=1, seed=seed)), kinds, **settings)


def aimed(model: Model, rng: random.Random | None = None) -> Model:
    """Pick a tile that can go somewhere, and a square for it."""
    for number in range(len(model.hand)):
        picked = update(replace(model, tile=None), "tile", str(number))
        if picked.lit:
            squares = sorted(picked.lit)
            return update(picked, "square", rng.choice(squares) if rng else squares[0])
    raise AssertionError("no tile can be placed")


def turn(model: Model, rng: random.Random | None = None) -> Model:
    """Let whoever is on turn make a move, as the page would."""
    model = update(model, "uncover") if model.covered else model
    if not model.game.seat.person:
        return play(model, model.game.now.moves()[0])
    return update(model if model.must_pass else aimed(model, rng), "place")


def turns(model: Model, count: int) -> Model:
    """Make several moves."""
    for _ in range(count):
        model = turn(model)
    return model


@cache
def finished(kinds: str = "pc", seed: int = 1, board: str = "bird") -> Model:
    """Play a game to its end; the same one is played once."""
    rng, model = random.Random(seed), dealt(kinds, board, seed)
    while model.winners is None:
        model = turn(model, rng)
    return model
