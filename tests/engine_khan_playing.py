"""Helpers for tests of the page's Khan Tsin: games at one screen, played action by action."""

import random
from dataclasses import replace

from engine.games.khan_tsin.form import BY_HAND, Draft
from engine.games.khan_tsin.levels import FIRST_LEVEL
from engine.games.khan_tsin.match import Game
from engine.games.khan_tsin.session import Model
from engine.session.match import PERSON, Seat
from engine.session.session import Settings
from engine.session.update import play
from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.board import LENGTH
from tests.engine_acting import update


def seats(kinds: str) -> tuple[Seat, ...]:
    """Seat people (`p`) and computers (`c`)."""
    return tuple(Seat(kind=PERSON if kind == "p" else FIRST_LEVEL) for kind in kinds)


def seated(position: Position, kinds: str = "pp", **settings: bool) -> Model:
    """Sit down to a position."""
    game = replace(Game.begin(position, seats(kinds), "2026-01-02"), key="1")
    return Model(game, settings=Settings(**settings))  # type: ignore[arg-type]


def stacked(stacks: dict[int, str], mover: int = 1, variants: str = "-") -> Position:
    """Put some stacks on an empty dragon."""
    return Position.build(tuple(stacks.get(space, "") for space in range(1, LENGTH + 1)), mover, variants)


def dealt(kinds: str = "pp", variants: str = "-", seed: int = 1, **settings: bool) -> Model:
    """Deal a game."""
    return seated(Position.deal(variants, seed=seed), kinds, **settings)


def set_up(kinds: str = "pp", variants: str = "-") -> Model:
    """Begin to set a game up by hand."""
    draft = Draft(seats(kinds), BY_HAND, "t" in variants, "r" in variants)
    return Model(replace(draft.begin(3, "2026-01-02"), key="1"))


def aimed(model: Model, move: Move) -> Model:
    """Pick a move as somebody would: its baron, how many go with it, how they are turned, where they land."""
    for action, value in (("square", str(move.source)), ("take", str(move.count)), ("square", str(move.target))):
        model = update(model, action, value)
    model = update(model, "turn") if move.turned else model
    return update(model, "flip") if move.flipped else model


def turn(model: Model, move: Move) -> Model:
    """Let whoever is on turn make a move, as the page would."""
    if not model.game.seat.person:
        return play(model, move)
    return update(aimed(model, move) if move.count else model, "place")


def finished(kinds: str = "pp", variants: str = "-", seed: int = 1) -> Model:
    """Play a game to its end."""
    rng, model = random.Random(seed), dealt(kinds, variants, seed)
    while model.winners is None:
        moves = model.game.now.moves()
        won = [move for move in moves if model.game.now.play(move).winners()]
        model = turn(model, won[0] if won else rng.choice(moves))
    return model
